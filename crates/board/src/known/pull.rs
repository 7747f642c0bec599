//! A pull request as it was at different times, with its reviews and requests for them.
//!
//! As with issues, what is asked here only grows with what is told.

use ledger::forge::{Origin, PullAction, PullSeen, ReviewSeen, ReviewVerdict};
use ledger::ids::{GitId, Hash};
use serde::{Deserialize, Serialize};

use super::heads::Heads;
use super::sorted::Sorted;
use super::version::Version;
use crate::names::{Who, add_all};

/// Reviews that are kept of one pull request, and requests for them.
const REVIEWS_MAX: usize = 1_000;
/// Characters of a title that are kept.
const TITLE_CHARS_MAX: usize = 80;

/// A pull request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Pull {
    pub(crate) title: Box<str>,
    pub(crate) author: Option<Who>,
    pub(crate) merged_by: Option<Who>,
    pub(crate) closes: Box<[u64]>,
    pub(crate) mentions: Box<[Who]>,
    /// Commits that are or were its head.
    pub(crate) heads: Heads,
    reviews: Sorted<Hash, Review>,
    requests: Vec<Request>,
    /// When it was last seen, and how: later wins.
    state: (u64, Stands),
    /// When it was last seen closed.
    closed_ms: Option<u64>,
    /// When it was merged. Once merged or gone it stays so.
    merged_ms: Option<u64>,
    is_gone: bool,
    is_draft: bool,
    /// Which of its versions is described.
    version: Version,
}

/// How it stands. In this order what was told of one second counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
enum Stands {
    #[default]
    Unknown,
    Open,
    Closed,
    Reopened,
    /// We looked, and it was closed.
    LookedClosed,
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

impl Stands {
    fn of(action: PullAction, origin: Origin, is_open: bool) -> Self {
        match (origin, is_open) {
            (Origin::Look, false) => Self::LookedClosed,
            (Origin::Delivery, false) => Self::Closed,
            (Origin::Delivery, true) if action == PullAction::Reopened => Self::Reopened,
            (Origin::Look | Origin::Delivery, true) => Self::Open,
        }
    }

    fn is_closed(self) -> bool {
        matches!(self, Self::Closed | Self::LookedClosed)
    }
}

impl Pull {
    /// What does not depend on time: of two versions the later counts. Tells whether two of one second contradict each
    /// other.
    pub(crate) fn describe(
        &mut self,
        (seen, origin): (&PullSeen, Origin),
        (author, merged_by): (Option<Who>, Option<Who>),
        closes: Vec<u64>,
        mentions: &[Who],
    ) -> bool {
        self.author = self.author.or(author);
        self.merged_by = self.merged_by.or(merged_by);
        add_all(&mut self.mentions, mentions);
        let draft = if seen.draft { "draft" } else { "" };
        let texts = [
            seen.title.as_str(),
            &seen.body,
            seen.head.branch.as_str(),
            draft,
        ];
        let version = Version::of(seen.updated_ms, origin, &texts);
        let said = (closes.as_slice(), seen.draft);
        let is_unclear =
            version.contradicts(&self.version) && said != (self.closes.as_ref(), self.is_draft);
        if version >= self.version {
            self.version = version;
            self.title = seen.title.chars().take(TITLE_CHARS_MAX).collect();
            self.closes = closes.into();
            self.is_draft = seen.draft;
        }
        is_unclear
    }

    /// Takes in how it stood at a time.
    pub(crate) fn look(
        &mut self,
        (action, origin): (PullAction, Origin),
        seen: &PullSeen,
        by: Option<Who>,
    ) {
        let is_open = seen.open && action != PullAction::Closed;
        let stands = Stands::of(action, origin, is_open);
        self.state = self.state.max((seen.updated_ms, stands));
        if !is_open {
            self.closed_ms = self.closed_ms.max(Some(seen.updated_ms));
        }
        if seen.merged {
            let at_ms = match seen.closed_ms {
                0 => seen.updated_ms,
                at_ms => at_ms,
            };
            self.merged_ms = Some(self.merged_ms.map_or(at_ms, |it| it.min(at_ms)));
        }
        self.is_gone |= action == PullAction::Deleted;
        if let Some(commit) = &seen.head.commit {
            let is_push = action == PullAction::Synchronized;
            self.heads
                .saw(seen.updated_ms, commit, is_push.then_some(by));
            self.heads.looked(seen.updated_ms, commit, origin);
        }
    }

    pub(crate) fn review(&mut self, key: Hash, review: Review) {
        let entry = self.reviews.entry(key, REVIEWS_MAX, || review.clone());
        let Some(known) = entry else { return };
        // One that was told with the time of something later is the same.
        known.at_ms = match (known.at_ms, review.at_ms) {
            (0, at_ms) | (at_ms, 0) => at_ms,
            (one, other) => one.min(other),
        };
    }

    pub(crate) fn request(&mut self, request: Request) {
        if self.requests.len() >= REVIEWS_MAX {
            return;
        }
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

    /// When it was merged, if it was.
    pub(crate) fn merged_ms(&self) -> Option<u64> {
        self.merged_ms
    }

    /// When it was last seen closed, merged or not, if it ever was.
    pub(crate) fn closed_ms(&self) -> Option<u64> {
        self.closed_ms
    }

    pub(crate) fn is_open(&self) -> bool {
        let (_, stands) = self.state;
        let was_seen = stands != Stands::Unknown;
        was_seen && !stands.is_closed() && self.merged_ms.is_none() && !self.is_gone
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
