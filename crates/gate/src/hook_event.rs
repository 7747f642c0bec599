//! What a hook of the person's is told, and what its answer says: JSON in the form that hooks of coding agents take.

use ledger::action::Moment;
use ledger::ids::{RunId, TaskId};
use ledger::observation::{Observation, Status};
use ledger::phase::Phase;
use serde_json::{Map, Value, json};

/// Bytes of a result that a hook is told at most.
const RESULT_BYTES_MAX: usize = 16 * 1024;
/// Characters of a reason that is passed on at most.
const REASON_CHARS_MAX: usize = 2_000;
/// The exit status that says no.
const NO: i32 = 2;

/// What an event is about.
#[derive(Debug, Clone, Copy)]
pub struct About<'a> {
    /// The run.
    pub run: &'a RunId,
    /// The task.
    pub task: &'a TaskId,
    /// The phase of the run.
    pub phase: Phase,
    /// The worktree, or else the repository.
    pub cwd: &'a str,
    /// The branch of the worktree.
    pub branch: Option<&'a str>,
    /// The tool that is called, and its arguments as JSON.
    pub call: Option<(&'a str, &'a str)>,
    /// What came of it.
    pub came: Option<&'a Observation>,
    /// Why the run fails, if it does.
    pub why: Option<&'a str>,
}

/// The event as JSON.
#[must_use]
pub fn event(moment: &Moment, about: &About<'_>) -> String {
    let mut map = Map::new();
    let mut put = |name: &str, value: Value| {
        map.insert(name.to_owned(), value);
    };
    put("hook_event_name", name(moment).into());
    put("session_id", about.run.as_str().into());
    put("cwd", about.cwd.into());
    put("task", about.task.as_str().into());
    put("phase", about.phase.word().into());
    if let Some(branch) = about.branch {
        put("branch", branch.into());
    }
    if let Some((tool, arguments)) = about.call {
        put("tool_name", tool.into());
        // What a model wrote as its arguments may be no JSON; then it is told as it stands.
        let arguments = serde_json::from_str(arguments).unwrap_or_else(|_| arguments.into());
        put("tool_input", arguments);
    }
    if let Some(came) = about.came {
        let status = match came.status {
            Status::Ok => "ok",
            Status::Failed
            | Status::Refused
            | Status::Declined
            | Status::FactsChanged
            | Status::TimedOut
            | Status::Cancelled
            | Status::Interrupted
            | Status::Invalid => "failed",
        };
        let text = shortened(&came.text);
        put(
            "tool_response",
            json!({"status": status, "exit_code": came.exit_code, "text": text}),
        );
    }
    match moment {
        Moment::BeforePhase(phase, _) => put("to_phase", phase.word().into()),
        Moment::AfterPhase(phase, _) => put("from_phase", phase.word().into()),
        Moment::Failed(phase) => {
            put("from_phase", phase.word().into());
            put("reason", about.why.unwrap_or_default().into());
        }
        Moment::BeforeCheck { command, commit } => {
            put("tool_name", "verify".into());
            put(
                "tool_input",
                json!({"command": command, "commit": commit.as_str()}),
            );
        }
        Moment::BeforeCall(..) | Moment::AfterCall { .. } => {}
    }
    Value::Object(map).to_string()
}

/// How the event is called: as in other hooks where they have it.
fn name(moment: &Moment) -> &'static str {
    match moment {
        Moment::BeforeCall(..) | Moment::BeforeCheck { .. } => "PreToolUse",
        Moment::AfterCall { failed: false, .. } => "PostToolUse",
        Moment::AfterCall { failed: true, .. } => "PostToolUseFailure",
        Moment::BeforePhase(..) => "PrePhase",
        Moment::AfterPhase(..) => "PostPhase",
        Moment::Failed(_) => "RunFailed",
    }
}

fn shortened(text: &str) -> &str {
    let end = text.floor_char_boundary(RESULT_BYTES_MAX);
    text.get(..end).unwrap_or_default()
}

/// What a hook says that ended with this status, having printed this: nothing against it, or a reason why not.
///
/// # Errors
/// It is no answer, and why.
pub fn answer(exit: i32, text: &str) -> Result<Option<String>, String> {
    let text = text.trim();
    match exit {
        0 if text.starts_with('{') => of_json(text),
        0 => Ok(None),
        NO => Ok(Some(reason(text))),
        other => Err(format!(
            "it ended with status {other}{}{}",
            if text.is_empty() { "" } else { ": " },
            text.lines().last().unwrap_or_default()
        )),
    }
}

fn of_json(text: &str) -> Result<Option<String>, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("what it printed begins like JSON and is none: {error}"))?;
    let words =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let specific = value.get("hookSpecificOutput").unwrap_or(&Value::Null);
    let why = words(&value, "reason")
        .or_else(|| words(specific, "permissionDecisionReason"))
        .or_else(|| words(&value, "stopReason"));
    let goes_on = match value.get("continue") {
        None | Some(Value::Null) => true,
        Some(Value::Bool(goes_on)) => *goes_on,
        Some(_) => return Err("its `continue` is neither true nor false".to_owned()),
    };
    // Two fields can decide: both have to be for it.
    let decisions = [value.get("decision"), specific.get("permissionDecision")];
    let mut approved = goes_on;
    for decision in decisions.into_iter().flatten() {
        approved &= approves(decision)?;
    }
    Ok((!approved).then(|| reason(&why.unwrap_or_default())))
}

/// Whether one field is for it, or says nothing.
fn approves(decision: &Value) -> Result<bool, String> {
    match decision {
        Value::Null => Ok(true),
        Value::String(word) => match word.as_str() {
            "approve" | "allow" | "continue" | "go" => Ok(true),
            // Nobody else is asked here: what wants a person's look is held.
            "block" | "deny" | "stop" | "ask" => Ok(false),
            other => Err(format!(
                "`{other}` is no decision; there are `approve` and `block`"
            )),
        },
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err("its `decision` is no word".to_owned())
        }
    }
}

fn reason(text: &str) -> String {
    let text: String = text.chars().take(REASON_CHARS_MAX).collect();
    if text.is_empty() {
        "it gives no reason".to_owned()
    } else {
        text
    }
}
