//! Messages that the plan writes out between quotes for what goes wrong, and that no code of the change says: "raise a
//! TypeError that says 'it is immutable'", "prints 'invalid-json: ...' to stderr".

use code::is_test_path;
use code::{Keep, Language, Limits};

use crate::inspect::InspectionContext;
use crate::inspect::prose::{WRONG, begins, is_of_code, names_an_error, says, sentences, squashed};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Bytes of the longest message.
const MESSAGE_MAX: usize = 200;

/// What is done with a message, before its quotes.
const SAID: [&str; 8] = [
    "says", "say", "saying", "prints", "print", "with", "message", "reads",
];
/// Beginnings of words of where it goes.
const STREAM: [&str; 3] = ["stderr", "standard error", "error stream"];
/// Words of a clause about something that was so before, or is not wanted.
const KNOWN: [&str; 14] = [
    "already",
    "same",
    "before",
    "existing",
    "today",
    "currently",
    "no longer",
    "never",
    "like",
    "not",
    "ignores",
    "remove",
    "drop",
    "starts with",
];

/// What is not said, each as a sentence.
pub(in crate::inspect) fn unsaid(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let sources: Vec<Source> = changes.iter().filter_map(Source::of).collect();
    if context.base.is_none() || sources.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for text in sentences(context) {
        for quote in quotes(text) {
            let head = head(quote.text);
            let clause = quote.before.to_lowercase();
            let after = quote.after.to_lowercase();
            let wrong = WRONG.iter().chain(&STREAM).any(|it| begins(&clause, it))
                || STREAM.iter().any(|it| begins(&after, it));
            let said = clause.split_whitespace().last();
            let told = is_told(quote.before);
            let said = said.is_some_and(|it| SAID.contains(&it))
                || told
                || is_of_an_error(quote.before) && !sources.iter().any(Source::hands_on);
            let should = after.trim_start();
            let instead = ["where it should", "when it should", "though it should"];
            let instead = instead.iter().any(|it| should.starts_with(it));
            let known = instead || KNOWN.iter().any(|it| says(&clause, it));
            if (wrong || told) && said && !known && !head.is_empty() && is_missing(head, &sources) {
                found.push(format!(
                    "the plan writes out what is said when it goes wrong (`{}`), and no code of the change says it",
                    quote.text
                ));
            }
        }
    }
    found.truncate(FOUND_MAX);
    found
}

/// Whether what stands before a text is the error that says it: `raise ValueError("..`, `else AssertionError "..`.
fn is_of_an_error(before: &str) -> bool {
    let bare = before.trim_end_matches([' ', '(', '`']);
    let name = bare.rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
    let name = name.into_iter().next().unwrap_or_default();
    is_of_code(name) && names_an_error(name)
}

/// Whether a text is what a call of the plan tells: `console.error('..`, `log.warn("..`.
fn is_told(before: &str) -> bool {
    const TELLS: [&str; 8] = [
        "error",
        "warn",
        "warning",
        "info",
        "log",
        "debug",
        "eprintln!",
        "println!",
    ];
    let name = before.strip_suffix('(').unwrap_or_default();
    let part = |c: char| c.is_alphanumeric() || "_.!$".contains(c);
    let name = name.rsplit(|c| !part(c)).next().unwrap_or_default();
    let (on, last) = name.rsplit_once('.').unwrap_or(("", name));
    TELLS.contains(&last) && (!on.is_empty() || last.ends_with('!'))
}

/// A changed source.
struct Source {
    code: String,
    squashed: String,
    /// How many lines more than before say something to somebody.
    tells_more: bool,
}

impl Source {
    fn of(change: &Change<'_>) -> Option<Source> {
        let language = Language::of_path(change.path);
        if !language.has_syntax() || is_test_path(change.path, language) {
            return None;
        }
        let bare = |text: &str| {
            let keep = Keep {
                strings: true,
                dead: false,
                tests: false,
            };
            code::facts(language, text, &Limits::default()).code_only(text, keep)
        };
        let code = bare(change.after?);
        let before = bare(change.before.unwrap_or_default());
        Some(Source {
            squashed: squashed(&code),
            tells_more: tellings(&code) > tellings(&before),
            code,
        })
    }
}

