//! `danger-pattern`: words from configuration (`delete`, `drop`, `force`), matched against what is done.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;
use shell::effect::{Effect, Goes, What};
use shell::program_name;

use super::{Asked, Policy, PolicyInfo};
use crate::deletion;
use crate::finding::{about, soft};

const NAME: &str = "danger-pattern";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "A configured word in the effect, the program, its verb or its options asks; in other text it does not.",
        why: "What can't be undone should be meant; but a commit message may well say `delete`.",
        instead: "Name the deletion in the plan, or ask for leave.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    if let Proposal::Delete { path } = proposal {
        // A deletion that the plan or the task names is meant.
        let planned = asked.context.task.is_some_and(|task| {
            task.deletes
                .iter()
                .any(|file| file.as_str() == path.trim_start_matches("./"))
        });
        if !planned && !deletion::is_meant(asked.context, path) {
            out.extend(hit(asked, &["delete".to_owned()], path));
        }
    }
    for (words, shown) in done(asked) {
        out.extend(hit(asked, &words, &shown));
    }
    out
}

fn hit(asked: &Asked<'_>, words: &[String], about_what: &str) -> Option<Finding> {
    let danger = &asked.policies.danger;
    let found = words.iter().find_map(|word| {
        danger
            .iter()
            .find(|pattern| word.contains(pattern.as_str()))
    })?;
    let message = format!("its effect or its options match the danger pattern `{found}`");
    Some(about(soft(NAME, NAME, message), about_what))
}

/// What commands do, in words: of each that does more than look or build its program, verb and options, and what its
/// effects amount to.
fn done(asked: &Asked<'_>) -> Vec<(Vec<String>, String)> {
    let effects = asked.effects();
    let quiet = |effect: &&Effect| {
        matches!(
            effect.what,
            What::Start(_) | What::List(_) | What::Read { .. } | What::Build(_)
        )
    };
    let mut out = Vec::new();
    for effect in effects {
        let What::Start(argv) = &effect.what else {
            continue;
        };
        let own = effects.iter().filter(|other| other.by == effect.by);
        if own.clone().all(|it| quiet(&it)) {
            continue;
        }
        let mut words = spoken(argv);
        let mut gone = own
            .filter(|it| matches!(it.what, What::Delete { .. }))
            .peekable();
        if gone.peek().is_some() {
            // `find -delete` says it by an option: what is meant to go needs no word for it.
            words.retain(|word| word != "-delete");
            if gone.any(|it| deletes(asked, it)) {
                words.push("delete".to_owned());
            }
        }
        out.push((words, effect.by.clone()));
    }
    out
}

/// Whether it takes something away that the task does not mean to go.
fn deletes(asked: &Asked<'_>, effect: &Effect) -> bool {
    let What::Delete { place, goes } = &effect.what else {
        return false;
    };
    let meant = || {
        place
            .text()
            .is_some_and(|path| deletion::is_meant(asked.context, &path))
    };
    *goes != Goes::Elsewhere && !meant()
}

/// Program, verbs and options.
fn spoken(argv: &[String]) -> Vec<String> {
    let Some((first, rest)) = argv.split_first() else {
        return Vec::new();
    };
    let program = program_name(first).to_lowercase();
    let operands = rest.iter().filter(|word| !word.starts_with('-'));
    let verbs = if SPOKEN.contains(&program.as_str()) {
        6
    } else {
        1
    };
    let mut out: Vec<String> = operands
        .take(verbs)
        .filter(|word| is_verb(word))
        .map(|word| word.to_lowercase())
        .collect();
    let options = rest
        .iter()
        .filter(|word| word.starts_with('-') && word.len() > 1);
    out.extend(options.map(|word| word.split('=').next().unwrap_or_default().to_lowercase()));
    let short_f = rest
        .iter()
        .any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('f'));
    if short_f && FORCES.contains(&program.as_str()) {
        out.push("force".to_owned());
    }
    out.push(program);
    out
}

/// Programs that are told what to do in several words.
const SPOKEN: &[&str] = &[
    "npm",
    "pnpm",
    "yarn",
    "bun",
    "make",
    "just",
    "kubectl",
    "docker",
    "podman",
    "helm",
    "gh",
    "aws",
    "gcloud",
    "az",
    "terraform",
    "tofu",
    "fly",
    "heroku",
    "vercel",
];
/// Programs whose `-f` means force.
const FORCES: &[&str] = &[
    "rm", "git", "mv", "cp", "ln", "docker", "kubectl", "podman", "helm",
];
fn is_verb(word: &str) -> bool {
    word.len() <= 32
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c))
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "delete_file", "args": {"path": "src/a.rs"}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "rm a.txt"}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "--force-with-lease"]}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "kubectl delete pod x"}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "dropdb app"}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "find . -delete"}}"#,
        "danger-pattern",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "npm run drop-db"}}"#,
        "danger-pattern",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "git", "args": {"argv": ["commit", "-m", "delete the old thing, drop it, force it"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "echo delete"}}"#,
    r#"{"tool": "run_command", "args": {"command": "rg -n 'drop table'"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/delete.rs"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/force.rs", "content": "x"}}"#,
    r#"{"tool": "run_command", "args": {"command": "cargo test delete_user"}}"#,
    r#"{"tool": "delete_file", "args": {"path": "src/a.rs"}, "context": {"plan_files": ["src/b.rs"], "plan_deletes": ["src/a.rs"]}}"#,
];
