//! A turn of an agent of somebody else in a run: what it is given, and what came of it. When it works, and what follows, is
//! decided elsewhere.

mod end;
mod home;
mod under_way;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use agents::host::{Card, Host};
use ledger::ids::{RunId, TaskId};
use ledger::options::Budget;
use tools::git_door::RUN_VARIABLE;

use crate::config::agents::AgentSettings;
use crate::given_variables::{GivenVariables, NotGiven};
use crate::held::homes_of;

pub(crate) use end::{Ended, ended, spent};
pub use home::NotEquipped;
pub(crate) use under_way::{TurnDone, WaitingHook};

/// An agent that can be started.
#[derive(Debug, Clone)]
pub(crate) struct Worker {
    host: Host,
    card: Card,
    /// Ports of this machine's own loopback that it reaches.
    ports: Vec<u16>,
    /// Variables that it gets: what the person gives it, and what its profile sets.
    variables: Vec<(String, String)>,
    /// The environment of the person.
    env: BTreeMap<String, String>,
    /// Where agents have their homes, one for each task of the run.
    homes: PathBuf,
    run: RunId,
    budget: Budget,
}

impl Worker {
    /// The agent that a run is configured with; nothing where the built-in loop works. Its keys are among what is `given` from
    /// then on, so that they are not seen.
    pub(crate) fn of(
        settings: Option<&AgentSettings>,
        run: &RunId,
        (state_dir, budget): (&Path, Budget),
        given: &mut GivenVariables,
    ) -> Result<Option<Self>, NotGiven> {
        let choice = settings.and_then(AgentSettings::choice);
        let host = choice.and_then(|it| Host::named(&it.profile));
        let card = host.and_then(|it| it.card().ok());
        let (Some(settings), Some(host), Some(card)) = (settings, host, card) else {
            return Ok(None);
        };
        let env = crate::config::process_env();
        let own = |name: &str| env.get(name).cloned();
        let mut variables = Vec::new();
        for name in &card.headless.given {
            variables.extend(own(name).map(|it| (name.clone(), it)));
        }
        for name in &card.headless.keys {
            if let Some(key) = own(name) {
                given.keep_secret(name, &key);
                variables.push((name.clone(), key));
            }
        }
        for (name, value) in &card.headless.set {
            variables.push((name.clone(), value.clone()));
        }
        let said = GivenVariables::read(&settings.env, own)?;
        given.keep_secrets_of(&said);
        variables.extend(said.all);
        Ok(Some(Self {
            host,
            card,
            ports: settings.local_ports.clone(),
            variables,
            env,
            homes: homes_of(state_dir, run),
            run: run.clone(),
            budget,
        }))
    }

    pub(crate) fn host(&self) -> Host {
        self.host
    }

    pub(crate) fn ports(&self) -> &[u16] {
        &self.ports
    }

    pub(crate) fn card(&self) -> &Card {
        &self.card
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Its home for a task, with the person's settings and our hook in it, and the variables that it gets there.
    pub(crate) fn equip(
        &self,
        task: &TaskId,
    ) -> Result<(PathBuf, Vec<(OsString, OsString)>), NotEquipped> {
        let home = self.homes.join(task.as_str());
        let folders: Vec<(String, PathBuf)> = self
            .card
            .headless
            .folders
            .iter()
            .map(|(variable, below)| (variable.clone(), home.join(below)))
            .collect();
        home::furnish((self.host, &self.card), &self.env, &home, &folders)?;
        let folders = folders
            .into_iter()
            .map(|(variable, path)| (variable.into(), path.into_os_string()));
        let plain = self.variables.iter();
        let plain = plain.map(|(name, value)| (name.into(), value.into()));
        let run = (RUN_VARIABLE.into(), self.run.as_str().into());
        Ok((home, plain.chain(folders).chain([run]).collect()))
    }
}
