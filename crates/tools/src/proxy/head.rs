//! The head of a request to the proxy: what it asks for, and what of it is passed on. A head that two readers could read
//! differently is refused.

use std::fmt::Write;

use super::host::{NotHost, Target};

/// Bytes of a head.
pub const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Fields of a head.
const FIELDS_MAX: usize = 64;
/// The port of plain HTTP.
const PLAIN_PORT: u16 = 80;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A tunnel (`CONNECT`), in which nothing is looked at.
    Tunnel(Target),
    /// One request over plain HTTP.
    Plain(Plain),
}

/// One request over plain HTTP, as it is passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Where to.
    pub target: Target,
    /// Its head, written anew.
    pub head: String,
    /// Bytes of its body.
    pub body: u64,
}

/// Why a head is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadHead {
    /// It is no head of HTTP/1.
    #[error("the request can't be read")]
    Unreadable,
    /// Its head is longer than any honest one.
    #[error("the head of the request is too long")]
    TooLong,
    /// The target of `CONNECT`, or of a plain request, names no host.
    #[error("the request names no host: {0}")]
    NotHost(#[from] NotHost),
    /// Not `http://…`.
    #[error("the request is for no `http://` address; other servers are reached through `CONNECT`")]
    Scheme,
    /// The field `Host` is missing, is there twice, or names another host.
    #[error("its field `Host` does not say what its address says")]
    Host,
    /// Where its body ends can be read in two ways, or not at all.
    #[error("the length of its body is not said in one plain `Content-Length`")]
    Body,
    /// A method that sends the request back or means the proxy itself.
    #[error("the method is not carried")]
    Method,
}

/// Reads a head, and says how many bytes it took; nothing where more of it has to come.
///
/// # Errors
/// [`BadHead`].
pub fn read(bytes: &[u8]) -> Result<Option<(Asked, usize)>, BadHead> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS_MAX];
    let mut request = httparse::Request::new(&mut fields);
    let status = request.parse(bytes).map_err(|error| match error {
        httparse::Error::TooManyHeaders => BadHead::TooLong,
        httparse::Error::HeaderName
        | httparse::Error::HeaderValue
        | httparse::Error::NewLine
        | httparse::Error::Status
        | httparse::Error::Token
        | httparse::Error::Version => BadHead::Unreadable,
    })?;
    let httparse::Status::Complete(length) = status else {
        return match bytes.len() < HEAD_BYTES_MAX {
            true => Ok(None),
            false => Err(BadHead::TooLong),
        };
    };
    if length > HEAD_BYTES_MAX {
        return Err(BadHead::TooLong);
    }
    let (method, address) = request
        .method
        .zip(request.path)
        .ok_or(BadHead::Unreadable)?;
    let fields = Fields(request.headers);
    if !address.is_ascii() {
        return Err(BadHead::Unreadable);
    }
    let asked = match method {
        "CONNECT" => Asked::Tunnel(tunnel(address, &fields)?),
        "TRACE" => return Err(BadHead::Method),
        _ => Asked::Plain(plain(method, address, &fields, request.version)?),
    };
    Ok(Some((asked, length)))
}

fn tunnel(address: &str, fields: &Fields<'_>) -> Result<Target, BadHead> {
    if fields.body()? != 0 {
        return Err(BadHead::Body);
    }
    Ok(Target::read(address, None)?)
}

fn plain(
    method: &str,
    address: &str,
    fields: &Fields<'_>,
    version: Option<u8>,
) -> Result<Plain, BadHead> {
    let (scheme, rest) = address.split_at_checked(7).ok_or(BadHead::Scheme)?;
    if !scheme.eq_ignore_ascii_case("http://") {
        return Err(BadHead::Scheme);
    }
    if rest.contains('#') {
        return Err(BadHead::Unreadable);
    }
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let target = Target::read(host, Some(PLAIN_PORT))?;
    match fields.only("host") {
        Ok(Some(host)) if Target::read(host, Some(PLAIN_PORT)) == Ok(target.clone()) => {}
        // Before 1.1 there was no such field.
        Ok(None) if version == Some(0) => {}
        Ok(_) | Err(_) => return Err(BadHead::Host),
    }
    let body = fields.body()?;
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut head = format!("{method} {slash}{path} HTTP/1.1\r\n");
    let host = match target.port {
        PLAIN_PORT => target.host.to_string(),
        _ => target.to_string(),
    };
    let mut put = |name: &str, value: &str| {
        // Into a string nothing fails.
        let _written = write!(head, "{name}: {value}\r\n");
    };
    put("Host", &host);
    for (name, value) in fields.passed_on()? {
        put(name, value);
    }
    put("Connection", "close");
    head.push_str("\r\n");
    Ok(Plain { target, head, body })
}

/// The fields of a head.
struct Fields<'a>(&'a [httparse::Header<'a>]);

/// Fields that are between us and who asked, and those that are written anew.
const OURS: [&str; 9] = [
    "connection",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "forwarded",
];

impl<'a> Fields<'a> {
    fn all(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.0
            .iter()
            .filter(move |it| it.name.eq_ignore_ascii_case(name))
            .map(|it| it.value)
    }

    /// The value of a field that may be there once; the error: it is there twice, or is no text.
    fn only(&self, name: &str) -> Result<Option<&'a str>, ()> {
        let mut all = self.all(name);
        match (all.next(), all.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => std::str::from_utf8(value).map(Some).map_err(|_| ()),
            (Some(_), Some(_)) => Err(()),
        }
    }

    /// Bytes of the body. Bodies in pieces are not carried: package managers don't send any, and their ends are where
    /// readers differ.
    fn body(&self) -> Result<u64, BadHead> {
        if self.all("transfer-encoding").next().is_some() {
            return Err(BadHead::Body);
        }
        match self.only("content-length") {
            Ok(None) => Ok(0),
            Ok(Some(digits)) if digits.bytes().all(|it| it.is_ascii_digit()) => {
                digits.parse().map_err(|_| BadHead::Body)
            }
            Ok(Some(_)) | Err(()) => Err(BadHead::Body),
        }
    }

    /// What the server gets of them.
    fn passed_on(&self) -> Result<Vec<(&'a str, &'a str)>, BadHead> {
        let named: Vec<String> = self
            .all("connection")
            .flat_map(|value| {
                let text = String::from_utf8_lossy(value).to_ascii_lowercase();
                let names: Vec<String> = text.split(',').map(|it| it.trim().to_owned()).collect();
                names
            })
            .collect();
        let mut out = Vec::new();
        for field in self.0 {
            let name = field.name.to_ascii_lowercase();
            let keeps_length = name == "content-length";
            let between_us = OURS.contains(&name.as_str())
                || name.starts_with("proxy-")
                || (named.contains(&name) && !keeps_length);
            if !between_us {
                let value = std::str::from_utf8(field.value).map_err(|_| BadHead::Unreadable)?;
                out.push((field.name, value));
            }
        }
        Ok(out)
    }
}
