//! Where the commands of a run are started: in the sandbox of their ground, or, where children are not held, as they are;
//! and what they reach from there.

use std::path::Path;

use ledger::connection::Connected;
use ledger::ids::{ActId, TaskId};
use regex::RegexSet;

use super::enclosures::{Also, Ground, Holding};
use super::{Environment, Workshop, words};
use crate::git_door::HookAsks;
use crate::git_door::serve::Bounds;
use crate::process::Starter;
use crate::proxy::WayOut;

impl Workshop {
    /// Children are held so from now on.
    pub fn hold_children(&mut self, holding: Holding) {
        self.enclosures.hold(holding);
    }

    /// Who starts the commands of an act on a ground, and the variables that they get. The first folder is changed, the others with it.
    pub(super) fn enter(
        &mut self,
        ground: (ActId, Ground),
        folder: &Path,
        also: &Also,
    ) -> Result<(Starter, Environment), String> {
        let supervisor = self.supervisor.as_ref();
        let supervisor = supervisor.ok_or("there is no supervisor, so nothing is started")?;
        let under = (supervisor, self.repo.common_dir.as_path());
        let git = match &ground.1 {
            Ground::Task(task) => self.bounds(task, None),
            Ground::Agent(task) => self.bounds(task, also.hooks.clone()),
            Ground::Checks | Ground::Hook | Ground::Apart | Ground::Server(_) => None,
        };
        let entered = self.enclosures.enter(under, ground, folder, also, git);
        let entered = entered.map_err(|error| words(&error))?;
        Ok(entered.unwrap_or_else(|| (supervisor.starter(), self.env.clone())))
    }

    /// Has the sandbox of a task made, if children are held: it stands by the time that a command wants it. Should that fail, the
    /// command is told so.
    pub fn furnish(&mut self, task: &TaskId) {
        let ground = Ground::Task(task.clone());
        if !self.enclosures.lacks(&ground) {
            return;
        }
        if let Ok(place) = self.ready(task) {
            let root = place.repo.root.clone();
            let _later = self.enter((ActId(0), ground), &root, &Also::default());
        }
    }

    /// On what git is carried out that the commands of a task type.
    fn bounds(&self, task: &TaskId, hooks: Option<HookAsks>) -> Option<Bounds> {
        let place = self.places.get(task)?;
        Some(Bounds {
            repo: place.repo.clone(),
            base: place.base.clone(),
            never: RegexSet::new(self.enclosures.never()).unwrap_or_default(),
            aside: format!("refs/interlock/{}/stash/{task}", self.run),
            replaced: format!("refs/interlock/{}/kept", self.run),
            hooks,
        })
    }

    /// What commands may reach through the proxy from now on: registries, hosts. Also those that run.
    pub fn allow_network(&mut self, entries: &[String]) {
        self.enclosures.exit.allow(entries);
    }

    /// What commands connected to since the last time, with the task in whose sandbox they did.
    pub fn connected(&mut self) -> Vec<(Option<TaskId>, Connected)> {
        self.enclosures.gather(WayOut::take);
        self.enclosures.exit.hand_on()
    }

    /// The same at the end of a run, with what still goes on as it stands.
    pub fn connected_at_end(&mut self) -> Vec<(Option<TaskId>, Connected)> {
        self.enclosures.gather(WayOut::take_all);
        self.enclosures.exit.hand_on()
    }

    /// What an agent is told of the connections of its command that came to nothing.
    pub(super) fn unreached(&mut self, act: ActId) -> Option<String> {
        self.enclosures.gather(WayOut::take);
        self.enclosures.exit.told(act)
    }
}
