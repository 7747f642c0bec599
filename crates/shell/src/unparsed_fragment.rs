//! Something that looks like a simple command, in text that is not understood.

/// Something that looks like a simple command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Piece {
    /// Its words, quotes taken off. Assignments before the program are among them.
    pub(crate) words: Vec<String>,
    /// Files that its output goes to.
    pub(crate) writes: Vec<String>,
    /// Files that its input comes from.
    pub(crate) reads: Vec<String>,
    /// Words before it in the same pipe: programs, and what may be one behind a wrapper.
    pub(crate) upstream: Vec<String>,
}

impl Piece {
    /// Words from the program on: assignments before it left out.
    pub(crate) fn command(&self) -> &[String] {
        let skip = self
            .words
            .iter()
            .take_while(|word| assignment(word))
            .count();
        self.words.get(skip..).unwrap_or_default()
    }

    /// The program's name without its directory.
    pub(crate) fn program(&self) -> &str {
        self.command()
            .first()
            .map(|word| program_name(word))
            .unwrap_or_default()
    }

    /// Assignments before the program.
    pub(crate) fn assignments(&self) -> impl Iterator<Item = &str> {
        self.words
            .iter()
            .take_while(|word| assignment(word))
            .map(String::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.writes.is_empty() && self.reads.is_empty()
    }
}

/// The last component of a program's path.
#[must_use]
pub fn program_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}

fn assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.trim_end_matches('+');
        !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// Programs whose words are printed or searched for, never run.
const TALKERS: &[&str] = &[
    "echo", "printf", "grep", "egrep", "fgrep", "rg", "ag", "ack", ":", "#",
];

/// Whether a program only prints or searches for its words.
pub(crate) fn talks(program: &str) -> bool {
    TALKERS.contains(&program)
}
