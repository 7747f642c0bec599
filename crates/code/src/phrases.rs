//! Wordings that stand in for work, and names that promise none.

pub(crate) use crate::name_words::name_words;

/// Words of the longest name that is taken for one of a place: `errLine`.
const PLACE_WORDS_MAX: usize = 2;

/// Whether a message says that something is not implemented. `todo` in small letters does not count: it is
/// also a thing that programs are about.
pub(crate) fn not_implemented(message: &str) -> bool {
    const PHRASES: [&str; 12] = [
        "not implemented",
        "not yet implemented",
        "not been implemented",
        "isn't implemented",
        "unimplemented",
        "notimplemented",
        "not_implemented",
        "implement me",
        "implement this",
        "to be implemented",
        "implementation pending",
        "missing implementation",
    ];
    let lower = message.to_lowercase();
    PHRASES.iter().any(|phrase| lower.contains(phrase))
        || words(message).any(|word| matches!(word, "TODO" | "TBD" | "FIXME"))
        || is_only(
            &lower,
            &["todo", "tbd", "fixme", "stub", "placeholder", "wip"],
        )
}

/// Whether a message says that what it refuses will come.
pub(crate) fn comes_later(message: &str) -> bool {
    const STATES: [&str; 4] = ["supported", "available", "handled", "done"];
    let lower = message.to_lowercase();
    lower.contains("coming soon")
        || STATES.iter().any(|state| {
            lower.contains(&format!("not {state} yet"))
                || lower.contains(&format!("not yet {state}"))
                || lower.contains(&format!("n't {state} yet"))
        })
}

/// Whether a name says that doing nothing is the point.
pub(crate) fn promises_nothing(name: &str) -> bool {
    const JOINED: [&str; 3] = ["noop", "donothing", "identity"];
    let words = name_words(name);
    let joined = words.concat();
    JOINED.iter().any(|word| joined.contains(word))
        || words.first().is_some_and(|first| first == "no") && words.len() > 1
        || words.iter().any(|word| {
            matches!(
                word.as_str(),
                "nop" | "ignore" | "ignored" | "dummy" | "empty"
            )
        })
}

/// Whether a name says that writing something out is the point.
pub(crate) fn promises_output(name: &str) -> bool {
    const WORDS: [&str; 22] = [
        "print", "println", "cprint", "pprint", "eprint", "fprint", "printf", "log", "show",
        "report", "usage", "help", "banner", "warn", "trace", "debug", "dump", "display", "write",
        "emit", "version", "notify",
    ];
    let words = name_words(name);
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether the name of a test says that to run to the end is what it asks: it looks for what must not happen.
#[must_use]
pub fn says_it_runs(name: &str) -> bool {
    // Beginnings and middles of words: `not_thrown`, `Concurrently`.
    const PARTS: [&str; 16] = [
        "throw",
        "panic",
        "crash",
        "smoke",
        "compile",
        "import",
        "race",
        "leak",
        "deadlock",
        "example",
        "bench",
        "concurren",
        "interface",
        "clone",
        "idempotent",
        "construct",
    ];
    // Whole words, since they are part of others: `upload`, `invalid`, `define`.
    const WORDS: [&str; 16] = [
        "load", "loads", "loaded", "without", "no", "warn", "warns", "fine", "ok", "valid",
        "accept", "accepts", "accepted", "allow", "allows", "allowed",
    ];
    let lower = name.to_lowercase();
    PARTS.iter().any(|it| lower.contains(it))
        || name_words(name)
            .iter()
            .any(|it| WORDS.contains(&it.as_str()))
}

/// Whether a name says that handing back what came in may be the point.
pub(crate) fn promises_passing_on(name: &str) -> bool {
    const FIRST: [&str; 11] = [
        "id", "identity", "into", "as", "from", "to", "new", "pass", "keep", "define", "only",
    ];
    let words = name_words(name);
    words
        .first()
        .is_some_and(|first| FIRST.contains(&first.as_str()))
}

/// Whether the first word of a name says that yes or no is the answer.
pub(crate) fn asks(first: &str) -> bool {
    ["is", "has", "can", "contains", "supports", "matches"].contains(&first)
}

/// Whether the first word of a name says that to refuse what is wrong is all there is to it.
pub(crate) fn only_checks(first: &str) -> bool {
    const WORDS: [&str; 12] = [
        "check", "validate", "ensure", "verify", "assert", "require", "test", "guard", "must",
        "expect", "on", "handle",
    ];
    WORDS.contains(&first)
}

/// Whether a comment says that the real answer comes later.
pub(crate) fn defers(comment: &str) -> bool {
    const SIGNS: [&str; 16] = [
        "for now",
        "next version",
        "next release",
        "later version",
        "later release",
        "not yet",
        "will be added",
        "will come",
        "comes with",
        "comes later",
        "follows later",
        "temporar",
        "hardcoded",
        "hard-coded",
        "good enough",
        "in a follow-up",
    ];
    let lower = comment.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign)) || not_implemented(comment)
}

