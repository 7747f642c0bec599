//! The file of a batch: one task a line, in words or as an object. What is wrong is told with its line, all at once.

use ledger::ids::Hash;
use ledger::phase::Mode;
use serde_json::{Map, Value};

use crate::config::nearest::nearest;

/// Tasks of one batch.
pub const TASKS_MAX: usize = 1_000;
/// Bytes of one line.
pub const LINE_BYTES_MAX: usize = 256 * 1024;
/// Bytes of the whole file.
pub const FILE_BYTES_MAX: u64 = 32 * 1024 * 1024;

/// What an object may say.
const KEYS: [&str; 6] = ["task", "mode", "model", "target", "budget", "archive"];

/// One task, and what it wants to be otherwise than the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The task, as somebody would type it.
    pub task: String,
    /// How strong the gates are.
    pub mode: Option<Mode>,
    /// The model, by its name in the configuration.
    pub model: Option<String>,
    /// The branch to merge into.
    pub target: Option<String>,
    /// Dollars for its run, as they were written.
    pub budget: Option<String>,
    /// Whether an OpenSpec change is archived with it.
    pub archive: Option<bool>,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// Reads a batch: a line that begins with `{` is an object, one that begins with `#` and one without a word are nothing,
/// every other one is a task.
#[must_use]
pub fn read(bytes: &[u8]) -> (Vec<Entry>, Vec<Fault>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (at, bytes) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = at + 1;
        match entry(line, bytes) {
            Ok(Some(_)) if entries.len() == TASKS_MAX => {
                let what = format!("a batch has at most {TASKS_MAX} tasks");
                faults.push(fault(
                    line,
                    what,
                    "put the others into a batch of their own",
                ));
                break;
            }
            Ok(entry) => entries.extend(entry),
            Err(fault) => faults.push(fault),
        }
    }
    (entries, faults)
}

/// What each task is known by when the batch is run again: its words and how it is done. A task that stands there twice
/// is two. The budget is left out: it can be another one when a run goes on.
#[must_use]
pub fn keys(entries: &[Entry]) -> Vec<Hash> {
    let plain = |it: &Entry| {
        let fields = serde_json::json!([it.task, it.mode, it.model, it.target, it.archive]);
        Hash::of(fields.to_string().as_bytes())
    };
    let mut keys: Vec<Hash> = Vec::new();
    let mut seen = std::collections::BTreeMap::<Hash, u64>::new();
    for key in entries.iter().map(plain) {
        let times = seen.entry(key).or_default();
        keys.push(Hash::chained(&key, &times.to_le_bytes()));
        *times += 1;
    }
    keys
}

fn fault(line: usize, what: impl Into<String>, help: &str) -> Fault {
    Fault {
        line,
        what: what.into(),
        help: (!help.is_empty()).then(|| help.to_owned()),
    }
}

fn entry(line: usize, bytes: &[u8]) -> Result<Option<Entry>, Fault> {
    if bytes.len() > LINE_BYTES_MAX {
        let what = format!("the line is longer than {LINE_BYTES_MAX} bytes");
        let help = "name a plan, or the files where the rest stands";
        return Err(fault(line, what, help));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| fault(line, "it is not UTF-8", ""))?;
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let entry = if text.starts_with('{') {
        object(line, text)?
    } else {
        plain(line, text)
    };
    if entry.task == "-" {
        let help = "write the task into the line";
        return Err(fault(line, "`-` is no task in a batch", help));
    }
    Ok(Some(entry))
}

fn plain(line: usize, task: &str) -> Entry {
    Entry {
        line,
        task: task.to_owned(),
        mode: None,
        model: None,
        target: None,
        budget: None,
        archive: None,
    }
}

fn object(line: usize, text: &str) -> Result<Entry, Fault> {
    let fields: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
        let what = format!("it begins like an object and is none: {error}");
        let help = r#"write {"task": "what is to be done"} on one line"#;
        fault(line, what, help)
    })?;
    if let Some(unknown) = fields.keys().find(|it| !KEYS.contains(&it.as_str())) {
        let help = match nearest(unknown, KEYS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are {}", KEYS.map(|it| format!("`{it}`")).join(", ")),
        };
        return Err(fault(line, format!("`{unknown}` is no key"), &help));
    }
    let task = word(line, &fields, "task")?.ok_or_else(|| fault(line, "`task` is missing", ""))?;
    Ok(Entry {
        mode: mode(line, &fields)?,
        model: word(line, &fields, "model")?,
        target: word(line, &fields, "target")?,
        budget: match fields.get("budget") {
            Some(Value::Number(dollars)) => Some(dollars.to_string()),
            Some(_) | None => word(line, &fields, "budget")?,
        },
        archive: match fields.get("archive") {
            None => None,
            Some(Value::Bool(archive)) => Some(*archive),
            Some(_) => {
                let help = "write `true` or `false`";
                return Err(fault(line, "`archive` is neither yes nor no", help));
            }
        },
        ..plain(line, task.trim())
    })
}

