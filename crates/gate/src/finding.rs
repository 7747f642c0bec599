//! Making findings. Each has a next action by construction.

use ledger::gate::{Finding, NextAction, Severity};

use shell::display::visible;

/// Longest message, in characters.
const MESSAGE_CHARS_MAX: usize = 600;
/// Longest reference, in characters.
const REF_CHARS_MAX: usize = 200;

/// A finding of this policy and rule.
pub(crate) fn finding(
    severity: Severity,
    policy: &str,
    id: &str,
    message: impl AsRef<str>,
    next_action: NextAction,
) -> Finding {
    Finding {
        policy: policy.to_owned(),
        id: id.to_owned(),
        severity,
        message: visible(message.as_ref(), MESSAGE_CHARS_MAX),
        next_action,
        source_refs: Vec::new(),
    }
}

/// Blocks, and nobody lifts it.
pub(crate) fn hard(
    policy: &str,
    id: &str,
    message: impl AsRef<str>,
    next_action: NextAction,
) -> Finding {
    finding(Severity::HardDeny, policy, id, message, next_action)
}

/// Blocks until a person grants it.
pub(crate) fn soft(policy: &str, id: &str, message: impl AsRef<str>) -> Finding {
    let scope = format!("{policy}/{id}");
    soft_with(policy, id, message, NextAction::Authorise { scope })
}

/// Blocks until something else than a grant happens, or a grant.
pub(crate) fn soft_with(
    policy: &str,
    id: &str,
    message: impl AsRef<str>,
    next_action: NextAction,
) -> Finding {
    finding(Severity::SoftDeny, policy, id, message, next_action)
}

/// Blocks phase change and shipping.
pub(crate) fn evidence(
    policy: &str,
    id: &str,
    message: impl AsRef<str>,
    wanted: impl Into<String>,
) -> Finding {
    let next = NextAction::ProvideEvidence {
        evidence: wanted.into(),
    };
    finding(Severity::EvidenceRequired, policy, id, message, next)
}

/// Is recorded.
pub(crate) fn warning(
    policy: &str,
    id: &str,
    message: impl AsRef<str>,
    next_action: NextAction,
) -> Finding {
    finding(Severity::Warning, policy, id, message, next_action)
}

/// Adds what it refers to.
pub(crate) fn about(mut finding: Finding, reference: &str) -> Finding {
    finding.source_refs.push(visible(reference, REF_CHARS_MAX));
    finding
}

/// Shorthand for the next action of the same name.
pub(crate) fn use_path(path: impl Into<String>) -> NextAction {
    NextAction::UsePath { path: path.into() }
}

/// Shorthand for the next action of the same name.
pub(crate) fn wait_for(what: impl Into<String>) -> NextAction {
    NextAction::WaitFor { what: what.into() }
}

/// Shorthand for the next action of the same name.
pub(crate) fn run(command: impl Into<String>) -> NextAction {
    NextAction::Run {
        command: command.into(),
    }
}

/// Shorthand for the next action of the same name.
pub(crate) fn stop(reason: impl Into<String>) -> NextAction {
    NextAction::Stop {
        reason: reason.into(),
    }
}

/// Shorthand for the next action of the same name.
pub(crate) fn revise_plan(path: impl Into<String>) -> NextAction {
    NextAction::RevisePlan { path: path.into() }
}

/// One finding, as an agent is told of it.
#[must_use]
pub fn told(finding: &Finding) -> String {
    let instead = match &finding.next_action {
        NextAction::Authorise { scope } => format!("a person has to authorise {scope}"),
        NextAction::ProvideEvidence { evidence } => format!("provide evidence: {evidence}"),
        NextAction::RevisePlan { path } => format!("the plan would have to name {path}"),
        NextAction::UsePath { path } => format!("use {path}"),
        NextAction::Run { command } => format!("run {command}"),
        NextAction::AskUser { question } => format!("ask: {question}"),
        NextAction::WaitFor { what } => format!("wait for {what}"),
        NextAction::Stop { reason } => reason.clone(),
    };
    format!(
        "- {} [{}/{}]; instead: {instead}",
        finding.message, finding.policy, finding.id
    )
}
