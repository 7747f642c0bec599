//! Acts on a forge: a push, and what is said and made there. They take their time, so they are reported when they are done.

use ledger::action::Action;
use ledger::forge::{ForgeAct, Push};
use ledger::ids::{ActId, TaskId};
use ledger::journal::Entry;
use ledger::observation::{Observation, Status};

use super::Driver;
use super::perform::redeem;
use super::under_way::Report;

impl Driver<'_> {
    /// Pushes a commit.
    pub(super) fn push(&mut self, act: ActId, task: Option<TaskId>, entry: Entry, action: Action) {
        let Action::Push(push) = action.clone() else {
            return;
        };
        let remote = match self.forges.remote(&push.forge, &push.repo, &push.login) {
            Ok(remote) => remote,
            Err(why) => return self.finished(act, task, unreached(&why)),
        };
        let ready = match redeem::<Push>(entry, action) {
            Ok(permit) => self.workshop.push(permit),
            Err(why) => {
                let refused = Observation::plain(Status::Failed, why.to_string());
                return self.finished(act, task, refused);
            }
        };
        let report = self.report.clone();
        tokio::task::spawn_local(async move {
            let done = tokio::task::spawn_blocking(move || ready.carry_out(&remote)).await;
            let observation = done.unwrap_or_else(|_| {
                Observation::plain(Status::Interrupted, "the push did not come to an end")
            });
            let _gone = report.send(Report::Forge(act, task, Box::new(observation)));
        });
    }

    /// Changes something on a forge.
    pub(super) fn change_on_forge(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        entry: Entry,
        action: Action,
    ) {
        let Action::Forge(wanted) = &action else {
            return;
        };
        let client = match self.forges.client(&wanted.forge, &wanted.login) {
            Ok(client) => client,
            Err(why) => return self.finished(act, task, unreached(&why)),
        };
        let permit = match redeem::<ForgeAct>(entry, action) {
            Ok(permit) => permit,
            Err(why) => {
                let refused = Observation::plain(Status::Failed, why.to_string());
                return self.finished(act, task, refused);
            }
        };
        let report = self.report.clone();
        tokio::task::spawn_local(async move {
            let (act, observation) = forge::act(&client, permit).await;
            let _gone = report.send(Report::Forge(act, task, Box::new(observation)));
        });
    }
}

fn unreached(why: &crate::forges::NoForge) -> Observation {
    Observation::plain(Status::Failed, format!("{why}; {}", why.help()))
}
