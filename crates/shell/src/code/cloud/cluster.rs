//! Words of a cluster: which resource is shown.

use super::found;
use crate::code::{Deed, Found};

/// A kind of thing in a cluster, or several: secrets are shown in clear.
pub(in crate::code) fn resource(word: &str) -> Found {
    let secret = word.split(',').any(|one| {
        let kind = one
            .split(['/', '.'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        matches!(
            kind.as_str(),
            "secret" | "secrets" | "sealedsecret" | "sealedsecrets" | "serviceaccounttoken"
        ) || one.contains("/secrets")
    });
    found(secret.then(|| Deed::Secret("it shows secrets of a cluster".to_owned())))
}
