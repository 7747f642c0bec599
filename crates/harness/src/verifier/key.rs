//! What a verdict follows from, taken down before anything is concluded.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ledger::ids::{GitId, Hash, RelPath};
use ledger::options::{Options, PolicySet, Verification};
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::verdict::Inputs;
use serde::Serialize;

use super::Request;

/// Bytes of a program that stand for all of it, together with its size: a build has its name near the start.
const HEAD_BYTES: u64 = 64 * 1024;
/// Digits of a program's digest.
const DIGITS: usize = 16;

/// What counts as proof, and what may run.
#[derive(Serialize)]
struct Policy<'a> {
    verification: &'a Verification,
    policies: &'a PolicySet,
    check_timeout_s: u32,
    mode: Mode,
    commands: bool,
}

/// Takes them down. `tree`: what is looked at, and what it is compared with; `said`: the texts of plan and phase.
pub(super) fn inputs(
    request: &Request,
    (plan, options): (&Plan, &Options),
    (tree, base): (&GitId, Option<GitId>),
    said: Option<Hash>,
) -> Inputs {
    let policy = Policy {
        verification: &options.verification,
        policies: &options.policies,
        check_timeout_s: options.limits.check_timeout_s,
        mode: options.mode,
        commands: request.commands,
    };
    let commands = match request.commands {
        true => verify::commands(plan, &options.verification),
        false => Vec::new(),
    };
    Inputs {
        tree: tree.clone(),
        base,
        plan: said,
        // INVARIANT: options always have a form in JSON, as they stand in the first line of every run.
        policy: Hash::of(&serde_json::to_vec(&policy).unwrap_or_default()),
        checker: checker(),
        tools: tools(&commands),
    }
}

/// This program, and the rules that come with it.
fn checker() -> String {
    let texts = code::rules::Rules::built_in_texts();
    let rules = texts.iter().fold(Hash::default(), |hash, (name, text)| {
        Hash::chained(&Hash::chained(&hash, name.as_bytes()), text.as_bytes())
    });
    let rules: String = rules.hex().chars().take(DIGITS).collect();
    let version = env!("CARGO_PKG_VERSION");
    let (facts, findings) = (verify::FACTS_VERSION, verify::FINDINGS_VERSION);
    format!("interlock {version} facts {facts} findings {findings} rules {rules}")
}

/// The programs that these commands start, each by its content. One of the worktree's own is part of the tree.
fn tools(commands: &[String]) -> BTreeMap<String, String> {
    let names = commands.iter().filter_map(|it| program(it));
    names
        .map(|name| {
            let digest = found(&name).and_then(|path| digest(&path));
            let digest = digest.unwrap_or_else(|| "none".to_owned());
            (name, digest)
        })
        .collect()
}

/// The program that a command starts by its name.
pub(super) fn program(command: &str) -> Option<String> {
    let argv = shell::argv_of(command)?;
    argv.into_iter().next().filter(|name| !name.contains('/'))
}

/// Where a program stands that is started by its name.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|it| it.is_file())
}

fn digest(path: &Path) -> Option<String> {
    let file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    let mut head = Vec::new();
    file.take(HEAD_BYTES).read_to_end(&mut head).ok()?;
    let digest = Hash::chained(&Hash::of(&size.to_le_bytes()), &head);
    Some(digest.hex().chars().take(DIGITS).collect())
}

/// Pages of verdicts in the plan's folder: they are results, and a verdict does not follow from them. One that the plan
/// itself asks for is a file like others.
pub(super) fn pages(root: &Path, plan_file: Option<&Path>, plan: &Plan) -> Vec<RelPath> {
    let Some(file) = plan_file else {
        return Vec::new();
    };
    let folder = match file.is_dir() {
        true => file,
        false => file.parent().unwrap_or(file),
    };
    let Ok(entries) = std::fs::read_dir(folder_or_here(folder)) else {
        return Vec::new();
    };
    let asked = |path: &RelPath| {
        let mut tasks = plan.tasks.iter();
        tasks.any(|task| {
            let artifacts = &task.must_haves.artifacts;
            task.files.names(path.as_str()) || artifacts.iter().any(|it| it.path == *path)
        })
    };
    let names = entries.flatten().map(|it| it.path());
    let mut pages: Vec<RelPath> = names
        .filter(|it| {
            it.file_name()
                .is_some_and(|it| is_page(&it.to_string_lossy()))
        })
        .filter_map(|it| below(root, &it))
        .filter(|it| !asked(it))
        .collect();
    pages.sort();
    pages
}

/// Whether a file is the page of a verdict, by its name.
fn is_page(name: &str) -> bool {
    name == "VERIFICATION.md" || name.ends_with("-VERIFICATION.md")
}

/// A path from the repository's top; `None` where it leads out.
pub(super) fn below(root: &Path, path: &Path) -> Option<RelPath> {
    let folder = folder_or_here(path.parent()?).canonicalize().ok()?;
    let root = root.canonicalize().ok()?;
    let folder = folder.strip_prefix(root).ok()?;
    RelPath::new(folder.join(path.file_name()?).to_str()?).ok()
}

fn folder_or_here(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}
