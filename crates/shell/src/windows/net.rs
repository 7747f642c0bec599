//! Addresses in commands.

use std::collections::BTreeSet;

use super::Word;
use crate::address::{self, Target};
use crate::effect::{Network, Origin, Way};

/// The connection to an address, where the way is what is meant with it; what the address itself carries counts too.
pub(crate) fn connection(word: &Word, way: Way) -> Network {
    let way = carried(way, &word.from);
    let mut text = word.start().to_owned();
    if word.known().is_none() {
        text.push('\u{fffd}');
    }
    match address::target(&text) {
        Target::Host { name, port, page } => Network {
            port,
            host: Some(name),
            way: if page && way == Way::Fetch {
                Way::Page
            } else {
                way
            },
        },
        Target::File(_) | Target::Unknown => Network::to(None, way),
    }
}

/// What is really sent, by where it comes from.
pub(crate) fn carried(way: Way, from: &BTreeSet<Origin>) -> Way {
    let carried = from.iter().map(|origin| match origin {
        Origin::Secret
        | Origin::File
        | Origin::Elsewhere
        | Origin::Environment
        | Origin::Program => Way::Upload,
        Origin::Unknown | Origin::Decoded => Way::Send,
        Origin::Written | Origin::Computed | Origin::Network => Way::Fetch,
    });
    match way {
        Way::Page | Way::Fetch | Way::Send => carried.fold(way, Way::max),
        Way::Upload | Way::Listen | Way::Registry => way,
    }
}

/// Whether a text looks like an address of the network.
pub(crate) fn is_address(text: &str) -> bool {
    let lower = text.trim_start_matches(['"', '\'']).to_ascii_lowercase();
    ["http://", "https://", "ftp://", "ftps://", "sftp://"]
        .iter()
        .any(|scheme| lower.starts_with(scheme))
        || lower.starts_with("\\\\")
}
