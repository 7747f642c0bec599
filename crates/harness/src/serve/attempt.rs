//! One attempt at a task: a run, in a thread of its own. It gathers what there is to know, begins the run or goes on with it,
//! and looks at the forge once more when it has ended.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use forge::client::Client;
use ledger::board::AttemptEnd;
use ledger::event::Need;
use ledger::forge::{Fact, What};
use ledger::message::Body;
use ledger::phase::{Phase, Stop};
use ledger::promise::Source;
use tokio::sync::{mpsc, watch};

use super::brief::{Brief, Place};
use super::briefing;
use super::not_driven::NotDriven;
use super::told::Told;
use super::verdict;
use crate::drive;
use crate::from_issue::{self, Address, NoIssue, Prepared};
use crate::repository::{Call, Site};
use crate::runs::{self, Opening};
use crate::session::{self, Company, Rest};

/// An attempt that is under way.
pub(super) struct Attempt {
    signals: watch::Sender<u32>,
    why: watch::Sender<Option<String>>,
}

impl Attempt {
    /// Begins.
    pub(super) fn begin(
        place: Place,
        brief: Brief,
        tell: mpsc::UnboundedSender<Told>,
    ) -> io::Result<Self> {
        let (signals, heard) = watch::channel(0);
        let (why, cancelled) = watch::channel(None);
        let name = format!("{}", brief.task);
        thread::Builder::new().name(name).spawn(move || {
            let (task, attempt, run) = (brief.task, brief.attempt, brief.run.clone());
            // One that falls over must not take the daemon with it.
            let made = catch_unwind(AssertUnwindSafe(|| made(&place, &brief, heard, &cancelled)));
            let (facts, end) = made.unwrap_or_else(|_| {
                let why = "a mistake of ours ended it".to_owned();
                (Vec::new(), AttemptEnd::Failed { why })
            });
            let _gone = tell.send(Told::Ended(task, attempt, run, facts, end));
        })?;
        Ok(Self { signals, why })
    }

    /// Ends it: its task has ended, or its time is up.
    pub(super) fn cancel(&self, why: &str) {
        self.why.send_replace(Some(why.to_owned()));
        self.park();
    }

    /// Has it leave its run where it is.
    pub(super) fn park(&self) {
        self.signals.send_modify(|it| *it = it.saturating_add(1));
    }
}

fn made(
    place: &Place,
    brief: &Brief,
    signals: watch::Receiver<u32>,
    cancelled: &watch::Receiver<Option<String>>,
) -> (Vec<Fact>, AttemptEnd) {
    let rest = match driven(place, brief, signals) {
        Ok(rest) => rest,
        Err(why) => return (Vec::new(), why.end()),
    };
    let facts = seen_afterwards(place, brief, &rest);
    let end = match &*cancelled.borrow() {
        Some(why) => {
            give_up(place, brief, why);
            match rest.state.ended {
                Some((Phase::Done, _)) => AttemptEnd::Done,
                Some(_) | None => AttemptEnd::Cancelled,
            }
        }
        None => end_of(&rest),
    };
    (facts, end)
}

