//! Whether files of the person's own checkout are opened while a command runs elsewhere: then what it tests may be those.

#[cfg(target_os = "linux")]
pub(super) use linux::Opened;
#[cfg(not(target_os = "linux"))]
pub(super) use none::Opened;

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{BTreeMap, BTreeSet};
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use ledger::ids::RelPath;
    use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};

    /// Files that are watched, at most.
    const FILES_MAX: usize = 200;
    /// Bytes of events that are read at once.
    const BUFFER_BYTES: usize = 16 * 1024;
    /// Events that are read, at most: the kernel keeps no more unless it was told to.
    const EVENTS_MAX: usize = 16_384;
    /// Where interpreters keep what they compiled, beside the sources.
    const COMPILED: &str = "__pycache__";

    /// A watch over the folders of some files.
    #[derive(Debug)]
    pub(in crate::acts) struct Opened {
        events: OwnedFd,
        /// By the number of the watch: what is looked for there, by how its name begins, and the file that it stands for.
        wanted: BTreeMap<i32, Vec<(String, RelPath)>>,
    }

    impl Opened {
        /// Watches these files below a folder from now on; `None` where that is not to be had.
        pub(in crate::acts) fn watch(root: &Path, files: &[RelPath]) -> Option<Self> {
            let events = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
            let mut wanted: BTreeMap<i32, Vec<(String, RelPath)>> = BTreeMap::new();
            for file in files.iter().take(FILES_MAX) {
                let path = root.join(file.as_str());
                let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                    continue;
                };
                let name = name.to_string_lossy().into_owned();
                let stem = name.split('.').next().unwrap_or_default();
                let places = [
                    (folder.to_owned(), name.clone()),
                    (folder.join(COMPILED), format!("{stem}.")),
                ];
                for (folder, begins) in places {
                    let flags = WatchFlags::OPEN | WatchFlags::ONLYDIR;
                    if let Ok(number) = add_watch(&events, &folder, flags) {
                        let of = wanted.entry(number).or_default();
                        of.push((begins, file.clone()));
                    }
                }
            }
            (!wanted.is_empty()).then_some(Self { events, wanted })
        }

        /// Those of them that somebody opened.
        pub(in crate::acts) fn opened(self) -> BTreeSet<RelPath> {
            let mut buffer = [const { MaybeUninit::uninit() }; BUFFER_BYTES];
            let mut reader = Reader::new(&self.events, &mut buffer);
            let mut found = BTreeSet::new();
            for _ in 0..EVENTS_MAX {
                let Ok(event) = reader.next() else { break };
                let name = event.file_name().map(|it| it.to_string_lossy());
                let Some(name) = name else { continue };
                let of = self.wanted.get(&event.wd()).into_iter().flatten();
                // A source by its whole name, what was compiled of it by how that begins.
                let is_it = |begins: &str| match begins.ends_with('.') {
                    true => name.starts_with(begins),
                    false => name == begins,
                };
                found.extend(of.filter(|it| is_it(&it.0)).map(|it| it.1.clone()));
            }
            found
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod none {
    use std::collections::BTreeSet;
    use std::path::Path;

    use ledger::ids::RelPath;

    /// There is none on this system.
    #[derive(Debug)]
    pub(in crate::acts) enum Opened {}

    impl Opened {
        pub(in crate::acts) fn watch(_root: &Path, _files: &[RelPath]) -> Option<Self> {
            None
        }

        pub(in crate::acts) fn opened(self) -> BTreeSet<RelPath> {
            match self {}
        }
    }
}
