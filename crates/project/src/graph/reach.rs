//! What is reached from where anything starts: first over edges that are sure, then over those that may be, then from
//! tests.

use std::collections::VecDeque;

use super::{Graph, Id, Link};
use crate::EntryKind;

/// Files of a chain that are told.
const CHAIN_MAX: usize = 12;

/// How one file was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Found {
    /// By nothing.
    #[default]
    Not,
    /// It starts by itself, or is offered to the world.
    Entry,
    /// From that file, surely.
    From(Id),
    /// From that file, perhaps.
    Maybe(Id, &'static str),
    /// From tests alone.
    Tests,
}

/// How a file is reached, with the way.
pub(super) enum Of {
    From(Vec<Id>),
    Maybe(Vec<Id>, &'static str),
    Tests,
    Nothing,
    NoEntry,
}

/// How every file is reached, by number.
pub(super) fn find(graph: &Graph) -> Vec<Found> {
    let mut found = vec![Found::Not; graph.paths.len()];
    let kinds = graph.entries.iter().enumerate();
    let kinds = kinds.filter_map(|(id, entry)| Some((id, entry.as_ref()?.kind)));
    let (tests, starts): (Vec<_>, Vec<_>) = kinds.partition(|(_, kind)| *kind == EntryKind::Test);
    for (id, _) in &starts {
        set(&mut found, *id, Found::Entry);
    }
    spread(
        graph,
        &mut found,
        starts.iter().map(|(id, _)| *id).collect(),
    );
    doubt(graph, &mut found);
    let mut queue: VecDeque<Id> = VecDeque::new();
    for (id, _) in tests {
        if found.get(id) == Some(&Found::Not) {
            set(&mut found, id, Found::Tests);
        }
        queue.push_back(id);
    }
    // What only the tests of a file use is reached from tests.
    queue.extend((0..graph.paths.len()).filter(|id| found.get(*id) != Some(&Found::Not)));
    from_tests(graph, &mut found, queue);
    found
}

/// How one file is reached.
pub(super) fn of(graph: &Graph, id: Id) -> Of {
    let at = |id: Id| graph.reach.get(id).copied().unwrap_or_default();
    match at(id) {
        Found::Not | Found::Tests if !graph.starts => Of::NoEntry,
        Found::Not => Of::Nothing,
        Found::Tests => Of::Tests,
        Found::Entry | Found::From(_) => Of::From(chain(graph, id).0),
        Found::Maybe(..) => {
            let (chain, why) = chain(graph, id);
            Of::Maybe(chain, why.unwrap_or("it can't be told"))
        }
    }
}

/// The way to a file, from its start; and why it may be none.
fn chain(graph: &Graph, id: Id) -> (Vec<Id>, Option<&'static str>) {
    let (mut chain, mut at, mut why) = (vec![id], id, None);
    while chain.len() < CHAIN_MAX {
        at = match graph.reach.get(at) {
            Some(Found::From(up)) => *up,
            Some(Found::Maybe(up, reason)) => {
                why = why.or(Some(*reason));
                *up
            }
            Some(Found::Entry | Found::Not | Found::Tests) | None => break,
        };
        chain.push(at);
    }
    chain.reverse();
    (chain, why)
}

fn set(found: &mut [Found], id: Id, value: Found) {
    if let Some(slot) = found.get_mut(id) {
        *slot = value;
    }
}

/// Over edges that are sure.
fn spread(graph: &Graph, found: &mut [Found], mut queue: VecDeque<Id>) {
    while let Some(from) = queue.pop_front() {
        // Of what an entry passes on, anybody outside may ask for anything.
        let entry = found.get(from) == Some(&Found::Entry);
        for edge in graph.out.get(from).into_iter().flatten() {
            let sure = matches!(edge.link, Link::Used(..)) && (entry || !edge.passes);
            if sure && found.get(edge.to) == Some(&Found::Not) {
                set(found, edge.to, Found::From(from));
                queue.push_back(edge.to);
            }
        }
    }
}

/// Over edges that may be none, from everything that is reached, and on from there.
fn doubt(graph: &Graph, found: &mut [Found]) {
    let reached = |it: &Found| matches!(it, Found::Entry | Found::From(_));
    let mut queue: VecDeque<Id> = (0..graph.paths.len())
        .filter(|id| found.get(*id).is_some_and(reached))
        .collect();
    while let Some(from) = queue.pop_front() {
        for edge in graph.out.get(from).into_iter().flatten() {
            let why = match edge.link {
                Link::Maybe(_, why) => why,
                Link::Used(..) if edge.passes => continue,
                Link::Used(..) => "whether what uses it is used can't be told",
                Link::None | Link::Idle(_) | Link::Tests(_) => continue,
            };
            if found.get(edge.to) == Some(&Found::Not) {
                set(found, edge.to, Found::Maybe(from, why));
                queue.push_back(edge.to);
            }
        }
    }
}

fn from_tests(graph: &Graph, found: &mut [Found], mut queue: VecDeque<Id>) {
    while let Some(from) = queue.pop_front() {
        let tests = found.get(from) == Some(&Found::Tests) || graph.is_test(from);
        for edge in graph.out.get(from).into_iter().flatten() {
            let counts = match edge.link {
                Link::Used(..) if edge.passes => false,
                Link::Used(..) | Link::Maybe(..) => tests,
                Link::Tests(_) => true,
                Link::None | Link::Idle(_) => false,
            };
            if counts && found.get(edge.to) == Some(&Found::Not) {
                set(found, edge.to, Found::Tests);
                queue.push_back(edge.to);
            }
        }
    }
}
