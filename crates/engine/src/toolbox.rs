//! The tools of the built-in loop: what a model is told of them, and how its calls become proposals.
//!
//! Short on purpose: the list is sent with every request.

mod forge;
mod tool;

use ledger::phase::Phase;
use ledger::proposal::{Proposal, Shell};
use ledger::reply::Call;
use serde::Deserialize;

use crate::on_forge;
use crate::state::State;

pub use forge::ON_FORGE;
pub use tool::Tool;

const READ: Tool = Tool {
    name: "read",
    description: "Read a text file, or `lines` lines of it from line `from`.",
    schema: r#"{"type":"object","properties":{"path":{"type":"string"},"from":{"type":"integer"},"lines":{"type":"integer"}},"required":["path"]}"#,
};
const LIST: Tool = Tool {
    name: "list",
    description: "List a directory. Ignored files are left out.",
    schema: r#"{"type":"object","properties":{"path":{"type":"string"}}}"#,
};
const SEARCH: Tool = Tool {
    name: "search",
    description: "Search file contents for a regular expression.",
    schema: r#"{"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"},"glob":{"type":"string"}},"required":["pattern"]}"#,
};
const ASK: Tool = Tool {
    name: "ask",
    description: "Ask a person. Only for facts that you cannot find out.",
    schema: r#"{"type":"object","properties":{"question":{"type":"string"},"options":{"type":"array","items":{"type":"string"}}},"required":["question"]}"#,
};

/// The tools of whoever makes a change, in the order in which they are sent.
pub const TOOLS: &[Tool] = &[
    READ,
    LIST,
    SEARCH,
    Tool {
        name: "write",
        description: "Create a file, or replace the whole of it.",
        schema: r#"{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}"#,
    },
    Tool {
        name: "edit",
        description: "Replace `old`, which must occur exactly once in the file, by `new`.",
        schema: r#"{"type":"object","properties":{"path":{"type":"string"},"old":{"type":"string"},"new":{"type":"string"}},"required":["path","old","new"]}"#,
    },
    Tool {
        name: "delete",
        description: "Delete a file.",
        schema: r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"#,
    },
    Tool {
        name: "run",
        description: "Run a program with arguments, without a shell. Prefer this to `shell`.",
        schema: r#"{"type":"object","properties":{"argv":{"type":"array","items":{"type":"string"}},"cwd":{"type":"string"}},"required":["argv"]}"#,
    },
    Tool {
        name: "shell",
        description: "Run a bash command line. What is not plainly read-only asks a person first.",
        schema: r#"{"type":"object","properties":{"command":{"type":"string"},"cwd":{"type":"string"}},"required":["command"]}"#,
    },
    Tool {
        name: "commit",
        description: "Commit the declared files that changed. The harness also commits when you are done.",
        schema: r#"{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}"#,
    },
    ASK,
    Tool {
        name: "done",
        description: "Say that the task is finished. It is then verified.",
        schema: r#"{"type":"object","properties":{"summary":{"type":"string"}},"required":["summary"]}"#,
    },
];

/// Those of them for a task that changes no file.
const TALKING: [&str; 5] = ["read", "list", "search", "ask", "done"];

/// The tools of whoever plans: it looks, asks, and proposes.
pub const PLANNING: &[Tool] = &[
    READ,
    LIST,
    SEARCH,
    ASK,
    Tool {
        name: "plan",
        description: "Propose the plan. It is checked; what does not hold comes back with the reasons.",
        schema: spec::planned::SCHEMA,
    },
];

