//! Whether the body of a TypeScript function holds work. Only the outside of its statements is looked at.

use std::collections::BTreeSet;

use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::script::bodies::no_op_statements::{logs, prevents, says_to_come, statements, stops};
use crate::script::data::state::certain_if;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much of a hollow body is searched for notes, in nodes.
const HOLLOW_NODES: usize = 600;

/// How much code before a `throw` is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

/// What stands around a function.
#[derive(Clone, Copy)]
pub(in crate::script) struct Setting<'a> {
    /// Its name, or what it handles.
    pub(in crate::script) name: &'a str,
    /// It may be there to do nothing: it overrides, implements, or fills a slot of an object.
    pub(in crate::script) excused: bool,
    /// Others say what it takes: it overrides, implements, or is a hook.
    pub(in crate::script) dictated: bool,
    /// It answers to an event or a request.
    pub(in crate::script) handler: bool,
}

struct Function<'t, 'a> {
    node: Node<'t>,
    setting: Setting<'a>,
    parameters: BTreeSet<&'t str>,
    arity: usize,
}

type Flaw = (Reason, Certainty);

/// Judges a function node.
pub(in crate::script) fn judge(node: Node<'_>, setting: Setting<'_>) -> Body {
    let Some(body) = node.field("body") else {
        return Body::None;
    };
    let patterns = shape::parameters(node);
    let bound = patterns.iter().flat_map(|pattern| shape::bound(*pattern));
    let function = Function {
        node,
        setting,
        parameters: bound
            .map(|bound| bound.name.text())
            .filter(|name| !name.starts_with('_'))
            .collect(),
        arity: patterns.len(),
    };
    match function.flaw(body) {
        Some((reason, certainty)) => Body::Hollow(Hollow {
            reason,
            certainty: if node.is_broken() {
                Certainty::Likely
            } else {
                certainty
            },
        }),
        None => Body::Substantive,
    }
}

/// Whether a name is one of a handler: `onSubmit`, `handleClick`.
pub(in crate::script) fn is_handler(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.len() > 1
        && words
            .first()
            .is_some_and(|w| matches!(w.as_str(), "on" | "handle"))
}

impl Function<'_, '_> {
    fn flaw(&self, body: Node<'_>) -> Option<Flaw> {
        let statements = match body.kind() {
            "statement_block" => statements(body),
            _ => vec![body],
        };
        if let Some(found) = unfinished(&statements) {
            return Some(found);
        }
        if body.size() > HOLLOW_NODES_MAX {
            return None;
        }
        let expressions = statements.into_iter().map(shape::expression);
        let (idle, rest): (Vec<Node<'_>>, Vec<Node<'_>>) =
            expressions.partition(|e| logs(*e) || prevents(*e));
        match rest.as_slice() {
            [] => self.idle(&idle),
            [single] => self.single(*single, &idle),
            [_, ..] => None,
        }
    }

    fn idle(&self, idle: &[Node<'_>]) -> Option<Flaw> {
        if idle.is_empty() {
            return self.empty();
        }
        let words = phrases::name_words(self.setting.name);
        let says = |wanted: &[&str]| words.iter().any(|w| wanted.contains(&w.as_str()));
        if idle.iter().all(|e| prevents(*e)) {
            // To stop an event on its way is all that a wall around something has to do.
            if idle.iter().all(|e| stops(*e)) {
                return None;
            }
            let meant = [
                "drag", "drop", "context", "wheel", "touch", "mouse", "pointer", "key",
            ];
            let certain = says(&["submit"]);
            return match (says(&meant), certain) {
                (true, _) => None,
                (false, true) => Some((Reason::OnlyPreventsDefault, Certainty::Certain)),
                (false, false) => Some((Reason::OnlyPreventsDefault, Certainty::Likely)),
            };
        }
        None
    }

    fn empty(&self) -> Option<Flaw> {
        let body = self.node.field("body");
        if body.is_some_and(says_to_come) {
            return Some((Reason::NotImplemented, Certainty::Certain));
        }
        let constructor = self.setting.name == "constructor";
        let fills_fields = self.node.field("parameters").is_some_and(|list| {
            list.named()
                .any(|p| p.child("accessibility_modifier").is_some())
        });
        if constructor && fills_fields {
            return None;
        }
        // A predicate that tells the type checker and does nothing else.
        let predicate = self.node.child("asserts_annotation").is_some()
            || self
                .node
                .field("return_type")
                .is_some_and(|t| t.text().contains("asserts "));
        let expected = constructor
            || predicate
            || self.explains()
            || self.setting.excused
            || shape::is_of_nothing(self.node, self.setting.name)
            || (self.arity > 0 && self.parameters.is_empty());
        Some((Reason::Empty, certain_if(!expected)))
    }

    /// Whether a comment in the body says that nothing is what it is meant to do.
    fn explains(&self) -> bool {
        const SAYS: [&str; 10] = [
            "no-op",
            "noop",
            "no op",
            "do nothing",
            "does nothing",
            "nothing to do",
            "intentional",
            "by design",
            "on purpose",
            "not needed",
        ];
        let body = self.node.field("body").into_iter().flat_map(Node::children);
        let mut comments = body
            .filter(|n| n.is_extra())
            .map(|n| n.text().to_lowercase());
        comments.any(|text| SAYS.iter().any(|says| text.contains(says)))
    }

    fn single(&self, expression: Node<'_>, idle: &[Node<'_>]) -> Option<Flaw> {
        if values::says_unimplemented(expression) {
            return Some((Reason::NotImplemented, Certainty::Certain));
        }
        if expression.is("throw_statement") {
            let later = values::says_it_comes_later(expression) && !self.setting.excused;
            return later.then_some((Reason::NotImplemented, Certainty::Certain));
        }
        let silent = expression.is("return_statement");
        let answer = values::literal_response(expression) && !self.looks_at_parameters(expression);
        // Whoever is asked for a list, and answers with an empty one, has not looked for it.
        if answer && values::empty_list_response(expression) {
            return Some((Reason::FixedValue, Certainty::Certain));
        }
        let value = values::value(expression)
            .or(answer.then_some(Value::Fixed))
            .or(silent.then_some(Value::Nothing));
        if let Some(value) = value {
            return self.constant(value, idle);
        }
        if expression.is("this") && !self.setting.dictated && !self.parameters.is_empty() {
            return Some((Reason::FixedValue, Certainty::Likely));
        }
        if !idle.is_empty() {
            return None;
        }
        self.passes_on(expression)
    }

