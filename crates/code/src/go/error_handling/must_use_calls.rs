//! Whether what a call gives has to be looked at, by the name of what is called.

use crate::phrases;

/// What works something out, and does nothing else.
const WORKS_OUT: [&str; 14] = [
    "Round",
    "Truncate",
    "Join",
    "Split",
    "Fields",
    "TrimSpace",
    "TrimPrefix",
    "TrimSuffix",
    "ToLower",
    "ToUpper",
    "ReplaceAll",
    "Sprintf",
    "Sprint",
    "Repeat",
];

/// Calls whose errors are rarely of use: closing, and writing to what cannot fail.
const HARMLESS: [&str; 16] = [
    "Close",
    "Flush",
    "Sync",
    "Write",
    "WriteString",
    "WriteByte",
    "WriteRune",
    "Fprint",
    "Fprintf",
    "Fprintln",
    "Remove",
    "RemoveAll",
    "Rollback",
    "Shutdown",
    "Kill",
    "Wait",
];

/// Whether a call of that name works something out, and does nothing else.
pub(super) fn only_works_out(name: &str) -> bool {
    WORKS_OUT.contains(&name)
}

/// Whether a name is one of functions that are called for what they give, and fail seldom: `getOptions`, `isOpen`.
pub(super) fn gives(name: &str) -> bool {
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    matches!(first, "get" | "is" | "has" | "len" | "default" | "with")
}

/// Whether nobody need look at what a call of that name returns.
pub(super) fn is_harmless(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "close", "stop", "quit", "cancel", "cleanup", "release", "deadline", "print", "printf",
        "println", "log", "alert", "debug", "unlock",
    ];
    let words = phrases::name_words(name);
    HARMLESS.contains(&name) || words.iter().any(|word| WORDS.contains(&word.as_str()))
}
