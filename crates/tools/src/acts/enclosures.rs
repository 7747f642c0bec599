//! The sandboxes of a run: one around the worktree of each task, in which its agent's commands run, and others for
//! evidence, which those commands never entered.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use ledger::ids::TaskId;

use super::steering_names::Before;
use crate::process::{Enclosure, Starter, Supervisor, SupervisorError};
use crate::sandbox::work::Variables;
use crate::sandbox::{Limits, Means, Network, Sandbox, Work};

/// How the children of a run are held.
#[derive(Clone, Debug)]
pub struct Holding {
    /// What enforces it.
    pub means: Means,
    /// The home folder of the person.
    pub home: PathBuf,
    /// What is not to be seen wherever it is: the ledger, other runs.
    pub hidden: Vec<PathBuf>,
    /// Where copies stand in which things are broken, for this run alone.
    pub scratch: PathBuf,
    /// What stands in a worktree that no command may change.
    pub protects: fn(&Path) -> Vec<PathBuf>,
    /// What is read beside what work needs.
    pub read: Vec<PathBuf>,
    /// What of the network there is.
    pub network: Network,
    /// How much of the machine may be used.
    pub limits: Limits,
}

/// What a sandbox is around.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    /// The worktree of a task.
    Task(TaskId),
    /// The clean checkout, and the copies in which things are broken.
    Checks,
    /// The clean checkout for one hook of the repository, which may also write where git keeps what belongs to the
    /// checkout.
    Hook,
}

/// The sandboxes that stand.
#[derive(Debug, Default)]
pub(super) struct Enclosures {
    holding: Option<Holding>,
    standing: BTreeMap<Ground, Standing>,
}

#[derive(Debug)]
struct Standing {
    enclosure: Enclosure,
    env: Variables,
    /// Which folders it was made around, and what is held in them. What was made anew is not in it.
    around: Vec<Option<(u64, u64)>>,
}

impl Enclosures {
    /// Children are held so from now on.
    pub(super) fn hold(&mut self, holding: Holding) {
        self.holding = Some(holding);
    }

    /// Who starts commands on a ground, and the variables that they get; nothing where children are not held. The first
    /// folder is changed, the others with it.
    pub(super) fn enter(
        &mut self,
        (supervisor, common_dir): (&Supervisor, &Path),
        ground: Ground,
        folder: &Path,
        also: &[PathBuf],
    ) -> Result<Option<(Starter, Variables)>, SupervisorError> {
        let Some(holding) = &self.holding else {
            return Ok(None);
        };
        let work = work(holding, &ground, folder, also, common_dir);
        let around = work.writable.iter().chain(&work.protected);
        let around: Vec<_> = around.map(|it| identity(it)).collect();
        // What a hook may write is laid over what stands there now.
        let fits = |it: &&Standing| it.around == around && ground != Ground::Hook;
        if let Some(it) = self.standing.get(&ground).filter(fits) {
            return Ok(Some((it.enclosure.starter(), it.env.clone())));
        }
        let (mut layout, env) = work.furnish(std::env::vars_os());
        if ground == Ground::Hook {
            layout.overlaid.extend(also.iter().cloned());
        }
        let sandbox = Sandbox {
            layout,
            means: holding.means,
        };
        let enclosure = supervisor.enclose(sandbox, None)?;
        let entered = (enclosure.starter(), env.clone());
        let standing = Standing {
            enclosure,
            env,
            around,
        };
        self.standing.insert(ground, standing);
        Ok(Some(entered))
    }

    /// What stands in a worktree before a command, if children are held.
    pub(super) fn before(&self, root: &Path) -> Option<Before> {
        let holding = self.holding.as_ref()?;
        Some(Before::look(root, holding.protects))
    }

    /// Where copies for trials stand, if children are held.
    pub(super) fn trial_folder(&self) -> Vec<PathBuf> {
        let folder = self.holding.as_ref().map(|it| it.scratch.clone());
        // Where it can't be made no copy can be, and the trials say so.
        let made = folder
            .into_iter()
            .filter(|it| fs::create_dir_all(it).is_ok());
        made.collect()
    }

    /// Ends all of them, and takes the folder for trials away.
    pub(super) async fn end(&mut self) {
        for (_, standing) in std::mem::take(&mut self.standing) {
            standing.enclosure.end().await;
        }
        if let Some(holding) = &self.holding {
            // Copies in it are taken away by who made them.
            let _not_empty = fs::remove_dir(&holding.scratch);
        }
    }
}

fn work(
    holding: &Holding,
    ground: &Ground,
    folder: &Path,
    also: &[PathBuf],
    common_dir: &Path,
) -> Work {
    let mut writable = vec![folder.to_owned()];
    let mut protected = vec![folder.join(".git")];
    match ground {
        Ground::Task(_) => protected.extend((holding.protects)(folder)),
        Ground::Checks => writable.extend(also.iter().cloned()),
        Ground::Hook => {}
    }
    Work {
        writable,
        readable: [&holding.read[..], &[common_dir.to_owned()]].concat(),
        protected,
        hidden: holding.hidden.clone(),
        home: holding.home.clone(),
        network: holding.network,
        limits: holding.limits,
    }
}

/// What tells a folder from another one that is made at its place.
fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|it| (it.dev(), it.ino()))
}