    fn looks_at_parameters(&self, node: Node<'_>) -> bool {
        node.descendants().any(|n| {
            n.is_any(&["identifier", "shorthand_property_identifier"])
                && self.parameters.contains(n.text())
        })
    }

    fn constant(&self, value: Value, idle: &[Node<'_>]) -> Option<Flaw> {
        if shape::is_of_nothing(self.node, self.setting.name) {
            return None;
        }
        if idle.iter().any(|e| prevents(*e)) {
            return self
                .idle(idle)
                .map(|(reason, _)| (reason, Certainty::Likely));
        }
        let output =
            phrases::promises_output(self.setting.name) || idle.iter().all(|e| refuses(*e));
        if !idle.is_empty() && (output || value == Value::Nothing) {
            return None;
        }
        let later = || self.node.descendants().take(HOLLOW_NODES);
        let later = later().any(|n| n.is("comment") && phrases::defers(n.text()));
        let ignores =
            later || (self.arity > 0 && !(self.setting.excused && self.parameters.is_empty()));
        match value {
            Value::Nothing if self.setting.handler => Some((Reason::Empty, Certainty::Certain)),
            Value::Nothing => Some((Reason::DefaultValue, Certainty::Likely)),
            Value::Default if ignores => Some((Reason::DefaultValue, Certainty::Likely)),
            Value::Fixed if ignores => Some((Reason::FixedValue, Certainty::Likely)),
            Value::Default | Value::Fixed => None,
        }
    }

    /// Whether of several parameters it only gives one back, and its name does not say that this is the point.
    fn passes_one_on(&self, expression: Node<'_>) -> bool {
        const CHOOSING: [&str; 20] = [
            "first",
            "second",
            "last",
            "left",
            "right",
            "nth",
            "pick",
            "const",
            "constant",
            "always",
            "default",
            "identity",
            "reducer",
            "tap",
            "self",
            "passthrough",
            "raw",
            "fallback",
            "merge",
            "transform",
        ];
        const CARRIED: [&str; 6] = ["state", "acc", "prev", "accumulator", "memo", "draft"];
        let words = phrases::name_words(self.setting.name);
        let chooses = words.iter().any(|word| CHOOSING.contains(&word.as_str()));
        let name = expression.text();
        let mut around = self.node.ancestors();
        let nested = around.any(|n| n.is_any(&shape::FUNCTIONS));
        expression.is("identifier")
            && self.arity > 1
            && self.parameters.contains(name)
            && self.parameters.len() > 1
            && !CARRIED.contains(&name)
            && !(self.setting.excused || self.setting.name.is_empty() || nested || chooses)
    }

    fn passes_on(&self, expression: Node<'_>) -> Option<Flaw> {
        let typed = || {
            let parameter = self.node.field("parameters")?.named().next()?;
            let given = parameter.field("type")?.text();
            let returned = self.node.field("return_type")?.text();
            Some(
                given == returned
                    || returned == format!(": Promise<{}>", given.trim_matches([':', ' '])),
            )
        };
        if self.passes_one_on(expression) {
            return Some((Reason::Identity, Certainty::Likely));
        }
        // A comment may say itself that more was meant to come.
        let later = expression.is("identifier")
            && self.parameters.contains(expression.text())
            && self.node.descendants().take(HOLLOW_NODES).any(|n| {
                n.is("comment") && (n.text().contains("TODO") || phrases::defers(n.text()))
            });
        if later {
            return Some((Reason::Identity, Certainty::Likely));
        }
        let same = expression.is("identifier")
            && self.arity == 1
            && self.parameters.contains(expression.text())
            && !self.setting.excused
            && !phrases::promises_passing_on(self.setting.name)
            && !self.setting.name.starts_with("assert")
            && typed().unwrap_or(false);
        same.then_some((Reason::Identity, Certainty::Likely))
    }
}

/// A `throw new Error("not implemented")` that every call runs into.
fn unfinished(statements: &[Node<'_>]) -> Option<Flaw> {
    let at = statements
        .iter()
        .position(|s| s.is("throw_statement") && values::says_unimplemented(*s))?;
    let mut before = statements
        .iter()
        .take(at)
        .flat_map(|s| std::iter::once(*s).chain(s.descendants()))
        .take(WAYS_OUT_NODES_MAX);
    let leaves = before.any(|n| n.is_any(&["return_statement"]));
    Some((Reason::NotImplemented, certain_if(!leaves)))
}

/// `console.warn("x cannot be used with y")`: the answer is that nothing is done, for good.
fn refuses(log: Node<'_>) -> bool {
    let text = log.text().to_lowercase();
    let warns = text.contains(".warn(") || text.contains(".error(");
    let refuses = [
        "not supported",
        "unsupported",
        "deprecated",
        "cannot be used",
        "can't be used",
        "has no effect",
        "not available",
    ];
    let later = ["implement", "todo", "yet"];
    warns && refuses.iter().any(|it| text.contains(it)) && !later.iter().any(|it| text.contains(it))
}
