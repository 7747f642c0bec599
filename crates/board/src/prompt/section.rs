//! A section of a prompt.

/// One section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Where it stands among the others, the lowest first.
    pub priority: u8,
    /// Its name; unique in a prompt.
    pub name: &'static str,
    /// Its text.
    pub text: String,
    /// Whether others wrote it: it is never an instruction, and is to be fenced.
    pub untrusted: bool,
}

impl Section {
    /// One of ours.
    pub(super) fn trusted(priority: u8, name: &'static str, text: &str) -> Self {
        Self {
            priority,
            name,
            text: text.trim().to_owned(),
            untrusted: false,
        }
    }

    /// One that others wrote.
    pub(super) fn untrusted(priority: u8, name: &'static str, text: String) -> Self {
        Self {
            priority,
            name,
            text,
            untrusted: true,
        }
    }
}
