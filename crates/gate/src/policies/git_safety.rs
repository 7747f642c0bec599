//! `git-safety`: agents push nowhere, rewrite nothing that others have, and change neither hooks, configuration nor
//! remotes.

use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo, command};
use crate::canonical::joined;
use crate::finding::{about, finding, run, soft, stop, use_path, wait_for};
use crate::git::{self, Line};
use crate::lookup::{self, Known};
use crate::shell::looks;
use crate::shell::script::Call;
use crate::shell::words::Word;

mod options;
mod push;

const NAME: &str = "git-safety";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "No pushes by agents, no rewriting of history, no changes to hooks, configuration or remotes.",
        why: "One forced push or one hook undoes what every other gate holds.",
        instead: "Commit with the commit tool; the harness merges and pushes what was verified.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

/// What stands against one git command.
struct Objection {
    severity: Severity,
    id: &'static str,
    message: String,
}

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    if matches!(proposal, Proposal::Commit { .. }) {
        out.extend(commits_to(asked));
    }
    for piece in command::pieces(proposal) {
        let words = piece.command();
        let Some(at) = words.iter().position(|word| is_git(word)) else {
            continue;
        };
        // Behind another program (`env git push`, `xargs git push`) it is git all the same; printed words are not.
        if at > 0 && (crate::shell::piece::talks(piece.program()) || quiet(words, at)) {
            continue;
        }
        let arguments = words.get(at.saturating_add(1)..).unwrap_or_default();
        out.extend(one(asked, arguments));
    }
    out
}

/// Commits go to a branch that is not protected, and that is known.
fn commits_to(asked: &Asked<'_>) -> Option<Finding> {
    let branch = match lookup::branch(asked.context.facts) {
        Known::Yes(branch) => branch,
        Known::No(_) => None,
        Known::Unasked => asked.context.branch,
    };
    match branch {
        Some(branch) if asked.policies.protects_branch(branch) => {
            let message = format!("`{branch}` is protected; commits go to a task's own branch");
            let it = hard("protected-branch", message);
            Some(finding(it.severity, NAME, it.id, it.message, use_path("a branch of its own")))
        }
        Some(_) => None,
        None => {
            let message = "which branch a commit would go to is not known";
            Some(soft(NAME, "branch-unknown", message))
        }
    }
}

fn is_git(word: &str) -> bool {
    crate::shell::piece::base(word) == "git"
}

/// A word `git` that is an argument to a program that only looks (`which git`, `ls git`).
fn quiet(words: &[String], at: usize) -> bool {
    let call = Call {
        words: words.iter().map(|word| Word::literal(word)).collect(),
        piped: false,
    };
    at > 0 && looks::looks(&call).is_ok()
}

fn one(asked: &Asked<'_>, arguments: &[String]) -> Vec<Finding> {
    let words: Vec<Word> = arguments.iter().map(|word| Word::literal(word)).collect();
    if git::looks(&words).is_ok() {
        return Vec::new();
    }
    let line = git::line(arguments);
    let mut objections: Vec<Objection> = line.globals.iter().filter_map(options::global).collect();
    objections.extend(verb(asked, &line));
    let shown = format!("git {}", joined(arguments));
    objections
        .into_iter()
        .map(|it| about(said(&it, asked), &shown))
        .collect()
}

fn said(it: &Objection, asked: &Asked<'_>) -> Finding {
    let own = asked.context.branch.map_or_else(
        || "the task's own branch".to_owned(),
        |branch| format!("branch {branch}"),
    );
    let next = match it.id {
        "force-push-protected" | "push-protected" | "protected-branch" => use_path(own),
        "push" | "force-push" | "delete-remote" => {
            wait_for("the harness, which pushes what was verified")
        }
        "commit-by-agent" => run("the commit tool, which commits what was declared and changed"),
        _ if it.severity == Severity::SoftDeny => return soft(NAME, it.id, &it.message),
        _ => stop("leave it, or ask a person"),
    };
    finding(it.severity, NAME, it.id, &it.message, next)
}

fn hard(id: &'static str, message: impl Into<String>) -> Objection {
    Objection {
        severity: Severity::HardDeny,
        id,
        message: message.into(),
    }
}

