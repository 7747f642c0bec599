//! Tasks about a pull request.

use std::collections::BTreeSet;

use ledger::board::{ActionType, Cause, Ending, head_cause};
use ledger::forge::ReviewVerdict;
use ledger::ids::RunId;

use super::wanted::{Key, Team, Wanted, mentioned};
use crate::known::{Checks, Head, Known, Pull, Review};
use crate::names::{Place, Who};

pub(super) fn tasks(
    known: &Known,
    team: &Team,
    (place, pull): (Place, &Pull),
    wanted: &mut Vec<Wanted>,
) {
    let here = Here { known, place, pull };
    if let Some(author) = team.agent(pull.author) {
        rounds(team, &here, author, wanted);
        comments(&here, author, wanted);
        merged(&here, author, wanted);
    }
    requests(team, &here, wanted);
    updates(team, &here, wanted);
    mentions(team, &here, wanted);
}

struct Here<'a> {
    known: &'a Known,
    place: Place,
    pull: &'a Pull,
}

impl Here<'_> {
    /// What ends whatever was to be done about the pull request since a time.
    fn ending(&self, since_ms: u64) -> Option<Ending> {
        if self.pull.is_gone() {
            return Some(Ending::Withdrawn);
        }
        if self.pull.merged_ms().is_some() {
            return Some(Ending::Merged);
        }
        let is_closed = self.pull.closed_ms().is_some_and(|it| it >= since_ms);
        is_closed.then_some(Ending::Closed)
    }

    fn key(&self, action: ActionType, agent: Who, cause: Cause) -> Key {
        Key {
            place: self.place,
            action,
            agent,
            cause,
        }
    }

    fn checks(&self, head: &Head) -> Option<&Checks> {
        self.known.checks(self.place, &head.commit)
    }

    /// A task that ends when its agent has said something here after a time, or else so.
    fn ended_by_words(&self, key: Key, at_ms: u64, ending: Option<Ending>) -> Wanted {
        let talk = self.known.talk(self.place);
        let task = Wanted::open(key);
        if talk.has_since(key.agent, at_ms) {
            return task.ended(Some(Ending::Commented));
        }
        let words: Vec<_> = talk.within(key.agent, at_ms).cloned().map(Some).collect();
        if ending.is_some() || words.is_empty() {
            return task.ended(ending);
        }
        Wanted {
            words,
            ..task.ended(Some(Ending::Commented))
        }
    }

    /// The reports of an account here, or on an issue that the pull request closes, after a time: the runs that wrote them.
    fn reports_since(&self, who: Who, at_ms: u64) -> Vec<Option<RunId>> {
        let issues = self.pull.closes.iter().map(|it| self.place.beside(*it));
        let places = std::iter::once(self.place).chain(issues);
        let reports = places.flat_map(|it| self.known.talk(it).reports_since(who, at_ms));
        reports.map(|it| it.run.clone()).collect()
    }
}

/// What sends its author back to work: reviews that ask for changes, and red checks; what lets it be merged: approvals. So
/// many of the former, and people are told.
fn rounds(team: &Team, here: &Here<'_>, author: Who, wanted: &mut Vec<Wanted>) {
    let mut sent_back: Vec<(u64, Wanted)> = Vec::new();
    for (key, review) in here.pull.reviews() {
        if review.reviewer == author {
            continue;
        }
        let key = here.key(ActionType::ReviewResult, author, Cause::Review(key));
        let ending = here.ending(review.at_ms);
        match review.verdict {
            ReviewVerdict::Approved => {
                // Within the second it is looked up before anything is merged.
                let heads = &here.pull.heads;
                let is_old = heads.were_surely_pushed_since(review.at_ms, review.commit.as_ref())
                    || is_taken_back(here, review);
                let ending = ending.or(is_old.then_some(Ending::Superseded));
                wanted.push(Wanted::open(key).ended(ending));
            }
            ReviewVerdict::Changes => {
                let pushed = changed_since(here, review).then_some(Ending::Pushed);
                let task = Wanted::open(key).ended(pushed.or(ending));
                sent_back.push((review.at_ms, task));
            }
            ReviewVerdict::Comment => {}
        }
    }
    for head in here.pull.heads.all() {
        let Some(red_ms) = here.checks(head).and_then(Checks::red_since) else {
            continue;
        };
        let key = here.key(ActionType::CiFailure, author, head_cause(&head.commit));
        if is_late(here, head, red_ms) {
            wanted.push(Wanted::open(key).ended(Some(Ending::Superseded)));
        } else {
            let since_ms = red_ms.max(head.first_ms);
            let ending = red_ending(here, author, head, since_ms);
            let mut task = Wanted::open(key).ended(ending);
            task.words = here.reports_since(author, since_ms);
            sent_back.push((red_ms, task));
        }
    }
    sent_back.sort_by_key(|(at_ms, task)| (*at_ms, task.key));
    for (at, (_, task)) in sent_back.into_iter().enumerate() {
        let exhausted = (at >= team.rounds_max).then_some(Ending::RoundsExhausted);
        let ending = task.ending.or(exhausted);
        wanted.push(task.ended(ending));
    }
}

