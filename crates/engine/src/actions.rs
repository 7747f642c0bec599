//! From a tool call and its facts to the action that a permit is for.

use ledger::action::{Action, Change, ChangeHow, Commit, Exec, ExecWhat, Look, LookAt};
use ledger::facts::{Fact, PathFact, PathKind};
use ledger::ids::{CallId, RelPath, TaskId};
use ledger::options::{Options, PolicySet};
use ledger::proposal::{Proposal, Shell};
use ledger::scope::Scope;
use shell::NotWritten;

use crate::state::{State, TaskState};
use crate::{on_forge, server_tools};

/// Longest output of a command that is kept, in bytes; the agent is shown less.
const OUTPUT_BYTES_MAX: u32 = 256 * 1024;

/// The action that a call proposes, given its facts: what an `Allowed` line for this call holds the digest of.
///
/// # Errors
/// What the agent is told when there is nothing to act on.
pub fn action_for(
    state: &State,
    task: &TaskId,
    call: &CallId,
    facts: &[Fact],
) -> Result<Action, String> {
    let (task, pending) = state.pending(task, call).ok_or("there is no such call")?;
    let options = &state
        .opened
        .as_ref()
        .ok_or("the run is not opened")?
        .options;
    let proposal = pending.proposal.as_deref().map_err(Clone::clone)?;
    action(state, options, &task.task.id, proposal, facts)
}

pub(crate) fn action(
    state: &State,
    options: &Options,
    id: &TaskId,
    proposal: &Proposal,
    facts: &[Fact],
) -> Result<Action, String> {
    if let Some(at) = look_at(proposal, facts) {
        let task = id.clone();
        return at.map(|at| Action::Look(Look { task, at }));
    }
    if let Some((path, how)) = change_how(proposal) {
        if !matches!(how, ChangeHow::Write { .. }) {
            existing(path, facts)?;
        }
        return change(id.clone(), path, facts, how);
    }
    if let Some((what, cwd)) = started(proposal) {
        return exec(options, id.clone(), what?, cwd, facts);
    }
    match proposal {
        Proposal::Commit { message } => Ok(Action::Commit(commit(state, options, id, message))),
        Proposal::OnForge { means } => on_forge::action(state, means),
        Proposal::Mcp {
            server,
            name,
            arguments,
        } => server_tools::use_of((state, options), id, (server, name, arguments)),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Exec { .. }
        | Proposal::Git { .. }
        | Proposal::Shell { .. }
        | Proposal::Fetch { .. }
        | Proposal::Delegate { .. }
        | Proposal::Verify { .. }
        | Proposal::Plan { .. }
        | Proposal::PullRequest { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. } => Err(format!(
            "`{}` is not available in this run",
            proposal.tool()
        )),
    }
}

/// At what a proposal would look, if that is all it does.
fn look_at(proposal: &Proposal, facts: &[Fact]) -> Option<Result<LookAt, String>> {
    if let Proposal::Read { path, from, lines } = proposal {
        let (from, lines) = (*from, *lines);
        return Some(existing(path, facts).map(|path| LookAt::File { path, from, lines }));
    }
    if let Proposal::List { path } = proposal {
        return Some(directory(path, facts).map(|path| LookAt::Directory { path }));
    }
    if let Proposal::Search {
        pattern,
        path,
        glob,
    } = proposal
    {
        let below = directory(path.as_deref().unwrap_or_default(), facts);
        return Some(below.map(|path| LookAt::Contents {
            pattern: pattern.clone(),
            path,
            glob: glob.clone(),
        }));
    }
    None
}

/// Which file a proposal would change, and how.
fn change_how(proposal: &Proposal) -> Option<(&str, ChangeHow)> {
    if let Proposal::Write { path, content } = proposal {
        let content = content.clone();
        return Some((path, ChangeHow::Write { content }));
    }
    if let Proposal::Edit { path, old, new } = proposal {
        let (old, new) = (old.clone(), new.clone());
        return Some((path, ChangeHow::Edit { old, new }));
    }
    if let Proposal::Delete { path } = proposal {
        return Some((path, ChangeHow::Delete));
    }
    None
}

/// What a proposal would start, and where.
fn started(proposal: &Proposal) -> Option<(Result<ExecWhat, String>, Option<&str>)> {
    if let Proposal::Exec { argv, cwd } = proposal {
        return Some((Ok(ExecWhat::Argv(argv.clone())), cwd.as_deref()));
    }
    if let Proposal::Git { argv } = proposal {
        let argv = std::iter::once("git".to_owned()).chain(argv.iter().cloned());
        return Some((Ok(ExecWhat::Argv(argv.collect())), None));
    }
    if let Proposal::Shell {
        shell,
        command,
        cwd,
    } = proposal
    {
        let what = match shell::without_shell(*shell, command) {
            Some(argv) => Ok(ExecWhat::Argv(argv)),
            None => written(*shell, command).map(|command| ExecWhat::Shell {
                shell: *shell,
                command,
            }),
        };
        return Some((what, cwd.as_deref()));
    }
    None
}

