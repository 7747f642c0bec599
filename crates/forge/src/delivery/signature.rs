//! The signature of a delivery: HMAC-SHA256 over its bytes, never over a value that was read and written again.

use hmac::{Hmac, KeyInit as _, Mac as _};
use ledger::forge::ForgeKind;
use sha2::Sha256;

use crate::secret::Secret;

/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 32;

/// Why a delivery is not taken for genuine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotGenuine {
    /// There is no signature: GitHub sends none for a hook without a secret.
    #[error("it is not signed")]
    NotSigned,
    /// There is a signature with nothing in it: the hook has no secret.
    #[error("its signature is empty: the hook has no secret")]
    EmptySignature,
    /// The signature is not one of this kind.
    #[error("its signature is not 64 hexadecimal digits")]
    Unreadable,
    /// No secret is configured to check it with.
    #[error("there is no secret to check its signature with")]
    NoSecret,
    /// None of the secrets made this signature.
    #[error("its signature is not right")]
    Wrong,
    /// It came as a form, and the form has no field `payload`.
    #[error("it is a form without the field `payload`")]
    NoPayload,
}

/// What the headers say of a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Signature {
    Missing,
    Empty,
    Unreadable,
    Told([u8; SIGNATURE_BYTES]),
}

/// The signature in these headers.
pub(super) fn told<'a>(kind: ForgeKind, get: impl Fn(&str) -> Option<&'a str>) -> Signature {
    let bare: &[&str] = match kind {
        ForgeKind::Forgejo => &["X-Forgejo-Signature", "X-Gitea-Signature"],
        ForgeKind::Gitea => &["X-Gitea-Signature"],
        ForgeKind::Github => &[],
    };
    if let Some(text) = bare.iter().find_map(|name| get(name)) {
        return parse(text);
    }
    match get("X-Hub-Signature-256") {
        Some(text) => match text.strip_prefix("sha256=") {
            Some(hex) => parse(hex),
            None if text.is_empty() => Signature::Empty,
            None => Signature::Unreadable,
        },
        None => Signature::Missing,
    }
}

fn parse(text: &str) -> Signature {
    if text.is_empty() {
        return Signature::Empty;
    }
    match ledger::ids::Hash::parse(text) {
        Ok(hash) => Signature::Told(hash.0),
        Err(_) => Signature::Unreadable,
    }
}

/// Whether one of the secrets signed these bytes.
pub(super) fn check(
    signature: &Signature,
    signed: &[u8],
    secrets: &[Secret],
) -> Result<(), NotGenuine> {
    let told = match signature {
        Signature::Missing => return Err(NotGenuine::NotSigned),
        Signature::Empty => return Err(NotGenuine::EmptySignature),
        Signature::Unreadable => return Err(NotGenuine::Unreadable),
        Signature::Told(told) => told,
    };
    // Anybody can sign with an empty secret.
    let mut secrets = secrets
        .iter()
        .filter(|secret| !secret.is_empty())
        .peekable();
    if secrets.peek().is_none() {
        return Err(NotGenuine::NoSecret);
    }
    let made_it = |secret: &Secret| {
        let mac = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes());
        // Compares in a time that does not depend on where the difference is.
        mac.is_ok_and(|mac| mac.chain_update(signed).verify_slice(told).is_ok())
    };
    match secrets.any(made_it) {
        true => Ok(()),
        false => Err(NotGenuine::Wrong),
    }
}
