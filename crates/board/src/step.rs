//! What we do about what we see: tasks are made and ended, attempts begin and are ended, something is looked at.

use std::collections::BTreeSet;

use ledger::board::{
    ActionType, AttemptEnd, BoardDecided, BoardSeen, Ending, LookAt, TaskKey, TaskNo, TaskState,
    head_cause,
};
use ledger::event::Stamp;

use crate::derive::{self, Wanted};
use crate::dispatch;
use crate::fold::Board;
use crate::names::Place;

impl Board {
    /// Takes in what was seen and decides; the decisions are taken in as well. The same board and the same thing seen give
    /// the same decisions.
    pub fn advance(&mut self, stamp: &Stamp, seen: &BoardSeen) -> Vec<BoardDecided> {
        self.now_ms = self.now_ms.max(stamp.at_ms);
        let is_new = match seen {
            BoardSeen::Delivered(it) => it.no > self.delivered,
            BoardSeen::Opened(_)
            | BoardSeen::Looked { .. }
            | BoardSeen::Ended { .. }
            | BoardSeen::Answered { .. }
            | BoardSeen::Ticked
            | BoardSeen::Stopping => true,
        };
        let touched = self.saw(seen);
        let mut out = Vec::new();
        for place in &touched {
            self.settle(*place, &mut out);
        }
        match seen {
            BoardSeen::Delivered(it) if is_new => {
                for subject in &it.look {
                    self.look(LookAt::Subject(subject.clone()), &mut out);
                }
            }
            BoardSeen::Ended { task, attempt, end } => self.ended(*task, *attempt, end, &mut out),
            BoardSeen::Delivered(_)
            | BoardSeen::Opened(_)
            | BoardSeen::Looked { .. }
            | BoardSeen::Answered { .. }
            | BoardSeen::Ticked
            | BoardSeen::Stopping => {}
        }
        self.look_at_parts(&touched, &mut out);
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
            let no = match self.tasks.find(&wanted.key) {
                Some(no) => no,
                None => match self.create(&wanted, out) {
                    Some(no) => no,
                    None => continue,
                },
            };
            self.bring(no, &wanted, out);
        }
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
    fn bring(&mut self, no: TaskNo, wanted: &Wanted, out: &mut Vec<BoardDecided>) {
        let Some(task) = self.tasks.get(no) else {
            return;
        };
        let (from, run, is_active) = (task.state, task.run.clone(), task.is_active);
        if from.is_terminal() {
            return;
        }
        let ending = wanted.ending.filter(|it| !self.is_of_other_work(no, *it));
        let Some(ending) = ending else {
            let to = match (wanted.in_review, from) {
                (true, TaskState::Pending | TaskState::Working) => TaskState::Review,
                (false, TaskState::Review) => TaskState::Working,
                _ => return,
            };
            return self.decide(moved(no, (from, to), None, ""), out);
        };
        if from == TaskState::Pending && !ending_is_expected_early(wanted.key.action, ending) {
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
        // Whoever merges or closes by its own tool is let say so.
        let by_itself = wanted.key.action == ActionType::RoundReview || self.is_approval(no);
        if let (true, Some(run)) = (is_active && !by_itself && ends_the_attempt(ending), run) {
            let why = format!("its task has ended: {}", ending.word());
            let task = no;
            self.decide(BoardDecided::Cancelled { task, run, why }, out);
        }
    }

    /// Whether a report is about something else: nobody has looked at the red checks of this head yet. An agent reports when
    /// it opens a pull request, too, and fast checks are red by then.
    fn is_of_other_work(&self, no: TaskNo, ending: Ending) -> bool {
        let task = self.tasks.get(no).filter(|it| it.attempts == 0);
        let key = task.map(|it| it.key);
        let Some(key) = key.filter(|it| it.action == ActionType::CiFailure) else {
            return false;
        };
        let pull = self.known.pulls.get(&key.place);
        let head = pull.and_then(|it| it.head()).map(head_cause);
        ending == Ending::Reported && head == Some(key.cause)
    }

    /// What an attempt's end means for its task.
    fn ended(&mut self, no: TaskNo, attempt: u32, end: &AttemptEnd, out: &mut Vec<BoardDecided>) {
        let Some(task) = self.tasks.get(no) else {
            return;
        };
        let (from, action) = (task.state, task.key.action);
        if from.is_terminal() || task.attempts > attempt {
            return;
        }
        let why = match end {
            AttemptEnd::Done if ends_with_its_attempt(action) => {
                let to = (from, TaskState::Done);
                return self.decide(moved(no, to, Some(Ending::Completed), ""), out);
            }
            AttemptEnd::Waiting { why } => {
                let text = why.clone();
                return self.decide(BoardDecided::Told { task: no, text }, out);
            }
            AttemptEnd::Done | AttemptEnd::Cancelled => return,
            AttemptEnd::Deferred { why } => {
                return self.decide(moved(no, (from, TaskState::Pending), None, why), out);
            }
            AttemptEnd::Unfinished { why } | AttemptEnd::Failed { why } => why.clone(),
            AttemptEnd::TimedOut => "it took too long".to_owned(),
        };
        if task.attempts < self.options.attempts_max {
            return self.decide(moved(no, (from, TaskState::Pending), None, &why), out);
        }
        let ending = Ending::AttemptsExhausted;
        let to = (from, TaskState::Failed);
        self.decide(moved(no, to, Some(ending), &why), out);
        self.tell(no, ending, &why, out);
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
            let Some(parts) = derive::may_end_round(&self.known, *place) else {
                continue;
            };
            let rounds = self.known.rounds.get(place);
            if rounds.is_some_and(|it| it.contains(&parts)) {
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
        | Ending::AttemptsExhausted
        | Ending::Unable => false,
    }
}
