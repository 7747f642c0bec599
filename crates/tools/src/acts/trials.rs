//! Leave to break what was verified, in scratch copies of the clean checkout.

use ledger::action::Trials;
use ledger::observation::{Observation, Status};
use ledger::permit::Permit;

use super::enclosures::{Also, Ground};
use super::{Workshop, failed};
use crate::scratch::Leave;

impl Workshop {
    /// Leave to copy the clean checkout and to run the permit's commands in the copies. The tree must stand there as it
    /// was decided.
    ///
    /// # Errors
    /// Why nothing can be tried, as what came of the act.
    pub fn trials(&mut self, permit: Permit<Trials>) -> Result<(Trials, Leave), Box<Observation>> {
        let (act, trials) = permit.spend();
        let Some(place) = &mut self.clean else {
            let text = "the clean checkout does not stand";
            return Err(Box::new(Observation::plain(Status::FactsChanged, text)));
        };
        let stands = place.snapshots.tree_now("before trials");
        if stands.ok().as_ref() != Some(&trials.tree) {
            let text = "the clean checkout is at another tree";
            return Err(Box::new(Observation::plain(Status::FactsChanged, text)));
        }
        let root = place.repo.root.clone();
        let copies = self.enclosures.trial_folder();
        let entered = self.enter(
            (act, Ground::Checks),
            &root,
            &Also::writable(copies.clone()),
        );
        let (starter, env) = entered.map_err(|why| Box::new(failed(why)))?;
        let leave = Leave {
            root,
            elsewhere: vec![self.repo.root.clone()],
            commands: trials.commands.clone(),
            starter,
            env: (env, self.check_env),
        };
        Ok((trials, leave))
    }
}
