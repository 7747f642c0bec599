//! Starting a server of tools: a program of somebody else, in a sandbox of its own. It sees a folder of its own, the system, and
//! what the person lets it read; nothing of the repository, and of the network only its own hosts.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use ledger::action::Connect;
use ledger::options::ServerAt;
use ledger::permit::Permit;

use super::delegate::{belongings, program_along};
use super::enclosures::{Also, Ground};
use super::run::{Started, What, start};
use super::way_out::OwnWay;
use super::{Environment, Workshop, failed};
use crate::process::{Command, Input};

/// Output of a server beside the protocol that is kept, in bytes.
const OUTPUT_BYTES_MAX: usize = 16 * 1024;
/// Longest time that a server runs: longer than any run.
const TIMEOUT: Duration = Duration::from_secs(30 * 24 * 3600);

/// What a server has.
#[derive(Debug)]
pub struct ServerEquipment {
    /// Where it keeps what is its own.
    pub home: PathBuf,
    /// What it reads.
    pub readable: Vec<PathBuf>,
    /// Registries and hosts that it reaches.
    pub hosts: Vec<String>,
    /// Variables that it gets besides.
    pub variables: Environment,
}

impl Workshop {
    /// Starts the program of a server, to be spoken to over its pipes.
    pub fn serve(&mut self, permit: Permit<Connect>, equipment: ServerEquipment) -> Started {
        let (act, connect) = permit.spend();
        let ServerAt::Program { argv } = &connect.at else {
            return Started::Done(failed("it is no program"));
        };
        if !self.enclosures.hold_agents() {
            return Started::Done(failed(
                "a server is only started in a sandbox with namespaces, and this machine gives none (`interlock doctor` says why)",
            ));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = argv.first().map(String::as_str).unwrap_or_default();
        let Some(found) = program_along(&path, program) else {
            return Started::Done(failed(format!(
                "`{program}` is not found: it has to be installed, or `mcp.servers.{}.command` names where it is",
                connect.server
            )));
        };
        let mut readable = belongings(&found);
        readable.extend(equipment.readable);
        let also = Also {
            readable,
            own_way: Some(OwnWay {
                hosts: equipment.hosts,
                how: format!(
                    "A person allows it in their own configuration with `mcp.servers.{}.network`.",
                    connect.server
                ),
            }),
            ..Also::default()
        };
        let home = equipment.home;
        let ground = Ground::Server(connect.server);
        let (starter, mut env) = match self.enter((act, ground), &home, &also) {
            Ok(entered) => entered,
            Err(why) => return Started::Done(failed(why)),
        };
        let own_home = (OsString::from("HOME"), home.clone().into_os_string());
        for (name, value) in std::iter::once(own_home).chain(equipment.variables) {
            env.retain(|(it, _)| *it != name);
            env.push((name, value));
        }
        let mut all = vec![OsString::from(found)];
        all.extend(argv.iter().skip(1).map(OsString::from));
        let mut command = Command::new(all, home);
        command.timeout = TIMEOUT;
        command.output_bytes_max = OUTPUT_BYTES_MAX;
        command.stdin = Input::Stream;
        start(&starter, command, env, What::Server)
    }
}
