//! What is known of a forge, as a set of facts: told twice, or in another order, they make the same set. What follows from it
//! is derived elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use ledger::forge::{CommentSeen, Fact, IssueSeen, Origin, PullSeen, ReviewSeen, What};
use ledger::ids::GitId;
use serde::{Deserialize, Serialize};

use crate::names::{Names, Place, Who};
use crate::text;

mod checks;
mod heads;
mod issue;
mod pull;
mod sorted;
mod talk;
mod version;

pub(crate) use checks::Checks;
pub(crate) use heads::Head;
pub(crate) use issue::{Issue, Labels};
pub(crate) use pull::{Pull, Request, Review};
use sorted::Sorted;
pub(crate) use talk::{Comment, Talk};

/// Commits whose checks are kept, whether or not they are the head of something that is open.
const COMMITS_MAX: usize = 10_000;

/// What is known.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Known {
    /// Names of accounts and repositories.
    pub names: Names,
    /// Since when a daemon listens, in milliseconds since 1970: what was opened before was not its business.
    pub since_ms: Option<u64>,
    pub(crate) issues: BTreeMap<Place, Issue>,
    pub(crate) pulls: BTreeMap<Place, Pull>,
    pub(crate) talks: BTreeMap<Place, Talk>,
    /// Checks of commits, by repository.
    checks: BTreeMap<(u32, GitId), Checks>,
    /// Twice as many commits as had to be kept when some were last forgotten: to look for more each time is too slow.
    commits_max: usize,
    /// Issues that are, or once were, parts of an issue.
    parts: BTreeMap<Place, Places>,
    /// Rounds of issues with parts: so many of them were all closed, and their list was looked at; and when the last of
    /// them was closed.
    pub(crate) rounds: BTreeMap<Place, BTreeMap<u32, u64>>,
    /// The newest time that was told.
    newest_ms: u64,
    /// Pull requests that close, or once were to close, an issue.
    closing: BTreeMap<Place, Places>,
    /// Pull requests that have, or had, a commit as their head. Follows from the pull requests.
    #[serde(skip)]
    with_head: BTreeMap<(u32, GitId), Places>,
}

/// Places, each once: mostly one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Places(Sorted<Place, ()>);

impl Places {
    fn insert(&mut self, place: Place) {
        self.0.entry(place, usize::MAX, || ());
    }

    fn iter(&self) -> impl Iterator<Item = Place> {
        self.0.iter().map(|(place, ())| *place)
    }
}

/// What a fact changes.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// About which something else may follow now.
    pub(crate) touched: BTreeSet<Place>,
    /// Of which two things were told that can't both be so: only a look tells.
    pub(crate) unclear: Option<Place>,
}

impl Known {
    /// Takes a fact in.
    pub(crate) fn take(&mut self, fact: &Fact) -> Taken {
        self.newest_ms = self.newest_ms.max(told_ms(&fact.what));
        let mut taken = Taken::default();
        let at = number(&fact.what).map(|number| self.names.place(&fact.repo, number));
        if let Some(at) = at {
            // What it was part of before depends on it too.
            self.touch(at, &mut taken.touched);
            if self.put(at, fact) {
                taken.unclear = Some(at);
            }
            self.touch(at, &mut taken.touched);
        } else if let What::Check {
            commit,
            context,
            state,
            at_ms,
            ..
        } = &fact.what
        {
            let key = (self.names.repo(&fact.repo), commit.clone());
            for pull in self.with_head.get(&key).into_iter().flat_map(Places::iter) {
                self.touch(pull, &mut taken.touched);
            }
            self.checks_of(key).take(context, *at_ms, *state);
        }
        taken
    }

    /// Takes in a fact about an issue or a pull request. Tells whether it contradicts another one.
    fn put(&mut self, at: Place, fact: &Fact) -> bool {
        let by = fact.by.as_ref().map(|it| self.names.who(it));
        match &fact.what {
            What::Issue { action, issue } => {
                let is_unclear = self.issue(at, (issue, fact.origin));
                let how = (*action, fact.origin);
                let look = issue::IssueLook::of(&mut self.names, how, issue, by);
                self.issues.entry(at).or_default().look(look);
                return is_unclear;
            }
            What::Pull { action, pull } => {
                let is_unclear = self.pull(at, (pull, fact.origin));
                let entry = self.pulls.entry(at).or_default();
                entry.look((*action, fact.origin), pull, by);
                return is_unclear;
            }
            What::Comment { action, comment } => self.comment(at, *action, comment),
            What::Review(review) => self.review(at, review),
            What::ReviewRequest {
                reviewer: Some(reviewer),
                removed,
                at_ms,
                ..
            } => {
                let request = Request {
                    at_ms: *at_ms,
                    reviewer: self.names.who(reviewer),
                    removed: *removed,
                };
                // Whoever asks himself knows already.
                if by != Some(request.reviewer) || request.removed {
                    self.pulls.entry(at).or_default().request(request);
                }
            }
            What::ReviewRequest { reviewer: None, .. }
            | What::Check { .. }
            | What::Pushed { .. }
            | What::BranchDeleted { .. }
            | What::DeployFailed { .. }
            | What::Other { .. } => {}
        }
        false
    }

