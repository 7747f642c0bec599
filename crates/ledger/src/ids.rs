//! Typed names: runs, tasks, acts, calls, hashes, paths. A value of these types has been checked; it is not text.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

/// Why a text is not the name it claims to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {kind}: {why}")]
pub struct BadName {
    /// The text, shortened.
    pub text: String,
    /// What it was to be.
    pub kind: &'static str,
    /// Why it is not.
    pub why: &'static str,
}

fn bad(text: &str, kind: &'static str, why: &'static str) -> BadName {
    BadName {
        text: text.chars().take(80).collect(),
        kind,
        why,
    }
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $max:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Checks and keeps the text: ASCII letters, digits, `-`, `_`, `.`; not empty, not dots alone.
            ///
            /// # Errors
            /// [`BadName`] when a character or the length is not allowed.
            pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
                let text = text.into();
                if text.is_empty() || text.len() > $max {
                    return Err(bad(&text, $kind, "empty or too long"));
                }
                if !text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)) {
                    return Err(bad(&text, $kind, "only letters, digits, `-`, `_` and `.`"));
                }
                if text.bytes().all(|b| b == b'.') {
                    return Err(bad(&text, $kind, "dots alone"));
                }
                Ok(Self(text))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
                Self::new(String::deserialize(de)?).map_err(serde::de::Error::custom)
            }
        }
    };
}

name! {
    /// One run: one attempt to fulfil one promise in one repository.
    RunId, "run id", 64
}
name! {
    /// One task of a plan.
    TaskId, "task id", 64
}

impl RunId {
    /// The agent whose session this stream is: its name stands before a dash, and no run's name has one. `None`: a run.
    #[must_use]
    pub fn agent(&self) -> Option<&str> {
        self.as_str().split_once('-').map(|(agent, _)| agent)
    }
}

/// The number of a line in its run, from 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

impl Seq {
    /// The line after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One act of a run: something decided that has, or will have, one outcome. Numbered from 1 in each run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct ActId(pub u64);

impl fmt::Display for ActId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

/// A grant: the number of the message that gave it, so that it is a name over all runs. 0: given before grants had names.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
pub struct GrantId(pub u64);

impl fmt::Display for GrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}", self.0)
    }
}

/// The name that a model gave to one of its tool calls. Kept as it came; never used as a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub String);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A SHA-256 digest, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The digest of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of a chain: the digest before, then these bytes.
    #[must_use]
    pub fn chained(before: &Hash, bytes: &[u8]) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(before.0);
        hasher.update(bytes);
        Self(hasher.finalize().into())
    }

    /// Sixty-four hexadecimal digits.
    #[must_use]
    pub fn hex(&self) -> String {
        self.0
            .iter()
            .fold(String::with_capacity(64), |mut text, byte| {
                for nibble in [byte >> 4, byte & 15] {
                    text.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
                }
                text
            })
    }

    /// Reads sixty-four hexadecimal digits.
    ///
    /// # Errors
    /// [`BadName`] for any other text.
    pub fn parse(text: &str) -> Result<Self, BadName> {
        let why = || bad(text, "hash", "64 hexadecimal digits expected");
        let mut out = [0_u8; 32];
        // Reading numbers takes a sign as well.
        if text.len() != 64 || !text.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err(why());
        }
        for (at, slot) in out.iter_mut().enumerate() {
            let from = at.saturating_mul(2);
            let pair = text.get(from..from.saturating_add(2)).ok_or_else(why)?;
            *slot = u8::from_str_radix(pair, 16).map_err(|_| why())?;
        }
        Ok(Self(out))
    }

    /// The first twelve digits, for people.
    #[must_use]
    pub fn short(&self) -> String {
        self.hex().chars().take(12).collect()
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex())
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.serialize_str(&self.hex())
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(de)?).map_err(serde::de::Error::custom)
    }
}

/// A git object id (commit or tree), 40 or 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct GitId(String);

impl GitId {
    /// Checks and keeps an object id.
    ///
    /// # Errors
    /// [`BadName`] unless it is 40 or 64 lower-case hexadecimal digits.
    pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
        let text = text.into();
        let digits = text
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if digits && (text.len() == 40 || text.len() == 64) {
            Ok(Self(text))
        } else {
            Err(bad(
                &text,
                "git object id",
                "40 or 64 hexadecimal digits expected",
            ))
        }
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first ten digits, for people.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..10).unwrap_or(&self.0)
    }
}

impl fmt::Display for GitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for GitId {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(de)?).map_err(serde::de::Error::custom)
    }
}

/// A path inside a worktree: relative, `/` between components, no `.` or `..`.
///
/// It says nothing about what stands there: symbolic links are the business of whoever opens it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RelPath(String);

impl RelPath {
    /// Takes what somebody wrote: normalises (`./a//b` becomes `a/b`) and checks. What would be read as a place elsewhere
    /// is none here, whatever a disk makes of it.
    ///
    /// # Errors
    /// [`BadName`] for an absolute path (also one from a home, a drive or a share), one that leaves its root, an empty one,
    /// or one with control characters.
    pub fn new(text: &str) -> Result<Self, BadName> {
        if text.chars().any(char::is_control) {
            return Err(bad(text, Self::KIND, "it holds a control character"));
        }
        if text.starts_with('~') || text.starts_with('\\') || drive(text) {
            return Err(bad(text, Self::KIND, "it is absolute"));
        }
        Self::held(text)
    }

    /// Takes a name that stands in a tree or on a disk already: any that git can hold and that is text.
    ///
    /// # Errors
    /// [`BadName`] for an absolute path, one that leaves its root, an empty one, or one with a zero in it.
    pub fn held(text: &str) -> Result<Self, BadName> {
        if text.len() > 4096 {
            return Err(bad(text, Self::KIND, "longer than 4096 bytes"));
        }
        if text.contains('\0') {
            return Err(bad(text, Self::KIND, "it holds a zero"));
        }
        if text.starts_with('/') {
            return Err(bad(text, Self::KIND, "it is absolute"));
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    let why = "it leaves the worktree through `..`";
                    return Err(bad(text, Self::KIND, why));
                }
                part => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(bad(text, Self::KIND, "it is empty"));
        }
        Ok(Self(parts.join("/")))
    }

    const KIND: &'static str = "path inside the worktree";

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn drive(text: &str) -> bool {
    let mut chars = text.chars();
    matches!((chars.next(), chars.next()), (Some(letter), Some(':')) if letter.is_ascii_alphabetic())
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RelPath {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        Self::held(&String::deserialize(de)?).map_err(serde::de::Error::custom)
    }
}
