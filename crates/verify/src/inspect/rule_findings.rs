//! What rules find in one file, and which of it was there before.

use std::collections::BTreeMap;

use code::rules::{Category, Finding};

use super::{FINDINGS_MAX, Subject, short};
use crate::facts::RuleFact;
use crate::shortened::shortened;

/// Characters of what a rule says.
const SAID_CHARS_MAX: usize = 400;

impl Subject<'_> {
    /// What rules found, new and certain things first. `before`: the text that stood there before the change.
    pub(super) fn rules(&self, before: Option<&str>) -> Vec<RuleFact> {
        let path = self.path.as_str();
        let rules = self.context.rules;
        // What was there before is no matter of a change; without anything to compare with, nothing is new.
        if self.context.base.is_none() {
            return Vec::new();
        }
        let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
        if let (Some(before), Some(facts)) =
            (before, self.context.base.and_then(|it| it.facts(path)))
        {
            for finding in rules.scan(path, before, facts).findings {
                let count = known.entry((finding.rule, finding.text)).or_default();
                *count = count.saturating_add(1);
            }
        }
        let found = rules
            .scan(path, self.source, &self.code)
            .findings
            .into_iter();
        let mut facts: Vec<RuleFact> = found
            .filter(|it| !it.dead)
            .map(|it| {
                let count = known.get_mut(&(it.rule.clone(), it.text.clone()));
                let old = count.filter(|count| **count > 0);
                let fresh = old.is_none();
                if let Some(count) = old {
                    *count = count.saturating_sub(1);
                }
                let within = self.code.definitions.iter();
                let mut within =
                    within.filter(|own| own.span.line <= it.line && it.line <= own.span.end_line);
                let within = within.next_back().map(|own| short(&own.name));
                fact(it, within.unwrap_or_default(), fresh)
            })
            .collect();
        facts.sort_by_key(|it| (!it.certain, !it.fresh, it.line));
        facts.truncate(FINDINGS_MAX);
        facts
    }
}

fn fact(finding: Finding, within: String, fresh: bool) -> RuleFact {
    let category = match finding.category {
        Category::Quality => "quality",
        Category::Security => "security",
        Category::Style => "style",
        Category::Semantic => "semantic",
    };
    RuleFact {
        rule: short(&finding.rule),
        line: finding.line,
        within,
        message: shortened(&finding.message, SAID_CHARS_MAX),
        note: shortened(&finding.note, SAID_CHARS_MAX),
        category: category.to_owned(),
        level: finding.level,
        certain: finding.certain,
        test: finding.test,
        fresh,
    }
}
