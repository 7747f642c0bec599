//! Where a request goes, and with which headers.

use ledger::options::Wire;
use reqwest::Url;
use reqwest::header::{
    AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT,
};

use super::{BadEndpoint, Endpoint};
use crate::secret::Secret;
use crate::wire::ANTHROPIC_VERSION;

/// The address of the request: `/v1` is put in where it is missing.
pub(super) fn address(wire: Wire, base: &str) -> Result<Url, BadEndpoint> {
    // What stands before an `@` can be a password, what follows a `?` a key.
    let place = base.split('?').next().unwrap_or_default();
    let place = place.rsplit('@').next().unwrap_or_default();
    let bad = |why| BadEndpoint::Url {
        url: place.chars().take(200).collect(),
        why,
    };
    let mut url = Url::parse(base.trim()).map_err(|_| bad("it cannot be read"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad("only http and https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad("it holds a user or a password"));
    }
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    let (end, versioned) = match wire {
        Wire::Anthropic => ("/messages", path.ends_with("/v1")),
        // Other paths than none hold their version somewhere: `/v1beta/openai`, `/api/paas/v4`.
        Wire::OpenaiChat => ("/chat/completions", !path.is_empty()),
        Wire::OpenaiResponses => ("/responses", !path.is_empty()),
        Wire::Scripted => return Err(BadEndpoint::Scripted),
    };
    if !path.ends_with(end) {
        let version = if versioned { "" } else { "/v1" };
        url.set_path(&format!("{path}{version}{end}"));
    }
    Ok(url)
}

pub(super) fn headers(endpoint: &Endpoint) -> Result<HeaderMap, BadEndpoint> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(
        USER_AGENT,
        HeaderValue::from_static(concat!("interlock/", env!("CARGO_PKG_VERSION"))),
    );
    let anthropic = endpoint.wire == Wire::Anthropic;
    if anthropic {
        headers.insert(
            HeaderName::from_static("anthropic-version"),
            HeaderValue::from_static(ANTHROPIC_VERSION),
        );
    }
    if let Some(key) = &endpoint.key {
        let (name, value) = if anthropic {
            (
                HeaderName::from_static("x-api-key"),
                key.expose().to_owned(),
            )
        } else {
            (AUTHORIZATION, format!("Bearer {}", key.expose()))
        };
        let value = sensitive(name.as_str(), &value)?;
        headers.insert(name, value);
    }
    headers.extend(plain_headers(&endpoint.headers)?);
    Ok(headers)
}

/// Headers as they are given; their values are not shown.
pub(super) fn plain_headers(given: &[(String, Secret)]) -> Result<HeaderMap, BadEndpoint> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let bad = || BadEndpoint::Header {
            name: name.clone(),
            why: "it is not a header's name",
        };
        let parsed = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad())?;
        headers.insert(parsed, sensitive(name, value.expose())?);
    }
    Ok(headers)
}

fn sensitive(name: &str, value: &str) -> Result<HeaderValue, BadEndpoint> {
    let mut value = HeaderValue::from_str(value).map_err(|_| BadEndpoint::Header {
        name: name.to_owned(),
        why: "its value holds a character that no header may hold",
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// Whether a host is this machine, whatever a resolver says of names: what goes there may go in clear. An address of IPv6
/// may stand in brackets.
#[must_use]
pub fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address = bare.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|it| it.is_loopback())
}
