//! A first configuration for a repository: small, with comments, and never over one that is there.

use std::path::{Path, PathBuf};

use super::detect::{Detected, detect, hook_commands};
use super::fault::Fault;
use super::files::{self, Links};
use super::problem::Problem;
use super::schema::schema;

/// The file, from the repository's root.
const CONFIG: &str = ".interlock/config.yml";
/// Its schema, beside it.
const SCHEMA: &str = ".interlock/config.schema.json";

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Paths of the files.
    pub files: Vec<PathBuf>,
    /// What was found in the repository.
    pub detected: Detected,
    /// Command lines that do what hooks of the repository do, each with the file that says so. They stand in the configuration
    /// with a mark before them.
    pub proposed: Vec<(String, &'static str)>,
}

/// Writes a configuration and its schema into the repository at `root`. It is not trusted by that: see
/// [`super::trust`].
///
/// # Errors
/// When one of them is there with another content and `is_forced` is not set, or can't be written.
pub fn init(root: &Path, is_forced: bool) -> Result<Written, Problem> {
    let detected = detect(root);
    let proposed = hook_commands(root);
    let mut schema_text = serde_json::to_string_pretty(&schema()).unwrap_or_default();
    schema_text.push('\n');
    let contents = [
        (CONFIG, config_text(root, &detected, &proposed)),
        (SCHEMA, schema_text),
    ];
    for (name, content) in &contents {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(root);
        if std::fs::symlink_metadata(folder).is_ok_and(|found| !found.is_dir()) {
            let what = "behind a link or a file";
            return Err(Problem::bare(Fault::NotAFile {
                name: (*name).to_owned(),
                what,
            }));
        }
        let there = files::read(&path, name, Links::Refused)?;
        if there.is_some_and(|there| there != content.as_bytes()) && !is_forced {
            return Err(Problem::bare(Fault::Exists((*name).to_owned())));
        }
    }
    let mut written = Vec::new();
    for (name, content) in &contents {
        let path = root.join(name);
        files::write(&path, content)?;
        written.push(path);
    }
    Ok(Written {
        files: written,
        detected,
        proposed,
    })
}

/// The commands that have to pass, and behind a mark those that do what hooks do.
fn commands_text(checks: &[String], proposed: &[(String, &str)]) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = match checks {
        [] => "# verification:\n#   commands: [\"make test\"]\n".to_owned(),
        checks => {
            let lines = checks.iter().map(|it| format!("    - {}\n", quoted(it)));
            format!("verification:\n  commands:\n{}", lines.collect::<String>())
        }
    };
    if !proposed.is_empty() {
        text.push_str("# What hooks of this repository do at a commit; no hook is run here:\n");
        if checks.is_empty() {
            text.push_str("# verification:\n#   commands:\n");
        }
    }
    for (line, file) in proposed {
        text.push_str(&format!("#    - {} # {file}\n", quoted(line)));
    }
    text
}

fn config_text(root: &Path, detected: &Detected, proposed: &[(String, &str)]) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let name = root
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| "project".to_owned());
    let checks = detected.checks();
    let languages: Vec<&str> = detected
        .languages
        .iter()
        .map(|language| language.name())
        .collect();
    let commands = commands_text(&checks, proposed);
    let found = if languages.is_empty() {
        "nothing was recognised here".to_owned()
    } else {
        format!("found here: {}", languages.join(", "))
    };
    format!(
        "# yaml-language-server: $schema=config.schema.json
# The configuration of this repository. `interlock config show` prints every key with its value and where it comes
# from; config.schema.json says what each means. A change needs `interlock trust` before it counts in full.

project:
  name: {name}

# Dollars for one run.
budget:
  total: 10.0

# Commands that must end with 0 before a merge ({found}).
{commands}
# Branches besides main, master and release/* that nothing is pushed to.
guardrails:
  protected_branches: []

# Which model does the work. Keys stay in the environment: `key_env` names the variable.
# models:
#   default: worker
#   worker:
#     provider: anthropic        # anthropic | openai | openai-responses | openai-compatible | scripted
#     model: the-model's-own-name
#     key_env: ANTHROPIC_API_KEY
",
        name = quoted(&name),
    )
}