/// The tools that are sent where a run is: those of its phase, and those that it has for its forge.
#[must_use]
pub fn of(state: &State) -> Vec<Tool> {
    if state.phase == Phase::Planning {
        return PLANNING.to_vec();
    }
    let kept = |it: &&Tool| !on_forge::talks_only(state) || TALKING.contains(&it.name);
    let means = on_forge::means(state);
    let more = forge::ON_FORGE
        .iter()
        .filter(|(kind, _)| means.contains(kind));
    let has_errand = on_forge::errand(state).is_some();
    let own = TOOLS.iter().filter(kept).map(|it| match it.name {
        // As tasks of a forge are told.
        "commit" if has_errand => Tool {
            name: "git_commit",
            ..*it
        },
        _ => *it,
    });
    own.chain(more.map(|(_, tool)| *tool)).collect()
}

/// Longest arguments of a call, in bytes.
pub(crate) const ARGS_BYTES_MAX: usize = 2 * 1024 * 1024;

#[derive(Deserialize)]
struct ReadArgs {
    path: String,
    #[serde(default, alias = "offset")]
    from: Option<u32>,
    #[serde(default, alias = "limit")]
    lines: Option<u32>,
}

#[derive(Deserialize)]
struct ListArgs {
    #[serde(default)]
    path: String,
}

#[derive(Deserialize)]
struct SearchArgs {
    pattern: String,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    glob: Option<String>,
}

#[derive(Deserialize)]
struct WriteArgs {
    path: String,
    content: String,
}

#[derive(Deserialize)]
struct EditArgs {
    path: String,
    old: String,
    new: String,
}

#[derive(Deserialize)]
struct PathArgs {
    path: String,
}

#[derive(Deserialize)]
struct RunArgs {
    argv: Vec<String>,
    #[serde(default)]
    cwd: Option<String>,
}

#[derive(Deserialize)]
struct ShellArgs {
    command: String,
    #[serde(default)]
    cwd: Option<String>,
}

#[derive(Deserialize)]
struct CommitArgs {
    message: String,
}

#[derive(Deserialize)]
struct AskArgs {
    question: String,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Deserialize)]
struct DoneArgs {
    #[serde(default)]
    summary: String,
}

/// Reads a call.
///
/// # Errors
/// What the agent is told: there is no such tool, or what is wrong with the arguments.
pub fn read(call: &Call) -> Result<Proposal, String> {
    if call.args.len() > ARGS_BYTES_MAX {
        return Err(format!(
            "the arguments are longer than {ARGS_BYTES_MAX} bytes"
        ));
    }
    if let Some(read) = forge::read(call) {
        return read;
    }
    let proposal = match call.tool.as_str() {
        "read" => args::<ReadArgs>(call).map(|it| Proposal::Read {
            path: named(it.path),
            from: it.from,
            lines: it.lines,
        }),
        "list" => args::<ListArgs>(call).map(|it| Proposal::List {
            path: named(it.path),
        }),
        "search" => args::<SearchArgs>(call).map(|it| Proposal::Search {
            pattern: it.pattern,
            path: it.path.filter(|it| !it.is_empty()).map(named),
            glob: it.glob.filter(|it| !it.is_empty()),
        }),
        "write" => args::<WriteArgs>(call).map(|it| Proposal::Write {
            path: named(it.path),
            content: it.content,
        }),
        "edit" => args::<EditArgs>(call).map(|it| Proposal::Edit {
            path: named(it.path),
            old: it.old,
            new: it.new,
        }),
        "delete" => args::<PathArgs>(call).map(|it| Proposal::Delete {
            path: named(it.path),
        }),
        "run" => args::<RunArgs>(call).map(|it| Proposal::Exec {
            argv: it.argv,
            cwd: it.cwd.filter(|it| !it.is_empty()),
        }),
        "shell" => args::<ShellArgs>(call).map(|it| Proposal::Shell {
            shell: Shell::Bash,
            command: it.command,
            cwd: it.cwd.filter(|it| !it.is_empty()),
        }),
        "commit" | "git_commit" => args::<CommitArgs>(call).map(|it| Proposal::Commit {
            message: it.message,
        }),
        "ask" => args::<AskArgs>(call).map(|it| Proposal::Ask {
            question: it.question,
            options: it.options,
        }),
        "plan" => Ok(Proposal::Plan {
            plan: call.args.clone(),
        }),
        "done" => args::<DoneArgs>(call).map(|it| Proposal::Done {
            summary: it.summary,
        }),
        other => return Err(no_tool(other)),
    }?;
    if let Proposal::Exec { argv, .. } = &proposal
        && argv.is_empty()
    {
        return Err("`argv` is empty".to_owned());
    }
    Ok(proposal)
}

