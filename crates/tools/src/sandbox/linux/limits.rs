//! Limits that the kernel keeps for each process of a sandbox, and for all of them together where it can.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::sandbox::layout::{Layout, Means};

/// Limits this process and everything that it starts.
pub(super) fn limit(layout: &Layout, means: Means) -> io::Result<()> {
    let limits = layout.limits;
    let set = |resource, most: u64| {
        let most = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, most)
    };
    set(Resource::Core, 0)?;
    set(Resource::Nofile, limits.open_files)?;
    set(Resource::Fsize, limits.file_bytes)?;
    match means {
        Means::Namespaces => set(Resource::Nproc, limits.processes.into())?,
        // There it would count every process of the user.
        Means::Landlock | Means::Seatbelt => {}
    }
    Ok(())
}
