//! Hosts and targets in their one canonical form: lower case, without a dot at the end, addresses as numbers. What could be
//! read in two ways is no host.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Bytes of a name, as DNS has it.
const NAME_BYTES_MAX: usize = 253;
/// Bytes between two dots of a name.
const LABEL_BYTES_MAX: usize = 63;

/// Where a connection is to lead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Host {
    /// A name of DNS.
    Name(Name),
    /// An address. One of IPv4 that is written as one of IPv6 is one of IPv4.
    Address(IpAddr),
}

/// A name of DNS in lower case, without a dot at the end; its last part is no number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

/// A host, and a port of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The host.
    pub host: Host,
    /// The port, never 0.
    pub port: u16,
}

/// Why a text is no host or target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHost {
    /// Nothing is there.
    #[error("it is empty")]
    Empty,
    /// DNS knows no such long names.
    #[error("it is too long")]
    TooLong,
    /// A character that no name has: `%`, `_`, blanks, control characters, anything beyond ASCII.
    #[error("it holds a character that no host has; other letters are written as `xn--…`")]
    Character,
    /// An empty part, or one with `-` at an end.
    #[error("a part between its dots is empty, or begins or ends with `-`")]
    Label,
    /// An address in another notation than the one that everybody reads alike.
    #[error("it is an address in an odd notation")]
    Notation,
    /// A name and a password before the host.
    #[error("it names a user")]
    User,
    /// No port, or none that there is.
    #[error("its port is no number from 1 to 65535")]
    Port,
}

impl Host {
    /// Reads a host as it stands in an address: a name, `192.0.2.1` or `[2001:db8::1]`.
    ///
    /// # Errors
    /// [`NotHost`].
    pub fn read(text: &str) -> Result<Self, NotHost> {
        if let Some(inner) = text.strip_prefix('[') {
            let inner = inner.strip_suffix(']').ok_or(NotHost::Notation)?;
            let address: Ipv6Addr = inner.parse().map_err(|_| NotHost::Notation)?;
            return Ok(Host::Address(IpAddr::V6(address).to_canonical()));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        if name.is_empty() {
            return Err(NotHost::Empty);
        }
        if name.len() > NAME_BYTES_MAX {
            return Err(NotHost::TooLong);
        }
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.';
        if !name.bytes().all(fits) {
            return Err(match name.contains('@') {
                true => NotHost::User,
                false => NotHost::Character,
            });
        }
        let name = name.to_ascii_lowercase();
        // What ends in a number is an address to every resolver, in whichever notation.
        if name.rsplit('.').next().is_some_and(is_number) {
            let address: Ipv4Addr = name.parse().map_err(|_| NotHost::Notation)?;
            return Ok(Host::Address(address.into()));
        }
        let whole = |label: &str| {
            !label.is_empty()
                && label.len() <= LABEL_BYTES_MAX
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        match name.split('.').all(whole) {
            true => Ok(Host::Name(Name(name))),
            false => Err(NotHost::Label),
        }
    }
}

/// Whether a part of a name is a number: `127`, `0x7f`, `0177`.
fn is_number(label: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let hex = |text: &str| text.bytes().all(|it| it.is_ascii_hexdigit());
    digits(label) || label.strip_prefix("0x").is_some_and(hex)
}

impl Name {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it lies below another one, by whole parts.
    #[must_use]
    pub fn is_below(&self, other: &Name) -> bool {
        let rest = self.0.strip_suffix(other.0.as_str());
        rest.is_some_and(|it| it.len() > 1 && it.ends_with('.'))
    }

    /// Whether it has one part alone.
    #[must_use]
    pub fn is_single(&self) -> bool {
        !self.0.contains('.')
    }
}

impl Target {
    /// Reads `host:port`; `default` is the port where none is named, `None`: one has to be.
    ///
    /// # Errors
    /// [`NotHost`].
    pub fn read(text: &str, default: Option<u16>) -> Result<Self, NotHost> {
        if text.contains('@') {
            return Err(NotHost::User);
        }
        // The colons of an address of IPv6 lie before the bracket.
        let end = text
            .rfind(']')
            .map_or_else(|| text.find(':'), |at| Some(at + 1));
        let (host, rest) = text.split_at(end.unwrap_or(text.len()));
        let port = match (rest.strip_prefix(':'), default) {
            (Some(digits), _) => read_port(digits)?,
            (None, Some(port)) if rest.is_empty() => port,
            (None, _) => return Err(NotHost::Port),
        };
        let host = Host::read(host)?;
        Ok(Self { host, port })
    }
}

fn read_port(digits: &str) -> Result<u16, NotHost> {
    let plain = !digits.starts_with('0') && digits.bytes().all(|it| it.is_ascii_digit());
    match digits.parse() {
        Ok(port) if plain => Ok(port),
        Ok(_) | Err(_) => Err(NotHost::Port),
    }
}

impl fmt::Display for Host {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Name(name) => out.write_str(&name.0),
            Host::Address(IpAddr::V4(address)) => write!(out, "{address}"),
            Host::Address(IpAddr::V6(address)) => write!(out, "[{address}]"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.host, self.port)
    }
}
