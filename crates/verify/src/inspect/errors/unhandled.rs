//! What a file leaves undone of what the plan asks for by name: errors dropped, contexts and parts that nobody looks at,
//! answers that stay the same.

use std::collections::BTreeSet;

use code::{Certainty, Delta, Facts, Language, Reason, RegionKind, Stub};
use project::Project;

use crate::inspect::Subject;
use crate::inspect::answers::planned_functions::{asks_for, is_settled};
use crate::inspect::errors::answered::is_dropped;
use crate::inspect::known::last;
use crate::inspect::prose::{
    WRONG, begins, calls_in, is_of_code, names_an_error, says, sentences, telling_aside_is_asked,
};

/// Beginnings of words that say that somebody is to get what went wrong.
const HANDED_ON: [&str; 10] = [
    "return", "throw", "raise", "propagat", "rethrow", "pass", "hand", "report", "go to", "goes to",
];

/// Beginnings of words that say that work may end before it is done.
const ENDS: [&str; 6] = [
    "context",
    "cancel",
    "deadline",
    "gives up",
    "times out",
    "timeout",
];

/// The name of what a function that can fail leaves out of what it gives (Rust).
const LEFT_OUT: &str = ".parse().ok()";

/// How many lines up to that of an error are looked at for the call that met it.
const LINES_BEFORE: usize = 3;
/// Letters of the shortest call that a plan is known to name.
const NAME_MIN: usize = 4;

