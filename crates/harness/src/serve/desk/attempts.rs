//! Attempts that are begun for tasks.

use ledger::board::{AttemptEnd, TaskNo};
use ledger::ids::RunId;

use super::Desk;
use crate::serve::attempt::Attempt;
use crate::serve::brief::Brief;
use crate::serve::told::Told;

impl Desk {
    /// Begins an attempt, in a thread of its own.
    pub(super) fn begin(&mut self, no: TaskNo, attempt: u32, run: RunId) {
        let Some(brief) = self.brief(no, attempt, &run) else {
            let end = AttemptEnd::Failed {
                why: "the task names no agent of the roster".to_owned(),
            };
            let _gone = self
                .tell
                .send(Told::Ended(no, attempt, run, Vec::new(), end));
            return;
        };
        match Attempt::begin(self.place.clone(), brief, self.tell.clone()) {
            Ok(begun) => {
                self.attempts.insert(no, begun);
            }
            Err(error) => {
                let end = AttemptEnd::Deferred {
                    why: format!("no thread for it: {error}"),
                };
                let _gone = self
                    .tell
                    .send(Told::Ended(no, attempt, run, Vec::new(), end));
            }
        }
    }

    fn brief(&self, no: TaskNo, attempt: u32, run: &RunId) -> Option<Brief> {
        let board = &self.stream.board;
        let task = board.tasks.get(no)?;
        let login = board.known.names.login(task.key.agent)?.clone();
        let agents = &self.watched.agents;
        let agent = agents.iter().find(|it| it.login == login)?.clone();
        Some(Brief {
            task: no,
            attempt,
            run: run.clone(),
            action: task.key.action,
            business: task.business,
            subject: board.known.names.subject(task.key.place)?,
            agent,
            why: task.why.to_string(),
            attempts_max: board.options.attempts_max,
            notices: board.notices(task.key.agent),
            parts: board.known.parts_of(task.key.place),
            review: board.review(no),
        })
    }
}
