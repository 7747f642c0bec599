//! How a provider's refusal, in whatever words, becomes one of our kinds of failure.

mod words;

use jiff::{SignedDuration, Timestamp};
use ledger::reply::{FailureKind, ModelFailure};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use words::by_words;

/// The most characters of a provider's words.
const MESSAGE_CHARS_MAX: usize = 500;
/// A longer wait is no rate limit: something is used up.
const RATE_WAIT_MS_MAX: u64 = 60 * 60 * 1000;
/// The longest wait that is believed.
const WAIT_MS_MAX: u64 = 366 * 24 * 60 * 60 * 1000;

/// A failure in our own words.
pub(crate) fn failure(kind: FailureKind, message: impl Into<String>) -> ModelFailure {
    ModelFailure {
        kind,
        message: message.into(),
        retry_after_ms: None,
        status: None,
        asked: None,
    }
}

/// The failure that an answer with this status says.
pub(crate) fn of_response(
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> ModelFailure {
    let told = Told::read(body, is_page(headers, body));
    let wait = header_wait(headers, now).or(told.wait_ms);
    let kind = match by_words(&told, wait, status) {
        Some(kind @ (FailureKind::Quota | FailureKind::TooLong)) => kind,
        said => by_status(status).or(said).unwrap_or(FailureKind::Rejected),
    };
    // A page in the place of a reply: this is no address of a model.
    let page = told.is_page && kind == FailureKind::Nonsense;
    let kind = if page { FailureKind::Rejected } else { kind };
    ModelFailure {
        kind: long(kind, wait),
        message: told.message(&format!("status {status}")),
        retry_after_ms: wait,
        status: Some(status),
        asked: None,
    }
}

/// Whether an answer is a web page, and not what a model says.
pub(crate) fn is_page(headers: &HeaderMap, first: &[u8]) -> bool {
    let html = headers
        .get(CONTENT_TYPE)
        .and_then(|it| it.to_str().ok())
        .is_some_and(|it| {
            it.trim_start()
                .to_ascii_lowercase()
                .starts_with("text/html")
        });
    html || first.trim_ascii_start().starts_with(b"<")
}

/// The failure that an error inside a stream, or in place of a reply, says.
pub(crate) fn of_error(error: &Value) -> ModelFailure {
    let told = Told::of(error);
    let status = told.codes.iter().find_map(|code| code.parse::<u16>().ok());
    let kind = by_words(&told, told.wait_ms, 0)
        .or_else(|| status.and_then(by_status))
        .unwrap_or(FailureKind::Broken);
    ModelFailure {
        kind: long(kind, told.wait_ms),
        message: told.message("an error inside the reply"),
        retry_after_ms: told.wait_ms,
        status: None,
        asked: None,
    }
}

/// The failure of a connection. The address is left out: it can hold a key.
pub(crate) fn of_transport(error: reqwest::Error) -> ModelFailure {
    let (kind, what) = if error.is_connect() {
        (FailureKind::Unreachable, "no connection")
    } else if error.is_timeout() {
        (FailureKind::Broken, "no answer in time")
    } else {
        (FailureKind::Broken, "the connection broke")
    };
    let error = error.without_url();
    failure(kind, short(&format!("{what}: {}", cause(&error))))
}

/// The cause behind all others, without what only a programmer reads in it.
fn cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut last = error;
    while let Some(inner) = last.source() {
        last = inner;
    }
    match last.downcast_ref::<std::io::Error>() {
        Some(io) if io.raw_os_error().is_some() => io.kind().to_string(),
        Some(_) | None => last.to_string(),
    }
}

/// One line, no control characters, bounded.
pub(crate) fn short(text: &str) -> String {
    let words: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(MESSAGE_CHARS_MAX * 4)
        .collect();
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(MESSAGE_CHARS_MAX).collect()
}

/// What a provider says about its error.
#[derive(Default)]
struct Told {
    /// Types, codes and states, in lower case.
    codes: Vec<String>,
    words: String,
    wait_ms: Option<u64>,
    /// Whether it is a web page; then the words are its title.
    is_page: bool,
}

impl Told {
    fn read(body: &[u8], is_page: bool) -> Self {
        let text = String::from_utf8_lossy(body);
        match serde_json::from_str::<Value>(&text) {
            Ok(value) => Self::of(&value),
            Err(_) if is_page => Self {
                words: page(&text),
                is_page,
                ..Self::default()
            },
            Err(_) => Self {
                words: text.into_owned(),
                ..Self::default()
            },
        }
    }

