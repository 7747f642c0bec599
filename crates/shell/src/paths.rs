//! Paths as text: where one leads when nobody looks at the disk, and which names are protected in every spelling.
//! What really stands at a path is a fact that is passed in.

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::display::{hides, turns};

/// Longest path, in bytes.
const PATH_BYTES_MAX: usize = 4_096;
/// Longest name of one file, in bytes.
const NAME_BYTES_MAX: usize = 255;

/// Where a path leads, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leads {
    /// To the top of the worktree itself.
    Root,
    /// Below the worktree: components joined by `/`.
    Inside(String),
    /// Out of the worktree, or to something that is no path below it.
    Outside(&'static str),
    /// Not a path that may be used at all.
    Wrong(&'static str),
}

/// Where a path leads from the top of the worktree; `worktree` is its absolute directory, if known.
pub fn leads(path: &str, worktree: Option<&str>) -> Leads {
    if path.len() > PATH_BYTES_MAX {
        return Leads::Wrong("it is longer than 4096 bytes");
    }
    if path.chars().any(char::is_control) {
        return Leads::Wrong("it holds a control character");
    }
    if path.chars().any(|c| turns(c) || hides(c)) {
        return Leads::Wrong("it holds a character that is not shown as itself");
    }
    // A backslash is a separator on Windows and part of a name elsewhere: it is judged as a separator.
    let path = path.replace('\\', "/");
    if path.starts_with('~') {
        return Leads::Outside("it starts in a home directory");
    }
    if scheme(&path) {
        return Leads::Outside("it is an address, not a path");
    }
    if drive(&path) || path.starts_with("//") {
        return Leads::Outside("it names a drive or a share");
    }
    if path.starts_with('/') {
        return match worktree.and_then(|top| below(&path, top)) {
            Some(rest) => lead(&rest),
            None => Leads::Outside("it is absolute and not below the worktree"),
        };
    }
    lead(&path)
}

fn lead(path: &str) -> Leads {
    match climb(path) {
        (_, 1..) => Leads::Outside("it leaves the worktree through `..`"),
        (parts, _) if parts.is_empty() => Leads::Root,
        (parts, _) => Leads::Inside(parts.join("/")),
    }
}

/// Components with `.` and `..` taken out, and how many `..` were left over.
pub fn climb(path: &str) -> (Vec<&str>, usize) {
    let mut parts: Vec<&str> = Vec::new();
    let mut up = 0usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    up = up.saturating_add(1);
                }
            }
            part => parts.push(part),
        }
    }
    (parts, up)
}

/// The rest of an absolute path below a directory, by whole components; nothing with `..` in it before the rest.
fn below(path: &str, top: &str) -> Option<String> {
    let mut rest = path.split('/').filter(|part| !matches!(*part, "" | "."));
    for want in top.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if rest.next() != Some(want) {
            return None;
        }
    }
    Some(rest.collect::<Vec<_>>().join("/"))
}

/// Whether a disk would take it as it is written: what `~`, drives, shares and backslashes mean is somebody's reading.
pub fn is_literal(path: &str) -> bool {
    !path.starts_with(['~'])
        && !path.starts_with("//")
        && !path.contains('\\')
        && !drive(path)
        && !scheme(path)
}

/// Names that no file system shows as they are, or that only some can hold: why, in words. `windows`: what Windows makes
/// of them counts too.
pub fn odd_name(path: &str, windows: bool) -> Option<&'static str> {
    const DEVICES: [&str; 8] = [
        "con", "prn", "aux", "nul", "conin$", "conout$", "clock$", "com0",
    ];
    path.split(['/', '\\']).find_map(|part| {
        let stem = part
            .split(['.', ':'])
            .next()
            .unwrap_or_default()
            .trim_end()
            .to_ascii_lowercase();
        let numbered = |name: &str| {
            stem.strip_prefix(name)
                .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
        };
        if part.len() > NAME_BYTES_MAX {
            Some("a name in it is longer than 255 bytes")
        } else if !part.is_empty() && part.trim().is_empty() {
            Some("a name in it is nothing but blanks")
        } else if windows
            && (DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt"))
        {
            Some("it names a device of Windows")
        } else if windows && part.split_once(':').is_some_and(|(name, _)| name.len() > 1) {
            Some("it names a stream behind a file")
        } else {
            None
        }
    })
}

/// Letters of other scripts that look like Latin ones.
const LIKE_LATIN: &str = "асеорхуіјѕһԁԛԝґАВЕКМНОРСТХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορυιχѵҮү";

