//! The tools of a line and their arguments. An argument that is not known makes the line unreadable: what it would do
//! is not known either.

use ledger::proposal::{Proposal, Shell};
use serde::Deserialize;

use super::What;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandArgs {
    command: Option<String>,
    argv: Option<Vec<String>>,
    shell: Option<Shell>,
    cwd: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileArgs {
    path: String,
    content: Option<String>,
    old: Option<String>,
    new: Option<String>,
    from: Option<u32>,
    lines: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArgvArgs {
    argv: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UrlArgs {
    url: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DelegateArgs {
    role: String,
    task: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyArgs {
    command: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultArgs {
    tool: String,
    content: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommitArgs {
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PullRequestArgs {
    title: String,
    #[serde(default)]
    body: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchArgs {
    pattern: String,
    path: Option<String>,
    glob: Option<String>,
}

fn args<T: for<'de> Deserialize<'de>>(tool: &str, value: serde_json::Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| format!("arguments of `{tool}`: {error}"))
}

pub(super) fn what(tool: &str, value: serde_json::Value) -> Result<What, String> {
    let proposal = match tool {
        "run_command" => command(args(tool, value)?)?,
        "read_file" | "write_file" | "edit_file" | "delete_file" | "list_files" => {
            file(tool, args(tool, value)?)?
        }
        "search" => {
            let SearchArgs {
                pattern,
                path,
                glob,
            } = args(tool, value)?;
            Proposal::Search {
                pattern,
                path,
                glob,
            }
        }
        "fetch_url" => {
            let UrlArgs { url } = args(tool, value)?;
            Proposal::Fetch { url }
        }
        "git" => {
            let ArgvArgs { argv } = args(tool, value)?;
            Proposal::Git { argv }
        }
        "commit" => {
            let CommitArgs { message } = args(tool, value)?;
            Proposal::Commit { message }
        }
        "pull_request" => {
            let PullRequestArgs { title, body } = args(tool, value)?;
            Proposal::PullRequest { title, body }
        }
        "delegate" => {
            let DelegateArgs { role, task } = args(tool, value)?;
            Proposal::Delegate { role, task }
        }
        "verify_command" => {
            let VerifyArgs { command } = args(tool, value)?;
            return Ok(What::VerifyCommand(command));
        }
        "tool_result" => {
            let ResultArgs { tool, content } = args(tool, value)?;
            return Ok(What::ToolResult { tool, content });
        }
        other => return Err(format!("there is no tool `{other}`")),
    };
    Ok(What::Proposal(proposal))
}

fn command(given: CommandArgs) -> Result<Proposal, String> {
    match (given.command, given.argv) {
        (Some(command), None) => Ok(Proposal::Shell {
            shell: given.shell.unwrap_or(Shell::Bash),
            command,
            cwd: given.cwd,
        }),
        (None, Some(argv)) if given.shell.is_none() => Ok(Proposal::Exec {
            argv,
            cwd: given.cwd,
        }),
        (None, Some(_)) => Err("arguments of `run_command`: `argv` needs no `shell`".to_owned()),
        (Some(_), Some(_)) | (None, None) => {
            Err("arguments of `run_command`: either `command` or `argv`".to_owned())
        }
    }
}

fn file(tool: &str, given: FileArgs) -> Result<Proposal, String> {
    let path = given.path;
    let missing = |name: &str| format!("arguments of `{tool}`: `{name}` is missing");
    Ok(match tool {
        "read_file" => Proposal::Read {
            path,
            from: given.from,
            lines: given.lines,
        },
        "list_files" => Proposal::List { path },
        "delete_file" => Proposal::Delete { path },
        "edit_file" if given.old.is_some() || given.new.is_some() => Proposal::Edit {
            path,
            old: given.old.unwrap_or_default(),
            new: given.new.ok_or_else(|| missing("new"))?,
        },
        "edit_file" => Proposal::Edit {
            path,
            old: String::new(),
            new: given.content.ok_or_else(|| missing("content"))?,
        },
        _ => Proposal::Write {
            path,
            content: given.content.ok_or_else(|| missing("content"))?,
        },
    })
}