/// Whether a name is that of a place in what is read, which differs with each input: `line`, `ErrColumn`.
#[must_use]
pub fn tells_a_place(name: &str) -> bool {
    const LAST: [&str; 9] = [
        "line", "lineno", "linenr", "column", "col", "row", "offset", "pos", "position",
    ];
    // Where something begins, or how far it may go, is chosen once.
    const CHOSEN: [&str; 19] = [
        "is", "has", "in", "on", "no", "per", "show", "use", "start", "first", "begin", "min",
        "max", "base", "initial", "default", "tab", "new", "blank",
    ];
    let words = name_words(name);
    if words.len() > PLACE_WORDS_MAX {
        return false;
    }
    let joined = words.concat();
    let last = words.last().map_or("", String::as_str);
    (LAST.contains(&last)
        || matches!(
            &*joined,
            "linenumber" | "columnnumber" | "linenum" | "rownumber"
        ))
        && !words.iter().any(|word| CHOSEN.contains(&word.as_str()))
}

/// Whether a name is that of a part of something, which lies anywhere between none and all: `FailureRatio`.
pub(crate) fn tells_a_share(name: &str) -> bool {
    const SHARES: [&str; 9] = [
        "ratio",
        "share",
        "percent",
        "percentage",
        "fraction",
        "average",
        "mean",
        "median",
        "proportion",
    ];
    const CHOSEN: [&str; 7] = ["default", "is", "has", "min", "max", "target", "threshold"];
    let words = name_words(name);
    let says = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    says(&SHARES) && !says(&CHOSEN)
}

/// Whether the words of a name speak of an error, or of a place in what is read.
pub(crate) fn speaks_of_errors(name: &str) -> bool {
    let words = name_words(name);
    words.iter().any(|word| {
        matches!(
            word.as_str(),
            "error" | "err" | "exception" | "failure" | "position" | "location"
        )
    })
}

/// Whether a name is that of a type which tells of an error, by its end: `ParseError`, `Error`.
#[must_use]
pub fn names_an_error(name: &str) -> bool {
    const ENDS: [&str; 4] = ["Error", "Exception", "Failure", "Err"];
    ENDS.iter().any(|end| name.ends_with(end))
}

/// Whether a comment, in small letters, admits that work which belongs here is not done. Only wordings that hardly anybody
/// uses of finished work: in some four million published lines they stand a few dozen times.
pub(crate) fn admits(comment: &str) -> bool {
    const SIGNS: [&str; 45] = [
        "good enough for now",
        "for now only the first",
        "only the first one for now",
        "first one only for now",
        "only handles the first one for now",
        "left to a later",
        "left for a later",
        "left for later",
        "left to the next",
        "later change",
        "later commit",
        "later step",
        "later task",
        "later pr ",
        "follow-up change",
        "follow-up commit",
        "follow-up task",
        "follow up later",
        "in a follow-up",
        "in a followup",
        "left as an exercise",
        "not implemented yet",
        "not yet implemented",
        "isn't implemented yet",
        "implement later",
        "implemented later",
        "implement this later",
        "implementation follows",
        "implementation goes here",
        "real implementation would",
        "a real implementation",
        "real logic",
        "will be implemented",
        "comes later",
        "wire up later",
        "wired up later",
        "wire this up",
        "hooked up later",
        "hardcoded for now",
        "hard-coded for now",
        "stubbed for now",
        "stubbed out for now",
        "stubbed until",
        "placeholder for now",
        "until the real",
    ];
    const OTHERWISE: [&str; 4] = ["test", "mock", "affect", "so that later"];
    // Of what stands around, a word on its own: "will be kept once the format is settled".
    // What a value will be set to is said of the program as it runs.
    let promises = comment.starts_with("will be ")
        && !comment.starts_with("will be set")
        && [" once ", " later", " as soon as ", " until "]
            .iter()
            .any(|it| comment.contains(it));
    // `// stubbed` says it of the work; "the method is stubbed, so that .." tells what the code does.
    let stubbed = comment.starts_with("stubbed");
    (promises || stubbed || SIGNS.iter().any(|sign| comment.contains(sign)))
        && !OTHERWISE.iter().any(|it| comment.contains(it))
}

/// Whether a comment says why something is left out. "ignore" alone is no reason, nor is a note to a tool or of work to come.
pub(crate) fn gives_a_reason(comment: &str) -> bool {
    const NONE: [&str; 24] = [
        "ignore",
        "ignored",
        "ignoring",
        "pass",
        "noop",
        "nothing",
        "empty",
        "noqa",
        "pragma",
        "no",
        "cover",
        "type",
        "pylint",
        "disable",
        "eslint",
        "swallow",
        "silent",
        "silently",
        "error",
        "errors",
        "exception",
        "exceptions",
        "do",
        "the",
    ];
    let lower = comment.to_lowercase();
    let tool = [
        "noqa", "pragma:", "pylint:", "eslint-", "type:", "istanbul", "c8 ", "nosec",
    ];
    let told = match tool.iter().filter_map(|sign| lower.find(sign)).min() {
        Some(at) => lower.get(..at).unwrap_or(""),
        None => lower.as_str(),
    };
    let words = words(told).filter(|word| word.chars().count() > 1 && !NONE.contains(word));
    words.take(2).count() > 1 && !not_implemented(comment) && !lower.contains("todo")
}

/// Whether the name of a parameter says how often, how long or how far: what only a message tells of it is not heeded.
pub(crate) fn is_bound(name: &str) -> bool {
    const BOUNDS: [&str; 15] = [
        "attempts",
        "retries",
        "tries",
        "limit",
        "max",
        "ms",
        "timeout",
        "delay",
        "interval",
        "times",
        "depth",
        "max_attempts",
        "max_retries",
        "max_depth",
        "capacity",
    ];
    BOUNDS.contains(&name_words(name).join("_").as_str())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

fn is_only(text: &str, whole: &[&str]) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    whole.contains(&bare)
}
