//! What holds the processes that we start: proven once for this machine and kernel, remembered, and applied to a run.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use ledger::event::Held;
use ledger::ids::RunId;
use serde::{Deserialize, Serialize};
use tools::acts::Holding;
use tools::outside_run::Hold;
use tools::proxy::Allowed;
use tools::sandbox::toolchains::registries;
use tools::sandbox::{Means, Network, Promise, Proof, Work, prove};

use crate::config::Config;

/// What is remembered, and of what.
#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    of: String,
    proof: Proof,
}

/// By this variable tests say that the machine gives no sandbox. Not in a release build.
#[cfg(debug_assertions)]
const WITHOUT: &str = "INTERLOCK_WITHOUT_SANDBOX";
/// Where it is remembered, in the state directory.
const FILE: &str = "sandbox.json";

/// What can hold children here: what is remembered, if it is of this kernel, user and program, or tried now.
#[must_use]
pub(crate) fn proof(state_dir: &Path) -> Proof {
    #[cfg(debug_assertions)]
    if std::env::var_os(WITHOUT).is_some() {
        return tried(state_dir);
    }
    let of = this_machine();
    let file = state_dir.join(FILE);
    let remembered = fs::read(&file)
        .ok()
        .and_then(|it| serde_json::from_slice::<Remembered>(&it).ok());
    match remembered {
        Some(it) if it.of == of => it.proof,
        Some(_) | None => tried(state_dir),
    }
}

/// Whether this machine gives a sandbox that keeps every promise.
#[must_use]
pub fn is_whole(state_dir: &Path) -> bool {
    proof(state_dir).is_whole()
}

/// What is missing here for commands to touch nothing but their worktree, for people; nothing where nothing is missing.
#[must_use]
pub fn lacks(config: &Config) -> Option<String> {
    recorded(&proof(&config.state_dir), config).lacks()
}

/// Tries it now, and remembers what came of it.
#[must_use]
fn tried(state_dir: &Path) -> Proof {
    #[cfg(debug_assertions)]
    if std::env::var_os(WITHOUT).is_some() {
        return nothing("the tests say that there is none".to_owned());
    }
    let proof = match std::env::current_exe() {
        Ok(exe) => prove(&exe),
        Err(error) => nothing(format!("our own program can't be told: {error}")),
    };
    let remembered = Remembered {
        of: this_machine(),
        proof: proof.clone(),
    };
    // Where it can't be written it is tried again the next time.
    let _again = fs::create_dir_all(state_dir).and_then(|()| {
        let text = serde_json::to_vec(&remembered).map_err(std::io::Error::other)?;
        let beside = state_dir.join(format!("{FILE}.{}", std::process::id()));
        fs::write(&beside, text)?;
        fs::rename(&beside, state_dir.join(FILE))
    });
    proof
}

/// Nothing holds children, for this reason.
fn nothing(why: String) -> Proof {
    Proof {
        means: None,
        broken: Promise::ALL.to_vec(),
        why: vec![why],
    }
}

/// What a proof is of: the running kernel since it was started, who we are, and which program.
fn this_machine() -> String {
    let kernel = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let user = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let exe = std::env::current_exe().ok().and_then(|it| {
        let about = fs::metadata(it).ok()?;
        about
            .modified()
            .ok()?
            .duration_since(std::time::UNIX_EPOCH)
            .ok()
            .map(|it| it.as_nanos())
    });
    let who = fs::metadata("/proc/self").map(|it| it.uid()).ok();
    format!(
        "{} {who:?} {} {exe:?}",
        kernel.trim(),
        user.split_whitespace().collect::<Vec<_>>().join(" ")
    )
}