fn mode(line: usize, fields: &Map<String, Value>) -> Result<Option<Mode>, Fault> {
    match word(line, fields, "mode")?.as_deref() {
        None => Ok(None),
        Some("quick") => Ok(Some(Mode::Quick)),
        Some("normal") => Ok(Some(Mode::Normal)),
        Some(other) => {
            let what = format!("`{other}` is no mode");
            Err(fault(line, what, "there are `quick` and `normal`"))
        }
    }
}

/// A text that is there and says something.
fn word(line: usize, fields: &Map<String, Value>, key: &str) -> Result<Option<String>, Fault> {
    match fields.get(key) {
        None => Ok(None),
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.clone())),
        Some(Value::String(_)) => Err(fault(line, format!("`{key}` is empty"), "")),
        Some(_) => Err(fault(line, format!("`{key}` is no text"), "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<(usize, String, Option<String>)> {
        let (_, faults) = read(text.as_bytes());
        faults
            .into_iter()
            .map(|it| (it.line, it.what, it.help))
            .collect()
    }

    #[test]
    fn lines_are_tasks_in_words_or_as_objects() {
        let text = "\u{feff}# a comment\r\n\r\n  add a flag \r\n{\"task\": \"b\", \"mode\": \"normal\", \"budget\": 0.5}\nPLAN.md";
        let (entries, faults) = read(text.as_bytes());
        assert_eq!(faults, []);
        let told: Vec<(usize, &str)> = entries.iter().map(|it| (it.line, &*it.task)).collect();
        assert_eq!(told, [(3, "add a flag"), (4, "b"), (5, "PLAN.md")]);
        assert_eq!(entries[1].mode, Some(Mode::Normal));
        assert_eq!(entries[1].budget.as_deref(), Some("0.5"));
        assert_eq!(read(b""), (vec![], vec![]));
    }

    #[test]
    fn everything_that_is_wrong_is_told_with_its_line() {
        let text = "fine\n{\"tsak\": \"a\"}\n{\"task\": 3}\n{\"task\": \"a\", \"mode\": \"fast\"}\n{}\n{\"task\"\n-\n{\"task\": \" \"}";
        let told = faults(text);
        let lines: Vec<usize> = told.iter().map(|it| it.0).collect();
        assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(told[0].1, "`tsak` is no key");
        assert_eq!(told[0].2.as_deref(), Some("did you mean `task`?"));
        let (_, faults) = read(b"ok\n\xff\xfe\n");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 2);
    }

    #[test]
    fn there_is_a_limit_on_lines_and_on_their_length() {
        let (entries, faults) = read("x\n".repeat(TASKS_MAX + 5).as_bytes());
        assert_eq!((entries.len(), faults.len()), (TASKS_MAX, 1));
        assert_eq!(faults[0].line, TASKS_MAX + 1);
        let (entries, faults) = read("x".repeat(LINE_BYTES_MAX + 1).as_bytes());
        assert_eq!((entries.len(), faults.len()), (0, 1));
        let (entries, _) = read("x".repeat(LINE_BYTES_MAX).as_bytes());
        assert_eq!(entries.len(), 1);
    }

    #[test]
    fn a_task_is_known_again_wherever_it_stands() {
        let of = |text: &str| keys(&read(text.as_bytes()).0);
        let before = of("a\nb\na");
        assert_eq!(before.len(), 3);
        assert_ne!(before[0], before[2], "twice the same task is two tasks");
        let after = of("# moved\nb\n\na\n{\"task\": \"a\", \"budget\": 3}");
        assert_eq!(after, [before[1], before[0], before[2]]);
        let other = of("{\"task\": \"a\", \"mode\": \"normal\"}");
        assert_ne!(other[0], before[0]);
    }
}