fn asks(id: &'static str, message: impl Into<String>) -> Objection {
    Objection {
        severity: Severity::SoftDeny,
        id,
        message: message.into(),
    }
}

fn verb(asked: &Asked<'_>, line: &Line) -> Vec<Objection> {
    let mut out: Vec<Objection> = programs(line).into_iter().collect();
    let found = match line.verb.as_str() {
        "" => None,
        "push" | "send-pack" => Some(push::push(asked, line)),
        "config" => Some(config(line)),
        "remote" => Some(remote(line)),
        "filter-branch" | "filter-repo" | "replace" | "prune" | "fast-import" | "prune-packed"
        | "update-ref" | "update-server-info" | "unpack-objects" => {
            Some(hard("rewrites-history", format!("`git {}` rewrites or drops history", line.verb)))
        }
        "reflog" => Some(reflog(line)),
        "symbolic-ref" if line.operands().count() > 1 => {
            Some(hard("rewrites-history", "it changes what a name stands for"))
        }
        "gc" | "repack" | "maintenance" => Some(gc(line)),
        "hook" | "daemon" | "instaweb" | "send-email" | "credential" | "credential-store"
        | "credential-cache" | "http-backend" | "upload-pack" | "receive-pack"
        | "upload-archive" | "shell" | "cvsserver" | "remote-ext" | "remote-fd" => {
            Some(hard("runs-programs", format!("`git {}` runs programs or opens doors", line.verb)))
        }
        "branch" | "tag" | "checkout" | "switch" | "worktree" | "reset" | "rebase" | "merge" | "clean" | "restore" | "stash" => {
            Some(moves(asked, line))
        }
        "commit" => Some(commit(line)),
        verb => Some(asks("asks", format!("`git {verb}` could change something"))),
    };
    out.extend(found);
    out
}

/// Options by which git runs something, whatever the verb.
fn programs(line: &Line) -> Option<Objection> {
    let runs: &[&str] = match line.verb.as_str() {
        "rebase" => &["--exec", "-x"],
        "bisect" if line.operands().next() == Some("run") => &["--", "-"],
        "submodule" if line.operands().next() == Some("foreach") => &["--", "-"],
        "difftool" | "mergetool" => &["--extcmd", "-x", "--tool", "-t"],
        "grep" => &["--open-files-in-pager", "-O"],
        "clone" | "fetch" | "pull" | "push" | "ls-remote" | "archive" | "fetch-pack" | "send-pack" => &[
            "--upload-pack", "--receive-pack", "--exec", "--config", "--template", "--server-option", "-c",
        ],
        _ => &["--upload-pack", "--receive-pack", "--ext-diff"],
    };
    let inner = matches!(
        (line.verb.as_str(), line.operands().next()),
        ("bisect", Some("run")) | ("submodule", Some("foreach"))
    );
    let transport = line
        .rest
        .iter()
        .any(|word| word.starts_with("ext::") || word.starts_with("fd::"));
    let exact = |word: &String| {
        runs.iter().any(|run| {
            let attached = !run.starts_with("--") && run.len() == 2 && word.starts_with(run);
            word == run || word.starts_with(&format!("{run}=")) || attached
        })
    };
    (inner || transport || line.rest.iter().any(exact)).then(|| {
        let message = format!("this form of `git {}` runs another program", line.verb);
        hard("runs-programs", message)
    })
}

fn config(line: &Line) -> Objection {
    let first = line.rest.first().map(String::as_str).unwrap_or_default();
    let reads = matches!(first, "--get" | "--get-all" | "--list" | "-l" | "get" | "list");
    let writes = line.has(&["--add", "--unset", "--unset-all", "--replace-all", "--edit", "-e", "--file", "-f"]);
    if reads && !writes {
        asks("reads-config", "git's configuration may hold addresses with passwords in them")
    } else {
        hard("config", "git's configuration decides what git runs; agents don't change it")
    }
}

fn remote(line: &Line) -> Objection {
    match line.operands().next() {
        None | Some("show" | "get-url") => asks("asks", "it may ask the remote repository"),
        Some(_) => hard("remote", "where git goes is not the agent's to change"),
    }
}

