//! What a driver that died did not get to: lines that it was to tell of, without a word of what came of it.

use std::collections::{BTreeMap, BTreeSet};

use ledger::event::{Event, Seen};
use ledger::ids::Seq;
use ledger::notice::{NoticeKind, NoticeWay};
use ledger::telling;
use ledger::wire::v1::Line;

use super::message::Message;
use super::notifier::Notifier;

/// A notice that is owed.
#[derive(Debug)]
pub(crate) struct Owed {
    /// The line.
    pub(crate) line: Line,
    /// What it says.
    pub(crate) message: Message,
    /// How people are still to be told.
    pub(crate) ways: Vec<NoticeWay>,
}

/// Most notices that are sent again; older ones are no news any more.
const OWED_MAX: usize = 10;

/// What is owed by a run with these lines. A line is told of if its own driver was to tell of it, and if no rewind took
/// it back since.
pub(crate) fn owed(lines: &[Line], notifier: &Notifier) -> Vec<Owed> {
    let mut on: BTreeMap<u64, &[NoticeKind]> = BTreeMap::new();
    let mut told: BTreeSet<(Seq, NoticeWay)> = BTreeSet::new();
    let mut open: Vec<&Line> = Vec::new();
    for line in lines {
        if let Event::Seen(Seen::Claimed(claimed)) = &line.event {
            on.insert(claimed.epoch, &claimed.notifies);
        } else if let Event::Seen(Seen::Notified(it)) = &line.event {
            told.insert((it.about, it.way));
        } else if let Event::Seen(Seen::Rewound { to }) = &line.event {
            open.retain(|it| it.seq <= *to);
        } else if let Some(kind) = telling::kind_of(&line.event) {
            let was_on = on.get(&line.epoch).is_some_and(|it| it.contains(&kind));
            if was_on && notifier.tells(kind) {
                open.push(line);
            }
        }
    }
    let from = open.len().saturating_sub(OWED_MAX);
    let owed = open.into_iter().skip(from).filter_map(|line| {
        let ways = notifier.ways().into_iter();
        let ways: Vec<_> = ways.filter(|it| !told.contains(&(line.seq, *it))).collect();
        if ways.is_empty() {
            return None;
        }
        // As it stood then: a receiver that knows the id may have the very same already.
        let before = lines.iter().take_while(|it| it.seq <= line.seq);
        let before: Vec<Line> = before.cloned().collect();
        let state = engine::fold::fold(line.run.clone(), &before);
        let message = Message::of(line, &state)?;
        let line = line.clone();
        Some(Owed {
            line,
            message,
            ways,
        })
    });
    owed.collect()
}
