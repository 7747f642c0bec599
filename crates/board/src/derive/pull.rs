//! Tasks about a pull request.

use std::collections::{BTreeMap, BTreeSet};

use ledger::board::{ActionType, Cause, Ending, head_cause};
use ledger::forge::ReviewVerdict;
use ledger::ids::GitId;

use super::{Key, Team, Wanted, mentioned, talk_mentions};
use crate::known::{Checks, Known, Pull, Review};
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
    /// What ends whatever is to be done about the pull request.
    fn ending(&self) -> Option<Ending> {
        if self.pull.is_gone() {
            return Some(Ending::Withdrawn);
        }
        if self.pull.merged_ms().is_some() {
            return Some(Ending::Merged);
        }
        self.pull.is_over().then_some(Ending::Closed)
    }

    fn key(&self, action: ActionType, agent: Who, cause: Cause) -> Key {
        Key {
            place: self.place,
            action,
            agent,
            cause,
        }
    }

    fn checks(&self, commit: &GitId) -> Option<&Checks> {
        self.known.checks(self.place, commit)
    }

    /// Whether an account has reported here, or on an issue that the pull request closes, since a time.
    fn has_report_since(&self, who: Who, at_ms: u64) -> bool {
        let closes = self.pull.closes.iter();
        let issues = closes.filter_map(|it| self.known.issues.get(&self.place.beside(*it)));
        self.pull.talk.has_report_since(who, at_ms)
            || issues
                .into_iter()
                .any(|it| it.talk.has_report_since(who, at_ms))
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
        match review.verdict {
            ReviewVerdict::Approved => wanted.push(Wanted::open(key).ended(here.ending())),
            ReviewVerdict::Changes => {
                let task = Wanted::open(key).ended(changed_since(here, review));
                sent_back.push((review.at_ms, task));
            }
            ReviewVerdict::Comment => {}
        }
    }
    for (at_ms, commit) in here.pull.heads() {
        if let Some((red_ms, task)) = red(here, author, commit) {
            sent_back.push((red_ms.max(*at_ms), task));
        }
    }
    sent_back.sort_by_key(|(at_ms, task)| (*at_ms, task.key));
    for (at, (_, task)) in sent_back.into_iter().enumerate() {
        let ending = match at >= team.rounds_max {
            true => task.ending.or(Some(Ending::RoundsExhausted)),
            false => task.ending,
        };
        wanted.push(task.ended(ending));
    }
}

/// A review that asks for changes is met when something was pushed since.
fn changed_since(here: &Here<'_>, review: &Review) -> Option<Ending> {
    let moved = match &review.commit {
        Some(commit) => here.pull.has_moved_from(commit),
        None => here.pull.heads().iter().any(|(at, _)| *at > review.at_ms),
    };
    moved.then_some(Ending::Pushed).or_else(|| here.ending())
}

/// A head whose checks failed, and since when.
fn red(here: &Here<'_>, author: Who, commit: &GitId) -> Option<(u64, Wanted)> {
    let checks = here.checks(commit)?;
    let red_ms = checks.red_since()?;
    let key = here.key(ActionType::CiFailure, author, head_cause(commit));
    let head = here.pull.head();
    let is_fixed = head
        .filter(|it| *it != commit)
        .and_then(|it| here.checks(it));
    let ending = if here.has_report_since(author, red_ms) {
        let is_green = is_fixed.is_some_and(Checks::are_green);
        Some(if is_green {
            Ending::Fixed
        } else {
            Ending::Reported
        })
    } else if is_fixed.is_some_and(Checks::are_green) {
        Some(Ending::Fixed)
    } else if is_fixed.is_some_and(|it| it.red_since().is_some()) {
        Some(Ending::Superseded)
    } else {
        here.ending()
    };
    Some((red_ms, Wanted::open(key).ended(ending)))
}

