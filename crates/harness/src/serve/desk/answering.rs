//! Answers of people, handed to the runs that wait for them.

use ledger::board::BoardSeen;

use super::Desk;
use crate::serve::answers::{self, Given, Handed};
use crate::serve::report::Event;
use crate::serve::told::Told;

impl Desk {
    /// What may be an answer is one if a run waits for it, and its author may decide.
    pub(super) fn heard(&self, given: Vec<Given>) {
        for one in given {
            let is_agent = self.watched.agents.iter().any(|it| it.login == one.author);
            if is_agent || self.stream.board.waiting(&one.subject).is_empty() {
                continue;
            }
            let Ok(client) = self.reader() else { return };
            let tell = self.tell.clone();
            tokio::task::spawn_local(async move {
                if answers::may_decide(&client, &one.subject.repo, &one.author).await {
                    let _gone = tell.send(Told::Answered(one));
                }
            });
        }
    }

    /// Hands an answer to the runs that wait for it: they go on.
    pub(super) fn answered(&mut self, given: &Given) {
        for (task, run) in self.stream.board.waiting(&given.subject) {
            match answers::hand_over(&self.store_dir, &run, given) {
                Ok(Handed::Told) => self.stream.see(BoardSeen::Answered { task }),
                Ok(Handed::TooEarly) => (self.log)(Event::Said {
                    forge: self.watched.name.clone(),
                    text: format!(
                        "what {} answers on {} was written before run {run} asked, by the clocks of both: it is not taken. \
                         Answer again, and look whether the clocks agree",
                        given.author, given.subject
                    ),
                }),
                Ok(Handed::Nothing) => {}
                Err(error) => (self.log)(Event::Said {
                    forge: self.watched.name.clone(),
                    text: format!("an answer could not be handed to run {run}: {error}"),
                }),
            }
        }
    }
}
