//! Which facts the policies want about a proposal. Pure: the harness answers from its closed list of look-ups.

use ledger::facts::Question;
use ledger::proposal::Proposal;

use crate::paths::{self, Leads};
use crate::shell::looks::looks;
use crate::shell::script::{self, Script};
use crate::touch::touches;

/// Questions of one proposal; more are not asked, and what was not asked asks.
const QUESTIONS_MAX: usize = 64;

/// What the policies need to know about the disk before they can judge this proposal.
#[must_use]
pub fn needs(proposal: &Proposal) -> Vec<Question> {
    let mut out: Vec<Question> = Vec::new();
    for touch in touches(proposal) {
        let question = Question::Path(touch.asked);
        if !out.contains(&question) && out.len() < QUESTIONS_MAX && worth(&question) {
            out.push(question);
        }
    }
    match proposal {
        Proposal::Exec { .. } | Proposal::Shell { .. } => out.push(Question::Declared),
        Proposal::Verify { .. } => out.push(Question::Declared),
        Proposal::Git { .. } | Proposal::Commit { .. } => out.push(Question::Branch),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. } => {}
    }
    out
}

/// Whether the answer could matter: not for the root, and not for what no answer makes a path.
fn worth(question: &Question) -> bool {
    match question {
        Question::Path(path) => match paths::leads(path, None) {
            Leads::Root | Leads::Wrong(_) => false,
            Leads::Inside(_) => true,
            Leads::Outside(_) => path.starts_with('/'),
        },
        Question::Branch | Question::Declared => true,
    }
}

/// Whether a proposal would change something: a role that only looks never may.
#[must_use]
pub fn would_write(proposal: &Proposal) -> bool {
    match proposal {
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. }
        | Proposal::Fetch { .. } => false,
        Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::PullRequest { .. }
        | Proposal::Delegate { .. } => true,
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => {
            !only_looks(proposal)
        }
    }
}

/// Whether every program that a proposal would start is known only to look.
fn only_looks(proposal: &Proposal) -> bool {
    match script::of(proposal) {
        Some(Script::Plain(calls)) => calls.iter().all(|call| looks(call).is_ok()),
        Some(Script::Opaque { .. }) | None => false,
    }
}
