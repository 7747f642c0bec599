//! Addresses and hosts, read in one place and as browsers read them: what was judged is what is connected to. What two
//! readers could take for two hosts is a host that is not known.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::display::hides;

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
pub struct Address {
    /// The host as it is connected to: lower case, ASCII, without a dot at the end.
    pub host: String,
    /// Encrypted, at the usual port, and its host is spelled as it is connected to, but for case.
    pub is_plain: bool,
    /// Where it names another than the usual one.
    pub port: Option<u16>,
    number: Option<IpAddr>,
    path: String,
    query: String,
}

/// Reads an address that a tool is to fetch: http or https, and no user name in it.
///
/// # Errors
/// Why it is none that is fetched, in words.
pub fn read(text: &str) -> Result<Address, &'static str> {
    let url = parsed(text)?;
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
    let as_written = without_port(authority(text))
        .trim_end_matches('.')
        .eq_ignore_ascii_case(&host);
    Ok(Address {
        is_plain: url.scheme() == "https" && url.port().is_none() && as_written,
        port: url.port(),
        host,
        number,
        path: url.path().to_owned(),
        query: url.query().unwrap_or_default().to_owned(),
    })
}

fn parsed(text: &str) -> Result<Url, &'static str> {
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
    // Whoever takes the escapes back writes lines of their own into a request.
    if percent_encoding::percent_decode_str(text).any(|byte| byte.is_ascii_control()) {
        return Err("the address holds an escaped control character");
    }
    // `https:///x` has no host for some, and `x` for others.
    if text
        .split_once("://")
        .is_some_and(|(_, rest)| rest.starts_with('/'))
        && !text
            .get(..5)
            .is_some_and(|it| it.eq_ignore_ascii_case("file:"))
    {
        return Err("it is no address with a host");
    }
    Url::parse(text).map_err(|_| "it is no address with a host")
}

/// What an address in a command leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A file of this machine, by its path.
    File(String),
    /// A host, as it is connected to; `page`: a page is named, and nothing goes with it.
    Host {
        name: String,
        port: Option<u16>,
        page: bool,
    },
    /// A host that is not known: a part is unknown, or readers differ in what it is.
    Unknown,
}

/// Where a command would connect with this address; a text without a scheme is taken for an http address, as clients
/// take it. U+FFFD stands for what is not known.
pub(crate) fn target(text: &str) -> Target {
    let known = text.split(UNKNOWN).next().unwrap_or_default();
    let cut = known.len() < text.len();
    let scheme = known.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) {
        return match parsed(known).ok().and_then(|url| unescaped(url.path())) {
            Some(path) if !cut => Target::File(path),
            Some(_) | None => Target::Unknown,
        };
    }
    let with_scheme = if known.contains("://") {
        known.to_owned()
    } else {
        format!("http://{known}")
    };
    // What follows could still belong to the host.
    if cut && !ends_authority(&with_scheme) {
        return Target::Unknown;
    }
    if let Ok(address) = read(&with_scheme) {
        let page = !cut && address.is_plain && !address.carries_data();
        return Target::Host {
            name: address.host,
            port: address.port,
            page,
        };
    }
    let named = parsed(&with_scheme).ok().and_then(|url| {
        let port = url.port();
        Some((canonical(url.host_str()?)?, port))
    });
    named.map_or(Target::Unknown, |(name, port)| Target::Host {
        name,
        port,
        page: false,
    })
}

/// Stands for what is not known.
const UNKNOWN: char = '\u{fffd}';

fn ends_authority(text: &str) -> bool {
    text.split_once("://")
        .is_some_and(|(_, rest)| rest.contains(['/', '?', '#']))
}

/// A path of a `file:` address without its escapes.
fn unescaped(path: &str) -> Option<String> {
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(path).collect();
    String::from_utf8(bytes).ok()
}

