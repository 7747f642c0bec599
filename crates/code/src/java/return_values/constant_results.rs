//! Answers that do not depend on what a Java method is asked: a fixed one behind some checking, a collection that is made
//! and given back empty, a fixed text that is printed.

mod trivial_expressions;

use std::collections::BTreeSet;

use crate::java::bodies::hollow;
use crate::java::bodies::stubs::Finding;
use crate::java::bodies::surroundings::{self, Setting};
use crate::java::shape;
use crate::java::values::{self, Value};
use crate::parts::{Body, Certainty, Definition, Reason};
use crate::phrases;
use crate::scan;
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const METHOD_NODES_MAX: u32 = 1_200;

/// How many statements of one method are looked at.
const STATEMENTS_MAX: usize = 64;

/// Words of names whose answer may be settled, beside those of any method.
const SETTLED: [&str; 5] = ["type", "name", "help", "usage", "clone"];

/// A method whose answer is settled before it is called.
pub(in crate::java) fn find(method: Node<'_>, definitions: &[Definition]) -> Option<Finding> {
    let body = method.field("body")?;
    let judged = scan::around(definitions, body.start()).map(|it| it.body);
    let it = surroundings::of(method, false);
    let meant = it.idle || it.default || it.retired || it.test || surroundings::documented(method);
    let words = phrases::name_words(it.name);
    let settled = words.iter().any(|word| SETTLED.contains(&word.as_str()));
    let same = settled || surroundings::same_for_all(&words);
    if judged != Some(Body::Substantive) || body.size() > METHOD_NODES_MAX || meant || same {
        return None;
    }
    let work = Work::of(method, body)?;
    // A single statement is judged as a body; not whether its two sides are both fixed.
    let reason = match shape::statements(body).len() {
        0 => None,
        1 => work.chooses(&words),
        _ => work.flaw(it, &words),
    }?;
    Some(Finding {
        what: String::new(),
        reason,
        certainty: Certainty::Likely,
    })
}

/// What a method does, as far as it tells whether it looks at what it is given.
struct Work<'t> {
    method: Node<'t>,
    body: Node<'t>,
    parameters: Vec<Node<'t>>,
    returns: Vec<Node<'t>>,
    /// What it writes out, each a fixed thing.
    printed: usize,
}

