//! Errors that the plan says are none: "a file that can't be read counts as not set". Such a sentence speaks of the very call
//! that met the error; another error that is dropped beside it is another matter.

use code::{Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::prose::{begins, calls_in, says, sentences};

/// How many lines up to that of an error are looked at for the call that met it.
const LINES_BEFORE: usize = 4;
/// Letters of the shortest word that says what a call is about.
const WORD_MIN: usize = 4;

/// What says that something is not as it should be.
const WRONG: [&str; 14] = [
    "can't",
    "cannot",
    "could not",
    "couldn't",
    "isn't",
    "is not",
    "aren't",
    "does not exist",
    "doesn't exist",
    "missing",
    "unreadable",
    "absent",
    "fails",
    "no such",
];
/// What becomes of it then, that is no failure.
const FINE: [&str; 17] = [
    "counts as",
    "count as",
    "treated as",
    "taken as",
    "taken for",
    "stands for",
    "passes",
    "without an error",
    "is no error",
    "are no error",
    "not an error",
    "is fine",
    "is skipped",
    "are skipped",
    "is ignored",
    "are ignored",
    "left out",
];
/// Beginnings of words of a sentence in which somebody hears of it.
const HEARD: [&str; 12] = [
    "error", "status", "message", "log", "warn", "report", "panic", "raise", "throw", "stderr",
    "tell", "told",
];
/// What calls are about that do not say it in the words of a plan.
const MEANS: [(&str, &[&str]); 6] = [
    ("stat", &["file", "there", "exist", "directory", "path"]),
    ("lstat", &["file", "there", "exist", "directory", "path"]),
    ("open", &["open", "read", "file"]),
    ("dial", &["connect", "reach", "server"]),
    ("atoi", &["number", "pars"]),
    ("access", &["file", "there", "exist"]),
];

impl Subject<'_> {
    /// Whether the plan says of the call that met an error that this is no failure.
    pub(in crate::inspect) fn is_allowed(&self, stub: &Stub) -> bool {
        if stub.reason != Reason::SwallowedError || stub.test {
            return false;
        }
        let texts = sentences(self.context).iter().map(|it| it.to_lowercase());
        let fine: Vec<String> = texts
            .flat_map(|text| clauses(&text))
            .filter(|it| is_fine(it))
            .collect();
        if fine.is_empty() {
            return false;
        }
        let at = usize::try_from(stub.line).unwrap_or(usize::MAX);
        let lines: Vec<&str> = self.source.lines().take(at).collect();
        let mut before = lines.iter().rev().take(LINES_BEFORE);
        let about = before.find_map(|line| {
            let about: Vec<String> = calls(line).flat_map(about).collect();
            (!about.is_empty()).then_some(about)
        });
        about.is_some_and(|words| {
            fine.iter()
                .any(|clause| words.iter().any(|word| begins(clause, word)))
        })
    }
}

fn clauses(text: &str) -> Vec<String> {
    let parts = text.split([';', '\n']).flat_map(|it| it.split(". "));
    parts.map(str::to_owned).collect()
}

fn is_fine(clause: &str) -> bool {
    let quiet = ["without an error", "no error", "not an error"];
    let bare = quiet
        .iter()
        .fold(clause.to_owned(), |text, it| text.replace(it, "quiet"));
    WRONG.iter().any(|it| says(clause, it))
        && FINE.iter().any(|it| says(clause, it))
        && !HEARD.iter().any(|it| begins(&bare, it))
}

/// The names that a line calls, as far as they are not the program's way to go on.
fn calls(line: &str) -> impl Iterator<Item = &str> {
    const WAYS: [&str; 8] = [
        "if", "for", "while", "switch", "catch", "match", "return", "func",
    ];
    calls_in(line).filter(|it| !WAYS.contains(it))
}

/// What a call is about, by the words of its name.
fn about(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut small = false;
    for c in name.chars() {
        if words.is_empty() || c == '_' || c.is_uppercase() && small {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c != '_') {
            word.extend(c.to_lowercase());
        }
        small = c.is_lowercase();
    }
    let mut found = Vec::new();
    for word in words {
        let known = MEANS.iter().find(|it| it.0 == word);
        found.extend(
            known
                .into_iter()
                .flat_map(|it| it.1.iter().map(|it| (*it).to_owned())),
        );
        if word.len() >= WORD_MIN {
            found.push(word);
        }
    }
    found
}
