//! Where a command may connect.

use shell::address::{is_loopback, is_private};
use shell::effect::{Network, Way};

use super::objection::{Objection, build};
use super::registry;
use crate::policies::Asked;

/// Ports of this machine behind which engines and stores listen that a request can steer or empty: container engines, etcd,
/// clusters, databases, search, browsers.
const STEERED: [u16; 16] = [
    2375, 2376, 2379, 4243, 5984, 6443, 7474, 8086, 8123, 8200, 8500, 9200, 9222, 10250, 11211,
    15672,
];

pub(super) fn judge(asked: &Asked<'_>, network: &Network, by: &str) -> Option<Objection> {
    let name = network
        .host
        .as_deref()
        .unwrap_or("a host that is not known");
    let own = network.host.as_deref().is_some_and(is_loopback);
    match network.way {
        Way::Page if asked.policies.documents(name) => None,
        Way::Page | Way::Fetch if own => None,
        Way::Send | Way::Upload if is_harmless(network) => None,
        Way::Send | Way::Upload if own => Objection::soft(
            "sends",
            format!("it would change what a service on `{name}` holds or does"),
        ),
        Way::Page | Way::Fetch if is_private(name) => Objection::hard(
            "private-address",
            format!("`{name}` is a private network or the machine's metadata"),
        ),
        Way::Page | Way::Fetch => {
            Objection::soft("network", format!("it would connect to `{name}`"))
        }
        Way::Send => Objection::soft("sends", format!("it would send to `{name}`")),
        Way::Upload => Objection::hard("uploads", format!("data would leave for `{name}`")),
        Way::Listen => Objection::soft("listens", "others could connect to it"),
        // Through the proxy nothing else is reached.
        Way::Registry
            if network.host.is_none() && registry::is_reached(asked, registry::program(by)) =>
        {
            build(asked, by)
        }
        Way::Registry => Objection::soft(
            "registry",
            "it would ask a registry or the repository's server",
        ),
    }
}

/// Whether whatever is sent there reaches but a service that the developer started on this machine.
pub(super) fn is_harmless(network: &Network) -> bool {
    network.host.as_deref().is_some_and(is_loopback)
        && !network.port.is_some_and(|port| STEERED.contains(&port))
}
