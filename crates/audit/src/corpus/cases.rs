//! What each kind of row asks, as the gates are asked it.

use gate::wire::{CheckLine, LineContext, What};
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash, RelPath};
use ledger::phase::Phase;
use ledger::proposal::{Proposal, Shell};
use serde_json::Value;

use super::row::{Call, Case, RawRow, Row};
use super::setting::{MAIN, Setting, phase, platform};
use super::setup;

/// The object id of the tree that is to be merged, in rows that speak of `HEAD`.
pub(super) const CANDIDATE: &str = "9be01d29be01d29be01d29be01d29be01d29be01";
/// The object id of any other tree.
const OTHER: &str = "0000000000000000000000000000000000000001";

/// Fills in what the row's own fields say.
pub(super) fn fill(row: &mut Row, raw: RawRow) -> Result<(), String> {
    if raw.induced_action.is_some() {
        return injection(row, &raw);
    }
    if raw.content_parts.is_some() {
        return secret(row, &raw);
    }
    if raw.command.is_some() {
        return shell(row, &raw);
    }
    if raw.path.is_some() {
        return path(row, &raw);
    }
    Err(format!("row `{}` asks nothing that is known", row.id))
}

fn shell(row: &mut Row, raw: &RawRow) -> Result<(), String> {
    let context = raw.cwd_context.as_deref().unwrap_or("wt");
    let told = raw.setup.as_str().unwrap_or_default();
    row.setting = setup::words(told, Setting::named(context)?);
    row.objects = setup::common(&row.setting, context);
    let command = raw.command.clone().unwrap_or_default();
    let what = match raw.gate.as_deref() {
        Some("verify_accept") => What::VerifyCommand(command),
        None => What::Proposal(Proposal::Shell {
            shell: shell_named(raw.shell.as_deref().unwrap_or("bash"))?,
            command,
            cwd: None,
        }),
        Some(other) => return Err(format!("there is no gate `{other}`")),
    };
    row.case = call(row, what, phase_of(raw)?);
    Ok(())
}

fn path(row: &mut Row, raw: &RawRow) -> Result<(), String> {
    let cwd = raw.cwd.as_deref().unwrap_or_default();
    let context = if cwd.starts_with(MAIN) {
        "main-checkout"
    } else {
        "wt"
    };
    row.setting = Setting::named(context)?;
    if let Some(name) = raw.platform.as_deref() {
        row.setting.platform = platform(name)?;
    }
    let setup = setup::objects(&raw.setup)?;
    row.objects = setup::common(&row.setting, context);
    row.objects.extend(setup.objects);
    row.races = setup.races;
    let below = cwd
        .strip_prefix(row.setting.worktree)
        .map(|rest| rest.trim_matches('/'))
        .unwrap_or_default();
    let path = raw.path.clone().unwrap_or_default();
    let path = if below.is_empty() || path.is_empty() || path.starts_with(['/', '~']) {
        path
    } else {
        format!("{below}/{path}")
    };
    let proposal = on_path(raw.op.as_deref().unwrap_or_default(), path);
    row.case = call(row, What::Proposal(proposal), phase_of(raw)?);
    Ok(())
}

/// What is done to a path. What has no name here changes it.
fn on_path(op: &str, path: String) -> Proposal {
    match op {
        "read" | "stat" | "read_file" => Proposal::Read {
            path,
            from: None,
            lines: None,
        },
        "list" | "ls" => Proposal::List { path },
        "glob" => Proposal::Search {
            pattern: ".".to_owned(),
            path: None,
            glob: Some(path),
        },
        "grep" | "search" => Proposal::Search {
            pattern: ".".to_owned(),
            path: Some(path),
            glob: None,
        },
        "fetch" => Proposal::Fetch { url: path },
        "delete" | "rmdir" | "remove" => Proposal::Delete { path },
        "edit" => Proposal::Edit {
            path,
            old: String::new(),
            new: "x\n".to_owned(),
        },
        _ => Proposal::Write {
            path,
            content: "x\n".to_owned(),
        },
    }
}

fn secret(row: &mut Row, raw: &RawRow) -> Result<(), String> {
    let text = raw.content_parts.clone().unwrap_or_default().concat();
    let file = raw.file.clone().unwrap_or_default();
    let op = raw.op.as_deref().unwrap_or_default();
    row.objects = setup::common(&row.setting, "wt");
    if op == "tool_output" {
        row.case = Case::Output {
            text,
            spans: raw.secret_spans.clone(),
        };
        return Ok(());
    }
    // What is asked is what the text holds: that the file is written at all, lock file or not, the plan has said.
    let planned = RelPath::new(&file).ok();
    let (proposal, phase) = match op {
        "read_file" => (on_path("read", file), Phase::Executing),
        "write_file" | "edit_file" => (
            Proposal::Write {
                path: file,
                content: text,
            },
            Phase::Executing,
        ),
        "branch_name" => {
            let argv = ["switch", "-c", &text].map(str::to_owned).to_vec();
            (Proposal::Git { argv }, Phase::Executing)
        }
        "commit_message" | "commit" => (Proposal::Commit { message: text }, Phase::Executing),
        "command" | "bash" | "shell" => (bash(text), Phase::Executing),
        "fetch" | "url" => (Proposal::Fetch { url: text }, Phase::Executing),
        // Every other way is text that goes out.
        _ => (
            Proposal::PullRequest {
                title: "Change the reader".to_owned(),
                body: text,
            },
            Phase::Merging,
        ),
    };
    let mut line = line(row, What::Proposal(proposal), phase);
    if matches!(op, "write_file" | "edit_file") {
        line.context.plan_files = planned.map(|file| ledger::scope::Scope::of_files([file]));
    }
    row.case = Case::Call(Box::new(Call { before: None, line }));
    Ok(())
}

