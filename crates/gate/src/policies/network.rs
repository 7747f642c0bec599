//! `network`: where a tool may connect. Nowhere, unless a person says so.

use ledger::gate::{Checkpoint, Finding};
use ledger::proposal::Proposal;
use shell::address::{self, Address};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, soft, use_path};
use crate::secret;

const NAME: &str = "network";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool],
        summary: "Pages of documentation hosts are read unasked, other addresses ask; this machine, private networks and other schemes are denied.",
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
    let found = match address::read(url) {
        Err(why) => Some(hard(NAME, "bad-address", why, elsewhere())),
        Ok(address) if address.is_private() => {
            let message = format!("`{}` is this machine or a private network", address.host);
            Some(hard(NAME, "private-address", message, elsewhere()))
        }
        Ok(address) => asks(asked, url, &address),
    };
    found
        .map(|finding| about(finding, url))
        .into_iter()
        .collect()
}

/// What a person has to say yes to; nothing, where documentation is read plainly.
fn asks(asked: &Asked<'_>, url: &str, address: &Address) -> Option<Finding> {
    let host = &address.host;
    if !asked.policies.documents(host) {
        return Some(soft(
            NAME,
            "network",
            format!("it would connect to `{host}`"),
        ));
    }
    if !address.is_plain {
        let message = format!(
            "it would connect to `{host}` without encryption, at another port, or in another spelling"
        );
        return Some(soft(NAME, "network", message));
    }
    let plain = percent_encoding::percent_decode_str(url)
        .decode_utf8_lossy()
        .into_owned();
    if secret::surest(url).is_some()
        || secret::surest(&plain).is_some()
        || plain.contains("PRIVATE KEY")
    {
        return Some(soft(
            NAME,
            "carries-data",
            format!("the address would carry a secret to `{host}`"),
        ));
    }
    if address.carries_data() {
        let message = format!("the address would carry encoded data to `{host}`");
        return Some(soft(NAME, "carries-data", message));
    }
    None
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.example.org/x"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://169.254.169.254/latest"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://localhost:8080/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://[::1]/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://2130706433/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://0x7f.1/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://[::ffff:10.0.0.1]/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "ftp://x.example/"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://a@b.example/"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://x.example/\r\nX: 1"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/%0d%0aX:%201"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https:///docs.rs/serde"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://git.example.com\u2044x.example/"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs\\@x.example/"}}"#,
        "bad-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs.x.example/serde"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://docs.rs/serde"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs:8443/serde"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://d\u043ecs.rs/serde"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs%2ers/serde"}}"#,
        "network",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://127%2e0.0.1/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://0177.0.0.1/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://[64:ff9b::7f00:1]/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://\uff11\uff12\uff17.0.0.1/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://10.0.0.1.nip.io/"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "http://metadata.google.internal./"}}"#,
        "private-address",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/search?q=QUtJQUlPU0ZPRE5ON0VYQU1QTEU6d0phbHJYVXRuRkVNSQ"}}"#,
        "carries-data",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/?q=-----BEGIN%20OPENSSH%20PRIVATE%20KEY-----b3Bl"}}"#,
        "carries-data",
    ),
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/x/6d7953656372657456616c7565313233343536"}}"#,
        "carries-data",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}}"#,
    r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/serde"}}"#,
    r#"{"tool": "fetch_url", "args": {"url": "https://DOCS.RS.:443/serde/latest/serde/trait.Deserialize.html#tymethod.deserialize"}}"#,
    r#"{"tool": "fetch_url", "args": {"url": "https://doc.rust-lang.org/std/collections/struct.HashMap.html?search=hash+map+entry"}}"#,
    r#"{"tool": "fetch_url", "args": {"url": "https://docs.rs/tokio/1.48.0/tokio/sync/struct.OwnedSemaphorePermit.html"}}"#,
];
