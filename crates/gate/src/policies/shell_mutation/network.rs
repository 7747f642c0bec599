//! Where a command may connect.

use super::Objection;
use crate::policies::Asked;
use crate::shell::effect::{Network, Way};
use crate::address::{is_loopback, is_private};

pub(super) fn judge(asked: &Asked<'_>, network: &Network) -> Option<Objection> {
    let Network { host, way } = network;
    let name = host.as_deref().unwrap_or("a host that is not known");
    let own = host.as_deref().is_some_and(is_loopback);
    match way {
        Way::Page | Way::Fetch if own => None,
        Way::Page if asked.policies.documents(name) => None,
        Way::Send | Way::Upload if own => None,
        Way::Page | Way::Fetch if is_private(name) => {
            Objection::hard("private-address", format!("`{name}` is a private network or the machine's metadata"))
        }
        Way::Page | Way::Fetch => Objection::soft("network", format!("it would connect to `{name}`")),
        Way::Send => Objection::soft("sends", format!("it would send to `{name}`")),
        Way::Upload => Objection::hard("uploads", format!("data would leave for `{name}`")),
        Way::Listen => Objection::soft("listens", "others could connect to it"),
        Way::Registry => Objection::soft("registry", "it would ask a registry or the repository's server"),
    }
}
