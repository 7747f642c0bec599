//! What one use of a name does to the Java field that may be meant, and what all of them together do.

use std::collections::{BTreeMap, BTreeSet};

use crate::java::scopes::{Meaning, Names};
use crate::java::shape;
use crate::java::values::{self, Value};
use crate::parts::{How, Setting};
use crate::syntax::Node;

/// Calls that put something into what they are called on, and whose answer is seldom the point.
const FEEDS: [&str; 24] = [
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "put",
    "putAll",
    "putIfAbsent",
    "push",
    "offer",
    "append",
    "set",
    "setProperty",
    "clear",
    "remove",
    "increment",
    "incrementAndGet",
    "getAndIncrement",
    "addAndGet",
    "getAndAdd",
    "merge",
    "computeIfAbsent",
    "accept",
    "lazySet",
    "sort",
];

/// What a file does with names that may be fields.
#[derive(Default)]
pub(super) struct Uses<'t> {
    pub(super) set: BTreeMap<&'t str, Setting>,
    looked: BTreeSet<&'t str>,
    /// Something is put into what they hold. Where that is a thing of others, it is there for them.
    fed: BTreeSet<&'t str>,
    foreign: BTreeSet<&'t str>,
    /// They are set to something else than `false`.
    on: BTreeSet<&'t str>,
}

impl<'t> Uses<'t> {
    /// Adds one use of a name.
    pub(super) fn add(&mut self, node: Node<'t>, names: &Names<'_>) {
        let name = node.text();
        match done(node, names) {
            Done::Set(how) => self.how(name, how),
            Done::Fed => {
                self.fed.insert(name);
                self.how(name, How::Computed);
            }
            Done::Given(value) => self.value(name, value),
            Done::Both(how) => {
                self.looked.insert(name);
                self.how(name, how);
            }
            Done::Read => {
                self.looked.insert(name);
            }
            Done::Other => {}
        }
    }

    /// A name is set to a value.
    pub(super) fn value(&mut self, name: &'t str, value: Node<'t>) {
        if !is_own(value) {
            self.foreign.insert(name);
        }
        if !shape::bare(value).is("false") {
            self.on.insert(name);
        }
        self.how(name, with(value));
    }

    /// A name is set.
    pub(super) fn how(&mut self, name: &'t str, how: How) {
        let setting = self.set.entry(name).or_insert(Setting {
            read: false,
            how: How::Never,
        });
        setting.how = setting.how.max(how);
        if how == How::Computed {
            self.on.insert(name);
        }
    }

    /// A name is asked for in a way that syntax does not show.
    pub(super) fn mentioned(&mut self, name: &'t str) {
        self.looked.insert(name);
        self.how(name, How::Computed);
    }

    /// Says of each name that is set whether it is read too.
    pub(super) fn settle(&mut self) {
        for (name, setting) in &mut self.set {
            let handed_on = self.fed.contains(name) && self.foreign.contains(name);
            setting.read = handed_on || self.looked.contains(name);
        }
    }
}

/// What one use of a name does to the field that may be meant.
enum Done<'t> {
    Set(How),
    /// Sets it to a value.
    Given(Node<'t>),
    /// Something is put into what it holds.
    Fed,
    Read,
    /// Sets it and looks at it.
    Both(How),
    /// It is no field, or its declaration.
    Other,
}

fn done<'t>(name: Node<'t>, names: &Names<'_>) -> Done<'t> {
    let Some(parent) = name.parent() else {
        return Done::Other;
    };
    let role = name.field_name();
    let whole = match parent.kind() {
        "field_access" if role == "field" => parent,
        "method_invocation" | "method_declaration" | "formal_parameter" | "variable_declarator"
            if role == "name" =>
        {
            return Done::Other;
        }
        // The name of a package: `import java.nio.charset.Charset`.
        "scoped_identifier" => return Done::Other,
        "method_reference"
            if role != "object" && parent.named().last().map(Node::id) == Some(name.id()) =>
        {
            return Done::Other;
        }
        _ if names.of_value(name) == Meaning::Local => return Done::Other,
        _ => name,
    };
    let Some(holder) = whole.parent() else {
        return Done::Read;
    };
    let statement = |it: Node<'_>| it.parent().is_some_and(|it| it.is("expression_statement"));
    match (holder.kind(), whole.field_name()) {
        ("assignment_expression", "left") => assigned(holder),
        ("array_access", "array") => {
            let left = holder.field_name() == "left";
            match holder.parent().filter(|_| left) {
                Some(it) if it.is("assignment_expression") && statement(it) => Done::Fed,
                Some(_) | None => Done::Both(How::Computed),
            }
        }
        ("update_expression", _) if statement(holder) => Done::Set(How::Computed),
        ("update_expression", _) => Done::Both(How::Computed),
        ("method_invocation", "object")
            if statement(holder) && FEEDS.contains(&shape::method(holder)) =>
        {
            Done::Fed
        }
        _ => Done::Read,
    }
}

/// What an assignment does to what stands on its left.
fn assigned(assignment: Node<'_>) -> Done<'_> {
    let operator = assignment.field("operator");
    let plain = operator.is_some_and(|it| it.text() == "=");
    let value = assignment.field("right").filter(|_| plain);
    // `a = b = c` reads nothing of `b`; what stands elsewhere may.
    let whole = assignment
        .parent()
        .is_some_and(|it| it.is_any(&["expression_statement", "assignment_expression"]));
    match value {
        Some(value) if whole => Done::Given(value),
        Some(value) => Done::Both(with(value)),
        None if whole => Done::Set(How::Computed),
        None => Done::Both(How::Computed),
    }
}

/// Whether a value is made where it is put: a literal, a new thing, a number that was worked out.
fn is_own(value: Node<'_>) -> bool {
    let value = shape::bare(value);
    let made = value.is_any(&["object_creation_expression", "array_creation_expression"])
        && value.child("class_body").is_none()
        && !shape::arguments(value).any(|it| it.is("identifier"));
    made || values::value(value).is_some() || value.is_any(&["binary_expression", "null_literal"])
}

/// With what a field is set.
pub(super) fn with(value: Node<'_>) -> How {
    let value = shape::bare(value);
    if value.is("null_literal") {
        return How::Empty;
    }
    if value.is("identifier") {
        let given = shape::function_around(value).is_some_and(|it| {
            let mut parameters = shape::parameters(it).filter_map(shape::bound_name);
            parameters.any(|it| it.text() == value.text())
        });
        return match given {
            true => How::Given,
            false => How::Computed,
        };
    }
    match values::value(value) {
        Some(Value::Default) if !value.is("false") => How::Empty,
        Some(Value::Default | Value::Fixed) => How::Constant,
        None => How::Computed,
    }
}
