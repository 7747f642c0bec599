//! What can go wrong with a call, by kind. Texts of a forge are shortened, and never hold the token.

use jiff::Timestamp;
use ledger::forge::RepoName;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::text::message;

/// Why a call came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// 401: the token is wrong or was withdrawn.
    #[error("the forge does not accept the token: {message}")]
    Unauthorised {
        /// What the forge said.
        message: String,
    },
    /// 403: the account may not do this, or its token has not the scope.
    #[error("the account or its token may not do this: {message}")]
    Forbidden {
        /// What the forge said.
        message: String,
    },
    /// 404: it is not there, or the account may not see it, or the token was lost.
    #[error("the forge has no {what}, or does not show it to this account")]
    NotFound {
        /// What was asked for.
        what: String,
    },
    /// 405: the forge does not allow this now.
    #[error("the forge does not allow this now: {message}")]
    NotNow {
        /// What the forge said.
        message: String,
    },
    /// 409: it conflicts with how things stand.
    #[error("it conflicts with how things stand: {message}")]
    Conflict {
        /// What the forge said.
        message: String,
    },
    /// 422: the forge understood and will not.
    #[error("the forge refuses it: {message}")]
    Unprocessable {
        /// What the forge said.
        message: String,
    },
    /// 429, or GitHub's 403 when its limit is used up. Nothing was done.
    #[error("the forge was asked too often")]
    RateLimited {
        /// How long it asks to wait, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// 5xx: the forge, or what stands before it, is not well. What was asked may have been done.
    #[error("the forge failed with status {status}: {message}")]
    Server {
        /// The status.
        status: u16,
        /// What the forge said.
        message: String,
        /// How long it asks to wait, in milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// There was no answer in time. What was asked may have been done.
    #[error("the forge did not answer within {ms} ms")]
    TimedOut {
        /// How long it was waited for.
        ms: u64,
    },
    /// There was no connection. Nothing was done.
    #[error("the forge cannot be reached: {why}")]
    NotReached {
        /// Why.
        why: String,
    },
    /// The connection broke before the answer was whole. What was asked may have been done.
    #[error("the connection broke before the answer was whole: {why}")]
    Cut {
        /// Why.
        why: String,
    },
    /// The answer is a page or something else that is no JSON.
    #[error("the answer is no JSON: is the address that of the forge?")]
    NotJson,
    /// The answer is JSON of another shape than documented.
    #[error("the answer about {what} has another shape than documented")]
    WrongShape {
        /// What was asked for.
        what: String,
    },
    /// The answer is larger than is read.
    #[error("the answer has more than {bytes_max} bytes")]
    TooLarge {
        /// How many are read.
        bytes_max: usize,
    },
    /// The list has more pages than are read.
    #[error("the list has more than {pages_max} pages")]
    TooMany {
        /// How many are read.
        pages_max: u32,
    },
    /// A redirect. Nothing was done; where it leads is not looked at.
    #[error("`{what}` has moved: it was renamed, or the forge is at another address")]
    Moved {
        /// What was asked for.
        what: String,
    },
    /// Any other status.
    #[error("the forge answered with status {status}: {message}")]
    Unexpected {
        /// The status.
        status: u16,
        /// What the forge said.
        message: String,
    },
    /// It was not asked for, because it would be refused or would do something else.
    #[error("{why}")]
    NotAsked {
        /// Why.
        why: String,
    },
}

impl Failure {
    /// Whether it cannot be known if what was asked was done.
    #[must_use]
    pub fn is_unclear(&self) -> bool {
        match self {
            Failure::Server { .. }
            | Failure::TimedOut { .. }
            | Failure::Cut { .. }
            | Failure::NotJson
            | Failure::WrongShape { .. }
            | Failure::TooLarge { .. } => true,
            Failure::Unauthorised { .. }
            | Failure::Forbidden { .. }
            | Failure::NotFound { .. }
            | Failure::NotNow { .. }
            | Failure::Conflict { .. }
            | Failure::Unprocessable { .. }
            | Failure::RateLimited { .. }
            | Failure::NotReached { .. }
            | Failure::TooMany { .. }
            | Failure::Moved { .. }
            | Failure::Unexpected { .. }
            | Failure::NotAsked { .. } => false,
        }
    }

    /// After how many milliseconds the forge asks to try again, 0 where it does not say; `None`: the same call does not
    /// succeed a little later either.
    #[must_use]
    pub fn again_after_ms(&self) -> Option<u64> {
        match self {
            Failure::RateLimited { retry_after_ms } | Failure::Server { retry_after_ms, .. } => {
                Some(retry_after_ms.unwrap_or_default())
            }
            Failure::Cut { .. } | Failure::NotReached { .. } => Some(0),
            Failure::Unauthorised { .. }
            | Failure::Forbidden { .. }
            | Failure::NotFound { .. }
            | Failure::NotNow { .. }
            | Failure::Conflict { .. }
            | Failure::Unprocessable { .. }
            | Failure::TimedOut { .. }
            | Failure::NotJson
            | Failure::WrongShape { .. }
            | Failure::TooLarge { .. }
            | Failure::TooMany { .. }
            | Failure::Moved { .. }
            | Failure::Unexpected { .. }
            | Failure::NotAsked { .. } => None,
        }
    }

    pub(crate) fn not_asked(why: impl Into<String>) -> Self {
        Failure::NotAsked { why: why.into() }
    }
}

/// An answer that is no success.
pub(super) struct Refused<'a> {
    pub(super) status: u16,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: &'a [u8],
    /// What was asked for.
    pub(super) what: String,
    pub(super) now: Timestamp,
}

