//! Servers of the Model Context Protocol in a run, with us as their client: which are configured, which are connected, and what they
//! said of their tools before. When one is reached, and what its tools may do, is decided elsewhere.

mod connection;
mod offer;
mod remembered;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::Arc;

use engine::state::Servers;
use ledger::action::Connect;
use ledger::ids::{ActId, RunId};
use ledger::offered::Offer;
use ledger::options::{ServerAt, ToolServer};
use model::secret::Secret;
use tools::acts::ServerEquipment;
use tools::process::Cancel;

use crate::config::Config;
use crate::config::servers::ServerSettings;
use crate::given_variables::GivenVariables;
use crate::held;
use remembered::Remembered;

pub(crate) use connection::{Connection, Described, Used, Way, list, open, use_tool};

/// How often a server may say that its tools have changed.
const CHANGES_MAX: u32 = 20;

/// The servers of a run.
pub(crate) struct ToolServers {
    configured: Vec<Configured>,
    /// Where programs have their homes.
    homes: PathBuf,
    remembered: Remembered,
    /// What was remembered last.
    accepted: Arc<Servers>,
    open: BTreeMap<String, Open>,
}

/// A server, and what it is given; or why that can't be given.
struct Configured {
    server: ToolServer,
    settings: ServerSettings,
    variables: Result<Vec<(String, String)>, String>,
    headers: Result<Vec<(String, Secret)>, String>,
}

/// One that is connected.
struct Open {
    /// The act that connected it: names the connection.
    act: ActId,
    connection: Connection,
    /// Ends its program.
    program: Option<Cancel>,
    changes: u32,
}

/// How a server is reached.
pub(crate) enum Reach {
    /// A program is started with this.
    Program(ServerEquipment),
    /// An address is spoken to.
    Address(Way),
}

impl ToolServers {
    /// Those of the configuration. Their secrets are among what is `given` from then on, so that they are not seen.
    pub(crate) fn of(config: &Config, run: &RunId, given: &mut GivenVariables) -> Self {
        let env = match config.servers.is_empty() {
            true => BTreeMap::new(),
            false => crate::config::process_env(),
        };
        let mut configure = |settings: &ServerSettings| {
            let server = settings.server.clone()?;
            let own = |name: &str| env.get(name).cloned();
            let mut all = |of: &BTreeMap<String, String>| -> Result<Vec<_>, String> {
                let each = of.iter();
                each.map(|(name, text)| Ok((name.clone(), given.meant(text, own)?)))
                    .collect()
            };
            let variables = all(&settings.env);
            let headers = all(&settings.headers).and_then(|mut headers| {
                if let Some(name) = &settings.key_env {
                    let key = given.secret(name, own)?;
                    headers.push(("authorization".to_owned(), format!("Bearer {key}")));
                }
                let kept = headers.into_iter();
                Ok(kept.map(|(name, it)| (name, Secret::new(&it))).collect())
            });
            Some(Configured {
                server,
                settings: settings.clone(),
                variables,
                headers,
            })
        };
        Self {
            configured: config.servers.iter().filter_map(&mut configure).collect(),
            homes: held::servers_in(&config.state_dir).join(run.as_str()),
            remembered: match config.servers.is_empty() {
                true => Remembered::default(),
                false => Remembered::below(&config.state_dir),
            },
            accepted: Arc::default(),
            open: BTreeMap::new(),
        }
    }

    /// How the server of an act is reached.
    pub(crate) fn reach(&self, connect: &Connect) -> Result<Reach, String> {
        let same =
            |it: &&Configured| it.server.name == connect.server && it.server.at == connect.at;
        let configured = self.configured.iter().find(same).ok_or(
            "it is not configured here as it was when the run began, so it is not reached",
        )?;
        match &connect.at {
            ServerAt::Program { .. } => {
                let variables = configured.variables.clone()?.into_iter();
                let equipment = ServerEquipment {
                    home: self.home(&connect.server)?,
                    readable: configured.settings.read.clone(),
                    hosts: configured.settings.network.clone(),
                    variables: variables
                        .map(|(name, value)| (name.into(), value.into()))
                        .collect(),
                };
                Ok(Reach::Program(equipment))
            }
            ServerAt::Address { url } => {
                let headers = configured.headers.clone()?;
                Ok(Reach::Address(Way::address(url, &headers)?))
            }
        }
    }

    fn home(&self, server: &str) -> Result<PathBuf, String> {
        let home = self.homes.join(server);
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&home);
        made.map_err(|why| format!("`{}` can't be made: {why}", home.display()))?;
        Ok(home)
    }

    /// It answers.
    pub(crate) fn opened(
        &mut self,
        (server, act): (&str, ActId),
        connection: Connection,
        program: Option<Cancel>,
    ) {
        let open = Open {
            act,
            connection,
            program,
            changes: 0,
        };
        if let Some(before) = self.open.insert(server.to_owned(), open) {
            before.close();
        }
    }

    /// The connection to a server, if there is one.
    pub(crate) fn connection(&self, server: &str) -> Option<Connection> {
        self.open.get(server).map(|it| it.connection.clone())
    }

    /// Whether this is still the connection to it.
    pub(crate) fn is_open(&self, server: &str, act: ActId) -> bool {
        self.open.get(server).is_some_and(|it| it.act == act)
    }

    /// Its tools have changed once more. Says whether that is too often.
    pub(crate) fn changes_too_often(&mut self, server: &str) -> bool {
        self.open.get_mut(server).is_some_and(|it| {
            it.changes = it.changes.saturating_add(1);
            it.changes > CHANGES_MAX
        })
    }

    /// Ends the connection to it.
    pub(crate) fn close(&mut self, server: &str) {
        if let Some(open) = self.open.remove(server) {
            open.close();
        }
    }

    /// What it offers, of what it says that it has.
    pub(crate) fn offer(&self, server: &str, tools: Vec<Described>) -> Offer {
        let mut all = self.configured.iter();
        let configured = all.find(|it| it.server.name == server);
        let wanted = configured.map(|it| it.server.tools.as_slice());
        let before = self.remembered.of(server);
        offer::offer(server, wanted.unwrap_or_default(), tools, before)
    }

    /// Remembers what the agent is told of, once that is durable: said again, it is nothing new.
    pub(crate) fn remember(&mut self, servers: &Arc<Servers>) {
        if Arc::ptr_eq(&self.accepted, servers) {
            return;
        }
        self.accepted = Arc::clone(servers);
        let mut offered: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
        for (server, tool) in servers.offered() {
            let digest = tool.digest.to_string();
            let of_server = offered.entry(server).or_default();
            of_server.push((tool.name.as_str(), digest));
        }
        self.remembered.add(&offered);
    }

    /// Ends all connections; what programs kept goes.
    pub(crate) fn end(&mut self) {
        for open in std::mem::take(&mut self.open).into_values() {
            open.close();
        }
    }

    /// Takes away what programs kept, once they have ended.
    pub(crate) fn forget_homes(&self) {
        let _none = fs::remove_dir_all(&self.homes);
        let _others = self.homes.parent().map(fs::remove_dir);
    }
}

impl Open {
    fn close(self) {
        self.connection.close();
        if let Some(program) = self.program {
            program.now();
        }
    }
}
