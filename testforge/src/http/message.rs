//! Requests and answers, read from and written to a stream.

use std::io::{self, Read, Write};

use percent_encoding::percent_decode_str;
use serde_json::Value;

const HEAD_BYTES_MAX: usize = 64 << 10;
const BODY_BYTES_MAX: usize = 256 << 20;
const HEADERS_MAX: usize = 100;

/// A request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ask {
    pub(crate) method: String,
    /// Still encoded, without the query.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Ask {
    /// The first header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(one, _)| one.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The parts of the path behind a prefix, decoded.
    pub(crate) fn segments(&self, prefix: &str) -> Option<Vec<String>> {
        let rest = self.path.strip_prefix(prefix)?;
        let parts = rest.split('/').map(decoded);
        Some(parts.collect())
    }

    /// A value of the query, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let mut pairs = self
            .query
            .split('&')
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        pairs
            .find(|(one, _)| *one == name)
            .map(|(_, value)| decoded(&value.replace('+', " ")))
            .filter(|value| !value.is_empty())
    }

    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.query(name)?.parse().ok()
    }

    /// The body as JSON; null if it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Path and query.
    pub(crate) fn target(&self) -> String {
        match self.query.as_str() {
            "" => self.path.clone(),
            query => format!("{}?{query}", self.path),
        }
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

impl Answer {
    pub(crate) fn json(status: u16, body: &Value) -> Answer {
        Answer {
            status,
            headers: vec![(
                "Content-Type".to_owned(),
                "application/json;charset=utf-8".to_owned(),
            )],
            body: body.to_string().into_bytes(),
        }
    }

    pub(crate) fn text(status: u16, body: &str) -> Answer {
        Answer {
            status,
            headers: vec![(
                "Content-Type".to_owned(),
                "text/plain; charset=utf-8".to_owned(),
            )],
            body: body.as_bytes().to_vec(),
        }
    }

    pub(crate) fn empty(status: u16) -> Answer {
        Answer {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<String>) -> Answer {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

/// Reads one request; `None` at the end of the connection, or when it is no request.
pub(super) fn read(stream: &mut (impl Read + Write)) -> io::Result<Option<Ask>> {
    let mut bytes = Vec::new();
    let Some((mut ask, length)) = read_head(stream, &mut bytes)? else {
        return Ok(None);
    };
    let mut rest = bytes.split_off(length.min(bytes.len()));
    let promised = ask
        .header("content-length")
        .and_then(|text| text.parse().ok());
    if ask
        .header("expect")
        .is_some_and(|text| text.eq_ignore_ascii_case("100-continue"))
    {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let is_chunked = ask
        .header("transfer-encoding")
        .is_some_and(|text| text.eq_ignore_ascii_case("chunked"));
    if is_chunked {
        ask.body = read_chunks(stream, &mut rest)?;
    } else {
        let promised: usize = promised.unwrap_or(0);
        fill(stream, &mut rest, promised)?;
        rest.truncate(promised);
        ask.body = rest;
    }
    Ok(Some(ask))
}

fn read_head(stream: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Option<(Ask, usize)>> {
    loop {
        let before = bytes.len();
        fill(stream, bytes, before + 1)?;
        if bytes.len() == before || before > HEAD_BYTES_MAX {
            return Ok(None);
        }
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => return Ok(Some((head(&request), length))),
            Ok(httparse::Status::Partial) => {}
            Err(_) => return Ok(None),
        }
    }
}

fn head(request: &httparse::Request<'_, '_>) -> Ask {
    let target = request.path.unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let headers = request.headers.iter().map(|one| {
        let value = String::from_utf8_lossy(one.value).into_owned();
        (one.name.to_owned(), value)
    });
    Ask {
        method: request.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: headers.collect(),
        body: Vec::new(),
    }
}

/// Reads until there are at least so many bytes, or no more come.
fn fill(stream: &mut impl Read, bytes: &mut Vec<u8>, least: usize) -> io::Result<()> {
    let mut chunk = [0; 16 << 10];
    while bytes.len() < least {
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
        if bytes.len() > BODY_BYTES_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
    Ok(())
}

fn read_chunks(stream: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Vec<u8>> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let mut body = Vec::new();
    loop {
        let (start, size) = loop {
            match httparse::parse_chunk_size(bytes) {
                Ok(httparse::Status::Complete((start, size))) => break (start, size),
                Ok(httparse::Status::Partial) => {
                    let before = bytes.len();
                    fill(stream, bytes, before + 1)?;
                    if bytes.len() == before {
                        return Err(invalid());
                    }
                }
                Err(_) => return Err(invalid()),
            }
        };
        let size = usize::try_from(size).map_err(|_| invalid())?;
        let end = start.checked_add(size).ok_or_else(invalid)?;
        // The line's end behind the chunk, too.
        fill(stream, bytes, end.checked_add(2).ok_or_else(invalid)?)?;
        body.extend_from_slice(bytes.get(start..end).ok_or_else(invalid)?);
        bytes.drain(..(end + 2).min(bytes.len()));
        if size == 0 {
            return Ok(body);
        }
    }
}

/// Writes an answer; only the first so many bytes of its body, if that is said.
pub(super) fn write(
    stream: &mut impl Write,
    answer: &Answer,
    is_head: bool,
    cut_at: Option<usize>,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, reason(answer.status));
    let date = jiff::Timestamp::now().strftime("%a, %d %b %Y %H:%M:%S GMT");
    head.push_str(&format!("Date: {date}\r\n"));
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !matches!(answer.status, 204 | 304) {
        head.push_str(&format!("Content-Length: {}\r\n", answer.body.len()));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())?;
    if !is_head {
        let body = cut_at.map_or(answer.body.as_slice(), |at| {
            answer.body.get(..at).unwrap_or(&answer.body)
        });
        stream.write_all(body)?;
    }
    stream.flush()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        301 => "Moved Permanently",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        412 => "Precondition Failed",
        422 => "Unprocessable Entity",
        423 => "Locked",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Status",
    }
}

/// User and password of Basic authentication.
pub(crate) fn basic(value: &str) -> Option<(String, String)> {
    let bytes = from_base64(value.strip_prefix("Basic ")?.trim())?;
    let text = String::from_utf8(bytes).ok()?;
    let (user, password) = text.split_once(':')?;
    Some((user.to_owned(), password.to_owned()))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for byte in text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=')
    {
        let digit = DIGITS.iter().position(|one| *one == byte)?;
        held = (held << 6) | u32::try_from(digit).ok()?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from((held >> bits) & 0xff).ok()?);
            held &= (1 << bits) - 1;
        }
    }
    Some(out)
}

pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let digit = |value: u32| {
        let at = usize::try_from(value & 63).unwrap_or(0);
        char::from(DIGITS.get(at).copied().unwrap_or(b'='))
    };
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let all = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        out.push(digit(all >> 18));
        out.push(digit(all >> 12));
        out.push(if three.len() > 1 {
            digit(all >> 6)
        } else {
            '='
        });
        out.push(if three.len() > 2 { digit(all) } else { '=' });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_there_and_back() {
        for text in ["", "a", "ab", "abc", "user:token"] {
            assert_eq!(
                from_base64(&to_base64(text.as_bytes())).as_deref(),
                Some(text.as_bytes())
            );
        }
        assert_eq!(to_base64(b"user:token"), "dXNlcjp0b2tlbg==");
    }

    #[test]
    fn chunks_are_put_together() {
        let text = b"POST /a?b=c+d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        let mut stream = std::io::Cursor::new(text.to_vec());
        let ask = read(&mut stream).unwrap().unwrap();
        assert_eq!(ask.body, b"abcde");
        assert_eq!(ask.query("b").as_deref(), Some("c d"));
    }
}
