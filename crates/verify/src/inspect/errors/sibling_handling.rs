//! What reads something as its siblings do, and drops the error that they tell of: of ten converters nine throw, and a new
//! one answers zero. The siblings say what is usual; a plan that speaks of falling back says that this one is another.

use std::collections::BTreeSet;

use code::{Definition, Delta, Facts, Reason};
use project::Project;

use crate::inspect::Subject;
use crate::inspect::errors::answered::{is_dropped, names_a_kind};
use crate::inspect::known::last;
use crate::inspect::prose::{says, sentences};

/// Siblings that say what is usual.
const KIN_MIN: usize = 3;
/// Siblings that are looked at.
const KIN_MAX: usize = 200;

/// First words of functions that make something of a text.
const READS: [&str; 7] = [
    "convert",
    "parse",
    "decode",
    "read",
    "unmarshal",
    "load",
    "coerce",
];
/// Words of a plan that wants something else where that fails.
const OTHERWISE: [&str; 10] = [
    "falls back",
    "fall back",
    "fallback",
    "instead",
    "otherwise",
    "lenient",
    "leniently",
    "ignored",
    "null",
    "empty",
];

impl Subject<'_> {
    /// Lines of new functions that drop an error, where those of the same name in other files tell of theirs.
    pub(in crate::inspect) fn unlike_kin(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let (Some(delta), Some(base)) = (delta, self.context.base) else {
            return BTreeSet::new();
        };
        let texts = sentences(self.context);
        if texts
            .iter()
            .any(|text| OTHERWISE.iter().any(|it| says(&text.to_lowercase(), it)))
        {
            return BTreeSet::new();
        }
        let stubs = delta.stubs.iter().filter_map(|at| self.code.stubs.get(*at));
        let dropped = stubs.filter(|it| is_dropped(it) && !it.test);
        let fresh = delta.definitions.iter();
        let fresh: Vec<&Definition> = fresh
            .filter_map(|at| self.code.definitions.get(*at))
            .filter(|it| reads(it) && tells(&self.code, it) == 0)
            .collect();
        let alone = dropped.filter(|stub| {
            let mut around = fresh.iter();
            let around = around.find(|it| (it.span.line..=it.span.end_line).contains(&stub.line));
            around.is_some_and(|it| self.kin_tell(base, last(it)))
        });
        alone.map(|it| it.line).collect()
    }

    /// Whether functions of that name, in other files, tell of the errors that they meet, and hardly one drops them.
    fn kin_tell(&self, base: &Project, name: &str) -> bool {
        let (mut telling, mut dropping) = (0_usize, 0_usize);
        for (path, facts) in base.all() {
            let other = path != self.path.as_str() && facts.language == self.code.language;
            let kin = facts
                .definitions
                .iter()
                .filter(|it| other && reads(it) && last(it) == name);
            for it in kin.take(KIN_MAX) {
                let tells = usize::from(tells(facts, it) > 0);
                telling = telling.saturating_add(tells);
                dropping = dropping.saturating_add(usize::from(tells == 0 && drops(facts, it)));
            }
        }
        telling >= KIN_MIN && telling > dropping.saturating_mul(KIN_MIN)
    }
}

/// Whether a function drops an error.
fn drops(facts: &Facts, definition: &Definition) -> bool {
    let span = definition.span;
    facts.stubs.iter().any(|it| {
        let dropped = it.reason == Reason::SwallowedError && !names_a_kind(it);
        dropped && (span.line..=span.end_line).contains(&it.line)
    })
}

/// Whether a definition is a function that makes something of a text, by its name.
fn reads(definition: &Definition) -> bool {
    let name = last(definition).to_lowercase();
    let named = READS.iter().any(|it| name.starts_with(it));
    definition.kind.is_function() && !definition.test && named && !name.contains("or")
}

/// On how many lines of a function an error is told of.
fn tells(facts: &Facts, definition: &Definition) -> usize {
    let span = definition.span;
    facts.tells.range(span.line..=span.end_line).count()
}
