//! What CommonJS exports: by a member of `module.exports`, or an object as a whole.

use std::collections::BTreeMap;

use super::{Local, clause_kind, own_name};
use crate::parts::{Export, ExportKind};
use crate::scan::Scan;
use crate::script::shape;
use crate::syntax::Node;

/// `module.exports = ..`, `exports.a = ..`, `Object.defineProperty(exports, "a", ..)`.
pub(super) fn common(
    scan: &Scan<'_>,
    expression: Node<'_>,
    locals: &BTreeMap<&str, Local<'_>>,
    found: &mut Vec<Export>,
) {
    let mut at = expression;
    let mut push = |name: &str, local: Option<&str>, kind: ExportKind, line: u32| {
        found.push(Export {
            name: name.to_owned(),
            local: local.map(str::to_owned),
            module: String::new(),
            kind,
            line,
        });
    };
    for _ in 0..16 {
        let (Some(left), Some(right)) = (at.field("left"), at.field("right")) else {
            break;
        };
        if !at.is("assignment_expression") || right.is("unary_expression") {
            break;
        }
        let written = left.text();
        let member = written
            .strip_prefix("module.exports.")
            .or_else(|| written.strip_prefix("exports."));
        if let Some(name) = member.filter(|name| !name.contains(['.', '['])) {
            push(name, own_name(right), handed(right, locals), left.line());
        } else if written == "module.exports" {
            whole(right, locals, &mut push);
            if right.is("identifier") {
                members_of(scan, right.text(), locals, &mut push);
            }
        }
        at = right;
    }
    let defines = at
        .field("function")
        .is_some_and(|f| f.text() == "Object.defineProperty");
    if let (true, Some(arguments)) = (defines, at.field("arguments")) {
        let mut arguments = arguments.named();
        let on_exports = arguments.next().is_some_and(|n| n.text() == "exports");
        let name = arguments.next().and_then(shape::string);
        if let (true, Some(name)) = (on_exports && name != Some("__esModule"), name) {
            push(name, None, ExportKind::Value, at.line());
        }
    }
}

/// What a value is that is exported under a name: another module's, where it was loaded or imported from one.
fn handed(value: Node<'_>, locals: &BTreeMap<&str, Local<'_>>) -> ExportKind {
    match shape::loaded(value).and_then(shape::string) {
        Some(from) => ExportKind::Reexport {
            from: from.to_owned(),
            name: "*".to_owned(),
            type_only: false,
        },
        None if value.is_any(&["identifier", "shorthand_property_identifier"]) => {
            clause_kind(value.text(), None, false, locals)
        }
        None => ExportKind::Value,
    }
}

/// What `module.exports = value` exports.
fn whole(
    value: Node<'_>,
    locals: &BTreeMap<&str, Local<'_>>,
    push: &mut impl FnMut(&str, Option<&str>, ExportKind, u32),
) {
    let line = value.line();
    let star = |from: &str| ExportKind::Reexport {
        from: from.to_owned(),
        name: "*".to_owned(),
        type_only: false,
    };
    if let Some(from) = shape::loaded(value).and_then(shape::string) {
        push("*", None, star(from), line);
        return;
    }
    push("=", own_name(value), ExportKind::Default, line);
    if value.is("object") {
        parts(value, locals, push);
    }
}

/// What stands in an object that is exported whole.
fn parts(
    object: Node<'_>,
    locals: &BTreeMap<&str, Local<'_>>,
    push: &mut impl FnMut(&str, Option<&str>, ExportKind, u32),
) {
    let star = |from: &str| ExportKind::Reexport {
        from: from.to_owned(),
        name: "*".to_owned(),
        type_only: false,
    };
    for part in object.named() {
        let at = part.line();
        match part.kind() {
            "shorthand_property_identifier" => push(part.text(), None, handed(part, locals), at),
            "spread_element" => {
                let from = part
                    .named()
                    .next()
                    .and_then(shape::loaded)
                    .and_then(shape::string);
                push("*", None, star(from.unwrap_or("")), at);
            }
            _ => {
                let name = part.field("key").or_else(|| part.field("name"));
                if let Some(name) = name.and_then(shape::key) {
                    let value = part.field("value");
                    let local = value.and_then(own_name);
                    push(
                        name,
                        local.filter(|local| *local != name),
                        value.map_or(ExportKind::Value, |it| handed(it, locals)),
                        at,
                    );
                }
            }
        }
    }
}

/// What an object has that a file builds under a name and then exports whole: `const api = { a, b }; module.exports = api`.
fn members_of(
    scan: &Scan<'_>,
    name: &str,
    locals: &BTreeMap<&str, Local<'_>>,
    push: &mut impl FnMut(&str, Option<&str>, ExportKind, u32),
) {
    let top = scan.tree.root().into_iter().flat_map(Node::named);
    for statement in top {
        match statement.kind() {
            "lexical_declaration" | "variable_declaration" => {
                let own = |it: &Node<'_>| it.field("name").is_some_and(|it| it.text() == name);
                let value = statement.named().find(own);
                let value = value.and_then(|it| it.field("value")).map(shape::bare);
                if let Some(object) = value.filter(|it| it.is("object")) {
                    parts(object, locals, push);
                }
            }
            "expression_statement" => {
                let set = statement.named().next();
                let set = set.filter(|it| it.is("assignment_expression"));
                let sides = set.and_then(|it| Some((it.field("left")?, it.field("right")?)));
                let Some((left, right)) = sides.filter(|it| it.0.is("member_expression")) else {
                    continue;
                };
                let of_it = left.field("object").is_some_and(|it| it.text() == name);
                let member = left.field("property").map_or("", Node::text);
                if of_it && !matches!(member, "" | "prototype") {
                    let local = own_name(right).filter(|it| *it != member);
                    push(member, local, handed(right, locals), left.line());
                }
            }
            _ => {}
        }
    }
}
