//! Where a forge is, under whose account it is spoken to, and with how much patience.

use std::fmt;

use ledger::forge::{ForgeKind, RepoName};
use reqwest::Url;
use reqwest::header::HeaderValue;

use crate::secret::Secret;

/// A forge.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Which kind of server it is.
    pub kind: ForgeKind,
    /// Its address, without a path of its API: `https://git.example.org`, or `https://github.com`. For GitHub also the
    /// address of the API itself: `https://api.github.com`, `https://git.example.org/api/v3`.
    pub base_url: String,
    /// How long it is waited for, and how often it is tried.
    pub patience: Patience,
}

/// How long a forge is waited for, and how often a call is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patience {
    /// Milliseconds until there is a connection.
    pub connect_ms_max: u64,
    /// Milliseconds for one whole exchange.
    pub exchange_ms_max: u64,
    /// Bytes of an answer.
    pub answer_bytes_max: usize,
    /// Pages of a list.
    pub pages_max: u32,
    /// Milliseconds before each further try of what may be tried again: as many tries as there are items.
    pub again_ms: Vec<u64>,
    /// Milliseconds that are waited because the forge asked for it; what asks for more fails at once.
    pub asked_wait_ms_max: u64,
    /// Milliseconds before each further try of a merge that the forge does not allow yet.
    pub merge_again_ms: Vec<u64>,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect_ms_max: 10_000,
            exchange_ms_max: 30_000,
            answer_bytes_max: 8 << 20,
            pages_max: 100,
            again_ms: vec![500, 2_000, 5_000],
            asked_wait_ms_max: 60_000,
            merge_again_ms: vec![500, 1_000, 2_000, 3_000],
        }
    }
}

/// The token of one account. It goes into one header of requests to the configured address, and nowhere else.
#[derive(Clone)]
pub struct Credential(Secret);

impl Credential {
    /// Keeps a token; blanks around it are dropped.
    #[must_use]
    pub fn new(token: &str) -> Self {
        Self(Secret::new(token))
    }

    /// The text without the token.
    pub(super) fn hide(&self, text: String) -> String {
        self.0.hide(text)
    }

    pub(super) fn header(&self, kind: ForgeKind) -> Result<HeaderValue, BadEndpoint> {
        let scheme = match kind {
            ForgeKind::Gitea | ForgeKind::Forgejo => "token",
            ForgeKind::Github => "Bearer",
        };
        let value = HeaderValue::from_str(&format!("{scheme} {}", self.0.expose()));
        let mut value = value.map_err(|_| BadEndpoint::Token)?;
        value.set_sensitive(true);
        match self.0.is_empty() {
            true => Err(BadEndpoint::Token),
            false => Ok(value),
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credential(***)")
    }
}

/// Why a forge cannot be spoken to as it is configured. None of these shows a token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    /// The address cannot be read, or is neither `http` nor `https`.
    #[error("the forge's address is no `http` or `https` address")]
    NoAddress,
    /// The address holds a user, a password, a query or a fragment.
    #[error("the forge's address holds more than a host and a path")]
    TooMuch,
    /// The token is empty, or holds what no header can.
    #[error("the forge's token is none")]
    Token,
}

/// The addresses that are made from the configured one.
#[derive(Debug, Clone)]
pub(super) struct Addresses {
    pub(super) api: Url,
    pub(super) graphql: Url,
    /// For people.
    web: Url,
}

impl Addresses {
    pub(super) fn new(kind: ForgeKind, base_url: &str) -> Result<Self, BadEndpoint> {
        let base = Url::parse(base_url.trim()).map_err(|_| BadEndpoint::NoAddress)?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err(BadEndpoint::NoAddress);
        }
        let has_user = !base.username().is_empty() || base.password().is_some();
        if has_user || base.query().is_some() || base.fragment().is_some() {
            return Err(BadEndpoint::TooMuch);
        }
        Ok(match kind {
            ForgeKind::Gitea | ForgeKind::Forgejo => Self {
                api: under(&base, ["api", "v1"]),
                graphql: base.clone(),
                web: base,
            },
            ForgeKind::Github => github(base),
        })
    }

    /// The address of a page about something of a repository.
    pub(super) fn page(&self, repo: &RepoName, parts: &[&str]) -> Url {
        let names = [repo.owner(), repo.name()];
        under(&self.web, names.into_iter().chain(parts.iter().copied()))
    }
}