fn injection(row: &mut Row, raw: &RawRow) -> Result<(), String> {
    let action = raw.induced_action.as_ref().unwrap_or(&Value::Null);
    if raw
        .trust
        .as_deref()
        .is_none_or(|trust| trust == "untrusted")
    {
        row.setting.taint = 1;
    }
    row.objects = setup::common(&row.setting, "wt");
    let text = |name: &str| action.get(name).and_then(Value::as_str).map(str::to_owned);
    let path = || text("path").or_else(|| text("file")).unwrap_or_default();
    let tool = text("tool").unwrap_or_default();
    let proposal = match tool.as_str() {
        "bash" | "shell" | "exec" => bash(text("command").unwrap_or_default()),
        "read" | "list" | "glob" | "delete" | "grep" => on_path(&tool, path()),
        "write" | "edit" | "memory" => Proposal::Write {
            path: path(),
            content: text("content")
                .or_else(|| text("new"))
                .unwrap_or("x\n".to_owned()),
        },
        "fetch" => Proposal::Fetch {
            url: text("url").unwrap_or_else(path),
        },
        "commit" => Proposal::Commit {
            message: text("message").unwrap_or_default(),
        },
        "delegate" | "subagent" => Proposal::Delegate {
            role: text("role").unwrap_or("generator".to_owned()),
            task: text("task").or_else(|| text("prompt")).unwrap_or_default(),
        },
        "pull_request" => Proposal::PullRequest {
            title: text("title").unwrap_or_default(),
            body: text("body").unwrap_or_default(),
        },
        "gate_claim" => {
            row.case = claim(action);
            return Ok(());
        }
        _ => {
            row.case = Case::NoSuchTool(tool);
            return Ok(());
        }
    };
    let before = raw.document.clone().map(|content| CheckLine {
        id: row.id.clone(),
        what: What::ToolResult {
            tool: raw.channel.clone().unwrap_or_default(),
            content,
        },
        context: LineContext::default(),
    });
    let line = line(row, What::Proposal(proposal), Phase::Executing);
    row.case = Case::Call(Box::new(Call { before, line }));
    Ok(())
}

/// A claim that verification passed, and the record that it offers. A record counts as ours where the harness made it;
/// else it is a note.
fn claim(action: &Value) -> Case {
    let offered = action.get("evidence");
    let text = |name: &str| offered.and_then(|it| it.get(name)).and_then(Value::as_str);
    let command = text("command").unwrap_or("npm test").to_owned();
    let recorded = text("log").is_some_and(|log| log.contains("recorded-by-harness"));
    let on_candidate = text("commit") == Some("HEAD");
    let tree = GitId::new(if on_candidate { CANDIDATE } else { OTHER }).ok();
    let exit = offered
        .and_then(|it| it.get("exit"))
        .and_then(Value::as_i64)
        .and_then(|code| i32::try_from(code).ok());
    let record = offered.filter(|it| it.is_object()).map(|_| Evidence {
        id: "e1".to_owned(),
        kind: if recorded {
            EvidenceKind::Verify
        } else {
            EvidenceKind::Manual
        },
        source_trust: if recorded {
            SourceTrust::LocalCommand
        } else {
            SourceTrust::ManualNote
        },
        act: ActId(1),
        producer_trace_id: String::new(),
        command: Some(command.clone()),
        exit_code: exit,
        tree,
        tree_unchanged: true,
        output: Hash::default(),
        tail: String::new(),
        source_refs: Vec::new(),
        tests: None,
        end: End::Exited,
        failure: None,
        opened: Vec::new(),
        created_ms: 0,
        duration_ms: 0,
    });
    Case::Claim {
        command,
        evidence: record.into_iter().collect(),
    }
}

fn call(row: &Row, what: What, phase: Phase) -> Case {
    Case::Call(Box::new(Call {
        before: None,
        line: line(row, what, phase),
    }))
}

fn line(row: &Row, what: What, phase: Phase) -> CheckLine {
    CheckLine {
        id: row.id.clone(),
        what,
        context: LineContext {
            phase,
            declared: row.setting.declared.clone(),
            ..LineContext::default()
        },
    }
}

fn bash(command: String) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command,
        cwd: None,
    }
}

fn phase_of(raw: &RawRow) -> Result<Phase, String> {
    phase(raw.phase.as_deref().unwrap_or("implement"))
}

fn shell_named(name: &str) -> Result<Shell, String> {
    Ok(match name {
        "bash" => Shell::Bash,
        "sh" => Shell::Sh,
        "zsh" => Shell::Zsh,
        "powershell" | "pwsh" => Shell::Powershell,
        "cmd" => Shell::Cmd,
        other => return Err(format!("there is no shell `{other}`")),
    })
}
