//! Tools by their names: those of `gate check`, those of the built-in loop, and those that the hooks of well-known agents
//! send. One table says what each takes and how its arguments are called; a name that is not in it is not known.

use serde_json::{Map, Value};

/// What a tool takes, and so what it proposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A command line, or a program with its arguments.
    Command,
    /// A file.
    File(Deed),
    /// A file and several pieces of it, each with what replaces it.
    Edits,
    /// Where something is looked for.
    Look(Look),
    /// An address.
    Fetch,
    /// Words behind `git`.
    Git,
    /// A message.
    Commit,
    /// Title and body.
    PullRequest,
    /// Another agent and its task.
    Delegate,
    /// A declared command.
    Verify,
    /// What a tool brought back.
    Result,
    /// A question to a person.
    Ask,
    /// That the task is done.
    Done,
    /// A plan.
    Plan,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// It is read, or some lines of it.
    Read,
    /// It gets a whole new content.
    Write,
    /// A piece of it is replaced.
    Edit,
    /// It is deleted.
    Delete,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The names in a directory.
    Directory,
    /// Contents that fit a regular expression.
    Contents,
    /// Names that fit a pattern.
    Names,
}

/// A tool under all its names.
pub(super) struct Tool {
    /// The first is the one of `gate check`.
    pub(super) names: &'static [&'static str],
    pub(super) takes: Takes,
    /// What arguments are called elsewhere, and here.
    renamed: &'static [(&'static str, &'static str)],
    /// Arguments that change nothing about what is done to files, programs and the network.
    without_weight: &'static [&'static str],
}

const FILE: &[(&str, &str)] = &[
    ("file_path", "path"),
    ("absolute_path", "path"),
    ("offset", "from"),
    ("limit", "lines"),
    ("old_string", "old"),
    ("new_string", "new"),
];

const fn plain(names: &'static [&'static str], takes: Takes) -> Tool {
    Tool {
        names,
        takes,
        renamed: &[],
        without_weight: &[],
    }
}

/// Every tool that can be judged.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        names: &["run_command", "shell", "run", "Bash", "run_shell_command"],
        takes: Takes::Command,
        renamed: &[
            ("directory", "cwd"),
            ("dir_path", "cwd"),
            ("workdir", "cwd"),
        ],
        without_weight: &[
            "description",
            "timeout",
            "timeout_ms",
            "run_in_background",
            "is_background",
            "dangerouslyDisableSandbox",
        ],
    },
    Tool {
        names: &["read_file", "read", "Read"],
        takes: Takes::File(Deed::Read),
        renamed: FILE,
        without_weight: &["pages"],
    },
    Tool {
        names: &["list_files", "list", "LS", "list_directory"],
        takes: Takes::Look(Look::Directory),
        renamed: &[("dir_path", "path")],
        without_weight: &["ignore", "respect_git_ignore", "file_filtering_options"],
    },
    Tool {
        names: &["write_file", "write", "Write"],
        takes: Takes::File(Deed::Write),
        renamed: FILE,
        without_weight: &[],
    },
    Tool {
        names: &["edit_file", "edit", "Edit", "replace"],
        takes: Takes::File(Deed::Edit),
        renamed: FILE,
        without_weight: &["replace_all", "expected_replacements", "instruction"],
    },
    Tool {
        names: &["MultiEdit"],
        takes: Takes::Edits,
        renamed: FILE,
        without_weight: &[],
    },
    Tool {
        names: &["NotebookEdit"],
        takes: Takes::File(Deed::Edit),
        renamed: &[("notebook_path", "path"), ("new_source", "new")],
        without_weight: &["cell_id", "cell_number", "cell_type", "edit_mode"],
    },
    plain(&["delete_file", "delete"], Takes::File(Deed::Delete)),
    Tool {
        names: &["search", "Grep", "search_file_content"],
        takes: Takes::Look(Look::Contents),
        renamed: &[("include", "glob"), ("dir_path", "path")],
        without_weight: &[
            "output_mode",
            "-A",
            "-B",
            "-C",
            "-i",
            "-n",
            "-o",
            "type",
            "head_limit",
            "offset",
            "multiline",
            "context",
        ],
    },
    Tool {
        names: &["Glob", "glob"],
        takes: Takes::Look(Look::Names),
        renamed: &[("pattern", "glob"), ("dir_path", "path")],
        without_weight: &["case_sensitive", "respect_git_ignore"],
    },
    Tool {
        names: &["fetch_url", "fetch", "WebFetch"],
        takes: Takes::Fetch,
        renamed: &[],
        without_weight: &["prompt"],
    },
    plain(&["git"], Takes::Git),
    plain(&["commit"], Takes::Commit),
    plain(&["pull_request"], Takes::PullRequest),
    Tool {
        names: &["delegate", "Task", "Agent"],
        takes: Takes::Delegate,
        renamed: &[("subagent_type", "role"), ("prompt", "task")],
        without_weight: &[
            "description",
            "model",
            "run_in_background",
            "resume",
            "name",
        ],
    },
    plain(&["verify_command", "verify"], Takes::Verify),
    plain(&["tool_result"], Takes::Result),
    plain(&["ask"], Takes::Ask),
    plain(&["done"], Takes::Done),
    plain(&["plan"], Takes::Plan),
];

