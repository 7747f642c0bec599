//! Acts on the forge: what the desk says itself, and carrying out what is allowed.

use board::text::NOTICE;
use ledger::action::Action;
use ledger::board::TaskNo;
use ledger::forge::{Deed, ForgeAct};
use ledger::ids::Hash;
use ledger::journal::Entry;
use ledger::observation::{Observation, Status};
use ledger::permit::Permit;

use super::Desk;
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
        self.stream.allow(Action::Forge(act));
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
