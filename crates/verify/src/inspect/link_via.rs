//! The name through which a link goes: "`cmd.go` uses `exec.go` via `ExecTimeout`". One file may use another in many ways;
//! where the plan names the way by a name that the target defines, the user has to say it, or something that leads there.

use code::{Definition, Facts, Pattern, Reading};
use ledger::ids::RelPath;
use ledger::plan::KeyLink;

use super::known::last;
use super::{Subject, short};

/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 3;
/// Definitions of the target through which a name is looked for.
const THROUGH_MAX: usize = 500;

impl Subject<'_> {
    /// The name that the plan gives for a link, where the target defines it and this file never comes to it.
    pub(super) fn passed_by(&self, link: &KeyLink, target: &RelPath) -> Option<String> {
        let name = link.via.as_deref().and_then(plain)?;
        let there = self.context.project.facts(target.as_str())?;
        let whole = |it: &Facts| it.reading == Reading::Parsed && !it.truncated && !it.generated;
        if !whole(&self.code) || !whole(there) || target == self.path {
            return None;
        }
        let defined = there.definitions.iter().any(|it| last(it) == name);
        let through = || {
            let others = there.definitions.iter().take(THROUGH_MAX);
            let mut others = others.filter(|it| last(it) != name && within(there, it, name));
            others.any(|it| self.is_said(last(it)))
        };
        (defined && !self.is_said(name) && !through()).then(|| short(name))
    }

    /// Whether a name stands in the file, comments aside, be it as a part of another.
    fn is_said(&self, name: &str) -> bool {
        let pattern = Pattern::literal(name);
        let found = self.found(&pattern, &self.bare);
        let places = [
            found.code,
            found.string,
            found.text,
            found.test,
            found.flagged,
        ];
        places.into_iter().any(|it| it.is_some()) || self.code.macro_words.contains_key(name)
    }
}

/// A name of code, alone: `ExecTimeout`, `parser.parse()`, `Config::read`.
fn plain(via: &str) -> Option<&str> {
    let bare = via.trim().trim_matches('`').trim_end_matches("()");
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#');
    let last = bare.rsplit(['.', ':', '#']).next()?;
    let named = last.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (bare.chars().all(part) && named && last.len() >= NAME_MIN).then_some(last)
}

/// Whether a definition uses a name.
fn within(facts: &Facts, definition: &Definition, name: &str) -> bool {
    let uses = [facts.references.get(name), facts.members.get(name)];
    let lines = definition.span.line..=definition.span.end_line;
    let mut uses = uses.into_iter().flatten().flatten();
    definition.kind.is_function() && uses.any(|it| lines.contains(&it.line))
}
