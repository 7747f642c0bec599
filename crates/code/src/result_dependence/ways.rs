//! The ways out of a function, and what it answers on each: whether that is written out there or hangs on something.

use super::Habit;
use super::head::{Head, statements};
use super::written::{Names, closed, is_nothing, literal};
use crate::language::Language;
use crate::syntax::Node;

/// How deep forks are looked into.
const DEPTH_MAX: u8 = 12;
/// Letters of an answer that are kept.
const ANSWER_MAX: usize = 60;

/// What asks whether there is anything at all.
const EMPTINESS: [&str; 14] = [
    "is_empty",
    "isEmpty",
    "isBlank",
    "len",
    "length",
    "size",
    "Len",
    "trim",
    "strip",
    "None",
    "nil",
    "null",
    "undefined",
    "is_none",
];
/// Kinds of what runs something.
const CALLS: [&str; 7] = [
    "call_expression",
    "call",
    "method_invocation",
    "object_creation_expression",
    "new_expression",
    "macro_invocation",
    "await_expression",
];
/// Kinds of ways out.
const RETURNS: [&str; 2] = ["return_statement", "return_expression"];

/// What is known of a function while it is walked through.
#[derive(Default)]
struct Ways<'t> {
    names: Names<'t>,
    answers: Vec<String>,
    /// It does something, or an answer hangs on something.
    works: bool,
    /// On what it forks.
    forks: Vec<Node<'t>>,
}

/// What is to be said of the answers of a function.
pub(super) fn answers(head: &Head<'_>) -> Option<Habit> {
    let all = head.statements();
    if let [only] = all.as_slice()
        && gives_itself(head, *only)
    {
        return Some(Habit::GivesItselfBack);
    }
    let mut ways = Ways::default();
    match head.is_expression() {
        true => ways.answer(head, head.body),
        false => ways.walk(head, &all, true, DEPTH_MAX),
    }
    let last = ways.answers.last().filter(|_| !ways.works);
    let nothing = ways.answers.iter().all(|it| is_nothing(it));
    let same = nothing || ways.answers.iter().all(|it| Some(it) == last);
    // Where it only asks whether there is anything, the answer for all there can be is the last.
    let asks = !ways.forks.is_empty() && ways.forks.iter().all(|it| asks_for_any(head, *it));
    match last {
        Some(last) if same || asks => Some(Habit::Fixed(short(last))),
        Some(_) | None => unfed(head, &all)
            .map(|it| Habit::Fixed(short(&it)))
            .or_else(|| always(head, &all).map(|it| Habit::Always(short(&it)))),
    }
}

