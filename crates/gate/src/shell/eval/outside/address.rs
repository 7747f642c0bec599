//! Hosts in the words of a command.

/// The host of an address with a scheme, or of `user@host:path`; lower case. Nothing else is taken for one.
pub(crate) fn host(text: &str) -> Option<String> {
    if let Some((scheme, rest)) = text.split_once("://") {
        let named = !scheme.is_empty()
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if !named || scheme.eq_ignore_ascii_case("file") {
            return None;
        }
        let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
        let host = authority.rsplit('@').next().unwrap_or_default();
        return Some(without_port(host));
    }
    remote(text)
}

/// `host:path` and `user@host:path`, as scp and rsync take them.
pub(crate) fn remote(text: &str) -> Option<String> {
    let (before, _) = text.split_once(':')?;
    let host = before.rsplit('@').next().unwrap_or_default();
    let plain = !host.is_empty()
        && !before.contains('/')
        && host.len() > 1
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-_\u{fffd}".contains(c));
    plain.then(|| host.to_ascii_lowercase())
}

/// A host without its port, lower case.
pub(crate) fn without_port(host: &str) -> String {
    let host = if let Some(rest) = host.strip_prefix('[') {
        rest.split(']').next().unwrap_or_default()
    } else {
        host.split(':').next().unwrap_or_default()
    };
    host.trim_end_matches('.').to_ascii_lowercase()
}

/// Whether a host is this machine itself.
pub(crate) fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host
            .parse::<core::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}
