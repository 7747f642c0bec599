//! What we do about what we see: tasks are made and ended, attempts begin and are ended, something is looked at.

use std::collections::BTreeSet;

use ledger::board::{
    ActionType, AttemptEnd, BoardDecided, BoardSeen, Ending, LookAt, TaskKey, TaskNo, TaskState,
};
use ledger::event::Stamp;
use ledger::ids::RunId;

use crate::derive::{self, Wanted};
use crate::dispatch;
use crate::fold::Board;
use crate::names::Place;
use crate::tasks::{Outcome, Task};

impl Board {
    /// Takes in what was seen and decides; the decisions are taken in as well. The same board and the same thing seen give
    /// the same decisions.
    pub fn advance(&mut self, stamp: &Stamp, seen: &BoardSeen) -> Vec<BoardDecided> {
        self.now_ms = self.now_ms.max(stamp.at_ms);
        let effect = self.saw(seen);
        let mut out = Vec::new();
        for place in &effect.touched {
            self.settle(*place, &mut out);
        }
        for at in effect.looks {
            self.look(at, &mut out);
        }
        if let (BoardSeen::Ended { task, end, .. }, true) = (seen, effect.is_end) {
            self.ended(*task, end, &mut out);
        }
        self.look_at_parts(&effect.touched, &mut out);
        self.tasks.come_due(self.now_ms);
        dispatch::overdue(self, &mut out);
        dispatch::next(self, &mut out);
        out
    }

    /// Decides, and takes the decision in.
    pub(crate) fn decide(&mut self, decided: BoardDecided, out: &mut Vec<BoardDecided>) {
        self.decided(&decided);
        out.push(decided);
    }

    fn look(&mut self, at: LookAt, out: &mut Vec<BoardDecided>) {
        if !self.looks.contains(&at) {
            self.decide(BoardDecided::Look(at), out);
        }
    }

    /// Makes the tasks about a place that follow from what is known, and moves those that are there.
    fn settle(&mut self, place: Place, out: &mut Vec<BoardDecided>) {
        for wanted in derive::tasks(&self.known, &self.team, place) {
            let known = self.tasks.find(&wanted.key);
            if known.is_none() && self.is_with_another(&wanted, out) {
                continue;
            }
            // What had ended before it was told of is no surprise.
            let is_expected = known.is_none();
            if let Some(no) = known.or_else(|| self.create(&wanted, out)) {
                self.bring(no, &wanted, is_expected, out);
            }
        }
    }

    /// Whether somebody else was the one whom such tasks go to, and has begun or ended this one. What was not begun is taken
    /// from there.
    fn is_with_another(&mut self, wanted: &Wanted, out: &mut Vec<BoardDecided>) -> bool {
        let key = wanted.key;
        if !goes_by_office(key.action) {
            return false;
        }
        let is_same = |it: &Task| (it.key.action, it.key.cause) == (key.action, key.cause);
        let about = self.tasks.about(key.place);
        let same: Vec<(TaskNo, TaskState, u32)> = about
            .filter(|(_, it)| is_same(it))
            .map(|(no, it)| (no, it.state, it.attempts))
            .collect();
        for (no, from, attempts) in same {
            if from.is_terminal() || attempts > 0 {
                return true;
            }
            let to = (from, TaskState::Done);
            self.decide(moved(no, to, Some(Ending::Withdrawn), ""), out);
        }
        false
    }

    fn create(&mut self, wanted: &Wanted, out: &mut Vec<BoardDecided>) -> Option<TaskNo> {
        let key = TaskKey {
            subject: self.known.names.subject(wanted.key.place)?,
            action: wanted.key.action,
            agent: self.known.names.login(wanted.key.agent)?.clone(),
            cause: wanted.key.cause,
        };
        let task = self.tasks.next();
        let created = BoardDecided::Created {
            task,
            key: Box::new(key),
            business: wanted.business,
            title: self.known.title(wanted.key.place).to_owned(),
        };
        self.decide(created, out);
        Some(task)
    }

