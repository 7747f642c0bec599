//! An address that takes notices: one POST of JSON, and whether it was taken. The address can hold a key in its path, as
//! those of chat services do, so nothing here ever shows more of it than its host. It is asked once; who calls tries again.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use reqwest::{StatusCode, Url};
use tokio::time::timeout;

use crate::failure::of_transport;
use crate::http::{client, init, is_this_machine};
use crate::secret::Secret;

/// Why an address can't be used for notices. None of these shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWebhook {
    /// It can't be read, or is neither `http` nor `https`.
    #[error("it is no `http` or `https` address")]
    NoAddress,
    /// It holds a user or a password.
    #[error("it holds a user or a password")]
    Password,
    /// It is not encrypted, and not on this machine.
    #[error("plain `http` is for this machine alone")]
    InClear,
}

impl BadWebhook {
    /// What to do about it.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            BadWebhook::NoAddress => "write the whole address, `https://...`",
            BadWebhook::Password => "take the user and the password out of it",
            BadWebhook::InClear => "use `https`",
        }
    }
}

/// Why a notice was not taken, in words without the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTaken {
    /// Why.
    pub why: String,
    /// Whether another try may help.
    pub may_help: bool,
}

/// An address that takes notices.
pub struct Webhook {
    url: Url,
    host: String,
    /// Made at the first notice.
    inner: OnceLock<Result<reqwest::Client, String>>,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}

impl Webhook {
    /// Checks an address. Nothing is connected yet.
    ///
    /// # Errors
    /// [`BadWebhook`].
    pub fn new(address: &Secret) -> Result<Self, BadWebhook> {
        let mut url = Url::parse(address.expose()).map_err(|_| BadWebhook::NoAddress)?;
        let host = url.host_str().ok_or(BadWebhook::NoAddress)?.to_owned();
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadWebhook::Password);
        }
        match url.scheme() {
            "https" => {}
            "http" if is_this_machine(&host) => {}
            "http" => return Err(BadWebhook::InClear),
            _ => return Err(BadWebhook::NoAddress),
        }
        url.set_fragment(None);
        Ok(Self {
            url,
            host,
            inner: OnceLock::new(),
        })
    }

    /// The host: all that may be shown of the address.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends a notice, with so much patience from the first byte sent to the status of the answer. What else the answer
    /// says is not read, and no redirect is followed.
    ///
    /// # Errors
    /// [`NotTaken`].
    pub async fn post(&self, json: Vec<u8>, patience: Duration) -> Result<(), NotTaken> {
        let encrypts = self.url.scheme() == "https";
        let made = self.inner.get_or_init(|| {
            init();
            let builder = client(encrypts, patience);
            builder.build().map_err(|e| format!("no HTTP client: {e}"))
        });
        let client = made.as_ref().map_err(|why| NotTaken {
            why: why.clone(),
            may_help: false,
        })?;
        let sent = client
            .post(self.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("interlock/", env!("CARGO_PKG_VERSION")))
            .body(json)
            .send();
        match timeout(patience, sent).await {
            Ok(Ok(response)) => taken(response.status()),
            Ok(Err(error)) => Err(NotTaken {
                why: self.bare(of_transport(error).message),
                may_help: true,
            }),
            Err(_) => Err(NotTaken {
                why: format!("no answer for {} s", patience.as_secs()),
                may_help: true,
            }),
        }
    }

    /// Words without the address, should some library repeat it.
    fn bare(&self, words: String) -> String {
        let path = Secret::new(self.url.path());
        let query = Secret::new(self.url.query().unwrap_or_default());
        query.hide(path.hide(words))
    }
}

/// What a status says.
fn taken(status: StatusCode) -> Result<(), NotTaken> {
    if status.is_success() {
        return Ok(());
    }
    let code = status.as_u16();
    let why = match code {
        300..=399 => format!("status {code}: it is elsewhere, and redirects are not followed"),
        _ => format!("status {code}"),
    };
    // Too early, too often, or not well: later it may be.
    let may_help = status.is_server_error() || matches!(code, 408 | 425 | 429);
    Err(NotTaken { why, may_help })
}

#[cfg(test)]
mod tests {
    use super::{BadWebhook, NotTaken, Secret, StatusCode, Webhook, taken};

    #[test]
    fn an_address_is_encrypted_or_of_this_machine_and_never_shown() {
        let secret = "T00/B00/abcdefgh";
        let address = |base: &str| Webhook::new(&Secret::new(&format!("{base}/{secret}")));
        for (base, host) in [
            ("https://hooks.slack.com/services", "hooks.slack.com"),
            ("http://127.0.0.1:9", "127.0.0.1"),
            ("http://[::1]:9", "[::1]"),
            ("http://localhost", "localhost"),
        ] {
            let webhook = address(base).unwrap();
            assert_eq!(webhook.host(), host);
            assert!(!format!("{webhook:?}").contains(secret), "{webhook:?}");
            let repeated = webhook.bare(format!("at {}", webhook.url.path()));
            assert!(!repeated.contains(secret), "{repeated}");
        }
        for (base, why) in [
            ("http://example.org", BadWebhook::InClear),
            ("http://127.0.0.1.example.org", BadWebhook::InClear),
            ("http://localhost.example.org", BadWebhook::InClear),
            ("https://ada:pass@example.org", BadWebhook::Password),
            ("ftp://127.0.0.1", BadWebhook::NoAddress),
            ("hooks.slack.com/services", BadWebhook::NoAddress),
            ("file://", BadWebhook::NoAddress),
        ] {
            assert_eq!(address(base).err(), Some(why), "{base}");
        }
    }

    #[test]
    fn only_what_may_be_better_later_is_worth_another_try() {
        let again = |code| taken(StatusCode::from_u16(code).unwrap()).err();
        for code in [200, 201, 204, 299] {
            assert_eq!(again(code), None);
        }
        for (code, expected) in [
            (500, true),
            (503, true),
            (429, true),
            (408, true),
            (404, false),
            (410, false),
            (302, false),
        ] {
            let may_help = again(code).map(|NotTaken { may_help, .. }| may_help);
            assert_eq!(may_help, Some(expected), "{code}");
        }
    }
}
