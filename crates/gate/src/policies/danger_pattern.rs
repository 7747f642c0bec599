//! `danger-pattern`: words from configuration (`delete`, `drop`, `force`), matched against what is done.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo, command};
use crate::finding::{about, soft};
use crate::shell::looks;
use crate::shell::piece::{Piece, base};
use crate::shell::script::Call;
use crate::shell::words::Word;

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
        // A deletion that the plan names is meant.
        let planned = asked.context.task.is_some_and(|task| {
            task.deletes.iter().any(|file| file.as_str() == path.trim_start_matches("./"))
        });
        if !planned {
            out.extend(hit(asked, &["delete".to_owned()], path));
        }
    }
    for piece in command::pieces(proposal) {
        let words = effects(&piece);
        out.extend(hit(asked, &words, &piece.command().join(" ")));
    }
    out
}

fn hit(asked: &Asked<'_>, words: &[String], about_what: &str) -> Option<Finding> {
    let danger = &asked.policies.danger;
    let found = words
        .iter()
        .find_map(|word| danger.iter().find(|pattern| word.contains(pattern.as_str())))?;
    let message = format!("its effect or its options match the danger pattern `{found}`");
    Some(about(soft(NAME, NAME, message), about_what))
}

/// What a command does, in words: program, verb, options; and what they amount to.
fn effects(piece: &Piece) -> Vec<String> {
    let words = piece.command();
    let call = Call {
        words: words.iter().map(|word| Word::literal(word)).collect(),
        piped: false,
    };
    let Some((first, rest)) = words.split_first() else {
        return Vec::new();
    };
    let program = base(first).to_lowercase();
    if looks::looks(&call).is_ok() || crate::shell::piece::talks(&program) {
        return Vec::new();
    }
    let mut out = vec![program.clone()];
    let operands = rest.iter().filter(|word| !word.starts_with('-'));
    let verbs = if SPOKEN.contains(&program.as_str()) { 6 } else { 1 };
    let verbs = operands.take(verbs).filter(|word| is_verb(word));
    out.extend(verbs.map(|word| word.to_lowercase()));
    let options = rest.iter().filter(|word| word.starts_with('-') && word.len() > 1);
    out.extend(options.map(|word| word.split('=').next().unwrap_or_default().to_lowercase()));
    let short_f = rest
        .iter()
        .any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('f'));
    if short_f && FORCES.contains(&program.as_str()) {
        out.push("force".to_owned());
    }
    if DELETES.contains(&program.as_str()) {
        out.push("delete".to_owned());
    }
    out
}

/// Programs that are told what to do in several words.
const SPOKEN: &[&str] = &[
    "npm", "pnpm", "yarn", "bun", "make", "just", "kubectl", "docker", "podman", "helm", "gh", "aws", "gcloud", "az",
    "terraform", "tofu", "fly", "heroku", "vercel",
];
/// Programs whose `-f` means force.
const FORCES: &[&str] = &["rm", "git", "mv", "cp", "ln", "docker", "kubectl", "podman", "helm"];
/// Programs that delete.
const DELETES: &[&str] = &["rm", "rmdir", "unlink", "shred", "del", "erase", "rd", "remove-item", "truncate"];

fn is_verb(word: &str) -> bool {
    word.len() <= 32 && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_:".contains(c))
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "delete_file", "args": {"path": "src/a.rs"}}"#, "danger-pattern"),
    (r#"{"tool": "run_command", "args": {"command": "rm a.txt"}}"#, "danger-pattern"),
    (r#"{"tool": "git", "args": {"argv": ["push", "--force-with-lease"]}}"#, "danger-pattern"),
    (r#"{"tool": "run_command", "args": {"command": "kubectl delete pod x"}}"#, "danger-pattern"),
    (r#"{"tool": "run_command", "args": {"command": "dropdb app"}}"#, "danger-pattern"),
    (r#"{"tool": "run_command", "args": {"command": "find . -delete"}}"#, "danger-pattern"),
    (r#"{"tool": "run_command", "args": {"command": "npm run drop-db"}}"#, "danger-pattern"),
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
