//! Uses of names while a file is read: what is bound where, and who uses a free name.

use std::collections::BTreeMap;

use crate::facts::{ByteRange, Facts};
use crate::parts::{Definition, DefinitionKind, Use};
use crate::ranges::Ranges;
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of one pattern is looked at, in nodes.
pub(crate) const PATTERN_NODES_MAX: usize = 2_000;

/// Names bound by parameters, local variables and patterns.
#[derive(Default)]
pub(crate) struct Bindings<'t> {
    scopes: BTreeMap<&'t str, Vec<ByteRange>>,
    places: Vec<u32>,
}

/// Where a name stands for something local, or for the very thing it defines.
pub(crate) struct Scopes<'t> {
    ranges: BTreeMap<&'t str, Ranges>,
    /// In order.
    places: Vec<u32>,
}

impl<'t> Bindings<'t> {
    /// Says that the name at `place` is a binding, good within `scope`.
    pub(crate) fn bind(&mut self, place: Node<'t>, scope: ByteRange) {
        self.places.push(place.id());
        self.scopes.entry(place.text()).or_default().push(scope);
    }

    /// Says that the name at `place` is no use, without hiding the name anywhere.
    pub(crate) fn skip(&mut self, place: Node<'t>) {
        self.places.push(place.id());
    }

    /// Says that the name means something local within `scope`, wherever it is bound.
    pub(crate) fn hide(&mut self, name: &'t str, scope: ByteRange) {
        self.scopes.entry(name).or_default().push(scope);
    }

    /// Adds definitions: inside its own body a name is no use of itself.
    pub(crate) fn close(mut self, definitions: &'t [Definition]) -> Scopes<'t> {
        let named = definitions
            .iter()
            .filter(|d| d.kind != DefinitionKind::Method);
        for definition in named {
            let scopes = self.scopes.entry(&definition.name).or_default();
            scopes.push(definition.span.bytes);
        }
        self.places.sort_unstable();
        let ranges = self.scopes.into_iter();
        Scopes {
            ranges: ranges
                .map(|(name, scopes)| (name, scopes.into_iter().collect()))
                .collect(),
            places: self.places,
        }
    }
}

impl Scopes<'_> {
    /// Whether a node is a use of a name from outside.
    pub(crate) fn is_free(&self, node: Node<'_>) -> bool {
        self.places.binary_search(&node.id()).is_err() && self.is_free_at(node.text(), node.start())
    }

    /// Whether a name at a byte means one from outside.
    pub(crate) fn is_free_at(&self, name: &str, byte: usize) -> bool {
        self.ranges.get(name).is_none_or(|r| !r.contains(byte))
    }
}

/// Where uses are written down, within bounds.
pub(crate) struct Uses<'f, 't> {
    scan: &'f Scan<'t>,
    references: BTreeMap<String, Vec<Use>>,
    members: BTreeMap<String, Vec<Use>>,
    truncated: bool,
}

impl<'f, 't> Uses<'f, 't> {
    pub(crate) fn new(scan: &'f Scan<'t>) -> Uses<'f, 't> {
        Uses {
            scan,
            references: BTreeMap::new(),
            members: BTreeMap::new(),
            truncated: false,
        }
    }

    pub(crate) fn reference(&mut self, name: &str, at: Node<'_>) {
        let found = self.of(at);
        self.truncated |= !add(&mut self.references, name, found, self.scan);
    }

    pub(crate) fn member(&mut self, name: &str, at: Node<'_>) {
        let found = self.of(at);
        self.truncated |= !add(&mut self.members, name, found, self.scan);
    }

    pub(crate) fn finish(self, facts: &mut Facts) {
        // A file may be read in several parts, such as a script and a template.
        merge(&mut facts.references, self.references);
        merge(&mut facts.members, self.members);
        facts.truncated |= self.truncated;
    }

    fn of(&self, at: Node<'_>) -> Use {
        Use {
            line: at.line(),
            test: self.scan.in_test(at),
        }
    }
}

fn merge(known: &mut BTreeMap<String, Vec<Use>>, more: BTreeMap<String, Vec<Use>>) {
    if known.is_empty() {
        *known = more;
        return;
    }
    for (name, uses) in more {
        known.entry(name).or_default().extend(uses);
    }
}

/// Writes a use down; says whether there was room for the name. Surplus uses of a known name are dropped.
fn add(names: &mut BTreeMap<String, Vec<Use>>, name: &str, found: Use, scan: &Scan<'_>) -> bool {
    if let Some(uses) = names.get_mut(name) {
        put(uses, found, scan);
        return true;
    }
    if names.len() >= scan.limits.items_max {
        return false;
    }
    let mut uses = Vec::new();
    put(&mut uses, found, scan);
    names.insert(name.to_owned(), uses);
    true
}

/// Code that runs must not be crowded out by tests, so the last place is kept for it.
fn put(uses: &mut Vec<Use>, found: Use, scan: &Scan<'_>) {
    let room = uses.len() < scan.limits.lines_per_name_max;
    if room && uses.last() != Some(&found) {
        uses.push(found);
    } else if !found.test && uses.iter().all(|known| known.test) {
        uses.pop();
        uses.push(found);
    }
}
