//! What was granted, and what of it still stands.

use engine::state::State;
use ledger::authorisation::{Authorisation, Binding, Terms};
use ledger::event::{Event, Seen, Stamp};
use ledger::ids::{GrantId, RunId};
use serde::Serialize;
use store::Store;

use crate::drive::{self, now_ms};
use crate::runs::{self, Told};

/// A grant as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Given {
    /// Its name.
    pub grant: GrantId,
    /// The run it is for.
    pub run: RunId,
    /// What was granted, as it was shown.
    pub what: String,
    /// What it lifts, each as `policy/id`.
    pub lifts: Vec<String>,
    /// What commands may reach by it: registries, hosts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reaches: Vec<String>,
    /// Uses that are left; `None`: as often as the run likes.
    pub uses_left: Option<u32>,
    /// Until when, in milliseconds since 1970; `None`: until the run is over.
    pub expires_ms: Option<u64>,
    /// Who gave it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub given_ms: u64,
    /// Whether it still lifts anything, and else why not.
    pub stands: Stands,
    /// Where and with what it holds.
    pub bound: Option<Binding>,
}

/// Whether a grant still lifts anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// It does.
    Yes,
    /// It will, as soon as the run goes on: no driver has taken it in yet.
    Waiting,
    /// It was used as often as it was given.
    UsedUp,
    /// Its time is over.
    Expired,
    /// It was taken back.
    Revoked,
    /// The run has ended.
    Over,
}

/// A run with all that was said to it, also what no driver has taken in yet.
#[derive(Debug)]
pub struct Heard {
    /// The run as its lines tell it.
    pub told: Told,
    /// Its state, messages taken in.
    state: State,
}

/// Reads a run, and what waits in its inbox.
///
/// # Errors
/// [`drive::Error`].
pub fn hear(store: &Store, run: &RunId) -> Result<Heard, drive::Error> {
    let told = runs::read(store, run)?;
    let mut state = told.state.clone();
    for message in store.inbox(run, state.told)? {
        let stamp = Stamp {
            at_ms: now_ms(),
            mono_ms: state.clock.mono_ms,
            task: None,
        };
        let (seq, epoch) = (state.seq.next(), state.epoch);
        let event = Event::Seen(Seen::Told(message));
        engine::fold::apply(&mut state, seq, epoch, &stamp, &event);
    }
    Ok(Heard { told, state })
}

/// The grants of a run, the oldest first.
#[must_use]
pub fn given(heard: &Heard) -> Vec<Given> {
    let mut out: Vec<Given> = Vec::new();
    for it in &heard.state.grants {
        if let Some(same) = out.iter_mut().find(|at| at.grant == it.grant) {
            let new = lifts(it).into_iter();
            let new: Vec<String> = new.filter(|it| !same.lifts.contains(it)).collect();
            same.lifts.extend(new);
            same.reaches.extend(it.network.clone());
            same.uses_left = same.uses_left.min(uses_left(it));
            continue;
        }
        out.push(Given {
            grant: it.grant,
            run: it.run.clone(),
            what: it.what.clone(),
            lifts: lifts(it),
            uses_left: uses_left(it),
            expires_ms: (it.expires_ms != Terms::NEVER).then_some(it.expires_ms),
            by: it.by.clone(),
            given_ms: it.given_ms,
            stands: stands(heard, it),
            bound: it.bound.clone(),
            reaches: it.network.clone().into_iter().collect(),
        });
    }
    out
}

/// The finding that it lifts; none where it lets commands reach something.
fn lifts(grant: &Authorisation) -> Vec<String> {
    let finding = grant.network.is_none().then(|| grant.finding.clone());
    finding.into_iter().collect()
}

fn uses_left(grant: &Authorisation) -> Option<u32> {
    (grant.uses != Terms::ALWAYS).then_some(grant.uses)
}

fn stands(heard: &Heard, grant: &Authorisation) -> Stands {
    if grant.revoked {
        Stands::Revoked
    } else if grant.uses == 0 {
        Stands::UsedUp
    } else if !grant.stands(now_ms()) {
        Stands::Expired
    } else if heard.state.ended.is_some() {
        Stands::Over
    } else if grant.grant.0 > heard.told.state.told {
        Stands::Waiting
    } else {
        Stands::Yes
    }
}
