//! The version of the agent that started the hook, as cheaply as it can be learnt: from the event, the environment, the
//! agent's transcript, or the package that its program stands in. Asking the agent itself would take half a second.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use agents::event::HookEvent;
use agents::host::Card;
use serde_json::Value;

/// Bytes of a transcript's first line, or of a package's description, that are read at most.
const TEXT_BYTES_MAX: u64 = 256 << 10;
/// Bytes of a version.
const VERSION_BYTES_MAX: usize = 40;
/// Processes above the hook that are looked at: the agent may start it through a shell or two.
const PROCESSES_MAX: usize = 4;
/// Folders above a program in which its package is looked for.
const FOLDERS_MAX: usize = 5;

/// The agent's version; `None` where nothing says it.
pub(super) fn version(card: &Card, event: &HookEvent) -> Option<String> {
    let found = event
        .version
        .clone()
        .or_else(|| of_variable(card))
        .or_else(|| of_transcript(card, event))
        .or_else(|| of_package(card))?;
    (found.len() <= VERSION_BYTES_MAX).then_some(found)
}

fn of_variable(card: &Card) -> Option<String> {
    let variable = card.version_variable.as_ref()?;
    variable.read(&std::env::var(&variable.name).ok()?)
}

fn of_transcript(card: &Card, event: &HookEvent) -> Option<String> {
    let pointer = card.version_transcript.as_deref()?;
    let line = first_line(Path::new(event.transcript.as_deref()?))?;
    let line: Value = serde_json::from_slice(&line).ok()?;
    Some(line.pointer(pointer)?.as_str()?.to_owned())
}

/// The first line of a file.
fn first_line(path: &Path) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut reader = BufReader::new(opened(path)?);
    reader.read_until(b'\n', &mut line).ok()?;
    Some(line)
}

/// As much of a file as is read. Looked at before it is opened: a pipe would wait for somebody to write.
fn opened(path: &Path) -> Option<impl std::io::Read> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some(File::open(path).ok()?.take(TEXT_BYTES_MAX))
}

/// Looks at the processes that led to this one for a program of the agent's package.
fn of_package(card: &Card) -> Option<String> {
    let package = card.version_package.as_deref()?;
    let mut process = std::os::unix::process::parent_id();
    for _ in 0..PROCESSES_MAX {
        let words = fs::read(format!("/proc/{process}/cmdline")).ok()?;
        let words = words.split(|byte| *byte == 0);
        let mut paths = words
            .filter_map(|word| std::str::from_utf8(word).ok())
            .filter(|word| word.starts_with('/'));
        if let Some(version) = paths.find_map(|path| version_of(Path::new(path), package)) {
            return Some(version);
        }
        process = parent_of(process)?;
    }
    None
}

/// The process that started a process.
fn parent_of(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("PPid:"))?;
    line.trim().parse().ok().filter(|parent| *parent > 1)
}

/// The version in the description of the package that a program stands in, if it is this one.
fn version_of(program: &Path, package: &str) -> Option<String> {
    let program = fs::canonicalize(program).ok()?;
    let folders = program.ancestors().skip(1).take(FOLDERS_MAX);
    folders
        .map(|folder| folder.join("package.json"))
        .find_map(|description: PathBuf| {
            let mut text = String::new();
            opened(&description)?.read_to_string(&mut text).ok()?;
            let value: Value = serde_json::from_str(&text).ok()?;
            let named = value.get("name")?.as_str()? == package;
            let version = value.get("version")?.as_str()?;
            named.then(|| version.to_owned())
        })
}