/// Why a name in a path is taken for another by whoever reads it, in words: letters of one script among those of
/// another, or that all look like Latin ones, and forms that are shown alike and are not the same.
pub fn seems_another(path: &str) -> Option<&'static str> {
    let ends = |part: &str| !matches!(part, "." | "..") && part.ends_with(['.', ' ']);
    if path.split('/').any(ends) {
        return Some("a name in it ends in a dot or a blank, which is not seen");
    }
    if path.is_ascii() {
        return None;
    }
    let composed = ComposingNormalizerBorrowed::new_nfc();
    if !composed.is_normalized(path) {
        return Some(
            "its letters are put together in another way than is usual, and look the same",
        );
    }
    let wide = |c: char| matches!(u32::from(c), 0xff01..=0xff5e);
    if path.chars().any(wide) {
        return Some("it has wide letters, which look like plain ones");
    }
    let words = path
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_ascii());
    for word in words {
        let looks_latin = |c: char| LIKE_LATIN.contains(c);
        let mixed = word.contains(|c: char| c.is_ascii_alphabetic()) && word.contains(looks_latin);
        if mixed || word.chars().all(looks_latin) {
            return Some("letters of another script in it look like Latin ones");
        }
    }
    None
}

/// Whether a path climbs once `%2e`, `%2f` and `%5c` are decoded, as addresses have them.
pub fn is_encoded_climb(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let decoded = lower
        .replace("%25", "%")
        .replace("%c0%ae", ".")
        .replace("%c0%af", "/")
        .replace("%c1%9c", "/")
        .replace("%2e", ".")
        .replace("%2f", "/")
        .replace("%5c", "/");
    decoded != lower && decoded.split('/').any(|part| part == "..")
}

/// Whether it is an address and not a path.
pub fn scheme(path: &str) -> bool {
    let Some((before, after)) = path.split_once(':') else {
        return false;
    };
    let named = before.len() > 1
        && before.starts_with(|c: char| c.is_ascii_alphabetic())
        && before
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    named && (after.starts_with("//") || before.eq_ignore_ascii_case("file"))
}

/// Whether it begins with the letter of a drive.
pub fn drive(path: &str) -> bool {
    let mut chars = path.chars();
    matches!((chars.next(), chars.next()), (Some(c), Some(':')) if c.is_ascii_alphabetic())
}

/// A path relative to a directory below the worktree, as it is asked about: absolute paths stay as they are.
pub fn join(cwd: Option<&str>, path: &str) -> String {
    match cwd {
        Some(cwd) if !cwd.is_empty() && cwd != "." && !absolute(path) => format!("{cwd}/{path}"),
        Some(_) | None => path.to_owned(),
    }
}

fn absolute(path: &str) -> bool {
    path.starts_with(['/', '\\', '~']) || drive(path) || scheme(path)
}

/// A name as file systems that fold, drop or shorten might see it: without case, in the composed form of Unicode that
/// holds compatible characters for one (NFKC), ignorable characters dropped, trailing dots and blanks dropped, stream
/// names (`:…`) cut.
pub(crate) fn folded(name: &str) -> String {
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_control());
    let text = if plain {
        name.to_ascii_lowercase()
    } else {
        without_case(name)
    };
    let text = text.split(':').next().unwrap_or_default();
    text.trim_end_matches(['.', ' ']).to_owned()
}

/// Upper case first: some letters only meet others there (`ı` and `i`, `ſ` and `s`).
fn without_case(name: &str) -> String {
    let shown: String = name.chars().filter(|c| !hides(*c)).collect();
    let nfkc = ComposingNormalizerBorrowed::new_nfkc();
    let once: String = nfkc
        .normalize(&shown)
        .chars()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect();
    nfkc.normalize(&once).into_owned()
}

/// The components of a path, folded.
pub fn folded_parts(path: &str) -> Vec<String> {
    path.split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "."))
        .map(folded)
        .collect()
}

/// Whether a path goes into git's own directory, in any spelling (`.GIT`, `.git.`, `GIT~1`, `.g\u{200c}it`).
pub fn is_git_internal(path: &str) -> bool {
    folded_parts(path)
        .iter()
        .any(|part| stands_for(part, ".git"))
}

/// Whether a path goes into a repository without a worktree, or one that is laid out like it.
pub fn is_bare_repository(path: &str) -> bool {
    const OWN: [&str; 6] = ["hooks", "config", "objects", "refs", "head", "info"];
    folded_parts(path).windows(2).any(|pair| match pair {
        [name, below] => name.len() > 4 && name.ends_with(".git") && OWN.contains(&below.as_str()),
        _ => false,
    })
}

/// Directories of our own settings: what is judged does not change its judge.
const OURS: [&str; 2] = [".interlock", ".gsd"];

/// Whether a path goes into our own settings, in any spelling.
pub fn is_ours(path: &str) -> bool {
    folded_parts(path)
        .iter()
        .any(|part| OURS.iter().any(|ours| stands_for(part, ours)))
}

/// Whether a folded component is a name, or the eight-point-three name that file systems make for it (`GIT~1`,
/// `INTERL~2`).
pub fn stands_for(part: &str, name: &str) -> bool {
    if part == name {
        return true;
    }
    let Some((stem, number)) = part.split_once('~') else {
        return false;
    };
    let bare = name.trim_start_matches('.');
    let bare = bare.split('.').next().unwrap_or_default();
    let short: String = bare.chars().take(6).collect();
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    digits && !short.is_empty() && (stem == short || stem.strip_prefix('.') == Some(&short))
}
