//! What is asked of git: one bare repository, one process for each question. Identities and settings of whoever runs the
//! tests never come in.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::options::Refused;

/// No commit at all.
pub(crate) const ZERO: &str = "0000000000000000000000000000000000000000";

/// Refuses pushes to references that stand in a file of the repository. Merges by the forge do not pass here.
const PRE_RECEIVE: &str = "#!/bin/sh\n\
while read old new ref; do\n\
  if grep -qxF \"$ref\" protected 2>/dev/null; then\n\
    echo \"Not allowed to push to protected branch ${ref#refs/heads/}\" >&2\n\
    exit 1\n\
  fi\n\
done\n";

/// A bare repository.
#[derive(Debug, Clone)]
pub(crate) struct Git {
    pub(crate) folder: PathBuf,
}

/// Who made a commit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) email: String,
    /// As git writes it; empty: now.
    pub(crate) date: String,
}

/// A commit as it is told.
#[derive(Debug, Clone, Default)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) parents: Vec<String>,
    pub(crate) author: Person,
    pub(crate) committer: Person,
    pub(crate) message: String,
    pub(crate) added: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) modified: Vec<String>,
}

/// A command of git without what the surroundings would add.
pub(crate) fn bare_command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.env_clear();
    for name in ["PATH", "LD_LIBRARY_PATH", "TMPDIR"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    command
}

impl Git {
    /// Makes the repository, empty.
    pub(crate) fn init(folder: PathBuf, branch: &str) -> Result<Git, Refused> {
        let broken = |_| Refused::broken();
        std::fs::create_dir_all(&folder).map_err(broken)?;
        let git = Git { folder };
        git.run(&["init", "--quiet", "--bare", "--initial-branch", branch, "."])?;
        git.run(&["config", "http.receivepack", "true"])?;
        git.run(&["config", "uploadpack.allowAnySHA1InWant", "true"])?;
        git.run(&["config", "gc.auto", "0"])?;
        let hook = git.folder.join("hooks/pre-receive");
        std::fs::create_dir_all(git.folder.join("hooks")).map_err(broken)?;
        std::fs::write(&hook, PRE_RECEIVE).map_err(broken)?;
        make_executable(&hook)?;
        Ok(git)
    }

    /// Says to which references nobody may push.
    pub(crate) fn protect(&self, refs: &[String]) -> Result<(), Refused> {
        let text = refs
            .iter()
            .map(|one| format!("{one}\n"))
            .collect::<String>();
        std::fs::write(self.folder.join("protected"), text).map_err(|_| Refused::broken())
    }

