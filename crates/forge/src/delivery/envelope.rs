//! The headers of a delivery: which forge sent it, its name and its kind.

use std::borrow::Cow;

use ledger::forge::ForgeKind;

use super::signature::{self, NotGenuine, Signature};
use crate::secret::Secret;

/// The most bytes of a delivery's name, and of the name of its kind.
const NAME_BYTES_MAX: usize = 200;

/// Why headers are not those of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEnvelope {
    /// No header names an event.
    #[error("no header names an event of a forge")]
    NoEvent,
    /// No header names the delivery.
    #[error("no header `{header}` names the delivery")]
    NoId {
        /// The header that was looked for.
        header: &'static str,
    },
    /// A name is too long or holds what names do not.
    #[error("the header `{header}` holds no name")]
    BadName {
        /// The header.
        header: &'static str,
    },
}

/// What stands on a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Which kind of server sent it.
    pub kind: ForgeKind,
    /// Its name. On Gitea and Forgejo a replay has a new one; on GitHub it keeps the old one.
    pub id: String,
    /// The kind of event, as exactly as the forge tells it.
    pub event: String,
    is_form: bool,
    signature: Signature,
}

/// Reads the headers of a delivery: pairs of name and value, in any order and case. Of a name that comes twice the first
/// counts.
///
/// # Errors
/// [`BadEnvelope`] where they are not those of a delivery.
pub fn envelope<'a>(
    headers: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Envelope, BadEnvelope> {
    let headers: Vec<(&str, &str)> = headers.into_iter().collect();
    let get = |name: &str| {
        let found = headers
            .iter()
            .find(|(one, _)| one.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    };
    // Forgejo sends Gitea's headers too, and both send GitHub's: the most special one decides. It is enough that it is
    // there: Gitea 1.23.1 leaves the event of a status empty, and only the event's type tells.
    let (kind, events, id): (_, &[&str], _) = if get("X-Forgejo-Event").is_some() {
        let events = &[
            "X-Forgejo-Event-Type",
            "X-Gitea-Event-Type",
            "X-Forgejo-Event",
        ];
        (ForgeKind::Forgejo, events, "X-Forgejo-Delivery")
    } else if get("X-Gitea-Event").is_some() {
        let events = &["X-Gitea-Event-Type", "X-Gitea-Event"];
        (ForgeKind::Gitea, events, "X-Gitea-Delivery")
    } else {
        (ForgeKind::Github, &["X-GitHub-Event"], "X-GitHub-Delivery")
    };
    let told = |header: &&'static str| Some((*header, get(header).filter(|v| !v.is_empty())?));
    let (header, event) = events.iter().find_map(told).ok_or(BadEnvelope::NoEvent)?;
    let event = checked(header, event)?;
    let (header, id) = told(&id).ok_or(BadEnvelope::NoId { header: id })?;
    let content_type = get("Content-Type").unwrap_or_default();
    let is_form = content_type
        .to_ascii_lowercase()
        .starts_with("application/x-www-form-urlencoded");
    Ok(Envelope {
        kind,
        id: checked(header, id)?,
        event,
        is_form,
        signature: signature::told(kind, get),
    })
}

impl Envelope {
    /// Checks that one of these secrets signed the bytes of the body, and gives its JSON. More than one secret is for the
    /// time in which one replaces another.
    ///
    /// # Errors
    /// [`NotGenuine`] where none did; then nothing of the delivery is to be used.
    pub fn open<'a>(
        &self,
        body: &'a [u8],
        secrets: &[Secret],
    ) -> Result<Cow<'a, [u8]>, NotGenuine> {
        let json = if self.is_form {
            Cow::Owned(payload(body)?)
        } else {
            Cow::Borrowed(body)
        };
        let signed = match self.kind {
            // These sign what they would have sent as JSON, GitHub signs what it sends.
            ForgeKind::Gitea | ForgeKind::Forgejo => &json,
            ForgeKind::Github => body,
        };
        signature::check(&self.signature, signed, secrets)?;
        Ok(json)
    }
}

fn checked(header: &'static str, name: &str) -> Result<String, BadEnvelope> {
    let is_name = name.len() <= NAME_BYTES_MAX && name.bytes().all(|byte| byte.is_ascii_graphic());
    match is_name {
        true => Ok(name.to_owned()),
        false => Err(BadEnvelope::BadName { header }),
    }
}

/// The JSON in a form.
fn payload(body: &[u8]) -> Result<Vec<u8>, NotGenuine> {
    let mut fields = url::form_urlencoded::parse(body);
    let found = fields.find(|(name, _)| name == "payload");
    let (_, value) = found.ok_or(NotGenuine::NoPayload)?;
    Ok(value.into_owned().into_bytes())
}
