//! What others ask of a board.

use ledger::board::{Cause, Ending, TaskNo};
use ledger::forge::{ReviewVerdict, Subject};
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

    /// Whether a task follows from a review that lets a pull request be merged.
    #[must_use]
    pub fn is_approval(&self, no: TaskNo) -> bool {
        let Some(task) = self.tasks.get(no) else {
            return false;
        };
        let Cause::Review(key) = task.key.cause else {
            return false;
        };
        let pull = self.known.pulls.get(&task.key.place);
        let reviews = pull.map(|it| it.reviews()).unwrap_or_default();
        let mut of = reviews.iter().filter(|(it, _)| *it == key);
        of.any(|(_, it)| it.verdict == ReviewVerdict::Approved)
    }
}
