//! An issue as it was at different times. Between two times at which it was opened, it lives once.

use ledger::board::BusinessType;
use ledger::forge::{IssueAction, IssueSeen};
use serde::{Deserialize, Serialize};

use crate::names::{Names, Who};
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
    pub(crate) depends: Box<[u64]>,
    pub(crate) mentions: Box<[Who]>,
    pub(crate) talk: super::Talk,
    /// When what is described was last changed.
    described_ms: u64,
    created_ms: u64,
    looks: Vec<IssueLook>,
}

/// How it was at a time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct IssueLook {
    pub(crate) at_ms: u64,
    /// What was told of one second is put in this order.
    pub(crate) action: IssueAction,
    pub(crate) is_open: bool,
    pub(crate) assignees: Box<[Who]>,
    /// What its labels say: the kind of work, and whether one of them names it. `None`: not reliable.
    pub(crate) labels: Option<(BusinessType, bool, bool)>,
    /// Who closed it, if that is what was told.
    pub(crate) closed_by: Option<Who>,
}

/// From one opening to its closing, or to the present.
#[derive(Debug, Clone)]
pub(crate) struct Life<'a> {
    pub(crate) no: u16,
    pub(crate) looks: &'a [IssueLook],
    /// The look that shows it closed.
    pub(crate) closed: Option<&'a IssueLook>,
}

impl IssueLook {
    /// What a fact shows.
    pub(crate) fn of(
        names: &mut Names,
        action: IssueAction,
        seen: &IssueSeen,
        by: Option<Who>,
    ) -> Self {
        let mut assignees: Vec<Who> = seen.assignees.iter().map(|it| names.who(it)).collect();
        assignees.sort();
        assignees.dedup();
        let labels = seen.labels.as_ref().map(|labels| {
            let (business, is_typed) = text::business(labels);
            let is_deploy = text::is_deploy_failure(&seen.title, labels);
            (business, is_typed, is_deploy)
        });
        let is_closing = action == IssueAction::Closed;
        Self {
            // Some servers tell of a creation with no time at all: nothing is earlier.
            at_ms: seen.updated_ms,
            action,
            is_open: seen.open && !is_closing,
            assignees: assignees.into(),
            labels,
            closed_by: by.filter(|_| is_closing),
        }
    }
}

impl Issue {
    /// What does not depend on time: of two versions the later counts.
    pub(crate) fn describe(
        &mut self,
        seen: &IssueSeen,
        author: Option<Who>,
        references: References,
        mentions: &[Who],
    ) {
        self.author = self.author.or(author);
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
            self.parent = references.parent;
            self.depends = references.depends.into();
        }
    }

    /// Takes a look in, at its place in time.
    pub(crate) fn look(&mut self, look: IssueLook) {
        let Err(at) = self.looks.binary_search(&look) else {
            return;
        };
        self.looks.insert(at, look);
        if self.looks.len() > LOOKS_MAX {
            self.forget_one();
        }
    }

    /// Forgets a look that shows the same as the one before it; if there is none, the oldest but the first.
    fn forget_one(&mut self) {
        let same = |pair: &[IssueLook]| match pair {
            [before, after] => {
                before.is_open == after.is_open
                    && before.assignees == after.assignees
                    && before.labels == after.labels
            }
            _ => false,
        };
        let at = self.looks.windows(2).position(same).unwrap_or(0);
        self.looks.remove(at.saturating_add(1));
    }

    /// Its lives, the first first.
    pub(crate) fn lives(&self) -> Vec<Life<'_>> {
        let mut lives = Vec::new();
        let mut rest = self.looks.as_slice();
        while !rest.is_empty() {
            let no = u16::try_from(lives.len()).unwrap_or(u16::MAX);
            let closes = rest.iter().position(|it| !it.is_open).unwrap_or(rest.len());
            let (looks, behind) = rest.split_at_checked(closes).unwrap_or((rest, &[]));
            let opens = opened_again(behind);
            let (shut, next) = match opens {
                Some(at) => behind.split_at_checked(at).unwrap_or((behind, &[])),
                None => (behind, &[][..]),
            };
            // Who closed it is told by one delivery only; a look shows that it is closed.
            let told = shut.iter().find(|it| it.closed_by.is_some());
            lives.push(Life {
                no,
                looks,
                closed: told.or(shut.first()),
            });
            rest = next;
        }
        lives
    }

    /// Whether it is open, as far as is known.
    pub(crate) fn is_open(&self) -> bool {
        self.lives().last().is_some_and(|it| it.closed.is_none())
    }

    /// Whether it is gone for good.
    pub(crate) fn is_gone(&self) -> bool {
        let mut looks = self.looks.iter();
        looks.any(|it| it.action == IssueAction::Deleted)
    }

    /// What kind of work it wants, by the newest labels that are reliable.
    pub(crate) fn business(&self) -> BusinessType {
        let newest = self.looks.iter().rev().find_map(|it| it.labels);
        newest.map(|(business, ..)| business).unwrap_or_default()
    }

    /// Whether a look shows it as it was when it was opened.
    pub(crate) fn is_creation(&self, look: &IssueLook) -> bool {
        let is_first = look.at_ms == 0 || look.at_ms == self.created_ms;
        look.action == IssueAction::Opened || is_first
    }
}

/// Where an issue that is closed is open again. Forges tell whole seconds: what shows it open in the second in which it was
/// closed was seen before that, unless it was opened again.
fn opened_again(looks: &[IssueLook]) -> Option<usize> {
    let mut closed_ms = 0;
    looks.iter().position(|it| {
        if !it.is_open {
            closed_ms = it.at_ms;
        }
        it.is_open && (it.action == IssueAction::Reopened || it.at_ms > closed_ms)
    })
}
