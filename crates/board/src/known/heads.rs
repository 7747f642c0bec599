//! Commits that are, or were, the head of a pull request.

use ledger::forge::Origin;
use ledger::ids::GitId;
use serde::{Deserialize, Serialize};

use crate::names::Who;

/// Heads that are kept of one pull request.
const HEADS_MAX: usize = 256;

/// The heads.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Heads {
    /// In the order in which they were first seen.
    all: Vec<Head>,
    /// The head when we looked last, and the time of its pull request then; `None` where it is not known whether what was
    /// told since came before or after that.
    looked: Option<(u64, GitId)>,
}

/// A head.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) commit: GitId,
    /// When it was first, and last, seen to be the head.
    pub(crate) first_ms: u64,
    pub(crate) last_ms: u64,
    /// When it was last told to have been pushed, and by whom.
    pushed: Option<(u64, Option<Who>)>,
}

impl Heads {
    /// Takes in that a commit was the head at a time, and who pushed it, if that is what was told.
    pub(crate) fn saw(&mut self, at_ms: u64, commit: &GitId, push: Option<Option<Who>>) {
        let pushed = push.map(|by| (at_ms, by));
        if let Some(head) = self.all.iter_mut().find(|it| it.commit == *commit) {
            head.first_ms = head.first_ms.min(at_ms);
            head.last_ms = head.last_ms.max(at_ms);
            head.pushed = head.pushed.max(pushed);
        } else {
            self.all.reserve_exact(1);
            self.all.push(Head {
                commit: commit.clone(),
                first_ms: at_ms,
                last_ms: at_ms,
                pushed,
            });
        }
        self.all
            .sort_by(|one, other| one.order().cmp(&other.order()));
        if self.all.len() > HEADS_MAX {
            self.all.remove(0);
        }
    }

    /// Takes in which commit a look found to be the head, or what was told beside it. Of two looks at one second the later
    /// one shows what came later.
    pub(crate) fn looked(&mut self, at_ms: u64, commit: &GitId, origin: Origin) {
        let known = self.looked.as_ref();
        match origin {
            Origin::Look if known.is_none_or(|(known, _)| *known <= at_ms) => {
                self.looked = Some((at_ms, commit.clone()));
            }
            Origin::Look => {}
            Origin::Delivery => {
                let is_other = |it: &(u64, GitId)| it.0 <= at_ms && it.1 != *commit;
                self.looked.take_if(|it| is_other(it));
            }
        }
    }

    /// All of them, the oldest first.
    pub(crate) fn all(&self) -> &[Head] {
        &self.all
    }

    /// Those that were seen after a time, without one of them.
    pub(crate) fn after<'a>(
        &'a self,
        at_ms: u64,
        but: &'a Head,
    ) -> impl Iterator<Item = &'a Head> + 'a {
        let others = self.all.iter().filter(move |it| it.commit != but.commit);
        others.filter(move |it| it.last_ms > at_ms)
    }

    /// Whether something was pushed after a time at which a commit was reviewed.
    pub(crate) fn were_pushed_since(&self, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        self.all.iter().any(|it| {
            let is_other = Some(&it.commit) != reviewed;
            let is_new = it.first_ms > at_ms || self.is_of_its_second(it, at_ms, reviewed);
            (is_other && is_new) || it.is_pushed_since(at_ms, is_other)
        })
    }

    /// Whether a head is news to somebody who reviewed a commit at a time: it was the head afterwards, and is another one.
    pub(crate) fn is_news_since(&self, head: &Head, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        match reviewed {
            Some(commit) if *commit == head.commit => false,
            Some(_) => {
                head.last_ms > at_ms
                    || head.is_pushed_since(at_ms, true)
                    || self.is_of_its_second(head, at_ms, reviewed)
            }
            None => head.first_ms > at_ms,
        }
    }

    /// Whether something was pushed for sure after a time at which a commit was reviewed: in a later second.
    pub(crate) fn were_surely_pushed_since(&self, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        let mut others = self.all.iter().filter(|it| Some(&it.commit) != reviewed);
        others.any(|it| it.first_ms > at_ms || it.is_pushed_since(at_ms, false))
    }

    /// Whether a head that was first seen within the second of a review came after the commit that was reviewed, though the
    /// time does not say so: that one was there before, or we looked and it was this one.
    fn is_of_its_second(&self, head: &Head, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        let mut before = self.all.iter().filter(|it| it.first_ms < at_ms);
        let is_looked = self.looked.as_ref().is_some_and(|it| it.1 == head.commit);
        head.first_ms == at_ms && (is_looked || before.any(|it| Some(&it.commit) == reviewed))
    }
}

impl Head {
    fn order(&self) -> (u64, &GitId) {
        (self.first_ms, &self.commit)
    }

    /// Who pushed it last, as far as that is told.
    pub(crate) fn pusher(&self) -> Option<Who> {
        self.pushed.and_then(|(_, by)| by)
    }

    /// Whether it was pushed after a time; within its second only another commit than the one that was there.
    fn is_pushed_since(&self, at_ms: u64, is_other: bool) -> bool {
        self.pushed
            .is_some_and(|(at, _)| at > at_ms || (is_other && at == at_ms))
    }
}
