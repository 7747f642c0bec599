//! `command`: what a command line does. Plainly read-only commands and the project's own builds and tests run unasked;
//! danger is denied; everything else asks.

use ledger::gate::{Checkpoint, Finding, NextAction};
use ledger::phase::Phase;
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo, rules};
use crate::canonical::{CANONICAL_CHARS_MAX, canonical, invisible, plain, turns, visible};
use crate::finding::{about, hard, run, soft, soft_with, stop};
use crate::lookup;
use crate::shell::script::{self, Call, Script};
use crate::shell::{argv_of, builds, danger, looks, salvage};

const NAME: &str = "command";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "Read-only commands and the project's own builds and tests run unasked; danger is denied; the rest asks.",
        why: "Lists of forbidden commands are always incomplete; what is not understood must stop.",
        instead: "Use the read, search, write and edit tools, a declared command, or ask for leave.",
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let Some(script) = script::of(proposal) else {
        return Vec::new();
    };
    let shown = canonical(proposal);
    let mut out = hidden(proposal);
    for (id, why) in dangers(asked, proposal) {
        let next = stop("leave this; say what you need it for");
        out.push(hard(NAME, id, format!("denied: {why}"), next));
    }
    match &script {
        Script::Opaque { why, .. } => {
            let message = format!("this command is not understood: {why}");
            out.push(soft(NAME, "not-understood", message));
        }
        Script::Plain(calls) => {
            let allowed = calls.len() == 1 && rules::allows(asked, proposal);
            if !allowed {
                out.extend(calls.iter().filter_map(|call| call_asks(asked, call)));
            }
        }
    }
    out.into_iter()
        .map(|finding| about(finding, &shown))
        .collect()
}

/// The dangers of a proposal that starts programs.
fn dangers(asked: &Asked<'_>, proposal: &Proposal) -> Vec<danger::Danger> {
    let mut out = Vec::new();
    if let Proposal::Shell { shell, command, .. } = proposal {
        out.extend(danger::in_text(*shell, command));
    }
    out.extend(danger::dangers(&pieces(proposal), asked.context.worktree));
    out.sort();
    out.dedup_by(|a, b| a.0 == b.0);
    out
}

/// What looks like commands in a proposal.
pub(super) fn pieces(proposal: &Proposal) -> Vec<salvage::Piece> {
    match proposal {
        Proposal::Shell { command, .. } => salvage::pieces(command),
        Proposal::Exec { argv, .. } => salvage::of_argv(argv),
        Proposal::Git { argv } => {
            let mut words = vec!["git".to_owned()];
            words.extend(argv.iter().cloned());
            salvage::of_argv(&words)
        }
        Proposal::Verify { command } => salvage::pieces(command),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Commit { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::PullRequest { .. } => Vec::new(),
    }
}

/// Text that does not show what it is.
fn hidden(proposal: &Proposal) -> Vec<Finding> {
    let text = plain(proposal);
    let mut out = Vec::new();
    let next = || run("the same command in plain characters");
    let control = |c: char| c.is_control() && c != '\n' && c != '\t';
    if let Some(c) = text.chars().find(|c| control(*c) || turns(*c)) {
        let message = format!("it holds `{}`, which is not shown as itself", visible(&c.to_string(), 4));
        out.push(hard(NAME, "hidden-characters", message, next()));
    } else if let Some(c) = text.chars().find(|c| invisible(*c)) {
        let message = format!("it holds the invisible `{}`", visible(&c.to_string(), 4));
        out.push(soft(NAME, "invisible-characters", message));
    }
    if text.chars().count() > CANONICAL_CHARS_MAX {
        let message = format!("it is longer than {CANONICAL_CHARS_MAX} characters, more than can be shown");
        let next = run("the write tool for file contents, and a shorter command");
        out.push(hard(NAME, "too-long", message, next));
    }
    out
}

/// Whether this one command asks, and why.
fn call_asks(asked: &Asked<'_>, call: &Call) -> Option<Finding> {
    // What git commands do is the business of `git-safety`.
    let git = call.program() == "git";
    let why = match looks::looks(call) {
        Ok(_) => return None,
        Err(_) if git => return None,
        Err(why) => why,
    };
    let argv = call.argv();
    if call.words.iter().any(|word| word.glob) || !runs_project(asked, &argv) {
        let message = format!("`{}` asks: {why}", crate::canonical::joined(&argv));
        let next = NextAction::Authorise {
            scope: crate::canonical::joined(&argv),
        };
        return Some(soft_with(NAME, "asks", message, next));
    }
    if !matches!(asked.context.phase, Phase::Executing | Phase::Validating) {
        let message = format!(
            "builds and tests run in `executing` and `validating`; the run is in `{}`",
            asked.context.phase
        );
        return Some(soft(NAME, "out-of-phase", message));
    }
    if !asked.context.sandboxed {
        let message = "there is no sandbox here, so only read-only commands run unasked";
        return Some(soft(NAME, "no-sandbox", message));
    }
    None
}

/// A well-known build or test, or a command that the project declares.
fn runs_project(asked: &Asked<'_>, argv: &[String]) -> bool {
    builds::builds(argv) || is_declared(&lookup::declared(asked), argv)
}

/// Whether these words are one of the declared commands, spelled alike.
pub(super) fn is_declared(declared: &[&str], argv: &[String]) -> bool {
    let wanted = long_form(argv);
    declared
        .iter()
        .filter_map(|line| argv_of(line))
        .any(|line| long_form(&line) == wanted)
}

/// `npm test` and `npm run test` are one command.
fn long_form(argv: &[String]) -> Vec<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match words.as_slice() {
        [tool @ ("npm" | "pnpm" | "yarn"), "test" | "t" | "tst", rest @ ..] => {
            [&[*tool, "run", "test"], rest].concat()
        }
        [tool @ ("npm" | "pnpm"), "run-script", rest @ ..] => [&[*tool, "run"], rest].concat(),
        words => words.to_vec(),
    }
    .into_iter()
    .map(str::to_owned)
    .collect()
}
