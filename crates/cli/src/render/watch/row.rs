//! What the screen shows: the runs as they stand, and what somebody looks at.

use std::collections::BTreeSet;

use audit::standing::Question;
use audit::{Standing, Summary, TaskStanding};
use ledger::ids::ActId;

/// One run.
#[derive(Debug)]
pub(crate) struct Row {
    /// How it stands.
    pub(crate) standing: Standing,
    /// The same in numbers.
    pub(crate) summary: Summary,
    /// The last thing that was told of it.
    pub(crate) last: String,
    /// Whether some process drives it.
    pub(crate) driven: bool,
    /// Questions whose answer lies in the inbox.
    pub(crate) answered: BTreeSet<ActId>,
    /// How our program is called for it.
    pub(crate) program: String,
}

impl Row {
    /// Whether nobody drives it, though it neither ended nor parked.
    pub(crate) fn interrupted(&self) -> bool {
        !self.driven && self.standing.ended.is_none() && self.standing.park.is_none()
    }

    /// Whether it can't go on before a person says something.
    pub(crate) fn waits_for_people(&self) -> bool {
        let open = |it: &Question| !self.answered.contains(&it.act);
        self.standing.ended.is_none()
            && (self.standing.questions.iter().any(open)
                || self.standing.questions.is_empty()
                    && self.standing.park.is_some()
                    && !self.summary.is_stopped())
    }

    /// A question of it.
    pub(crate) fn question(&self, act: ActId) -> Option<&Question> {
        self.standing.questions.iter().find(|it| it.act == act)
    }

    /// The task that is worked on: of several the first that is not in the run branch.
    pub(crate) fn task(&self) -> Option<&TaskStanding> {
        let tasks = &self.standing.tasks;
        let open = |it: &&TaskStanding| !it.integrated && it.held.is_none();
        tasks.iter().find(open).or(tasks.last())
    }
}

/// What is looked at.
#[derive(Debug, Default)]
pub(crate) struct View {
    /// The row that is selected.
    pub(crate) selected: usize,
    /// The question of it that is shown.
    pub(crate) question: Option<ActId>,
    /// Lines of the part about it that are above what is shown.
    pub(crate) above: usize,
    /// What somebody is typing: what it is for, and the words so far.
    pub(crate) typing: Option<(&'static str, String)>,
    /// Whether there is nobody who could press a key.
    pub(crate) keyless: bool,
    /// What came of the last key.
    pub(crate) note: String,
}
