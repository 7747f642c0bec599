//! Clauses of the plan that say what comes of it where a certain thing can't be done, or where somebody else's function
//! fails: "a file that cannot be opened is told on standard error", "an error of the callback is thrown". An error of that
//! very thing that new code drops is not what they ask, whatever else the code around tells of.

use std::collections::BTreeSet;

use code::{Delta, Stub};

use crate::inspect::Subject;
use crate::inspect::errors::answered::is_dropped;
use crate::inspect::known::last;
use crate::inspect::prose::{WRONG, begins, calls_in, says, sentences};

/// How many lines up to that of an error are looked at for the call that met it.
const LINES_BEFORE: usize = 8;
/// How many lines below are taken for what is done about it.
const HANDLER_LINES: usize = 6;
/// How many words after "cannot" say what can't be done.
const VERB_WORDS: usize = 3;
/// How many words after "error" say whose it is.
const WHOSE_WORDS: usize = 4;
/// Letters of the shortest stem that is looked for.
const STEM_MIN: usize = 4;

/// Beginnings of words that say that somebody hears of it, beside those of errors.
const HEARD: [&str; 9] = [
    "message",
    "status",
    "told",
    "stderr",
    "standard error",
    "halt",
    "exits",
    "complain",
    "reported",
];
/// Words of a clause in which nobody need hear of it.
const QUIET: [&str; 21] = [
    "instead",
    "falls back",
    "fall back",
    "fallback",
    "skipped",
    "skips",
    "ignored",
    "ignores",
    "left out",
    "passed over",
    "none",
    "null",
    "nil",
    "empty",
    "false",
    "default",
    "unchanged",
    "as before",
    "undefined",
    "nothing",
    "optional",
];
/// Who is called without being known.
const OTHERS: [&str; 14] = [
    "function",
    "callback",
    "hook",
    "listener",
    "handler",
    "visitor",
    "supplier",
    "predicate",
    "closure",
    "factory",
    "caller's",
    "observer",
    "subscriber",
    "loader",
];
/// Beginnings of words that say that an error gets to whoever called.
const ON: [&str; 7] = [
    "return",
    "throw",
    "raise",
    "propagat",
    "rethrow",
    "reaches",
    "passed on",
];
/// Beginnings of words that say that it does not.
const HERE: [&str; 7] = [
    "log", "warn", "caught", "ignor", "swallow", "print", "stderr",
];

impl Subject<'_> {
    /// Lines of new code that drop an error of which the plan says what comes of it.
    pub(in crate::inspect) fn fails_otherwise(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let stubs = stubs.filter_map(|at| self.code.stubs.get(*at));
        let dropped = |it: &&Stub| is_dropped(it) && !it.test;
        let found: Vec<&Stub> = stubs.filter(dropped).collect();
        if found.is_empty() {
            return BTreeSet::new();
        }
        let texts = sentences(self.context).iter().map(|it| it.to_lowercase());
        let clauses: Vec<String> = texts
            .flat_map(|it| {
                let parts = it.split(['\n', ';']).flat_map(|it| it.split(". "));
                parts.map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        let verbs: BTreeSet<String> = clauses.iter().flat_map(|it| undone(it)).collect();
        let others = clauses.iter().any(|it| hands_on_of_others(it));
        let wanted = |stub: &&&Stub| {
            let calls = self.calls_before(stub.line);
            let words = calls
                .iter()
                .flat_map(|it| code::name_words(it))
                .map(|it| stem(&it));
            let named = words.into_iter().any(|it| verbs.contains(&it));
            let heard = || !stub.what.starts_with('_') && self.is_heard(stub.line);
            named && !heard() || others && calls.iter().any(|it| self.is_given(stub.line, it))
        };
        found.iter().filter(wanted).map(|it| it.line).collect()
    }

    /// Whether the lines below an error that is met say a word of it to a person, or keep in mind that there was one.
    fn is_heard(&self, line: u32) -> bool {
        const HEARS: [&str; 17] = [
            // What is answered, whoever asked can tell.
            "return",
            "stderr",
            "Stderr",
            "System.err",
            "print",
            "Print",
            "console.",
            "warn",
            "Warn",
            "rror(",
            "exit",
            "Exit",
            "= True",
            "= true",
            "++",
            "+= 1",
            "append(",
        ];
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let mut lines = self.source.lines().skip(at.saturating_sub(1));
        let first = indent(lines.next().unwrap_or_default());
        // What stands further in is what is done about it.
        let inside = lines.take(HANDLER_LINES);
        let mut inside = inside.take_while(|it| it.trim().is_empty() || indent(it) > first);
        inside.any(|it| HEARS.iter().any(|word| it.contains(word)))
    }

    /// Names that the lines up to this one call, within the function around.
    fn calls_before(&self, line: u32) -> BTreeSet<String> {
        let around = self.code.definitions.iter().filter(|it| {
            it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&line)
        });
        let first = around.map(|it| it.span.line).max().unwrap_or(1);
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let from = at.saturating_sub(LINES_BEFORE).max(first);
        let lines = self.source.lines().skip(from);
        let near = lines.take(at.saturating_sub(from));
        near.flat_map(calls_in).map(str::to_owned).collect()
    }

    /// Whether a name is one that the function around a line was given.
    fn is_given(&self, line: u32, name: &str) -> bool {
        let around = self.code.definitions.iter().filter(|it| {
            it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&line)
        });
        let mut parameter_use = around.filter_map(|it| {
            let parameter_use = &self.code.parameter_use;
            parameter_use
                .get(&it.name)
                .or_else(|| parameter_use.get(last(it)))
        });
        parameter_use.any(|it| it.reads.contains(name))
    }
}

