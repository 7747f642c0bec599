//! The files of the repository, each with what it is (a room's source, a test, data) and, for Rust, taken apart.
//!
//! Reads everything once; the checks get values. Links are not followed, build folders not entered.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::lex::{self, Masked};
use crate::modules;

/// Folders that hold no source of ours.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", ".interlock", ".venv"];
/// Folders whose files are examples and expected results: no rule about source looks into them.
const DATA: [&str; 9] = [
    "data",
    "fixtures",
    "golden",
    "corpus",
    "samples",
    "snapshots",
    "ui",
    "compile_fail",
    "seeds",
];
/// More than this is not a source tree.
const FILES_MAX: usize = 50_000;
const FILE_BYTES_MAX: u64 = 8 << 20;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Rust that ships, in a room's `src`.
    Product,
    /// Rust that only tests run: a room's `tests`, and what `src` declares under `#[cfg(test)]`, whatever it is called.
    Test,
    /// Rust of `xtask`, `bench`, `testforge`, an example or a build script.
    Chore,
    /// Examples and expected results.
    Data,
    /// Any other text: documents, manifests, scripts.
    Text,
}

/// One text file.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// From the repository's root, with `/`.
    pub path: String,
    /// As it is on disk.
    pub text: String,
    /// What it is for.
    pub kind: Kind,
    /// The crate it belongs to (`gate`, `xtask`); empty outside crates.
    pub room: String,
    /// The text taken apart, if it is Rust and not data.
    pub rust: Option<Masked>,
}

/// Every text file of the repository, in order of path, and what else there is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// The files.
    pub files: Vec<Source>,
    /// Paths of files that are no text: pictures.
    pub pictures: Vec<String>,
}

impl Source {
    /// A file as the checks see it, as long as nobody declares it for tests alone.
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let kind = kind_of(path);
        let is_rust = path.ends_with(".rs") && kind != Kind::Data;
        Source {
            path: path.to_owned(),
            text: text.to_owned(),
            kind,
            room: room_of(path).to_owned(),
            rust: is_rust.then(|| lex::mask(text)),
        }
    }
}

impl Tree {
    /// Reads the tree under `root`; of files that are not UTF-8 the paths.
    pub(crate) fn read(root: &Path) -> anyhow::Result<Tree> {
        let mut paths = Vec::new();
        walk(root, "", &mut paths)?;
        paths.sort();
        let (mut files, mut pictures) = (Vec::new(), Vec::new());
        for path in paths {
            let full = root.join(&path);
            // Others may work in the tree: a file can be gone by now.
            let Ok(bytes) = fs::read(&full) else { continue };
            match String::from_utf8(bytes) {
                Ok(text) => files.push(Source::new(&path, &text)),
                Err(_) => pictures.push(path),
            }
        }
        Ok(Tree {
            pictures,
            ..Tree::new(files)
        })
    }

    fn new(mut files: Vec<Source>) -> Tree {
        let mut for_tests = Vec::new();
        for file in files.iter().filter(|file| file.kind == Kind::Product) {
            let folder = modules::folder(&file.path);
            let declared = file.rust.iter().flat_map(modules::declared);
            for one in declared.filter(|one| one.is_test) {
                for_tests.push(format!("{folder}/{}", one.name));
            }
        }
        // `src/a/tests.rs`, and all that stands in `src/a/tests/`.
        let is_for_tests = |path: &str| {
            let mut rests = for_tests.iter().filter_map(|it| path.strip_prefix(it));
            rests.any(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        for file in &mut files {
            if file.kind == Kind::Product && is_for_tests(&file.path) {
                file.kind = Kind::Test;
            }
        }
        Tree {
            files,
            pictures: Vec::new(),
        }
    }

    /// The file at `path`, if there is one.
    pub(crate) fn get(&self, path: &str) -> Option<&Source> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Every Rust file that is not data, with the text taken apart.
    pub(crate) fn rust(&self) -> impl Iterator<Item = (&Source, &Masked)> {
        self.files
            .iter()
            .filter_map(|file| file.rust.as_ref().map(|rust| (file, rust)))
    }

    /// A tree of given paths and texts.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let files = files.iter();
        Tree::new(files.map(|(path, text)| Source::new(path, text)).collect())
    }
}

fn walk(root: &Path, below: &str, into: &mut Vec<String>) -> anyhow::Result<()> {
    let folder = root.join(below);
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot list `{below}`"))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() {
            name.clone()
        } else {
            format!("{below}/{name}")
        };
        let kind = entry.file_type()?;
        if kind.is_dir() && !SKIPPED.contains(&name.as_str()) && !name.starts_with("target-") {
            walk(root, &path, into)?;
        } else if kind.is_file()
            // In a worktree, `.git` is a file that says where the rest is.
            && name != ".git"
            && entry
                .metadata()
                .is_ok_and(|meta| meta.len() <= FILE_BYTES_MAX)
        {
            into.push(path);
        }
        if into.len() > FILES_MAX {
            bail!("more than {FILES_MAX} files: is a build folder inside the repository?");
        }
    }
    Ok(())
}