fn reflog(line: &Line) -> Objection {
    match line.operands().next() {
        Some("expire" | "delete" | "drop") => {
            hard("rewrites-history", "the reflog is what brings lost work back")
        }
        Some(_) | None => asks("asks", "this form of `git reflog` is not known only to look"),
    }
}

fn gc(line: &Line) -> Objection {
    if line.has(&["--prune", "-d", "-a", "-A"]) {
        hard("rewrites-history", "it drops objects that could bring lost work back")
    } else {
        asks("asks", format!("`git {}` changes the repository's storage", line.verb))
    }
}

/// Verbs that move branches, the worktree, or both.
fn moves(asked: &Asked<'_>, line: &Line) -> Objection {
    let verb = line.verb.as_str();
    let names_protected = line
        .operands()
        .any(|word| asked.policies.protects_branch(word));
    let makes_or_drops = matches!(verb, "branch" | "tag" | "worktree")
        || line.has(&["-B", "-C", "--force-create", "--orphan"]);
    if names_protected && makes_or_drops && verb != "tag" && line.has(&["-D", "-d", "-m", "-M", "-f", "-B", "-C", "--delete", "--move", "--force", "--force-create"]) {
        let message = format!("`git {verb}` would move, rename or drop a protected branch");
        return hard("protected-branch", message);
    }
    let discards = match verb {
        "reset" => line.has(&["--hard", "--merge", "--keep"]),
        "checkout" | "switch" => line.has(&["-f", "--force", "--discard-changes", "-B", "-C"]),
        "branch" | "tag" => line.has(&["-D", "-f", "-M", "-d", "--delete", "--force"]),
        "worktree" | "rebase" | "clean" | "restore" => true,
        "stash" => line.operands().any(|word| matches!(word, "drop" | "clear")),
        _ => false,
    };
    if discards {
        asks("discards-work", format!("this `git {verb}` throws work or history away"))
    } else {
        asks("asks", format!("`git {verb}` moves a branch or the worktree"))
    }
}