/// How far in a line begins.
fn indent(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start().len())
}

/// Stems of what a clause says can't be done, where somebody is to hear of it.
fn undone(clause: &str) -> Vec<String> {
    let heard = WRONG.iter().chain(&HEARD).any(|it| begins(clause, it));
    if !heard || QUIET.iter().any(|it| says(clause, it)) {
        return Vec::new();
    }
    let words: Vec<&str> = clause
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|it| !it.is_empty())
        .collect();
    let starts = words.iter().enumerate().filter(|(at, word)| {
        let next = words.get(at.saturating_add(1)).copied().unwrap_or("");
        matches!(**word, "cannot" | "can't" | "couldn't") || **word == "not" && next == "be"
    });
    let verbs = starts.flat_map(|(at, _)| {
        let rest = words.iter().skip(at.saturating_add(1)).take(VERB_WORDS);
        rest.filter(|it| !matches!(**it, "be" | "or" | "and" | "a" | "the" | "is"))
    });
    let stems = verbs.map(|it| stem(it));
    stems.filter(|it| it.len() >= STEM_MIN).collect()
}

/// Whether a clause says that an error of a function which somebody else wrote gets to whoever called.
fn hands_on_of_others(clause: &str) -> bool {
    let words: Vec<&str> = clause
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|it| !it.is_empty())
        .collect();
    let whose = words.iter().enumerate().any(|(at, word)| {
        let error = matches!(
            *word,
            "error" | "errors" | "exception" | "exceptions" | "panic" | "panics" | "failure"
        );
        let near = words.iter().skip(at.saturating_add(1)).take(WHOSE_WORDS);
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        error
            && near
                .chain(before)
                .any(|it| OTHERS.contains(&it.trim_end_matches("'s").trim_end_matches('s')))
    });
    whose
        && ON.iter().any(|it| begins(clause, it))
        && !HERE.iter().any(|it| begins(clause, it))
        && !says(clause, "not")
}

/// What words of one kin have in common: `read`, `reader`, `decoded`, `decoding`.
fn stem(word: &str) -> String {
    let word = match word {
        "written" | "wrote" | "writing" | "writer" => "write",
        _ => word,
    };
    let ends = ["ing", "ed", "er", "or", "e", "s"];
    let cut = ends
        .iter()
        .filter_map(|end| word.strip_suffix(end))
        .find(|it| it.len() >= STEM_MIN.saturating_sub(1));
    cut.unwrap_or(word).to_owned()
}