/// Whether the same reviewer has asked for changes since: what was approved is not approved any more.
fn is_taken_back(here: &Here<'_>, approval: &Review) -> bool {
    let own = own_reviews(here, approval.reviewer).into_iter();
    let mut later = own.filter(|it| it.at_ms > approval.at_ms);
    later.any(|it| it.verdict == ReviewVerdict::Changes)
}

/// A review that asks for changes is met when something was pushed since.
fn changed_since(here: &Here<'_>, review: &Review) -> bool {
    let heads = &here.pull.heads;
    heads.were_pushed_since(review.at_ms, review.commit.as_ref())
}

/// Whether a commit turned red when it was no longer the head: what took its place has checks of its own. Within a second
/// it is taken for one that was pushed because of it.
fn is_late(here: &Here<'_>, head: &Head, red_ms: u64) -> bool {
    let mut others = here.pull.heads.all().iter();
    others.any(|it| {
        it.first_ms > head.first_ms && it.first_ms < red_ms && head.last_ms <= it.first_ms
    })
}

/// What ends the work on a red head: green checks, of it or of what took its place; a report; red checks of what took its
/// place, which are a task of their own. To push is not enough.
fn red_ending(here: &Here<'_>, author: Who, head: &Head, since_ms: u64) -> Option<Ending> {
    let later: Vec<&Checks> = here
        .pull
        .heads
        .after(since_ms, head)
        .filter_map(|it| here.checks(it))
        .collect();
    let is_fixed =
        here.checks(head).is_some_and(Checks::are_green) || later.iter().any(|it| it.are_green());
    if is_fixed {
        return Some(Ending::Fixed);
    }
    // A report may turn out to be about something else; what took its place is red for itself.
    if later.iter().any(|it| it.red_since().is_some()) {
        return Some(Ending::Superseded);
    }
    let is_reported = !here.reports_since(author, since_ms).is_empty();
    let reported = is_reported.then_some(Ending::Reported);
    reported.or_else(|| here.ending(since_ms))
}

/// Reviews that are neither: their author is to answer.
fn comments(here: &Here<'_>, author: Who, wanted: &mut Vec<Wanted>) {
    for (key, review) in here.pull.reviews() {
        if review.reviewer == author || review.verdict != ReviewVerdict::Comment {
            continue;
        }
        let key = here.key(ActionType::ReviewComment, author, Cause::Review(key));
        let ending = here.ending(review.at_ms);
        wanted.push(here.ended_by_words(key, review.at_ms, ending));
    }
}

/// Whoever opened a pull request is told that somebody else merged it.
fn merged(here: &Here<'_>, author: Who, wanted: &mut Vec<Wanted>) {
    let by = here.pull.merged_by.filter(|it| *it != author);
    if here.pull.merged_ms().is_some() && by.is_some() {
        let key = here.key(ActionType::ReviewMerged, author, Cause::Merged);
        wanted.push(Wanted::open(key).ended(Some(Ending::Notice)));
    }
}

/// Whoever is asked for a review has a task until it is there, or the request was taken back. To be asked again before that
/// is nothing new.
fn requests(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let asked: BTreeSet<Who> = here.pull.requests().iter().map(|it| it.reviewer).collect();
    for reviewer in asked.into_iter().filter(|it| team.has(*it)) {
        for (nth, (since_ms, over)) in times_asked(here, reviewer).into_iter().enumerate() {
            let nth = u16::try_from(nth).unwrap_or(u16::MAX);
            let key = here.key(ActionType::ReviewRequest, reviewer, Cause::Requested(nth));
            let ending = over.or_else(|| here.ending(since_ms));
            wanted.push(Wanted::open(key).ended(ending));
        }
    }
}

