//! A folder that stands in for the top of the file system. What a row calls `/home/dev` is below it; links that are
//! absolute lead below it too, so that what they lead to is what the row means.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use audit::corpus::Object;
use audit::corpus::setup::Thing;
use ledger::facts::{Fact, Question};
use tools::new_folder::NewFolder;

use crate::runs;

/// The folder, with what was laid out last. It is removed when this goes.
#[derive(Debug)]
pub(super) struct Stage {
    folder: NewFolder,
    stands: Vec<Object>,
}

impl Stage {
    pub(super) fn new() -> io::Result<Self> {
        let letters = runs::letters().map_err(io::Error::other)?;
        let top = std::env::temp_dir().join(format!("interlock-corpus-{letters}"));
        Ok(Self {
            folder: NewFolder::make(&top)?,
            stands: Vec::new(),
        })
    }

    /// The folder, for what the tools for files do in it.
    pub(super) fn folder(&self) -> &NewFolder {
        &self.folder
    }

    /// Where it is. Links on the way to it would count as links of the row, so there are none.
    fn top(&self) -> &Path {
        self.folder.path()
    }

    /// Where something absolute is in truth.
    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.top().join(path.trim_start_matches('/'))
    }

    /// Makes these things stand, and nothing else.
    pub(super) fn lay_out(&mut self, objects: &[Object]) -> io::Result<()> {
        if self.stands == objects && !objects.is_empty() {
            return Ok(());
        }
        self.stands.clear();
        fs::remove_dir_all(self.top())?;
        self.folder = NewFolder::make(self.top())?;
        for object in objects {
            self.put(object)?;
        }
        self.stands = objects.to_vec();
        Ok(())
    }

    /// Makes one thing stand, in place of what stood there.
    pub(super) fn put(&mut self, object: &Object) -> io::Result<()> {
        self.stands.clear();
        let path = self.at(&object.path);
        // A row can't reach out of the stage, whatever its path says.
        if path
            .components()
            .any(|it| it == std::path::Component::ParentDir)
        {
            return Err(io::Error::other(format!(
                "`{}` has `..` in it",
                object.path
            )));
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_dir() && object.what != Thing::Directory => {
                fs::remove_dir_all(&path)?;
            }
            Ok(there) if !there.is_dir() => fs::remove_file(&path)?,
            Ok(_) | Err(_) => {}
        }
        self.make(&path, &object.what)
    }

    fn make(&self, path: &Path, what: &Thing) -> io::Result<()> {
        match what {
            Thing::File(text) => {
                // git's pointer from a linked worktree is a path, so it is one here too.
                let here = format!("gitdir: {}/", self.top().display());
                fs::write(path, text.replacen("gitdir: /", &here, 1))
            }
            Thing::Directory => fs::create_dir_all(path),
            Thing::Symlink(target) if target.starts_with('/') => symlink(self.at(target), path),
            Thing::Symlink(target) => symlink(target, path),
            Thing::HardLink(target) => {
                let target = self.at(target);
                if !target.exists() {
                    if let Some(parent) = target.parent() {
                        fs::create_dir_all(parent)?;
                    }
                    fs::write(&target, "x\n")?;
                }
                fs::hard_link(target, path)
            }
            Thing::Fifo => self.folder.make_pipe(path),
            // The name stays when nobody listens any more.
            Thing::Socket => UnixListener::bind(path).map(drop),
        }
    }

    /// Answers questions about a worktree, as a run would.
    pub(super) fn facts(&self, worktree: &str, questions: &[Question]) -> Vec<Fact> {
        if questions.is_empty() {
            return Vec::new();
        }
        let root = self.at(worktree);
        let below: Vec<Question> = questions.iter().map(|it| self.below(it)).collect();
        let facts = tools::acts::facts_of(&root, &below);
        facts
            .into_iter()
            .zip(questions)
            .map(|(fact, question)| self.told(fact, question))
            .collect()
    }

    /// A question about a path of the row, as one about the stage.
    fn below(&self, question: &Question) -> Question {
        match question {
            Question::Path(path) if path.starts_with('/') => {
                Question::Path(self.at(path).display().to_string())
            }
            Question::Path(_)
            | Question::Branch
            | Question::Declared
            | Question::Text(_)
            | Question::DashedName(_)
            | Question::Names(_)
            | Question::InBase(_)
            | Question::Alike(_) => question.clone(),
        }
    }

    /// An answer in the row's words.
    fn told(&self, fact: Fact, question: &Question) -> Fact {
        match (fact, question) {
            (Fact::Path { mut found, .. }, Question::Path(asked)) => {
                let top = self.top().display().to_string();
                found.leads = found.leads.map(|path| {
                    path.strip_prefix(&top).map_or_else(
                        || path.clone(),
                        |rest| format!("/{}", rest.trim_start_matches('/')),
                    )
                });
                Fact::Path {
                    asked: asked.clone(),
                    found,
                }
            }
            (Fact::Unknown { why, .. }, _) => Fact::Unknown {
                question: question.clone(),
                why,
            },
            (fact, _) => fact,
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // What can't be removed is left in the temporary directory; nothing depends on it.
        let _ = fs::remove_dir_all(self.top());
    }
}
