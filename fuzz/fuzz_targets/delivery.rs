//! Any headers and any body: never genuine without the secret, and reading comes to an end.
#![no_main]

use forge::delivery::{envelope, read};
use forge::secret::Secret;
use ledger::forge::ForgeKind;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<(&str, &str)>, &str, &[u8])| {
    let (headers, event, body) = input;
    if let Ok(envelope) = envelope(headers) {
        assert!(envelope.open(body, &[Secret::new("a secret")]).is_err());
    }
    for kind in [ForgeKind::Gitea, ForgeKind::Forgejo, ForgeKind::Github] {
        let _ = read(kind, event, body);
    }
});
