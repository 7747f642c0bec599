//! The sandboxes of a run: one around the worktree of each task, in which its agent's commands run, and others for
//! evidence, which those commands never entered.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use ledger::connection::Connected;
use ledger::ids::{ActId, TaskId};

use super::steering_names::Before;
use super::way_out::{Exit, OwnWay};
use crate::git_door::HookAsks;
use crate::git_door::places::{found_first, git_along};
use crate::git_door::serve::{Bounds, Door, Handed};
use crate::process::{Enclosure, Starter, Supervisor, SupervisorError};
use crate::proxy::WayOut;
use crate::sandbox::way_out::with_way_out;
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
    /// Where agents that act by themselves have their homes, one for each task.
    pub homes: PathBuf,
    /// What stands in a worktree that no command may change.
    pub protects: fn(&Path) -> Vec<PathBuf>,
    /// What is read beside what work needs.
    pub read: Vec<PathBuf>,
    /// What of the network there is.
    pub network: Network,
    /// How much of the machine may be used.
    pub limits: Limits,
    /// Names of what is never committed, as regular expressions.
    pub never: Vec<String>,
    /// Variables that commands get besides.
    pub env: Vec<(String, String)>,
    /// How a person allows `HOST`, as a sentence, for whoever is refused.
    pub how: String,
}

/// What a sandbox is around.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    /// The worktree of a task.
    Task(TaskId),
    /// The worktree of a task, for an agent that works on it by itself: with what is its own beside it.
    Agent(TaskId),
    /// The clean checkout, and the copies in which things are broken.
    Checks,
    /// The clean checkout for one hook of the repository, which may also write where git keeps what belongs to the
    /// checkout.
    Hook,
    /// A folder for hooks of the person's that are about no worktree.
    Apart,
    /// The folder of a server of tools, which sees nothing of the repository.
    Server(String),
}

impl Ground {
    /// The task whose it is.
    fn task(&self) -> Option<&TaskId> {
        match self {
            Ground::Task(task) | Ground::Agent(task) => Some(task),
            Ground::Checks | Ground::Hook | Ground::Apart | Ground::Server(_) => None,
        }
    }

    /// Whether what is in it is a program of somebody else that has nothing to do with the repository.
    fn is_apart_from_repository(&self) -> bool {
        matches!(self, Ground::Server(_))
    }
}

/// What a sandbox has beside the folder that it is around.
#[derive(Debug, Clone, Default)]
pub(super) struct Also {
    /// Folders that are changed too.
    pub(super) writable: Vec<PathBuf>,
    /// What is read.
    pub(super) readable: Vec<PathBuf>,
    /// Ports of the machine's own loopback that are reached.
    pub(super) forwarded: Vec<u16>,
    /// Who answers the hooks of an agent in it.
    pub(super) hooks: Option<HookAsks>,
    /// What it reaches in place of what commands of the run do.
    pub(super) own_way: Option<OwnWay>,
}

impl Also {
    /// Folders that are changed too.
    pub(super) fn writable(writable: Vec<PathBuf>) -> Self {
        Self {
            writable,
            ..Self::default()
        }
    }
}

/// The sandboxes that stand.
#[derive(Debug, Default)]
pub(super) struct Enclosures {
    holding: Option<Holding>,
    standing: BTreeMap<Ground, Standing>,
    pub(super) exit: Exit,
}

#[derive(Debug)]
struct Standing {
    enclosure: Enclosure,
    /// Who carries out what its commands have git do.
    git: Option<Door>,
    env: Variables,
    /// Where it has a network of its own.
    way_out: Option<WayOut>,
    /// What leads out of it, where that is not what leads out of all.
    own_exit: Option<Exit>,
    /// Which folders it was made around, and what is held in them. What was made anew is not in it.
    around: Vec<Option<(u64, u64)>>,
}

impl Enclosures {
    /// Children are held so from now on.
    pub(super) fn hold(&mut self, holding: Holding) {
        self.exit.say(holding.how.clone());
        self.holding = Some(holding);
    }