/// What happened between a pull request and a reviewer. In this order what was told of one second counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Asked,
    TakenBack,
    Reviewed,
}

/// Since when an account was asked for a review, each time anew, and how that was over.
fn times_asked(here: &Here<'_>, reviewer: Who) -> Vec<(u64, Option<Ending>)> {
    let requests = here.pull.requests().iter();
    let requests = requests.filter(|it| it.reviewer == reviewer);
    let mut steps: Vec<(u64, Step)> = requests
        .map(|it| match it.removed {
            true => (it.at_ms, Step::TakenBack),
            false => (it.at_ms, Step::Asked),
        })
        .collect();
    let reviews = own_reviews(here, reviewer).into_iter();
    steps.extend(reviews.map(|it| (it.at_ms, Step::Reviewed)));
    steps.sort_unstable();
    let mut times: Vec<(u64, Option<Ending>)> = Vec::new();
    for (at_ms, step) in steps {
        let open = times.last_mut().filter(|(_, over)| over.is_none());
        match (step, open) {
            (Step::Asked, None) => times.push((at_ms, None)),
            (Step::TakenBack, Some((_, over))) => *over = Some(Ending::Withdrawn),
            (Step::Reviewed, Some((_, over))) => *over = Some(Ending::Reviewed),
            (Step::Asked, Some(_)) | (Step::TakenBack | Step::Reviewed, None) => {}
        }
    }
    times
}

fn own_reviews<'a>(here: &Here<'a>, reviewer: Who) -> Vec<&'a Review> {
    let reviews = here.pull.reviews().into_iter();
    let own = reviews.filter(|(_, it)| it.reviewer == reviewer);
    own.map(|(_, it)| it).collect()
}

/// Whoever has reviewed looks again when the head has moved.
fn updates(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let reviews = here.pull.reviews();
    let reviewers: BTreeSet<Who> = reviews.iter().map(|(_, it)| it.reviewer).collect();
    for reviewer in reviewers.into_iter().filter(|it| team.has(*it)) {
        let own = own_reviews(here, reviewer);
        for head in here.pull.heads.all() {
            let heads = &here.pull.heads;
            let news = own
                .iter()
                .filter(|it| heads.is_news_since(head, it.at_ms, it.commit.as_ref()));
            let Some(since_ms) = news.map(|it| it.at_ms.max(head.first_ms)).min() else {
                continue;
            };
            let key = here.key(
                ActionType::ReviewUpdated,
                reviewer,
                head_cause(&head.commit),
            );
            let ending = update_ending(here, (reviewer, &own), head, since_ms);
            wanted.push(Wanted::open(key).ended(ending));
        }
    }
}

fn update_ending(
    here: &Here<'_>,
    (reviewer, own): (Who, &[&Review]),
    head: &Head,
    since_ms: u64,
) -> Option<Ending> {
    let is_of_it = |it: &&Review| match &it.commit {
        Some(commit) => *commit == head.commit,
        None => it.at_ms > since_ms,
    };
    if own.iter().any(is_of_it) {
        Some(Ending::Reviewed)
    } else if head.pusher() == Some(reviewer) {
        // It pushed that itself.
        Some(Ending::Withdrawn)
    } else if here.pull.heads.after(since_ms, head).next().is_some() {
        Some(Ending::Superseded)
    } else {
        here.ending(since_ms)
    }
}

/// Agents that are mentioned in the text, or in a review.
fn mentions(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let gone = here.pull.is_gone().then_some(Ending::Withdrawn);
    for agent in mentioned(team, here.pull.author, &here.pull.mentions) {
        let key = here.key(ActionType::Mention, agent, Cause::Body);
        let has_said = here.known.talk(here.place).has_after(agent, 0);
        let said = has_said.then_some(Ending::Commented);
        wanted.push(Wanted::open(key).ended(said.or(gone)));
    }
    for (key, review) in here.pull.reviews() {
        let mentioned = mentioned(team, Some(review.reviewer), &review.mentions);
        for agent in mentioned {
            let key = here.key(ActionType::Mention, agent, Cause::Review(key));
            // The author has the review itself as a task.
            let is_author = Some(agent) == here.pull.author;
            let superseded = is_author.then_some(Ending::Superseded);
            wanted.push(here.ended_by_words(key, review.at_ms, superseded.or(gone)));
        }
    }
}
