//! New options, props and callbacks that the plan asks for by name, and that code only declares, sets or checks: whoever
//! chooses one gets nothing by it. The same of lists that are to be filled, and of answers that are to differ.

use std::collections::BTreeSet;

use code::{Certainty, Delta, Exported, How, Language, Reason};
use project::{EntryKind, Project};

use crate::facts::StubFact;
use crate::inspect::answers::planned_functions::is_settled;
use crate::inspect::prose::{is_of_code, places, says, sentences};
use crate::inspect::{Subject, finding};
use crate::rules::PLAN_OPTION_UNHEEDED;

/// Names that are looked at.
const NAMES_MAX: usize = 200;
/// Words before a name that may say that it is an option.
const BEFORE: usize = 8;

/// Words for what may be chosen.
const SORTS: [&str; 12] = [
    "option",
    "options",
    "prop",
    "props",
    "setting",
    "settings",
    "callback",
    "callbacks",
    "hook",
    "hooks",
    "flag",
    "flags",
];
/// Words before such a word that say that it is new here.
const NEW: [&str; 26] = [
    "a",
    "an",
    "new",
    "add",
    "adds",
    "bring",
    "brings",
    "support",
    "supports",
    "two",
    "three",
    "gets",
    "takes",
    "accepts",
    "optional",
    "boolean",
    "gains",
    "grows",
    "introduce",
    "introduces",
    "have",
    "has",
    "gain",
    "take",
    "accept",
    "get",
];
/// Words of a sentence that says that nothing is done with it.
const OTHERWISE: [&str; 12] = [
    "ignore",
    "deprecat",
    "no longer",
    "no effect",
    "reserved",
    "unused",
    "drop",
    "remove",
    "later",
    "for now",
    "only the type",
    "not yet",
];

impl Subject<'_> {
    /// Options of this file that are new and that nothing looks at.
    pub(in crate::inspect) fn unheeded_choices(&self) -> Vec<StubFact> {
        let script = matches!(
            self.code.language,
            Language::TypeScript | Language::Tsx | Language::Vue
        );
        let Some(base) = self.context.base.filter(|_| script) else {
            return Vec::new();
        };
        let marked = self.code.set.keys();
        let names = marked.filter_map(|it| it.strip_suffix(['~', '=']));
        // A plain word is one of code where the plan itself calls it an option: "add a disabled option".
        let plain = |name: &str| {
            sentences(self.context)
                .iter()
                .any(|it| is_a_choice(it, name))
        };
        let asked = names.filter(|it| match is_of_code(it) {
            true => self.speaks_of(it),
            false => plain(it),
        });
        // `const useRows = () => ..` is a hook for others to call, and no choice.
        let offered = |name: &str| {
            let mut all = self.code.definitions.iter();
            all.any(|it| it.name == name && (it.kind.is_function() || it.exported == Exported::Yes))
        };
        let asked = asked.filter(|it| !offered(it));
        let fresh = asked.filter(|it| !knows(base, it)).take(NAMES_MAX);
        let idle = fresh.filter(|it| {
            let Some(found) = self.context.project.idle_choice(it) else {
                return false;
            };
            let meant = sentences(self.context)
                .iter()
                .any(|text| says(text, it) && is_otherwise(text, it));
            let called = sentences(self.context)
                .iter()
                .any(|text| is_a_choice(text, it));
            let declared = found.optional && found.written && !found.computed;
            !meant && (called || declared)
        });
        let idle = idle.map(|name| {
            let line = self.first_line(name);
            finding(
                line,
                name,
                Reason::NeverRead,
                "is asked for as something to choose, and nothing looks at it",
            )
            .ruled(PLAN_OPTION_UNHEEDED)
        });
        idle.chain(self.to_be_filled(base)).collect()
    }

    /// Lists of this file that are new, that the plan says are filled, and that nothing fills: `open.add(name)`.
    fn to_be_filled(&self, base: &Project) -> Vec<StubFact> {
        const FILLS: [&str; 4] = [".add(", ".push(", ".set(", ".unshift("];
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let mut names = BTreeSet::new();
        for text in sentences(self.context) {
            for fill in FILLS {
                for (at, _) in text.match_indices(fill) {
                    let before = text.get(..at).unwrap_or_default();
                    names.extend(before.rsplit(|c: char| !part(c)).next());
                }
            }
        }
        let own = names.into_iter().filter(|it| {
            self.code
                .set
                .get(*it)
                .is_some_and(|it| it.how == How::Empty)
        });
        let unfed = own.filter(|it| !knows(base, it) && self.context.project.never_fed(it));
        let found = unfed.take(NAMES_MAX).map(|name| {
            finding(
                self.first_line(name),
                name,
                Reason::StateNeverFed,
                "is read, and nothing ever puts anything into it",
            )
            .ruled(PLAN_OPTION_UNHEEDED)
        });
        found.collect()
    }

    fn speaks_of(&self, name: &str) -> bool {
        sentences(self.context).iter().any(|it| says(it, name))
    }

    /// The first line that says a name.
    fn first_line(&self, name: &str) -> u32 {
        let at = self.source.lines().position(|it| says(it, name));
        u32::try_from(at.unwrap_or_default())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }
}

