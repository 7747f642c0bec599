//! Whether the body of a Java method holds work. Only the outside of its statements is looked at.

mod overload;
mod same;

use std::collections::BTreeSet;

use crate::java::bodies::surroundings::{self, Setting};
use crate::java::shape;
use crate::java::values;
use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much code before a `throw` is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

type Flaw = (Reason, Certainty);

struct Function<'t> {
    node: Node<'t>,
    body: Node<'t>,
    setting: Setting<'t>,
    parameters: BTreeSet<&'t str>,
    arity: usize,
}

/// Judges a method or constructor; [`Body::None`] where there is no body.
pub(in crate::java) fn judge(node: Node<'_>, test: bool) -> Body {
    let Some(body) = node.field("body") else {
        return Body::None;
    };
    let names = shape::parameters(node).filter_map(shape::bound_name);
    let function = Function {
        node,
        body,
        setting: surroundings::of(node, test),
        parameters: names.map(Node::text).collect(),
        arity: shape::parameters(node).count(),
    };
    match function.flaw().filter(|it| !function.is_named_answer(it.0)) {
        Some((reason, certainty)) => Body::Hollow(Hollow {
            reason,
            certainty: match node.is_broken() {
                true => Certainty::Likely,
                false => certainty,
            },
        }),
        None => Body::Substantive,
    }
}