/// GitHub's API is at a host of its own, and a server's below a path.
fn github(base: Url) -> Addresses {
    let with_host = |base: &Url, host: &str| {
        let mut url = base.clone();
        // Only a URL without a host could refuse one.
        let _ = url.set_host(Some(host));
        url
    };
    let host = base.host_str().unwrap_or_default().to_owned();
    if matches!(host.as_str(), "github.com" | "api.github.com") {
        let api = with_host(&base, "api.github.com");
        return Addresses {
            graphql: under(&api, ["graphql"]),
            web: with_host(&base, "github.com"),
            api,
        };
    }
    let mut web = base.clone();
    let path = base.path().trim_end_matches('/');
    if let Some(above) = path.strip_suffix("/api/v3") {
        web.set_path(above);
    }
    Addresses {
        api: under(&web, ["api", "v3"]),
        graphql: under(&web, ["api", "graphql"]),
        web,
    }
}

/// The address of something below another one.
pub(super) fn under<'a>(base: &Url, parts: impl IntoIterator<Item = &'a str>) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(parts);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::{Addresses, BadEndpoint, Credential, ForgeKind, RepoName};

    #[test]
    fn addresses_are_made_from_the_configured_one() {
        let repo = RepoName::new("acme/widgets").unwrap();
        for (kind, base, api, graphql, page) in [
            (
                ForgeKind::Gitea,
                "https://git.example.org/sub/",
                "https://git.example.org/sub/api/v1",
                "",
                "https://git.example.org/sub/acme/widgets/pulls/4",
            ),
            (
                ForgeKind::Github,
                "https://github.com",
                "https://api.github.com/",
                "https://api.github.com/graphql",
                "https://github.com/acme/widgets/pulls/4",
            ),
            (
                ForgeKind::Github,
                "https://api.github.com/",
                "https://api.github.com/",
                "https://api.github.com/graphql",
                "https://github.com/acme/widgets/pulls/4",
            ),
            (
                ForgeKind::Github,
                "https://git.example.org/api/v3",
                "https://git.example.org/api/v3",
                "https://git.example.org/api/graphql",
                "https://git.example.org/acme/widgets/pulls/4",
            ),
            (
                ForgeKind::Github,
                "http://127.0.0.1:9",
                "http://127.0.0.1:9/api/v3",
                "http://127.0.0.1:9/api/graphql",
                "http://127.0.0.1:9/acme/widgets/pulls/4",
            ),
        ] {
            let made = Addresses::new(kind, base).unwrap();
            assert_eq!(made.api.as_str(), api, "{base}");
            if kind == ForgeKind::Github {
                assert_eq!(made.graphql.as_str(), graphql, "{base}");
            }
            assert_eq!(made.page(&repo, &["pulls", "4"]).as_str(), page);
        }
    }

    #[test]
    fn what_is_no_address_or_token_is_refused() {
        for (base, why) in [
            ("git.example.org", BadEndpoint::NoAddress),
            ("file:///etc", BadEndpoint::NoAddress),
            ("https://ada:pass@git.example.org", BadEndpoint::TooMuch),
            ("https://git.example.org?token=1", BadEndpoint::TooMuch),
        ] {
            assert_eq!(
                Addresses::new(ForgeKind::Gitea, base).err(),
                Some(why),
                "{base}"
            );
        }
        for token in ["", "  ", "a\nb"] {
            let header = Credential::new(token).header(ForgeKind::Gitea);
            assert_eq!(header, Err(BadEndpoint::Token));
        }
        let token = Credential::new(" t0ken-of-ada ");
        assert_eq!(format!("{token:?}"), "Credential(***)");
        let header = token.header(ForgeKind::Gitea).unwrap();
        assert_eq!(header, "token t0ken-of-ada");
        assert!(!format!("{header:?}").contains("t0ken"));
    }
}