impl Subject<'_> {
    /// Lines on which an error is dropped that the plan asks to be told: neither the function around nor any new code of
    /// the file tells of one.
    pub(in crate::inspect) fn silent(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta.filter(|_| self.context.asks_errors()) else {
            return BTreeSet::new();
        };
        let dropped = |it: &&Stub| is_dropped(it) && !it.test;
        let left_out = self.code.stubs.iter().filter(dropped);
        let left_out = left_out.filter(|it| it.what == LEFT_OUT && !self.leaves_out());
        let left_out: BTreeSet<u32> = left_out.map(|it| it.line).collect();
        let lines = self.code.stubs.iter().filter(dropped).map(|it| it.line);
        let lines: BTreeSet<u32> = lines.collect();
        let elsewhere = lines.is_empty() || tells(&self.code, delta);
        let aside = telling_aside_is_asked(self.context);
        lines
            .into_iter()
            .filter(|line| !(aside && self.is_printed(*line)))
            .filter(
                |line| match elsewhere || tells_around(&self.code, *line).next().is_some() {
                    true => {
                        self.is_asked_for(*line)
                            || self.is_untold(*line, delta)
                            || self.is_to_be_refused(*line)
                            || self.drops_what_is_new(*line)
                            || left_out.contains(line)
                    }
                    false => true,
                },
            )
            .collect()
    }

    /// Whether what is given instead of an error is a value that the plan writes (Rust): "1.0 for one that is no number" and
    /// `.ok().unwrap_or(1.0)`.
    pub(in crate::inspect) fn is_answered_as_asked(&self, line: u32) -> bool {
        const GIVES: &str = ".unwrap_or(";
        let from = usize::try_from(line).unwrap_or(usize::MAX);
        let lines = self.source.lines().skip(from.saturating_sub(1));
        let statement = lines.take(LINES_BEFORE.saturating_add(1));
        // What comes after the end of the statement is about something else.
        let mut open = true;
        let mut own = statement.take_while(|it| {
            let was = open;
            open = !it.trim_end().ends_with([';', '}']);
            was
        });
        let given = own
            .find_map(|it| it.split_once(GIVES))
            .and_then(|it| it.1.split_once(')'));
        let value = given.map_or("", |it| it.0.trim_matches('"'));
        let asked = || sentences(self.context).iter().any(|it| says(it, value));
        value.contains(|it: char| it.is_ascii_digit()) && asked()
    }

    /// Whether the plan says that some of what is read is passed over.
    fn leaves_out(&self) -> bool {
        const WORDS: [&str; 7] = [
            "skip",
            "ignor",
            "left out",
            "leaves out",
            "dropped",
            "tolera",
            "lenient",
        ];
        let mut sentences = sentences(self.context).iter().map(|it| it.to_lowercase());
        sentences.any(|it| WORDS.iter().any(|word| it.contains(word)))
    }

    /// Whether an error is printed on one of the lines from this one on, before its branch ends.
    fn is_printed(&self, line: u32) -> bool {
        const PRINTS: [&str; 8] = [
            "stderr",
            "Stderr",
            "print",
            "Print",
            "log",
            "warn",
            "console.",
            "System.err",
        ];
        let from = usize::try_from(line).unwrap_or(usize::MAX);
        let lines = self.source.lines().skip(from.saturating_sub(1));
        let mut branch = lines.take(LINES_BEFORE.saturating_add(1));
        branch.any(|it| PRINTS.iter().any(|word| it.contains(word)))
    }

    /// Lines of new functions that never look at the context they take, where the plan says what it is for.
    pub(in crate::inspect) fn unheeded(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let faint = stubs
            .filter_map(|at| self.code.stubs.get(*at))
            .filter(|it| {
                it.certainty == Certainty::Faint
                    && it.reason == Reason::ParameterIgnored
                    && !it.test
            });
        let asked = faint.filter(|stub| {
            let name = stub.what.split('(').next().unwrap_or_default();
            sentences(self.context).iter().any(|text| {
                let lower = text.to_lowercase();
                let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
                let ends = ENDS.iter().any(|word| begins(&lower, word));
                ends && words.any(|word| word == name)
            })
        });
        asked.map(|it| it.line).collect()
    }

    /// Lines of functions that take something out of what they are given, and leave it, where the plan names it.
    pub(in crate::inspect) fn put_aside(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        const MEANT: [&str; 5] = ["ignore", "deprecat", "no longer", "drop", "remove"];
        let stubs = delta.map_or(&[][..], |it| &it.stubs).iter();
        let stubs = stubs.filter_map(|at| self.code.stubs.get(*at));
        let faint = stubs.filter(|it| {
            it.certainty == Certainty::Faint && it.reason == Reason::ParameterIgnored && !it.test
        });
        let texts = sentences(self.context);
        let meant = |text: &str| {
            let lower = text.to_lowercase();
            MEANT.iter().any(|it| lower.contains(it))
        };
        let named = faint.filter(|stub| {
            let name = stub
                .what
                .rsplit('(')
                .next()
                .unwrap_or_default()
                .trim_end_matches(')');
            let word = |it: &&str| {
                it.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|it| it == name)
            };
            is_of_code(name)
                && matches!(self.code.language, Language::TypeScript | Language::Tsx)
                && texts.iter().any(word)
                && !texts.iter().filter(|it| word(it)).any(|it| meant(it))
        });
        named.map(|it| it.line).collect()
    }

    /// Lines of Rust that throw away the error of a function that this change has written, where the plan speaks of its errors.
    pub(in crate::inspect) fn thrown_away(&self) -> Vec<u32> {
        if self.code.language != Language::Rust || !self.context.asks_errors() {
            return Vec::new();
        }
        let mut at = 0_usize;
        let mut found = Vec::new();
        for (number, line) in self.source.split_inclusive('\n').enumerate() {
            let start = at;
            at = at.saturating_add(line.len());
            let test = |it: &&code::Region| {
                it.kind == RegionKind::Test && it.bytes.start <= start && start < it.bytes.end
            };
            let number = u32::try_from(number).unwrap_or(u32::MAX).saturating_add(1);
            let drops = line.trim_start().starts_with("let _ = ");
            if drops
                && !self.code.regions.iter().any(|it| test(&it))
                && self.fails_by_plan(line)
                && self.drops_what_is_new(number)
            {
                found.push(number);
            }
        }
        found
    }

    /// Whether the plan speaks of an error in one breath with something that a line calls.
    fn fails_by_plan(&self, line: &str) -> bool {
        let called: BTreeSet<&str> = calls_in(line).collect();
        let mut texts = sentences(self.context)
            .iter()
            .copied()
            .flat_map(|it| it.split(". "));
        texts.any(|text| {
            let wrong = begins(&text.to_lowercase(), "error") || names_an_error(text);
            let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            wrong && words.any(|it| called.contains(it))
        })
    }

    /// Whether a line throws away what a function gives that this change has written and the plan names.
    fn drops_what_is_new(&self, line: u32) -> bool {
        let at = usize::try_from(line)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let text = self.source.lines().nth(at).unwrap_or_default();
        let (now, base) = (self.context.project, self.context.base);
        let defined = |project: &Project, name: &str| {
            let mut all = project.all();
            all.any(|(_, facts)| facts.definitions.iter().any(|it| last(it) == name))
        };
        let named = |name: &str| {
            let words = |it: &str| {
                it.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .any(|it| it == name)
            };
            sentences(self.context).iter().copied().any(words)
        };
        text.trim_start().starts_with("let _")
            && calls_in(text).any(|name| {
                name.len() >= NAME_MIN
                    && named(name)
                    && defined(now, name)
                    && !base.is_some_and(|it| defined(it, name))
            })
    }

    /// Whether the plan names the very call whose error is dropped there, and wants the error handed on.
    fn is_asked_for(&self, line: u32) -> bool {
        let at = usize::try_from(line).unwrap_or(usize::MAX);
        let first = at.saturating_sub(LINES_BEFORE);
        let near = self.source.lines().skip(first).take(LINES_BEFORE);
        let called: BTreeSet<&str> = near.flat_map(calls_in).collect();
        let texts = sentences(self.context).iter().copied();
        let mut texts = texts.flat_map(|it| {
            it.split_inclusive([';', '\n'])
                .flat_map(|it| it.split(". "))
        });
        texts.any(|text| {
            let lower = text.to_lowercase();
            let wrong = names_an_error(text) || WRONG.iter().any(|word| begins(&lower, word));
            let on = HANDED_ON.iter().any(|word| begins(&lower, word));
            let words = || text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            wrong && on && words().any(|word| word.len() >= NAME_MIN && called.contains(word))
        })
    }
}

