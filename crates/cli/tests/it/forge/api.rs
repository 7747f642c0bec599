//! A client of a forge for tests, which shares nothing with ours: one request on each connection.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// How long one answer may take.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(60);

/// Where a forge is spoken to.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    /// `HOST:PORT`.
    pub(crate) host: String,
    /// What paths begin with.
    pub(crate) prefix: &'static str,
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl Got {
    /// Its body.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text))
    }
}

impl Api {
    /// Calls with an `Authorization`, and gives whatever is answered.
    pub(crate) fn ask(
        &self,
        authorization: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Got {
        let headers = [
            ("Authorization", authorization),
            ("Content-Type", "application/json"),
        ];
        let body = body.map(Value::to_string).unwrap_or_default();
        let path = format!("{}{path}", self.prefix);
        request(&self.host, method, &path, &headers, body.as_bytes())
            .unwrap_or_else(|| panic!("{method} {path} got no answer"))
    }

    /// Calls with a token; what is refused fails the test.
    pub(crate) fn call(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Value {
        let got = self.ask(&format!("token {token}"), method, path, body);
        assert!(
            (200..300).contains(&got.status),
            "{method} {path}: {} {}",
            got.status,
            got.text
        );
        match got.text.trim().is_empty() {
            true => Value::Null,
            false => got.json(),
        }
    }

    /// Reads something.
    pub(crate) fn get(&self, token: &str, path: &str) -> Value {
        self.call(token, "GET", path, None)
    }
}

/// One request on a connection of its own; `None` when there was no whole answer.
pub(crate) fn request(
    host: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Got> {
    let mut stream = TcpStream::connect(host).ok()?;
    stream.set_read_timeout(Some(ANSWER_TIME_MAX)).ok()?;
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    // Who is refused early is answered all the same.
    let _cut = stream.write_all(body);
    let mut bytes = Vec::new();
    let _reset = stream.read_to_end(&mut bytes);
    let at = bytes.windows(4).position(|it| it == b"\r\n\r\n")?;
    let (head, rest) = (&bytes[..at], &bytes[at + 4..]);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let body = match head.contains("transfer-encoding: chunked") {
        true => unchunked(rest)?,
        false => rest.to_vec(),
    };
    Some(Got {
        status,
        text: String::from_utf8_lossy(&body).into_owned(),
    })
}

fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|it| it == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        if size == 0 {
            return Some(body);
        }
        let from = end + 2;
        body.extend_from_slice(rest.get(from..from + size)?);
        rest = rest.get(from + size + 2..)?;
    }
}
