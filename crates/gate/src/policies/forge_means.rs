//! `forge-means`: what an agent does on a forge it does with the tools that its task has, and the harness carries them out.
//! Commands that would go to the forge by themselves are refused, and told the tool.

use ledger::forge::{Means, MeansKind};
use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;
use shell::effect::What;
use shell::git::call::Call;

use super::{Asked, Policy, PolicyInfo};
use crate::context::ForgeLeave;
use crate::finding::{about, hard, stop, use_path};
use crate::needs::would_write;

const NAME: &str = "forge-means";
/// Longest text that is published at once, in bytes.
const TEXT_BYTES_MAX: usize = 60_000;
/// Longest title, in characters.
const TITLE_CHARS_MAX: usize = 200;

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "On a forge an agent has the tools of its task, where its task is; `git push` and calls of the forge by commands are refused.",
        why: "Whoever discusses must not push, whoever reviews must not merge, and no command holds a credential.",
        instead: "Use the tool that is named: the harness carries it out under the agent's own account.",
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
    if let Proposal::OnForge { means } = proposal {
        let found = match &asked.context.forge {
            None => Some(no_forge(means)),
            Some(leave) => refused(leave, means).or_else(|| unfit(means)),
        };
        return found.into_iter().collect();
    }
    match &asked.context.forge {
        None => Vec::new(),
        Some(leave) if leave.talks_only && would_write(proposal) => {
            let message = "this task looks and speaks: it changes no file and starts nothing";
            vec![about(
                hard(NAME, "talks-only", message, instead(leave)),
                proposal.tool(),
            )]
        }
        Some(leave) => by_command(asked, leave),
    }
}

fn no_forge(means: &Means) -> Finding {
    let message = format!(
        "this run is about no forge: there is nothing to {}",
        word(means)
    );
    let next = stop("report it with `done`");
    about(hard(NAME, "no-forge", message, next), means.kind().tool())
}

fn word(means: &Means) -> &'static str {
    match means.kind() {
        MeansKind::Comment => "comment on",
        MeansKind::OpenSubIssue => "open a part of",
        MeansKind::SubmitReview => "review",
        MeansKind::OpenPullRequest | MeansKind::MergePullRequest => "merge",
        MeansKind::CloseIssue => "close",
    }
}

/// The task has not got this tool, or not there.
fn refused(leave: &ForgeLeave<'_>, means: &Means) -> Option<Finding> {
    let tool = means.kind().tool();
    if !leave.means.contains(&means.kind()) {
        let message = format!("this task has no `{tool}`");
        let finding = hard(NAME, "not-of-this-task", message, instead(leave));
        return Some(about(finding, tool));
    }
    let elsewhere = match means {
        Means::Comment {
            number: Some(number),
            ..
        } => Some(*number).filter(|it| !leave.numbers.contains(it)),
        Means::Comment { number: None, .. }
        | Means::OpenSubIssue { .. }
        | Means::SubmitReview { .. }
        | Means::OpenPullRequest { .. }
        | Means::MergePullRequest {}
        | Means::CloseIssue {} => None,
    };
    let number = elsewhere?;
    let numbers: Vec<String> = leave.numbers.iter().map(|it| format!("#{it}")).collect();
    let message = format!("#{number} is no place of this task");
    let next = use_path(numbers.join(" or "));
    Some(about(hard(NAME, "elsewhere", message, next), tool))
}

fn instead(leave: &ForgeLeave<'_>) -> ledger::gate::NextAction {
    let tools: Vec<String> = leave
        .means
        .iter()
        .map(|it| format!("`{}`", it.tool()))
        .collect();
    match tools.as_slice() {
        [] => stop("say it with `done`"),
        tools => use_path(tools.join(" or ")),
    }
}

