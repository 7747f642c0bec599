//! What the plan says of a function by its name, and what of that lets one be that looks undone.

use crate::inspect::InspectionContext;
use crate::inspect::names::planned_calls::given;
use crate::inspect::prose::{begins, is_of_code, places, says, sentences, split};

use super::planned_functions::asks_for;

/// Words of a plan that wants something to do nothing, wherever they stand.
const NOTHING: [&str; 10] = [
    "no-op",
    "noop",
    "does nothing",
    "do nothing",
    "null object",
    "for now",
    "placeholder",
    "stub",
    "dummy",
    "for the time being",
];
/// Words of a sentence in which an answer may be the same for all.
const SETTLED: [&str; 11] = [
    "always", "constant", "fixed", "default", "defaults", "never", "nothing", "literal", "same",
    "empty", "optional",
];
/// Beginnings of words of one in which somebody else answers, or nobody is to.
const OTHERS: [&str; 7] = [
    "disabled",
    "unsupported",
    "not supported",
    "overrid",
    "subclass",
    "abstract",
    "ignor",
];
/// Where "empty" is said of what is given, or of one answer beside another, and not of all.
const OF_EMPTY: [&str; 15] = [
    "and an empty",
    "or an empty",
    "else an empty",
    "otherwise an empty",
    "on an empty",
    "for an empty",
    "of an empty",
    "with an empty",
    "from an empty",
    "on empty",
    "for empty",
    "of empty",
    "if empty",
    "when empty",
    "is empty",
];
/// Words of a sentence in which an answer hangs on something.
const DEPENDS: [&str; 9] = [
    "if",
    "when",
    "unless",
    "otherwise",
    "for",
    "where",
    "or",
    "only",
    "each",
];
/// Words before that on which a yes hangs.
const WHETHER: [&str; 9] = [
    "whether",
    "true only if",
    "true if",
    "true when",
    "false if",
    "false when",
    "true for",
    "false for",
    "true iff",
];
/// Words of a sentence that wants a thing to be another one.
const ANOTHER: [&str; 34] = [
    "alias",
    "same",
    "synonym",
    "deprecat",
    "delegat",
    "wrap",
    "renam",
    "short for",
    "shorthand",
    "shortcut",
    "calls",
    "calling",
    "old name",
    "another name",
    "equivalent",
    "overload",
    "convenien",
    "in terms of",
    "on top of",
    "forward",
    "redirect",
    "expos",
    "public",
    "move",
    "extract",
    "split",
    "named",
    "identical",
    "hook",
    "overrid",
    "default",
    "for now",
    "twin",
    "spelling",
];
/// Words of a plan that has new names for what there is, wherever they stand.
const FORWARDS: [&str; 7] = [
    "alias", "delegat", "forward", "wrap", "deprecat", "overrid", "renam",
];
/// Words of a plan that wants a method only to be there.
const INHERITED: [&str; 8] = [
    "super", "visib", "public", "covarian", "deprecat", "document", "javadoc", "annotat",
];
/// Words of one that wants back what goes in.
const FLUENT: [&str; 13] = [
    "itself",
    "self",
    "this",
    "chain",
    "fluent",
    "iterator",
    "unchanged",
    "as it is",
    "identity",
    "same",
    "no change",
    "reader",
    "context manager",
];
/// Words that say of a parameter that it may be left alone, or of a function that others fill it or call it.
const OPEN: [&str; 20] = [
    "ignor",
    "unused",
    "reserved",
    "compat",
    "deprecat",
    "no longer",
    "accepted but",
    "overrid",
    "subclass",
    "signature",
    "interface",
    "callback",
    "hook",
    "listener",
    "handler",
    "middleware",
    "protocol",
    "abstract",
    "default implementation",
    "not used",
];
/// Words of a plan that wants an error to be hidden.
pub(super) const SWALLOWS: [&str; 5] = ["suppress", "swallow", "hide", "ignore", "silenc"];

/// What a plan says of one name.
pub(super) struct Said<'g> {
    context: &'g InspectionContext<'g>,
    name: String,
    /// The clauses that hold it.
    clauses: Vec<&'g str>,
    /// An artifact of the file is to hold or export it.
    held: bool,
}

impl<'g> Said<'g> {
    pub(super) fn of(context: &'g InspectionContext<'_>, path: &str, name: &str) -> Self {
        let clauses = sentences(context).iter().copied().flat_map(split);
        let artifacts = context.artifacts(path).iter();
        let mut held = artifacts.flat_map(|it| it.exports.iter().chain(&it.contains));
        Self {
            context,
            name: name.to_owned(),
            clauses: clauses
                .filter(|it| !name.is_empty() && says(it, name))
                .collect(),
            held: !name.is_empty() && held.any(|it| says(it, name)),
        }
    }

