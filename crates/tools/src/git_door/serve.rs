//! The driver's side: carries out what is asked for, with fixed verbs, on the branch of one worktree.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use ledger::ids::GitId;
use regex::RegexSet;
use rustix::io::Errno;
use rustix::net::{AddressFamily, Shutdown, SocketFlags, SocketType, accept, shutdown};

use super::hook::HookAsks;
use super::wire::{Answer, Ask, Held, Line, TALK_MAX, receive, send};
use crate::git::{GitError, Repo};

/// Bytes of a message of a commit at most.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// Bytes of packs that one sandbox brings into the repository at most: they stay there.
const BROUGHT_BYTES_MAX: u64 = 2 << 30;
/// What is put aside at most.
const KEPT_MAX: usize = 100;
/// What a path of the index may hold: files and links, and nothing that leads to another repository.
const MODES: [&str; 3] = ["100644", "100755", "120000"];

/// On what is carried out, and within which bounds.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// The worktree.
    pub(crate) repo: Repo,
    /// The commit that the task began from: it and those before it are not replaced.
    pub(crate) base: GitId,
    /// Names of what is never committed, as regular expressions.
    pub(crate) never: RegexSet,
    /// Below these refs stands what is put aside.
    pub(crate) aside: String,
    /// Below these refs stay commits that were replaced.
    pub(crate) replaced: String,
    /// Who answers the hooks of an agent that works there, if one does.
    pub(crate) hooks: Option<HookAsks>,
}

/// The thread that answers. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Door {
    asked_on: OwnedFd,
    /// Held while something is carried out.
    busy: Arc<Mutex<()>>,
}

/// What belongs to the sandbox: the socket that is to be bound in it, and what tells that it stands.
pub(crate) type Handed = (OwnedFd, mpsc::Sender<()>);

impl Door {
    /// Answers questions once the sandbox stands.
    pub(crate) fn open(bounds: Bounds) -> io::Result<(Self, Handed)> {
        #[cfg(target_os = "linux")]
        let flags = SocketFlags::CLOEXEC;
        #[cfg(not(target_os = "linux"))]
        let flags = SocketFlags::empty();
        let family = AddressFamily::UNIX;
        let asked_on = rustix::net::socket_with(family, SocketType::STREAM, flags, None)?;
        let (ours, theirs) = (asked_on.try_clone()?, asked_on.try_clone()?);
        let (stands, tell) = mpsc::channel();
        let busy = Arc::new(Mutex::new(()));
        let held = Arc::clone(&busy);
        thread::Builder::new()
            .name("git of a sandbox".to_owned())
            .spawn(move || {
                // Where the sandbox does not stand, nobody can ask.
                if tell.recv().is_ok() {
                    answer_all(&ours, &bounds, &held);
                }
            })?;
        let handed = (theirs, stands);
        Ok((Self { asked_on, busy }, handed))
    }

    /// Waits until nothing is being carried out.
    pub(crate) fn settle(&self) {
        drop(self.busy.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ended_already = shutdown(&self.asked_on, Shutdown::Both);
        self.settle();
    }
}

fn answer_all(asked_on: &OwnedFd, bounds: &Bounds, busy: &Mutex<()>) {
    let mut left = BROUGHT_BYTES_MAX;
    loop {
        match accept(asked_on) {
            Ok(connection) => {
                // Who asks and goes away gets no answer; nothing else depends on it.
                let _gone = answer(UnixStream::from(connection), bounds, (busy, &mut left));
            }
            Err(Errno::INTR | Errno::CONNABORTED) => {}
            Err(_) => return,
        }
    }
}

fn answer(
    mut stream: UnixStream,
    bounds: &Bounds,
    (busy, left): (&Mutex<()>, &mut u64),
) -> io::Result<()> {
    stream.set_read_timeout(Some(TALK_MAX))?;
    stream.set_write_timeout(Some(TALK_MAX))?;
    let ask: Ask = receive(&mut stream)?;
    let answer = if let Ask::Hook(event) = ask {
        match &bounds.hooks {
            Some(hooks) => hooks.ask(event),
            None => Answer::Refused("no agent of this run works here".to_owned()),
        }
    } else {
        let _busy = busy.lock().unwrap_or_else(PoisonError::into_inner);
        match left.checked_sub(brought(&ask)) {
            Some(rest) => {
                *left = rest;
                bounds.carry_out(ask)
            }
            None => Answer::Refused(
                "the commands of this task have brought 2 GiB into the repository already"
                    .to_owned(),
            ),
        }
    };
    send(&mut stream, &answer)
}

/// Bytes that a question brings along.
fn brought(ask: &Ask) -> u64 {
    match ask {
        Ask::Stage { pack, .. } | Ask::Keep { pack, .. } => pack.len() as u64,
        Ask::Commit { .. } | Ask::Kept | Ask::Forget(_) | Ask::Hook(_) => 0,
    }
}

impl Bounds {
    pub(crate) fn carry_out(&self, ask: Ask) -> Answer {
        let done = match ask {
            Ask::Stage { pack, lines } => self.stage(pack, &lines),
            Ask::Commit {
                message,
                amend,
                allow_empty,
            } => self.commit(message, amend, allow_empty),
            Ask::Keep { pack, commit } => self.keep(pack, &commit),
            Ask::Kept => self.kept(),
            Ask::Forget(commit) => self.forget(&commit),
            Ask::Hook(_) => Ok(Answer::Refused(
                "it is nothing to be carried out".to_owned(),
            )),
        };
        done.unwrap_or_else(|error| Answer::Refused(error.to_string()))
    }

