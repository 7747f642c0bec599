//! The stream of a session: its name, its lines, and how the next ones become durable. Hooks of one session may run side
//! by side; each waits for its turn.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use agents::host::Host;
use agents::session::Session;
use ledger::event::{Event, Stamp};
use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::{Draft, Journal};
use ledger::wire::v1;
use store::{Claim, Meta, Pen, Store};

use super::error::NotAnswered;
use crate::timestamp::now_ms;

/// How long a hook waits for another one of its session.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// How often it looks.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// Lines read at once.
const BATCH: usize = 500;
/// Shape and version of what is remembered of a session.
const CACHE: &str = "session-1";
/// Letters of a session's name behind the agent's.
const LETTERS: usize = 8;

/// The stream of one session.
pub(super) struct Stream {
    store: Store,
    run: RunId,
    /// What writes it; nothing while other hooks may.
    journal: Option<Journal<Pen>>,
    begun: Instant,
}

/// The name of a session's stream: that of the agent, and letters that follow from the agent's own name of the session.
#[must_use]
pub fn name_of(host: Host, session: &str) -> RunId {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let digest = Hash::of(format!("{host}\n{session}").as_bytes());
    let letters: String = digest
        .0
        .iter()
        .take(LETTERS)
        .map(|byte| char::from(ALPHABET[usize::from(byte & 31)]))
        .collect();
    let name = format!("{host}-{letters}");
    RunId::new(name).unwrap_or_else(|_| unreachable!("letters and a dash are a name"))
}

impl Stream {
    /// Takes the stream of a session, once no other hook has it; a new one is made.
    pub(super) fn take(dir: &Path, run: &RunId, meta: Meta) -> Result<Self, NotAnswered> {
        let store = Store::open(dir)?;
        match store.create_run(run, &meta) {
            Ok(()) | Err(store::Error::RunExists { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let journal = claim(&store, run)?.journal(run.clone());
        Ok(Self {
            store,
            run: run.clone(),
            journal: Some(journal),
            begun: Instant::now(),
        })
    }

    pub(super) fn run(&self) -> &RunId {
        &self.run
    }

    /// Lets other hooks of the session write meanwhile.
    pub(super) fn let_go(&mut self) {
        self.journal = None;
    }

    /// What is known of the session; nothing of one that is new.
    pub(super) fn read(&self) -> Result<Session, NotAnswered> {
        let (mut session, mut next) = self.remembered();
        loop {
            let rows = self.store.lines(&self.run, next, BATCH)?;
            let many = rows.len();
            for row in rows {
                let line = v1::decode(&row.bytes)
                    .map_err(|error| NotAnswered::Lines(error.to_string()))?;
                session.apply(&line.event);
                next = row.seq.next();
            }
            if many < BATCH {
                return Ok(session);
            }
        }
    }

    /// The session as it was remembered, and the first line after that.
    fn remembered(&self) -> (Session, Seq) {
        let remembered = self.store.get_cache(&self.run, CACHE);
        remembered
            .and_then(|(head, bytes)| {
                let session = serde_json::from_slice(&bytes).ok()?;
                Some((session, head.seq.next()))
            })
            .unwrap_or((Session::default(), Seq(1)))
    }

    /// Makes these events the next lines. `session` is what is known with them, where nobody else wrote since it was read.
    pub(super) fn append(
        &mut self,
        events: Vec<Event>,
        session: &Session,
    ) -> Result<(), NotAnswered> {
        let stamp = self.stamp();
        let drafts = events.into_iter().map(|event| Draft {
            stamp: stamp.clone(),
            event,
        });
        let (journal, is_known) = match &mut self.journal {
            Some(journal) => (journal, true),
            none => (
                none.insert(claim(&self.store, &self.run)?.journal(self.run.clone())),
                false,
            ),
        };
        let entries = journal.append(drafts.collect())?;
        if is_known && !entries.is_empty() {
            let bytes = serde_json::to_vec(session).unwrap_or_default();
            // It saves time, no more.
            let _kept = self
                .store
                .put_cache(&self.run, CACHE, journal.head(), &bytes);
        }
        Ok(())
    }

    /// Keeps the log of the store short, which every hook reads.
    pub(super) fn tidy(&mut self, is_urgent: bool) {
        self.journal = None;
        // The next one does it.
        let _later = match is_urgent {
            true => self.store.tidy(),
            false => self.store.tidy_short(),
        };
    }

    fn stamp(&self) -> Stamp {
        let mono = self.begun.elapsed().as_millis();
        Stamp {
            at_ms: now_ms(),
            mono_ms: u64::try_from(mono).unwrap_or(u64::MAX),
            task: None,
        }
    }
}

/// Takes the stream, once nobody else has it.
fn claim(store: &Store, run: &RunId) -> Result<Claim, NotAnswered> {
    let since = Instant::now();
    loop {
        match store.claim(run) {
            Err(store::Error::Busy { .. }) if since.elapsed() < WAIT_MAX => {
                thread::sleep(LOOK_AGAIN);
            }
            claimed => return Ok(claimed?),
        }
    }
}
