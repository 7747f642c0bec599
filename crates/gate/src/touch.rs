//! Which paths a proposal touches, and how.

use ledger::proposal::Proposal;

use crate::paths;
use crate::shell::looks::looks;
use crate::shell::script::{self, Script};

/// One path that a proposal touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touch {
    /// The path from the top of the worktree, as it is asked about.
    pub(crate) asked: String,
    /// How.
    pub(crate) how: How,
}

impl Touch {
    /// A touch of this path.
    pub(crate) fn of(path: &str, how: How) -> Self {
        Self {
            asked: path.to_owned(),
            how,
        }
    }
}

/// How a path is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// Its name, kind or size only.
    Name,
    /// Its content.
    Read,
    /// Everything below it.
    Walk,
    /// It is created, replaced or changed.
    Write,
    /// It is deleted.
    Delete,
}

impl How {
    /// Whether something is different afterwards.
    pub(crate) fn changes(self) -> bool {
        match self {
            How::Write | How::Delete => true,
            How::Name | How::Read | How::Walk => false,
        }
    }

    /// The verb for people.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            How::Name => "look at",
            How::Read => "read",
            How::Walk => "search",
            How::Write => "write",
            How::Delete => "delete",
        }
    }
}

/// The paths that a proposal names.
pub(crate) fn touches(proposal: &Proposal) -> Vec<Touch> {
    let one = |path: &str, how| {
        vec![Touch {
            asked: path.to_owned(),
            how,
        }]
    };
    match proposal {
        Proposal::Read { path, .. } => one(path, How::Read),
        Proposal::List { path } if path.is_empty() => Vec::new(),
        Proposal::List { path } => one(path, How::Name),
        Proposal::Search { path, .. } => match path.as_deref() {
            None | Some("") => Vec::new(),
            Some(path) => one(path, How::Walk),
        },
        Proposal::Write { path, .. } | Proposal::Edit { path, .. } => one(path, How::Write),
        Proposal::Delete { path } => one(path, How::Delete),
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => started(proposal),
        Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => Vec::new(),
    }
}

/// What programs touch that only look, and the directory they start in. What others touch is not known: they ask.
fn started(proposal: &Proposal) -> Vec<Touch> {
    let cwd = script::cwd(proposal).filter(|cwd| !cwd.is_empty());
    let mut out: Vec<Touch> = cwd
        .map(|cwd| Touch::of(cwd, How::Name))
        .into_iter()
        .collect();
    let Some(Script::Plain(calls)) = script::of(proposal) else {
        return out;
    };
    for touch in calls.iter().filter_map(|call| looks(call).ok()).flatten() {
        out.push(Touch {
            asked: paths::join(cwd, &touch.asked),
            how: touch.how,
        });
    }
    out
}