    /// From an error, or from something that holds one.
    fn of(value: &Value) -> Self {
        let outer = value.get(0).unwrap_or(value);
        let error = match outer.get("error") {
            Some(inner) if !inner.is_null() => inner,
            Some(_) | None => outer,
        };
        let words = error
            .as_str()
            .or_else(|| error.get("message")?.as_str())
            .or_else(|| error.get("detail")?.as_str())
            .or_else(|| outer.get("message")?.as_str());
        let codes = ["type", "code", "status"]
            .iter()
            .filter_map(|key| match error.get(key)? {
                Value::String(text) => Some(text.to_lowercase()),
                Value::Number(number) => Some(number.to_string()),
                Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
            })
            .collect();
        Self {
            codes,
            words: match words {
                Some(words) => words.to_owned(),
                None if value.is_null() => String::new(),
                None => value.to_string(),
            },
            wait_ms: body_wait(error),
            is_page: false,
        }
    }

    fn message(&self, otherwise: &str) -> String {
        let words = short(&self.words);
        if words.is_empty() {
            otherwise.to_owned()
        } else {
            words
        }
    }
}

/// What is told of a web page: its title, and nothing of the rest.
fn page(text: &str) -> String {
    /// Longest title, in characters.
    const TITLE_CHARS_MAX: usize = 80;
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|at| {
        let from = at + lower[at..].find('>')? + 1;
        let to = from + lower[from..].find('<')?;
        text.get(from..to)
    });
    let title: String = short(title.unwrap_or_default())
        .chars()
        .take(TITLE_CHARS_MAX)
        .collect();
    if title.is_empty() {
        "a web page, not what a model says".to_owned()
    } else {
        format!("a web page (\u{201c}{title}\u{201d}), not what a model says")
    }
}

fn by_status(status: u16) -> Option<FailureKind> {
    Some(match status {
        200..=299 => FailureKind::Nonsense,
        401 | 403 | 407 => FailureKind::Unauthorised,
        402 => FailureKind::Quota,
        408 => FailureKind::Broken,
        409 | 425 => FailureKind::Overloaded,
        429 => FailureKind::RateLimited,
        300..=499 | 501 | 505 => FailureKind::Rejected,
        500..=599 => FailureKind::Overloaded,
        _ => return None,
    })
}

/// A rate limit that lasts for hours is a quota.
fn long(kind: FailureKind, wait: Option<u64>) -> FailureKind {
    if kind == FailureKind::RateLimited && wait.is_some_and(|ms| ms > RATE_WAIT_MS_MAX) {
        return FailureKind::Quota;
    }
    kind
}

/// When to try again, by the headers; what says it most plainly first.
fn header_wait(headers: &HeaderMap, now: Timestamp) -> Option<u64> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let plain = text("retry-after-ms")
        .and_then(|ms| ms.parse::<f64>().ok())
        .and_then(millis)
        .or_else(|| wait(text("retry-after")?, now));
    plain.or_else(|| {
        let used_up = |left: String| text(&left).is_none_or(|left| left.parse() == Ok(0_u64));
        let anthropic = ["requests", "tokens", "input-tokens", "output-tokens"]
            .iter()
            .filter(|what| used_up(format!("anthropic-ratelimit-{what}-remaining")))
            .map(|what| format!("anthropic-ratelimit-{what}-reset"));
        let openai = ["requests", "tokens"]
            .iter()
            .filter(|what| used_up(format!("x-ratelimit-remaining-{what}")))
            .map(|what| format!("x-ratelimit-reset-{what}"));
        let whole = ["anthropic-ratelimit-unified-reset", "x-ratelimit-reset"].map(String::from);
        anthropic
            .chain(openai)
            .chain(whole)
            .filter_map(|name| wait(text(&name)?, now))
            .max()
    })
}

/// When to try again, by the body: a number of seconds, or `34s` among the details.
fn body_wait(error: &Value) -> Option<u64> {
    let seconds = error.get("resets_in_seconds").and_then(Value::as_f64);
    seconds.and_then(|s| millis(s * 1000.0)).or_else(|| {
        let details = error.get("details")?.as_array()?;
        let delay = details.iter().find_map(|d| d.get("retryDelay")?.as_str())?;
        wait(delay, Timestamp::UNIX_EPOCH)
    })
}