/// Nothing is said, or too much.
fn unfit(means: &Means) -> Option<Finding> {
    let tool = means.kind().tool();
    let must_say = match means {
        Means::Comment { .. } | Means::OpenSubIssue { .. } => true,
        Means::SubmitReview {
            verdict, comments, ..
        } => *verdict != ledger::forge::ReviewVerdict::Approved && comments.is_empty(),
        Means::OpenPullRequest { .. } | Means::MergePullRequest {} | Means::CloseIssue {} => false,
    };
    let texts = means.texts();
    if must_say && texts.first().is_none_or(|it| it.trim().is_empty()) {
        let next = stop("say something that others can use");
        return Some(about(hard(NAME, "empty", "it says nothing", next), tool));
    }
    let title = match means {
        Means::OpenSubIssue { title, .. } | Means::OpenPullRequest { title, .. } => title.as_str(),
        Means::Comment { .. }
        | Means::SubmitReview { .. }
        | Means::MergePullRequest {}
        | Means::CloseIssue {} => "",
    };
    let is_long = title.chars().count() > TITLE_CHARS_MAX || title.contains('\n');
    if is_long || texts.iter().any(|it| it.len() > TEXT_BYTES_MAX) {
        let message = format!(
            "it is longer than {TEXT_BYTES_MAX} bytes, or its title is longer than {TITLE_CHARS_MAX} characters"
        );
        let next = stop("say it in fewer words");
        return Some(about(hard(NAME, "too-long", message, next), tool));
    }
    None
}

/// Commands that would go to the forge by themselves.
fn by_command(asked: &Asked<'_>, leave: &ForgeLeave<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for effect in asked.effects() {
        let reaches = match &effect.what {
            What::Git { argv, .. } => Call::of(argv)
                .is_some_and(|call| matches!(call.verb.as_str(), "push" | "send-pack")),
            What::Network(network) => network
                .host
                .as_deref()
                .is_some_and(|it| it.eq_ignore_ascii_case(leave.host)),
            What::List(_)
            | What::Read { .. }
            | What::Write(_)
            | What::Delete { .. }
            | What::Start(_)
            | What::Execute { .. }
            | What::Code { .. }
            | What::Build(_)
            | What::Script { .. }
            | What::Install { .. }
            | What::Privilege(_)
            | What::Configure(_)
            | What::Secret(_)
            | What::Dashed { .. }
            | What::Shadowed { .. }
            | What::Recipes(_)
            | What::Message(_)
            | What::Marked { .. }
            | What::Unknown(_) => false,
        };
        if reaches && found.is_empty() {
            let is_git = matches!(effect.what, What::Git { .. });
            found.push(about(go_by_tool(leave, is_git), &effect.by));
        }
    }
    found
}

fn go_by_tool(leave: &ForgeLeave<'_>, is_push: bool) -> Finding {
    let publishes = leave.means.contains(&MeansKind::OpenPullRequest);
    if is_push && publishes {
        let message =
            "nothing is pushed by commands: the harness pushes the work once it is verified";
        let next = use_path("`open_pull_request` to describe it, and `done`");
        return hard(NAME, "by-command", message, next);
    }
    let message = "the forge is not reached by commands";
    hard(NAME, "by-command", message, instead(leave))
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "comment", "args": {"body": "hello"}}"#,
        "no-forge",
    ),
    (
        r#"{"tool": "submit_review", "args": {"verdict": "approved", "body": ""}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
        "not-of-this-task",
    ),
    (
        r#"{"tool": "comment", "args": {"number": 9, "body": "hello"}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
        "elsewhere",
    ),
    (
        r#"{"tool": "comment", "args": {"body": "  "}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
        "empty",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "x"}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7], "talks_only": true}}}"#,
        "talks-only",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "git push origin HEAD"}, "context": {"forge": {"host": "forge.example", "means": ["open_pull_request"], "numbers": [7]}}}"#,
        "by-command",
    ),
    (
        r#"{"tool": "run_command", "args": {"command": "curl -X POST https://forge.example/api/v1/repos/a/b/issues/7/comments -d '{}'"}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
        "by-command",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "comment", "args": {"body": "I take this."}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
    r#"{"tool": "run_command", "args": {"command": "git status"}, "context": {"forge": {"host": "forge.example", "means": ["comment"], "numbers": [7]}}}"#,
];
