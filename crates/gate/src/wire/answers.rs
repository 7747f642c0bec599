//! Decisions as lines, and the decision about what could not be read.

use ledger::gate::{Checkpoint, Finding, GateDecision, NextAction, Verdict};
use ledger::ids::Hash;
use serde::Serialize;

use crate::decide::conclude;
use crate::finding::soft_with;

#[derive(Serialize)]
struct OutLine<'a> {
    id: &'a str,
    decision: Verdict,
    checkpoint: Checkpoint,
    findings: &'a [Finding],
    trace_id: &'a str,
}

#[derive(Serialize)]
struct UnreadLine<'a> {
    id: Option<&'a str>,
    decision: Verdict,
    checkpoint: Checkpoint,
    findings: &'a [Finding],
    trace_id: &'a str,
    error: &'a str,
}

/// One decision as a line, without its end.
#[must_use]
pub fn write_line(id: &str, decision: &GateDecision) -> String {
    let line = OutLine {
        id,
        decision: decision.verdict,
        checkpoint: decision.checkpoint,
        findings: &decision.findings,
        trace_id: &decision.trace_id,
    };
    serde_json::to_string(&line).unwrap_or_else(|_| write_unread(Some(id), "it can't be written"))
}

/// The decision about a line that could not be read: nobody knows what it would do, so it asks.
#[must_use]
pub fn unread(why: &str) -> GateDecision {
    let next = NextAction::Run {
        command: "`gate check` with a tool and arguments that it knows; without that, ask a person"
            .to_owned(),
    };
    asks(why, next)
}

/// The decision about a call of an agent whose tool or arguments are not known: it asks.
#[must_use]
pub fn unknown_call(why: &str) -> GateDecision {
    let question = "may this tool be used so? Or use one that is known".to_owned();
    asks(why, NextAction::AskUser { question })
}

fn asks(why: &str, next: NextAction) -> GateDecision {
    let found = soft_with("tool-gateway", "unread-call", why, next);
    conclude(Checkpoint::PreTool, &Hash::of(why.as_bytes()), vec![found])
}

/// The answer to a line that could not be read.
#[must_use]
pub fn write_unread(id: Option<&str>, why: &str) -> String {
    let decision = unread(why);
    let line = UnreadLine {
        id,
        decision: decision.verdict,
        checkpoint: decision.checkpoint,
        findings: &decision.findings,
        trace_id: &decision.trace_id,
        error: why,
    };
    serde_json::to_string(&line).unwrap_or_else(|_| r#"{"decision":"deny"}"#.to_owned())
}