impl Subject<'_> {
    /// Lines of new methods that the plan asks for by name and that always answer the same.
    pub(in crate::inspect) fn settled(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let Some(delta) = delta else {
            return BTreeSet::new();
        };
        let fresh = delta.stubs.iter().filter_map(|at| self.code.stubs.get(*at));
        // Of Java it is asked with more care elsewhere.
        let java = self.code.language == Language::Java;
        let fixed = fresh.filter(|it| {
            it.certainty == Certainty::Faint && it.reason == Reason::FixedValue && !it.test && !java
        });
        let named = fixed.filter(|stub| {
            let name = stub.what.rsplit(['.', ':']).next().unwrap_or(&stub.what);
            let all = self.code.definitions.iter();
            let bearers = all.filter(|it| last(it) == name).count();
            let texts = sentences(self.context);
            // In Go a name of several words is written without a sign that it is one.
            let written = self.code.language == Language::Go && is_of_code(name);
            let asks = |it: &&str| asks_for(it, name) || written && says(it, name);
            // Of several of one name, the one whose type the plan names with it.
            let owner = stub.what.rsplit_once('.').map_or("", |it| it.0);
            let owned = || texts.iter().any(|it| asks(it) && says(it, owner));
            (bearers == 1 || written && owned())
                && texts.iter().any(asks)
                && !texts.iter().any(|it| it.contains(name) && is_settled(it))
        });
        named.map(|it| it.line).collect()
    }
}

/// Whether new code of a file tells of an error anywhere.
fn tells(facts: &Facts, delta: &Delta) -> bool {
    let fresh = delta.definitions.iter();
    let mut fresh = fresh.filter_map(|at| facts.definitions.get(*at));
    fresh.any(|it| {
        let lines = facts.tells.range(it.span.line..=it.span.end_line);
        !it.test && lines.count() > 0
    })
}

/// Lines on which the functions around a line tell of an error, be it before.
fn tells_around(facts: &Facts, line: u32) -> impl Iterator<Item = u32> {
    let around = facts.definitions.iter().filter(move |it| {
        it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&line)
    });
    around.flat_map(|it| facts.tells.range(it.span.line..=it.span.end_line).copied())
}
