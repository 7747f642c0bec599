//! Acts on the forge: what the desk says itself, and carrying out what is allowed. What could not be said is said again: a
//! run would wait for an answer that nobody was asked for. Its mark keeps it from standing there twice.

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
use crate::serve::saying::Saying;
use crate::serve::told::Told;

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
