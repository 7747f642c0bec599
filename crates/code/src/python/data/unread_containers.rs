//! Private containers of a module that are filled and that nothing looks at: a cache that remembers for nobody.

use std::collections::BTreeMap;

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::data::containers;
use crate::python::data::members::is_changed;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// What happens to one name.
#[derive(Default)]
struct Store<'t> {
    empty: Option<Node<'t>>,
    starts: u32,
    filled: bool,
    read: bool,
}

/// Finds them.
pub(in crate::python) fn find<'t>(scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let mut stores: BTreeMap<&str, Store<'t>> = BTreeMap::new();
    for node in scan.live_of(&["identifier", "string_content"]) {
        let name = node.text();
        if !name.starts_with('_') || name.starts_with("__") || name.len() < 3 {
            continue;
        }
        stores.entry(name).or_default().note(node);
    }
    for (name, store) in stores {
        let idle = store.starts == 1 && store.filled && !store.read;
        if let Some(empty) = store.empty.filter(|it| idle && !scan.in_test(*it)) {
            found.push(Finding::likely(empty, name, Reason::NeverRead));
        }
    }
}

impl<'t> Store<'t> {
    fn note(&mut self, node: Node<'t>) {
        let Some(parent) = node.parent() else { return };
        let member = parent.is("attribute") && node.field_name() == "attribute";
        if parent.is("assignment") && node.field_name() == "left" {
            let value = parent.field("right");
            let empty = value.is_some_and(containers::is_empty_container);
            self.starts = self.starts.saturating_add(1);
            if empty && shape::at_module_level(parent) {
                self.empty = Some(parent);
            }
        } else if !member && is_changed(node) {
            self.filled = true;
        } else if !parent.is("global_statement") {
            self.read = true;
        }
    }
}