fn commit(line: &Line) -> Objection {
    if line.has(&["--amend"]) || line.rest.iter().any(|word| word.starts_with("--fixup")) {
        return asks("rewrites-history", "it rewrites a commit");
    }
    if line.has(&["--no-verify", "-n"]) {
        return hard("skips-hooks", "it leaves out the project's own commit hooks");
    }
    asks("commit-by-agent", "commits are made by the harness, of what was declared and changed")
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "git", "args": {"argv": ["push", "--force", "origin", "main"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", "+HEAD:main"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "-f", "origin", "HEAD:refs/heads/main"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "--mirror"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "--force-with-lease", "origin", "release/1.2"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "-uf", "origin", "MAIN"]}}"#, "force-push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", "HEAD:main"]}}"#, "push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", ":main"]}}"#, "push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", "--delete", "main"]}}"#, "push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "--all"]}}"#, "push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["push", "--forc", "origin", "x"]}}"#, "force-push"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", ":x"]}}"#, "delete-remote"),
    (r#"{"tool": "git", "args": {"argv": ["push"]}}"#, "push"),
    (r#"{"tool": "git", "args": {"argv": ["push", "origin", "feature/42"]}}"#, "push"),
    (r#"{"tool": "run_command", "args": {"command": "git -C /x push -f origin main"}}"#, "force-push-protected"),
    (r#"{"tool": "run_command", "args": {"command": "env git push"}}"#, "push"),
    (r#"{"tool": "run_command", "args": {"command": "true && git push"}}"#, "push"),
    (r#"{"tool": "run_command", "args": {"command": "x=$(git push origin main)"}}"#, "push-protected"),
    (r#"{"tool": "git", "args": {"argv": ["-c", "core.fsmonitor=./x", "status"]}}"#, "option-injection"),
    (r#"{"tool": "git", "args": {"argv": ["--exec-path=/x", "status"]}}"#, "option-injection"),
    (r#"{"tool": "git", "args": {"argv": ["--git-dir", "/x", "log"]}}"#, "option-injection"),
    (r#"{"tool": "git", "args": {"argv": ["-c", "alias.x=!id", "x"]}}"#, "option-injection"),
    (r#"{"tool": "git", "args": {"argv": ["-C", "/tmp/x", "status"]}}"#, "other-repository"),
    (r#"{"tool": "git", "args": {"argv": ["config", "core.hooksPath", "/x"]}}"#, "config"),
    (r#"{"tool": "git", "args": {"argv": ["config", "--list"]}}"#, "reads-config"),
    (r#"{"tool": "git", "args": {"argv": ["remote", "set-url", "origin", "x"]}}"#, "remote"),
    (r#"{"tool": "git", "args": {"argv": ["filter-branch", "--all"]}}"#, "rewrites-history"),
    (r#"{"tool": "git", "args": {"argv": ["update-ref", "HEAD", "x"]}}"#, "rewrites-history"),
    (r#"{"tool": "git", "args": {"argv": ["reflog", "expire", "--all"]}}"#, "rewrites-history"),
    (r#"{"tool": "git", "args": {"argv": ["gc", "--prune=now"]}}"#, "rewrites-history"),
    (r#"{"tool": "git", "args": {"argv": ["commit", "--amend"]}}"#, "rewrites-history"),
    (r#"{"tool": "git", "args": {"argv": ["rebase", "--exec", "x", "main"]}}"#, "runs-programs"),
    (r#"{"tool": "git", "args": {"argv": ["bisect", "run", "x"]}}"#, "runs-programs"),
    (r#"{"tool": "git", "args": {"argv": ["clone", "--upload-pack=x", "a"]}}"#, "runs-programs"),
    (r#"{"tool": "git", "args": {"argv": ["ls-remote", "ext::sh -c id"]}}"#, "runs-programs"),
    (r#"{"tool": "git", "args": {"argv": ["grep", "-Ox", "TODO"]}}"#, "runs-programs"),
    (r#"{"tool": "git", "args": {"argv": ["reset", "--hard"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["rebase", "main"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["clean", "-fdx"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["branch", "-D", "x"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["stash", "drop"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["worktree", "remove", "x"]}}"#, "discards-work"),
    (r#"{"tool": "git", "args": {"argv": ["branch", "-m", "main", "old"]}}"#, "protected-branch"),
    (r#"{"tool": "git", "args": {"argv": ["commit", "-m", "delete it"]}}"#, "commit-by-agent"),
    (r#"{"tool": "git", "args": {"argv": ["commit", "--no-verify", "-m", "x"]}}"#, "skips-hooks"),
    (r#"{"tool": "git", "args": {"argv": ["checkout", "x"]}}"#, "asks"),
    (r#"{"tool": "git", "args": {"argv": ["add", "a.rs"]}}"#, "asks"),
    (r#"{"tool": "git", "args": {"argv": ["fetch"]}}"#, "asks"),
    (r#"{"tool": "git", "args": {"argv": ["log", "--output=x"]}}"#, "asks"),
    (r#"{"tool": "git", "args": {"argv": ["diff", "--ext-diff"]}}"#, "runs-programs"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "git", "args": {"argv": ["status", "--short", "--branch"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["diff", "--stat"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["log", "--oneline", "-5"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["log", "--grep=--upload-pack"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["show", "HEAD"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["blame", "src/a.rs"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["ls-files"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["rev-parse", "--verify", "@{upstream}"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["branch", "--show-current"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["branch", "-vv"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["remote", "-v"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["stash", "list"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["cat-file", "-t", "HEAD^{commit}"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["grep", "-n", "push --force"]}}"#,
    r#"{"tool": "run_command", "args": {"command": "echo 'git push --force origin main'"}}"#,
    r#"{"tool": "run_command", "args": {"command": "rg 'git push'"}}"#,
    r#"{"tool": "run_command", "args": {"command": "which git"}}"#,
    r#"{"tool": "git", "args": {"argv": ["--no-pager", "diff"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["tag", "-l"]}}"#,
    r#"{"tool": "git", "args": {"argv": ["config", "--get", "user.name"]}}"#,
];
