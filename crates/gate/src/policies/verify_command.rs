//! `verify-command`: only commands that the project or its configuration declares are run as evidence, and only as
//! program and arguments.

use ledger::gate::{Checkpoint, Finding};

use super::command::is_declared;
use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, run};
use crate::lookup;
use crate::shell::argv_of;
use crate::subject::Subject;

const NAME: &str = "verify-command";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreVerifyCommand],
        summary: "Only declared commands run as evidence, as program and arguments, never through a shell.",
        why: "Whoever chooses the command chooses the result: `npm test || true` is always green.",
        instead: "Run one of the declared commands, or declare this one in the configuration.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Subject::VerifyCommand { command, argv } = asked.subject else {
        return Vec::new();
    };
    let declared = lookup::declared(asked);
    let next = || {
        run(declared
            .first()
            .map_or("a command declared in the configuration", |line| *line))
    };
    let Some(plain) = argv_of(command) else {
        let message = format!("`{command}` would need a shell; evidence comes from a program and its arguments");
        return vec![about(hard(NAME, "needs-shell", message, next()), command)];
    };
    if plain != **argv {
        let message = format!("what would be started is not `{command}`");
        return vec![about(hard(NAME, "other-command", message, next()), command)];
    }
    if !is_declared(&declared, &plain) {
        let message = format!("`{command}` is not declared by the project or its configuration");
        return vec![about(hard(NAME, "not-declared", message, next()), command)];
    }
    Vec::new()
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "verify_command", "args": {"command": "npm test || true"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "npm test > /dev/null"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "X=1 npm test"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "npm test; echo"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "npm test $X"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "npm test *"}}"#, "needs-shell"),
    (r#"{"tool": "verify_command", "args": {"command": "true"}}"#, "not-declared"),
    (r#"{"tool": "verify_command", "args": {"command": "npm test -- --exclude a"}}"#, "not-declared"),
    (r#"{"tool": "verify_command", "args": {"command": "npx --yes vitest"}}"#, "not-declared"),
    (r#"{"tool": "verify_command", "args": {"command": ""}}"#, "needs-shell"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "verify_command", "args": {"command": "npm test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm  run   test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm run lint"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "'npm' test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm run build"}}"#,
];