/// Milliseconds until what a header says: seconds, a moment since 1970 in seconds or milliseconds, a duration like
/// `6m0s`, or a date.
fn wait(text: &str, now: Timestamp) -> Option<u64> {
    let until = |at: Timestamp| {
        let ms = at.as_millisecond().saturating_sub(now.as_millisecond());
        u64::try_from(ms.max(0)).ok().map(|ms| ms.min(WAIT_MS_MAX))
    };
    if let Ok(number) = text.parse::<f64>() {
        return match number {
            n if n >= 1e11 => {
                until(Timestamp::from_millisecond(i64::try_from(millis_of(n)?).ok()?).ok()?)
            }
            n if n >= 1e9 => until(
                Timestamp::from_millisecond(i64::try_from(millis_of(n * 1000.0)?).ok()?).ok()?,
            ),
            n => millis(n * 1000.0),
        };
    }
    if let Ok(duration) = text.parse::<SignedDuration>() {
        return millis(duration.as_millis_f64());
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return until(at);
    }
    until(
        jiff::fmt::rfc2822::DateTimeParser::new()
            .parse_timestamp(text)
            .ok()?,
    )
}

/// Whole milliseconds, rounded up, bounded; nothing for a number that is none or negative.
fn millis(ms: f64) -> Option<u64> {
    millis_of(ms).map(|ms| ms.min(WAIT_MS_MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first"
)]
fn millis_of(ms: f64) -> Option<u64> {
    (0.0..1e18).contains(&ms).then(|| ms.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailureKind::{
        Broken, Nonsense, Overloaded, Quota, RateLimited, Rejected, TooLong, Unauthorised,
    };

    const NOW: &str = "2026-03-01T12:00:00Z";

    /// The failure of a status, headers as `name: value` lines, and a body.
    fn fail(status: u16, headers: &str, body: &str) -> ModelFailure {
        let map = headers
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| {
                let name = name.parse::<reqwest::header::HeaderName>().expect("a name");
                (name, value.parse().expect("a value"))
            })
            .collect();
        of_response(status, &map, body.as_bytes(), NOW.parse().expect("a time"))
    }

    #[test]
    fn a_status_and_its_words_give_the_kind() {
        for (status, body, want) in [
            (500, "", Overloaded),
            (502, "<html>bad gateway</html>", Overloaded),
            (503, "{}", Overloaded),
            (504, "", Overloaded),
            (
                529,
                r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                Overloaded,
            ),
            (
                500,
                r#"{"error":{"message":"billing service failed"}}"#,
                Overloaded,
            ),
            (520, "", Overloaded),
            (409, "", Overloaded),
            (429, "", RateLimited),
            (
                429,
                r#"{"error":{"type":"mock_error","message":"mock 429"}}"#,
                RateLimited,
            ),
            (
                429,
                r#"{"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"x"}}"#,
                Quota,
            ),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota, please check your plan"}}"#,
                Quota,
            ),
            (
                429,
                r#"[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota",
                "details":[{"@type":"RetryInfo","retryDelay":"34s"}]}}]"#,
                RateLimited,
            ),
            (
                429,
                r#"{"error":{"type":"usage_limit_reached","resets_in_seconds":7200}}"#,
                Quota,
            ),
            (402, "", Quota),
            (
                402,
                r#"{"error":{"message":"Insufficient Balance"}}"#,
                Quota,
            ),
            (
                400,
                r#"{"error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}"#,
                Quota,
            ),
            (
                401,
                r#"{"error":{"message":"no billing key"}}"#,
                Unauthorised,
            ),
            (403, "", Unauthorised),
            (
                400,
                r#"{"error":{"code":"context_length_exceeded"}}"#,
                TooLong,
            ),
            (
                400,
                r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 212011 tokens > 200000 maximum"}}"#,
                TooLong,
            ),
            (
                400,
                r#"{"error":{"message":"This model's maximum context length is 8192 tokens."}}"#,
                TooLong,
            ),
            (
                500,
                r#"{"error":{"message":"the request exceeds the available context size. try increasing it"}}"#,
                TooLong,
            ),
            (
                401,
                r#"{"error":{"message":"prompt is too long"}}"#,
                Unauthorised,
            ),
            (
                200,
                "<!DOCTYPE html><html><body>Welcome</body></html>",
                Rejected,
            ),
            (404, "<html><title>404 Not Found</title></html>", Rejected),
            (404, r#"{"error":"model not found"}"#, Rejected),
            (413, "", Rejected),
            (422, "", Rejected),
            (301, "", Rejected),
            (408, "", Broken),
            (204, "", Nonsense),
        ] {
            let failure = fail(status, "", body);
            assert_eq!(failure.kind, want, "{status} {body}");
            assert_eq!(failure.status, Some(status));
            assert!(!failure.message.is_empty(), "{status} {body}");
        }
    }

    /// Of a web page nothing is told but its title.
    #[test]
    fn a_page_is_called_one() {
        for (body, want) in [
            (
                "<!DOCTYPE HTML>\n<html lang=\"en\">\n<head><title>Directory listing for\n /</title></head><body>x</body>",
                "a web page (\u{201c}Directory listing for /\u{201d}), not what a model says",
            ),
            ("  <html><body>Hi", "a web page, not what a model says"),
            (
                "<html><TITLE lang=\"é\">Größe</TITLE>",
                "a web page (\u{201c}Größe\u{201d}), not what a model says",
            ),
            ("<title", "a web page, not what a model says"),
            (
                "<?xml version=\"1.0\"?><Error/>",
                "a web page, not what a model says",
            ),
        ] {
            let failure = fail(200, "", body);
            assert_eq!(
                (failure.kind, failure.message.as_str()),
                (Rejected, want),
                "{body}"
            );
        }
        let proxy = fail(502, "", "<html><title>502 Bad Gateway</title></html>");
        assert_eq!(proxy.kind, Overloaded);
        assert!(!proxy.message.contains('<'), "{proxy:?}");
    }

    #[test]
    fn when_to_try_again_is_read_from_any_of_the_headers() {
        for (headers, want, kind) in [
            ("", None, RateLimited),
            ("retry-after: 30", Some(30_000), RateLimited),
            ("retry-after: 0.5", Some(500), RateLimited),
            (
                "retry-after: 30\nretry-after-ms: 1500",
                Some(1500),
                RateLimited,
            ),
            (
                "retry-after: Sun, 01 Mar 2026 12:01:00 GMT",
                Some(60_000),
                RateLimited,
            ),
            (
                "retry-after: Sun, 01 Mar 2026 11:00:00 GMT",
                Some(0),
                RateLimited,
            ),
            ("retry-after: soon", None, RateLimited),
            ("retry-after: -3", None, RateLimited),
            ("retry-after: NaN", None, RateLimited),
            ("retry-after: 3601", Some(3_601_000), Quota),
            ("retry-after: 1e300", None, RateLimited),
            ("retry-after: 99999999", Some(WAIT_MS_MAX), Quota),
            (
                "anthropic-ratelimit-requests-remaining: 0\nanthropic-ratelimit-requests-reset: 2026-03-01T12:00:10Z\nanthropic-ratelimit-tokens-remaining: 9\nanthropic-ratelimit-tokens-reset: 2026-03-01T12:00:59Z",
                Some(10_000),
                RateLimited,
            ),
            (
                "anthropic-ratelimit-unified-reset: 1772366430",
                Some(30_000),
                RateLimited,
            ),
            (
                "x-ratelimit-remaining-requests: 0\nx-ratelimit-reset-requests: 6m0s\nx-ratelimit-remaining-tokens: 0\nx-ratelimit-reset-tokens: 20ms",
                Some(360_000),
                RateLimited,
            ),
            (
                "x-ratelimit-reset-tokens: 1m2.5s",
                Some(62_500),
                RateLimited,
            ),
            ("x-ratelimit-reset: 1772366405000", Some(5_000), RateLimited),
        ] {
            let failure = fail(429, headers, "");
            assert_eq!(
                (failure.retry_after_ms, failure.kind),
                (want, kind),
                "{headers}"
            );
        }
    }

    #[test]
    fn a_message_is_one_bounded_line() {
        let long = format!("a\n\u{1b}[31m{}", "é".repeat(9000));
        let failure = fail(500, "", &long);
        assert!(failure.message.starts_with("a [31mé"));
        assert_eq!(failure.message.chars().count(), MESSAGE_CHARS_MAX);
        let body = serde_json::json!({"error": {"message": long}}).to_string();
        assert_eq!(fail(500, "", &body).message, failure.message);
    }
}