    /// Who starts the commands of an act on a ground, and the variables that they get; nothing where children are not
    /// held. The first folder is changed, the others with it.
    pub(super) fn enter(
        &mut self,
        (supervisor, common_dir): (&Supervisor, &Path),
        (act, ground): (ActId, Ground),
        folder: &Path,
        also: &Also,
        git: Option<Bounds>,
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
            return Ok(Some(it.begin(act, &self.exit)));
        }
        let (mut layout, mut env) = work.furnish(std::env::vars_os());
        if !ground.is_apart_from_repository() {
            let more = holding.env.iter();
            env.extend(more.map(|(name, value)| (name.into(), value.into())));
        }
        if ground == Ground::Hook {
            layout.overlaid.extend(also.writable.iter().cloned());
        }
        let (door, handed) = git
            .filter(|_| holding.means == Means::Namespaces)
            .and_then(|bounds| opened(bounds, &mut env))
            .unzip();
        let sandbox = Sandbox {
            layout,
            means: holding.means,
        };
        let mut own_exit = also.own_way.as_ref().map(Exit::of);
        let exit = own_exit.as_mut().unwrap_or(&mut self.exit);
        let way_out = match (holding.means, work.network) {
            (Means::Namespaces, Network::Loopback) => exit.another(),
            (Means::Namespaces, Network::Machine) | (Means::Landlock | Means::Seatbelt, _) => None,
        };
        let acceptor = way_out
            .as_ref()
            .map(|it| it.acceptor(also.forwarded.clone()));
        let standing = Standing {
            enclosure: supervisor.enclose(sandbox, handed, acceptor)?,
            git: door,
            env,
            way_out,
            own_exit,
            around,
        };
        let entered = standing.begin(act, &self.exit);
        if let Some(before) = self.standing.insert(ground.clone(), standing) {
            self.exit
                .keep(ground.task(), before.lines(WayOut::take_all));
        }
        Ok(Some(entered))
    }

    /// Whether children are held and this ground has no sandbox yet.
    pub(super) fn lacks(&self, ground: &Ground) -> bool {
        self.holding.is_some() && !self.standing.contains_key(ground)
    }

    /// Waits until what the commands of a task had git do is done.
    pub(super) fn settle(&self, task: &TaskId) {
        for ground in [Ground::Task(task.clone()), Ground::Agent(task.clone())] {
            let standing = self.standing.get(&ground);
            if let Some(git) = standing.and_then(|it| it.git.as_ref()) {
                git.settle();
            }
        }
    }

    /// Whether an agent that acts by itself can be held here: its hooks ask from within.
    pub(super) fn hold_agents(&self) -> bool {
        let means = self.holding.as_ref().map(|it| it.means);
        means == Some(Means::Namespaces)
    }

    /// Takes the home of an agent away that worked on a task: copies of what proves who the person is are in it.
    pub(super) fn forget_agent(&self, task: &TaskId) {
        if let Some(holding) = &self.holding {
            let _none = fs::remove_dir_all(holding.homes.join(task.as_str()));
            let _others = fs::remove_dir(&holding.homes);
        }
    }

    /// Names of what is never committed.
    pub(super) fn never(&self) -> &[String] {
        self.holding.as_ref().map_or(&[], |it| &it.never)
    }

    /// Keeps what was written down of connections.
    pub(super) fn gather(&mut self, take: fn(&WayOut) -> Vec<Connected>) {
        for (ground, standing) in &self.standing {
            self.exit.keep(ground.task(), standing.lines(take));
        }
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

/// Who carries out what commands have git do, where there is a git; it is found before the machine's.
fn opened(bounds: Bounds, env: &mut Variables) -> Option<(Door, (Handed, PathBuf))> {
    let path = env.iter().find(|(name, _)| name == "PATH")?;
    let git = git_along(&path.1)?;
    let (door, handed) = Door::open(bounds).ok()?;
    *env = found_first(std::mem::take(env));
    Some((door, (handed, git)))
}

impl Standing {
    /// Who starts the commands of an act, and the variables that they get.
    fn begin(&self, act: ActId, exit: &Exit) -> (Starter, Variables) {
        let allowed = self.own_exit.as_ref().unwrap_or(exit).allowed();
        let env = self.env.clone();
        let env = match &self.way_out {
            Some(way_out) => {
                way_out.begin(act);
                with_way_out(env, allowed)
            }
            None => env,
        };
        (self.enclosure.starter(), env)
    }

    fn lines(&self, take: fn(&WayOut) -> Vec<Connected>) -> Vec<Connected> {
        self.way_out.as_ref().map(take).unwrap_or_default()
    }
}

fn work(holding: &Holding, ground: &Ground, folder: &Path, also: &Also, common_dir: &Path) -> Work {
    let mut writable = vec![folder.to_owned()];
    let mut protected = vec![folder.join(".git")];
    match ground {
        Ground::Task(_) => protected.extend((holding.protects)(folder)),
        Ground::Agent(_) => {
            protected.extend((holding.protects)(folder));
            writable.extend(also.writable.iter().cloned());
        }
        Ground::Checks => writable.extend(also.writable.iter().cloned()),
        Ground::Hook | Ground::Apart | Ground::Server(_) => {}
    }
    let apart = ground.is_apart_from_repository();
    let repository = [&holding.read[..], &[common_dir.to_owned()]].concat();
    Work {
        writable,
        readable: match apart {
            true => also.readable.clone(),
            false => [&repository[..], &also.readable[..]].concat(),
        },
        protected,
        hidden: holding.hidden.clone(),
        home: holding.home.clone(),
        network: match apart {
            true => Network::Loopback,
            false => holding.network,
        },
        forwarded: also.forwarded.clone(),
        limits: holding.limits,
    }
}

/// What tells a folder from another one that is made at its place.
fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|it| (it.dev(), it.ino()))
}