fn no_tool(name: &str) -> String {
    let names: Vec<&str> = TOOLS.iter().map(|it| it.name).collect();
    let name: String = name.chars().take(60).collect();
    let all = names.join(", ");
    format!("there is no tool `{name}`; the tools are: {all}")
}

/// A path as a tool is given it. `~x` and `c:x` are names of files here: no shell reads them, and no drive is meant where
/// nothing follows that could be below one.
fn named(path: String) -> String {
    let mut letters = path.chars();
    let first = letters.next();
    let second = letters.next();
    let is_home = first == Some('~') && second.is_some() && !path.contains(['/', '\\']);
    let is_drive = first.is_some_and(|it| it.is_ascii_alphabetic()) && second == Some(':');
    let is_below = letters.next().is_none_or(|it| it == '/' || it == '\\');
    if is_home || is_drive && !is_below {
        format!("./{path}")
    } else {
        path
    }
}

fn args<'a, T: Deserialize<'a>>(call: &'a Call) -> Result<T, String> {
    let text = if call.args.trim().is_empty() {
        "{}"
    } else {
        &call.args
    };
    serde_json::from_str(text)
        .map_err(|error| format!("the arguments of `{}` can't be read: {error}", call.tool))
}

#[cfg(test)]
mod tests {
    use ledger::ids::CallId;

    use super::*;

    fn check(tool: &str, args: &str) -> Result<Proposal, String> {
        read(&Call {
            id: CallId("c".into()),
            tool: tool.into(),
            args: args.into(),
        })
    }

    #[test]
    fn names_that_look_like_other_places_are_names_unless_something_is_below() {
        for (path, expected) in [
            ("~x", "./~x"),
            ("c:names.txt", "./c:names.txt"),
            ("~", "~"),
            ("~/x", "~/x"),
            ("~ada/x", "~ada/x"),
            ("c:/x", "c:/x"),
            ("C:\\x", "C:\\x"),
            ("c:", "c:"),
            ("cc:x", "cc:x"),
            ("/x", "/x"),
        ] {
            assert_eq!(named(path.to_owned()), expected);
        }
    }

    #[test]
    fn every_tool_that_is_told_can_be_called() {
        let required = |schema: &serde_json::Value| -> serde_json::Value {
            let mut args = serde_json::Map::new();
            for name in schema["required"].as_array().into_iter().flatten() {
                let name = name.as_str().unwrap();
                let value = match schema["properties"][name]["type"].as_str().unwrap() {
                    "array" => serde_json::json!(["x"]),
                    _ => serde_json::json!("x"),
                };
                args.insert(name.to_owned(), value);
            }
            args.into()
        };
        for tool in TOOLS {
            let schema: serde_json::Value = serde_json::from_str(tool.schema).unwrap();
            let proposal = check(tool.name, &required(&schema).to_string());
            assert_eq!(proposal.as_ref().map(Proposal::tool), Ok(tool.name));
        }
    }

    #[test]
    fn nonsense_is_answered_with_what_would_be_right() {
        assert!(
            check("rm_rf", "{}")
                .unwrap_err()
                .contains("the tools are: read, list")
        );
        assert!(
            check("read", "{\"path\":")
                .unwrap_err()
                .contains("`read` can't be read")
        );
        assert!(
            check("write", r#"{"path":"a"}"#)
                .unwrap_err()
                .contains("content")
        );
        assert!(check("run", r#"{"argv":[]}"#).is_err());
    }
}
