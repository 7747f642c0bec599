//! Whether the kernel saw anything happen in some folders since we asked it to look. One system call to ask, however
//! many files there are.
//!
//! It does not see what a program that is still running writes into a file that it has mapped into its memory, nor what
//! another machine does on a shared disk: whoever must be certain looks at the files.

#[cfg(target_os = "linux")]
pub(super) use linux::Watch;
#[cfg(not(target_os = "linux"))]
pub(super) use none::Watch;

/// Folders that are watched at most: the kernel gives a user a limited number.
#[cfg(target_os = "linux")]
const FOLDERS_MAX: usize = 2_048;

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::OwnedFd;
    use std::path::PathBuf;

    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    use rustix::io::{Errno, read};

    /// A watch over folders, not over what is below those.
    #[derive(Debug)]
    pub(in super::super) struct Watch {
        events: OwnedFd,
    }

    impl Watch {
        /// Watches these folders from now on; `None` where that is not to be had for all of them.
        pub(in super::super) fn over(
            folders: impl ExactSizeIterator<Item = PathBuf>,
        ) -> Option<Self> {
            if folders.len() > super::FOLDERS_MAX {
                return None;
            }
            let events = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
            let changes = WatchFlags::MODIFY
                | WatchFlags::ATTRIB
                | WatchFlags::CLOSE_WRITE
                | WatchFlags::CREATE
                | WatchFlags::DELETE
                | WatchFlags::DELETE_SELF
                | WatchFlags::MOVE
                | WatchFlags::MOVE_SELF;
            let flags = changes | WatchFlags::ONLYDIR | WatchFlags::DONT_FOLLOW;
            for folder in folders {
                add_watch(&events, &folder, flags).ok()?;
            }
            Some(Self { events })
        }

        /// Whether nothing happened. Once something did, this watch is of no more use.
        pub(in super::super) fn is_silent(&self) -> bool {
            let mut buffer = [0; 1024];
            matches!(read(&self.events, &mut buffer), Err(Errno::AGAIN))
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod none {
    /// There is none on this system.
    #[derive(Debug)]
    pub(in super::super) enum Watch {}

    impl Watch {
        pub(in super::super) fn over(
            _folders: impl ExactSizeIterator<Item = std::path::PathBuf>,
        ) -> Option<Self> {
            None
        }

        pub(in super::super) fn is_silent(&self) -> bool {
            match *self {}
        }
    }
}
