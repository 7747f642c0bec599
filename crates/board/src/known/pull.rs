//! A pull request as it was at different times, with its reviews and requests for them.

use std::collections::BTreeMap;

use ledger::forge::{PullAction, PullSeen, ReviewSeen, ReviewVerdict};
use ledger::ids::{GitId, Hash};
use serde::{Deserialize, Serialize};

use crate::names::Who;

/// Heads that are kept of one pull request.
const HEADS_MAX: usize = 256;
/// Characters of a title that are kept.
const TITLE_CHARS_MAX: usize = 80;

/// A pull request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Pull {
    pub(crate) title: Box<str>,
    pub(crate) author: Option<Who>,
    pub(crate) merged_by: Option<Who>,
    pub(crate) closes: Box<[u64]>,
    pub(crate) branch: Box<str>,
    pub(crate) mentions: Box<[Who]>,
    pub(crate) talk: super::Talk,
    pub(crate) created_ms: u64,
    reviews: BTreeMap<Hash, Review>,
    requests: Vec<Request>,
    /// Heads, each with when it was first seen as such.
    heads: Vec<(u64, GitId)>,
    /// The newest of them, which may be one that it had before.
    head: Option<(u64, bool, GitId)>,
    /// When it was last seen, and how: later wins.
    state: (u64, Stands),
    /// It was opened, closed or merged, or is gone: once merged or gone it stays so.
    merged_ms: Option<u64>,
    is_gone: bool,
    is_draft: bool,
    described_ms: u64,
}

/// How it stands. In this order what was told of one second counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
enum Stands {
    #[default]
    Unknown,
    Open,
    Closed,
}

/// A review.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Review {
    pub(crate) reviewer: Who,
    pub(crate) verdict: ReviewVerdict,
    pub(crate) commit: Option<GitId>,
    pub(crate) at_ms: u64,
    pub(crate) mentions: Box<[Who]>,
}

/// Somebody was asked for a review, or is not any more.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) at_ms: u64,
    pub(crate) removed: bool,
    pub(crate) reviewer: Who,
}

/// What makes a review the same one, whether it was delivered without an id or looked up with one.
pub(crate) fn review_key(seen: &ReviewSeen) -> Hash {
    let commit = seen.commit.as_ref().map_or("", GitId::as_str);
    let text = format!(
        "{}\n{:?}\n{commit}\n{}",
        seen.reviewer.as_str().to_lowercase(),
        seen.verdict,
        seen.body.trim()
    );
    Hash::of(text.as_bytes())
}

impl Pull {
    /// What does not depend on time: of two versions the later counts.
    pub(crate) fn describe(
        &mut self,
        seen: &PullSeen,
        (author, merged_by): (Option<Who>, Option<Who>),
        closes: Vec<u64>,
        mentions: &[Who],
    ) {
        self.author = self.author.or(author);
        self.merged_by = self.merged_by.or(merged_by);
        if seen.created_ms > 0 {
            self.created_ms = seen.created_ms;
        }
        let mut all: Vec<Who> = self
            .mentions
            .iter()
            .chain(mentions.iter())
            .copied()
            .collect();
        all.sort();
        all.dedup();
        self.mentions = all.into();
        if seen.updated_ms >= self.described_ms {
            self.described_ms = seen.updated_ms;
            self.title = seen.title.chars().take(TITLE_CHARS_MAX).collect();
            self.branch = seen.head.branch.as_str().into();
            self.closes = closes.into();
            self.is_draft = seen.draft;
        }
    }

    /// Takes in how it stood at a time.
    pub(crate) fn look(&mut self, action: PullAction, seen: &PullSeen) {
        let stands = match seen.open {
            true => Stands::Open,
            false => Stands::Closed,
        };
        self.state = self.state.max((seen.updated_ms, stands));
        if seen.merged {
            let at_ms = seen.closed_ms.max(seen.updated_ms);
            self.merged_ms = Some(self.merged_ms.map_or(at_ms, |it| it.min(at_ms)));
        }
        self.is_gone |= action == PullAction::Deleted;
        if let Some(commit) = &seen.head.commit {
            // Of two heads of one second the one that was moved to is the later.
            let moved = action == PullAction::Synchronized;
            self.had((seen.updated_ms, moved), commit);
        }
    }

    fn had(&mut self, (at_ms, moved): (u64, bool), commit: &GitId) {
        let seen = Some((at_ms, moved, commit.clone()));
        if seen > self.head {
            self.head = seen;
        }
        if let Some((first, _)) = self.heads.iter_mut().find(|(_, it)| it == commit) {
            *first = (*first).min(at_ms);
        } else {
            self.heads.push((at_ms, commit.clone()));
        }
        self.heads.sort();
        if self.heads.len() > HEADS_MAX {
            self.heads.remove(0);
        }
    }

    pub(crate) fn review(&mut self, key: Hash, review: Review) {
        let known = self.reviews.entry(key).or_insert(review.clone());
        // One that was told with the time of something later is the same.
        known.at_ms = match (known.at_ms, review.at_ms) {
            (0, at_ms) | (at_ms, 0) => at_ms,
            (one, other) => one.min(other),
        };
    }

    pub(crate) fn request(&mut self, request: Request) {
        if let Err(at) = self.requests.binary_search(&request) {
            self.requests.insert(at, request);
        }
    }

    /// Its reviews, the oldest first.
    pub(crate) fn reviews(&self) -> Vec<(Hash, &Review)> {
        let mut all: Vec<(Hash, &Review)> = self.reviews.iter().map(|(k, it)| (*k, it)).collect();
        all.sort_by_key(|(key, it)| (it.at_ms, *key));
        all
    }

    /// Requests for reviews, the oldest first.
    pub(crate) fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// The newest head.
    pub(crate) fn head(&self) -> Option<&GitId> {
        self.head.as_ref().map(|(.., it)| it)
    }

    /// Its heads, the oldest first, each with when it was first seen.
    pub(crate) fn heads(&self) -> &[(u64, GitId)] {
        &self.heads
    }

    /// Whether a commit is, or was, its head.
    pub(crate) fn had_head(&self, commit: &GitId) -> bool {
        self.heads.iter().any(|(_, it)| it == commit)
    }

    /// Whether its head has moved on from a commit.
    pub(crate) fn has_moved_from(&self, commit: &GitId) -> bool {
        self.head().is_some_and(|it| it != commit) && self.had_head(commit)
    }

    /// When it was merged, if it was.
    pub(crate) fn merged_ms(&self) -> Option<u64> {
        self.merged_ms
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state.1 == Stands::Open && self.merged_ms.is_none() && !self.is_gone
    }

    /// Whether it was closed, merged or deleted.
    pub(crate) fn is_over(&self) -> bool {
        self.state.1 == Stands::Closed || self.merged_ms.is_some() || self.is_gone
    }

    /// Whether a review has asked for changes: from then on it is worked on, whatever is pushed.
    pub(crate) fn is_sent_back(&self) -> bool {
        let mut reviews = self.reviews.values();
        reviews.any(|it| it.verdict == ReviewVerdict::Changes)
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone
    }

    pub(crate) fn is_draft(&self) -> bool {
        self.is_draft
    }
}
