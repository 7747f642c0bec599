//! What a daemon knows of one forge, durable: its lines, and the board as a fold over them. Reading it back begins from the
//! last board that was kept, which is a cache and thrown away on any doubt.

use std::time::Instant;

use board::Board;
use ledger::action::Action;
use ledger::board::BoardSeen;
use ledger::event::{Decided, Event, Seen, Stamp};
use ledger::ids::{ActId, RunId};
use ledger::journal::{Draft, Entry, Journal};
use ledger::observation::Observation;
use ledger::wire::v1;
use store::{Meta, Pen, Store};

use super::error::NotServed;
use crate::timestamp::now_ms;

/// Lines that are read at once.
const BATCH: usize = 2_000;
/// Shape of the board that is kept. Another one is not read.
const CACHE: &str = "board-5";
/// A board is kept after so many lines.
const KEEP_AFTER: u64 = 20_000;

/// The stream of one forge.
pub(super) struct Stream {
    store: Store,
    run: RunId,
    journal: Journal<Pen>,
    pub(super) board: Board,
    began: Instant,
    kept_at: u64,
    drafts: Vec<Draft>,
}

/// What was decided, with the line that proves it.
pub(super) struct Decision {
    pub(super) decided: Decided,
    pub(super) entry: Entry,
}

impl Stream {
    /// Takes the stream of a forge; a new one is made. Another daemon that has it keeps it.
    pub(super) fn take(store: Store, forge: &str) -> Result<Self, NotServed> {
        let run = name(forge)?;
        let meta = Meta {
            opened_ms: now_ms(),
            title: format!("tasks of {forge}"),
            ..Meta::default()
        };
        match store.create_run(&run, &meta) {
            Ok(()) | Err(store::Error::RunExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let claim = match store.claim(&run) {
            Ok(claim) => claim,
            Err(store::Error::Busy { pid, .. }) => {
                let forge = forge.to_owned();
                return Err(NotServed::Served { forge, pid });
            }
            Err(error) => return Err(error.into()),
        };
        let (board, kept_at) = read(&store, &run)?;
        let journal = claim.journal(run.clone());
        Ok(Self {
            store,
            run,
            journal,
            board,
            began: Instant::now(),
            kept_at,
            drafts: Vec::new(),
        })
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// How many lines are durable.
    #[cfg(test)]
    pub(super) fn lines(&self) -> u64 {
        self.journal.head().seq.0
    }

    /// Takes something in, and puts down what follows. It is durable with the next [`Stream::commit`].
    pub(super) fn see(&mut self, seen: BoardSeen) {
        let stamp = self.stamp();
        let decided = self.board.advance(&stamp, &seen);
        self.put(&stamp, Event::Seen(Seen::Board(seen)));
        for one in decided {
            self.put(&stamp, Event::Decided(Decided::Board(one)));
        }
    }

    /// Allows an act on the forge; which one it is.
    pub(super) fn allow(&mut self, action: Action) -> ActId {
        let stamp = self.stamp();
        let act = self.next_act();
        let decided = Decided::Allowed {
            act,
            call: None,
            digest: action.digest(),
            action: Some(action),
        };
        self.apply(&stamp, Event::Decided(decided));
        act
    }

    /// What came of an act.
    pub(super) fn finished(&mut self, act: ActId, observation: Observation) {
        let stamp = self.stamp();
        let seen = Seen::Finished { act, observation };
        self.apply(&stamp, Event::Seen(seen));
    }

    fn next_act(&self) -> ActId {
        let behind = u64::try_from(self.drafts.len()).unwrap_or(u64::MAX);
        ActId(
            self.journal
                .head()
                .seq
                .0
                .saturating_add(behind)
                .saturating_add(1),
        )
    }

    fn apply(&mut self, stamp: &Stamp, event: Event) {
        self.board.apply(stamp, &event);
        self.put(stamp, event);
    }

    fn put(&mut self, stamp: &Stamp, event: Event) {
        let stamp = stamp.clone();
        self.drafts.push(Draft { stamp, event });
    }

    /// Makes what was put down durable. What was decided may be carried out then.
    pub(super) fn commit(&mut self) -> Result<Vec<Decision>, NotServed> {
        if self.drafts.is_empty() {
            return Ok(Vec::new());
        }
        let entries = self.journal.append(std::mem::take(&mut self.drafts))?;
        let decisions = entries.into_iter().filter_map(|entry| {
            let Event::Decided(decided) = &entry.line().event else {
                return None;
            };
            let decided = decided.clone();
            Some(Decision { decided, entry })
        });
        let decisions = decisions.collect();
        if self.journal.head().seq.0.saturating_sub(self.kept_at) >= KEEP_AFTER {
            self.keep();
        }
        Ok(decisions)
    }

    /// Keeps the board, so that the next start reads fewer lines.
    pub(super) fn keep(&mut self) {
        let head = self.journal.head();
        self.kept_at = head.seq.0;
        if let Ok(bytes) = postcard::to_stdvec(&self.board) {
            // It saves time, no more.
            let _kept = self.store.put_cache(&self.run, CACHE, head, &bytes);
        }
        let _later = self.store.tidy();
    }

    fn stamp(&self) -> Stamp {
        let mono = self.began.elapsed().as_millis();
        Stamp {
            at_ms: now_ms(),
            mono_ms: u64::try_from(mono).unwrap_or(u64::MAX),
            task: None,
        }
    }
}

/// The stream's name: no run is called so, nor a session of an agent.
pub(crate) fn name(forge: &str) -> Result<RunId, NotServed> {
    let text = format!("board-{forge}");
    RunId::new(text.clone()).map_err(|error| NotServed::Line {
        stream: text,
        why: error.to_string(),
    })
}

/// The board as the lines have it, and the line up to which it had been kept.
fn read(store: &Store, run: &RunId) -> Result<(Board, u64), NotServed> {
    let kept = store.get_cache(run, CACHE).and_then(|(head, bytes)| {
        let mut board: Board = postcard::from_bytes(&bytes).ok()?;
        board.assemble();
        Some((board, head.seq))
    });
    let (mut board, at) = kept.unwrap_or_default();
    let mut next = at.next();
    loop {
        let rows = store.lines(run, next, BATCH)?;
        let many = rows.len();
        for row in rows {
            let line = v1::decode(&row.bytes).map_err(|error| NotServed::Line {
                stream: run.to_string(),
                why: error.to_string(),
            })?;
            board.apply(&line.stamp, &line.event);
            next = row.seq.next();
        }
        if many < BATCH {
            return Ok((board, at.0));
        }
    }
}