    /// A place, and what depends on it: issues on the pull requests that close them, and the other way round; an issue on
    /// its parts.
    fn touch(&self, place: Place, touched: &mut BTreeSet<Place>) {
        touched.insert(place);
        touched.extend(self.closing.get(&place).into_iter().flat_map(Places::iter));
        if let Some(pull) = self.pulls.get(&place) {
            touched.extend(pull.closes.iter().map(|it| place.beside(*it)));
        }
        let parent = self.issues.get(&place).and_then(|it| it.parent);
        touched.extend(parent.map(|it| place.beside(it)));
    }

    fn issue(&mut self, at: Place, (seen, origin): (&IssueSeen, Origin)) -> bool {
        let mut references = text::references(&seen.title, &seen.body);
        references.parent = references.parent.filter(|it| *it != at.number);
        if let Some(parent) = references.parent {
            let parent = at.beside(parent);
            self.parts.entry(parent).or_default().insert(at);
        }
        let mentions = self.mentions(&seen.body);
        let author = seen.author.as_ref().map(|it| self.names.who(it));
        let issue = self.issues.entry(at).or_default();
        issue.describe((seen, origin), author, references, &mentions)
    }

    fn pull(&mut self, at: Place, (seen, origin): (&PullSeen, Origin)) -> bool {
        let mut closes = text::closes(&seen.title, &seen.body);
        if closes.is_empty() {
            closes.extend(text::branch_issue(&seen.head.branch));
        }
        for number in &closes {
            let issue = at.beside(*number);
            self.closing.entry(issue).or_default().insert(at);
        }
        if let Some(commit) = &seen.head.commit {
            self.has_head(at, commit);
        }
        let mentions = self.mentions(&seen.body);
        let author = seen.author.as_ref().map(|it| self.names.who(it));
        let merged_by = seen.merged_by.as_ref().map(|it| self.names.who(it));
        let pull = self.pulls.entry(at).or_default();
        pull.describe((seen, origin), (author, merged_by), closes, &mentions)
    }

    fn comment(&mut self, at: Place, action: ledger::forge::CommentAction, seen: &CommentSeen) {
        // What the daemon says by itself is nobody's word: it wakes nobody, and ends nothing.
        let by_us = text::is_notice(&seen.body);
        let author = seen.author.as_ref().filter(|_| !by_us);
        let is_report = text::is_report(&seen.body);
        let comment = Comment {
            author: author.map(|it| self.names.who(it)),
            at_ms: seen.created_ms,
            mentions: match by_us {
                true => Box::default(),
                false => self.mentions(&seen.body),
            },
            is_report,
            run: text::written_by(&seen.body),
            is_deleted: false,
        };
        let talk = self.talks.entry(at).or_default();
        talk.take(seen.id, action, comment);
    }

    fn review(&mut self, at: Place, seen: &ReviewSeen) {
        let review = Review {
            reviewer: self.names.who(&seen.reviewer),
            verdict: seen.verdict,
            commit: seen.commit.clone(),
            at_ms: seen.at_ms,
            mentions: self.mentions(&seen.body),
        };
        let key = pull::review_key(seen);
        self.pulls.entry(at).or_default().review(key, review);
    }

    fn mentions(&mut self, body: &str) -> Box<[Who]> {
        let logins = text::mentions(body);
        logins.iter().map(|it| self.names.who(it)).collect()
    }

    fn has_head(&mut self, at: Place, commit: &GitId) {
        let key = (at.repository(), commit.clone());
        self.with_head.entry(key).or_default().insert(at);
    }

    /// Builds anew what follows from the rest and is not kept.
    pub(crate) fn assemble(&mut self) {
        let pulls = self.pulls.iter();
        let heads = pulls.flat_map(|(at, it)| it.heads.all().iter().map(|head| (*at, head)));
        let heads: Vec<(Place, GitId)> = heads.map(|(at, it)| (at, it.commit.clone())).collect();
        for (at, commit) in heads {
            self.has_head(at, &commit);
        }
    }

    /// The checks of a commit, to be changed.
    fn checks_of(&mut self, key: (u32, GitId)) -> &mut Checks {
        let commits_max = self.commits_max.max(COMMITS_MAX);
        if self.checks.len() >= commits_max && !self.checks.contains_key(&key) {
            self.forget_checks();
            self.commits_max = self.checks.len().saturating_mul(2);
        }
        self.checks.entry(key).or_default()
    }

