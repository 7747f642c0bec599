//! The runs of a state directory as somebody who looks on sees them: read again only where something was written.

use std::collections::BTreeMap;

use ledger::ids::{RunId, Seq};
use ledger::message::Message;
use store::{Filter, Store, StreamKind};

use crate::drive::Error;
use crate::repository::{NoSite, Site};
use crate::runs::{self, Told};

/// Who looks on.
#[derive(Debug)]
pub struct Overview {
    store: Store,
    count_max: u32,
    /// The last line of each run that was handed out.
    known: BTreeMap<RunId, Seq>,
}

/// One run at one moment.
#[derive(Debug)]
pub struct Glance {
    /// Its name.
    pub run: RunId,
    /// How it stands, where lines were written since the last time; else as it was.
    pub fresh: Option<Told>,
    /// Whether some process drives it.
    pub driven: bool,
    /// What was left in its inbox and no driver took in yet.
    pub waiting: Vec<Message>,
}

impl Overview {
    /// Looks at the runs of all repositories, at most so many, the newest.
    ///
    /// # Errors
    /// [`NoSite::Store`].
    pub fn open(site: &Site, count_max: u32) -> Result<Self, NoSite> {
        Ok(Self {
            store: site.store()?,
            count_max,
            known: BTreeMap::new(),
        })
    }

    /// All of them, the newest first. One that was made and never opened is passed over. `last` is the last message that
    /// a run has taken in, for those that are not fresh.
    ///
    /// # Errors
    /// [`Error`] when the store or a line can't be read.
    pub fn look(&mut self, last: impl Fn(&RunId) -> u64) -> Result<Vec<Glance>, Error> {
        let filter = Filter {
            kind: StreamKind::Runs,
            count_max: Some(self.count_max),
            ..Filter::default()
        };
        let mut all = Vec::new();
        for run in self.store.runs(&filter)? {
            let (id, head) = (run.id, run.head.seq);
            if head == Seq(0) {
                continue;
            }
            // Asked before its lines are read: a driver that lets go meanwhile has written why.
            let driven = runs::is_driven(&self.store, &id)?;
            let fresh = match self.known.get(&id) {
                Some(seen) if *seen == head => None,
                Some(_) | None => Some(runs::read(&self.store, &id)?),
            };
            if let Some(told) = &fresh {
                self.known.insert(id.clone(), told.state.seq);
            }
            let taken_in = fresh.as_ref().map_or_else(|| last(&id), |it| it.state.told);
            let waiting = self.store.inbox(&id, taken_in)?;
            all.push(Glance {
                run: id,
                fresh,
                driven,
                waiting,
            });
        }
        Ok(all)
    }

    /// Leaves a message for a run. Whoever drives it takes it in.
    ///
    /// # Errors
    /// [`Error`].
    pub fn tell(&self, run: &RunId, body: &ledger::message::Body) -> Result<u64, Error> {
        runs::tell(&self.store, run, body)
    }
}
