//! What others ask of a board.

use ledger::board::{Cause, Ending, TaskNo};
use ledger::forge::{Login, ReviewVerdict, Subject};
use ledger::ids::RunId;

use crate::fold::Board;
use crate::names::Who;

/// Notices that an agent is told of at once.
const NOTICES_MAX: usize = 10;

impl Board {
    /// What an agent only has to know of: the newest of its notices.
    #[must_use]
    pub fn notices(&self, agent: Who) -> Vec<String> {
        let all = self
            .tasks
            .iter()
            .filter(|(_, it)| it.key.agent == agent && it.ending == Some(Ending::Notice));
        let mut told: Vec<String> = all
            .filter_map(|(_, it)| {
                let subject = self.known.names.subject(it.key.place)?;
                let title = self.known.title(it.key.place);
                Some(format!("{} {subject}: {title}", it.key.action.word()))
            })
            .collect();
        let old = told.len().saturating_sub(NOTICES_MAX);
        told.split_off(old)
    }

    /// Tasks about a subject, or about the issue or pull request that belongs to it, that wait for a person; with their runs.
    #[must_use]
    pub fn waiting(&self, subject: &Subject) -> Vec<(TaskNo, RunId)> {
        let Some(place) = self.known.names.find(subject) else {
            return Vec::new();
        };
        let places = self.known.belonging(place);
        let about = places.into_iter().flat_map(|it| self.tasks.about(it));
        let waits = about.filter(|(_, it)| it.is_waiting && !it.state.is_terminal());
        waits
            .filter_map(|(no, it)| Some((no, it.run.clone()?)))
            .collect()
    }

    /// Who reviewed, and with which verdict, where a task follows from a review.
    #[must_use]
    pub fn review(&self, no: TaskNo) -> Option<(Login, ReviewVerdict)> {
        let task = self.tasks.get(no)?;
        let Cause::Review(key) = task.key.cause else {
            return None;
        };
        let reviews = self.known.pulls.get(&task.key.place)?.reviews();
        let (_, review) = reviews.into_iter().find(|(it, _)| *it == key)?;
        let reviewer = self.known.names.login(review.reviewer)?.clone();
        Some((reviewer, review.verdict))
    }

    /// Whether a task follows from a review that lets a pull request be merged.
    pub(crate) fn is_approval(&self, no: TaskNo) -> bool {
        let review = self.review(no);
        review.is_some_and(|(_, verdict)| verdict == ReviewVerdict::Approved)
    }
}
