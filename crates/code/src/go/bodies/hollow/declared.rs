//! Variables that a body only declares: what they hold is as fixed as what they were given.

use super::Function;
use crate::go::shape;
use crate::go::values::{self, Locals, Value};
use crate::syntax::Node;

impl<'t> Function<'t, '_> {
    /// Named results start out as the default.
    pub(super) fn results(&self) -> Locals<'t> {
        let names = self.head.result_names.iter();
        names.map(|name| (*name, Value::Default)).collect()
    }

    /// Whether a statement only gives a local name a value that takes no input.
    pub(super) fn declares(&self, statement: Node<'t>, locals: &mut Locals<'t>) -> bool {
        if statement.is_any(&["const_declaration", "type_declaration"]) {
            return true;
        }
        if statement.is("var_declaration") {
            return self.declares_variable(statement, locals);
        }
        let Some(assigned) = shape::assigned(statement) else {
            return false;
        };
        let ([name], [value]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
            return false;
        };
        let known = assigned.declares || locals.contains_key(name.text());
        let found = values::value(*value, locals).filter(|_| known && name.is("identifier"));
        found.is_some_and(|found| {
            locals.insert(name.text(), found);
            true
        })
    }

    fn declares_variable(&self, statement: Node<'t>, locals: &mut Locals<'t>) -> bool {
        let Some(spec) = statement.child("var_spec") else {
            return false;
        };
        let found = match spec.field("value").map(shape::expressions) {
            Some(values) => values::all(&values, locals),
            None => Some(Value::Default),
        };
        let names = spec
            .children()
            .filter(|it| it.field_name() == "name" && it.is_named());
        let names: Vec<&'t str> = names.map(Node::text).collect();
        // `var _ Cache = &LRU{}`: the compiler asks what the test is about.
        let asks = spec.field("type").is_some() && names.iter().all(|it| *it == "_");
        if asks && self.setting.test {
            return false;
        }
        found.is_some_and(|found| {
            locals.extend(names.into_iter().map(|name| (name, found)));
            true
        })
    }
}
