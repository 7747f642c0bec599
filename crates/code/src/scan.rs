//! What every pass over a tree needs: the tree, the bounds, and which bytes are dead, tests or strings.

use std::collections::BTreeMap;

use crate::facts::{ByteRange, Region, RegionKind};
use crate::parts::{Body, Definition, Export, Hollow, Reason, Stub};
use crate::ranges::Ranges;
use crate::read::Limits;
use crate::syntax::{Node, Tree};

/// How many definitions before a place are asked whether they hold it.
const AROUND_MAX: usize = 256;

/// One file being read.
pub(crate) struct Scan<'t> {
    pub(crate) tree: &'t Tree<'t>,
    pub(crate) limits: Limits,
    pub(crate) dead: Ranges,
    pub(crate) test: Ranges,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(tree: &'t Tree<'t>, limits: &Limits, regions: &[Region]) -> Scan<'t> {
        Scan {
            tree,
            limits: *limits,
            dead: Ranges::of_kind(regions, RegionKind::Dead),
            test: Ranges::of_kind(regions, RegionKind::Test),
        }
    }

    /// Every node that is not in dead code, in source order.
    pub(crate) fn live(&self) -> impl Iterator<Item = Node<'t>> {
        let tree = self.tree;
        let mut dead = self.dead.rising();
        tree.all().filter(move |node| !dead(node.start()))
    }

    /// Every node of those kinds that is not in dead code, in source order.
    pub(crate) fn live_of<'a>(
        &'a self,
        kinds: &[&str],
    ) -> impl Iterator<Item = Node<'t>> + use<'a, 't> {
        let mut dead = self.dead.rising();
        self.tree.of(kinds).filter(move |node| !dead(node.start()))
    }

    /// The same of several lists of kinds.
    pub(crate) fn live_of_all<'a>(
        &'a self,
        kinds: &[&[&str]],
    ) -> impl Iterator<Item = Node<'t>> + use<'a, 't> {
        let mut dead = self.dead.rising();
        let nodes = self.tree.of_all(kinds);
        nodes.filter(move |node| !dead(node.start()))
    }

    #[inline]
    pub(crate) fn in_test(&self, node: Node<'_>) -> bool {
        self.test.contains(node.start())
    }
}

/// Definitions and exports, which are found together.
#[derive(Default)]
pub(crate) struct Items {
    pub(crate) definitions: Vec<Definition>,
    pub(crate) exports: Vec<Export>,
    pub(crate) truncated: bool,
}

/// The statements directly inside blocks and bodies: the smallest pieces that make sense by themselves.
pub(crate) fn statements(tree: &Tree<'_>, containers: &[&str]) -> Vec<ByteRange> {
    let containers = tree.of(containers);
    let mut found: Vec<Node<'_>> = containers.flat_map(Node::named).collect();
    found.sort_unstable_by_key(|node| node.id());
    found.into_iter().map(Node::bytes).collect()
}

/// The contents of a quoted text, without its quotes.
#[must_use]
pub fn unquoted(text: &str) -> &str {
    let Some(quote) = text
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
    else {
        return text;
    };
    let inner = text.strip_prefix(quote).unwrap_or(text);
    inner.strip_suffix(quote).unwrap_or(inner)
}

/// The hollow ones among definitions, as places to look at.
pub(crate) fn hollow(definitions: &[Definition]) -> Vec<Stub> {
    let hollow = definitions.iter().filter_map(|definition| {
        let Body::Hollow(Hollow { reason, certainty }) = definition.body else {
            return None;
        };
        Some(Stub {
            line: definition.span.line,
            what: definition.name.clone(),
            reason,
            certainty,
            test: definition.test,
        })
    });
    hollow.collect()
}

/// The innermost function around a byte. Definitions come in source order.
pub(crate) fn around(definitions: &[Definition], byte: usize) -> Option<&Definition> {
    let before = definitions.partition_point(|d| d.span.bytes.start <= byte);
    let before = definitions.get(..before).unwrap_or_default();
    let functions = before
        .iter()
        .rev()
        .take(AROUND_MAX)
        .filter(|d| d.kind.is_function());
    let mut functions = functions.filter(|d| byte < d.span.bytes.end);
    functions.next()
}

/// Functions that are no tests and of which something holds, by their bytes.
pub(crate) fn functions(
    definitions: &[Definition],
    holds: impl Fn(&Definition) -> bool,
) -> BTreeMap<(usize, usize), &Definition> {
    let functions = definitions
        .iter()
        .filter(|d| d.kind.is_function() && !d.test);
    functions
        .filter(|d| holds(d))
        .map(|d| ((d.span.bytes.start, d.span.bytes.end), d))
        .collect()
}

/// Whether a definition is itself known to be unfinished, so that the place inside adds nothing.
pub(crate) fn is_unfinished(definition: &Definition) -> bool {
    match definition.body {
        Body::Hollow(hollow) => hollow.reason == Reason::NotImplemented,
        Body::None | Body::Substantive => false,
    }
}

/// Sorts findings and keeps one for each place and reason, the surest.
pub(crate) fn settle(mut found: Vec<Stub>) -> Vec<Stub> {
    found.sort_by(|a, b| {
        (a.line, a.reason, &a.what, a.certainty).cmp(&(b.line, b.reason, &b.what, b.certainty))
    });
    found.dedup_by(|b, a| (a.line, a.reason, &a.what) == (b.line, b.reason, &b.what));
    found
}
