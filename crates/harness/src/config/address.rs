//! What an address says of where it leads.

/// The host of an address without its scheme, without the port.
pub(super) fn host(rest: &str) -> &str {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = authority.rsplit('@').next().unwrap_or_default();
    match authority.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

/// Whether what is sent there can be read on its way: without encryption, and to another machine.
pub(super) fn goes_in_clear(url: &str) -> bool {
    let plain = url.strip_prefix("http://");
    plain.is_some_and(|rest| !model::http::is_this_machine(host(rest)))
}
