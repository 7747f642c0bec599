//! `verify-command`: only commands that the project or its configuration declares are run as evidence, and only as
//! program and arguments.

use ledger::gate::{Checkpoint, Finding};
use shell::bash::{self, Dialect};
use shell::tree::{
    Assigned, Assignment, Fd, Join, Kind, Pipeline, Redirect, RedirectOp, Script, Word,
};

use super::{Asked, Policy, PolicyInfo};
use crate::declared::is_declared;
use crate::finding::{about, evidence, hard, run, soft};
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
    let declared = asked.declared();
    let next = || {
        let first = declared.first().copied();
        first.unwrap_or("a command declared in the configuration")
    };
    // Refused is refused, whoever asks: what is missing is the result of a declared command.
    let missing = |id, message: String| vec![about(evidence(NAME, id, message, next()), command)];
    let read = bash::read(command, Dialect::Bash).ok();
    let Some(lines) = read.as_ref().and_then(lines) else {
        let message = format!(
            "`{command}` would need a shell; evidence comes from a program and its arguments"
        );
        return missing("needs-shell", message);
    };
    let mut otherwise = false;
    for line in &lines {
        // What is started without a shell is what was read here; a line with words of the shell has no such list.
        if lines.len() == 1 && line.bare && line.words != **argv {
            let message = format!("what would be started is not `{command}`");
            return vec![about(
                hard(NAME, "other-command", message, run(next())),
                command,
            )];
        }
        let (words, shown_only) = without_output(&declared, &line.words);
        if !is_declared(&declared, &words) {
            let message =
                format!("`{command}` is not declared by the project or its configuration");
            return missing("not-declared", message);
        }
        otherwise |= shown_only || !line.same;
    }
    if otherwise {
        let message =
            format!("`{command}` is declared in other words; these may change what it shows");
        return vec![about(soft(NAME, "declared-otherwise", message), command)];
    }
    Vec::new()
}

/// One command line of plain words.
struct Line {
    words: Vec<String>,
    /// Nothing but the words: no `time`, no variables.
    bare: bool,
    /// Nothing in it but the words, `time` and `2>&1` could change the run.
    same: bool,
}

/// The plain commands of a script, each run only if all before it succeeded, so that a failure of any shows; `None`
/// where there is anything else in it.
fn lines(script: &Script) -> Option<Vec<Line>> {
    let [item] = script.items.as_slice() else {
        return None;
    };
    if item.background || item.rest.iter().any(|(join, _)| *join != Join::And) {
        return None;
    }
    let rest = item.rest.iter().map(|(_, pipeline)| pipeline);
    core::iter::once(&item.first)
        .chain(rest)
        .map(line)
        .collect()
}

fn line(pipeline: &Pipeline) -> Option<Line> {
    let [command] = pipeline.commands.as_slice() else {
        return None;
    };
    let Kind::Simple(simple) = &command.kind else {
        return None;
    };
    let alone = !pipeline.negated && simple.arrays.is_empty();
    let merged = command.redirects.iter().all(merges_outputs);
    let quiet = simple.assignments.iter().all(only_shown);
    if !alone || !merged || !quiet {
        return None;
    }
    let words: Option<Vec<String>> = simple.words.iter().map(Word::plain).collect();
    let words = words.filter(|words| !words.is_empty())?;
    // A tilde or an equals sign may be more than itself.
    if words
        .iter()
        .any(|word| word.starts_with('~') || word.contains("=~"))
    {
        return None;
    }
    let same = simple.assignments.is_empty();
    Some(Line {
        words,
        bare: same && command.redirects.is_empty() && !pipeline.timed,
        same,
    })
}

/// `2>&1`: nothing is hidden, and the status stays.
fn merges_outputs(redirect: &Redirect) -> bool {
    redirect.fd == Fd::Number(2)
        && redirect.op == RedirectOp::DupWrite
        && redirect.target.plain().as_deref() == Some("1")
}

/// Variables that tools read for what they show, with a plain value.
fn only_shown(assignment: &Assignment) -> bool {
    let value = match &assignment.value {
        Assigned::Word(word) => word.plain(),
        Assigned::Array(_) => None,
    };
    let name = matches!(
        assignment.name.as_str(),
        "CI" | "NO_COLOR" | "FORCE_COLOR" | "CLICOLOR" | "CARGO_TERM_COLOR"
    );
    name && !assignment.append && assignment.subscript.is_none() && value.is_some()
}

/// Arguments behind a declared command that change only what is shown are taken off; whether there were any.
fn without_output(declared: &[&str], words: &[String]) -> (Vec<String>, bool) {
    for count in (1..words.len()).rev() {
        let (head, tail) = words.split_at_checked(count).unwrap_or((words, &[]));
        if is_declared(declared, head) {
            let shown = tail.iter().all(|word| {
                matches!(
                    word.as_str(),
                    "--" | "--verbose"
                        | "--silent"
                        | "--color"
                        | "--no-color"
                        | "--colors"
                        | "--color=always"
                        | "--color=never"
                        | "--reporter=verbose"
                        | "--reporter=default"
                        | "--reporter=dot"
                        | "--reporter=json"
                        | "--reporter=junit"
                        | "--loglevel=silent"
                        | "--loglevel=verbose"
                )
            });
            if shown && !is_declared(declared, words) {
                return (head.to_vec(), true);
            }
        }
    }
    (words.to_vec(), false)
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test || true"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test > /dev/null"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "X=1 npm test"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test; echo"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test $X"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test *"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "true"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test -- --exclude a"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npx --yes vitest"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": ""}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm(){ :; }; npm test"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test &"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "! npm test"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test | tee log"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "(npm test)"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test && true"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test && npm run lint || true"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test && npm run lint &"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "cd sub && npm test"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test\ntrue"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "PATH=. npm test"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test $(true)"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "trap 'exit 0' EXIT; npm test"}}"#,
        "needs-shell",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "bash -c 'npm test'"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "env CI=1 npm test"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm --prefix sub test"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test -- -t x"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test -- --passWithNoTests"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test -- --reporter=./x.js"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm run test:unit"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "time -p true"}}"#,
        "not-declared",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "npm test -- --verbose"}}"#,
        "declared-otherwise",
    ),
    (
        r#"{"tool": "verify_command", "args": {"command": "CI=1 npm test"}}"#,
        "declared-otherwise",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "verify_command", "args": {"command": "npm test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm  run   test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm run lint"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "'npm' test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm run build"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm t"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "time npm test"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm test 2>&1"}}"#,
    r#"{"tool": "verify_command", "args": {"command": "npm test && npm run lint"}}"#,
];
