//! A turn of an agent of somebody else in a run: what it is given, and what came of it. When it works, and what follows, is
//! decided elsewhere.

mod acp;
mod end;
mod home;
mod under_way;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use agents::headless::Headless;
use agents::host::{Card, Host};
use ledger::ids::{RunId, TaskId};
use ledger::options::{AgentKind, Budget};
use tools::git_door::RUN_VARIABLE;

use crate::config::agents::AgentSettings;
use crate::given_variables::{GivenVariables, NotGiven};
use crate::held::homes_of;

pub(crate) use acp::{Job, overspent, turn as acp_turn};
pub(crate) use end::{Ended, ended, spent};
pub use home::NotEquipped;
pub(crate) use under_way::{AgentCall, Answered, Asker, Does, TurnDone, WaitingCall};

/// An agent that can be started.
#[derive(Debug, Clone)]
pub(crate) struct Worker {
    /// Which of the known agents it is, and what is known of it; one of the protocol may be none of them.
    known: Option<(Host, Card)>,
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
        let (Some(settings), Some(choice)) = (settings, choice) else {
            return Ok(None);
        };
        let known = host.zip(card);
        if known.is_none() && choice.kind == AgentKind::Cli {
            return Ok(None);
        }
        let env = crate::config::process_env();
        let own = |name: &str| env.get(name).cloned();
        let mut variables = Vec::new();
        if let Some((_, card)) = &known {
            variables = of_profile(&card.headless, own, given);
        }
        let said = GivenVariables::read(&settings.env, own)?;
        given.keep_secrets_of(&said);
        variables.extend(said.all);
        Ok(Some(Self {
            known,
            ports: settings.local_ports.clone(),
            variables,
            env,
            homes: homes_of(state_dir, run),
            run: run.clone(),
            budget,
        }))
    }

    /// Which of the known agents it is, and what is known of it.
    pub(crate) fn known(&self) -> Option<&(Host, Card)> {
        self.known.as_ref()
    }

    pub(crate) fn ports(&self) -> &[u16] {
        &self.ports
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
        let mut folders: Vec<(String, PathBuf)> = Vec::new();
        match &self.known {
            Some((host, card)) => {
                let own = card.headless.folders.iter();
                folders.extend(own.map(|(name, below)| (name.clone(), home.join(below))));
                home::furnish((*host, card), &self.env, &home, &folders)?;
            }
            None => {
                home::make(&home)?;
                // What it keeps is to be there for the next process that drives the run.
                folders.push(("HOME".to_owned(), home.clone()));
            }
        }
        let folders = folders
            .into_iter()
            .map(|(variable, path)| (variable.into(), path.into_os_string()));
        let plain = self.variables.iter();
        let plain = plain.map(|(name, value)| (name.into(), value.into()));
        let run = (RUN_VARIABLE.into(), self.run.as_str().into());
        Ok((home, plain.chain(folders).chain([run]).collect()))
    }
}

/// Variables that the profile of an agent wants it to have. Its keys are kept from being seen.
fn of_profile(
    headless: &Headless,
    own: impl Fn(&str) -> Option<String>,
    given: &mut GivenVariables,
) -> Vec<(String, String)> {
    let mut variables = Vec::new();
    for name in &headless.given {
        variables.extend(own(name).map(|it| (name.clone(), it)));
    }
    for name in &headless.keys {
        if let Some(key) = own(name) {
            given.keep_secret(name, &key);
            variables.push((name.clone(), key));
        }
    }
    let set = headless.set.iter();
    variables.extend(set.map(|(name, value)| (name.clone(), value.clone())));
    variables
}
