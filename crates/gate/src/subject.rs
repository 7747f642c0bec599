//! What the gates can be asked about: one variant for each kind of thing that comes to a checkpoint.

use ledger::evidence::Evidence;
use ledger::gate::Finding;
use ledger::ids::{GitId, Hash};
use ledger::observation::{ChangeFacts, ChangedFile, TestFacts};
use ledger::phase::Phase;
use ledger::plan::Plan;
use ledger::promise::{Promise, Source};
use ledger::proposal::Proposal;
use ledger::report::ReportStatus;
use serde::Serialize;

use crate::canonical::digest_of;

/// The thing that is asked about.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A task about to be taken in (`pre-input`).
    Input(&'a Source),
    /// A plan about to be made or replaced (`pre-plan`).
    Plan {
        /// The new plan.
        plan: &'a Plan,
        /// What it has to fulfil.
        promise: &'a Promise,
        /// Paths of artifacts, or requirement ids, that the last report found missing: a new plan must not drop one.
        open_gaps: &'a [String],
    },
    /// A phase about to be entered (`pre-phase-transition`).
    Transition(Transition<'a>),
    /// A tool about to run (`pre-tool`).
    Tool(&'a Proposal),
    /// What a tool brought back (`post-tool`).
    ToolResult {
        /// The tool's name.
        tool: &'a str,
        /// Its text, before redaction.
        text: &'a str,
        /// Whether it came from outside the worktree (network, another agent, an issue).
        untrusted: bool,
        /// What was taken out of it or defused in it when it came in, each as `rule: words`.
        cleaned: &'a [String],
    },
    /// A file about to be changed (`pre-write`): `Write`, `Edit` or `Delete`.
    Write(&'a Proposal),
    /// A file that was changed (`post-write`).
    Written(Written<'a>),
    /// A command about to run as evidence (`pre-verify-command`).
    VerifyCommand {
        /// As declared.
        command: &'a str,
        /// As it would be started, without a shell.
        argv: &'a [String],
    },
    /// A result about to count as evidence (`post-verify-result`).
    VerifyResult {
        /// The record.
        evidence: &'a Evidence,
        /// The tree that the question is about, if it is about one.
        tree: Option<&'a GitId>,
        /// What differs from the target in that tree, if it is known.
        changed: &'a [ChangedFile],
    },
    /// Work about to be handed on (`pre-delegation`).
    Delegation(Delegation<'a>),
    /// What a sub-agent brought back (`post-delegation`).
    Delegated(Delegated<'a>),
    /// A prompt about to be compiled (`pre-context-compile`), or sent (`post-context-compile`).
    Context(Pinned<'a>),
    /// A pull request about to be opened (`pre-tool`).
    PullRequest {
        /// Its title.
        title: &'a str,
        /// Its description.
        body: &'a str,
    },
}

/// A file that was changed.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// Its path, as resolved.
    pub path: &'a str,
    /// What was written; `None`: deleted.
    pub after: Option<&'a str>,
    /// What its text says by itself, if that was found out.
    pub facts: Option<&'a ChangeFacts>,
    /// Its tests when the task first changed it; `None`: there was no file, or none are known.
    pub base: Option<&'a TestFacts>,
}

/// A phase about to be entered, and what is known about the state.
#[derive(Debug, Clone, Copy)]
pub struct Transition<'a> {
    /// From.
    pub from: Phase,
    /// To.
    pub to: Phase,
    /// A plan stands that passed `pre-plan`.
    pub plan_approved: bool,
    /// Every task of the plan has its commits in the run branch.
    pub committed: bool,
    /// How the last report stands, if there is one.
    pub report: Option<ReportStatus>,
    /// The tree that the last report is about.
    pub report_tree: Option<&'a GitId>,
    /// The tree that would be merged.
    pub candidate: Option<&'a GitId>,
    /// A person looked at what only a person can see, and said yes.
    pub reviewed: bool,
    /// Commands whose exit code 0 on the candidate is needed, as declared.
    pub commands: &'a [String],
    /// What differs from the target in the candidate.
    pub changed: &'a [ChangedFile],
    /// Findings of kind `evidence-required` that still stand from earlier checkpoints.
    pub open: &'a [Finding],
}

impl Transition<'_> {
    /// A transition about which nothing is known.
    #[must_use]
    pub fn bare(from: Phase, to: Phase) -> Self {
        Self {
            from,
            to,
            plan_approved: false,
            committed: false,
            report: None,
            report_tree: None,
            candidate: None,
            reviewed: false,
            commands: &[],
            changed: &[],
            open: &[],
        }
    }
}

/// Work about to be handed on.
#[derive(Debug, Clone, Copy)]
pub struct Delegation<'a> {
    /// To whom.
    pub role: &'a str,
    /// What.
    pub task: &'a str,
    /// How deep: 0 for a delegation by the run itself.
    pub depth: u32,
    /// Deepest that is allowed.
    pub depth_max: u32,
    /// Delegations of the run that are not back yet.
    pub running: u32,
    /// Most that may run at once.
    pub running_max: u32,
}

/// What a sub-agent brought back.
#[derive(Debug, Clone, Copy)]
pub struct Delegated<'a> {
    /// Who.
    pub role: &'a str,
    /// Its words.
    pub text: &'a str,
    /// Records that it offers as evidence; there must be none.
    pub evidence: usize,
}

/// What must survive in a prompt, and what did.
#[derive(Debug, Clone, Copy)]
pub struct Pinned<'a> {
    /// Names of the sections that must be there.
    pub must: &'a [String],
    /// Names of the sections that are; `None` before the prompt is compiled.
    pub has: Option<&'a [String]>,
}

impl Subject<'_> {
    /// Names the thing: an authorisation is bound to it. For a proposal it is the proposal's own digest, so that one
    /// grant serves at every checkpoint that the proposal passes.
    #[must_use]
    pub fn digest(&self) -> Hash {
        match self {
            Subject::Tool(proposal) | Subject::Write(proposal) => digest_of(proposal),
            Subject::Input(source) => of(source),
            Subject::Plan { plan, promise, .. } => of(&("plan", plan, promise)),
            Subject::Transition(t) => of(&("transition", t.from, t.to, t.candidate)),
            Subject::ToolResult { tool, text, .. } => of(&("result", tool, text)),
            Subject::Written(it) => of(&("written", it.path, it.after)),
            Subject::VerifyCommand { command, argv } => of(&("verify", command, argv)),
            Subject::VerifyResult { evidence, tree, .. } => of(&("evidence", evidence, tree)),
            Subject::Delegation(it) => of(&("delegation", it.role, it.task, it.depth)),
            Subject::Delegated(it) => of(&("delegated", it.role, it.text)),
            Subject::Context(it) => of(&("context", it.must, it.has)),
            Subject::PullRequest { title, body } => of(&("pull-request", title, body)),
        }
    }

    /// The proposal, where it is one.
    #[must_use]
    pub fn proposal(&self) -> Option<&Proposal> {
        match self {
            Subject::Tool(proposal) | Subject::Write(proposal) => Some(proposal),
            Subject::Input(_)
            | Subject::Plan { .. }
            | Subject::Transition(_)
            | Subject::ToolResult { .. }
            | Subject::Written(_)
            | Subject::VerifyCommand { .. }
            | Subject::VerifyResult { .. }
            | Subject::Delegation(_)
            | Subject::Delegated(_)
            | Subject::Context(_)
            | Subject::PullRequest { .. } => None,
        }
    }
}

fn of<T: Serialize>(value: &T) -> Hash {
    // Our own types always serialise; should that ever fail, the digest matches no authorisation.
    serde_json::to_vec(value).map_or_else(|_| Hash::default(), |bytes| Hash::of(&bytes))
}