/// A command as it is given to its shell: written anew from the tree that was judged, where there is one. What no reader
/// could read runs only because a person saw it, so it runs as it was shown.
fn written(shell: Shell, command: &str) -> Result<String, String> {
    let judged = match shell {
        Shell::Bash => shell::as_judged(command),
        Shell::Sh | Shell::Zsh | Shell::Powershell | Shell::Cmd => Err(NotWritten::Unread),
    };
    match judged {
        Ok(anew) => Ok(anew),
        Err(NotWritten::Unread) => Ok(command.to_owned()),
        Err(NotWritten::Otherwise) => {
            Err("this command can't be run as it was judged: run its parts one by one".to_owned())
        }
    }
}

/// The commit of a task: what was declared and changed, never what looks like a secret.
pub(crate) fn commit(state: &State, options: &Options, id: &TaskId, message: &str) -> Commit {
    let declared = state.tasks.get(id).map_or(Scope::Any, declared);
    Commit {
        task: id.clone(),
        message: format!(
            "{}\n\nInterlock-Run: {}\nInterlock-Task: {id}\n",
            message.trim(),
            state.run
        ),
        declared,
        never: never(&options.policies),
    }
}

/// What of a task's worktree goes into its commit.
pub(crate) fn declared(task: &TaskState) -> Scope {
    task.task.files.with_files(&task.task.deletes)
}

/// Names that are never committed by the harness, whatever was declared: the configured secret patterns, and those
/// that are secret everywhere.
#[must_use]
pub fn never(policies: &PolicySet) -> Vec<String> {
    const EVERYWHERE: &[&str] = &[
        r"(^|/)\.env(\.(local|production|staging|development|test))?$",
        r"\.(pem|p12|pfx|key)$",
        r"(^|/)id_(rsa|dsa|ecdsa|ed25519)$",
        r"(^|/)\.(netrc|npmrc|pypirc)$",
    ];
    let everywhere = EVERYWHERE.iter().map(|it| (*it).to_owned());
    policies
        .secret_patterns
        .iter()
        .cloned()
        .chain(everywhere)
        .collect()
}

fn exec(
    options: &Options,
    task: TaskId,
    what: ExecWhat,
    cwd: Option<&str>,
    facts: &[Fact],
) -> Result<Action, String> {
    Ok(Action::Exec(Exec {
        task,
        what,
        cwd: directory(cwd.unwrap_or_default(), facts)?,
        timeout_s: options.limits.tool_timeout_s,
        output_bytes_max: OUTPUT_BYTES_MAX,
        hook: None,
    }))
}

fn change(task: TaskId, path: &str, facts: &[Fact], how: ChangeHow) -> Result<Action, String> {
    let found = fact(path, facts)?;
    let before = match found.kind {
        PathKind::Absent => None,
        PathKind::File => Some(
            found
                .digest
                .ok_or_else(|| format!("`{path}` is too large to change"))?,
        ),
        PathKind::Directory | PathKind::Special | PathKind::Outside => {
            return Err(format!("`{path}` is not a regular file"));
        }
    };
    let path = found
        .resolved
        .clone()
        .ok_or_else(|| format!("`{path}` is outside the worktree"))?;
    Ok(Action::Change(Change {
        task,
        path,
        how,
        before,
    }))
}

fn existing(path: &str, facts: &[Fact]) -> Result<RelPath, String> {
    let found = fact(path, facts)?;
    match found.kind {
        PathKind::File => found
            .resolved
            .clone()
            .ok_or_else(|| format!("`{path}` is outside the worktree")),
        PathKind::Absent => Err(format!("there is no file `{path}`")),
        PathKind::Directory => Err(format!("`{path}` is a directory; use `list`")),
        PathKind::Special | PathKind::Outside => Err(format!("`{path}` can't be read")),
    }
}

/// The directory that a call names; none for the root of the worktree.
fn directory(path: &str, facts: &[Fact]) -> Result<Option<RelPath>, String> {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.starts_with('/') || trimmed == "." {
        return Ok(None);
    }
    let found = fact(path, facts)?;
    match found.kind {
        // The root itself has no path below the worktree.
        PathKind::Directory => Ok(found.resolved.clone()),
        PathKind::File => found
            .resolved
            .clone()
            .map(Some)
            .ok_or_else(|| format!("`{path}` is outside the worktree")),
        PathKind::Absent => Err(format!("there is no directory `{path}`")),
        PathKind::Special | PathKind::Outside => Err(format!("`{path}` can't be entered")),
    }
}

fn fact<'a>(path: &str, facts: &'a [Fact]) -> Result<&'a PathFact, String> {
    facts
        .iter()
        .find_map(|fact| match fact {
            Fact::Path { asked, found } if asked == path => Some(found),
            Fact::Path { .. }
            | Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => None,
        })
        .ok_or_else(|| format!("nothing could be found out about `{path}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bash_is_given_what_was_judged_and_others_what_was_said() {
        let said = "ls   -l \"$x\"  # all of it\ncd src&&ls";
        let of = |shell, text| written(shell, text).unwrap();
        assert_eq!(of(Shell::Bash, said), "ls -l \"${x}\"\ncd src && ls");
        assert_eq!(of(Shell::Zsh, said), said);
        assert_eq!(of(Shell::Bash, "ls 'open"), "ls 'open");
        let text = "cat <<E > a; ls\nx\nE\nwc a";
        let anew = "cat <<END > a; ls\nx\nEND\nwc a";
        assert_eq!(of(Shell::Bash, text), anew);
    }
}
