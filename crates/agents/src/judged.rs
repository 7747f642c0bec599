//! What a call of an agent's tool is judged as.

use gate::wire::{self, CheckLine, LineContext, What};
use ledger::proposal::Proposal;

use crate::host::Card;

/// Where an agent is, and where it is judged: absolute directories.
#[derive(Debug, Clone, Copy)]
pub struct Whereabouts<'a> {
    /// Where the agent is; relative paths and commands begin there.
    pub cwd: Option<&'a str>,
    /// The top of what it may work on.
    pub root: &'a str,
}

impl<'a> Whereabouts<'a> {
    /// Where the agent is, as seen from the top; nothing where that is the top, or not known.
    fn seen_from_top(&self) -> Option<&'a str> {
        let cwd = self.cwd.filter(|it| it.starts_with('/'))?;
        let plain = cwd.trim_end_matches('/');
        match plain.strip_prefix(self.root.trim_end_matches('/')) {
            Some("") => None,
            Some(below) if below.starts_with('/') => Some(below.trim_start_matches('/')),
            Some(_) | None => Some(cwd),
        }
    }
}

/// What a call asks for, from its arguments as a line keeps them (JSON).
///
/// # Errors
/// Why that is not known, in words, for [`wire::unknown_call`].
pub fn read(tool: &str, arguments: &str) -> Result<What, String> {
    let arguments = serde_json::from_str(arguments)
        .map_err(|error| format!("its arguments can't be read: {error}"))?;
    wire::read_call(tool, arguments)
}

/// The question that the gates are asked about a call; `taint` is how many texts from outside the session has read.
#[must_use]
pub fn check_line(what: What, card: Option<&Card>, at: &Whereabouts<'_>, taint: u32) -> CheckLine {
    CheckLine {
        id: String::new(),
        what: judged(what, card, at),
        context: LineContext {
            taint,
            ..LineContext::default()
        },
    }
}

/// What a tool is asked to do, as the gates are asked about it, with its paths and its commands where the agent is. Where the
/// agent's hooks see what its sub-agents do, handing work to one is nothing by itself; else it is judged as a delegation.
fn judged(what: What, card: Option<&Card>, at: &Whereabouts<'_>) -> What {
    let placed = |proposal: Proposal| match at.seen_from_top() {
        Some(cwd) => placed_proposal(proposal, cwd),
        None => proposal,
    };
    match what {
        What::Proposal(Proposal::Delegate { .. }) if card.is_some_and(|it| it.sees_subagents) => {
            What::Several(Vec::new())
        }
        What::Proposal(proposal) => What::Proposal(placed(proposal)),
        What::Several(all) => What::Several(all.into_iter().map(placed).collect()),
        What::VerifyCommand(_) | What::ToolResult { .. } => what,
    }
}

fn placed_proposal(mut proposal: Proposal, cwd: &str) -> Proposal {
    match &mut proposal {
        Proposal::Read { path, .. }
        | Proposal::List { path }
        | Proposal::Write { path, .. }
        | Proposal::Edit { path, .. }
        | Proposal::Delete { path } => *path = below(cwd, path),
        Proposal::Search { path, .. } => {
            *path = Some(below(cwd, path.as_deref().unwrap_or_default()));
        }
        Proposal::Exec { cwd: at, .. } | Proposal::Shell { cwd: at, .. } => {
            *at = Some(below(cwd, at.as_deref().unwrap_or_default()));
        }
        Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Mcp { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => {}
    }
    proposal
}

/// A path as the agent means it. One that begins with `~` is not below its directory.
fn below(cwd: &str, path: &str) -> String {
    match path {
        "" => cwd.to_owned(),
        path if path.starts_with(['/', '~']) => path.to_owned(),
        path => format!("{}/{path}", cwd.trim_end_matches('/')),
    }
}

/// The command line that a call would run, if it is one.
#[must_use]
pub fn command_line(what: &What) -> Option<&str> {
    match what {
        What::Proposal(Proposal::Shell { command, .. }) => Some(command),
        What::Proposal(_) | What::Several(_) | What::VerifyCommand(_) | What::ToolResult { .. } => {
            None
        }
    }
}
