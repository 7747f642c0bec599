//! Which paths a proposal touches, and how.

use ledger::proposal::Proposal;

/// One path that a proposal touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touch {
    /// The path from the top of the worktree, as it is asked about.
    pub(crate) asked: String,
    /// How.
    pub(crate) how: How,
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
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => Vec::new(),
        Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::PullRequest { .. } => Vec::new(),
    }
}
