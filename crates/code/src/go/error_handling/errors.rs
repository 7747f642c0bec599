//! Errors that are dropped, and results that nobody looks at.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::hollow::certain_if;
use crate::go::bodies::stubs::Finding;
use crate::go::comments::Notes;
use crate::go::error_handling::must_use_calls::{self, gives, is_harmless};
use crate::go::error_handling::{error_reports, infallible_writers};
use crate::go::shape::{self, Call, Head};
use crate::parts::{Certainty, Import, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of a branch is searched for the error, in nodes.
const BRANCH_NODES_MAX: usize = 400;

/// Words that a call begins with which can fail for reasons from outside.
const FALLIBLE: [&str; 22] = [
    "parse",
    "read",
    "open",
    "create",
    "marshal",
    "unmarshal",
    "encode",
    "decode",
    "atoi",
    "post",
    "dial",
    "listen",
    "stat",
    "exec",
    "query",
    "connect",
    "mkdir",
    "rename",
    "compile",
    "glob",
    "abs",
    "getwd",
];

/// Packages whose functions of those names do not fail.
const SURE: [&str; 8] = [
    "utf8", "utf16", "pem", "bits", "binary", "strings", "bytes", "flag",
];

/// Nodes that are functions.
pub(in crate::go) const FUNCTIONS: [&str; 3] =
    ["function_declaration", "method_declaration", "func_literal"];

/// What the file tells of which calls fail.
pub(in crate::go) struct Errors<'n, 't> {
    notes: &'n Notes<'t>,
    /// Functions and methods of this file: whether all of that name return an error last.
    functions: BTreeMap<&'t str, bool>,
    methods: BTreeMap<&'t str, bool>,
    /// Functions of this file that give a list, a map or a text, and nothing else.
    makes: BTreeSet<&'t str>,
    packages: BTreeSet<&'n str>,
}

impl<'n, 't> Errors<'n, 't> {
    pub(in crate::go) fn of(scan: &Scan<'t>, notes: &'n Notes<'t>, imports: &'n [Import]) -> Self {
        let kinds = ["function_declaration", "method_declaration"];
        let (mut functions, mut methods) = (BTreeMap::new(), BTreeMap::new());
        let mut makes = BTreeSet::new();
        for node in scan.live_of(&kinds) {
            let head = Head::of(node);
            let fails = head.fails();
            let gives = head.results.len() == 1
                && head
                    .results
                    .iter()
                    .all(|it| it.is_any(&["slice_type", "map_type"]) || it.text() == "string");
            if gives && node.is("function_declaration") {
                makes.extend(node.field("name").map(Node::text));
            }
            let own = match node.is("method_declaration") {
                true => &mut methods,
                false => &mut functions,
            };
            if let Some(name) = node.field("name").map(Node::text) {
                own.entry(name)
                    .and_modify(|all| *all &= fails)
                    .or_insert(fails);
            }
        }
        let names = imports.iter().flat_map(|it| &it.names);
        Errors {
            notes,
            functions,
            methods,
            makes,
            packages: names.filter_map(|it| it.local.as_deref()).collect(),
        }
    }

    /// `if err != nil { .. }` that goes on as if nothing had happened.
    pub(in crate::go) fn branch(&self, node: Node<'t>) -> Option<Finding<'t>> {
        let subject = failing(node.field("condition")?)?;
        let body = node.field("consequence")?;
        let what = || format!("if {}", subject.text());
        let found = |certainty| Finding::new(node, what(), Reason::SwallowedError, certainty);
        let noted = || {
            let mut inside = body.descendants().take(BRANCH_NODES_MAX);
            self.notes.beside(body.line()) || inside.any(|it| it.is("comment"))
        };
        let Some(last) = shape::statements(body).last() else {
            let sure = !noted() && node.field("alternative").is_none();
            return Some(found(certain_if(sure)));
        };
        let looked_at = || {
            let mut inside = body.descendants().take(BRANCH_NODES_MAX);
            inside.any(|it| it.is("identifier") && it.text() == subject.text())
        };
        let drops = self.says_all_is_well(node, last) && !looked_at() && !noted();
        drops.then(|| found(Certainty::Likely))
    }

    /// Whether a statement leaves a function that could have told of an error, and tells of none.
    fn says_all_is_well(&self, branch: Node<'t>, last: Node<'t>) -> bool {
        let returned = shape::returned(last);
        if !last.is("return_statement") || !returned.last().is_some_and(|it| it.is("nil")) {
            return false;
        }
        let function = branch.ancestors().find(|it| it.is_any(&FUNCTIONS));
        function
            .map(Head::of)
            .is_some_and(|head| head.fails() && returned.len() == head.results.len())
    }

    /// `_ = err`, `_ = save()`, `v, _ := parse()`, `_, err := db.Query()`, `_ = recover()`.
    pub(in crate::go) fn assigned(&self, node: Node<'t>) -> Option<Finding<'t>> {
        let assigned = shape::assigned(node)?;
        let [value] = assigned.right.as_slice() else {
            return None;
        };
        let value = shape::bare(*value);
        let blank = |it: &Node<'t>| it.text() == "_";
        let noted = self.notes.beside(node.line());
        if assigned.left.iter().all(blank) {
            return self.discarded(node, value, noted);
        }
        let call = Call::of(value)?;
        let last_is_dropped = assigned.left.last().is_some_and(blank);
        let fails = self.fails(call) || self.may_fail(node, call, assigned.left.len());
        if last_is_dropped && fails && !noted {
            let what = format!("_ of {}", call.whole());
            // Whoever has no way to tell of an error may have no other choice.
            let reason = match can_tell(node) {
                true => Reason::SwallowedError,
                false => Reason::ResultDiscarded,
            };
            return Some(Finding::new(node, what, reason, Certainty::Likely));
        }
        let rows = matches!(call.last(), "Query" | "QueryContext" | "Queryx");
        let dropped = assigned.left.len() == 2 && assigned.left.first().is_some_and(blank);
        (rows && dropped).then(|| {
            Finding::new(
                node,
                call.last(),
                Reason::ResultDiscarded,
                Certainty::Likely,
            )
        })
    }

    /// `_ = patterns(x)`: what a function of this file gives, and that is no error, is thrown away.
    pub(in crate::go) fn thrown_away(&self, node: Node<'t>) -> Option<Finding<'t>> {
        let assigned = shape::assigned(node)?;
        let ([blank], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
            return None;
        };
        let call = Call::of(shape::bare(*value)).filter(|_| blank.text() == "_")?;
        let own = call.operand().is_none() && self.makes.contains(call.path());
        (own && !self.notes.beside(node.line())).then(|| {
            let what = format!("_ = {}", call.whole());
            Finding::new(node, what, Reason::ResultDiscarded, Certainty::Certain)
        })
    }

    /// `v, _ := f()`, `_ = f()`, where what goes nowhere is an error as far as can be told.
    pub(in crate::go) fn drops_last(&self, node: Node<'t>) -> Option<String> {
        let assigned = shape::assigned(node)?;
        let [value] = assigned.right.as_slice() else {
            return None;
        };
        let call = Call::of(*value)?;
        let blank = assigned.left.last().is_some_and(|it| it.text() == "_");
        let fails = self.fails(call) || self.may_be_fallible(call, assigned.left.len());
        let found = blank && fails && !is_harmless(call.last());
        found.then(|| format!("_ of {}", call.whole()))
    }

    fn discarded(&self, node: Node<'t>, value: Node<'t>, noted: bool) -> Option<Finding<'t>> {
        if value.is("identifier") && is_error(value.text()) {
            let parameter = is_parameter(node, value.text());
            let certainty = match noted || parameter {
                true => Certainty::Likely,
                false => Certainty::Certain,
            };
            let what = format!("_ = {}", value.text());
            return Some(Finding::new(node, what, Reason::SwallowedError, certainty));
        }
        let call = Call::of(value)?;
        if call.path() == "recover" {
            return (!noted)
                .then(|| Finding::new(node, "recover", Reason::SwallowedError, Certainty::Likely));
        }
        if must_use_calls::only_works_out(call.last()) && !noted {
            let what = format!("_ = {}", call.whole());
            return Some(Finding::new(
                node,
                what,
                Reason::ResultDiscarded,
                Certainty::Certain,
            ));
        }
        let careless = is_harmless(call.last()) || noted || infallible_writers::takes(call);
        let own = call.operand().is_none() && !matches!(call.last(), "append" | "copy" | "len");
        let known = self.own(call).unwrap_or_else(|| !gives(call.last()));
        if own && !careless && known && can_tell(node) {
            let what = format!("_ = {}", call.whole());
            return Some(Finding::new(
                node,
                what,
                Reason::SwallowedError,
                Certainty::Likely,
            ));
        }
        let harmless = careless || shape::in_defer(node);
        (!harmless).then(|| {
            let what = format!("_ = {}", call.whole());
            // Whoever asks whether it is so does it for the answer.
            let words = phrases::name_words(call.last());
            let asks = words.first().is_some_and(|it| phrases::asks(it));
            let certainty = certain_if(asks && call.arity() == 0);
            Finding::new(node, what, Reason::ResultDiscarded, certainty)
        })
    }

    /// A call as a statement, though what it returns is the point of it.
    pub(in crate::go) fn unheeded(&self, node: Node<'t>) -> Option<Finding<'t>> {
        let call = Call::of(node)?;
        if self.notes.beside(node.line()) || shape::in_defer(node) {
            return None;
        }
        let last = call.last();
        if call.path() == "recover" {
            return (!error_reports::asks_by_trying(node))
                .then(|| Finding::new(node, last, Reason::SwallowedError, Certainty::Likely));
        }
        let package = call
            .operand()
            .is_some_and(|it| self.packages.contains(it.text()));
        let own = !package && self.own(call) == Some(true) && !is_harmless(last);
        let own = own && !infallible_writers::takes(call);
        let known = match last {
            "Unmarshal" | "Decode" | "WriteFile" | "MkdirAll" | "Exec" | "ExecContext" => {
                call.arity() > 0 && call.operand().is_some()
            }
            "Scan" => call.arity() > 0 && !package,
            "Commit" => call.arity() == 0,
            _ => false,
        };
        if own || known {
            return Some(Finding::new(
                node,
                last,
                Reason::SwallowedError,
                Certainty::Likely,
            ));
        }
        let asks = matches!(
            last,
            "Query" | "QueryContext" | "QueryRow" | "QueryRowContext" | "ReadAll"
        );
        asks.then(|| Finding::new(node, last, Reason::ResultDiscarded, Certainty::Likely))
    }

    /// Whether a function or method of this file fails, by its name.
    fn own(&self, call: Call<'t>) -> Option<bool> {
        let known = match call.operand() {
            Some(_) => &self.methods,
            None => &self.functions,
        };
        known.get(call.last()).copied()
    }

    /// Whether a function of another file of the package may fail, in one that tells of errors itself.
    fn may_fail(&self, node: Node<'t>, call: Call<'t>, values: usize) -> bool {
        let local = || is_parameter(node, call.path());
        self.may_be_fallible(call, values) && can_tell(node) && !local()
    }

    /// Whether a function of another file of the package may fail, by its name.
    fn may_be_fallible(&self, call: Call<'t>, values: usize) -> bool {
        let unknown = call.function.is("identifier") && self.own(call).is_none();
        let words = phrases::name_words(call.last());
        let first = words.first().map_or("", String::as_str);
        let named = FALLIBLE.contains(&first)
            || matches!(first, "new" | "load" | "fetch" | "write" | "save" | "send");
        unknown && (named || values > 2)
    }

    /// Whether the last thing a call returns is an error, as far as this file and the call's name tell.
    fn fails(&self, call: Call<'t>) -> bool {
        let first = phrases::name_words(call.last());
        let named = first
            .first()
            .is_some_and(|it| FALLIBLE.contains(&it.as_str()));
        match call.operand() {
            None => self.own(call) == Some(true),
            Some(operand) if self.packages.contains(operand.text()) => {
                named && !SURE.contains(&operand.text())
            }
            Some(_) => match self.own(call) {
                Some(fails) => fails,
                None => matches!(
                    call.last(),
                    "Query" | "QueryContext" | "Exec" | "ExecContext"
                ),
            },
        }
    }
}

/// The error that a condition finds: `err` of `err != nil`.
fn failing(condition: Node<'_>) -> Option<Node<'_>> {
    let compares = condition.is("binary_expression")
        && condition
            .field("operator")
            .is_some_and(|it| it.text() == "!=")
        && condition.field("right").is_some_and(|it| it.is("nil"));
    let subject = condition.field("left").filter(|_| compares)?;
    (subject.is("identifier") && is_error(subject.text())).then_some(subject)
}

/// Whether a name is one that errors bear.
pub(in crate::go) fn is_error(name: &str) -> bool {
    let words = phrases::name_words(name);
    let last = words.last().map_or("", String::as_str);
    matches!(
        last.trim_end_matches(|c: char| c.is_ascii_digit()),
        "err" | "error" | "errs"
    )
}

/// Whether a statement stands in a function that can say that something went wrong: it returns an error, or answers a
/// request.
fn can_tell(statement: Node<'_>) -> bool {
    let around = statement.ancestors().filter(|it| it.is_any(&FUNCTIONS));
    around.take(3).map(Head::of).any(|head| {
        let answers = head.parameters.iter();
        let mut answers = answers.filter(|it| it.of.text() == "http.ResponseWriter");
        head.fails() || answers.next().is_some()
    })
}

/// Whether a name is a parameter of the function around a statement: then nothing here made the error.
fn is_parameter(statement: Node<'_>, name: &str) -> bool {
    let function = statement.ancestors().find(|it| it.is_any(&FUNCTIONS));
    function.is_some_and(|it| Head::of(it).names().any(|given| given == name))
}
