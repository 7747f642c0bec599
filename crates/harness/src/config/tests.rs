//! The configuration from outside: files in, options or messages out.

mod cases {
    mod effects;
    mod found;
    mod hostile;
    mod layers;
    mod messages;
    mod pages;
    mod policies;
    mod reached;
    mod sample;
    mod untrusted;
}

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::load::{Loaded, Sources, load};
use super::{Problems, System};

/// The seed's sample, unchanged.
const SAMPLE: &str = include_str!("../../../../corpus/config/gsd-config.yml");

/// A repository and a home of its own.
struct Ground {
    dir: tempfile::TempDir,
    env: BTreeMap<String, String>,
    flags: Vec<(String, String)>,
    is_trusted: bool,
}

impl Ground {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(dir.path().join("repo")).expect("a folder");
        let home = dir.path().join("home").display().to_string();
        Self {
            dir,
            env: BTreeMap::from([("HOME".to_owned(), home)]),
            flags: Vec::new(),
            is_trusted: true,
        }
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("repo")
    }

    /// Writes a file; a path below `repo/` or `home/`.
    fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(path, content).expect("a file");
        self
    }

    fn project(self, content: impl AsRef<[u8]>) -> Self {
        self.file("repo/.interlock/config.yml", content)
    }

    fn user(self, content: impl AsRef<[u8]>) -> Self {
        self.file("home/.config/interlock/config.yml", content)
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.env.insert(name.to_owned(), value.to_owned());
        self
    }

    fn flag(mut self, key: &str, value: &str) -> Self {
        self.flags.push((key.to_owned(), value.to_owned()));
        self
    }

    fn untrusted(mut self) -> Self {
        self.is_trusted = false;
        self
    }

    fn sources(&self) -> Sources {
        Sources {
            root: self.root(),
            env: self.env.clone(),
            flags: self.flags.clone(),
            file: None,
            files: None,
            is_trusted_once: self.is_trusted,
            system: System::Unix,
        }
    }

    fn load(&self) -> Result<Loaded, Problems> {
        load(&self.sources())
    }

    fn loaded(&self) -> Loaded {
        self.load().unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// The message of everything that is wrong.
    fn message(&self) -> String {
        match self.load() {
            Ok(_) => panic!("it loads"),
            Err(problems) => problems.to_string(),
        }
    }
}
