//! What an agent is told.

use ledger::gate::{GateDecision, Severity};
use ledger::report::Report;

/// How it begins what an agent is sent back with.
pub(crate) const SENT_BACK: &str = "Interlock verified the change and it is not done";
/// Before the word of a canary.
pub(crate) const CANARY: &str = "interlock-canary-";
/// Gaps that an agent is told of at most when it is sent back.
const GAPS_MAX: usize = 10;

/// What the agent is told to try at the beginning.
#[must_use]
pub fn canary_words(word: &str) -> String {
    format!(
        "This session is governed by Interlock. Before anything else, run this once with your shell tool, exactly as it \
         stands: `echo {CANARY}{word}`. It is harmless, and a hook refuses it: that shows that refusals bind here. Go on \
         with the task afterwards, and do not repeat it."
    )
}

/// What is said when the canary is refused.
#[must_use]
pub fn canary_refused() -> String {
    "refused, as it should be: refusals bind in this session. Go on with the task.".to_owned()
}

/// Why trust is lowered when something that was refused was done all the same.
#[must_use]
pub fn unbound(tool: &str) -> String {
    format!(
        "a call of `{}` was refused and used all the same: the hook does not bind in this session, so what it says is \
         advice, and only the repository's own protection and a verification hold",
        tool.chars().take(60).collect::<String>()
    )
}

fn findings(decision: &GateDecision) -> String {
    let lines: Vec<String> = decision
        .findings
        .iter()
        .filter(|it| it.severity >= Severity::SoftDeny)
        .map(gate::told)
        .collect();
    lines.join("\n")
}

/// What is said to a refused call.
#[must_use]
pub fn refused(decision: &GateDecision) -> String {
    format!("refused by Interlock\n{}", findings(decision))
}

/// What is said where a person is asked and the agent does not wait for the answer.
#[must_use]
pub fn waits_for_person(decision: &GateDecision) -> String {
    format!(
        "refused by Interlock for now: a person is asked\n{}\nGo on with what does not need it, and do not try another way to the \
         same. When nothing else is left, end your turn: you are told when there is an answer.",
        findings(decision)
    )
}

pub(crate) fn asked(decision: &GateDecision) -> String {
    format!("Interlock asks\n{}", findings(decision))
}

/// An agent that can't ask is told how a person lifts it.
pub(crate) fn not_asked(decision: &GateDecision, command: Option<&str>) -> String {
    let how = match command {
        Some(command) if command.len() <= COMMAND_BYTES_MAX && !command.contains('\n') => {
            let quoted = command.replace('\'', "'\\''");
            format!(
                "a person allows it for good with `interlock authorise grant '{quoted}' --rule`"
            )
        }
        Some(_) | None => {
            "a person allows it with a rule of their own (`interlock authorise grant --help`)"
                .to_owned()
        }
    };
    format!(
        "refused by Interlock: a person would have to agree, and can't be asked here\n{}\nIf it is needed, say so and stop, or go \
         on with something else: {how}.",
        findings(decision)
    )
}

/// Bytes of a command that is repeated in full.
const COMMAND_BYTES_MAX: usize = 400;

/// What an agent is told that said it was done while something is missing.
#[must_use]
pub fn sent_back(report: &Report) -> String {
    let gaps: Vec<String> = report
        .gaps()
        .take(GAPS_MAX)
        .map(|it| {
            let place = it.place().map(|at| format!(" ({at})")).unwrap_or_default();
            format!("- {}{place}: {}", it.text, it.reason)
        })
        .collect();
    format!(
        "{SENT_BACK} ({}):\n{}\nMend this, then say that you are done. If it can't be \
         mended, say so and why.",
        report.status.word(),
        gaps.join("\n")
    )
}

/// Why trust is lowered when something was done about which nobody was asked.
#[must_use]
pub fn unasked(tool: &str) -> String {
    format!(
        "a call of `{}` was made without a word to the hook before: it did not run, or was not waited for, so what was done in \
         this session was not all judged",
        tool.chars().take(60).collect::<String>()
    )
}
