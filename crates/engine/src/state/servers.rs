//! Servers of tools, as far as a run knows them, and what people say of their tools.

use std::collections::BTreeMap;

use ledger::ids::Hash;
use ledger::offered::{DoubtfulTool, Known, Offer, OfferedTool};

/// The servers of a run.
#[derive(Debug, Clone, Default)]
pub struct Servers {
    by_name: BTreeMap<String, Server>,
    /// What people said when they were asked about tools, by the digests of these.
    said: BTreeMap<Hash, bool>,
}

/// One server.
#[derive(Debug, Clone)]
enum Server {
    /// It answers.
    Open(Vec<OfferedTool>),
    /// It does not. Why stands in its line, for people: it may be in the server's own words.
    Closed,
}

impl Servers {
    /// It answers, with these tools.
    pub(crate) fn offers(&mut self, offer: &Offer) {
        let tools = Server::Open(offer.tools.clone());
        self.by_name.insert(offer.server.clone(), tools);
    }

    /// It does not answer.
    pub(crate) fn closed(&mut self, server: &str) {
        self.by_name.insert(server.to_owned(), Server::Closed);
    }

    /// Another process drives the run: it has no connection yet.
    pub(crate) fn are_gone(&mut self) {
        self.by_name.clear();
    }

    /// What a person said of tools.
    pub(crate) fn said(&mut self, tools: &[DoubtfulTool], yes: bool) {
        self.said.extend(tools.iter().map(|it| (it.digest, yes)));
    }

    /// Whether it was reached, or could not be.
    pub(crate) fn is_known(&self, server: &str) -> bool {
        self.by_name.contains_key(server)
    }

    /// Whether it does not answer, or not any more.
    pub(crate) fn is_closed(&self, server: &str) -> bool {
        matches!(self.by_name.get(server), Some(Server::Closed))
    }

    /// The tools that a person has to be asked about first, by their servers.
    pub(crate) fn doubtful(&self) -> Vec<(String, Vec<DoubtfulTool>)> {
        let mut all: Vec<(String, Vec<DoubtfulTool>)> = Vec::new();
        for (server, tool) in self.open() {
            let Some(why) = doubt(tool).filter(|_| !self.said.contains_key(&tool.digest)) else {
                continue;
            };
            let doubtful = DoubtfulTool {
                name: tool.name.clone(),
                digest: tool.digest,
                description: format!("{}\narguments: {}", tool.description, tool.schema),
                why,
            };
            match all.last_mut().filter(|(it, _)| it == server) {
                Some((_, tools)) => tools.push(doubtful),
                None => all.push((server.to_owned(), vec![doubtful])),
            }
        }
        all
    }

    /// The tools that the agent is told of, with their servers.
    pub fn offered(&self) -> impl Iterator<Item = (&str, &OfferedTool)> {
        self.open().filter(|(_, tool)| {
            let said = self.said.get(&tool.digest);
            said.copied().unwrap_or_else(|| doubt(tool).is_none())
        })
    }

    fn open(&self) -> impl Iterator<Item = (&str, &OfferedTool)> {
        self.by_name.iter().flat_map(|(name, server)| {
            let tools: &[OfferedTool] = match server {
                Server::Open(tools) => tools,
                Server::Closed => &[],
            };
            tools.iter().map(move |tool| (name.as_str(), tool))
        })
    }
}

/// Why a person is asked before the agent is told of it; nothing where it says what it said before.
fn doubt(tool: &OfferedTool) -> Option<String> {
    let noticed = || format!("its description {}", tool.noticed.join("; "));
    match tool.known {
        Known::Same => None,
        Known::First if tool.noticed.is_empty() => None,
        Known::First => Some(noticed()),
        Known::Added => Some("the server did not have it before".to_owned()),
        Known::Changed => Some("it describes itself in other words than before".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, known: Known, noticed: &[&str]) -> OfferedTool {
        OfferedTool {
            name: name.to_owned(),
            description: "says something".to_owned(),
            schema: "{}".to_owned(),
            digest: Hash::of(name.as_bytes()),
            known,
            noticed: noticed.iter().map(|it| (*it).to_owned()).collect(),
        }
    }

    fn names(servers: &Servers) -> Vec<&str> {
        servers.offered().map(|(_, it)| it.name.as_str()).collect()
    }

    #[test]
    fn what_is_new_changed_or_gives_orders_waits_for_a_person() {
        let mut servers = Servers::default();
        let tools = vec![
            tool("first", Known::First, &[]),
            tool("same", Known::Same, &["gives orders"]),
            tool("orders", Known::First, &["gives orders"]),
            tool("added", Known::Added, &[]),
            tool("changed", Known::Changed, &[]),
        ];
        servers.offers(&Offer {
            server: "s".to_owned(),
            tools,
            left_out: Vec::new(),
        });
        assert_eq!(names(&servers), ["first", "same"]);
        let asked = servers.doubtful();
        assert_eq!(asked.len(), 1);
        let (_, doubtful) = asked.first().unwrap();
        let asked: Vec<&str> = doubtful.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(asked, ["orders", "added", "changed"]);

        servers.said(&doubtful[..2], true);
        servers.said(&doubtful[2..], false);
        assert!(servers.doubtful().is_empty());
        assert_eq!(names(&servers), ["first", "same", "orders", "added"]);

        servers.closed("s");
        assert!(names(&servers).is_empty());
        assert!(servers.is_closed("s"));
        servers.are_gone();
        assert!(!servers.is_known("s"));
    }
}