/// What this machine gives, for people and programs.
#[derive(Debug, Clone, Serialize)]
pub struct Sandbox {
    /// What enforces it.
    pub by: Option<&'static str>,
    /// Whether every promise is kept.
    pub whole: bool,
    /// Each promise, and whether it is kept.
    pub promises: Vec<(&'static str, bool)>,
    /// Why there is nothing better.
    pub why: Vec<String>,
}

/// Tries now what this machine gives.
#[must_use]
pub fn look(state_dir: &Path) -> Sandbox {
    let proof = tried(state_dir);
    let kept = |it: &Promise| (it.words(), !proof.broken.contains(it));
    Sandbox {
        by: proof.means.map(name),
        whole: proof.is_whole(),
        promises: Promise::ALL.iter().map(kept).collect(),
        why: proof.why,
    }
}

fn name(means: Means) -> &'static str {
    match means {
        Means::Namespaces => "namespaces",
        Means::Landlock => "landlock",
        Means::Seatbelt => "seatbelt",
    }
}

/// A kind of process that we start.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Started {
    /// What is started.
    pub what: &'static str,
    /// Whether a sandbox holds it, where the machine gives one.
    pub held: bool,
    /// Which sandbox, or why there is none.
    pub by: &'static str,
}

/// Every kind of process that we start, and what holds it.
pub const STARTED: [Started; 11] = [
    held(
        "a command of an agent",
        "a sandbox around the worktree of its task",
    ),
    held(
        "a check of a run",
        "a sandbox around the clean checkout, which no command of an agent entered",
    ),
    held(
        "a trial of a run (level 5)",
        "the same, with the copies in which things are broken",
    ),
    held(
        "a hook of the repository",
        "a sandbox of its own around the clean checkout",
    ),
    held(
        "a hook of yours (`hooks.before`, `after`, `on_failure`)",
        "the sandbox of the task's worktree",
    ),
    plain(
        "a hook that says `outside: true`",
        "nothing: only your own file may say so, and it runs as you would run it",
    ),
    plain(
        "git, for our own reading and writing",
        "fixed verbs, with hooks, filters, pagers and editors off",
    ),
    plain(
        "git, where it converts or signs",
        "programs of the person's own configuration, and those that `tools.git.programs` names",
    ),
    plain(
        "the command of a hand-over (`correction.notify`)",
        "the person's own program, which no project sets untrusted",
    ),
    plain(
        "the command of notices (`notify.command`)",
        "the person's own program, which no project sets at all: started in the state directory, ended with its tree",
    ),
    held(
        "what `interlock verify` runs for you",
        "a sandbox around your checkout and the copies of it, unless `sandbox.verify` is off",
    ),
];

const fn held(what: &'static str, by: &'static str) -> Started {
    Started {
        what,
        held: true,
        by,
    }
}

const fn plain(what: &'static str, by: &'static str) -> Started {
    Started {
        what,
        held: false,
        by,
    }
}

/// As it stands in a run's lines. A network that is open is no promise that is kept.
pub(crate) fn recorded(proof: &Proof, config: &Config) -> Held {
    let mut broken = proof.broken.clone();
    if config.sandbox.network == Network::Machine && !broken.contains(&Promise::Network) {
        broken.push(Promise::Network);
    }
    let by = proof.means.map(|it| name(it).to_owned());
    Held {
        by,
        broken: broken.iter().map(|it| it.words().to_owned()).collect(),
        network: network(config),
    }
}

/// What commands may reach through a proxy. With the machine's network there is none. A registry all of whose hosts are
/// allowed is allowed.
fn network(config: &Config) -> Vec<String> {
    let mut all = match config.sandbox.network {
        Network::Loopback => config.sandbox.allow.clone(),
        Network::Machine => Vec::new(),
    };
    if config.sandbox.network == Network::Loopback
        && let Some(worker) = config.worker()
    {
        all.extend(worker.hosts());
        all.sort();
        all.dedup();
    }
    let registries = registries();
    // What can't be read was refused where it was written.
    let allowed = Allowed::read(&all, &registries).unwrap_or_default();
    let whole = registries
        .iter()
        .filter(|it| allowed.permits_all(&it.hosts));
    let whole: Vec<String> = whole.map(|it| it.name.clone()).collect();
    all.extend(
        whole
            .into_iter()
            .filter(|it| !config.sandbox.allow.contains(it)),
    );
    all
}

