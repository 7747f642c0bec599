//! What to run and what came of it: plain values, no process in sight.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A command to run under the supervisor. Nothing is inherited: the environment is exactly `env`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Program and arguments; the program is looked up in the `PATH` of `env` unless it holds a slash.
    pub argv: Vec<OsString>,
    /// Working directory, absolute.
    pub cwd: PathBuf,
    /// The whole environment of the child.
    pub env: Vec<(OsString, OsString)>,
    /// What the child reads on its standard input.
    pub stdin: Input,
    /// Wall time after which the child is ended.
    pub timeout: Duration,
    /// Time between `TERM` and `KILL` when the child is ended early.
    pub grace: Duration,
    /// Bytes kept of each stream, half from its head and half from its tail.
    pub output_bytes_max: usize,
    /// Standard error goes into the same stream as standard output, in the order written.
    pub merge_stderr: bool,
    /// Report what was written so far, at most once a second.
    pub progress: bool,
    /// Leave background processes of the command running when its first process has ended.
    pub keep_background: bool,
    /// Where a stream that outgrows `output_bytes_max` is written whole; standard error gets the
    /// suffix `.err`. The file must not exist.
    pub spill: Option<PathBuf>,
    /// Bytes written to a spill file at most.
    pub spill_bytes_max: u64,
}

/// Where a child's standard input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// `/dev/null`.
    Null,
    /// These bytes, then end of file.
    Bytes(Vec<u8>),
    /// A pipe in each direction that the driver holds, for children that speak a protocol. Standard output is then not kept.
    Stream,
    /// A socket whose other end the driver holds, for a supervisor.
    Channel,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal that was not ours.
    Signalled(i32),
    /// Ended by us: its time was up.
    TimedOut,
    /// Ended by us: it was cancelled.
    Cancelled,
    /// Ended by us: its processes used more of the machine than they may; the sentence says what.
    Exceeded(String),
    /// It never ran; the sentence says why.
    NotStarted(String),
    /// The supervisor went away while it ran; what it did is not known.
    Lost,
}

/// What one stream of a command held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The text, with a line in the middle that says how much was left out, if any was.
    /// Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Bytes written by the command, kept or not.
    pub bytes: u64,
    /// Whether `text` is less than what was written.
    pub truncated: bool,
    /// The file that holds the whole stream, if it was spilled.
    pub spill: Option<PathBuf>,
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub exit: Exit,
    /// Standard output (and standard error, if merged).
    pub stdout: Captured,
    /// Standard error.
    pub stderr: Captured,
    /// From start to end.
    pub duration: Duration,
    /// Processes the command left behind and that were ended.
    pub strays: u32,
}

/// Bytes kept of each stream unless said otherwise.
pub const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// Bytes of a spill file unless said otherwise.
pub const SPILL_BYTES_MAX: u64 = 64 * 1024 * 1024;

impl Command {
    /// A command with the usual limits: two minutes, a two-second grace, 64 KiB of each stream.
    pub fn new<I, S>(argv: I, cwd: impl Into<PathBuf>) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<OsString>,
    {
        Self {
            argv: argv.into_iter().map(Into::into).collect(),
            cwd: cwd.into(),
            env: Vec::new(),
            stdin: Input::Null,
            timeout: Duration::from_secs(120),
            grace: Duration::from_secs(2),
            output_bytes_max: OUTPUT_BYTES_MAX,
            merge_stderr: false,
            progress: false,
            keep_background: false,
            spill: None,
            spill_bytes_max: SPILL_BYTES_MAX,
        }
    }
}

/// Names a child may inherit; everything else in our environment stays with us.
const INHERITED: &[&str] = &[
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TERM",
    "TMPDIR",
    "USER",
    "LOGNAME",
    "SHELL",
    "HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "CARGO_TARGET_DIR",
    "GOPATH",
    "GOCACHE",
    "GOMODCACHE",
    "JAVA_HOME",
    "NVM_DIR",
    "VIRTUAL_ENV",
    "PYTHONPATH",
    "XDG_CACHE_HOME",
];

/// Picks the variables a child may have from `all`: the fixed list, and the names in `also`.
pub fn allowed_env(
    all: impl IntoIterator<Item = (OsString, OsString)>,
    also: &[String],
) -> Vec<(OsString, OsString)> {
    all.into_iter()
        .filter(|(name, _)| {
            name.to_str().is_some_and(|name| {
                INHERITED.contains(&name) || also.iter().any(|extra| extra == name)
            })
        })
        .collect()
}

impl Output {
    /// What came of a command that wrote nothing.
    pub(super) fn nothing(exit: Exit) -> Self {
        Self {
            exit,
            stdout: Captured::default(),
            stderr: Captured::default(),
            duration: Duration::ZERO,
            strays: 0,
        }
    }

    /// What came of a command that never ran, and why.
    pub(super) fn not_started(why: String) -> Self {
        Self::nothing(Exit::NotStarted(why))
    }
}

impl Captured {
    /// Puts the kept head and tail of a stream of `bytes` bytes together.
    pub(crate) fn from_parts(head: &[u8], tail: &[u8], bytes: u64, spill: Option<PathBuf>) -> Self {
        let kept = (head.len() as u64).saturating_add(tail.len() as u64);
        let left_out = bytes.saturating_sub(kept);
        if left_out == 0 {
            let mut whole = Vec::with_capacity(head.len() + tail.len());
            whole.extend_from_slice(head);
            whole.extend_from_slice(tail);
            return Self {
                text: lossy(whole),
                bytes,
                truncated: false,
                spill,
            };
        }
        let head = String::from_utf8_lossy(whole_chars_at_end(head));
        let tail = String::from_utf8_lossy(whole_chars_at_start(tail));
        let text = format!("{head}\n[... {left_out} bytes left out ...]\n{tail}");
        Self {
            text,
            bytes,
            truncated: true,
            spill,
        }
    }
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Drops a character that the cut went through at the end.
fn whole_chars_at_end(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        Ok(_) | Err(_) => bytes,
    }
}

/// Drops what is left of a character that the cut went through at the start.
fn whole_chars_at_start(bytes: &[u8]) -> &[u8] {
    let cut = bytes
        .iter()
        .take(3)
        .take_while(|byte| *byte & 0xC0 == 0x80)
        .count();
    &bytes[cut..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_never_leaves_half_a_character() {
        let text = "aé漢";
        let (head, tail) = (&text.as_bytes()[..2], &text.as_bytes()[4..]);
        let captured = Captured::from_parts(head, tail, 100, None);
        assert_eq!(captured.text, "a\n[... 96 bytes left out ...]\n");
        assert!(captured.truncated);
    }

    #[test]
    fn only_listed_variables_pass() {
        let all = [("PATH", "/bin"), ("GITHUB_TOKEN", "x"), ("MY", "y")]
            .map(|(k, v)| (OsString::from(k), OsString::from(v)));
        let names: Vec<_> = allowed_env(all, &["MY".into()])
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["PATH", "MY"]);
    }
}
