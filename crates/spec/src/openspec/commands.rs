//! Commands in the words of a task: a code span that follows a verb which says that it is to be run. What merely stands
//! in a code span is a name as often as a command, so in doubt it is none.

/// Characters of a command.
const COMMAND_CHARS_MAX: usize = 4_000;
/// Commands of one text.
const COMMANDS_MAX: usize = 50;
/// Characters of a text that is looked through.
const TEXT_CHARS_MAX: usize = 8_000;

/// Words after which any command follows.
const RUN: [&str; 7] = [
    "run",
    "rerun",
    "re-run",
    "runs",
    "running",
    "execute",
    "executing",
];
/// Words after which more than one word follows that looks like a command.
const CHECK: [&str; 12] = [
    "verify", "test", "tests", "check", "checks", "confirm", "ensure", "validate", "pass",
    "passes", "lint", "build",
];
/// Words that may stand between the verb and its command.
const BETWEEN: [&str; 11] = [
    "with", "using", "via", "by", "through", "and", "then", "the", "command", "again", "locally",
];
/// Words behind a command that make one of what stands in `verify that …`.
const AFTER: [&str; 10] = [
    "passes",
    "pass",
    "succeeds",
    "succeed",
    "exits",
    "runs",
    "works",
    "is green",
    "are green",
    "still passes",
];
/// Words that may stand before the verb in its clause.
const BEFORE: [&str; 12] = [
    "and", "then", "to", "finally", "also", "must", "should", "please", "by", "first", "all",
    "with",
];

/// The commands that a text says are to be run, each once.
pub(super) fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let end = text.char_indices().nth(TEXT_CHARS_MAX).map(|(at, _)| at);
    let mut rest = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let mut goes_on = false;
    while let Some((before, span, after)) = span(rest) {
        let said = trim_span(span);
        // `a` and `b`, or `a`, `b`: what was said of the first holds for the second.
        let joined = matches!(
            before.trim(),
            "," | "and" | "&" | "then" | ", and" | ", then"
        );
        goes_on = is_command(said, verb(before, after), goes_on && joined);
        if goes_on {
            add(&mut found, vec![said.to_owned()]);
        }
        rest = after;
    }
    found
}

/// Puts commands into a list, each once.
pub(super) fn add(list: &mut Vec<String>, more: Vec<String>) {
    for command in more {
        if list.len() < COMMANDS_MAX && !list.contains(&command) {
            list.push(command);
        }
    }
}

/// What a verb says about the code span behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Run,
    Check,
}

fn is_command(said: &str, verb: Option<Verb>, joined: bool) -> bool {
    let good = !said.is_empty()
        && said.chars().count() <= COMMAND_CHARS_MAX
        && !said.chars().any(|c| c.is_control());
    if !good {
        return false;
    }
    let mut words = said.split_whitespace();
    let program = words.by_ref().find(|word| !is_assignment(word));
    let program = program.unwrap_or("");
    let looks_so = program.starts_with(|c: char| c.is_ascii_lowercase() || "./~".contains(c))
        && program
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._-/+~".contains(c));
    let has_arguments = words.next().is_some();
    match verb {
        Some(Verb::Run) => looks_so,
        Some(Verb::Check) => looks_so && has_arguments,
        None => joined && looks_so && has_arguments,
    }
}

/// `NAME=value` before a program.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit())
    })
}

/// The verb that speaks of what follows, if one does: the last word but for those that may stand between, at the start
/// of its clause.
fn verb(before: &str, after: &str) -> Option<Verb> {
    let ends_clause =
        |word: &str| word.ends_with(['.', ';', ':', ',', ')', '—', '–']) || word == "-";
    let bare = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        word.to_lowercase()
    };
    let mut words = before.split_whitespace().rev().peekable();
    let verb = loop {
        let word = words.next()?;
        let said = bare(word);
        if RUN.contains(&said.as_str()) {
            break Verb::Run;
        }
        if CHECK.contains(&said.as_str()) {
            break Verb::Check;
        }
        let passes = || AFTER.iter().any(|it| after.trim_start().starts_with(it));
        let is_between =
            said.is_empty() || BETWEEN.contains(&said.as_str()) || (said == "that" && passes());
        if !is_between {
            return None;
        }
    };
    let starts = match words.peek() {
        None => true,
        Some(word) => {
            let said = bare(word);
            ends_clause(word)
                || BEFORE.contains(&said.as_str())
                || CHECK.contains(&said.as_str())
                || said.is_empty()
                || said.bytes().all(|b| b.is_ascii_digit())
                || is_number(word)
        }
    };
    starts.then_some(verb)
}

/// `1.3`, which stands before what is to be done.
fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
}

/// The next code span: what stands before it, in it, and behind it.
fn span(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from_byte(text, from).find('`')?.saturating_add(from);
        let (before, rest) = text.split_at_checked(open)?;
        let inside = rest.trim_start_matches('`');
        let signs = rest.len().saturating_sub(inside.len());
        if let Some(end) = closing(inside, signs) {
            let (inside, after) = inside.split_at_checked(end)?;
            return Some((before, inside, after.get(signs..).unwrap_or("")));
        }
        from = open.saturating_add(signs);
    }
}

fn from_byte(text: &str, from: usize) -> &str {
    text.get(from..).unwrap_or("")
}

/// Where a run of exactly so many backticks begins.
fn closing(text: &str, signs: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = from_byte(text, at).find('`')?.saturating_add(at);
        let run = from_byte(text, start)
            .bytes()
            .take_while(|b| *b == b'`')
            .count();
        if run == signs {
            return Some(start);
        }
        at = start.saturating_add(run);
    }
}

/// A code span's text: blanks and signs of a prompt are no part of it.
fn trim_span(span: &str) -> &str {
    let span = span.trim();
    span.strip_prefix("$ ").unwrap_or(span).trim()
}