impl Subject<'_> {
    /// Lines of new functions without a parameter that always answer the same, where the plan calls them with something.
    pub(in crate::inspect) fn told_apart(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let fresh = delta.map_or(&[][..], |it| &it.stubs).iter();
        let fresh = fresh.filter_map(|at| self.code.stubs.get(*at));
        let fixed = fresh.filter(|it| {
            it.certainty == Certainty::Faint && it.reason == Reason::DefaultValue && !it.test
        });
        let asked = fixed.filter(|stub| {
            let call = format!("{}(", stub.what);
            sentences(self.context).iter().any(|text| {
                let mut calls = text.match_indices(&call);
                calls.any(|(at, _)| {
                    let rest = text
                        .get(at.saturating_add(call.len())..)
                        .unwrap_or_default();
                    let before = text.get(..at).unwrap_or_default();
                    !before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
                        && rest.starts_with(|c: char| c.is_alphabetic() || c == '{')
                }) && !is_settled(text)
            })
        });
        asked.map(|it| it.line).collect()
    }
}

/// Whether any code of a tree says a name.
fn knows(project: &Project, name: &str) -> bool {
    // Tests and declarations may have asked for it before.
    let code = |path: &str| {
        let entry = project.entry(path);
        !path.ends_with(".d.ts") && entry.is_none_or(|it| it.kind != EntryKind::Test)
    };
    let mut all = project.all().filter(|(path, _)| code(path));
    all.any(|(_, facts)| {
        facts.set.contains_key(name)
            || facts.references.contains_key(name)
            || facts.members.contains_key(name)
    })
}

/// Whether a text says of a name that nothing is to be done with it.
fn is_otherwise(text: &str, name: &str) -> bool {
    let mut clauses = text.split(['.', ';']);
    clauses.any(|it| {
        let lower = it.to_lowercase();
        says(it, name) && OTHERWISE.iter().any(|word| lower.contains(word))
    })
}

/// Whether a text says of a name that it is a new option: "an option `a`", "new props a, b and c", "a `b` prop".
fn is_a_choice(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    places(text, name).any(|(before, after)| {
        let begin = before
            .rfind([';', ':'])
            .map_or(0, |it| it.saturating_add(1));
        let begin = before
            .rfind(". ")
            .map_or(begin, |it| begin.max(it.saturating_add(1)));
        let clause = before.get(begin..).unwrap_or_default();
        let words: Vec<String> = clause
            .rsplit(|c: char| !part(c))
            .filter(|it| !it.is_empty())
            .take(BEFORE)
            .map(str::to_owned)
            .collect();
        let next = after
            .split(|c: char| !part(c))
            .find(|it| !it.is_empty())
            .unwrap_or_default();
        let new = |from: usize| {
            let mut near = words.iter().skip(from).take(2);
            near.any(|it| NEW.contains(&it.to_lowercase().as_str()))
        };
        let close = after.trim_start_matches(['`', '\'', '"']).starts_with(' ');
        if close && SORTS.contains(&next) && new(0) {
            return true;
        }
        // Between the word and the name only other names may stand.
        let listed = words
            .iter()
            .position(|it| !(is_of_code(it) || it == "and" || it == "or"));
        listed.is_some_and(|from| {
            let sort = words
                .get(from)
                .is_some_and(|it| SORTS.contains(&it.as_str()));
            sort && new(from.saturating_add(1))
        })
    })
}