fn driven(place: &Place, brief: &Brief, signals: watch::Receiver<u32>) -> Result<Rest, NotDriven> {
    let company = Company {
        ear: None,
        signals: Some(signals),
    };
    let nobody = Box::new(|_: drive::Notice<'_>| {});
    if let Some((site, rest)) = begun_before(place, brief)? {
        if let Some(rest) = rest {
            return Ok(rest);
        }
        let (model, store) = (site.model()?, site.store()?);
        runs::tell(&store, &brief.run, &Body::Resume { hint: None })?;
        return Ok(session::drive(
            &site, store, model, &brief.run, None, company, nobody,
        )?);
    }
    let Prepared {
        site,
        source,
        trusted,
        publish,
        base,
    } = prepared(place, brief)?;
    let (model, store) = (site.model()?, site.store()?);
    let opening = Opening {
        source,
        trusted,
        base: Some(base),
        publish: Some(publish),
        name: Some(brief.run.clone()),
    };
    let fresh = runs::open(&site, &store, opening, None)?;
    Ok(session::drive(
        &site,
        store,
        model,
        &brief.run,
        Some(fresh.opened),
        company,
        nobody,
    )?)
}

/// A run that was begun by a daemon before, in its clone; and how it ended, if it did.
fn begun_before(place: &Place, brief: &Brief) -> Result<Option<(Site, Option<Rest>)>, NotDriven> {
    let store = store::Store::open(place.config.store_dir()).map_err(drive::Error::from)?;
    let Ok(told) = runs::read(&store, &brief.run) else {
        return Ok(None);
    };
    let Some(opened) = &told.state.opened else {
        return Ok(None);
    };
    let site = from_issue::site_in_clone(place.call(brief), opened)?;
    let rest = told.state.ended.is_some().then_some(Rest {
        state: told.state,
        interrupted: false,
        checkout: None,
    });
    Ok(Some((site, rest)))
}

/// What the run begins with.
fn prepared(place: &Place, brief: &Brief) -> Result<Prepared, NotDriven> {
    let runtime = session::runtime()?;
    let login = &brief.agent.login;
    let client = client(place, brief)?;
    let address = Address {
        forge: place.watched.name.clone(),
        repo: brief.subject.repo.clone(),
        number: brief.subject.number,
    };
    let reader = place.watched.reader().unwrap_or(&brief.agent);
    let asker = place.forges.client(&address.forge, &reader.login);
    let asker = asker.map_err(NoIssue::from)?;
    let approved = runtime.block_on(verdict::approved(&asker, brief))?;
    let gathered = runtime.block_on(from_issue::gather(&client, &asker, &address))?;
    let told = runtime.block_on(briefing::gather(&client, brief));
    if let Some(why) = gathered.refusal().filter(|_| !brief.duty().talks_only) {
        return Err(why.into());
    }
    let call = place.call(brief);
    let ready = from_issue::Place {
        call: &call,
        state_dir: &place.config.state_dir,
        via: place.config.forges.via,
    };
    let mut prepared = ready.ready(&place.forges, login, gathered, &place.templates)?;
    if let Some(approved) = &approved
        && prepared.publish.tip.as_ref() != Some(approved)
    {
        let why = format!("`{approved}` was approved, and the branch has moved since");
        return Err(NotDriven::NotNeeded(why));
    }
    prepared.publish.reviewers = place.watched.reviewers(login);
    if let Source::Issue(issue) = &mut prepared.source {
        let diff = briefing::change(&prepared.site, &prepared.publish, &prepared.base);
        let errand = briefing::errand(place, brief, issue, &prepared.publish, (told, diff));
        issue.errand = Some(Box::new(errand));
    }
    Ok(prepared)
}

impl Place {
    /// How a run of this agent is called: who does the typing is its own to say.
    fn call(&self, brief: &Brief) -> Call {
        let mut call = self.call.clone();
        if let Some(backend) = &brief.agent.backend {
            call.flags
                .push(("agents.default".to_owned(), backend.clone()));
        }
        call
    }
}

pub(super) fn client(place: &Place, brief: &Brief) -> Result<Client, NoIssue> {
    Ok(place
        .forges
        .client(&place.watched.name, &brief.agent.login)?)
}

/// What stands on the forge now: what the run did is known before any delivery tells of it.
fn seen_afterwards(place: &Place, brief: &Brief, rest: &Rest) -> Vec<Fact> {
    let (Ok(runtime), Ok(client)) = (session::runtime(), client(place, brief)) else {
        return Vec::new();
    };
    let repo = &brief.subject.repo;
    let mut numbers = vec![brief.subject.number];
    numbers.extend(rest.state.published.pull);
    let publish = rest
        .state
        .opened
        .as_ref()
        .and_then(|it| it.publish.as_ref());
    numbers.extend(publish.and_then(|it| it.issue));
    numbers.sort_unstable();
    numbers.dedup();
    let mut facts = Vec::new();
    for number in numbers {
        if let Ok(found) = runtime.block_on(client.look(repo, number)) {
            facts.extend(found.into_iter().map(super::intake::clean));
        }
    }
    facts.retain(|it| !matches!(it.what, What::Other { .. }));
    facts
}

/// A run whose task has ended is ended for good; its work is kept.
fn give_up(place: &Place, brief: &Brief, why: &str) {
    if let Ok(Some((site, None))) = begun_before(place, brief)
        && let Ok(store) = site.store()
    {
        // Where that fails, the run stays parked, and `doctor` finds it.
        let _later = session::end(&site, store, &brief.run, why.to_owned());
    }
}

fn end_of(rest: &Rest) -> AttemptEnd {
    match (&rest.state.ended, &rest.state.park) {
        (Some((Phase::Done, _)), _) => AttemptEnd::Done,
        (Some((Phase::Stopped, why)), _) => AttemptEnd::NotNeeded { why: why.clone() },
        (Some((_, why)), _) => AttemptEnd::Failed { why: why.clone() },
        (None, Some(_)) if rest.interrupted => AttemptEnd::Cancelled,
        (None, Some(park)) => {
            let why = park.why.clone();
            let answers = |it: &Need| matches!(it, Need::Answer { .. });
            let waits = |it: &Need| matches!(it, Need::Time { .. });
            match park.stop {
                _ if park.needs.iter().any(answers) => AttemptEnd::Waiting {
                    why: super::answers::questions(&rest.state),
                },
                _ if park.needs.iter().any(waits) => AttemptEnd::Deferred { why },
                Stop::Blocked
                | Stop::BudgetExhausted
                | Stop::Stuck
                | Stop::Unsafe
                | Stop::ScopeDrift
                | Stop::Done
                | Stop::Stopped => AttemptEnd::Failed { why },
            }
        }
        (None, None) => AttemptEnd::Failed {
            why: "its driver broke off".to_owned(),
        },
    }
}
