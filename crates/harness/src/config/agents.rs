//! Agents of somebody else that can work on the tasks of a run: which there are, how they are started, what they are given.

use std::collections::{BTreeMap, BTreeSet};

use agents::host::Host;
use ledger::options::{AgentChoice, AgentKind, AgentRole};

use super::fault::Fault;
use super::merge::Values;
use super::nearest::nearest;
use super::problem::Problem;
use super::read::Read;
use super::value::Value;

/// The key that names the one that works.
pub(crate) const DEFAULT: &str = "agents.default";
/// What the built-in loop is called among agents.
const LOOP: &str = "loop";

/// An agent as it is configured.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentSettings {
    /// Who it is.
    pub who: Who,
    /// Hosts that it reaches besides those of its provider.
    pub network: Vec<String>,
    /// Ports of this machine's own loopback that it reaches.
    pub local_ports: Vec<u16>,
    /// Variables that it gets besides: a text, or `secret:NAME`.
    pub env: BTreeMap<String, String>,
}

/// Who an agent of the configuration is.
#[derive(Debug, Clone, PartialEq)]
pub enum Who {
    /// The built-in loop.
    Loop,
    /// An agent of somebody else.
    Other(AgentChoice),
    /// Nothing says which: it can't work.
    Unknown,
}

impl AgentSettings {
    /// What a run is told of it; nothing where it is the built-in loop.
    #[must_use]
    pub fn choice(&self) -> Option<&AgentChoice> {
        match &self.who {
            Who::Other(choice) => Some(choice),
            Who::Loop | Who::Unknown => None,
        }
    }

    /// Whether it works on tasks, so that no model has to.
    #[must_use]
    pub fn executes(&self) -> bool {
        let choice = self.choice();
        choice.is_some_and(|it| it.takes(AgentRole::Executor))
    }

    /// Hosts that it reaches: those of its provider, and those that are named.
    pub(crate) fn hosts(&self) -> Vec<String> {
        let profile = self.choice().map(|it| it.profile.as_str());
        let card = profile.and_then(Host::named).and_then(|it| it.card().ok());
        let own = card.map(|it| it.headless.hosts).unwrap_or_default();
        own.into_iter().chain(self.network.clone()).collect()
    }

    /// A known agent that nothing is said about.
    fn known(name: &str, profile: Host) -> Self {
        Self {
            who: Who::Other(AgentChoice {
                name: name.to_owned(),
                kind: AgentKind::Cli,
                profile: profile.word().to_owned(),
                command: vec![profile.word().to_owned()],
                model: None,
                roles: Vec::new(),
            }),
            network: Vec::new(),
            local_ports: Vec::new(),
            env: BTreeMap::new(),
        }
    }
}

/// All agents by their names: those that are known, and those that are configured.
pub(super) fn agents(values: &Values, read: &Read<'_>) -> BTreeMap<String, AgentSettings> {
    let known = Host::ALL.map(|it| (it.word().to_owned(), AgentSettings::known(it.word(), it)));
    let mut all: BTreeMap<String, AgentSettings> = known.into();
    let named = values
        .entries
        .keys()
        .filter_map(|path| match path.as_slice() {
            [section, name, _, ..] if section == "agents" => Some(name.clone()),
            _ => None,
        });
    for name in named.collect::<BTreeSet<String>>() {
        let settings = agent(values, read, &name);
        all.insert(name, settings);
    }
    all
}

fn agent(values: &Values, read: &Read<'_>, name: &str) -> AgentSettings {
    let key = |field: &str| format!("agents.{name}.{field}");
    let text = |field: &str| read.text(&key(field));
    let profile = text("profile");
    let host = Host::named(profile.as_deref().unwrap_or(name));
    let mut env = BTreeMap::new();
    for (path, entry) in &values.entries {
        if let [section, of, field, variable] = path.as_slice()
            && (section.as_str(), of.as_str(), field.as_str()) == ("agents", name, "env")
            && let Some(value) = entry.value.text()
        {
            env.insert(variable.clone(), value);
        }
    }
    let roles = roles(read, &key("roles"));
    let kind = text("kind");
    let who = match (kind.as_deref(), host) {
        (Some(LOOP), _) => Who::Loop,
        (Some("acp"), host) => Who::Other(AgentChoice {
            name: name.to_owned(),
            kind: AgentKind::Acp,
            profile: host.map(|it| it.word().to_owned()).unwrap_or_default(),
            command: read.texts(&key("command")),
            model: text("model"),
            roles,
        }),
        (_, None) => Who::Unknown,
        (_, Some(host)) => {
            let command = read.texts(&key("command"));
            Who::Other(AgentChoice {
                name: name.to_owned(),
                kind: AgentKind::Cli,
                profile: host.word().to_owned(),
                command: match command.is_empty() {
                    true => vec![host.word().to_owned()],
                    false => command,
                },
                model: text("model"),
                roles,
            })
        }
    };
    AgentSettings {
        who,
        network: read.texts(&key("network")),
        local_ports: ports(read, &key("local_ports")),
        env,
    }
}

fn roles(read: &Read<'_>, key: &str) -> Vec<AgentRole> {
    let named = read.texts(key).into_iter();
    let role = |it: String| match it.as_str() {
        "planner" => AgentRole::Planner,
        _ => AgentRole::Executor,
    };
    named.map(role).collect()
}

fn ports(read: &Read<'_>, key: &str) -> Vec<u16> {
    let counts = read.list(key).filter_map(Value::count);
    counts.filter_map(|it| u16::try_from(it).ok()).collect()
}

/// The name of the one that works, if one is named. `loop` is the built-in one.
pub(super) fn default(
    read: &Read<'_>,
    all: &BTreeMap<String, AgentSettings>,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let name = read.text(DEFAULT).filter(|it| it != LOOP)?;
    let fault = match all.get(&name).map(|it| &it.who) {
        Some(Who::Other(_)) => return Some(name),
        Some(Who::Loop) => return None,
        Some(Who::Unknown) => Fault::Lacks {
            key: format!("agents.{name}"),
            field: format!("agents.{name}.profile"),
        },
        None => Fault::NoSuchAgent {
            near: nearest(&name, all.keys().map(String::as_str)),
            known: all.keys().cloned().collect(),
            name: name.clone(),
        },
    };
    let place = read.0.entry(DEFAULT).map(|it| it.origin.place.clone());
    problems.push(match place {
        Some(place) => Problem::new(fault, place),
        None => Problem::bare(fault),
    });
    Some(name)
}