/// Reviews that are neither: their author is to answer.
fn comments(here: &Here<'_>, author: Who, wanted: &mut Vec<Wanted>) {
    for (key, review) in here.pull.reviews() {
        if review.reviewer == author || review.verdict != ReviewVerdict::Comment {
            continue;
        }
        let key = here.key(ActionType::ReviewComment, author, Cause::Review(key));
        let said = here.pull.talk.has_since(author, review.at_ms);
        let ending = said.then_some(Ending::Commented);
        wanted.push(Wanted::open(key).ended(ending.or_else(|| here.ending())));
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

/// Whoever is asked for a review has a task until it is there. Requests with no review of theirs in between are one.
fn requests(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let asked: BTreeSet<Who> = here.pull.requests().iter().map(|it| it.reviewer).collect();
    for reviewer in asked.into_iter().filter(|it| team.has(*it)) {
        if Some(reviewer) == here.pull.author {
            continue;
        }
        let reviews = here.pull.reviews();
        let own: Vec<u64> = reviews
            .iter()
            .filter(|(_, it)| it.reviewer == reviewer)
            .map(|(_, it)| it.at_ms)
            .collect();
        // By how many reviews stood before it: whether it still stands.
        let mut groups: BTreeMap<usize, bool> = BTreeMap::new();
        let requests = here.pull.requests().iter();
        for request in requests.filter(|it| it.reviewer == reviewer) {
            let before = own.iter().filter(|it| **it < request.at_ms).count();
            groups.insert(before, !request.removed);
        }
        for (before, stands) in groups {
            let nth = u16::try_from(before).unwrap_or(u16::MAX);
            let key = here.key(ActionType::ReviewRequest, reviewer, Cause::Requested(nth));
            let ending = if own.len() > before {
                Some(Ending::Reviewed)
            } else if !stands {
                Some(Ending::Withdrawn)
            } else {
                here.ending()
            };
            wanted.push(Wanted::open(key).ended(ending));
        }
    }
}

/// Whoever has reviewed looks again when the head has moved.
fn updates(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let reviews = here.pull.reviews();
    let reviewers: BTreeSet<Who> = reviews.iter().map(|(_, it)| it.reviewer).collect();
    for reviewer in reviewers.into_iter().filter(|it| team.has(*it)) {
        let own: Vec<&Review> = reviews
            .iter()
            .filter(|(_, it)| it.reviewer == reviewer)
            .map(|(_, it)| *it)
            .collect();
        let Some(first) = own.iter().min_by_key(|it| it.at_ms) else {
            continue;
        };
        // In the second of the review: the head now, if it is another than the one that was reviewed.
        let moved = |it: &GitId| {
            let reviewed = first.commit.as_ref();
            here.pull.head() == Some(it) && reviewed.is_some_and(|reviewed| reviewed != it)
        };
        let heads = here.pull.heads().iter();
        let later = heads.filter(|(at, it)| *at > first.at_ms || (*at == first.at_ms && moved(it)));
        for (at_ms, commit) in later {
            let is_reviewed = own
                .iter()
                .any(|it| it.commit.as_ref() == Some(commit) || it.at_ms > *at_ms);
            let ending = if is_reviewed {
                Some(Ending::Reviewed)
            } else if here.pull.head() != Some(commit) {
                Some(Ending::Superseded)
            } else {
                here.ending()
            };
            let key = here.key(ActionType::ReviewUpdated, reviewer, head_cause(commit));
            wanted.push(Wanted::open(key).ended(ending));
        }
    }
}

/// Agents that are mentioned in the text, in a comment, or in a review.
fn mentions(team: &Team, here: &Here<'_>, wanted: &mut Vec<Wanted>) {
    let gone = here.pull.is_gone().then_some(Ending::Withdrawn);
    let talk = &here.pull.talk;
    for agent in mentioned(team, here.pull.author, &here.pull.mentions) {
        let key = here.key(ActionType::Mention, agent, Cause::Body);
        let said = talk.has_after(agent, 0).then_some(Ending::Commented);
        wanted.push(Wanted::open(key).ended(said.or(gone)));
    }
    talk_mentions(team, here.place, talk, gone, wanted);
    for (key, review) in here.pull.reviews() {
        let mentioned = mentioned(team, Some(review.reviewer), &review.mentions);
        // Its author has the review itself as a task.
        for agent in mentioned.filter(|it| Some(*it) != here.pull.author) {
            let key = here.key(ActionType::Mention, agent, Cause::Review(key));
            let said = talk
                .has_since(agent, review.at_ms)
                .then_some(Ending::Commented);
            wanted.push(Wanted::open(key).ended(said.or(gone)));
        }
    }
}