impl<'t> Ways<'t> {
    fn walk(&mut self, head: &Head<'t>, all: &[Node<'t>], tail: bool, depth: u8) {
        let Some(depth) = depth.checked_sub(1) else {
            self.works = true;
            return;
        };
        for (at, statement) in all.iter().enumerate() {
            let last = tail && at.saturating_add(1) == all.len();
            self.statement(head, *statement, last, depth);
        }
    }

    fn statement(&mut self, head: &Head<'t>, statement: Node<'t>, last: bool, depth: u8) {
        let inner = statement.named().next();
        // In Rust what ends with a semicolon is no answer.
        let last = last && !statement.text().ends_with(';');
        match statement.kind() {
            "expression_statement" => match inner {
                Some(inner) => self.statement(head, inner, last, depth),
                None => self.works = true,
            },
            "return_statement" | "return_expression" => match inner {
                Some(value) => self.answer(head, value),
                None => self.works = true,
            },
            "throw_statement" | "raise_statement" => {}
            "macro_invocation" if is_panic(statement) => {}
            "if_statement" | "if_expression" => self.fork(head, statement, last, depth),
            "let_declaration"
            | "assignment"
            | "lexical_declaration"
            | "variable_declaration"
            | "local_variable_declaration"
            | "short_var_declaration"
            | "assignment_statement"
            | "var_declaration" => self.declare(head, statement),
            _ if last && head.language == Language::Rust => self.answer(head, statement),
            _ => self.works = true,
        }
    }

    /// Names of its own get values.
    fn declare(&mut self, head: &Head<'t>, statement: Node<'t>) {
        let either = |one: &str, other: &str| {
            let found = statement.field(one);
            found.or_else(|| statement.field(other))
        };
        match statement.kind() {
            "let_declaration" | "assignment" => {
                self.keep(head, either("pattern", "left"), either("value", "right"));
            }
            "short_var_declaration" | "assignment_statement" => {
                let one = |list: Option<Node<'t>>| list.filter(|it| it.named().count() == 1);
                let name = one(statement.field("left")).and_then(|it| it.named().next());
                let value = one(statement.field("right")).and_then(|it| it.named().next());
                self.keep(head, name, value);
            }
            "var_declaration" => {
                for spec in statement.within(&["var_spec"]) {
                    let (name, value) = (spec.field("name"), spec.field("value"));
                    match name.filter(|_| value.is_none()) {
                        // What is only declared holds what stands for nothing.
                        Some(name) => {
                            let of = spec.field("type").map_or("", Node::text);
                            self.names.own.push(name.text());
                            self.names
                                .kept
                                .insert(name.text(), format!("the zero of {of}"));
                        }
                        None => self.keep(head, name, value),
                    }
                }
            }
            _ => {
                for one in statement.named().filter(|it| it.is("variable_declarator")) {
                    self.keep(head, one.field("name"), one.field("value"));
                }
            }
        }
    }

    fn keep(&mut self, head: &Head<'t>, name: Option<Node<'t>>, value: Option<Node<'t>>) {
        let Some((name, value)) = name.zip(value).filter(|(it, _)| it.is("identifier")) else {
            self.works = true;
            return;
        };
        match closed(head, &self.names, value) {
            Some(text) => {
                self.names.kept.insert(name.text(), text);
            }
            None => {
                self.names.kept.remove(name.text());
                self.works |= value.within(&CALLS).next().is_some();
            }
        }
        self.names.own.push(name.text());
    }

    fn fork(&mut self, head: &Head<'t>, fork: Node<'t>, last: bool, depth: u8) {
        let Some(depth) = depth.checked_sub(1) else {
            self.works = true;
            return;
        };
        let condition = fork.field("condition");
        let bare = condition.map_or("", |it| it.text().trim_matches(['(', ')']));
        self.works |= fork.field("initializer").is_some();
        if !matches!(bare, "false" | "False") {
            self.forks.extend(condition);
            let taken = fork.field("consequence");
            let taken = taken.map_or_else(Vec::new, statements);
            self.walk(head, &taken, last, depth);
        }
        let rest = fork
            .children()
            .filter(|it| it.field_name() == "alternative");
        for other in rest {
            let inner = match other.is("else_clause") {
                true => other.field("body").or_else(|| other.named().next()),
                false => Some(other),
            };
            let Some(inner) = inner else { continue };
            match inner.is_any(&["if_statement", "if_expression", "elif_clause"]) {
                true => self.fork(head, inner, last, depth),
                false => self.walk(head, &statements(inner), last, depth),
            }
        }
    }

    fn answer(&mut self, head: &Head<'t>, value: Node<'t>) {
        match closed(head, &self.names, value) {
            Some(text) => self.answers.push(text),
            None => self.works = true,
        }
    }
}

fn is_panic(call: Node<'_>) -> bool {
    let name = call.field("macro").map_or("", Node::text);
    matches!(name, "panic" | "unreachable")
}

/// `return this`, `self`, `return q`.
fn gives_itself(head: &Head<'_>, only: Node<'_>) -> bool {
    let mut value = Some(only);
    for around in [RETURNS, ["expression_list", "expression_statement"]] {
        value = value.and_then(|it| match it.is_any(&around) {
            true => it.named().next(),
            false => Some(it),
        });
    }
    let own = value.filter(|it| it.is_any(&["identifier", "this", "self"]));
    own.is_some_and(|it| head.receiver == Some(it.text()))
}

/// Whether a condition only asks whether what it is given is anything at all.
fn asks_for_any(head: &Head<'_>, condition: Node<'_>) -> bool {
    const NOTHING: [&str; 7] = [
        "none",
        "null",
        "nil",
        "undefined",
        "null_literal",
        "string_start",
        "string_end",
    ];
    let mut leaves = condition
        .descendants()
        .filter(|it| it.is_leaf() && it.is_named());
    let known = leaves.all(|it| {
        let text = it.text();
        head.parameters.contains(&text)
            || head.receiver == Some(text)
            || EMPTINESS.contains(&text)
            || matches!(text, "0" | "\"\"" | "''")
            || it.is_any(&NOTHING)
    });
    known && !condition.is("identifier") && !condition.text().contains(['<', '>'])
}