impl Tool {
    /// By any of its names.
    ///
    /// # Errors
    /// Why there is none of this name, in words.
    pub(super) fn named(name: &str) -> Result<&'static Self, String> {
        let is_named = |tool: &&Tool| tool.names.contains(&name);
        TOOLS.iter().find(is_named).ok_or_else(|| unknown(name))
    }

    /// Its arguments under the names that they have here.
    ///
    /// # Errors
    /// Which argument is given twice, in words.
    pub(super) fn arguments(&self, given: Value) -> Result<Value, String> {
        let Value::Object(given) = given else {
            return Ok(given);
        };
        let mut out = Map::new();
        for (name, value) in given {
            if self.without_weight.contains(&name.as_str()) || value.is_null() {
                continue;
            }
            let renamed = self.renamed.iter().find(|(from, _)| *from == name);
            let name = renamed.map_or(name, |(_, to)| (*to).to_owned());
            if out.insert(name.clone(), value).is_some() {
                let tool = self.names.first().copied().unwrap_or_default();
                return Err(format!("arguments of `{tool}`: `{name}` is given twice"));
            }
        }
        Ok(Value::Object(out))
    }
}

/// Why no tool is called so: with the one that may be meant, and all that are known.
fn unknown(name: &str) -> String {
    let shown = shell::display::visible(name, 60);
    if name.starts_with("mcp__") {
        return format!("what `{shown}`, a tool of another server, does is not known");
    }
    let names = || TOOLS.iter().flat_map(|tool| tool.names.iter().copied());
    let meant = names()
        .map(|known| (distance(name, known), known))
        .filter(|(edits, known)| edits.saturating_mul(3) <= known.chars().count())
        .min()
        .map(|(_, known)| format!("; did you mean `{known}`?"))
        .unwrap_or_default();
    let known: Vec<&str> = names().collect();
    format!(
        "there is no tool `{shown}`{meant}; known are {}",
        known.join(", ")
    )
}

/// Letters to put in, take out or change, where case, `_` and `-` don't count.
fn distance(from: &str, to: &str) -> usize {
    let letters = |word: &str| {
        let kept = word.chars().filter(|c| !matches!(c, '_' | '-'));
        kept.flat_map(char::to_lowercase)
            .take(64)
            .collect::<Vec<char>>()
    };
    let (from, to) = (letters(from), letters(to));
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (row, a) in from.iter().enumerate() {
        let mut here = vec![row.saturating_add(1)];
        for ((left, b), pair) in (0..).zip(&to).zip(above.windows(2)) {
            let (corner, over) = (
                pair.first().copied().unwrap_or(usize::MAX),
                pair.last().copied().unwrap_or(usize::MAX),
            );
            let before = here.get(left).copied().unwrap_or(usize::MAX);
            let changed = corner.saturating_add(usize::from(a != b));
            here.push(
                changed
                    .min(over.saturating_add(1))
                    .min(before.saturating_add(1)),
            );
        }
        above = here;
    }
    above.last().copied().unwrap_or(usize::MAX)
}
