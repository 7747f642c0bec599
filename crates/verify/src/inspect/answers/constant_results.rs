//! Functions of Rust and Go that the plan asks for by name, and whose answer hangs on nothing: what goes in comes out, each call
//! fails, none ever does. Honest code has them too; a plan that names one and speaks of work does not mean that.

use std::collections::BTreeSet;

use code::{Body, Certainty, Delta, Language, Reason, Stub};

use crate::inspect::Subject;
use crate::inspect::answers::planned_functions::asks_for;
use crate::inspect::known::last;
use crate::inspect::prose::{WRONG, begins, is_of_code, names_an_error, says, sentences};

/// Words of a plan that wants just that of something.
const MEANT: [&str; 13] = [
    "identity",
    "no-op",
    "noop",
    "does nothing",
    "do nothing",
    "infallible",
    "never fails",
    "not supported",
    "unsupported",
    "for now",
    "placeholder",
    "always",
    "stub",
];
/// Words of one that wants back what goes in.
const BACK: [&str; 5] = ["as it is", "as they are", "unchanged", "itself", "a copy"];
/// The beginning of what is said of a function that says it can fail, and can't.
const ERRORS: &str = "errors of ";

impl Subject<'_> {
    /// Lines of new functions that the plan names and that are not what it says of them, however sure it is that they are
    /// undone.
    pub(in crate::inspect) fn alike(&self, delta: Option<&Delta>) -> BTreeSet<u32> {
        let rust = self.code.language == Language::Rust;
        if !rust && self.code.language != Language::Go {
            return BTreeSet::new();
        }
        let fresh = delta.map_or(&[][..], |it| &it.stubs).iter();
        let fresh = fresh.filter_map(|at| self.code.stubs.get(*at));
        let fresh = fresh.filter(|it| rust || it.what.starts_with(ERRORS));
        let asked = fresh.filter(|it| it.certainty != Certainty::Certain && !it.test);
        let found = asked.filter(|it| self.is_otherwise(it));
        found.map(|it| it.line).collect()
    }

    fn is_otherwise(&self, stub: &Stub) -> bool {
        let what = stub.what.strip_prefix(ERRORS).unwrap_or(&stub.what);
        let name = what.rsplit(':').next().unwrap_or(what);
        let bearers = self.code.definitions.iter().filter(|it| {
            it.kind.is_function() && !it.test && last(it) == name && it.body != Body::None
        });
        let alone = bearers.count() == 1;
        let texts = sentences(self.context);
        let small: Vec<String> = texts.iter().map(|it| it.to_lowercase()).collect();
        let any = |words: &[&str]| {
            small
                .iter()
                .any(|it| words.iter().any(|word| it.contains(word)))
        };
        let names = |it: &&str| asks_for(it, name) || is_of_code(name) && says(it, name);
        let named = alone && texts.iter().any(names) && !any(&MEANT);
        match stub.reason {
            Reason::SwallowedError => {
                self.is_in_main(stub.line) && small.iter().any(|it| ends_where_it_fails(it))
            }
            Reason::Empty => name == "drop" && small.iter().any(|it| begins(it, "drop")),
            Reason::Identity => named && !any(&BACK),
            Reason::FixedValue if stub.what.starts_with(ERRORS) => {
                let wrong = |it: &&&str| {
                    // That it may give an error is said by its head; which one, in other words.
                    let rest = it.replace(", error)", "").replace(") error", "");
                    let lower = rest.to_lowercase();
                    names_an_error(&rest) || WRONG.iter().any(|word| begins(&lower, word))
                };
                named && texts.iter().filter(|it| names(it)).any(|it| wrong(&it))
            }
            Reason::FixedValue => named,
            Reason::NotImplemented
            | Reason::OnlyPreventsDefault
            | Reason::DefaultValue
            | Reason::EmptyTest
            | Reason::ConstantAssertion
            | Reason::ResultDiscarded
            | Reason::StateNeverFed
            | Reason::ParameterIgnored
            | Reason::NeverRead
            | Reason::Admitted
            | Reason::NoAssertion
            | Reason::MocksSubject => false,
        }
    }

    /// Whether a line stands in the function that a program starts with.
    fn is_in_main(&self, line: u32) -> bool {
        let mut all = self.code.definitions.iter();
        let main = all.find(|it| Some(it.span.line) == self.code.starts);
        main.is_some_and(|it| (it.span.line..=it.span.end_line).contains(&line))
    }
}

/// Whether a text says that reading or writing which fails is told, or how the program ends then.
fn ends_where_it_fails(text: &str) -> bool {
    let mut clauses = text.split([';', '\n']).flat_map(|it| it.split(". "));
    clauses.any(|it| {
        let moves = ["reading", "writing", "input or output", "i/o"];
        let told = ["told", "status", "stderr", "reported", "exit code"];
        let says = |words: &[&str]| words.iter().any(|word| it.contains(word));
        says(&moves) && begins(it, "fail") && says(&told)
    })
}
