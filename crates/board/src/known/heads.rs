//! Commits that are, or were, the head of a pull request.

use ledger::ids::GitId;
use serde::{Deserialize, Serialize};

use crate::names::Who;

/// Heads that are kept of one pull request.
const HEADS_MAX: usize = 256;

/// The heads, in the order in which they were first seen.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Heads(Vec<Head>);

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
        if let Some(head) = self.0.iter_mut().find(|it| it.commit == *commit) {
            head.first_ms = head.first_ms.min(at_ms);
            head.last_ms = head.last_ms.max(at_ms);
            head.pushed = head.pushed.max(pushed);
        } else {
            self.0.reserve_exact(1);
            self.0.push(Head {
                commit: commit.clone(),
                first_ms: at_ms,
                last_ms: at_ms,
                pushed,
            });
        }
        self.0.sort_by(|one, other| one.order().cmp(&other.order()));
        if self.0.len() > HEADS_MAX {
            self.0.remove(0);
        }
    }

    /// All of them, the oldest first.
    pub(crate) fn all(&self) -> &[Head] {
        &self.0
    }

    /// Those that were seen after a time, without one of them.
    pub(crate) fn after<'a>(
        &'a self,
        at_ms: u64,
        but: &'a Head,
    ) -> impl Iterator<Item = &'a Head> + 'a {
        let others = self.0.iter().filter(move |it| it.commit != but.commit);
        others.filter(move |it| it.last_ms > at_ms)
    }

    /// Whether something was pushed after a time at which a commit was reviewed.
    pub(crate) fn were_pushed_since(&self, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        self.0.iter().any(|it| {
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

    /// Whether a head was first seen within the second of a review, and the commit that was reviewed before that: it came
    /// after the latter, though the time does not say so.
    fn is_of_its_second(&self, head: &Head, at_ms: u64, reviewed: Option<&GitId>) -> bool {
        let mut before = self.0.iter().filter(|it| it.first_ms < at_ms);
        head.first_ms == at_ms && before.any(|it| Some(&it.commit) == reviewed)
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
