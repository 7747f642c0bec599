//! Answers of people, handed to the runs that wait for them.

use ledger::board::BoardSeen;
use ledger::ids::Hash;
use ledger::message::Body;

use super::Desk;
use crate::serve::answers::{self, Fate, Fitting, Given};
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

    /// Hands an answer to the run that waits for it: it goes on.
    pub(super) fn answered(&mut self, given: &Given) {
        let mut all = Vec::new();
        for (task, run) in self.stream.board.waiting(&given.subject) {
            match answers::fitting(self.stream.store(), (task, &run), given) {
                Ok(some) => all.extend(some),
                // It may be the one that is meant: nobody is told then.
                Err(error) => {
                    return self.log_said(format!(
                        "run {run} waits for an answer and can't be read, so that what {} answers on {} is not taken: {error}",
                        given.author, given.subject
                    ));
                }
            }
        }
        for one in answers::judged(all, &given.what) {
            match one.fate {
                Fate::Told => self.hand_over(&one, given),
                // Most likely it answered another question of that name, and did so well.
                Fate::TooEarly => self.log_said(not_taken(&one, given)),
                Fate::Unclear | Fate::NotShown => self.tell_not_taken(&one, given),
            }
        }
    }

    /// Tells whoever answered that it is not taken, once: it is found again with each look.
    pub(super) fn tell_not_taken(&mut self, one: &Fitting, given: &Given) {
        let text = not_taken(one, given);
        if self.not_taken.insert(Hash::of(text.as_bytes())) {
            self.say(one.task, &text);
            self.log_said(text);
        }
    }

    fn hand_over(&mut self, one: &Fitting, given: &Given) {
        match answers::hand_over(self.stream.store(), one, &given.author) {
            Ok(()) => self.stream.see(BoardSeen::Answered { task: one.task }),
            Err(error) => self.log_said(format!(
                "an answer could not be handed to run {}: {error}",
                one.run
            )),
        }
    }

    pub(super) fn log_said(&self, text: String) {
        (self.log)(Event::Said {
            forge: self.watched.name.clone(),
            text,
        });
    }
}

/// Why an answer is not taken, and what to do about it.
fn not_taken(one: &Fitting, given: &Given) -> String {
    let Fitting { run, question, .. } = one;
    let verb = match matches!(one.body, Body::Answer { .. }) {
        true => "answer",
        false => "approve",
    };
    let why = match one.fate {
        Fate::Told => "it is taken".to_owned(),
        Fate::TooEarly => format!(
            "it was written before run {run} asked {question}, by the clocks of both. Answer again, and look whether the clocks \
             agree"
        ),
        Fate::Unclear => format!(
            "run {run} is not the only one that asks there what it fits. Answer on the daemon's machine, with `interlock {verb} {run} \
             {question}`"
        ),
        Fate::NotShown => format!(
            "{question} of run {run} does not stand on the forge in full. Look at it on the daemon's machine, and answer with \
             `interlock approve {run} {question}`"
        ),
    };
    format!(
        "what @{} answers on {} is not taken: {why}",
        given.author, given.subject
    )
}
