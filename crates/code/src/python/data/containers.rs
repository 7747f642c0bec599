//! Containers that start empty.

use crate::python::values::{self, Value};
use crate::syntax::Node;

/// `[]`, `{}`, `set()`.
pub(in crate::python) fn is_empty_container(value: Node<'_>) -> bool {
    let empty = values::value(value) == Some(Value::Default);
    empty && value.is_any(&["list", "dictionary", "call"])
}
