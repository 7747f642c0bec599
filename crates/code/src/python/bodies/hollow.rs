//! Whether the body of a Python function holds work. Only the outside of its statements is looked at.

use std::collections::BTreeSet;

use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::python::bodies::classes::{self, Role};
use crate::python::bodies::no_op_statements;
use crate::python::return_values::promised_results;
use crate::python::shape;
use crate::python::values::{self, Refusal, Value};
use crate::python::{marks, regions};
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much code is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

/// What stands around a function.
#[derive(Clone, Copy)]
pub(in crate::python) struct Setting<'a> {
    /// Its name.
    pub(in crate::python) name: &'a str,
    /// What the class is for that it is a method of.
    pub(in crate::python) role: Option<Role>,
    /// This file makes instances of that class, and derives nothing from it.
    pub(in crate::python) made: bool,
    /// The decorators on it.
    pub(in crate::python) marks: &'a [String],
    /// It stands under a condition or a `try`: a twin may do the work.
    pub(in crate::python) configured: bool,
    /// It stands inside another function.
    pub(in crate::python) nested: bool,
    /// It answers to a request or an event.
    pub(in crate::python) handler: bool,
    /// It is a test.
    pub(in crate::python) test: bool,
}

struct Function<'t, 'a> {
    node: Node<'t>,
    setting: Setting<'a>,
    parameters: BTreeSet<&'t str>,
    arity: usize,
}

type Flaw = (Reason, Certainty);

/// Judges a function or a lambda.
pub(in crate::python) fn judge(node: Node<'_>, setting: Setting<'_>) -> Body {
    let Some(body) = node.field("body") else {
        return Body::None;
    };
    let names = shape::parameters(node);
    let function = Function {
        node,
        setting,
        arity: names.len(),
        parameters: names
            .into_iter()
            .map(Node::text)
            .filter(|name| !name.starts_with('_'))
            .collect(),
    };
    let flaw = function.flaw(body);
    match flaw {
        Some(_) if function.is_declaration() => Body::None,
        Some((reason, certainty)) => {
            let broken = node.is_broken().then_some(Certainty::Likely);
            let certainty = broken.unwrap_or(certainty);
            Body::Hollow(Hollow { reason, certainty })
        }
        None => Body::Substantive,
    }
}