impl Refused<'_> {
    /// What it means; `clean` takes the token out of a text.
    pub(super) fn failure(self, clean: impl Fn(String) -> String) -> Failure {
        let message = clean(message_in(self.body));
        let retry_after_ms = self.retry_after_ms();
        let is_limited = || retry_after_ms.is_some() || self.header("x-ratelimit-remaining") == "0";
        match self.status {
            401 => Failure::Unauthorised { message },
            403 | 429 if self.status == 429 || is_limited() => {
                Failure::RateLimited { retry_after_ms }
            }
            403 => Failure::Forbidden { message },
            404 => Failure::NotFound { what: self.what },
            405 => Failure::NotNow { message },
            409 => Failure::Conflict { message },
            422 => Failure::Unprocessable { message },
            300..=399 => Failure::Moved { what: self.what },
            status @ 500..=599 => Failure::Server {
                status,
                message,
                retry_after_ms,
            },
            status => Failure::Unexpected { status, message },
        }
    }

    fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|it| it.to_str().ok());
        value.unwrap_or_default().trim()
    }

    /// `Retry-After` in seconds or as a date; else, with nothing left, when GitHub's limit begins anew.
    fn retry_after_ms(&self) -> Option<u64> {
        let text = self.header("retry-after");
        if let Ok(seconds) = text.parse::<u64>() {
            return Some(seconds.saturating_mul(1000));
        }
        let until = |time: Timestamp| {
            let ms = time
                .as_millisecond()
                .saturating_sub(self.now.as_millisecond());
            Some(u64::try_from(ms).unwrap_or_default())
        };
        if let Ok(time) = jiff::fmt::rfc2822::parse(text) {
            return until(time.timestamp());
        }
        if self.header("x-ratelimit-remaining") != "0" {
            return None;
        }
        let reset = self.header("x-ratelimit-reset").parse::<i64>().ok()?;
        until(Timestamp::from_second(reset).ok()?)
    }
}

/// What an answer says of a failure: its message and, on GitHub, its errors. Nothing where it is no JSON.
fn message_in(body: &[u8]) -> String {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut parts: Vec<String> = value.get("message").and_then(text).into_iter().collect();
    for error in value
        .get("errors")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .take(5)
    {
        parts.extend(text(error).or_else(|| error.get("message").and_then(text)));
    }
    parts.retain(|part| !part.trim().is_empty());
    match message(&parts.join("; ")) {
        said if said.is_empty() => "no reason was given".to_owned(),
        said => said,
    }
}

/// A repository and a part of it, for messages.
pub(super) fn what(repo: Option<&RepoName>, parts: &[String]) -> String {
    let repo = repo.map(RepoName::as_str);
    let parts = parts.iter().map(String::as_str);
    let all: Vec<&str> = repo.into_iter().chain(parts).collect();
    all.join("/")
}

#[cfg(test)]
mod tests {
    use super::{Failure, HeaderMap, Refused, Timestamp};

    fn failure(status: u16, headers: &[(&'static str, &str)], body: &str) -> Failure {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        let refused = Refused {
            status,
            headers: &headers,
            body: body.as_bytes(),
            what: "a/b/issues/1".into(),
            now: Timestamp::from_second(1_795_161_600).unwrap(),
        };
        refused.failure(|text| text.replace("t0ken", "***"))
    }

    #[test]
    fn a_forge_may_say_how_long_to_wait() {
        for (status, headers, expected) in [
            (429, vec![("retry-after", "3")], Some(3000)),
            (429, vec![], None),
            (
                429,
                vec![("retry-after", "Fri, 20 Nov 2026 08:00:05 GMT")],
                Some(5000),
            ),
            (
                403,
                vec![
                    ("x-ratelimit-remaining", "0"),
                    ("x-ratelimit-reset", "1795161610"),
                ],
                Some(10_000),
            ),
            (
                403,
                vec![("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "17")],
                Some(0),
            ),
        ] {
            let limited = Failure::RateLimited {
                retry_after_ms: expected,
            };
            assert_eq!(failure(status, &headers, ""), limited);
        }
        assert_eq!(
            failure(503, &[("retry-after", "2")], "").again_after_ms(),
            Some(2000)
        );
        let plain = failure(403, &[("x-ratelimit-remaining", "9")], "{}");
        assert!(matches!(plain, Failure::Forbidden { .. }), "{plain:?}");
    }

    #[test]
    fn messages_are_short_and_without_the_token() {
        let body = r#"{"message": "Validation\n Failed t0ken", "errors": [{"message": "already exists"}, "odd", 3]}"#;
        assert_eq!(
            failure(422, &[], body).to_string(),
            "the forge refuses it: Validation Failed ***; already exists; odd"
        );
        let page = failure(502, &[], "<html>t0ken");
        assert_eq!(
            page.to_string(),
            "the forge failed with status 502: no reason was given"
        );
        let long = format!(r#"{{"message": "{}"}}"#, "ä".repeat(9000));
        assert!(failure(409, &[], &long).to_string().len() < 400);
    }
}
