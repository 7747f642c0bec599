//! Whether a delivery is genuine, as the room `forge` says it; and what is kept so that it can be read later, when its
//! secret may be another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use forge::delivery;
use forge::secret::Secret;
use ledger::forge::ForgeKind;

use super::check::{Check, Checked, Headers};
use super::report::Refusal;

/// Under this name the kind of server is kept.
const KIND: &str = "kind";

/// Takes what one of these secrets signed. What is kept is the JSON, without the form that it may have come in.
#[must_use]
pub fn by_signature(secrets: Vec<Secret>) -> Check {
    Arc::new(move |headers, body| check(headers, body, &secrets))
}

/// The kind of server that sent a delivery, from what was kept of its headers.
#[must_use]
pub fn kind(headers: &BTreeMap<String, String>) -> Option<ForgeKind> {
    let kinds = [ForgeKind::Gitea, ForgeKind::Forgejo, ForgeKind::Github];
    let word = headers.get(KIND)?;
    kinds.into_iter().find(|it| it.word() == word)
}

fn check(headers: &Headers<'_>, body: &[u8], secrets: &[Secret]) -> Result<Checked, Refusal> {
    let envelope = delivery::envelope(headers.iter().copied());
    let envelope = envelope.map_err(|_| Refusal::Unreadable)?;
    let json = envelope.open(body, secrets).map_err(refusal)?;
    let content = match json {
        Cow::Owned(json) => Some(json),
        Cow::Borrowed(_) => None,
    };
    Ok(Checked {
        headers: BTreeMap::from([(KIND.to_owned(), envelope.kind.word().to_owned())]),
        id: envelope.id,
        event: envelope.event,
        content,
    })
}

fn refusal(why: delivery::NotGenuine) -> Refusal {
    match why {
        delivery::NotGenuine::NotSigned | delivery::NotGenuine::EmptySignature => {
            Refusal::NoSignature
        }
        delivery::NotGenuine::Unreadable
        | delivery::NotGenuine::NoSecret
        | delivery::NotGenuine::Wrong => Refusal::WrongSignature,
        delivery::NotGenuine::NoPayload => Refusal::Unreadable,
    }
}
