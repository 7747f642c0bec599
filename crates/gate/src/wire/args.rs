//! The tools of a line and their arguments. An argument that is not known makes the line unreadable: what it would do
//! is not known either.

use ledger::forge::{Means, MeansKind};
use ledger::proposal::{Proposal, Shell};
use serde::Deserialize;

use super::takes::{Deed, Look, Takes};
use super::tools::Tool;
use super::{What, patch, server_tool};

/// A line for a shell, or a program with its arguments.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Line(String),
    Argv(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandArgs {
    command: Option<Words>,
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
    edits: Option<Vec<PieceArgs>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceArgs {
    #[serde(alias = "old_string", alias = "oldString", alias = "oldText")]
    old: String,
    #[serde(alias = "new_string", alias = "newString", alias = "newText")]
    new: String,
    #[serde(default, rename = "replace_all", alias = "replaceAll")]
    _all: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PatchArgs {
    patch: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlobsArgs {
    globs: Vec<String>,
}

#[derive(Deserialize)]
struct TypedArgs {
    #[serde(default)]
    chars: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EditsArgs {
    path: String,
    edits: Vec<PieceArgs>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListArgs {
    #[serde(default)]
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesArgs {
    glob: String,
    path: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskArgs {
    question: String,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DoneArgs {
    #[serde(default)]
    summary: String,
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
struct McpArgs {
    server: String,
    name: String,
    #[serde(default)]
    arguments: serde_json::Map<String, serde_json::Value>,
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

/// What a tool of this name is asked to do.
///
/// # Errors
/// Why that is not known, in words.
pub(super) fn what(name: &str, given: serde_json::Value) -> Result<What, String> {
    let tool = match Tool::named(name) {
        Ok(tool) => tool,
        Err(why) => return of_server(name, given).ok_or(why),
    };
    let value = tool.arguments(given)?;
    let proposal = match tool.takes {
        Takes::Verify => {
            let VerifyArgs { command } = args(name, value)?;
            return Ok(What::VerifyCommand(command));
        }
        Takes::Result => {
            let ResultArgs { tool, content } = args(name, value)?;
            return Ok(What::ToolResult { tool, content });
        }
        Takes::Nothing => return Ok(What::Several(Vec::new())),
        Takes::Patch => {
            let PatchArgs { patch } = args(name, value)?;
            return patch::proposals(&patch).map(What::Several);
        }
        Takes::Globs => {
            let GlobsArgs { globs } = args(name, value)?;
            return Ok(What::Several(globs.into_iter().map(files_like).collect()));
        }
        Takes::Typed => {
            let TypedArgs { chars } = args(name, value)?;
            return typed(&chars);
        }
        Takes::Command(shell) => command(shell, args(name, value)?)?,
        Takes::File(deed) => file(name, deed, args(name, value)?)?,
        Takes::Edits => edits(args(name, value)?),
        Takes::Look(look) => looked_for(name, look, value)?,
        Takes::Fetch => {
            let UrlArgs { url } = args(name, value)?;
            Proposal::Fetch { url }
        }
        Takes::Git => {
            let ArgvArgs { argv } = args(name, value)?;
            Proposal::Git { argv }
        }
        Takes::Commit => {
            let CommitArgs { message } = args(name, value)?;
            Proposal::Commit { message }
        }
        Takes::PullRequest => {
            let PullRequestArgs { title, body } = args(name, value)?;
            Proposal::PullRequest { title, body }
        }
        Takes::OnForge(kind) => on_forge(kind, value)?,
        Takes::Mcp => tool_of_server(args(name, value)?),
        Takes::Delegate => {
            let DelegateArgs { role, task } = args(name, value)?;
            Proposal::Delegate { role, task }
        }
        Takes::Ask => {
            let AskArgs { question, options } = args(name, value)?;
            Proposal::Ask { question, options }
        }
        Takes::Done => {
            let DoneArgs { summary } = args(name, value)?;
            Proposal::Done { summary }
        }
        // What stands in it is read where it counts.
        Takes::Plan => Proposal::Plan {
            plan: value.to_string(),
        },
    };
    Ok(What::Proposal(proposal))
}

/// A tool of a server under the name that agents have for it; nothing where it is called otherwise, or its arguments are no object.
fn of_server(name: &str, given: serde_json::Value) -> Option<What> {
    let (server, tool) = server_tool::parts(name)?;
    let arguments = match given {
        serde_json::Value::Object(arguments) => arguments,
        serde_json::Value::Null => serde_json::Map::new(),
        serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_)
        | serde_json::Value::Array(_) => return None,
    };
    Some(What::Proposal(tool_of_server(McpArgs {
        server: server.to_owned(),
        name: tool.to_owned(),
        arguments,
    })))
}

/// A tool of a server is used.
fn tool_of_server(used: McpArgs) -> Proposal {
    Proposal::Mcp {
        server: used.server,
        name: used.name,
        arguments: serde_json::Value::Object(used.arguments).to_string(),
    }
}

/// Files of a pattern are read.
fn files_like(glob: String) -> Proposal {
    Proposal::Search {
        pattern: String::new(),
        path: None,
        glob: Some(glob),
    }
}

/// Something is typed into a program that runs; nothing only waits for it.
fn typed(chars: &str) -> Result<What, String> {
    match chars.is_empty() {
        true => Ok(What::Several(Vec::new())),
        false => Err("what is typed into a program that runs can't be judged".to_owned()),
    }
}

/// Looks for names or contents.
fn looked_for(name: &str, look: Look, value: serde_json::Value) -> Result<Proposal, String> {
    Ok(match look {
        Look::Directory => {
            let ListArgs { path } = args(name, value)?;
            Proposal::List { path }
        }
        Look::Names => {
            let NamesArgs { glob, path } = args(name, value)?;
            Proposal::Search {
                pattern: String::new(),
                path,
                glob: Some(glob),
            }
        }
        Look::Contents => {
            let SearchArgs {
                pattern,
                path,
                glob,
            } = args(name, value)?;
            Proposal::Search {
                pattern,
                path,
                glob,
            }
        }
    })
}

/// Several pieces of one file: judged as one, by all that comes in.
fn edits(given: EditsArgs) -> Proposal {
    let joined = |pieces: Vec<&str>| pieces.join("\n");
    Proposal::Edit {
        old: joined(given.edits.iter().map(|it| it.old.as_str()).collect()),
        new: joined(given.edits.iter().map(|it| it.new.as_str()).collect()),
        path: given.path,
    }
}

fn command(shell: Shell, given: CommandArgs) -> Result<Proposal, String> {
    let cwd = given.cwd;
    match (given.command, given.argv) {
        (Some(Words::Line(command)), None) => Ok(Proposal::Shell {
            shell: given.shell.unwrap_or(shell),
            command,
            cwd,
        }),
        (Some(Words::Argv(argv)), None) | (None, Some(argv)) if given.shell.is_none() => {
            Ok(Proposal::Exec { argv, cwd })
        }
        (Some(Words::Argv(_)), None) | (None, Some(_)) => {
            Err("arguments of `run_command`: `argv` needs no `shell`".to_owned())
        }
        (Some(_), Some(_)) | (None, None) => {
            Err("arguments of `run_command`: either `command` or `argv`".to_owned())
        }
    }
}

/// What happens to one file.
fn file(tool: &str, deed: Deed, given: FileArgs) -> Result<Proposal, String> {
    let path = given.path;
    let missing = |name: &str| format!("arguments of `{tool}`: `{name}` is missing");
    Ok(match deed {
        Deed::Read => Proposal::Read {
            path,
            from: given.from,
            lines: given.lines,
        },
        Deed::Delete => Proposal::Delete { path },
        Deed::Edit if given.edits.is_some() => edits(EditsArgs {
            path,
            edits: given.edits.unwrap_or_default(),
        }),
        Deed::Edit if given.old.is_some() || given.new.is_some() => Proposal::Edit {
            path,
            old: given.old.unwrap_or_default(),
            new: given.new.ok_or_else(|| missing("new"))?,
        },
        Deed::Edit => Proposal::Edit {
            path,
            old: String::new(),
            new: given.content.ok_or_else(|| missing("content"))?,
        },
        Deed::Write => Proposal::Write {
            path,
            content: given.content.ok_or_else(|| missing("content"))?,
        },
    })
}

/// What is done on a forge: the tool's name says what, its arguments how.
fn on_forge(kind: MeansKind, value: serde_json::Value) -> Result<Proposal, String> {
    let wrong = |error| format!("arguments of `{}`: {error}", kind.tool());
    let means = Means::of(kind, value).map_err(wrong)?;
    Ok(Proposal::OnForge { means })
}
