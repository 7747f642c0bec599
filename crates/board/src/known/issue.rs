//! An issue as it was at different times.
//!
//! What is asked here only grows with what is told: how often an agent has had the issue, which of those times are over. So
//! facts may come in any order, and what they say together is what remains.

use ledger::board::BusinessType;
use ledger::forge::{IssueAction, IssueSeen, Origin};
use serde::{Deserialize, Serialize};

use super::version::Version;
use crate::names::{Names, Who, add_all};
use crate::text::{self, References};

/// Looks that are kept of one issue; in between, those that change nothing go first.
const LOOKS_MAX: usize = 128;
/// Characters of a title that are kept.
const TITLE_CHARS_MAX: usize = 80;

/// An issue.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Issue {
    pub(crate) title: Box<str>,
    pub(crate) author: Option<Who>,
    pub(crate) parent: Option<u64>,
    pub(crate) mentions: Box<[Who]>,
    /// Which of its versions is described.
    version: Version,
    created_ms: u64,
    looks: Vec<IssueLook>,
}

/// How it was at a time. Forges tell time in seconds: what was told of one second is put in the order of its turn.
// INVARIANT: `assignees` comes last but for what tells two looks apart, so that the order in which people were first named
// decides nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct IssueLook {
    pub(crate) at_ms: u64,
    turn: Turn,
    /// How many are assigned: people come sooner than they go.
    count: u16,
    pub(crate) is_open: bool,
    pub(crate) action: IssueAction,
    /// What its labels say. `None`: not reliable.
    pub(crate) labels: Option<Labels>,
    pub(crate) assignees: Box<[Who]>,
    /// Who closed it, if that is what was told.
    pub(crate) closed_by: Option<Who>,
}

/// What happens first in a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Turn {
    /// How it was when something else happened: that may have been before what follows.
    Told,
    /// Whoever is replaced goes before the other comes.
    Unassigned,
    Assigned,
    /// We looked, and it was open. Whoever closed it in the same second did so afterwards.
    Looked,
    Closed,
    Reopened,
    /// We looked, and it was closed.
    LookedClosed,
}

/// What labels say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Labels {
    pub(crate) business: BusinessType,
    /// Whether one of them names the kind of work.
    pub(crate) is_typed: bool,
    /// Whether they, or the title, tell of a deployment that failed.
    pub(crate) is_deploy: bool,
}

/// A time in which an agent had the issue: it was assigned, and the issue was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stint {
    pub(crate) from_ms: u64,
    /// When it was over, and whether because the issue was closed.
    pub(crate) over: Option<(u64, bool)>,
}

impl IssueLook {
    /// What a fact shows.
    pub(crate) fn of(
        names: &mut Names,
        (action, origin): (IssueAction, Origin),
        seen: &IssueSeen,
        by: Option<Who>,
    ) -> Self {
        let mut assignees: Vec<Who> = seen.assignees.iter().map(|it| names.who(it)).collect();
        assignees.sort();
        assignees.dedup();
        let is_open = seen.open && action != IssueAction::Closed;
        let count = u16::try_from(assignees.len()).unwrap_or(u16::MAX);
        Self {
            // Some servers tell of a creation with no time at all: nothing is earlier.
            at_ms: seen.updated_ms,
            turn: Turn::of(action, origin, is_open),
            count,
            is_open,
            action,
            labels: seen
                .labels
                .as_ref()
                .map(|labels| Labels::of(&seen.title, labels)),
            assignees: assignees.into(),
            closed_by: by.filter(|_| action == IssueAction::Closed),
        }
    }

    /// Whether it says that an account is assigned, or is not; `None` where it does not say. That somebody was assigned
    /// says of nobody that he is not: of several that were assigned at once, each has his own delivery.
    fn says_assigned(&self, who: Who) -> Option<bool> {
        let is_assigned = self.assignees.contains(&who);
        match (self.turn, is_assigned) {
            (Turn::Assigned, false) | (Turn::Unassigned, true) => None,
            (
                Turn::Told
                | Turn::Unassigned
                | Turn::Assigned
                | Turn::Looked
                | Turn::Closed
                | Turn::Reopened
                | Turn::LookedClosed,
                _,
            ) => Some(is_assigned),
        }
    }

    /// Whether only one who knows the look before would notice that it is missing.
    fn is_said_already(&self, before: &Self) -> bool {
        self.action == IssueAction::Seen
            && self.is_open == before.is_open
            && self.assignees == before.assignees
            && self.labels == before.labels
    }
}

impl Turn {
    fn of(action: IssueAction, origin: Origin, is_open: bool) -> Self {
        match (origin, is_open) {
            (Origin::Look, true) => Self::Looked,
            (Origin::Look, false) => Self::LookedClosed,
            (Origin::Delivery, false) => Self::Closed,
            (Origin::Delivery, true) => match action {
                IssueAction::Reopened => Self::Reopened,
                IssueAction::Assigned => Self::Assigned,
                IssueAction::Unassigned => Self::Unassigned,
                IssueAction::Opened
                | IssueAction::Edited
                | IssueAction::Closed
                | IssueAction::Deleted
                | IssueAction::Labelled
                | IssueAction::Seen => Self::Told,
            },
        }
    }
}