/// The host of an address with a scheme, or of `user@host:path`, as it is connected to; U+FFFD in it where it is not
/// known. Nothing else is taken for one.
pub(crate) fn host(text: &str) -> Option<String> {
    if let Some((scheme, _)) = text.split_once("://") {
        let named = !scheme.is_empty()
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if !named {
            return None;
        }
        return match target(text) {
            Target::File(_) => None,
            Target::Host { name, .. } => Some(name),
            Target::Unknown => Some(UNKNOWN.to_string()),
        };
    }
    let (before, _) = text.split_once(':')?;
    let host = before.rsplit('@').next().unwrap_or_default();
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c) || c == UNKNOWN;
    let plain = !before.contains('/') && host.len() > 1 && host.chars().all(fits);
    plain.then(|| bare(host))
}

/// A host that stands alone, with or without a user before it and a port behind it, as it is connected to; U+FFFD in it
/// where it is not known.
pub(crate) fn bare(text: &str) -> String {
    let host = without_port(text.rsplit('@').next().unwrap_or_default());
    canonical(host).unwrap_or_else(|| UNKNOWN.to_string())
}

/// A host's name or number as it is connected to; `None`: it is none, or is not known.
fn canonical(host: &str) -> Option<String> {
    let host = host
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'))
        .unwrap_or(host);
    if let Ok(number) = host.parse::<Ipv6Addr>() {
        return Some(number.to_string());
    }
    // Names of machines may hold what names of domains must not.
    if !host.is_empty()
        && host.contains('_')
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c))
    {
        return Some(host.trim_end_matches('.').to_ascii_lowercase());
    }
    match Host::parse(host).ok()? {
        Host::Domain(name) => {
            Some(name.trim_end_matches('.').to_owned()).filter(|name| !name.is_empty())
        }
        Host::Ipv4(number) => Some(number.to_string()),
        Host::Ipv6(number) => Some(number.to_string()),
    }
}

/// A host without its port. An address of the sixth version has colons of its own, and stands in brackets.
fn without_port(host: &str) -> &str {
    if host.starts_with('[') {
        return host.split_inclusive(']').next().unwrap_or_default();
    }
    match host.split_once(':') {
        Some((name, port)) if !port.contains(':') => name,
        Some(_) | None => host,
    }
}

/// Whether a host is this machine itself.
pub fn is_loopback(host: &str) -> bool {
    let number = host.parse::<IpAddr>().ok();
    host == "localhost"
        || host.ends_with(".localhost")
        || number.is_some_and(|number| match number {
            // Whoever connects to nowhere in particular connects to itself.
            IpAddr::V4(number) => number.is_loopback() || number.is_unspecified(),
            IpAddr::V6(number) => {
                number.is_loopback()
                    || number
                        .to_ipv4_mapped()
                        .is_some_and(|number| number.is_loopback())
            }
        })
}

/// What stands between the slashes and the path, as written.
fn authority(text: &str) -> &str {
    let rest = text.split_once(':').map_or(text, |(_, rest)| rest);
    let rest = rest.trim_start_matches('/');
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Endings of names that never leave a private network, or that lead back into it.
const PRIVATE: [&str; 17] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "localdomain",
    "nip.io",
    "sslip.io",
    "xip.io",
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
];

/// Private and reserved networks, metadata services, and names that lead there; `host` as it is connected to.
pub fn is_private(host: &str) -> bool {
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(number)) => private_v4(number),
        Ok(IpAddr::V6(number)) => private_v6(number),
        Err(_) => PRIVATE.iter().any(|ending| {
            host.strip_suffix(ending)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }),
    }
}

impl Address {
    /// This machine, private and reserved networks, metadata services, and names without a dot.
    pub fn is_private(&self) -> bool {
        (self.number.is_none() && !self.host.contains('.')) || is_private(&self.host)
    }

    /// Whether it would carry more than the name of a page or a question in words.
    pub fn carries_data(&self) -> bool {
        let escapes = self
            .path
            .matches('%')
            .count()
            .saturating_add(self.query.matches('%').count());
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
    run.chars()
        .zip(next)
        .filter(|(a, b)| class(*a) != class(*b))
        .count()
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
        // The agent of Azure, with the settings of the machine.
        || number.octets() == [168, 63, 129, 16]
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
