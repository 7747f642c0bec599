//! Functions that the plan asks for by name, and whose answers hang on nothing: one answer for all, a parameter that nothing
//! reads, a call of one that was there before. A constant that is another one under a new name is no different.
//!
//! What excuses one has to be said in the sentence that names it; only words such as "does nothing" hold wherever they stand.

use std::collections::{BTreeMap, BTreeSet};

use code::is_test_path;

use code::{Definition, Facts, Habit, Keep, Language, Limits, ResultDependence};
use project::Project;

use super::excused::{self, Said};
use super::planned_functions::is_of_nothing;
use crate::inspect::InspectionContext;
use crate::inspect::known::last;
use crate::inspect::names::parameters::is_handed_on;
use crate::inspect::prose::{says, sentences};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;

/// What stands out in the functions and constants of a change and did not before, each as a sentence.
pub(in crate::inspect) fn idle(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let mut stood = stood(base, changes);
    let mut found = BTreeSet::new();
    for change in changes {
        let Some((text, facts)) = read(context.project, change.path, change.after) else {
            continue;
        };
        for function in code::result_dependence(facts, text, &Limits::default()) {
            let fresh = function.habits.iter().filter(|habit| {
                let left = stood.entry(sort(&function.name, habit)).or_default();
                let new = *left == 0;
                *left = left.saturating_sub(1);
                new
            });
            let fresh: Vec<&Habit> = fresh.collect();
            let one = One {
                context,
                base,
                changes,
                facts,
                path: change.path,
                function: &function,
            };
            found.extend(fresh.into_iter().filter_map(|it| one.finding(it)));
        }
        found.extend(copies(context, base, change.path, (text, facts)));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// A text that is code of a project and no test.
fn read<'t>(
    project: &'t Project,
    path: &str,
    text: Option<&'t str>,
) -> Option<(&'t str, &'t Facts)> {
    let (text, facts) = text.zip(project.facts(path))?;
    let code = !is_test_path(path, facts.language) && !facts.generated;
    code.then_some((text, facts))
}

/// How often each thing stood out before, by the name of its function.
fn stood(base: &Project, changes: &[Change<'_>]) -> BTreeMap<(String, String), usize> {
    let mut stood = BTreeMap::new();
    for change in changes {
        let Some((text, facts)) = read(base, change.path, change.before) else {
            continue;
        };
        for function in code::result_dependence(facts, text, &Limits::default()) {
            for habit in &function.habits {
                let count: &mut usize = stood.entry(sort(&function.name, habit)).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    stood
}

/// A function and what stands out in it.
fn sort(name: &str, habit: &Habit) -> (String, String) {
    let sort = match habit {
        Habit::Fixed(answer) | Habit::Always(answer) => format!("fixed {answer}"),
        Habit::GivesItselfBack => "itself".to_owned(),
        Habit::PassesOn(to) => format!("passes {to}"),
        Habit::PassesUp => "passes up".to_owned(),
        Habit::OnlyRefuses => "refuses".to_owned(),
        Habit::Unread(parameter)
        | Habit::OnlyChecked(parameter)
        | Habit::NeverCalled(parameter) => {
            format!("unread {parameter}")
        }
    };
    (name.to_owned(), sort)
}

/// One function of a change.
struct One<'o, 'g> {
    context: &'o InspectionContext<'g>,
    base: &'o Project,
    changes: &'o [Change<'o>],
    facts: &'o Facts,
    path: &'o str,
    function: &'o ResultDependence,
}

impl One<'_, '_> {
    fn finding(&self, habit: &Habit) -> Option<String> {
        let name = self.function.name.as_str();
        let said = Said::of(self.context, self.path, name);
        let own = self.definition();
        let of_nothing = is_of_nothing(name)
            || own.is_some_and(|it| it.name.split(['.', ':']).any(stands_for_nothing))
            || own.is_some_and(|it| it.test);
        // What is only declared beside it, for its types, does not call anything.
        let elsewhere = !matches!(habit, Habit::NeverCalled(_)) && self.works_elsewhere(habit);
        if of_nothing || self.is_for_others(habit) || elsewhere {
            return None;
        }
        match habit {
            Habit::Fixed(answer) => {
                let swallows = swallows(name, answer) && !said.anywhere(&excused::SWALLOWS);
                let asked = said.asks()
                    && !said.is_settled(answer)
                    && !self.has_a_twin()
                    && (self.is_alone() || !(is_empty(answer) || is_of_a_kind(answer)))
                    && !is_loud(answer);
                (swallows || asked).then(|| {
                    format!(
                        "the plan asks for `{name}`, and it answers `{answer}` whatever it is given"
                    )
                })
            }
            Habit::Always(answer) => {
                let swallows = swallows(name, answer) && !said.anywhere(&excused::SWALLOWS);
                (swallows || said.asks_whether() && !said.is_settled(answer)).then(|| {
                    format!("the plan says when `{name}` answers what, and it answers `{answer}` on each way out")
                })
            }
            Habit::GivesItselfBack => (said.asks() && !said.is_fluent()).then(|| {
                format!("the plan asks for `{name}`, and it does nothing but to give itself back")
            }),
            Habit::PassesOn(to) => {
                let known = self.stood(to) && !self.stood(name) && are_sisters(name, to);
                (known && said.asks() && !said.is_another(to)).then(|| {
                    format!("the plan asks for `{name}`, and it is `{to}` under another name")
                })
            }
            Habit::PassesUp => {
                let type_ = own
                    .and_then(|it| it.name.rsplit_once('.'))
                    .map_or("", |it| it.0);
                let named = said.asks() || Said::of(self.context, self.path, type_).names();
                let makes = matches!(name, "__init__" | "constructor");
                (named && !makes && !said.is_inherited()).then(|| {
                    format!("`{name}` is new, and does only what it would do if it were not there")
                })
            }
            Habit::OnlyRefuses
            | Habit::Unread(_)
            | Habit::OnlyChecked(_)
            | Habit::NeverCalled(_) => self.heeds(habit, &said, own),
        }
    }

    /// What becomes of what it is given.
    fn heeds(&self, habit: &Habit, said: &Said<'_>, own: Option<&Definition>) -> Option<String> {
        let name = self.function.name.as_str();
        let free =
            !self.function.imposed && self.is_alone() && own.is_some_and(|it| it.marks.is_empty());
        match habit {
            Habit::OnlyRefuses => {
                let checks = said.is_open() || excused::checks(name);
                (free && said.asks() && !checks).then(|| {
                    format!(
                        "the plan asks for `{name}`, and it only refuses some of what it is given"
                    )
                })
            }
            Habit::Unread(parameter) => {
                let asked = free && said.is_given(parameter) && !said.is_open();
                (asked && !self.is_handed_on()).then(|| {
                    format!("the plan asks for `{name}`, and nothing in it reads `{parameter}`")
                })
            }
            Habit::OnlyChecked(parameter) => {
                let asked = free && said.writes(parameter) && !said.is_open();
                (asked && !excused::checks(name)).then(|| {
                    format!("the plan gives `{name}` a parameter `{parameter}`, and it only refuses some of its values")
                })
            }
            Habit::NeverCalled(parameter) => {
                let mut all = sentences(self.context).iter();
                let asked = !self.function.imposed && all.any(|it| says(it, parameter));
                asked.then(|| {
                    format!(
                        "the plan gives `{name}` a `{parameter}` to call, and it never calls it"
                    )
                })
            }
            Habit::Fixed(_)
            | Habit::Always(_)
            | Habit::GivesItselfBack
            | Habit::PassesOn(_)
            | Habit::PassesUp => None,
        }
    }

    /// What a type answers for those that fill it in may be nothing.
    fn is_for_others(&self, habit: &Habit) -> bool {
        match habit {
            Habit::Fixed(_) | Habit::Always(_) | Habit::GivesItselfBack => self.function.open,
            Habit::PassesOn(_)
            | Habit::PassesUp
            | Habit::OnlyRefuses
            | Habit::Unread(_)
            | Habit::OnlyChecked(_)
            | Habit::NeverCalled(_) => false,
        }
    }

    fn definition(&self) -> Option<&Definition> {
        let mut all = self.facts.definitions.iter();
        all.find(|it| {
            let inside = (it.span.line..=it.span.end_line).contains(&self.function.line);
            it.kind.is_function() && last(it) == self.function.name && inside
        })
    }

    /// Whether a name stood in the code before.
    fn stood(&self, name: &str) -> bool {
        let mut all = self.base.all().flat_map(|(_, it)| &it.definitions);
        all.any(|it| it.kind.is_function() && last(it) == name)
    }

    /// Whether another file of the folder had the same function before: each is for a platform of its own.
    fn has_a_twin(&self) -> bool {
        let folder = |path: &'_ str| path.rsplit_once('/').map_or("", |it| it.0).to_owned();
        let here = folder(self.path);
        let own = self.definition().map_or("", |it| it.name.as_str());
        let mut others = self.base.all().filter(|(path, it)| {
            *path != self.path && it.language == self.facts.language && folder(path) == here
        });
        others.any(|(_, it)| {
            let mut all = it.definitions.iter();
            all.any(|it| it.kind.is_function() && it.name == own)
        })
    }

    /// Whether no other function of the tree is called so: nobody else says what it takes.
    fn is_alone(&self) -> bool {
        let all = self
            .context
            .project
            .all()
            .flat_map(|(_, it)| &it.definitions);
        let all = all.filter(|it| it.kind.is_function() && !it.test);
        all.filter(|it| last(it) == self.function.name).count() <= 1
    }

    /// Whether another new function of that name does what is asked.
    fn works_elsewhere(&self, habit: &Habit) -> bool {
        let sort = sort(&self.function.name, habit);
        let mut working = 0_usize;
        for change in self.changes {
            let Some((text, facts)) = read(self.context.project, change.path, change.after) else {
                continue;
            };
            if !text.contains(&self.function.name) {
                continue;
            }
            let all = code::result_dependence(facts, text, &Limits::default());
            let bearers = all.iter().filter(|it| it.name == self.function.name);
            let (idle, other): (Vec<&ResultDependence>, Vec<&ResultDependence>) = bearers
                .partition(|it| {
                    let mut habits = it.habits.iter();
                    habits.any(|own| self::sort(&it.name, own) == sort)
                });
            // Each of a family answers for itself.
            let differs =
                |it: &&ResultDependence| it.habits.iter().any(|it| matches!(it, Habit::Fixed(_)));
            working = working.saturating_add(other.into_iter().filter(differs).count());
            let before = self
                .base
                .facts(change.path)
                .map_or(&[][..], |it| &it.definitions);
            let all = facts.definitions.iter().filter(|it| {
                it.kind.is_function()
                    && !it.test
                    && it.body != code::Body::None
                    && last(it) == self.function.name
                    && !before.iter().any(|old| old.name == it.name)
                    && !idle
                        .iter()
                        .any(|own| (it.span.line..=it.span.end_line).contains(&own.line))
            });
            working = working.saturating_add(all.count());
        }
        working > 0
    }

    /// Whether somebody is handed the function, and so says what it takes.
    fn is_handed_on(&self) -> bool {
        let name = self.function.name.as_str();
        self.changes.iter().any(|change| {
            let read = change.after.zip(self.context.project.facts(change.path));
            let Some((text, facts)) = read.filter(|(text, _)| text.contains(name)) else {
                return false;
            };
            let bare = facts.code_only(text, Keep::BARE);
            // In Rust and Java what is not called behind a point is a field.
            let bare = match facts.language {
                Language::Rust | Language::Java => bare.replace(&format!(".{name}"), ""),
                Language::TypeScript
                | Language::Tsx
                | Language::Vue
                | Language::Python
                | Language::Go
                | Language::Other => bare,
            };
            is_handed_on(&bare, name)
        })
    }
}

/// Whether two names tell two things apart that are of one kind: `peek_mru`, `peek_lru`.
fn are_sisters(name: &str, other: &str) -> bool {
    let (words, others) = (code::name_words(name), code::name_words(other));
    words != others && words.iter().any(|it| others.contains(it))
}

/// Whether a type or a function is called after nothing. `DefaultInfo` is what works where nobody chose another.
fn stands_for_nothing(name: &str) -> bool {
    is_of_nothing(name.strip_prefix("Default").unwrap_or(name))
}

/// A constant that has a name says what it is for.
fn is_loud(answer: &str) -> bool {
    let part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let own = answer.rsplit(['.', ':']).next().unwrap_or(answer);
    own.len() > 1 && own.starts_with(|c: char| c.is_ascii_uppercase()) && own.chars().all(part)
}

/// `KindFile` (Go): what each of a family answers for itself.
fn is_of_a_kind(answer: &str) -> bool {
    answer.starts_with(char::is_uppercase) && answer.chars().all(char::is_alphanumeric)
}

/// Nothing, or a collection of nothing: what a type answers for those of its family that have none.
fn is_empty(answer: &str) -> bool {
    matches!(answer, "[]" | "{}" | "()" | "None" | "null" | "undefined")
}

/// A context that answers yes when it is left hides every error.
fn swallows(name: &str, answer: &str) -> bool {
    matches!(name, "__exit__" | "__aexit__") && answer == "True"
}

/// Constants that the plan asks for and that are others under a new name.
fn copies(
    context: &InspectionContext<'_>,
    base: &Project,
    path: &str,
    (text, facts): (&str, &Facts),
) -> Vec<String> {
    let stood = |name: &str| {
        base.all().any(|(_, it)| {
            let mut all = it.definitions.iter();
            it.macro_words.contains_key(name)
                || all.any(|it| !it.kind.is_function() && last(it) == name)
        })
    };
    let all = code::aliases(facts, text, &Limits::default()).into_iter();
    let new = all.filter(|(name, to)| stood(to) && !stood(name));
    let wrong = new.filter(|(name, to)| {
        let said = Said::of(context, path, name);
        said.names() && !said.is_another(to)
    });
    let found = wrong.map(|(name, to)| {
        format!("the plan asks for `{name}`, and it is `{to}` under another name")
    });
    found.collect()
}