fn room_of(path: &str) -> &str {
    let mut parts = path.split('/');
    match (parts.next(), parts.next()) {
        (Some("crates"), Some(room)) => room,
        (Some(chore @ ("xtask" | "bench" | "testforge")), Some(_)) => chore,
        _ => "",
    }
}

fn kind_of(path: &str) -> Kind {
    let parts: Vec<&str> = path.split('/').collect();
    let folders = parts
        .get(..parts.len().saturating_sub(1))
        .unwrap_or_default();
    let name = parts.last().copied().unwrap_or_default();
    // A room may be called like a data folder, a folder inside it may not.
    let below = if folders.first() == Some(&"crates") {
        2
    } else {
        0
    };
    let is_data = folders
        .iter()
        .skip(below)
        .any(|folder| DATA.contains(folder));
    // Under `tests`, cargo compiles `tests/*.rs` and `tests/it/`; other Rust there is input of a test.
    let tests = folders.iter().position(|folder| *folder == "tests");
    let in_src = folders.contains(&"src");
    let is_input = tests.is_some_and(|at| folders.get(at + 1).is_some_and(|next| *next != "it"));
    match (room_of(path), name) {
        _ if is_data || (is_input && !in_src) || name.ends_with(".snap") => Kind::Data,
        (_, name) if !name.ends_with(".rs") => Kind::Text,
        ("xtask" | "bench" | "", _) | (_, "build.rs") => Kind::Chore,
        _ if tests.is_some() && !in_src => Kind::Test,
        ("testforge", _) => Kind::Chore,
        _ if folders.contains(&"benches") || folders.contains(&"examples") => Kind::Chore,
        _ => Kind::Product,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (path, kind, room) in [
            ("crates/gate/src/lib.rs", Kind::Product, "gate"),
            ("crates/gate/src/shell/tests.rs", Kind::Product, "gate"),
            ("crates/gate/src/tests/cases/a.rs", Kind::Product, "gate"),
            ("crates/gate/tests/it/main.rs", Kind::Test, "gate"),
            ("crates/gate/tests/it/data/a.rs", Kind::Data, "gate"),
            ("crates/ledger/tests/ui/forged.rs", Kind::Data, "ledger"),
            ("crates/ledger/tests/doors/forged.rs", Kind::Data, "ledger"),
            ("crates/code/src/data/rules.json", Kind::Data, "code"),
            ("crates/cli/build.rs", Kind::Chore, "cli"),
            ("crates/store/examples/a.rs", Kind::Chore, "store"),
            ("xtask/src/main.rs", Kind::Chore, "xtask"),
            ("testforge/src/lib.rs", Kind::Chore, "testforge"),
            ("testforge/tests/it/main.rs", Kind::Test, "testforge"),
            ("corpus/a.rs", Kind::Data, ""),
            ("docs/a.md", Kind::Text, ""),
        ] {
            assert_eq!((kind_of(path), room_of(path)), (kind, room), "{path}");
        }
    }

    #[test]
    fn what_src_declares_for_tests_is_a_test_and_a_folder_of_that_name_is_not() {
        let tree = Tree::of(&[
            ("crates/gate/src/lib.rs", "mod tests;\nmod shell;\n"),
            ("crates/gate/src/tests/mod.rs", "mod cases;\n"),
            ("crates/gate/src/tests/cases.rs", ""),
            ("crates/gate/src/shell.rs", "#[cfg(test)]\nmod laws;\n"),
            (
                "crates/gate/src/shell/laws.rs",
                "mod cases { mod hidden; }\n",
            ),
            ("crates/gate/src/shell/laws/cases/hidden.rs", ""),
            ("crates/gate/src/shell/lawsuit.rs", ""),
        ]);
        let tests: Vec<&str> = tree
            .files
            .iter()
            .filter(|file| file.kind == Kind::Test)
            .map(|file| file.path.as_str())
            .collect();
        let expected = [
            "crates/gate/src/shell/laws.rs",
            "crates/gate/src/shell/laws/cases/hidden.rs",
        ];
        assert_eq!(tests, expected);
    }
}
