//! Addresses in commands.

use std::collections::BTreeSet;

use super::Word;
use crate::shell::effect::{Network, Origin, Way};

/// The connection to an address, where the way is what is meant with it; what the address itself carries counts too.
pub(crate) fn connection(word: &Word, way: Way) -> Network {
    Network {
        host: host(word),
        way: carried(way, &word.from),
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
        Way::Fetch | Way::Send => carried.fold(way, Way::max),
        Way::Upload | Way::Listen | Way::Registry => way,
    }
}

/// The host of an address, lower case, where it is known to its end.
fn host(word: &Word) -> Option<String> {
    let text = word.start();
    let rest = match text.split_once("://") {
        Some((_, rest)) => rest,
        None if word.known().is_some() => text,
        None => return None,
    };
    let end = rest.find(['/', '?', '#', '\\']);
    let authority = match end {
        Some(end) => rest.get(..end)?,
        None => word.known().map(|_| rest)?,
    };
    let host = authority.rsplit('@').next()?;
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None => host.split(':').next()?,
    };
    let host = host.trim_end_matches('.').to_lowercase();
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-_:".contains(c);
    (!host.is_empty() && host.chars().all(fits)).then_some(host)
}

/// Whether a text looks like an address of the network.
pub(crate) fn is_address(text: &str) -> bool {
    let lower = text.trim_start_matches(['"', '\'']).to_ascii_lowercase();
    ["http://", "https://", "ftp://", "ftps://", "sftp://"]
        .iter()
        .any(|scheme| lower.starts_with(scheme))
        || lower.starts_with("\\\\")
}
