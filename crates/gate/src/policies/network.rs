//! `network`: where a tool may connect. Nowhere, unless a person says so.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo};
use crate::canonical::hides;
use crate::finding::{about, hard, soft, use_path};

const NAME: &str = "network";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "No address is fetched unasked; addresses of this machine and of other schemes are denied.",
        why: "An address can carry out what it names, and bring in what it answers.",
        instead: "Use what is in the repository, or ask for the address.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(Proposal::Fetch { url }) = asked.subject.proposal() else {
        return Vec::new();
    };
    let elsewhere = || use_path("a plain https address");
    let found = if url.chars().any(|c| hides(c) || c.is_whitespace()) {
        hard(NAME, "bad-address", "the address holds a blank or a hidden character", elsewhere())
    } else {
        match host(url) {
            None => hard(NAME, "bad-address", "only http and https addresses with a plain host are fetched", elsewhere()),
            Some(host) if private(&host) => {
                let message = format!("`{host}` is this machine or a private network");
                hard(NAME, "private-address", message, elsewhere())
            }
            Some(host) => soft(NAME, "network", format!("it would connect to `{host}`")),
        }
    };
    vec![about(found, url)]
}

/// The host of an http or https address, in lower case; `None` when there is none, or a user name before it.
fn host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    if !(scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")) {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    if authority.contains('@') || authority.is_empty() {
        return None;
    }
    let host = if authority.starts_with('[') {
        authority.split(']').next()?.trim_start_matches('[')
    } else {
        authority.split(':').next()?
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.:_".contains(c);
    (!host.is_empty() && host.chars().all(plain)).then_some(host)
}

/// This machine, private networks, link-local and metadata addresses; numbers in other spellings (`0x7f.1`).
fn private(host: &str) -> bool {
    if let Ok(address) = host.parse::<core::net::IpAddr>() {
        return match address {
            core::net::IpAddr::V4(v4) => private_v4(v4),
            core::net::IpAddr::V6(v6) => {
                v6.is_loopback()
                    || v6.is_unspecified()
                    || v6.to_ipv4().is_some_and(private_v4)
                    || matches!(v6.segments().first(), Some(first) if first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80)
            }
        };
    }
    let last = host.rsplit('.').next().unwrap_or(host);
    let number = !last.is_empty() && (last.chars().all(|c| c.is_ascii_digit()) || last.starts_with("0x"));
    number
        || !host.contains('.')
        || [".localhost", ".local", ".internal", ".home.arpa", ".lan"]
            .iter()
            .any(|ending| host.ends_with(ending))
}

fn private_v4(address: core::net::Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_unspecified()
        || address.is_multicast()
        || address.is_broadcast()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "fetch_url", "args": {"url": "https://docs.example.org/x"}}"#, "network"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://169.254.169.254/latest"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://localhost:8080/"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://[::1]/"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://2130706433/"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://0x7f.1/"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "http://[::ffff:10.0.0.1]/"}}"#, "private-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "ftp://x.example/"}}"#, "bad-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "https://a@b.example/"}}"#, "bad-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "https://x.example/\r\nX: 1"}}"#, "bad-address"),
    (r#"{"tool": "fetch_url", "args": {"url": "https://git.example.com\u2044x.example/"}}"#, "bad-address"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}}"#,
];