    /// Whether the plan knows the name at all.
    pub(super) fn names(&self) -> bool {
        self.held || !self.clauses.is_empty()
    }

    /// Whether it asks for a function of that name.
    pub(super) fn asks(&self) -> bool {
        let name = self.name.as_str();
        let code = is_of_code(name) || name.starts_with("__");
        self.held || self.clauses.iter().any(|it| code || asks_for(it, name))
    }

    /// Whether it says on what the answer hangs.
    pub(super) fn asks_whether(&self) -> bool {
        let any = |it: &&&str| WHETHER.iter().any(|word| says(&it.to_lowercase(), word));
        self.clauses.iter().any(|it| any(&it))
    }

    /// Whether the plan has one of these words anywhere.
    pub(super) fn anywhere(&self, words: &[&str]) -> bool {
        let mut all = sentences(self.context).iter().map(|it| it.to_lowercase());
        all.any(|text| words.iter().any(|it| begins(&text, it)))
    }

    fn here(&self, words: &[&str]) -> bool {
        let mut all = self.clauses.iter().map(|it| it.to_lowercase());
        all.any(|text| words.iter().any(|it| begins(&text, it)))
    }

    /// Whether the sentence about it says that it answers just that, or the same for all.
    pub(super) fn is_settled(&self, answer: &str) -> bool {
        let plain = answer.trim_matches(['"', '\'']).to_lowercase();
        let whole = sentences(self.context).iter();
        let whole = whole.flat_map(|it| it.split('\n').flat_map(|it| it.split(". ")));
        let mut whole = whole.filter(|it| says(it, &self.name));
        let mut clauses = self.clauses.iter().map(|it| it.to_lowercase());
        let answered = clauses.any(|text| {
            let depends = DEPENDS.iter().any(|it| says(&text, it));
            !plain.is_empty() && says(&text, &plain) && !depends
        });
        let settled = whole.any(|text| {
            let text = text.to_lowercase();
            let bare = OF_EMPTY.iter().fold(text, |text, it| text.replace(it, ""));
            SETTLED.iter().any(|it| says(&bare, it))
        });
        answered || settled || self.here(&OTHERS) || self.anywhere(&NOTHING)
    }

    pub(super) fn is_fluent(&self) -> bool {
        let words = code::name_words(&self.name);
        let first = words.first().map_or("", String::as_str);
        let turns = ["iter", "into", "as", "self", "enter", "by", "to"].contains(&first);
        turns || self.name.contains("iter") || self.here(&FLUENT) || self.anywhere(&NOTHING)
    }

    /// Whether it is to be the other one.
    pub(super) fn is_another(&self, other: &str) -> bool {
        let lower = |it: &&&str| it.to_lowercase();
        let sign = other.to_lowercase();
        // "as FANCY, but with light lines" wants something else.
        let otherwise = ["but", "not", "unlike", "without", "instead"];
        let so = self.clauses.iter().any(|it| {
            let text = lower(&it);
            let mut rests = places(&text, &sign).map(|(_, after)| after);
            rests.any(|after| !otherwise.iter().any(|it| says(after, it)))
        });
        so || self.here(&ANOTHER) || self.anywhere(&FORWARDS) || self.anywhere(&NOTHING)
    }

    pub(super) fn is_inherited(&self) -> bool {
        self.anywhere(&INHERITED) || self.anywhere(&NOTHING)
    }

    /// Whether the plan writes the function with the types that it takes between its brackets. Where it writes a parameter by
    /// its name, [`crate::inspect::names::parameters`] asks about it.
    pub(super) fn is_given(&self, parameter: &str) -> bool {
        let all = self.clauses.iter().flat_map(|it| given(it));
        let mut lists = all.filter(|it| it.0 == self.name).map(|it| it.1);
        lists.any(|it| {
            let types = it.contains('&') || it.trim_start().starts_with(char::is_uppercase);
            types && !says(it, parameter)
        })
    }

    /// Whether it writes that parameter out.
    pub(super) fn writes(&self, parameter: &str) -> bool {
        let mut all = self.clauses.iter().flat_map(|it| given(it));
        all.any(|(name, list)| name == self.name && says(list, parameter))
    }

    pub(super) fn is_open(&self) -> bool {
        self.anywhere(&OPEN) || self.anywhere(&NOTHING)
    }
}

/// Whether a name says that its function only looks whether something is right.
pub(super) fn checks(name: &str) -> bool {
    let words = code::name_words(name);
    let first = words.first().map_or("", String::as_str);
    [
        "check", "validate", "assert", "ensure", "require", "verify", "guard", "refuse", "is",
        "has",
    ]
    .contains(&first)
}