impl<'t> Work<'t> {
    /// `None` where it does anything that could matter to somebody.
    fn of(method: Node<'t>, body: Node<'t>) -> Option<Work<'t>> {
        let mut work = Work {
            method,
            body,
            parameters: shape::parameters(method)
                .filter_map(shape::bound_name)
                .collect(),
            returns: Vec::new(),
            printed: 0,
        };
        let mut seen = 0;
        for node in body.descendants() {
            match node.kind() {
                "lambda_expression"
                | "class_body"
                | "try_statement"
                | "yield_statement"
                | "synchronized_statement"
                | "try_with_resources_statement" => return None,
                "return_statement" => work.returns.push(node),
                "if_statement" if work.asks_a_switch(node) => return None,
                "expression_statement" => {
                    seen = usize::saturating_add(seen, 1);
                    if seen > STATEMENTS_MAX || !work.is_idle(node) {
                        return None;
                    }
                }
                "local_variable_declaration" if !trivial_expressions::only_asks(node) => {
                    return None;
                }
                _ => {}
            }
        }
        Some(work)
    }

    /// Whether a statement changes nothing that outlives the call but what somebody reads on a screen.
    fn is_idle(&mut self, statement: Node<'t>) -> bool {
        let expression = shape::expression(statement);
        match expression.kind() {
            "method_invocation" => {
                let method = shape::method(expression);
                if matches!(
                    method,
                    "requireNonNull" | "checkNotNull" | "notNull" | "notEmpty"
                ) {
                    return true;
                }
                if trivial_expressions::only_answers(expression) {
                    return true;
                }
                let settled = shape::arguments(expression).all(|it| self.is_settled(it));
                let object = expression.field("object");
                let given = object.is_some_and(|it| {
                    self.parameters.iter().any(|one| one.text() == it.text())
                        || it.text().starts_with("System.")
                });
                let prints = matches!(method, "print" | "println" | "printf" | "write" | "append");
                if prints && settled && given && shape::arguments(expression).next().is_some() {
                    let counts = usize::from(!self.is_guarded(statement));
                    self.printed = self.printed.saturating_add(counts);
                    return true;
                }
                (hollow::is_log(expression) && !prints) || (given && settled && !prints)
            }
            "assignment_expression" => {
                let left = expression.field("left").filter(|it| it.is("identifier"));
                let value = expression.field("right");
                left.is_some_and(|it| self.is_local(it.text()))
                    && value.is_some_and(|it| !trivial_expressions::calls_out(it))
            }
            "update_expression" => {
                let name = expression.named().next();
                name.is_some_and(|it| it.is("identifier") && self.is_local(it.text()))
            }
            _ => false,
        }
    }

    /// `if (Boolean.getBoolean("strict")) throw new X("no number: " + value);`: what is asked is not what is given, and tells
    /// which of two things becomes of it.
    fn asks_a_switch(&self, fork: Node<'_>) -> bool {
        let names = |it: Node<'_>| {
            let mut inside = it.descendants().filter(|it| it.is("identifier"));
            inside.any(|it| self.parameters.iter().any(|one| one.text() == it.text()))
        };
        let condition = fork.field("condition");
        let asks = condition.is_some_and(|it| {
            !names(it)
                && it
                    .descendants()
                    .any(|it| it.is_any(&["method_invocation", "identifier"]))
        });
        let refuses = fork.field("consequence").is_some_and(|it| {
            let mut thrown = std::iter::once(it).chain(it.descendants());
            thrown.any(|it| it.is("throw_statement") && names(it))
        });
        asks && refuses
    }

    fn is_local(&self, name: &str) -> bool {
        let declared = self.body.descendants().filter(|it| {
            it.is("variable_declarator") && it.field("name").is_some_and(|it| it.text() == name)
        });
        declared.take(1).count() > 0 || self.parameters.iter().any(|it| it.text() == name)
    }

    /// Whether a statement stands in a branch that ends the method.
    fn is_guarded(&self, statement: Node<'_>) -> bool {
        let mut around = statement.ancestors();
        around
            .by_ref()
            .take_while(|it| it.id() != self.body.id())
            .any(|it| it.is("if_statement"))
    }

    /// Whether an expression is the same whatever the method is given.
    fn is_settled(&self, expression: Node<'_>) -> bool {
        let expression = shape::bare(expression);
        let shouted = |text: &str| {
            text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
        };
        match expression.kind() {
            "identifier" if shouted(expression.text()) => true,
            "identifier" => self.stays(expression.text()),
            "binary_expression" => {
                let sides = [expression.field("left"), expression.field("right")];
                sides.iter().flatten().all(|it| self.is_settled(*it))
            }
            _ => values::value(expression).is_some() || values::takes_nothing(expression),
        }
    }

    /// Whether a local variable keeps the fixed value that it begins with.
    fn stays(&self, name: &str) -> bool {
        let uses = self.body.descendants().filter(|it| it.is("identifier"));
        let mut declared = 0;
        for node in uses.filter(|it| it.text() == name) {
            let Some(parent) = node.parent() else {
                return false;
            };
            let role = node.field_name();
            let fine = match parent.kind() {
                "variable_declarator" if role == "name" => {
                    declared = usize::saturating_add(declared, 1);
                    parent
                        .parent()
                        .is_some_and(|it| it.is("local_variable_declaration"))
                        && parent
                            .field("value")
                            .is_some_and(trivial_expressions::starts_fixed)
                }
                "return_statement" | "binary_expression" | "parenthesized_expression" => true,
                "method_invocation" => {
                    role == "object"
                        && matches!(shape::method(parent), "size" | "isEmpty" | "length")
                }
                "argument_list" => parent.parent().is_some_and(values::copies),
                _ => false,
            };
            if !fine {
                return false;
            }
        }
        declared == 1
    }

    fn flaw(&self, it: Setting<'_>, words: &[String]) -> Option<Reason> {
        let free = it.own || it.plain();
        if self.parameters.is_empty() && !self.gives_back_new() {
            return None;
        }
        let (last, rest) = self
            .returns
            .split_last()
            .map_or((None, &[][..]), |(last, rest)| (Some(*last), rest));
        let asks_only = rest.iter().filter(|it| !self.is_early(**it)).count() == 0;
        let answer = last
            .map(shape::expression)
            .filter(|it| !it.is("return_statement"));
        let Some(answer) = answer else {
            return (self.printed > 0
                && free
                && self.takes_data()
                && !trivial_expressions::promises_text(words))
            .then_some(Reason::FixedValue);
        };
        if let Some(reason) = self.chooses(words) {
            return Some(reason);
        }
        let texts: BTreeSet<&str> = self.returns.iter().map(|it| it.text()).collect();
        if !self.is_settled(answer) || !asks_only {
            return None;
        }
        if self.printed > 0 {
            return (free && self.takes_data() && !trivial_expressions::promises_text(words))
                .then_some(Reason::FixedValue);
        }
        if texts.len() > 1 {
            return None;
        }
        self.settled(it, answer, words)
    }

    /// Whether there is nothing to answer but one fixed thing or another, where more is promised.
    fn chooses(&self, words: &[String]) -> Option<Reason> {
        let deferred = || {
            let mut comments = self.body.descendants().filter(|it| it.is_extra());
            comments.any(|it| phrases::defers(it.text()))
        };
        let arms = trivial_expressions::arms(&self.returns);
        let fixed = !arms.is_empty() && arms.iter().all(|it| self.is_settled(*it));
        let counts = trivial_expressions::counts_by_one(self.method, &arms, words);
        let truth = self
            .method
            .field("type")
            .is_some_and(|it| matches!(it.text(), "boolean" | "Boolean"));
        (!self.parameters.is_empty() && (counts || (fixed && !truth && deferred())))
            .then_some(Reason::FixedValue)
    }

    /// The one answer of a method is settled.
    fn settled(&self, it: Setting<'_>, answer: Node<'_>, words: &[String]) -> Option<Reason> {
        let free = it.own || it.plain();
        if answer.is("identifier") && self.gives_back_new() {
            return None;
        }
        let value = values::value(answer);
        let first = words.first().map_or("", String::as_str);
        let checks = phrases::only_checks(first) || phrases::asks(first);
        let counted = answer.is("identifier") && !shouted(answer.text());
        match value {
            _ if counted => Some(Reason::FixedValue),
            Some(Value::Default) => (free && !checks).then_some(Reason::DefaultValue),
            Some(Value::Fixed) | None if checks => None,
            Some(Value::Fixed) | None => {
                let truth = answer.is_any(&["true", "false"]);
                (free || !truth).then_some(Reason::FixedValue)
            }
        }
    }

    /// Whether what is given back is a collection that was made here.
    fn gives_back_new(&self) -> bool {
        let answer = self.returns.last().map(|it| shape::expression(*it));
        let Some(name) = answer.filter(|it| it.is("identifier")).map(Node::text) else {
            return false;
        };
        let mut declared = self.body.descendants().filter(|it| {
            it.is("variable_declarator") && it.field("name").is_some_and(|it| it.text() == name)
        });
        let value = declared.next().and_then(|it| it.field("value"));
        value.map(shape::bare).is_some_and(|it| {
            it.is("object_creation_expression") && values::value(it) == Some(Value::Default)
        }) && self.stays(name)
    }

    /// Whether a return stands in a branch of its own.
    fn is_early(&self, answer: Node<'_>) -> bool {
        answer.parent().is_some_and(|it| it.id() != self.body.id())
    }

    /// Whether something that holds what the work is about is given, and only checked.
    fn takes_data(&self) -> bool {
        const DATA: [&str; 10] = [
            "String",
            "CharSequence",
            "List",
            "Collection",
            "Map",
            "InputStream",
            "Reader",
            "File",
            "Path",
            "Iterable",
        ];
        let mut words = self.body.descendants().filter(|it| it.is("identifier"));
        let mut parameters = shape::parameters(self.method).filter(|it| {
            let of = shape::parameter_type(*it).map_or("", shape::type_name);
            DATA.contains(&of)
        });
        parameters.any(|it| {
            let name = shape::bound_name(it).map_or("", Node::text);
            words.any(|word| word.text() == name)
        })
    }
}

fn shouted(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}
