//! What tools take: the kinds of arguments that are read.

use ledger::forge::MeansKind;
use ledger::proposal::Shell;

/// What a tool takes, and so what it proposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A command line for this shell unless it names another, or a program with its arguments.
    Command(Shell),
    /// A file.
    File(Deed),
    /// Files and what becomes of each, as one text.
    Patch,
    /// Patterns of files that are read.
    Globs,
    /// What is typed into a program that runs.
    Typed,
    /// Nothing that touches files, programs or the network: lists, questions to the person, the agent's own bookkeeping.
    Nothing,
    /// A file and several pieces of it, each with what replaces it.
    Edits,
    /// Where something is looked for.
    Look(Look),
    /// An address.
    Fetch,
    /// Words behind `git`.
    Git,
    /// A message.
    Commit,
    /// Title and body.
    PullRequest,
    /// What is done on the forge that a run is about.
    OnForge(MeansKind),
    /// A server, a tool of it, and its arguments.
    Mcp,
    /// Another agent and its task.
    Delegate,
    /// A declared command.
    Verify,
    /// What a tool brought back.
    Result,
    /// A question to a person.
    Ask,
    /// That the task is done.
    Done,
    /// A plan.
    Plan,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// It is read, or some lines of it.
    Read,
    /// It gets a whole new content.
    Write,
    /// A piece of it is replaced.
    Edit,
    /// It is deleted.
    Delete,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The names in a directory.
    Directory,
    /// Contents that fit a regular expression.
    Contents,
    /// Names that fit a pattern.
    Names,
}