/// How the children of a run are held; nothing where nothing can hold them.
pub(crate) fn holding(
    proof: &Proof,
    home: PathBuf,
    config: &Config,
    run: &RunId,
) -> Option<Holding> {
    let how = format!(
        "A person allows it for this run with `interlock authorise grant --run {run} --network HOST`, or in their own configuration with `network.allow`."
    );
    Some(Holding {
        how,
        means: proof.means?,
        home,
        hidden: vec![config.state_dir.clone()],
        scratch: scratch_of(&config.state_dir, run),
        homes: homes_of(&config.state_dir, run),
        protects: protected_in,
        read: config.sandbox.read.clone(),
        network: config.sandbox.network,
        limits: config.sandbox.limits,
        never: config.never_committed(),
        env: Vec::new(),
    })
}

/// How what is run for a person outside of a run is held, in their own checkout and in copies of it. Where the machine gives no
/// namespaces, files are held and the network is not: without them there would be no servers that tests start.
pub(crate) fn by_hand(
    proof: &Proof,
    home: PathBuf,
    config: &Config,
    repo: &tools::git::Repo,
    copies: PathBuf,
) -> Option<Hold> {
    let means = proof.means.filter(|_| config.sandbox.verify)?;
    let network = match means {
        Means::Namespaces => config.sandbox.network,
        Means::Landlock | Means::Seatbelt => Network::Machine,
    };
    let mut protected = protected_in(&repo.root);
    protected.push(repo.root.join(".git"));
    let work = Work {
        writable: vec![repo.root.clone(), copies],
        readable: [
            &config.sandbox.read[..],
            std::slice::from_ref(&repo.common_dir),
        ]
        .concat(),
        protected,
        hidden: vec![config.state_dir.clone()],
        home,
        network,
        forwarded: Vec::new(),
        limits: config.sandbox.limits,
    };
    Some(Hold {
        work,
        means,
        variables: Vec::new(),
        allow: config.sandbox.allow.clone(),
    })
}

/// Where agents of a run have their homes.
pub(crate) fn homes_of(state_dir: &Path, run: &RunId) -> PathBuf {
    agents_in(state_dir).join(run.as_str())
}

/// Where agents of all runs have their homes.
pub(crate) fn agents_in(state_dir: &Path) -> PathBuf {
    state_dir.join("agents")
}

/// Where servers of tools of all runs have theirs.
pub(crate) fn servers_in(state_dir: &Path) -> PathBuf {
    state_dir.join("mcp")
}

/// Where scratch copies of a run may stand.
fn scratch_of(state_dir: &Path, run: &RunId) -> PathBuf {
    scratch(state_dir).join(run.as_str())
}

/// The folder of scratch copies.
pub(crate) fn scratch(state_dir: &Path) -> PathBuf {
    state_dir.join("scratch")
}

/// What stands in a worktree under a name that steers what others run. The folder of the forge is held whole.
fn protected_in(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let names: Vec<String> = entries
        .filter_map(|it| it.file_name().into_string().ok())
        .collect();
    let mut all = Vec::new();
    for steering in gate::steering_names() {
        let [first, below @ ..] = steering else {
            continue;
        };
        for name in names.iter().filter(|it| it.to_lowercase() == *first) {
            let whole = below.is_empty() || *first == FORGE;
            let path = if whole {
                root.join(name)
            } else {
                below.iter().fold(root.join(name), |it, part| it.join(part))
            };
            all.push(path);
        }
    }
    all.extend(
        names
            .iter()
            .filter(|it| it.starts_with(VARIABLES))
            .map(|it| root.join(it)),
    );
    all.retain(|it| it.symlink_metadata().is_ok());
    all.sort();
    all.dedup();
    all
}

/// Where a forge looks for what it runs.
const FORGE: &str = ".github";
/// How files with variables begin.
const VARIABLES: &str = ".env";
