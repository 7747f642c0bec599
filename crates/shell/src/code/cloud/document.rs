//! Words of converters of pictures, films and documents: what they read, run and send.

use super::found;
use crate::code::{Deed, Found};

/// A picture, film or document: a path, or one of the words through which converters run and read other things.
pub(in crate::code) fn media(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    if is_script(&lower) {
        return found(Some(Deed::deny(
            "runs-programs",
            "the converter runs a program or a script",
        )));
    }
    if is_camera(&lower) {
        return found(Some(Deed::deny(
            "spies",
            "it records the screen or a camera",
        )));
    }
    let (scheme, rest) = word.split_once("://").unwrap_or(("", word));
    if matches!(
        scheme,
        "rtmp" | "rtmps" | "rtp" | "srt" | "udp" | "tcp" | "ftp" | "sftp" | "icecast"
    ) {
        return found(Some(Deed::deny("uploads", "it may send what it makes")));
    }
    if !scheme.is_empty() && scheme != "file" {
        let host = rest
            .split(['/', ':'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        return found(Some(Deed::Connect {
            host: Some(host),
            sends: false,
        }));
    }
    let path = without_kind(rest);
    if !path.starts_with('/') && !path.starts_with('~') && !path.contains("..") {
        return found(None);
    }
    // Whether it is read or made is not told by its place: a file outside is neither.
    Found {
        deeds: vec![Deed::Read(path.to_owned()), Deed::Write(path.to_owned())],
        plain: true,
    }
}

/// A file that a converter makes, with its kind in front perhaps (`png:out`).
pub(in crate::code) fn media_out(word: &str) -> Found {
    let mut found = media(word);
    let path = without_kind(word);
    if found.deeds.is_empty() && path != "-" && !path.is_empty() {
        found.deeds.push(Deed::Write(path.to_owned()));
    }
    found
}

/// Whether a word makes a converter run a program or a script, or read what the script names.
fn is_script(lower: &str) -> bool {
    let runs = [
        "msl:",
        "mvg:",
        "ephemeral:",
        "|",
        "vid:",
        "plugin:",
        "macro:",
        "concat:",
        "subfile:",
        "pipe:id",
        "https:|",
    ];
    runs.iter().any(|it| lower.starts_with(it)) || lower.contains("pipe%")
}

/// Whether a word names the screen or a camera.
fn is_camera(lower: &str) -> bool {
    [
        "x11grab",
        "avfoundation",
        "v4l2",
        "gdigrab",
        "kmsgrab",
        "x:",
        "screen:",
    ]
    .contains(&lower)
        || lower.starts_with(":0")
}

/// `png:path`, `label:@path`: the path behind the kind.
fn without_kind(rest: &str) -> &str {
    let path = rest
        .rsplit_once('@')
        .filter(|(before, _)| before.ends_with(':'))
        .map_or(rest, |(_, path)| path);
    path.split_once(':')
        .filter(|(before, _)| before.len() > 1 && before.chars().all(|c| c.is_ascii_alphanumeric()))
        .map_or(path, |(_, rest)| rest)
}

/// A document of TeX, or its text.
pub(in crate::code) fn tex(word: &str) -> Found {
    if !word.starts_with('\\') {
        return found(Some(Deed::Read(word.to_owned())));
    }
    let runs = [
        "write18",
        "directlua",
        "openout",
        "openin",
        "ShellEscape",
        "input",
        "include",
        "latelua",
        "verbatiminput",
        "lstinput",
    ];
    Found {
        plain: false,
        deeds: runs
            .iter()
            .any(|it| word.contains(it))
            .then(|| Deed::deny("runs-programs", "the text runs programs or reads files"))
            .into_iter()
            .collect(),
    }
}