    fn stage(&self, pack: Vec<u8>, lines: &[Line]) -> Result<Answer, GitError> {
        let mut list = Vec::new();
        let none = "0".repeat(self.base.as_str().len());
        for line in lines {
            if let Some(why) = self.refused(line) {
                return Ok(Answer::Refused(why));
            }
            // Whatever stood there goes first: a conflict has several lines for one path.
            let gone = format!("0 {none}\t");
            list.extend([gone.as_bytes(), &line.path, &[0]].concat());
            for Held { mode, id, stage } in &line.held {
                let head = format!("{mode} {id} {stage}\t");
                list.extend([head.as_bytes(), &line.path, &[0]].concat());
            }
        }
        if !pack.is_empty() {
            self.repo.take_in(pack)?;
        }
        self.repo.stage_lines(list)?;
        Ok(Answer::Done)
    }

    /// Why a line does not come into the index, if it does not.
    fn refused(&self, line: &Line) -> Option<String> {
        let path = String::from_utf8_lossy(&line.path);
        if line.path.contains(&0) || line.path.is_empty() {
            return Some("a path is none".to_owned());
        }
        let known = |it: &Held| MODES.contains(&it.mode.as_str()) && it.stage <= 3;
        if !line.held.iter().all(known) {
            return Some(format!(
                "`{path}` is a repository of its own, or no file: only files and links are staged"
            ));
        }
        let never = !line.held.is_empty() && self.never.is_match(&path);
        never.then(|| format!("`{path}` is not staged: files with such a name are never committed"))
    }

    fn commit(
        &self,
        message: Option<String>,
        amend: bool,
        allow_empty: bool,
    ) -> Result<Answer, GitError> {
        let repo = &self.repo;
        let (branch, head) = repo.branch()?;
        let tree = repo.index_tree()?;
        let (parent, message) = if amend {
            let parent = match repo.only_parent(&head)? {
                Some(parent) if !repo.is_ancestor(&head, &self.base)? => parent,
                Some(_) | None => {
                    let why = "the last commit is not one of this task, so it is not replaced";
                    return Ok(Answer::Refused(why.to_owned()));
                }
            };
            let old = repo.messages(&parent, &head, 1)?.pop();
            let message = message.or(old).unwrap_or_default();
            (parent, message)
        } else {
            (head.clone(), message.unwrap_or_default())
        };
        if message.trim().is_empty() || message.len() > MESSAGE_BYTES_MAX {
            let why = "Aborting commit due to empty commit message, or one of more than 64 KiB.";
            return Ok(Answer::Refused(why.to_owned()));
        }
        if !amend && !allow_empty && tree == repo.tree_of(&head)? {
            return Ok(Answer::NothingToCommit);
        }
        let commit = repo.commit_tree(&tree, &[parent], &message)?;
        if amend {
            let name = format!("{}/{}", self.replaced, head.short());
            if repo.find(&name)?.is_none() {
                repo.update_ref(&name, &head, None)?;
            }
        }
        repo.update_ref(&format!("refs/heads/{branch}"), &commit, Some(&head))?;
        Ok(Answer::Committed { branch, commit })
    }

    fn keep(&self, pack: Vec<u8>, commit: &GitId) -> Result<Answer, GitError> {
        let there = self.repo.refs_below(&self.aside)?;
        if there.len() >= KEPT_MAX {
            let why = format!("{KEPT_MAX} are put aside already; `git stash drop` takes one away");
            return Ok(Answer::Refused(why));
        }
        let newest = there.first().and_then(|(name, _, _)| {
            let number = name.rsplit('/').next()?;
            number.parse::<u32>().ok()
        });
        if !pack.is_empty() {
            self.repo.take_in(pack)?;
        }
        self.repo.resolve(&format!("{commit}^{{commit}}"))?;
        let number = newest.map_or(0, |it| it.saturating_add(1));
        let name = format!("{}/{number:08}", self.aside);
        self.repo.update_ref(&name, commit, None)?;
        Ok(Answer::Done)
    }

    fn kept(&self) -> Result<Answer, GitError> {
        let all = self.repo.refs_below(&self.aside)?;
        let all = all.into_iter().map(|(_, commit, title)| (commit, title));
        Ok(Answer::Kept(all.collect()))
    }

    fn forget(&self, commit: &GitId) -> Result<Answer, GitError> {
        let all = self.repo.refs_below(&self.aside)?;
        match all.iter().find(|(_, it, _)| it == commit) {
            Some((name, _, _)) => {
                self.repo.delete_ref(name, commit)?;
                Ok(Answer::Done)
            }
            None => Ok(Answer::Refused("it is not put aside".to_owned())),
        }
    }
}