/// The collection of nothing that a function answers on each way out, whatever it does meanwhile: it is written out there, or kept
/// under a name of its own that is spoken of nowhere else.
fn unfed(head: &Head<'_>, all: &[Node<'_>]) -> Option<String> {
    let last = *all.last()?;
    let end = answered(head, last)?;
    let text = |value: Node<'_>| closed(head, &Names::default(), value);
    let empty = |value: Node<'_>| text(value).filter(|it| is_nothing(it) && it != "nil");
    let (own, said) = match end.is("identifier") {
        true => (Some(end.text()), text(kept(head, end)?)?),
        false => (None, empty(end)?),
    };
    let mut others = head.body.within(&RETURNS);
    let same = others.all(|way| {
        let value = answered(head, way);
        value.is_some_and(|it| own == Some(it.text()) || empty(it).is_some())
    });
    (same && all.len() > 1).then_some(said)
}

/// What a name of a function's own is given where it is declared, if it is handed out and spoken of nowhere else.
fn kept<'t>(head: &Head<'t>, name: Node<'t>) -> Option<Node<'t>> {
    if head.parameters.contains(&name.text()) {
        return None;
    }
    let mut made = None;
    let leaves = head.body.descendants();
    for place in leaves.filter(|it| it.is_leaf() && it.text() == name.text()) {
        let out = place.ancestors().take(2).any(|it| it.is_any(&RETURNS));
        if out || place.start() == name.start() {
            continue;
        }
        let value = given(place).filter(|_| made.is_none())?;
        made = Some(value);
    }
    made.filter(|it| literal(*it).is_none())
}

/// What a way out answers, alone.
fn answered<'t>(head: &Head<'_>, way: Node<'t>) -> Option<Node<'t>> {
    let value = match way.is_any(&RETURNS) {
        true => way.named().next()?,
        false => {
            Some(way).filter(|it| head.language == Language::Rust && !it.text().ends_with(';'))?
        }
    };
    match value.is("expression_list") {
        true => value.named().next().filter(|_| value.named().count() == 1),
        false => Some(value),
    }
}

/// The value that a declaration gives to the name in it.
fn given(name: Node<'_>) -> Option<Node<'_>> {
    const PAIRS: [(&str, &str); 3] = [("name", "value"), ("left", "right"), ("pattern", "value")];
    const DECLARES: [&str; 6] = [
        "variable_declarator",
        "let_declaration",
        "short_var_declaration",
        "var_spec",
        "assignment",
        "mut_pattern",
    ];
    let mut around = name.parent()?;
    while around.is_any(&["expression_list", "mut_pattern"]) {
        around = around.parent()?;
    }
    let declares = around.is_any(&DECLARES);
    let mut pairs = PAIRS.iter().filter(|_| declares);
    let value = pairs.find_map(|(own, value)| {
        let own = around.field(own)?;
        let inside = own.start() <= name.start() && name.end() <= own.end();
        around.field(value).filter(|_| inside)
    })?;
    match value.is("expression_list") {
        true => value.named().next().filter(|_| value.named().count() == 1),
        false => Some(value),
    }
}

/// The literal that each way out of a function answers, where it works before.
fn always(head: &Head<'_>, all: &[Node<'_>]) -> Option<String> {
    let last = all.last()?;
    let answer = |way: Node<'_>| {
        let value = way.named().next()?;
        let several = value.is("expression_list");
        let one = value.named().next().filter(|_| value.named().count() == 1);
        literal(if several { one? } else { value })
    };
    let end = match last.is_any(&RETURNS) {
        true => answer(*last)?,
        false => literal(*last).filter(|_| head.language == Language::Rust)?,
    };
    let mut ways = head.body.within(&RETURNS);
    let same = ways.all(|it| answer(it).as_ref() == Some(&end));
    // What fails or hands an error on says something else there.
    const FAILS: [&str; 3] = ["try_expression", "throw_statement", "raise_statement"];
    let fails = head.body.within(&FAILS).next().is_some();
    (same && !fails && all.len() > 1).then_some(end)
}

fn short(text: &str) -> String {
    text.chars().take(ANSWER_MAX).collect()
}
