//! What is known of a forge, as a set of facts: told twice, or in another order, they make the same set. What follows from it
//! is derived elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use ledger::forge::{CheckState, CommentSeen, Fact, IssueSeen, PullSeen, ReviewSeen, What};
use ledger::ids::GitId;
use serde::{Deserialize, Serialize};

use crate::names::{Names, Place, Who};
use crate::text;

mod issue;
mod pull;
mod talk;

pub(crate) use issue::{Issue, IssueLook, Life};
pub(crate) use pull::{Pull, Request, Review};
pub(crate) use talk::{Comment, Talk};

/// Commits of one repository whose checks are kept: the newest.
const COMMITS_MAX: usize = 10_000;

/// What is known.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Known {
    /// Names of accounts and repositories.
    pub names: Names,
    pub(crate) issues: BTreeMap<Place, Issue>,
    pub(crate) pulls: BTreeMap<Place, Pull>,
    /// Checks of commits, by repository.
    checks: BTreeMap<(u32, GitId), Checks>,
    /// Parts of issues.
    pub(crate) parts: BTreeMap<Place, BTreeSet<Place>>,
    /// Rounds of issues with parts: so many of them were all closed, and their list was looked at.
    pub(crate) rounds: BTreeMap<Place, BTreeSet<u32>>,
    /// The newest time that was told.
    newest_ms: u64,
    /// Pull requests that close an issue.
    pub(crate) closing: BTreeMap<Place, BTreeSet<Place>>,
}

/// Checks of one commit: how each stands, and since when.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Checks(BTreeMap<Box<str>, (u64, CheckState)>);

impl Checks {
    /// Since when the commit is red, if any of its checks is.
    pub(crate) fn red_since(&self) -> Option<u64> {
        let red = self.0.values().filter(|(_, state)| state.is_red());
        red.map(|(at_ms, _)| *at_ms).min()
    }

    /// Whether all of them that say something passed, and one did.
    pub(crate) fn are_green(&self) -> bool {
        let mut says = self.0.values().filter(|(_, it)| *it != CheckState::Neutral);
        let is_success = |(_, it): &(u64, CheckState)| *it == CheckState::Success;
        says.next().is_some_and(is_success) && says.all(is_success)
    }
}

impl Known {
    /// Takes a fact in. What it is about, and whatever else depends on it, is told.
    pub(crate) fn take(&mut self, fact: &Fact) -> BTreeSet<Place> {
        self.newest_ms = self.newest_ms.max(told_ms(&fact.what));
        let mut touched = BTreeSet::new();
        let by = fact.by.as_ref().map(|it| self.names.who(it));
        let place = |known: &mut Self, number| known.names.place(&fact.repo, number);
        match &fact.what {
            What::Issue { action, issue } => {
                let at = place(self, issue.number);
                touched.insert(at);
                self.issue(at, issue);
                let look = IssueLook::of(&mut self.names, *action, issue, by);
                self.issues.entry(at).or_default().look(look);
            }
            What::Pull { action, pull } => {
                let at = place(self, pull.number);
                touched.insert(at);
                self.pull(at, pull);
                let entry = self.pulls.entry(at).or_default();
                entry.look(*action, pull);
            }
            What::Comment { action, comment } => {
                let at = place(self, comment.number);
                touched.insert(at);
                self.comment(at, *action, comment);
            }
            What::Review(review) => {
                let at = place(self, review.number);
                touched.insert(at);
                self.review(at, review);
            }
            What::ReviewRequest {
                number,
                reviewer: Some(reviewer),
                removed,
                at_ms,
                ..
            } => {
                let at = place(self, *number);
                touched.insert(at);
                let request = Request {
                    at_ms: *at_ms,
                    reviewer: self.names.who(reviewer),
                    removed: *removed,
                };
                self.pulls.entry(at).or_default().request(request);
            }
            What::Check {
                commit,
                context,
                state,
                at_ms,
                ..
            } => {
                let repo = self.names.repo(&fact.repo);
                self.check((repo, commit), context, (*at_ms, *state));
                touched.extend(self.with_head(repo, commit));
            }
            What::ReviewRequest { reviewer: None, .. }
            | What::Pushed { .. }
            | What::BranchDeleted { .. }
            | What::DeployFailed { .. }
            | What::Other { .. } => {}
        }
        self.neighbours(touched)
    }