    /// Moves a task to where what is known has it.
    fn bring(
        &mut self,
        no: TaskNo,
        wanted: &Wanted,
        is_expected: bool,
        out: &mut Vec<BoardDecided>,
    ) {
        let Some(task) = self.tasks.get(no) else {
            return;
        };
        let from = task.state;
        if from.is_terminal() {
            return;
        }
        let ending = wanted
            .ending
            .filter(|it| !is_of_other_work(task, wanted, *it));
        let Some(ending) = ending else {
            if let Some(to) = between(task, wanted.in_review) {
                self.decide(moved(no, (from, to), None, ""), out);
            }
            return;
        };
        let run = task.run.clone().filter(|_| task.is_active);
        let is_early = from == TaskState::Pending && task.attempts == 0;
        let is_expected = is_expected || ending_is_expected_early(wanted.key.action, ending);
        if is_early && !is_expected {
            let text = format!("it ended before it was begun: {}", ending.word());
            let task = Some(no);
            self.decide(BoardDecided::Anomaly { task, text }, out);
        }
        let to = match ending.is_failure() {
            true => TaskState::Failed,
            false => TaskState::Done,
        };
        self.decide(moved(no, (from, to), Some(ending), ""), out);
        if ending.is_failure() {
            self.tell(no, ending, "", out);
        }
        if let Some(run) = run {
            self.end_attempt(no, run, out);
        }
    }

    /// Ends the attempt at a task that has ended, unless it is to end by itself.
    pub(crate) fn end_attempt(&mut self, no: TaskNo, run: RunId, out: &mut Vec<BoardDecided>) {
        let Some(task) = self.tasks.get(no) else {
            return;
        };
        // Whoever merges or closes by its own tool is let say so.
        let by_itself = task.key.action == ActionType::RoundReview || self.is_approval(no);
        let Some(ending) = task.ending.filter(|it| ends_the_attempt(*it)) else {
            return;
        };
        if !by_itself {
            let why = format!("its task has ended: {}", ending.word());
            let task = no;
            self.decide(BoardDecided::Cancelled { task, run, why }, out);
        }
    }

    /// What the end of a task's attempt means for it.
    fn ended(&mut self, no: TaskNo, end: &AttemptEnd, out: &mut Vec<BoardDecided>) {
        let Some(task) = self.tasks.get(no) else {
            return;
        };
        let (from, is_cut) = (task.state, task.is_cut);
        if from.is_terminal() {
            return;
        }
        let is_last = task.attempts >= self.options.attempts_max;
        let why = match task.outcome(end) {
            Outcome::Enough => {
                if let AttemptEnd::Waiting { why } = end {
                    let text = why.clone();
                    self.decide(BoardDecided::Told { task: no, text }, out);
                } else if *end == AttemptEnd::Done && ends_with_its_attempt(task.key.action) {
                    let to = (from, TaskState::Done);
                    self.decide(moved(no, to, Some(Ending::Completed), ""), out);
                }
                return;
            }
            Outcome::NotNeeded(why) => {
                let to = (from, TaskState::Done);
                return self.decide(moved(no, to, Some(Ending::Withdrawn), &why), out);
            }
            // What others are waited for is not begun anew, and what is gone on with is not either.
            Outcome::Again(_) | Outcome::Later(_) if from == TaskState::Review || is_cut => return,
            Outcome::Again(why) if is_last => {
                let ending = Ending::AttemptsExhausted;
                let to = (from, TaskState::Failed);
                self.decide(moved(no, to, Some(ending), &why), out);
                return self.tell(no, ending, &why, out);
            }
            Outcome::Again(why) | Outcome::Later(why) => why,
        };
        self.decide(moved(no, (from, TaskState::Pending), None, &why), out);
    }

    /// People are told that a task was given up.
    fn tell(&mut self, task: TaskNo, ending: Ending, why: &str, out: &mut Vec<BoardDecided>) {
        let why = match why {
            "" => String::new(),
            why => format!(": {why}"),
        };
        let text = format!("Interlock gives this up ({task}): {}{why}", ending.word());
        self.decide(BoardDecided::Told { task, text }, out);
    }