impl<'t> Function<'t, '_> {
    fn flaw(&self, body: Node<'t>) -> Option<Flaw> {
        if !body.is("block") {
            return self.single(body, true, false);
        }
        let all: Vec<Node<'t>> = body
            .named()
            .filter(|s| !no_op_statements::is_nothing(*s))
            .collect();
        if let Some(found) = self.unfinished(&all) {
            return Some(found);
        }
        let end = all.iter().position(|s| regions::ends(*s));
        let live = end.map_or(all.len(), |at| at.saturating_add(1));
        let live = all.get(..live).unwrap_or_default();
        let size = live
            .iter()
            .fold(0u32, |sum, s| sum.saturating_add(s.size()));
        if let [only] = live
            && self.yields_all(*only)
        {
            return Some((Reason::Identity, Certainty::Likely));
        }
        if size > HOLLOW_NODES_MAX || no_op_statements::yields(body) {
            return None;
        }
        let (logs, rest): (Vec<Node<'t>>, Vec<Node<'t>>) =
            live.iter().partition(|s| no_op_statements::logs(**s));
        match rest.as_slice() {
            [] if logs.is_empty() => self.empty(body),
            [] => None,
            [single] if logs.is_empty() && no_op_statements::leaves_at_once(self.node, *single) => {
                self.empty(body)
            }
            [single] => {
                let behind = all.len() > live.len();
                let flaw = self.single(*single, logs.is_empty(), behind);
                flaw.filter(|_| !self.setting.test)
            }
            [_, ..] => None,
        }
    }

    /// A refusal that every call runs into.
    fn unfinished(&self, statements: &[Node<'t>]) -> Option<Flaw> {
        let at = statements
            .iter()
            .position(|s| values::refusal(*s).is_some())?;
        let refusal = values::refusal(*statements.get(at)?)?;
        let before = || {
            statements
                .iter()
                .take(at)
                .flat_map(|s| std::iter::once(*s).chain(s.descendants()))
                .take(WAYS_OUT_NODES_MAX)
        };
        if before().any(|n| n.is("return_statement") || n.is("yield")) {
            return Some((Reason::NotImplemented, Certainty::Likely));
        }
        let sure = match refusal {
            Refusal::Abstract | Refusal::Unsupported => false,
            Refusal::Marked => true,
            Refusal::Promised => self.setting.role != Some(Role::Open) || self.setting.made,
            Refusal::Unfinished => match self.setting.role {
                None => true,
                Some(_) => self.setting.made && !self.may_be_abstract(),
            },
        };
        let excused =
            self.setting.configured || self.is_dunder() || marks::excuses(self.setting.marks);
        let sure = sure && (!excused || refusal == Refusal::Marked);
        Some((Reason::NotImplemented, certain_if(sure)))
    }

    fn empty(&self, body: Node<'t>) -> Option<Flaw> {
        if self.setting.test || marks::groups(self.setting.marks) {
            return None;
        }
        if no_op_statements::says_unfinished(self.node, body) {
            return Some((Reason::NotImplemented, Certainty::Certain));
        }
        let returns = self.returns_something();
        if returns && self.is_unwritten(body) {
            return Some((Reason::Empty, Certainty::Certain));
        }
        let derived = self.setting.role == Some(Role::Derived);
        // Nobody can override what has two underscores in front.
        let own = self.setting.name.starts_with("__") && !self.is_dunder();
        let told = derived && !returns && promised_results::says_it_returns(body);
        if told && !self.setting.configured && !marks::declares(self.setting.marks) {
            return Some((Reason::DefaultValue, Certainty::Likely));
        }
        let excused = (self.may_be_abstract() && !(derived && (returns || own)))
            || self.setting.configured
            || self.setting.nested
            || self.is_dunder()
            || no_op_statements::promises_nothing(self.setting.name)
            || marks::excuses(self.setting.marks)
            || marks::is_declarative(self.setting.marks)
            || self.arity > 0 && self.parameters.is_empty()
            || (!returns
                && (no_op_statements::is_hook(self.setting.name, self.setting.role)
                    || no_op_statements::says_nothing_to_do(self.node, body)));
        Some((Reason::Empty, certain_if(!excused)))
    }

    /// `...` alone, in a class that derives from one with real methods, beside methods that work: what others must write
    /// is said in a protocol or an abstract class.
    fn is_unwritten(&self, body: Node<'t>) -> bool {
        let Some(class) = shape::class_of(self.node) else {
            return false;
        };
        let open = body.named().all(|s| shape::bare(s).is("ellipsis"));
        let abstract_one = |it: &str| matches!(it, "Protocol" | "Interface" | "ABC");
        let mut bases = classes::bases(class).peekable();
        let derives = bases.peek().is_some() && !bases.any(abstract_one);
        let members = class.field("body").into_iter().flat_map(Node::named);
        let others = members.filter(|m| m.id() != self.node.id());
        let mut others = others.filter(|m| m.is("function_definition"));
        let works = |b: Node<'_>| shape::statements(b).any(|s| !shape::is_pass(s));
        let works = others.any(|m| m.field("body").is_some_and(works));
        let told = marks::declares(self.setting.marks) || marks::excuses(self.setting.marks);
        open && derives && works && !told && !self.setting.configured
    }

    /// Whether to write something out is what it is for.
    fn is_for_output(&self) -> bool {
        let it = self.setting;
        (it.name == "main" || it.test || marks::groups(it.marks))
            || phrases::promises_output(it.name)
            || self
                .node
                .field("body")
                .is_some_and(no_op_statements::prints_what_it_asks)
    }

    fn single(&self, statement: Node<'t>, silent: bool, behind: bool) -> Option<Flaw> {
        if statement.is("raise_statement") {
            return None;
        }
        let returns = statement.is("return_statement");
        if !returns && statement.is("expression_statement") {
            return None;
        }
        let expression = shape::returned(statement);
        let value = match expression {
            Some(expression) => values::value(expression),
            None => returns.then_some(Value::Nothing),
        };
        if let Some(found) = expression.and_then(|e| self.answers(e, value)) {
            return Some(found);
        }
        if let Some(value) = value {
            return self.constant(value, silent, behind);
        }
        expression
            .filter(|_| silent)
            .and_then(|e| self.passes_on(e))
    }

    /// An answer with literals alone that says that nothing is there yet.
    fn answers(&self, expression: Node<'t>, value: Option<Value>) -> Option<Flaw> {
        let literal = values::literal_response(expression);
        let handler = self.setting.handler;
        let settled = literal || (handler && value.is_some_and(|v| v != Value::Nothing));
        if !settled {
            return None;
        }
        let tells = expression.descendants().take(WAYS_OUT_NODES_MAX);
        let mut tells = tells.filter(|n| n.is("string_content"));
        tells
            .any(|n| phrases::not_implemented(n.text()))
            .then(|| (Reason::NotImplemented, certain_if(handler)))
    }

    fn constant(&self, value: Value, silent: bool, behind: bool) -> Option<Flaw> {
        if phrases::promises_nothing(self.setting.name) {
            return None;
        }
        if !silent && (value == Value::Nothing || self.is_for_output()) {
            return None;
        }
        let reason = match value {
            Value::Nothing | Value::Default => Reason::DefaultValue,
            Value::Fixed => Reason::FixedValue,
        };
        if behind && self.arity > 0 {
            // The work is there, and a `return` in front of it keeps it from ever running.
            return Some((reason, Certainty::Certain));
        }
        let open = matches!(self.setting.role, Some(Role::Open | Role::Protocol));
        let later = || self.node.descendants().take(WAYS_OUT_NODES_MAX);
        let later = later().any(|n| n.is("comment") && phrases::defers(n.text()));
        let excused = open || self.is_dunder() || (self.parameters.is_empty() && !later);
        (!excused).then_some((reason, Certainty::Likely))
    }

    fn yields_all(&self, loop_: Node<'t>) -> bool {
        let setting = &self.setting;
        let others = setting.test || setting.nested || self.may_be_abstract();
        let promised = phrases::promises_passing_on(setting.name)
            || no_op_statements::promises_nothing(setting.name);
        no_op_statements::yields_all(loop_, &self.parameters) && !others && !promised
    }

    fn passes_on(&self, expression: Node<'t>) -> Option<Flaw> {
        const FUNCTIONS: [&str; 9] = [
            "f", "fn", "func", "function", "cls", "klass", "method", "wrapped", "callback",
        ];
        let name = expression.text();
        let same = expression.is("identifier")
            && self.arity == 1
            && self.parameters.contains(name)
            && !FUNCTIONS.contains(&name)
            && !self.may_be_abstract()
            && !self.is_dunder()
            && !self.setting.nested
            && !phrases::promises_passing_on(self.setting.name)
            && !no_op_statements::promises_nothing(self.setting.name)
            && self.same_type();
        let several = self.setting.role.is_none()
            && !(self.setting.nested || self.setting.test)
            && no_op_statements::hands_back(self.node, expression, &self.parameters)
            && !phrases::promises_passing_on(self.setting.name);
        let own = self.setting.marks.is_empty()
            && !self.may_be_abstract()
            && no_op_statements::gives_itself(self.node, expression, self.arity);
        (same || several || own).then_some((Reason::Identity, Certainty::Likely))
    }

    /// Whether what goes in and what comes out are said to be of one type, or nothing is said at all.
    fn same_type(&self) -> bool {
        let parameter = self.node.field("parameters").and_then(|list| {
            let receiver = usize::from(self.setting.role.is_some());
            list.named().nth(receiver)
        });
        let given = parameter.and_then(|p| p.field("type")).map(Node::text);
        let returned = self.node.field("return_type").map(Node::text);
        given == returned
    }

    /// Whether nothing but the signature is meant: its body is never run.
    fn is_declaration(&self) -> bool {
        marks::declares(self.setting.marks)
            || self.setting.role == Some(Role::Protocol)
            || shape::for_types(self.node)
    }

    /// Whether others may be meant to fill it in, or it leaves out what another class does.
    fn may_be_abstract(&self) -> bool {
        match self.setting.role {
            Some(Role::Open | Role::Protocol | Role::Derived) => true,
            Some(Role::Plain) | None => false,
        }
    }

    fn is_dunder(&self) -> bool {
        self.setting.name.starts_with("__") && self.setting.name.ends_with("__")
    }

    /// Whether the signature promises a value.
    fn returns_something(&self) -> bool {
        let returned = self.node.field("return_type");
        returned.is_some_and(|r| {
            !matches!(r.text(), "None" | "NoReturn" | "Never") && !r.text().starts_with("Optional")
        })
    }
}

fn certain_if(sure: bool) -> Certainty {
    match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}
