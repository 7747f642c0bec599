//! An address, read once and as browsers read it: what was judged is what is connected to.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::canonical::hides;

/// Longest address, in bytes.
const ADDRESS_BYTES_MAX: usize = 8_192;
/// Longest query that looks like a question.
const QUERY_BYTES_MAX: usize = 200;
/// Longest path that looks like a page.
const PATH_BYTES_MAX: usize = 400;
/// Shortest run of letters and digits that may be encoded data.
const RUN_CHARS_MIN: usize = 20;

/// An http or https address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// The host as it is connected to: lower case, ASCII, without a dot at the end.
    pub(super) host: String,
    /// Encrypted, at the usual port, and its host is spelled as it is connected to, but for case.
    pub(super) is_plain: bool,
    number: Option<IpAddr>,
    path: String,
    query: String,
}

/// Reads an address.
///
/// # Errors
/// Why it is none that is fetched, in words.
pub(super) fn read(text: &str) -> Result<Address, &'static str> {
    if text.len() > ADDRESS_BYTES_MAX {
        return Err("the address is longer than 8192 bytes");
    }
    if text.chars().any(|c| hides(c) || c.is_whitespace()) {
        return Err("the address holds a blank or a hidden character");
    }
    // Some take it for a separator, some for a part of the name before the host.
    if text.contains('\\') {
        return Err("the address holds a backslash, which not everybody reads alike");
    }
    let url = Url::parse(text).map_err(|_| "it is no address with a host")?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("only http and https addresses are fetched");
    }
    if !url.username().is_empty() || url.password().is_some() || authority(text).contains('@') {
        return Err("the address holds a user name");
    }
    let (host, number) = match url.host() {
        Some(Host::Domain(name)) => (name.trim_end_matches('.').to_owned(), None),
        Some(Host::Ipv4(number)) => (number.to_string(), Some(IpAddr::V4(number))),
        Some(Host::Ipv6(number)) => (number.to_string(), Some(IpAddr::V6(number))),
        None => return Err("it is no address with a host"),
    };
    if host.is_empty() {
        return Err("it is no address with a host");
    }
    let as_written = authority(text).trim_end_matches('.').eq_ignore_ascii_case(&host);
    Ok(Address {
        is_plain: url.scheme() == "https" && url.port().is_none() && as_written,
        host,
        number,
        path: url.path().to_owned(),
        query: url.query().unwrap_or_default().to_owned(),
    })
}

/// What stands between the slashes and the path, as written, without the port.
fn authority(text: &str) -> &str {
    let rest = text.split_once(':').map_or(text, |(_, rest)| rest);
    let rest = rest.trim_start_matches('/');
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // An address of the sixth version has colons of its own, and stands in brackets.
    match authority.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|c| c.is_ascii_digit()) && !host.is_empty() => host,
        Some(_) | None => authority,
    }
}

/// Endings of names that never leave a private network, or that lead back into it.
const PRIVATE: [&str; 17] = [
    "localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa", "localdomain", "nip.io",
    "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com",
];

impl Address {
    /// This machine, private and reserved networks, metadata services, and names without a dot.
    pub(super) fn is_private(&self) -> bool {
        match self.number {
            Some(IpAddr::V4(number)) => private_v4(number),
            Some(IpAddr::V6(number)) => private_v6(number),
            None => {
                !self.host.contains('.')
                    || PRIVATE.iter().any(|ending| {
                        self.host
                            .strip_suffix(ending)
                            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                    })
            }
        }
    }

    /// Whether it would carry more than the name of a page or a question in words.
    pub(super) fn carries_data(&self) -> bool {
        let escapes = self.path.matches('%').count().saturating_add(self.query.matches('%').count());
        self.path.len() > PATH_BYTES_MAX
            || self.query.len() > QUERY_BYTES_MAX
            || escapes > 8
            || encoded(&self.path)
            || encoded(&self.query)
    }
}

/// Whether a run of letters and digits is no word or chain of words.
fn encoded(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= RUN_CHARS_MIN)
        .any(|run| {
            let digits = run.chars().filter(char::is_ascii_digit).count();
            let hex = run.chars().all(|c| c.is_ascii_hexdigit()) && digits > 0;
            // Words change between capitals, small letters and digits where they begin, codes all the time.
            let often = changes(run).saturating_mul(3) >= run.len();
            let mixed = run.len() >= 32 && digits >= 3;
            hex || often || mixed || run.len() >= 48
        })
}

fn changes(run: &str) -> usize {
    let class = |c: char| (c.is_ascii_uppercase(), c.is_ascii_digit());
    let next = run.chars().skip(1);
    run.chars().zip(next).filter(|(a, b)| class(*a) != class(*b)).count()
}

fn private_v4(number: Ipv4Addr) -> bool {
    let [a, b, c, _] = number.octets();
    number.is_loopback()
        || number.is_private()
        || number.is_link_local()
        || number.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19))
}

fn private_v6(number: Ipv6Addr) -> bool {
    let [a, b, c, _, _, _, g, h] = number.segments();
    let v4 = |high: u16, low: u16| {
        let ([w, x], [y, z]) = (high.to_be_bytes(), low.to_be_bytes());
        private_v4(Ipv4Addr::new(w, x, y, z))
    };
    number.is_loopback()
        || number.is_unspecified()
        || number.is_multicast()
        // Unique local, link-local, and what used to be site-local.
        || a & 0xfe00 == 0xfc00
        || a & 0xffc0 == 0xfe80
        || a & 0xffc0 == 0xfec0
        // Addresses that stand for another: mapped, compatible, translated (NAT64, and its local kind), 6to4, Teredo.
        || number.to_ipv4().is_some_and(private_v4)
        || (a == 0x64 && b == 0xff9b && (c == 1 || v4(g, h)))
        || (a == 0x2002 && v4(b, c))
        || (a == 0x2001 && b == 0)
}