    /// What git prints, without the last line's end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String, Refused> {
        self.ask(arguments, &[], None)
            .and_then(|(ok, text)| match ok {
                true => Ok(text),
                false => Err(Refused::broken()),
            })
    }

    /// The same; `None` where git says no.
    pub(crate) fn maybe(&self, arguments: &[&str]) -> Option<String> {
        let (ok, text) = self.ask(arguments, &[], None).ok()?;
        ok.then_some(text)
    }

    pub(crate) fn ask(
        &self,
        arguments: &[&str],
        env: &[(&str, &str)],
        input: Option<&[u8]>,
    ) -> Result<(bool, String), Refused> {
        let mut command = bare_command(&self.folder);
        command
            .current_dir(&self.folder)
            .env("GIT_DIR", &self.folder)
            .args(arguments)
            .envs(env.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if input.is_some() {
            command.stdin(Stdio::piped());
        }
        let broken = |_| Refused::broken();
        let mut child = command.spawn().map_err(broken)?;
        if let (Some(bytes), Some(mut pipe)) = (input, child.stdin.take()) {
            // Whoever does not read all of it says so by its exit.
            let _ = pipe.write_all(bytes);
        }
        let output = child.wait_with_output().map_err(broken)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((output.status.success(), text.trim_end_matches('\n').into()))
    }

    /// All branches and tags, with where they stand.
    pub(crate) fn refs(&self) -> Result<BTreeMap<String, String>, Refused> {
        let format = "--format=%(refname) %(objectname)";
        let text = self.run(&["for-each-ref", format, "refs/heads", "refs/tags"])?;
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        Ok(pairs
            .map(|(name, sha)| (name.to_owned(), sha.to_owned()))
            .collect())
    }

    /// Moves a reference, if it stands where it is expected to; [`ZERO`] is nowhere.
    pub(crate) fn move_ref(&self, name: &str, to: &str, from: &str) -> Result<(), Refused> {
        match to == ZERO {
            true => self.run(&["update-ref", "-d", name, from]),
            false => self.run(&["update-ref", name, to, from]),
        }
        .map(drop)
    }

    /// Makes a commit of a tree.
    pub(crate) fn commit(
        &self,
        tree: &str,
        parents: &[&str],
        message: &str,
        author: &Person,
        committer: &Person,
    ) -> Result<String, Refused> {
        let mut arguments = vec!["commit-tree", tree];
        for parent in parents {
            arguments.extend(["-p", *parent]);
        }
        let mut env = vec![
            ("GIT_AUTHOR_NAME", author.name.as_str()),
            ("GIT_AUTHOR_EMAIL", author.email.as_str()),
            ("GIT_COMMITTER_NAME", committer.name.as_str()),
            ("GIT_COMMITTER_EMAIL", committer.email.as_str()),
        ];
        for (name, date) in [
            ("GIT_AUTHOR_DATE", &author.date),
            ("GIT_COMMITTER_DATE", &committer.date),
        ] {
            if !date.is_empty() {
                env.push((name, date));
            }
        }
        match self.ask(&arguments, &env, Some(message.as_bytes()))? {
            (true, id) => Ok(id),
            (false, _) => Err(Refused::broken()),
        }
    }

    /// The tree of one commit with files changed in it: `None` as content takes a file away.
    pub(crate) fn tree_with(
        &self,
        commit: Option<&str>,
        files: &[(&str, Option<&str>)],
    ) -> Result<String, Refused> {
        let index = self
            .folder
            .join(format!("index-{}", std::process::id()))
            .to_string_lossy()
            .into_owned();
        let env = [("GIT_INDEX_FILE", index.as_str())];
        let done = self.fill_index(&env, commit, files);
        let _ = std::fs::remove_file(&index);
        done
    }

    fn fill_index(
        &self,
        env: &[(&str, &str)],
        commit: Option<&str>,
        files: &[(&str, Option<&str>)],
    ) -> Result<String, Refused> {
        let must =
            |arguments: &[&str], input: Option<&[u8]>| match self.ask(arguments, env, input)? {
                (true, text) => Ok(text),
                (false, _) => Err(Refused::broken()),
            };
        must(&["read-tree", commit.unwrap_or("--empty")], None)?;
        for (path, content) in files {
            match content {
                Some(content) => {
                    let blob = must(&["hash-object", "-w", "--stdin"], Some(content.as_bytes()))?;
                    let info = format!("100644,{blob},{path}");
                    must(&["update-index", "--add", "--cacheinfo", &info], None)?;
                }
                None => {
                    must(&["update-index", "--force-remove", path], None)?;
                }
            }
        }
        must(&["write-tree"], None)
    }

    /// Commits that git's range names, newest first.
    pub(crate) fn log(&self, range: &[&str], max: usize) -> Result<Vec<Commit>, Refused> {
        let format = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x02";
        let count = format!("--max-count={max}");
        let mut arguments = vec!["log", format, "--name-status", "--no-renames", &count];
        arguments.extend(range);
        arguments.push("--");
        let text = self.run(&arguments)?;
        Ok(text
            .split('\u{1}')
            .skip(1)
            .filter_map(read_commit)
            .collect())
    }
}

fn read_commit(text: &str) -> Option<Commit> {
    let (head, changes) = text.split_once('\u{2}')?;
    let mut parts = head.split('\0');
    let mut next = || parts.next().map(str::to_owned);
    let id = next()?;
    let parents = next()?.split_whitespace().map(str::to_owned).collect();
    let mut person = || {
        Some(Person {
            name: next()?,
            email: next()?,
            date: next()?,
        })
    };
    let (author, committer) = (person()?, person()?);
    let mut commit = Commit {
        id,
        parents,
        author,
        committer,
        message: next()?,
        ..Commit::default()
    };
    for line in changes.lines() {
        match line.split_once('\t') {
            Some(("A", path)) => commit.added.push(path.to_owned()),
            Some(("D", path)) => commit.removed.push(path.to_owned()),
            Some((_, path)) => commit.modified.push(path.to_owned()),
            None => {}
        }
    }
    Some(commit)
}

#[cfg(unix)]
fn make_executable(file: &Path) -> Result<(), Refused> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))
        .map_err(|_| Refused::broken())
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<(), Refused> {
    Ok(())
}
