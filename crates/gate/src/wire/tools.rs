//! Tools by their names: those of `gate check`, those of the built-in loop, and those that the hooks of well-known agents
//! send. One table says what each takes and how its arguments are called; a name that is not in it is not known.

use ledger::forge::MeansKind;
use ledger::proposal::Shell;
use serde_json::{Map, Value};

use super::near;
use super::takes::{Deed, Look, Takes};

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
    ("filePath", "path"),
    ("old_string", "old"),
    ("new_string", "new"),
    ("oldString", "old"),
    ("newString", "new"),
    ("oldText", "old"),
    ("newText", "new"),
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
        names: &[
            "run_command",
            "shell",
            "run",
            "Bash",
            "bash",
            "run_shell_command",
            "exec_command",
            "shell_command",
            "local_shell",
            "container.exec",
        ],
        takes: Takes::Command(Shell::Bash),
        renamed: &[
            ("directory", "cwd"),
            ("dir_path", "cwd"),
            ("workdir", "cwd"),
            ("cmd", "command"),
        ],
        without_weight: &[
            "description",
            "timeout",
            "timeout_ms",
            "run_in_background",
            "is_background",
            "dangerouslyDisableSandbox",
            // Whether the agent's own sandbox holds it: nothing here counts on that.
            "sandbox_permissions",
            "with_escalated_permissions",
            "justification",
            "prefix_rule",
            // How long its output is waited for, and how much of it is shown.
            "yield_time_ms",
            "max_output_tokens",
            "tty",
            "login",
        ],
    },
    Tool {
        names: &["PowerShell", "powershell"],
        takes: Takes::Command(Shell::Powershell),
        renamed: &[],
        without_weight: &["description", "timeout", "run_in_background"],
    },
    Tool {
        names: &["write_stdin"],
        takes: Takes::Typed,
        renamed: &[],
        without_weight: &["session_id", "yield_time_ms", "max_output_tokens"],
    },
    Tool {
        names: &["apply_patch", "patch"],
        takes: Takes::Patch,
        renamed: &[
            ("command", "patch"),
            ("input", "patch"),
            ("patchText", "patch"),
        ],
        without_weight: &[],
    },
    Tool {
        names: &["read_many_files"],
        takes: Takes::Globs,
        renamed: &[("include", "globs"), ("paths", "globs")],
        without_weight: &[
            "exclude",
            "recursive",
            "useDefaultExcludes",
            "file_filtering_options",
        ],
    },
    Tool {
        names: &["view_image"],
        takes: Takes::File(Deed::Read),
        renamed: FILE,
        without_weight: &["detail"],
    },
    Tool {
        names: &["LSP", "lsp"],
        takes: Takes::File(Deed::Read),
        renamed: FILE,
        without_weight: &["operation", "line", "character", "query"],
    },
    plain(
        &[
            "TodoWrite",
            "TodoRead",
            "todowrite",
            "todoread",
            "write_todos",
            "update_plan",
            "EnterPlanMode",
            "ExitPlanMode",
            "enter_plan_mode",
            "exit_plan_mode",
            "AskUserQuestion",
            "ask_user",
            "request_user_input",
            "question",
            "BashOutput",
            "KillShell",
            "TaskOutput",
            "TaskStop",
            "TaskCreate",
            "TaskGet",
            "TaskList",
            "TaskUpdate",
            "ToolSearch",
            "Skill",
            "skill",
            "activate_skill",
        ],
        Takes::Nothing,
    ),
    Tool {
        names: &["read_file", "read", "Read"],
        takes: Takes::File(Deed::Read),
        renamed: FILE,
        without_weight: &["pages", "start_line", "end_line", "indentation", "mode"],
    },
    Tool {
        names: &["list_files", "list", "LS", "ls", "list_directory"],
        takes: Takes::Look(Look::Directory),
        renamed: &[("dir_path", "path")],
        without_weight: &[
            "limit",
            "ignore",
            "respect_git_ignore",
            "file_filtering_options",
        ],
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
        without_weight: &[
            "replaceAll",
            "replace_all",
            "expected_replacements",
            "allow_multiple",
            "instruction",
        ],
    },
    Tool {
        names: &["MultiEdit", "multiedit"],
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
        names: &[
            "search",
            "Grep",
            "grep",
            "search_file_content",
            "grep_search",
        ],
        takes: Takes::Look(Look::Contents),
        renamed: &[
            ("include", "glob"),
            ("include_pattern", "glob"),
            ("dir_path", "path"),
        ],
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
            "ignoreCase",
            "literal",
            "limit",
            "case_sensitive",
            "fixed_strings",
            "no_ignore",
            "before",
            "after",
            "exclude_pattern",
            "names_only",
            "max_matches_per_file",
            "total_max_matches",
        ],
    },
    Tool {
        names: &["Glob", "glob", "find"],
        takes: Takes::Look(Look::Names),
        renamed: &[("pattern", "glob"), ("dir_path", "path")],
        without_weight: &[
            "case_sensitive",
            "respect_git_ignore",
            "respect_gemini_ignore",
            "limit",
        ],
    },
    Tool {
        names: &["fetch_url", "fetch", "WebFetch", "webfetch"],
        takes: Takes::Fetch,
        renamed: &[],
        without_weight: &["prompt", "format", "timeout"],
    },
    plain(&["git"], Takes::Git),
    plain(&["commit", "git_commit"], Takes::Commit),
    plain(&["pull_request"], Takes::PullRequest),
    plain(&["comment"], Takes::OnForge(MeansKind::Comment)),
    plain(&["open_sub_issue"], Takes::OnForge(MeansKind::OpenSubIssue)),
    plain(&["submit_review"], Takes::OnForge(MeansKind::SubmitReview)),
    plain(
        &["open_pull_request"],
        Takes::OnForge(MeansKind::OpenPullRequest),
    ),
    plain(
        &["merge_pull_request"],
        Takes::OnForge(MeansKind::MergePullRequest),
    ),
    plain(&["close_issue"], Takes::OnForge(MeansKind::CloseIssue)),
    Tool {
        names: &["delegate", "Task", "Agent", "task"],
        takes: Takes::Delegate,
        renamed: &[("subagent_type", "role"), ("prompt", "task")],
        without_weight: &[
            "description",
            "model",
            "run_in_background",
            "resume",
            "name",
            "command",
            "session_id",
            "task_id",
        ],
    },
    plain(&["mcp"], Takes::Mcp),
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
        TOOLS.iter().find(is_named).ok_or_else(|| {
            let all = TOOLS.iter().flat_map(|tool| tool.names);
            near::unknown(name, &all.copied().collect::<Vec<_>>())
        })
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
