//! What is asked over the socket of a sandbox, and answered: one question a connection, each with its length before it.

use std::io::{self, Read, Write};
use std::time::Duration;

use ledger::ids::GitId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Bytes of one message at most: the content of what is staged is in it.
const MESSAGE_BYTES_MAX: u32 = 256 << 20;

/// Time in which a question has to have arrived, and an answer to be taken.
pub(super) const TALK_MAX: Duration = Duration::from_secs(20);

/// What is to be done outside.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// Take these objects in, and these lines into the index.
    Stage {
        /// Objects, as git packs them; empty: none are new.
        pack: Vec<u8>,
        /// What the index is to hold.
        lines: Vec<Line>,
    },
    /// Commit what the index holds.
    Commit {
        /// Its message; `None`: that of the commit that is replaced.
        message: Option<String>,
        /// It replaces the last commit.
        amend: bool,
        /// It may be without a change.
        allow_empty: bool,
    },
    /// Keep a commit that holds work which is put aside.
    Keep {
        /// Objects, as git packs them.
        pack: Vec<u8>,
        /// The commit.
        commit: GitId,
    },
    /// What is put aside, the newest first.
    Kept,
    /// One of these is no longer wanted.
    Forget(GitId),
    /// An event of the hook of an agent that works in the sandbox.
    Hook(Vec<u8>),
}

/// A line of the index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The path from the top of the worktree, as git has it.
    pub(crate) path: Vec<u8>,
    /// What it holds there; nothing: the path goes.
    pub(crate) held: Vec<Held>,
}

/// What a path holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    /// `100644` and the like.
    pub(crate) mode: String,
    /// Its content.
    pub(crate) id: GitId,
    /// 0, or which side of a conflict it is.
    pub(crate) stage: u8,
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It is done.
    Done,
    /// There is a new commit.
    Committed {
        /// The branch.
        branch: String,
        /// The commit.
        commit: GitId,
    },
    /// There was nothing to commit.
    NothingToCommit,
    /// What is put aside, the newest first: commits and their subjects.
    Kept(Vec<(GitId, String)>),
    /// What its hook is to print, and the status that it ends with.
    Hook(HookAnswer),
    /// It is not done, and why.
    Refused(String),
}

/// What a hook of an agent is to print, and the status that it ends with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HookAnswer {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The status.
    pub exit: u8,
}

/// Writes a message.
pub(crate) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).ok();
    let length = length.filter(|it| *it <= MESSAGE_BYTES_MAX);
    let length = length.ok_or_else(|| io::Error::other("it is larger than 256 MiB"))?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&bytes)?;
    to.flush()
}

/// Reads a message. One that is too long, cut off or not of this kind is an error.
pub(crate) fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MESSAGE_BYTES_MAX {
        return Err(io::Error::other("it is larger than 256 MiB"));
    }
    let mut bytes = Vec::new();
    from.take(length.into()).read_to_end(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
