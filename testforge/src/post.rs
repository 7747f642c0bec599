//! Sends one request to a receiver on this machine, and reads the status of its answer.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// As long as real forges wait.
const TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_BYTES_MAX: usize = 1 << 20;

/// Why a receiver did not answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotSent {
    #[error("`{0}` is no `http` address")]
    Address(String),
    #[error("the connection failed")]
    Connection(#[from] std::io::Error),
    #[error("the answer is no HTTP")]
    NoHttp,
}

/// Sends a POST; the status of the answer. Redirects are not followed.
pub(crate) fn post(
    url: &str,
    content_type: &str,
    headers: &[(String, String)],
    body: &[u8],
) -> Result<u16, NotSent> {
    let bad = || NotSent::Address(url.to_owned());
    let rest = url.strip_prefix("http://").ok_or_else(bad)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut head = format!(
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Go-http-client/1.1\r\nContent-Length: {}\r\n\
         Content-Type: {content_type}\r\nConnection: close\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    read_status(&stream)
}

/// Reads the answer's head, and as much of its body as it promises.
fn read_status(mut stream: &TcpStream) -> Result<u16, NotSent> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let count = stream.read(&mut chunk)?;
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut answer = httparse::Response::new(&mut headers);
        let head = answer.parse(&bytes).map_err(|_| NotSent::NoHttp)?;
        if let (httparse::Status::Complete(length), Some(code)) = (head, answer.code) {
            let promised = length + content_length(answer.headers);
            if count == 0 || bytes.len() >= promised {
                return Ok(code);
            }
        }
        if count == 0 || bytes.len() > ANSWER_BYTES_MAX {
            return Err(NotSent::NoHttp);
        }
    }
}

fn content_length(headers: &[httparse::Header<'_>]) -> usize {
    let mut all = headers.iter();
    let found = all.find(|one| one.name.eq_ignore_ascii_case("content-length"));
    found
        .and_then(|one| std::str::from_utf8(one.value).ok()?.trim().parse().ok())
        .unwrap_or(0)
}
