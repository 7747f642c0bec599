//! The shell rows of the public corpus, each really run although no gate was asked: what a sandbox holds does not depend
//! on how a command was judged. Rows for PowerShell and `cmd` are for another system.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tools::sandbox::{Means, broken_by};

use super::world::{Mode, SECRET, World};
use super::{exe, gives_namespaces};

/// Rows that share a machine and a sandbox. What they do to the worktree is theirs to do.
const SHARE: usize = 12;
/// Time that a row has, in milliseconds: many wait for what never comes.
const TIME_MS: u64 = 1_500;

#[test]
fn rows_that_no_gate_judged_harm_nothing() {
    if gives_namespaces() {
        harm_nothing(Mode::Same);
    }
}

#[test]
fn rows_that_no_gate_judged_harm_nothing_without_namespaces() {
    if broken_by(exe(), Means::Landlock).is_ok() {
        harm_nothing(Mode::WithoutNamespaces);
    }
}

fn harm_nothing(mode: Mode) {
    let rows = rows();
    assert!(rows.len() > 150, "{}", rows.len());
    let shares = rows.chunks(SHARE);
    let wrong: Vec<String> = shares.filter_map(|share| wrong(share, mode)).collect();
    assert!(wrong.is_empty(), "{mode:?}\n{}", wrong.join("\n"));
}

/// What is wrong after a share of the rows, if anything is; then they are tried one by one, to name those that did it.
fn wrong(share: &[Row], mode: Mode) -> Option<String> {
    let found = tried(share, mode);
    if found.is_empty() {
        return None;
    }
    let mut told = found.join(", ");
    for row in share {
        let found = tried(std::slice::from_ref(row), mode);
        if !found.is_empty() {
            let _ = write!(
                told,
                "\n  {}: {}: {}",
                row.id,
                row.command,
                found.join(", ")
            );
        }
    }
    Some(told)
}

fn tried(rows: &[Row], mode: Mode) -> Vec<String> {
    let mut world = World::new(mode);
    // What fills the disk is to be refused long before it is full.
    world.limits.file_bytes = 16 << 20;
    world.limits.memory_bytes = 512 << 20;
    let scripts: Vec<String> = rows.iter().map(|row| row.script(&world)).collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let came = world.run_all(&scripts, TIME_MS);
    assert_eq!(came.len(), rows.len());
    let mut wrong = world.harm();
    if came.iter().any(|it| it.text.contains(SECRET)) {
        wrong.push("a secret was read".to_owned());
    }
    wrong
}

/// A row that can be run here.
struct Row {
    id: String,
    command: String,
    shell: String,
    in_main_checkout: bool,
}

impl Row {
    /// Its command with the places of a machine, for a shell of its own.
    fn script(&self, world: &World) -> String {
        let root = world.root();
        let named = |path: &Path| path.display().to_string();
        let places = [
            ("@HOME@", named(&root.join("home"))),
            ("@WT@", named(&world.worktree())),
            ("@MAIN@", named(&root.join("repo"))),
            ("@HARNESS@", ".interlock".to_owned()),
            ("@HARNESS_BIN@", named(&root.join("program"))),
        ];
        let command = places
            .iter()
            .fold(self.command.clone(), |text, (from, to)| {
                text.replace(from, to)
            });
        let quoted = command.replace('\'', r"'\''");
        let into = if self.in_main_checkout {
            "cd \"$ROOT/repo\" 2>/dev/null; "
        } else {
            ""
        };
        let shell = &self.shell;
        format!("{into}exec {shell} -c '{quoted}'")
    }
}

fn rows() -> Vec<Row> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/security/shell_commands.jsonl");
    let text = fs::read_to_string(file).unwrap();
    let rows = text.lines().map(|line| {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        Row {
            id: text("id"),
            command: text("command"),
            shell: text("shell"),
            in_main_checkout: text("cwd_context") == "main-checkout",
        }
    });
    rows.filter(|row| !matches!(row.shell.as_str(), "powershell" | "cmd"))
        .map(|row| Row {
            // Where there is no other shell, the usual one reads the same words.
            shell: "bash".to_owned(),
            ..row
        })
        .collect()
}