    /// Forgets the checks of commits that are head of no open pull request, nor were.
    fn forget_checks(&mut self) {
        let open = self.pulls.iter().filter(|(_, it)| it.is_open());
        let heads = open.flat_map(|(at, it)| it.heads.all().iter().map(|head| (*at, head)));
        let heads: BTreeSet<(u32, &GitId)> = heads
            .map(|(at, head)| (at.repository(), &head.commit))
            .collect();
        self.checks
            .retain(|(repo, commit), _| heads.contains(&(*repo, commit)));
    }

    /// The checks of a commit.
    pub(crate) fn checks(&self, place: Place, commit: &GitId) -> Option<&Checks> {
        self.checks.get(&(place.repository(), commit.clone()))
    }

    /// What was said about an issue or a pull request.
    pub(crate) fn talk(&self, place: Place) -> &Talk {
        self.talks.get(&place).unwrap_or(Talk::NONE)
    }

    /// The pull requests that close an issue.
    pub(crate) fn closing(&self, place: Place) -> impl Iterator<Item = &Pull> {
        let pulls = self.closing.get(&place).into_iter().flat_map(Places::iter);
        let pulls = pulls.filter_map(|it| self.pulls.get(&it));
        pulls.filter(move |it| it.closes.contains(&place.number))
    }

    /// The parts of an issue.
    pub(crate) fn parts(&self, place: Place) -> impl Iterator<Item = &Issue> {
        let parts = self.parts.get(&place).into_iter().flat_map(Places::iter);
        let parts = parts.filter_map(|it| self.issues.get(&it));
        parts.filter(move |it| it.parent == Some(place.number))
    }

    /// An issue or pull request, with those that belong to it: the issues that it closes, or the pull requests that close it.
    pub(crate) fn belonging(&self, place: Place) -> BTreeSet<Place> {
        let closed = self.pulls.get(&place).into_iter();
        let closed = closed.flat_map(|it| it.closes.iter().map(|number| place.beside(*number)));
        let closing = self.closing.get(&place).into_iter().flat_map(Places::iter);
        closed.chain(closing).chain([place]).collect()
    }

    /// The numbers of the parts of an issue.
    #[must_use]
    pub fn parts_of(&self, place: Place) -> Vec<u64> {
        let parts = self.parts.get(&place).into_iter().flat_map(Places::iter);
        let is_part = |it: &Place| {
            let issue = self.issues.get(it);
            issue.is_some_and(|it| it.parent == Some(place.number) && !it.is_gone())
        };
        parts.filter(is_part).map(|it| it.number).collect()
    }

    /// The newest time that the forge told, in milliseconds since 1970.
    #[must_use]
    pub fn newest_ms(&self) -> u64 {
        self.newest_ms
    }

    /// The title of an issue or a pull request; empty where it is not known.
    #[must_use]
    pub fn title(&self, place: Place) -> &str {
        let issue = self.issues.get(&place).map(|it| it.title.as_ref());
        let pull = self.pulls.get(&place).map(|it| it.title.as_ref());
        issue.or(pull).unwrap_or_default()
    }

    /// All issues and pull requests.
    pub(crate) fn places(&self) -> BTreeSet<Place> {
        let places = self.issues.keys().chain(self.pulls.keys());
        places.chain(self.talks.keys()).copied().collect()
    }
}

/// The number of the issue or pull request that a fact is about.
fn number(what: &What) -> Option<u64> {
    match what {
        What::Issue { issue, .. } => Some(issue.number),
        What::Pull { pull, .. } => Some(pull.number),
        What::Comment { comment, .. } => Some(comment.number),
        What::Review(review) => Some(review.number),
        What::ReviewRequest { number, .. } => Some(*number),
        What::Check { .. }
        | What::Pushed { .. }
        | What::BranchDeleted { .. }
        | What::DeployFailed { .. }
        | What::Other { .. } => None,
    }
}

/// When what is told was so, in milliseconds since 1970; 0 where that is not told.
fn told_ms(what: &What) -> u64 {
    match what {
        What::Issue { issue, .. } => issue.updated_ms,
        What::Pull { pull, .. } => pull.updated_ms,
        What::Comment { comment, .. } => comment.created_ms,
        What::Review(review) => review.at_ms,
        What::ReviewRequest { at_ms, .. }
        | What::Check { at_ms, .. }
        | What::DeployFailed { at_ms, .. } => *at_ms,
        What::Pushed { .. } | What::BranchDeleted { .. } | What::Other { .. } => 0,
    }
}