impl Function<'_> {
    /// `Filter ALL = new Filter() { boolean accept(..) { return true; } }`: an answer for good, with a name.
    fn is_named_answer(&self, reason: Reason) -> bool {
        let made = self.node.parent().and_then(Node::parent);
        let bound = made
            .filter(|it| it.is("object_creation_expression"))
            .and_then(Node::parent)
            .filter(|it| it.is("variable_declarator"));
        let constant = bound.and_then(Node::parent).is_some_and(|it| {
            it.is("constant_declaration") || (shape::has(it, "static") && shape::has(it, "final"))
        });
        constant && matches!(reason, Reason::FixedValue | Reason::DefaultValue)
    }

    fn flaw(&self) -> Option<Flaw> {
        let statements = shape::statements(self.body);
        if let Some(found) = self.unfinished(&statements) {
            return Some(found);
        }
        if self.body.size() > HOLLOW_NODES_MAX {
            return None;
        }
        let expressions = statements.into_iter().map(|s| (s, shape::expression(s)));
        let checked = expressions.filter(|(s, e)| !is_check(*s, *e));
        let (logs, rest): (Vec<_>, Vec<_>) = checked.partition(|(_, e)| is_log(*e));
        match rest.as_slice() {
            [] if logs.is_empty() && self.body.named().next().is_some() => None,
            [] if logs.is_empty() => self.empty(),
            [] => None,
            [(statement, expression)] => self.single(*statement, *expression, !logs.is_empty()),
            [_, ..] => None,
        }
    }

    fn empty(&self) -> Option<Flaw> {
        let it = self.setting;
        if it.test {
            return None;
        }
        if it.constructor {
            return self.empty_constructor();
        }
        if it.default || (it.idle && (it.overrides || it.inherits)) {
            return None;
        }
        let expected = !(it.own || it.plain())
            || it.idle
            || it.retired
            || it.name == "main"
            || surroundings::explained(self.body)
            || surroundings::documented(self.node);
        let left_out = || {
            !it.idle && !it.retired && overload::is_left_out(self.node, self.body)
                || overload::is_idle_start(self.node, self.body)
        };
        Some((Reason::Empty, certain_if(!expected || left_out())))
    }

    /// A constructor that is given something must put it somewhere.
    fn empty_constructor(&self) -> Option<Flaw> {
        let class = shape::class_of(self.node)?;
        let compact = self.node.is("compact_constructor_declaration");
        if self.arity == 0 || compact || self.setting.idle || self.setting.marked {
            return None;
        }
        let members = class.field("body").into_iter().flat_map(Node::named);
        let members = members.take(shape::MEMBERS_MAX);
        let fields = members.filter(|n| n.is("field_declaration"));
        let mut names = fields.flat_map(Node::named).filter_map(|n| n.field("name"));
        let kept = names.any(|name| self.parameters.contains(name.text()));
        let excused = surroundings::explained(self.body) || self.setting.retired;
        Some((Reason::Empty, certain_if(kept && !excused)))
    }

    /// Whether to write something out is what it is for.
    fn is_for_output(&self) -> bool {
        let it = self.setting;
        let class = shape::class_of(self.node).and_then(|class| class.field("name"));
        let speaks = |name: &str| phrases::promises_output(name) || name.ends_with("Logger");
        it.name == "main"
            || it.constructor
            || speaks(it.name)
            || class.is_some_and(|name| speaks(name.text()))
    }

    fn single(&self, statement: Node<'_>, expression: Node<'_>, logs: bool) -> Option<Flaw> {
        if values::says_unimplemented(expression) {
            return Some((Reason::NotImplemented, self.not_implemented(expression)));
        }
        if self.echoes(expression) {
            return Some((Reason::Identity, Certainty::Likely));
        }
        if !statement.is("return_statement") {
            return None;
        }
        // What a route answers goes out to somebody, and is not looked at here.
        if self.setting.route && !self.setting.test {
            return None;
        }
        if expression.is("return_statement") {
            return if logs { None } else { self.empty() };
        }
        match values::value(expression) {
            Some(value) => self.constant(value, logs),
            None if logs => None,
            None if self.is_promised(expression) || self.is_made(expression) => {
                Some((Reason::FixedValue, Certainty::Likely))
            }
            None => self.passes_on(expression),
        }
    }

    fn not_implemented(&self, failure: Node<'_>) -> Certainty {
        let it = self.setting;
        let abstract_class = shape::class_of(self.node).is_some_and(|c| shape::has(c, "abstract"));
        let invited = abstract_class && !it.own && !it.overrides;
        // "Not implemented for tables": a limit of this type, and no work left.
        let mut texts = failure.descendants().filter_map(shape::string);
        let limit = (it.overrides || it.inherits)
            && texts
                .any(|text| text.contains("implemented for ") || text.contains("implemented by "));
        certain_if(!(it.default || it.retired || invited || limit))
    }

    fn has_comment(&self) -> bool {
        self.body.children().any(Node::is_extra)
    }

    /// A `throw new X("not implemented")` that every call runs into.
    fn unfinished(&self, statements: &[Node<'_>]) -> Option<Flaw> {
        let at = statements
            .iter()
            .position(|s| s.is("throw_statement") && values::says_unimplemented(*s))?;
        let mut before = statements
            .iter()
            .take(at)
            .flat_map(|s| std::iter::once(*s).chain(s.descendants()))
            .take(WAYS_OUT_NODES_MAX);
        let leaves = before.any(|n| n.is_any(&["return_statement", "throw_statement"]));
        let certainty = match leaves {
            true => Certainty::Likely,
            false => self.not_implemented(*statements.get(at)?),
        };
        Some((Reason::NotImplemented, certainty))
    }
}

/// Whether a statement only looks at what was given: `Objects.requireNonNull(x)`, `assert x > 0`.
fn is_check(statement: Node<'_>, expression: Node<'_>) -> bool {
    let method = shape::method(expression);
    let checks = statement.is("expression_statement")
        && (matches!(method, "requireNonNull" | "checkNotNull" | "notNull")
            || method.starts_with("checkArgument"));
    statement.is("assert_statement") || checks
}

/// Whether an expression only writes to a log or the console.
pub(in crate::java) fn is_log(expression: Node<'_>) -> bool {
    const LEVELS: [&str; 20] = [
        "log", "info", "debug", "warn", "error", "trace", "fine", "finer", "finest", "severe",
        "warning", "config", "print", "println", "printf", "i", "d", "w", "e", "v",
    ];
    let method = shape::method(expression);
    if method == "printStackTrace" {
        return true;
    }
    let Some(object) = expression
        .field("object")
        .filter(|_| LEVELS.contains(&method))
    else {
        return false;
    };
    let target = shape::last_name(object).to_lowercase();
    let console = matches!(object.text(), "System.out" | "System.err");
    console || target == "log" || target.ends_with("logger") || target.ends_with("_log")
}

fn certain_if(sure: bool) -> Certainty {
    match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}
