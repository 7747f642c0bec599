//! Copies of a folder in which things may be broken, and in which certain commands may be run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::action::Declared;
use ledger::ids::RelPath;

use crate::acts::{CheckEnv, Environment, Whereabouts};
use crate::copy::{self, Limits, NoCopy};
use crate::process::{Command, Output, Starter};

/// Leave to copy one folder, and to run certain commands in the copies. A permit gives it, or a person's own call.
#[derive(Debug)]
pub struct Leave {
    pub(crate) root: PathBuf,
    /// Folders beside it that hold the same files in other versions.
    pub(crate) elsewhere: Vec<PathBuf>,
    pub(crate) commands: Vec<Declared>,
    pub(crate) starter: Starter,
    /// The environment that every child gets, and what is made of it for a copy.
    pub(crate) env: (Environment, CheckEnv),
}

impl Leave {
    /// The folder that is copied.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What the copies are copies of, and other folders that hold the same files.
    pub fn elsewhere(&self) -> impl Iterator<Item = &Path> {
        let others = self.elsewhere.iter().map(PathBuf::as_path);
        others.chain([self.root.as_path()])
    }

    /// The environment that every child gets.
    #[must_use]
    pub fn env(&self) -> &Environment {
        &self.env.0
    }

    /// Copies the folder to a place that does not exist yet.
    ///
    /// # Errors
    /// [`NoCopy`]; what was copied by then is taken away.
    pub fn copy(&self, to: &Path) -> Result<Scratch<'_>, NoCopy> {
        let scratch = Scratch {
            root: to.to_owned(),
            leave: self,
        };
        copy::copy_folder((&self.root, to), &Limits::default(), &|target| target)?;
        Ok(scratch)
    }
}

/// A copy; gone when dropped.
#[derive(Debug)]
pub struct Scratch<'a> {
    root: PathBuf,
    leave: &'a Leave,
}

impl Scratch<'_> {
    /// Runs one of the commands that there is leave for, to its end; `None` for any other.
    #[must_use]
    pub fn run(&self, command: &str, timeout: Duration) -> Option<Output> {
        let argv = self.declared(command)?.argv.clone();
        Some(self.started(argv, timeout))
    }

    /// Builds what one of the commands would run, and runs nothing of it; `None` where its tool can't be told to.
    #[must_use]
    pub fn build(&self, command: &str, timeout: Duration) -> Option<Output> {
        let argv = self.declared(command)?.build.clone()?;
        Some(self.started(argv, timeout))
    }

    fn declared(&self, command: &str) -> Option<&Declared> {
        let mut all = self.leave.commands.iter();
        all.find(|it| it.command.trim() == command.trim())
    }

    fn started(&self, argv: Vec<String>, timeout: Duration) -> Output {
        let mut job = Command::new(argv, &self.root);
        job.timeout = timeout;
        job.merge_stderr = true;
        let (env, apart) = &self.leave.env;
        let others = self.leave.elsewhere.iter().map(PathBuf::as_path);
        let elsewhere: Vec<&Path> = others.chain([self.leave.root.as_path()]).collect();
        let whereabouts = Whereabouts {
            here: &self.root,
            elsewhere: &elsewhere,
        };
        job.env = apart(whereabouts, env.clone());
        self.leave.starter.run(job)
    }

    /// Gives a file of the copy this content, or with `None` takes it away. A link in its place is replaced.
    ///
    /// # Errors
    /// What the system says; [`io::ErrorKind::InvalidInput`] where the way to it goes through a link, which may lead out
    /// of the copy.
    pub fn put(&self, path: &RelPath, content: Option<&[u8]>) -> io::Result<()> {
        let path = Path::new(path.as_str());
        let mut folder = self.root.clone();
        for part in path.parent().into_iter().flat_map(Path::components) {
            folder.push(part);
            match fs::symlink_metadata(&folder) {
                Ok(it) if it.is_dir() => {}
                Ok(_) => return Err(io::ErrorKind::InvalidInput.into()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => match content {
                    Some(_) => fs::create_dir(&folder)?,
                    None => return Ok(()),
                },
                Err(error) => return Err(error),
            }
        }
        let file = self.root.join(path);
        let there = fs::symlink_metadata(&file).map(|it| it.is_file());
        match (there, content) {
            (Ok(true), Some(content)) => fs::write(&file, content),
            (Ok(_), _) => {
                fs::remove_file(&file)?;
                content.map_or(Ok(()), |it| fs::write(&file, it))
            }
            (Err(_), Some(content)) => fs::write(&file, content),
            (Err(_), None) => Ok(()),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // What can't be taken away is left for `doctor`.
        let _ = fs::remove_dir_all(&self.root);
    }
}