impl Source {
    /// Whether it hands an error on as it came, with the text that it has: a `raise` alone (Python).
    fn hands_on(&self) -> bool {
        self.code.lines().any(|it| it.trim() == "raise")
    }
}

/// Lines that write to the error stream or end the program.
fn tellings(code: &str) -> usize {
    const TELLS: [&str; 9] = [
        "stderr",
        "Stderr",
        "exit(",
        "Exit(",
        "SystemExit",
        "eprint",
        "console.error",
        ".error(",
        "System.err",
    ];
    let lines = code.lines();
    lines
        .filter(|line| TELLS.iter().any(|it| line.contains(it)))
        .count()
}

/// What of a message is the same each time: what stands before the first place that is filled in, and behind the name of who
/// says it.
fn head(message: &str) -> &str {
    let signed = message.starts_with('[');
    let message = match message.split_once("] ").filter(|_| signed) {
        Some((_, behind)) => behind,
        None => message,
    };
    let fills = ["...", "\u{2026}", "<", "{", "%", "["];
    let ends = fills.iter().filter_map(|it| message.find(it));
    // A number is that of an example.
    let end = ends.chain(message.find(|c: char| c.is_ascii_digit())).min();
    let fixed = message.get(..end.unwrap_or(message.len()));
    let fixed = fixed.unwrap_or_default();
    // `FILE`, `N`
    let mut at = 0_usize;
    for word in fixed.split_inclusive(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !bare.is_empty() && bare.chars().all(char::is_uppercase) {
            break;
        }
        at = at.saturating_add(word.len());
    }
    let fixed = fixed.get(..at).unwrap_or_default().trim_end();
    match fixed.find(": ") {
        // Behind a colon stands what differs.
        Some(colon) => fixed.get(..colon.saturating_add(1)).unwrap_or_default(),
        None => fixed,
    }
}

/// Whether no source says a message that begins so.
fn is_missing(head: &str, sources: &[Source]) -> bool {
    let words: Vec<&str> = head.split_whitespace().collect();
    if words.len() > 1 {
        // One of its words may be put in.
        let mut rows = words.windows(2).map(|it| squashed(&it.concat()));
        return !rows.any(|row| sources.iter().any(|it| it.squashed.contains(&row)));
    }
    // A name alone may be that of the program, which is asked for.
    let signed = head.ends_with(':') && head.len() > 2;
    signed
        && !sources
            .iter()
            .any(|it| it.tells_more || it.code.contains(head))
}

/// A text between quotes, with the clause around it.
struct Quote<'t> {
    text: &'t str,
    before: &'t str,
    after: &'t str,
}

/// What a text says between quotes; what stands between backticks is looked at elsewhere.
fn quotes(text: &str) -> Vec<Quote<'_>> {
    let mut found = Vec::new();
    let mut from = 0_usize;
    while let Some(rest) = text.get(from..) {
        let begins = |(at, c): &(usize, char)| {
            let before = rest.get(..*at).unwrap_or_default();
            let free = before.is_empty() || before.ends_with([' ', '(', '\n']);
            matches!(c, '\'' | '"') && free
        };
        let Some((at, sign)) = rest.char_indices().find(begins) else {
            break;
        };
        let open = from.saturating_add(at).saturating_add(1);
        let inner = text.get(open..).unwrap_or_default();
        let ends = |(at, _): &(usize, &str)| {
            let after = inner.get(at.saturating_add(1)..).unwrap_or_default();
            !after.starts_with(char::is_alphanumeric)
        };
        let close = inner.match_indices(sign).find(ends);
        let Some((length, _)) = close.filter(|it| it.0 <= MESSAGE_MAX) else {
            from = open;
            continue;
        };
        let end = open.saturating_add(length);
        let head = text.get(..open.saturating_sub(1)).unwrap_or_default();
        let head = head.rsplit([';', '\n']).next().unwrap_or(head);
        let tail = text.get(end.saturating_add(1)..).unwrap_or_default();
        let tail = tail.split([';', '\n']).next().unwrap_or(tail);
        found.push(Quote {
            text: text.get(open..end).unwrap_or_default(),
            before: head.rsplit(". ").next().unwrap_or(head),
            after: tail.split(". ").next().unwrap_or(tail),
        });
        from = end.saturating_add(1);
    }
    found
}
