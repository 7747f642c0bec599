//! What is asked of a match beyond its expression: checksums, structure, randomness.

use super::decode;
use super::value;

/// A question about a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// None beyond that it is no example.
    None,
    /// A key id of Amazon: a number in base 32.
    Aws,
    /// A user and a password in base64.
    Basic,
    /// A user and a password before an address of the driver of Go.
    Dsn,
    /// A token of GitHub: its last six digits are a checksum.
    Github,
    /// A random number in hexadecimal digits.
    Hex,
    /// The same, without a name that says so.
    HexId,
    /// A header that is JSON and names an algorithm.
    Jwt,
    /// Random letters and digits.
    Mixed,
    /// A token of Slack: it has a digit in it.
    Slack,
    /// A password that somebody made up well.
    Strong,
    /// A password in an address.
    Url,
    /// A UUID that is not all of one piece.
    Uuid,
    /// Nothing that stands for another value.
    Value,
    /// A password of any kind that stands for itself.
    Word,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is what it looks like.
    Real,
    /// It may be.
    Weak,
    /// It has the look, but is an example, or its checksum is wrong.
    Doubtful,
    /// It is nothing.
    Nothing,
}

impl Check {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "-" => Self::None,
            "aws" => Self::Aws,
            "basic" => Self::Basic,
            "dsn" => Self::Dsn,
            "github" => Self::Github,
            "hex" => Self::Hex,
            "hexid" => Self::HexId,
            "jwt" => Self::Jwt,
            "mixed" => Self::Mixed,
            "slack" => Self::Slack,
            "strong" => Self::Strong,
            "url" => Self::Url,
            "uuid" => Self::Uuid,
            "value" => Self::Value,
            "word" => Self::Word,
            _ => return None,
        })
    }

    /// Asks it; `user` is the name before a password.
    pub(super) fn ask(self, secret: &str, user: &str) -> Verdict {
        match self {
            Self::None => not_an_example(secret, Verdict::Real),
            Self::Github => not_an_example(secret, github(secret)),
            Self::Jwt => not_an_example(secret, jwt(secret)),
            Self::Aws => not_an_example(secret, aws(secret)),
            Self::Basic => basic(secret),
            Self::Hex | Self::HexId => not_an_example(secret, random_hex(secret)),
            Self::Mixed => not_an_example(secret, mixed(secret)),
            Self::Slack => not_an_example(secret, digits(secret)),
            Self::Uuid => not_an_example(secret, uuid(secret)),
            Self::Value => real_if(!value::stands_in(secret) && !value::repeats(secret)),
            Self::Strong => real_if(value::looks_secret(secret, false)),
            Self::Word | Self::Dsn => password(secret, user),
            Self::Url => address(secret, user),
        }
    }
}

fn real_if(yes: bool) -> Verdict {
    if yes { Verdict::Real } else { Verdict::Nothing }
}

/// Published examples and fillers are none, whatever else they look like.
fn not_an_example(secret: &str, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Nothing => Verdict::Nothing,
        Verdict::Real | Verdict::Weak | Verdict::Doubtful => {
            if value::is_example(secret) {
                Verdict::Doubtful
            } else {
                verdict
            }
        }
    }
}

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Thirty random letters and six digits of their CRC-32 in base 62. Longer ones have another build.
fn github(token: &str) -> Verdict {
    let Some((_, body)) = token.split_once('_') else {
        return Verdict::Nothing;
    };
    if body.len() != 36 {
        return Verdict::Real;
    }
    let (random, sum) = body.split_at_checked(30).unwrap_or_default();
    match sum == base62(crc32(random.as_bytes())) {
        true => Verdict::Real,
        false => Verdict::Doubtful,
    }
}

/// Six digits in base 62.
fn base62(mut number: u32) -> String {
    let mut digits = [b'0'; 6];
    for digit in digits.iter_mut().rev() {
        let at = usize::try_from(number.checked_rem(62).unwrap_or_default()).unwrap_or_default();
        *digit = BASE62.get(at).copied().unwrap_or(b'0');
        number = number.checked_div(62).unwrap_or_default();
    }
    digits.iter().map(|digit| char::from(*digit)).collect()
}

/// The checksum of zip and Ethernet.
fn crc32(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            let low = sum & 1 == 1;
            (sum >> 1) ^ if low { 0xedb8_8320 } else { 0 }
        })
    });
    !sum
}

fn jwt(token: &str) -> Verdict {
    let header = token.split('.').next().unwrap_or_default();
    let text = decode::base64(header)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_default();
    let Ok(serde_json::Value::Object(map)) = serde_json::from_str(&text) else {
        return Verdict::Nothing;
    };
    match map.contains_key("alg") || map.contains_key("typ") || map.contains_key("enc") {
        true => Verdict::Real,
        false => Verdict::Weak,
    }
}

/// Sixteen digits of base 32; the first ones hold the number of the account, which has at most twelve digits.
fn aws(id: &str) -> Verdict {
    let body = id.get(4..).unwrap_or_default();
    let base32 = |c: char| c.is_ascii_uppercase() || ('2'..='7').contains(&c);
    match body.chars().all(base32) {
        true if value::milli_bits(body) >= 2_000 => Verdict::Real,
        true => Verdict::Doubtful,
        // Digits that base 32 does not have: an id of another build, if it is random.
        false if value::milli_bits(body) >= 3_000 => Verdict::Real,
        false => Verdict::Nothing,
    }
}

fn basic(secret: &str) -> Verdict {
    let Some(bytes) = decode::base64(secret) else {
        return Verdict::Nothing;
    };
    let text = String::from_utf8(bytes).unwrap_or_default();
    match text.split_once(':') {
        Some((user, word)) => password(word, user),
        None => real_if(value::looks_secret(secret, false)),
    }
}

fn random_hex(secret: &str) -> Verdict {
    real_if(value::milli_bits(secret) >= 2_700)
}

fn mixed(secret: &str) -> Verdict {
    let known = value::Classes::of(secret);
    let both = known.digit && (known.lower || known.upper);
    real_if((both || (known.lower && known.upper)) && value::milli_bits(secret) >= 3_000)
}

fn digits(secret: &str) -> Verdict {
    let body = secret
        .split_once('-')
        .map(|(_, body)| body)
        .unwrap_or_default();
    real_if(body.chars().any(|c| c.is_ascii_digit()) && value::milli_bits(body) >= 2_500)
}

fn uuid(secret: &str) -> Verdict {
    real_if(value::milli_bits(secret) >= 2_500)
}

fn password(secret: &str, user: &str) -> Verdict {
    if value::stands_in(secret) || value::repeats(secret) || secret == user {
        return Verdict::Nothing;
    }
    let known = value::Classes::of(secret);
    let word = !known.digit && !known.upper && !known.other;
    match word && secret.len() <= 12 {
        true => Verdict::Doubtful,
        false => Verdict::Real,
    }
}

/// `scheme://user:password@host`: the name is not the password, and neither is a port or a line and column.
fn address(secret: &str, user: &str) -> Verdict {
    let port = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let path = secret.contains('/')
        && (user.contains('.') || secret.split(['/', '?', '#']).next().is_some_and(port));
    if path || user.is_empty() && port(secret) {
        return Verdict::Nothing;
    }
    if user.eq_ignore_ascii_case("user") && secret.len() < 8 {
        return Verdict::Doubtful;
    }
    password(secret, user)
}