    /// Before a round ends, the list of parts is looked at: one may have been opened that no delivery told of.
    fn look_at_parts(&mut self, touched: &BTreeSet<Place>, out: &mut Vec<BoardDecided>) {
        for place in touched {
            let Some((parts, _)) = derive::may_end_round(&self.known, *place) else {
                continue;
            };
            let rounds = self.known.rounds.get(place);
            if rounds.is_some_and(|it| it.contains_key(&parts)) {
                continue;
            }
            if let Some(parent) = self.known.names.subject(*place) {
                self.look(LookAt::Parts(parent), out);
            }
        }
    }
}

fn moved(
    task: TaskNo,
    (from, to): (TaskState, TaskState),
    ending: Option<Ending>,
    why: &str,
) -> BoardDecided {
    BoardDecided::Moved {
        task,
        from,
        to,
        ending,
        why: why.to_owned(),
    }
}

/// Where a task that has not ended goes, if it does not stay: its pull request waits for others, or does not any more.
fn between(task: &Task, in_review: bool) -> Option<TaskState> {
    match (task.state, in_review) {
        (TaskState::Pending | TaskState::Working, true) => Some(TaskState::Review),
        (TaskState::Review, false) if task.attempts == 0 => Some(TaskState::Pending),
        (TaskState::Review, false) => Some(TaskState::Working),
        (TaskState::Pending | TaskState::Working, false)
        | (TaskState::Review, true)
        | (TaskState::Done | TaskState::Failed, _) => None,
    }
}

/// Whether words are about something else: their agent works on this, too, but wrote them in another run. Agents report when
/// they open a pull request, and fast checks are red by then.
fn is_of_other_work(task: &Task, wanted: &Wanted, ending: Ending) -> bool {
    let mut runs = wanted.words.iter();
    let is_of_this = |it: &Option<RunId>| it.is_none() || *it == task.run;
    let is_by_words = matches!(ending, Ending::Reported | Ending::Commented);
    is_by_words && !wanted.words.is_empty() && !runs.any(is_of_this)
}

/// Whether an attempt's end is the task's: nothing on the forge ends it.
fn ends_with_its_attempt(action: ActionType) -> bool {
    match action {
        ActionType::IssueDiscussion | ActionType::RoundReview => true,
        ActionType::IssueAssigned
        | ActionType::IssueClosed
        | ActionType::CiFailure
        | ActionType::ReviewResult
        | ActionType::ReviewRequest
        | ActionType::ReviewUpdated
        | ActionType::ReviewComment
        | ActionType::ReviewMerged
        | ActionType::Mention
        | ActionType::DeployFailure
        | ActionType::InfrastructureFailure => false,
    }
}

/// Whether a task goes to whoever is configured for it, rather than to somebody who was named on the forge.
fn goes_by_office(action: ActionType) -> bool {
    match action {
        ActionType::IssueDiscussion
        | ActionType::RoundReview
        | ActionType::DeployFailure
        | ActionType::InfrastructureFailure => true,
        ActionType::IssueAssigned
        | ActionType::IssueClosed
        | ActionType::CiFailure
        | ActionType::ReviewResult
        | ActionType::ReviewRequest
        | ActionType::ReviewUpdated
        | ActionType::ReviewComment
        | ActionType::ReviewMerged
        | ActionType::Mention => false,
    }
}

/// Whether nobody wonders that a task ends so before it was begun.
fn ending_is_expected_early(action: ActionType, ending: Ending) -> bool {
    action.is_notice() || matches!(ending, Ending::Withdrawn | Ending::Superseded)
}

/// Whether an attempt is ended with its task, rather than left to end by itself: its agent has not done its part.
fn ends_the_attempt(ending: Ending) -> bool {
    match ending {
        Ending::Merged
        | Ending::Closed
        | Ending::Superseded
        | Ending::Withdrawn
        | Ending::RoundsExhausted => true,
        Ending::Pushed
        | Ending::Reviewed
        | Ending::Commented
        | Ending::Reported
        | Ending::Fixed
        | Ending::Notice
        | Ending::Completed
        | Ending::AttemptsExhausted => false,
    }
}
