//! Having an agent of somebody else work on a task: in a sandbox around the worktree, with a home of its own beside it, and with
//! hooks that ask the driver.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ledger::action::Delegate;
use ledger::options::AgentKind;
use ledger::permit::Permit;

use super::enclosures::{Also, Ground};
use super::run::{Started, What, start};
use super::{Environment, Workshop, failed};
use crate::git_door::HookAsks;
use crate::process::{Command, Input};

/// Output of an agent beside its lines that is kept, in bytes.
const OUTPUT_BYTES_MAX: usize = 64 * 1024;
/// The folder in which packages of node stand.
const PACKAGES: &str = "node_modules";

/// What an agent has beside the worktree.
#[derive(Debug)]
pub struct Equipment {
    /// Where it keeps what is its own: settings, sessions.
    pub home: PathBuf,
    /// Variables that it gets besides.
    pub variables: Environment,
    /// Ports of the machine's own loopback that it reaches.
    pub ports: Vec<u16>,
    /// Who answers its hooks.
    pub hooks: HookAsks,
}

impl Workshop {
    /// Starts an agent for a turn.
    pub fn delegate(&mut self, permit: Permit<Delegate>, equipment: Equipment) -> Started {
        let (act, delegate) = permit.spend();
        if !self.enclosures.hold_agents() {
            return Started::Done(failed(
                "an agent that acts by itself is only started in a sandbox with namespaces, and this machine gives none \
                 (`interlock doctor` says why)",
            ));
        }
        let root = match self.ready(&delegate.task) {
            Ok(place) => place.repo.root.clone(),
            Err(why) => return Started::Done(*why),
        };
        let Some(program) = delegate.argv.first() else {
            return Started::Done(failed("no program is named for the agent"));
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        let Some(found) = program_along(&path, program) else {
            return Started::Done(failed(format!(
                "`{program}` is not found: it has to be installed, or `agents.{}.command` names where it is",
                delegate.agent
            )));
        };
        let also = Also {
            writable: vec![equipment.home],
            readable: belongings(&found),
            forwarded: equipment.ports,
            hooks: Some(equipment.hooks),
            own_way: None,
        };
        let ground = Ground::Agent(delegate.task.clone());
        let before = self.enclosures.before(&root);
        let (starter, mut env) = match self.enter((act, ground), &root, &also) {
            Ok(entered) => entered,
            Err(why) => return Started::Done(failed(why)),
        };
        for (name, value) in equipment.variables {
            env.retain(|(it, _)| *it != name);
            env.push((name, value));
        }
        let mut argv = vec![OsString::from(found)];
        argv.extend(delegate.argv.iter().skip(1).map(OsString::from));
        if delegate.kind == AgentKind::Cli {
            argv.push(delegate.prompt.into());
        }
        let mut command = Command::new(argv, root);
        command.timeout = Duration::from_secs(u64::from(delegate.timeout_s));
        command.output_bytes_max = OUTPUT_BYTES_MAX;
        command.stdin = Input::Stream;
        start(
            &starter,
            command,
            env,
            What::Delegated(delegate.task, before),
        )
    }
}

/// The program of this name, as it is found along these folders.
pub(super) fn program_along(path: &OsStr, name: &str) -> Option<PathBuf> {
    let runs = |it: &PathBuf| {
        let about = it.metadata();
        about.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        let path = std::path::absolute(name).ok()?;
        return Some(path).filter(runs);
    }
    std::env::split_paths(path)
        .map(|folder| folder.join(name))
        .find(runs)
}

/// What a program needs of what stands beside it: the packages that it is one of, or its own folder, behind its link too.
pub(super) fn belongings(program: &Path) -> Vec<PathBuf> {
    let linked = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    let mut all: Vec<PathBuf> = program.parent().map(Path::to_owned).into_iter().collect();
    let outermost = linked
        .ancestors()
        .filter(|it| it.file_name() == Some(OsStr::new(PACKAGES)))
        .last();
    all.extend(outermost.or(linked.parent()).map(Path::to_owned));
    all
}
