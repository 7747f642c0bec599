//! The files of `programs/`, as the build script found them.

/// One file.
pub(super) struct File {
    /// What its program is called.
    pub(super) names: &'static [&'static str],
    /// Its content, as JSON.
    pub(super) text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
