//! Acts on the forge: what the desk says itself, and carrying out what is allowed. What could not be said is said again: a
//! run would wait for an answer that nobody was asked for. Its mark keeps it from standing there twice.

use std::time::Duration;

use board::text::NOTICE;
use ledger::action::Action;
use ledger::board::TaskNo;
use ledger::forge::{Deed, ForgeAct};
use ledger::ids::{ActId, Hash, RunId};
use ledger::journal::Entry;
use ledger::observation::{Observation, Status};
use ledger::permit::Permit;

use super::Desk;
use crate::runs;
use crate::serve::answers;
use crate::serve::report::Event;
use crate::serve::told::Told;

/// How long something that could not be said is waited with, the first time.
const SAY_AGAIN: Duration = Duration::from_secs(30);
/// The longest wait: a forge may be away for days, or never take it.
const SAY_AGAIN_MAX: Duration = Duration::from_secs(60 * 60);

/// Something that people are to be told of a task.
#[derive(Debug, Clone)]
pub(in crate::serve) struct Saying {
    task: TaskNo,
    act: ForgeAct,
    /// It is what this attempt asks; `None`: it is no question.
    asked_by: Option<u32>,
    /// How often it could not be said.
    failures: u32,
}

impl Saying {
    #[cfg(test)]
    pub(super) fn body(&self) -> &str {
        let Deed::Comment { body, .. } = &self.act.deed else {
            panic!("it is no comment");
        };
        body
    }

    /// How long it is waited with.
    fn pause(&self) -> Duration {
        let doublings = self.failures.saturating_sub(1).min(16);
        let factor = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
        SAY_AGAIN.saturating_mul(factor).min(SAY_AGAIN_MAX)
    }
}

impl Desk {
    /// People are told of a task on the forge.
    pub(super) fn say(&mut self, no: TaskNo, text: &str) {
        let board = &self.stream.board;
        let Some(task) = board.tasks.get(no) else {
            return;
        };
        let subject = board.known.names.subject(task.key.place);
        let login = board.known.names.login(task.key.agent);
        let (Some(subject), Some(login)) = (subject, login) else {
            return;
        };
        let asked_by = task.is_waiting.then_some(task.attempts);
        let digest = Hash::of(text.as_bytes()).short();
        let act = ForgeAct {
            forge: self.watched.name.clone(),
            repo: subject.repo,
            login: login.clone(),
            deed: Deed::Comment {
                number: subject.number,
                body: text.to_owned(),
                mark: format!("{NOTICE}{}-{no}-{digest}", self.watched.name),
                replace: false,
            },
        };
        self.allow(Saying {
            task: no,
            act,
            asked_by,
            failures: 0,
        });
    }

    fn allow(&mut self, saying: Saying) {
        let act = self.stream.allow(Action::Forge(saying.act.clone()));
        self.sayings.insert(act, saying);
    }

    /// Asks again what runs wait for: whether the daemon before came to ask it nobody knows, and what stands on the forge stays
    /// as it is.
    pub(super) fn ask_again(&mut self) {
        let tasks = self.stream.board.tasks.iter();
        let waiting =
            tasks.filter(|(_, it)| it.is_waiting && !it.is_cut && !it.state.is_terminal());
        let waiting: Vec<(TaskNo, RunId)> = waiting
            .filter_map(|(no, it)| Some((no, it.run.clone()?)))
            .collect();
        for (no, run) in waiting {
            match runs::read(self.stream.store(), &run) {
                Ok(told) if told.state.questions.is_empty() => {}
                Ok(told) => self.say(no, &answers::questions(&told.state)),
                Err(error) => self.log_said(format!(
                    "run {run} waits for an answer and can't be read: {error}"
                )),
            }
        }
    }

    /// What came of an act. What could not be said is said again, later.
    pub(super) fn done(&mut self, act: ActId, observation: Observation) {
        (self.log)(Event::Said {
            forge: self.watched.name.clone(),
            text: observation.text.clone(),
        });
        let is_said = observation.status == Status::Ok;
        self.stream.finished(act, observation);
        let Some(mut saying) = self.sayings.remove(&act).filter(|_| !is_said) else {
            return;
        };
        saying.failures = saying.failures.saturating_add(1);
        let tell = self.tell.clone();
        tokio::task::spawn_local(async move {
            tokio::time::sleep(saying.pause()).await;
            let _gone = tell.send(Told::SayAgain(Box::new(saying)));
        });
    }

    /// Says again what could not be said, unless it was a question that somebody answered meanwhile.
    pub(super) fn say_again(&mut self, saying: Saying) {
        let task = self.stream.board.tasks.get(saying.task);
        let waits = |attempt: u32| {
            task.is_some_and(|it| {
                it.is_waiting && it.attempts == attempt && !it.state.is_terminal()
            })
        };
        if saying.asked_by.is_none_or(waits) {
            self.allow(saying);
        }
    }

    pub(super) fn act(&mut self, entry: Entry, action: Action) {
        let Action::Forge(wanted) = &action else {
            return;
        };
        let client = self.client(&wanted.login);
        let permit = Permit::<ForgeAct>::redeem(entry, action);
        let (client, permit) = match (client, permit) {
            (Ok(client), Ok(permit)) => (client, permit),
            (Err(why), Ok(permit)) => {
                let failed = Observation::plain(Status::Failed, why.to_string());
                let _gone = self.tell.send(Told::Done(permit.id(), Box::new(failed)));
                return;
            }
            // A line that allows nothing leads to nothing.
            (_, Err(_)) => return,
        };
        let tell = self.tell.clone();
        tokio::task::spawn_local(async move {
            let (act, observation) = forge::act(&client, permit).await;
            let _gone = tell.send(Told::Done(act, Box::new(observation)));
        });
    }
}

/// Something to say, asked by an attempt or none.
#[cfg(test)]
pub(super) fn saying(asked_by: Option<u32>) -> Saying {
    Saying {
        task: TaskNo(1),
        act: ForgeAct {
            forge: "home".to_owned(),
            repo: ledger::forge::RepoName::new("team/shop").unwrap(),
            login: ledger::forge::Login::new("coder").unwrap(),
            deed: Deed::Comment {
                number: 1,
                body: "May it?".to_owned(),
                mark: "m".to_owned(),
                replace: false,
            },
        },
        asked_by,
        failures: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_said_is_waited_with_ever_longer() {
        let pause_s = |failures| {
            let saying = Saying {
                failures,
                ..saying(None)
            };
            saying.pause().as_secs()
        };
        assert_eq!([1, 2, 3].map(pause_s), [30, 60, 120]);
        assert_eq!([8, 40, u32::MAX].map(pause_s), [3_600, 3_600, 3_600]);
    }
}