    /// What depends on these: issues on the pull requests that close them, and the other way round; an issue on its parts.
    fn neighbours(&self, touched: BTreeSet<Place>) -> BTreeSet<Place> {
        let mut all = touched.clone();
        for place in touched {
            if let Some(pulls) = self.closing.get(&place) {
                all.extend(pulls);
            }
            if let Some(pull) = self.pulls.get(&place) {
                all.extend(pull.closes.iter().map(|it| place.beside(*it)));
            }
            if let Some(parent) = self.issues.get(&place).and_then(|it| it.parent) {
                all.insert(place.beside(parent));
            }
        }
        all
    }

    fn issue(&mut self, at: Place, seen: &IssueSeen) {
        let references = text::references(&seen.title, &seen.body);
        let mentions = self.mentions(&seen.body);
        let author = seen.author.as_ref().map(|it| self.names.who(it));
        if let Some(parent) = references.parent.filter(|it| *it != at.number) {
            let parent = at.beside(parent);
            self.parts.entry(parent).or_default().insert(at);
        }
        let issue = self.issues.entry(at).or_default();
        issue.describe(seen, author, references, &mentions);
    }

    fn pull(&mut self, at: Place, seen: &PullSeen) {
        let mut closes = text::closes(&seen.title, &seen.body);
        if closes.is_empty() {
            closes.extend(text::branch_issue(&seen.head.branch));
        }
        let mentions = self.mentions(&seen.body);
        let author = seen.author.as_ref().map(|it| self.names.who(it));
        let merged_by = seen.merged_by.as_ref().map(|it| self.names.who(it));
        for number in &closes {
            let issue = at.beside(*number);
            self.closing.entry(issue).or_default().insert(at);
        }
        let pull = self.pulls.entry(at).or_default();
        pull.describe(seen, (author, merged_by), closes, &mentions);
    }

    fn comment(&mut self, at: Place, action: ledger::forge::CommentAction, seen: &CommentSeen) {
        // What the daemon says by itself is nobody's word: it wakes nobody, and ends nothing.
        let by_us = text::is_notice(&seen.body);
        let author = seen.author.as_ref().filter(|_| !by_us);
        let comment = Comment {
            author: author.map(|it| self.names.who(it)),
            at_ms: seen.created_ms,
            mentions: match by_us {
                true => Box::default(),
                false => self.mentions(&seen.body),
            },
            is_report: text::is_report(&seen.body).is_some(),
            is_deleted: false,
        };
        let talk = match seen.on_pull || self.pulls.contains_key(&at) {
            true => &mut self.pulls.entry(at).or_default().talk,
            false => &mut self.issues.entry(at).or_default().talk,
        };
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

    fn check(
        &mut self,
        (repo, commit): (u32, &GitId),
        context: &str,
        (at_ms, state): (u64, CheckState),
    ) {
        let key = (repo, commit.clone());
        if self.checks.len() >= COMMITS_MAX && !self.checks.contains_key(&key) {
            self.forget_checks();
        }
        let checks = self.checks.entry(key).or_default();
        let stands = checks.0.entry(context.into()).or_insert((at_ms, state));
        // Of two of one second the one that has ended is the later.
        let is_later = at_ms > stands.0
            || (at_ms == stands.0 && stands.1 == CheckState::Pending && state != stands.1);
        if is_later {
            *stands = (at_ms, state);
        }
    }

    /// Forgets the checks of commits that no open pull request has as its head.
    fn forget_checks(&mut self) {
        let open = self.pulls.iter().filter(|(_, it)| it.is_open());
        let heads: BTreeSet<(u32, GitId)> = open
            .filter_map(|(place, it)| Some((place.repository(), it.head()?.clone())))
            .collect();
        self.checks.retain(|key, _| heads.contains(key));
    }

    /// The checks of a commit.
    pub(crate) fn checks(&self, place: Place, commit: &GitId) -> Option<&Checks> {
        self.checks.get(&(place.repository(), commit.clone()))
    }

    /// Pull requests that have, or had, a commit as their head.
    fn with_head<'a>(&'a self, repo: u32, commit: &'a GitId) -> impl Iterator<Item = Place> + 'a {
        let of = self.pulls.range(Place::all_of(repo));
        of.filter(move |(_, it)| it.had_head(commit))
            .map(|(place, _)| *place)
    }

    /// The numbers of the parts of an issue.
    #[must_use]
    pub fn parts_of(&self, place: Place) -> Vec<u64> {
        let parts = self.parts.get(&place).into_iter().flatten();
        parts.map(|it| it.number).collect()
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
        let issues = self.issues.keys();
        issues.chain(self.pulls.keys()).copied().collect()
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