impl Labels {
    fn of(title: &str, labels: &[String]) -> Self {
        let (business, is_typed) = text::business(labels);
        Self {
            business,
            is_typed,
            is_deploy: text::is_deploy_failure(title, labels),
        }
    }
}

impl Issue {
    /// What does not depend on time: of two versions the later counts. Tells whether two of one second contradict each
    /// other.
    pub(crate) fn describe(
        &mut self,
        (seen, origin): (&IssueSeen, Origin),
        author: Option<Who>,
        references: References,
        mentions: &[Who],
    ) -> bool {
        self.author = self.author.or(author);
        self.created_ms = self.created_ms.max(seen.created_ms);
        add_all(&mut self.mentions, mentions);
        let version = Version::of(seen.updated_ms, origin, &[&seen.title, &seen.body]);
        let is_unclear = version.contradicts(&self.version) && references.parent != self.parent;
        if version >= self.version {
            self.version = version;
            self.title = seen.title.chars().take(TITLE_CHARS_MAX).collect();
            self.parent = references.parent;
        }
        is_unclear
    }

    /// Takes a look in, at its place in time.
    pub(crate) fn look(&mut self, look: IssueLook) {
        let Err(at) = self.looks.binary_search(&look) else {
            return;
        };
        self.looks.reserve_exact(1);
        self.looks.insert(at, look);
        if self.looks.len() > LOOKS_MAX {
            self.forget_one();
        }
    }

    /// Forgets a look that shows the same as the one before it; if there is none, the oldest but the first.
    fn forget_one(&mut self) {
        let same = |pair: &[IssueLook]| match pair {
            [before, after] => after.is_said_already(before),
            _ => false,
        };
        let at = self.looks.windows(2).position(same).unwrap_or(0);
        self.looks.remove(at.saturating_add(1));
    }

    /// The times in which an account had the issue, the first first.
    pub(crate) fn stints(&self, who: Who) -> Vec<Stint> {
        let mut stints: Vec<Stint> = Vec::new();
        let mut is_in = false;
        for look in &self.looks {
            let has_it = match (look.is_open, look.says_assigned(who)) {
                (false, _) => false,
                (true, Some(it)) => it,
                (true, None) => continue,
            };
            match (is_in, has_it, stints.last_mut()) {
                (false, true, _) => stints.push(Stint {
                    from_ms: look.at_ms,
                    over: None,
                }),
                (true, false, Some(last)) => last.over = Some((look.at_ms, !look.is_open)),
                (true, true, _) | (false, false, _) | (true, false, None) => {}
            }
            is_in = has_it;
        }
        stints
    }

    /// How often it was closed by somebody else than an account, as far as that is told.
    pub(crate) fn closings_by_others(&self, who: Who) -> u16 {
        let mut closings: u16 = 0;
        let mut is_counted = false;
        for look in &self.looks {
            if look.is_open {
                is_counted = false;
            } else if !is_counted && look.closed_by.is_some_and(|it| it != who) {
                is_counted = true;
                closings = closings.saturating_add(1);
            }
        }
        closings
    }

    /// Looks that show it open and assigned to nobody, if it was so from the beginning, or was seen to be so although its
    /// opening, after `since_ms`, was not told.
    pub(crate) fn free(&self, since_ms: u64) -> impl Iterator<Item = &IssueLook> {
        let free = |it: &&IssueLook| it.is_open && it.assignees.is_empty();
        let begins_free = self.looks.iter().filter(free).any(|it| {
            let is_looked_up = it.turn == Turn::Looked && self.created_ms >= since_ms;
            is_looked_up || (it.action != IssueAction::Unassigned && self.is_creation(it))
        });
        self.looks.iter().filter(move |it| begins_free && free(it))
    }

    /// Whether an account was assigned when it was opened.
    pub(crate) fn begins_with(&self, who: Who) -> bool {
        let mut looks = self.looks.iter();
        looks.any(|it| it.assignees.contains(&who) && self.is_creation(it))
    }

    fn is_creation(&self, look: &IssueLook) -> bool {
        let is_first = look.at_ms == 0 || look.at_ms == self.created_ms;
        look.action == IssueAction::Opened || is_first
    }

    /// Whether it is open, as far as is known.
    pub(crate) fn is_open(&self) -> bool {
        self.looks.last().is_some_and(|it| it.is_open) && !self.is_gone()
    }

    /// Whether it is closed or gone, as far as is known.
    pub(crate) fn is_over(&self) -> bool {
        self.looks.last().is_some_and(|it| !it.is_open) || self.is_gone()
    }

    /// When it was last seen closed, if it ever was.
    pub(crate) fn closed_ms(&self) -> Option<u64> {
        let closed = self.looks.iter().rev().find(|it| !it.is_open);
        closed.map(|it| it.at_ms)
    }

    /// When it was last seen.
    pub(crate) fn seen_ms(&self) -> u64 {
        self.looks.last().map_or(0, |it| it.at_ms)
    }

    /// Whether it is gone for good.
    pub(crate) fn is_gone(&self) -> bool {
        let mut looks = self.looks.iter();
        looks.any(|it| it.action == IssueAction::Deleted)
    }

    /// What kind of work it wants, by the newest labels that are reliable.
    pub(crate) fn business(&self) -> BusinessType {
        let newest = self.looks.iter().rev().find_map(|it| it.labels);
        newest.map(|it| it.business).unwrap_or_default()
    }
}
