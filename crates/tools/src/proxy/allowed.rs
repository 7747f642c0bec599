//! What may be reached: hosts, everything below a host, registries by their names. Compared by whole parts of names.

use super::address::closed;
use super::host::{Host, Name, NotHost, Target};

/// Ports that are meant where none is named.
const PORTS: [u16; 2] = [443, 80];

/// A registry of packages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registry {
    /// As the configuration calls it.
    pub name: String,
    /// The servers that its packages come from.
    pub hosts: Vec<String>,
    /// The toolchains that load from it.
    pub tools: Vec<String>,
}

/// Hosts and ports that may be reached. Nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed(Vec<Rule>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    whom: Whom,
    /// `None`: those that are usual.
    port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Whom {
    Host(Host),
    Below(Name),
}

/// Why an entry allows nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    /// No registry is called so, and a host has a dot in its name.
    #[error("`{0}` is no registry, and no host with a dot in its name")]
    Unknown(String),
    /// It is no host.
    #[error("`{0}` is no host: {1}")]
    NotHost(String, #[source] NotHost),
    /// It would be half of the Internet.
    #[error("`{0}` would allow all hosts of `{1}`; name more of it")]
    TooWide(String, String),
    /// Nobody reaches this address through the proxy.
    #[error("`{0}` is {1}, which is never reached")]
    Closed(String, &'static str),
}

impl Allowed {
    /// Reads entries: names of registries, `host`, `host:port`, `*.host`.
    ///
    /// # Errors
    /// [`NotAllowed`] for the first entry that allows nothing.
    pub fn read(entries: &[String], registries: &[Registry]) -> Result<Self, NotAllowed> {
        let mut rules = Vec::new();
        for entry in entries {
            match registries.iter().find(|it| it.name == *entry) {
                Some(registry) => {
                    for host in &registry.hosts {
                        rules.push(Rule::read(host)?);
                    }
                }
                None => rules.push(Rule::read(entry)?),
            }
        }
        Ok(Self(rules))
    }

    /// Whether nothing is allowed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this very target may be reached, as far as its name says.
    #[must_use]
    pub fn permits(&self, target: &Target) -> bool {
        self.0.iter().any(|it| it.permits(target))
    }

    /// Whether all these servers of a registry may be reached, and there are any.
    #[must_use]
    pub fn permits_all(&self, hosts: &[String]) -> bool {
        let permitted =
            |host: &String| Target::read(host, Some(443)).is_ok_and(|target| self.permits(&target));
        !hosts.is_empty() && hosts.iter().all(permitted)
    }
}

impl Rule {
    fn read(entry: &str) -> Result<Self, NotAllowed> {
        let not_host = |why| NotAllowed::NotHost(entry.to_owned(), why);
        let (below, rest) = match entry.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, entry),
        };
        let named = rest.rfind(']').map_or(rest, |at| &rest[at..]).contains(':');
        let Target { host, port } = Target::read(rest, Some(PORTS[0])).map_err(not_host)?;
        let port = named.then_some(port);
        let whom = match (host, below) {
            (Host::Address(address), _) => {
                if let Some(what) = closed(address) {
                    return Err(NotAllowed::Closed(entry.to_owned(), what));
                }
                if below {
                    return Err(not_host(NotHost::Label));
                }
                Whom::Host(Host::Address(address))
            }
            (Host::Name(name), true) if name.is_single() => {
                let all = name.as_str().to_owned();
                return Err(NotAllowed::TooWide(entry.to_owned(), all));
            }
            (Host::Name(name), false) if name.is_single() => {
                return Err(NotAllowed::Unknown(entry.to_owned()));
            }
            (Host::Name(name), true) => Whom::Below(name),
            (Host::Name(name), false) => Whom::Host(Host::Name(name)),
        };
        Ok(Self { whom, port })
    }

    fn permits(&self, target: &Target) -> bool {
        let port = match self.port {
            Some(port) => port == target.port,
            None => PORTS.contains(&target.port),
        };
        port && match (&self.whom, &target.host) {
            (Whom::Host(host), other) => host == other,
            (Whom::Below(name), Host::Name(other)) => other.is_below(name),
            (Whom::Below(_), Host::Address(_)) => false,
        }
    }
}
