//! What changes the index: the machine's git does it with an index and a store of objects of its own, and what came of that
//! is staged outside.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use ledger::ids::GitId;

use super::super::wire::{Ask, Held, Line};
use super::{Ended, Stopped, Typed, ask, code, path_of, show, start, text_of};
use crate::process::plain::{Done, Plain};

/// What git keeps for one worktree, and a store of objects, for one command. They begin as those of the worktree; the store
/// holds what is new.
#[derive(Debug)]
pub(super) struct Staging {
    folder: PathBuf,
    top: PathBuf,
    objects_of_all: PathBuf,
    before: Index,
}

/// What git keeps for one worktree, and a command may need: where it stands, what is staged, and what is left out of it.
const OF_A_WORKTREE: [&str; 4] = ["HEAD", "index", "config.worktree", "info/sparse-checkout"];

/// What each path of an index holds.
type Index = BTreeMap<Vec<u8>, Vec<Held>>;

impl Staging {
    /// Makes them, for a command in this worktree.
    pub(super) fn begin(typed: &Typed) -> Result<Self, Stopped> {
        let folder = std::env::temp_dir().join(format!("interlock-git-{}", std::process::id()));
        let objects = folder.join("objects");
        fs::create_dir_all(objects.join("info"))?;
        fs::create_dir_all(objects.join("pack"))?;
        let asked = ["rev-parse", "--path-format=absolute"];
        let places = ["--show-toplevel", "--git-dir", "--git-common-dir"];
        let done = start(typed.git(&[&asked[..], &places].concat()))?;
        let mut lines = done.stdout.split(|byte| *byte == b'\n').map(path_of);
        let mut place = || lines.next().unwrap_or_default();
        let (top, git_dir, common_dir) = (place(), place(), place());
        let own = folder.join("git");
        fs::create_dir_all(own.join("info"))?;
        for name in OF_A_WORKTREE {
            if git_dir.join(name).exists() {
                fs::copy(git_dir.join(name), own.join(name))?;
            }
        }
        fs::write(own.join("commondir"), common_dir.as_os_str().as_bytes())?;
        let mut staging = Self {
            folder,
            top,
            objects_of_all: common_dir.join("objects"),
            before: Index::new(),
        };
        staging.before = staging.index(typed)?;
        Ok(staging)
    }

    /// Where they are; it goes with them.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The top of the worktree.
    pub(super) fn top(&self) -> &Path {
        &self.top
    }

    /// A git that works with them.
    pub(super) fn within(&self, mut plain: Plain) -> Plain {
        let own = [
            ("GIT_DIR", self.folder.join("git")),
            ("GIT_WORK_TREE", self.top.clone()),
            ("GIT_OBJECT_DIRECTORY", self.folder.join("objects")),
            (
                "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                quoted(&self.objects_of_all),
            ),
        ];
        let own = own.map(|(name, value)| (name.into(), Some(value.into_os_string())));
        plain.env.extend(own);
        plain.env.extend(somebody());
        plain
    }

    /// Runs one, and fails where it does.
    pub(super) fn must(&self, typed: &Typed, words: &[&str]) -> Result<String, Stopped> {
        self.must_with(typed.git(words))
    }

    pub(super) fn must_with(&self, plain: Plain) -> Result<String, Stopped> {
        text_of(&start(self.within(plain))?)
    }

    /// What the index holds.
    fn index(&self, typed: &Typed) -> Result<Index, Stopped> {
        let mut list = typed.git(&["ls-files", "--stage", "-z"]);
        list.cwd.clone_from(&self.top);
        let done = start(self.within(list))?;
        let mut index = Index::new();
        for line in done.stdout.split(|byte| *byte == 0) {
            if let Some((path, held)) = line_of(line) {
                index.entry(path).or_default().push(held);
            }
        }
        Ok(index)
    }

    /// Packs what is new.
    pub(super) fn pack(&self, typed: &Typed) -> Result<Vec<u8>, Stopped> {
        let asked = "--batch-check=%(objectname)";
        let mut list = self.within(typed.git(&["cat-file", "--batch-all-objects", asked]));
        list.env
            .push(("GIT_ALTERNATE_OBJECT_DIRECTORIES".into(), None));
        let new = start(list)?.stdout;
        if new.is_empty() {
            return Ok(new);
        }
        let mut pack = self.within(typed.git(&["pack-objects", "--stdout", "-q"]));
        pack.stdin = new;
        let done = start(pack)?;
        if done.code != 0 {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(io::Error::other(said.trim().to_owned()).into());
        }
        Ok(done.stdout)
    }

    /// Has outside staged what the index holds otherwise than before.
    pub(super) fn hand_over(&mut self, typed: &Typed) -> Result<(), Stopped> {
        let now = self.index(typed)?;
        let mut lines = Vec::new();
        for (path, held) in &now {
            if self.before.get(path) != Some(held) {
                let (path, held) = (path.clone(), held.clone());
                lines.push(Line { path, held });
            }
        }
        let gone = self.before.keys().filter(|it| !now.contains_key(*it));
        lines.extend(gone.map(|path| Line {
            path: path.clone(),
            held: Vec::new(),
        }));
        if lines.is_empty() {
            return Ok(());
        }
        let pack = self.pack(typed)?;
        ask(&Ask::Stage { pack, lines })?;
        self.before = now;
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // It ends with the sandbox at the latest.
        let _left = fs::remove_dir_all(&self.folder);
    }
}

impl Typed {
    /// Has the machine's git do this in an index of its own, and what it staged staged outside.
    pub(super) fn stage(&self, words: &[OsString]) -> Ended {
        let done = self.staged(words)?;
        show(&done);
        Ok(code(&done))
    }

    /// The same, told by who called.
    pub(super) fn staged(&self, words: &[OsString]) -> Result<Done, Stopped> {
        let mut staging = Staging::begin(self)?;
        let argv = std::iter::once(self.git.clone()).chain(words.iter().cloned());
        let done = start(staging.within(Plain::new(argv, &self.cwd)))?;
        if done.code == 0 {
            staging.hand_over(self)?;
        }
        Ok(done)
    }
}

/// `MODE ID STAGE\tPATH`, as `ls-files --stage` says it.
fn line_of(line: &[u8]) -> Option<(Vec<u8>, Held)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = line.split_at(tab);
    let mut head = std::str::from_utf8(head).ok()?.split(' ');
    let held = Held {
        mode: head.next()?.to_owned(),
        id: GitId::new(head.next()?).ok()?,
        stage: head.next()?.parse().ok()?,
    };
    Some((path.get(1..)?.to_vec(), held))
}

/// A path in a list that is divided by colons: git takes it in quotes.
fn quoted(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    if text.contains([':', '"']) {
        let inside = text.replace('\\', r"\\").replace('"', "\\\"");
        return PathBuf::from(format!("\"{inside}\""));
    }
    path.to_owned()
}

/// Who makes commits that never come to a branch: the person's configuration is not here.
fn somebody() -> Vec<(OsString, Option<OsString>)> {
    let who = [
        ("GIT_AUTHOR_NAME", "Interlock"),
        ("GIT_AUTHOR_EMAIL", "interlock@localhost"),
        ("GIT_COMMITTER_NAME", "Interlock"),
        ("GIT_COMMITTER_EMAIL", "interlock@localhost"),
    ];
    who.map(|(name, value)| (name.into(), Some(value.into())))
        .to_vec()
}
