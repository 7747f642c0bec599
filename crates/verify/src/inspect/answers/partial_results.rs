//! What a Java method does less than the plan says of it by its name: it answers "whether" with one answer for good, takes
//! something that the plan writes between its brackets and never looks at it, passes over what it is said to throw.

use std::collections::BTreeSet;

use code::{Body, Certainty, Definition, Delta, Language, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::known::last;
use crate::inspect::prose::{says, sentences, split};

/// Words of a clause in which an answer may be the same for all.
const OPEN: [&str; 15] = [
    "always",
    "never",
    "constant",
    "fixed",
    "literal",
    "for now",
    "empty",
    "no-op",
    "noop",
    "by default",
    "overrid",
    "subclass",
    "unless",
    "implementations",
    "same",
];
/// Lines of a method of one statement.
const BODY_LINES: usize = 6;
/// Words before that on which a yes depends.
const WHETHER: [&str; 5] = ["whether", "true when", "true if", "false when", "false if"];
/// Words that say that somebody throws.
const THROWS: [&str; 5] = ["throws", "refuses", "raises", "rejects", "fails"];

impl Subject<'_> {
    /// Lines of methods that the plan asks for by name and that do less.
    pub(in crate::inspect) fn less_than_named(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let known = matches!(self.code.language, Language::Go | Language::Java);
        let fresh = delta.filter(|_| known);
        let fresh = fresh.map_or(&[][..], |it| &it.stubs).iter();
        let fresh = fresh.filter_map(|at| self.code.stubs.get(*at));
        let faint = fresh.filter(|it| it.certainty == Certainty::Faint && !it.test);
        let java = self.code.language == Language::Java;
        let faint = faint.filter(|it| java || it.reason == Reason::ParameterIgnored);
        let less = faint.filter(|stub| {
            let is = |reason: Reason| stub.reason == reason;
            is(Reason::FixedValue) && (self.is_asked_whether(stub) || self.became_fixed(stub))
                || is(Reason::DefaultValue) && self.became_fixed(stub)
                || is(Reason::ParameterIgnored) && self.is_given_by_plan(stub)
                || is(Reason::SwallowedError) && self.is_to_throw(stub)
                || is(Reason::Identity) && self.is_more_than_another(stub)
                || is(Reason::Identity) && self.is_more_than_given(stub)
        });
        less.map(|it| it.line).collect()
    }

    /// The clauses of the plan that hold a name in the manner of code.
    fn clauses_with<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        let texts = sentences(self.context).iter().copied();
        texts.flat_map(split).filter(move |it| calls(it, name))
    }

    /// "isWhole(): whether nothing follows the point", and it is false for all.
    fn is_asked_whether(&self, stub: &Stub) -> bool {
        let name = stub.what.rsplit('.').next().unwrap_or_default();
        let bearers = self.code.definitions.iter().filter(|it| last(it) == name);
        let mut clauses = self.clauses_with(name);
        bearers.count() == 1
            && !self.is_answered_below(stub, name)
            && clauses.any(|it| {
                let lower = it.to_lowercase();
                WHETHER.iter().any(|word| lower.contains(word))
            })
            && !self.clauses_with(name).any(|it| self.allows(stub, it))
    }

    /// An abstract class may answer for all that are none, where others of the tree answer for themselves.
    fn is_answered_below(&self, stub: &Stub, name: &str) -> bool {
        let class = stub.what.rsplit('.').nth(1).unwrap_or_default();
        let open = format!("abstract class {class}");
        let all = self.context.project.all();
        let others =
            all.filter(|(path, it)| *path != self.path.as_str() && it.language == Language::Java);
        let mut others = others.flat_map(|(_, it)| &it.definitions);
        says(self.source, &open) && others.any(|it| !it.test && last(it) == name)
    }

    /// It worked something out before, and gives a literal now.
    fn became_fixed(&self, stub: &Stub) -> bool {
        let name = stub.what.rsplit('.').next().unwrap_or_default();
        let before = self
            .context
            .base
            .and_then(|it| it.facts(self.path.as_str()));
        let before = before.map_or(&[][..], |it| &it.definitions).iter();
        let of = |it: &&Definition| it.name == stub.what;
        let before: Vec<&Definition> = before.filter(of).collect();
        let once = self.code.definitions.iter().filter(of).count() == 1;
        let worked = matches!(before.as_slice(), [one] if one.body == Body::Substantive);
        let stood = self
            .context
            .base
            .and_then(|it| it.facts(self.path.as_str()));
        let fixed = |it: &Stub| it.what == stub.what && it.reason == stub.reason;
        let known = stood.is_some_and(|it| it.stubs.iter().any(fixed));
        once && worked
            && !known
            && self.clauses_with(name).next().is_some()
            && !self.clauses_with(name).any(|it| self.allows(stub, it))
    }

    /// Whether a clause says that the answer is this one, or may be one for all.
    fn allows(&self, stub: &Stub, clause: &str) -> bool {
        let lower = clause.to_lowercase();
        let from = usize::try_from(stub.line).unwrap_or(usize::MAX);
        let ends = self.code.definitions.iter();
        let mut ends = ends.filter(|it| it.span.line == stub.line && it.kind.is_function());
        let end = ends.next().map_or(stub.line, |it| it.span.end_line);
        let lines = self.source.lines().skip(from.saturating_sub(1));
        let lines = lines.take(usize::try_from(end.saturating_sub(stub.line)).unwrap_or(0));
        let answers = lines.filter_map(|it| {
            let rest = it.split("return ").nth(1)?;
            Some(rest.split(';').next().unwrap_or(rest).trim())
        });
        let said = answers.into_iter().any(|it| {
            let plain = it.trim_matches('"').to_lowercase();
            plain.is_empty() || says(&lower, &plain)
        });
        said || OPEN.iter().any(|it| lower.contains(it))
    }

    /// `near(a, b, limit)` in the plan, and nothing depends on `limit`.
    fn is_given_by_plan(&self, stub: &Stub) -> bool {
        let Some((name, rest)) = stub.what.split_once('(') else {
            return false;
        };
        let given = rest.trim_end_matches(')');
        let mut clauses = self.clauses_with(name);
        clauses.any(|clause| {
            let sign = format!("{name}(");
            let inner = clause.split(sign.as_str()).nth(1);
            let inner = inner.and_then(|it| it.split(')').next()).unwrap_or("");
            says(inner, given) && !self.says_it_is_idle(name)
        })
    }

    /// Whether a text that names a method speaks of something that is not looked at.
    fn says_it_is_idle(&self, name: &str) -> bool {
        const IDLE: [&str; 5] = ["ignore", "unused", "for now", "not used", "reserved"];
        let mut texts = sentences(self.context).iter().filter(|it| says(it, name));
        texts.any(|it| {
            let lower = it.to_lowercase();
            IDLE.iter().any(|word| lower.contains(word))
        })
    }

    /// "forPages(text): as escape does it, and less-than signs too", and it is `escape` under another name.
    fn is_more_than_another(&self, stub: &Stub) -> bool {
        const MORE: [&str; 4] = [" too", " also", " besides", " as well"];
        let name = stub.what.rsplit('.').next().unwrap_or_default();
        let from = usize::try_from(stub.line).unwrap_or(usize::MAX);
        let mut lines = self
            .source
            .lines()
            .skip(from.saturating_sub(1))
            .take(BODY_LINES);
        let called = lines.find_map(|it| {
            let rest = it.trim().strip_prefix("return ")?;
            let rest = rest.strip_prefix("this.").unwrap_or(rest);
            rest.split('(').next()
        });
        let Some(called) = called else {
            return false;
        };
        let sign = format!(" as {called} does");
        let mut clauses = self.clauses_with(name);
        clauses.any(|it| {
            let more = it.split_once(sign.as_str()).map_or("", |it| it.1);
            MORE.iter().any(|word| more.contains(word))
        })
    }

    /// "before(n): the largest one below n", and it gives `n` back; "clear(): forgets all", and it gives itself back.
    fn is_more_than_given(&self, stub: &Stub) -> bool {
        const BACK: [&str; 9] = [
            "checks",
            "as it is",
            "unchanged",
            "itself",
            "given back",
            "handed back",
            "no-op",
            "does nothing",
            "if it is",
        ];
        let Some((name, _)) = stub.what.split_once('(') else {
            return false;
        };
        let bearers = self.code.definitions.iter().filter(|it| last(it) == name);
        let lower = |it: &str| it.to_lowercase();
        let mut texts = sentences(self.context).iter().filter(|it| says(it, name));
        bearers.count() == 1
            && self.clauses_with(name).next().is_some()
            && !texts.any(|it| BACK.iter().any(|word| lower(it).contains(word)))
    }

    /// "number throws an IllegalArgumentException if it is none": the method of that name drops an error, and throws none.
    fn is_to_throw(&self, stub: &Stub) -> bool {
        let around = self.code.definitions.iter().filter(|it| {
            it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&stub.line)
        });
        let Some(method) = around.max_by_key(|it| it.span.line) else {
            return false;
        };
        let span = method.span;
        let silent = self
            .code
            .tells
            .range(span.line..=span.end_line)
            .next()
            .is_none();
        let mut clauses = sentences(self.context).iter().copied().flat_map(split);
        let name = last(method);
        silent
            && clauses.any(|clause| {
                THROWS.iter().any(|verb| {
                    [format!("{name} {verb}"), format!("{name}() {verb}")]
                        .iter()
                        .any(|it| says(clause, it))
                })
            })
    }
}

/// Whether a text holds a name in the manner of code: `name(`, `Type.name`, `` `name` ``.
fn calls(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at.saturating_add(name.len())..);
            let after = after.unwrap_or_default();
            let whole = !before.ends_with(part) && !after.starts_with(part);
            whole && (before.ends_with(['.', '#', ':', '`']) || after.starts_with(['(', '`']))
        })
}
