//! Functions that told of an error before the change and tell of fewer now, without a word of the plan: a check that was
//! lost on the way, a case that is passed over. What calls something new may have handed its errors on to that.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Definition, Facts, Keep, Language, RegionKind};

use crate::inspect::Ground;
use crate::inspect::known::last;
use crate::inspect::prose::{calls_in, sentences};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Words of a text that is taken for a message.
const WORDS_MIN: usize = 4;
/// Lines after the one on which an error is told where its message may stand.
const NEAR: u32 = 4;
/// Code, without texts and comments.
const CODE: Keep = Keep {
    strings: false,
    dead: false,
    tests: false,
};
/// Words of a plan that takes errors away, or makes something of them that is none.
const MEANT: [&str; 38] = [
    "remove",
    "drop",
    "delet",
    "no longer",
    "not fail",
    "doesn't fail",
    "never fail",
    "accept",
    "allow",
    "ignor",
    "skip",
    "default",
    "empty",
    "fall",
    "optional",
    "tolera",
    "lenient",
    "instead",
    "rather than",
    "without error",
    "without an error",
    "stop ",
    "permit",
    "support",
    "null",
    "none",
    "nothing",
    "replac",
    "is fine",
    "are fine",
    "infallible",
    "unused",
    "dead",
    "unreachable",
    "clamp",
    "saturat",
    "quiet",
    "best effort",
];

/// Each as a sentence.
pub(in crate::inspect) fn fewer(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let meant = sentences(ground).iter().any(|it| {
        let lower = it.to_lowercase();
        MEANT.iter().any(|word| lower.contains(word))
    });
    // Without a plan nobody has said what was to change.
    let planned = ground.plan.tasks.iter().any(|it| !it.files.is_any());
    let Some(base) = ground.base.filter(|_| planned && !meant) else {
        return Vec::new();
    };
    let mut found = BTreeSet::new();
    for change in changes {
        let language = Language::of_path(change.path);
        let (Some(before), Some(after)) = (change.before, change.after) else {
            continue;
        };
        let (Some(old), Some(new)) = (base.facts(change.path), ground.project.facts(change.path))
        else {
            continue;
        };
        if is_test_path(change.path, language) || new.generated {
            continue;
        }
        let (then, now) = (Side::of(before, old), Side::of(after, new));
        for was in then.functions() {
            let Some(is) = now
                .only(&was.name)
                .filter(|_| then.only(&was.name).is_some())
            else {
                continue;
            };
            if then.lost(was, &now, is) {
                found.insert(format!(
                    "`{}` told of an error before the change, and passes over it now",
                    last(is)
                ));
            }
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// A file on one side of a change.
struct Side<'c> {
    code: String,
    facts: &'c Facts,
    /// The words of its strings, each with the line on which it begins, once somebody wants to know.
    texts: OnceCell<Vec<(u32, Vec<String>)>>,
    source: &'c str,
}

impl<'c> Side<'c> {
    fn of(source: &'c str, facts: &'c Facts) -> Side<'c> {
        let code = facts.code_only(source, CODE);
        Side {
            code,
            facts,
            texts: OnceCell::new(),
            source,
        }
    }

    fn functions(&self) -> impl Iterator<Item = &'c Definition> {
        let all = self.facts.definitions.iter();
        all.filter(|it| it.kind.is_function() && !it.test && !it.nested)
    }

    /// The one function of that name.
    fn only(&self, name: &str) -> Option<&'c Definition> {
        let mut all = self.functions().filter(|it| it.name == name);
        all.next().filter(|_| all.next().is_none())
    }

    fn tells(&self, of: &Definition) -> Vec<u32> {
        let lines = of.span.line..=of.span.end_line;
        self.facts.tells.range(lines).copied().collect()
    }

    fn text(&self, of: &Definition) -> &str {
        let bytes = of.span.bytes;
        self.code.get(bytes.start..bytes.end).unwrap_or_default()
    }

    /// Whether a function here tells of more than the same one over there, which calls nothing else for it.
    fn lost(&self, was: &Definition, now: &Side<'_>, is: &Definition) -> bool {
        let (told, tells) = (self.tells(was), now.tells(is));
        if tells.len() >= told.len() {
            return false;
        }
        let (old, new) = (self.text(was), now.text(is));
        let known: BTreeSet<&str> = old.lines().flat_map(calls_in).collect();
        let calls_more = new.lines().flat_map(calls_in).any(|it| !known.contains(it));
        let hands_on = |it: &str| it.matches('?').count();
        if calls_more || hands_on(new) > hands_on(old) || new.contains("::") && !old.contains("::")
        {
            return false;
        }
        let all_gone = tells.is_empty() && !new.trim().is_empty() && !hands_off(new);
        let after = told.iter().skip(1).copied().chain([was.span.end_line]);
        let mut near = told.iter().copied().zip(after);
        all_gone || near.any(|(line, next)| self.is_unsaid(line, next, now))
    }

    fn texts(&self) -> &[(u32, Vec<String>)] {
        self.texts.get_or_init(|| strings(self.source, self.facts))
    }

    /// Whether the message that is told from a line on, before the next one, stands nowhere over there.
    fn is_unsaid(&self, line: u32, next: u32, now: &Side<'_>) -> bool {
        let last = line.saturating_add(NEAR).min(next.saturating_sub(1));
        let near = line..=last.max(line);
        let here = self.texts().iter().filter(|it| near.contains(&it.0));
        let long = here.filter(|it| it.1.len() >= WORDS_MIN);
        let mut long = long.map(|it| &it.1).peekable();
        let others = now.texts();
        // Words in a row that stand anywhere make it the same message, or a new wording of it.
        let said = |it: &Vec<String>| {
            let rows: BTreeSet<&[String]> = it.windows(2).collect();
            let mut all = others.iter().flat_map(|it| it.1.windows(2));
            all.any(|it| rows.contains(it))
        };
        long.peek().is_some() && !long.any(said)
    }
}

/// Whether a body is a call and nothing else: another does the work.
fn hands_off(text: &str) -> bool {
    text.lines().filter(|it| !it.trim().is_empty()).count() <= 4
}

/// The words of the strings of a file outside its tests, with the line on which each begins.
fn strings(source: &str, facts: &Facts) -> Vec<(u32, Vec<String>)> {
    let mut texts: Vec<_> = facts.regions.iter().collect();
    texts.retain(|it| {
        it.kind == RegionKind::String && !facts.is_in(RegionKind::Test, it.bytes.start)
    });
    texts.sort_by_key(|it| it.bytes.start);
    // Lines are counted on from text to text: each from the top would take long in a large file.
    let (mut line, mut from) = (1_u32, 0_usize);
    let mut found = Vec::new();
    for it in texts {
        let between = source.get(from..it.bytes.start).unwrap_or_default();
        let lines = between.bytes().filter(|it| *it == b'\n').count();
        line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        from = it.bytes.start;
        let text = source.get(it.bytes.start..it.bytes.end).unwrap_or_default();
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|it| !it.is_empty()).map(str::to_lowercase);
        found.push((line, words.collect()));
    }
    found
}
