//! Where a path of Windows leads, as text: drives, shares, devices, streams, short names, and the drives of PowerShell
//! that are no files at all.

use super::{Ground, Place};
use crate::paths::folded;

/// Longest path, in bytes.
const PATH_BYTES_MAX: usize = 4_096;

/// Drives of PowerShell that hold something else than files.
const PROVIDERS: [&str; 11] = [
    "env", "hkcu", "hklm", "hkcr", "hku", "hkcc", "cert", "function", "alias", "variable", "wsman",
];

impl Place {
    /// Where `path` leads from `cwd`, read as Windows reads it. A drive of another provider is `Outside`, in lower case
    /// and with its name in front (`hkcu:/software`); the null device is `/dev/null`, other devices `//./name`.
    pub(crate) fn of_windows(ground: Ground<'_>, cwd: &str, path: &str, glob: bool) -> Place {
        if path.len() > PATH_BYTES_MAX || path.chars().any(char::is_control) {
            return unknown("a path too long or with control characters");
        }
        let path = path.replace('\\', "/");
        let path = unprefixed(&path);
        if let Some(place) = provider(path, glob) {
            return place;
        }
        if let Some(rest) = path.strip_prefix("//") {
            return share(ground, rest, glob);
        }
        if let Some(device) = device(path) {
            return device;
        }
        let rooted = path.starts_with('/') || is_home(path) || drive(path).is_some();
        if rooted || cwd.is_empty() {
            resolve(ground, path, glob)
        } else {
            resolve(ground, &format!("{}/{path}", cwd.replace('\\', "/")), glob)
        }
    }

    /// The provider's drive and the path on it, if this is no place of files.
    pub(crate) fn provider(&self) -> Option<(&str, &str)> {
        let Place::Outside { path, .. } = self else {
            return None;
        };
        let (drive, rest) = path.split_once(":/")?;
        PROVIDERS.contains(&drive).then_some((drive, rest))
    }
}

fn unknown(why: &str) -> Place {
    Place::Unknown {
        known: None,
        why: why.to_owned(),
    }
}

/// Without the words that only say that a path is one of files, or that it is to be taken as it stands.
fn unprefixed(path: &str) -> &str {
    let lower = path.to_ascii_lowercase();
    for prefix in ["microsoft.powershell.core/filesystem::", "filesystem::"] {
        if lower.starts_with(prefix) {
            return path.get(prefix.len()..).unwrap_or_default();
        }
    }
    path
}

fn provider(path: &str, glob: bool) -> Option<Place> {
    let lower = path.to_ascii_lowercase();
    let lower = lower
        .strip_prefix("microsoft.powershell.core/")
        .or_else(|| lower.strip_prefix("microsoft.powershell.security/"))
        .unwrap_or(&lower);
    let rest = lower
        .strip_prefix("registry::")
        .map(|rest| rest.trim_start_matches('/'));
    let text = match rest {
        Some(key) => hive(key),
        None if lower.starts_with("hkey_") => hive(lower),
        None => lower.to_owned(),
    };
    let (drive, rest) = text.split_once(':')?;
    if !PROVIDERS.contains(&drive) {
        return None;
    }
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    Some(Place::Outside {
        path: format!("{drive}:/{}", parts.join("/")),
        glob,
    })
}

/// A registry key under its long name, as on the drive of its hive.
pub(crate) fn hive(key: &str) -> String {
    let key = key.replace('\\', "/").to_ascii_lowercase();
    let (name, rest) = key.split_once('/').unwrap_or((&key, ""));
    let short = match name.trim_end_matches(':') {
        "hkey_local_machine" | "hklm" => "hklm",
        "hkey_current_user" | "hkcu" => "hkcu",
        "hkey_classes_root" | "hkcr" => "hkcr",
        "hkey_users" | "hku" => "hku",
        _ => "hkcc",
    };
    format!("{short}:/{rest}")
}

/// What stands behind two separators: a device, a long path, a share.
fn share(ground: Ground<'_>, rest: &str, glob: bool) -> Place {
    let lower = rest.to_ascii_lowercase();
    if let Some(tail) = lower
        .strip_prefix("?/unc/")
        .or_else(|| lower.strip_prefix("./unc/"))
    {
        return share(ground, tail, glob);
    }
    if lower.starts_with("?/") || lower.starts_with("./") {
        let tail = rest.get(2..).unwrap_or_default();
        if drive(tail).is_some() {
            return resolve(ground, tail, glob);
        }
        let device = lower.get(2..).unwrap_or_default();
        return Place::Outside {
            path: format!("//./{device}"),
            glob,
        };
    }
    let mut parts = lower.splitn(3, '/');
    let (host, name, tail) = (parts.next(), parts.next(), parts.next());
    let here = matches!(
        host,
        Some("localhost" | "127.0.0.1" | "::1" | "." | "wsl$" | "wsl.localhost")
    );
    let letter = name.and_then(|name| name.strip_suffix('$'));
    if let (true, Some(letter)) = (here, letter.filter(|it| it.len() == 1)) {
        return resolve(
            ground,
            &format!("{letter}:/{}", tail.unwrap_or_default()),
            glob,
        );
    }
    Place::Outside {
        path: format!("//{lower}"),
        glob,
    }
}

/// The place of a device name, which no directory changes.
fn device(path: &str) -> Option<Place> {
    let last = path.rsplit('/').next().unwrap_or_default();
    let stem = last.split(['.', ':']).next().unwrap_or_default();
    let stem = stem.trim_end().to_ascii_lowercase();
    let numbered = |name: &str| {
        stem.strip_prefix(name)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|c| c.is_ascii_digit()))
    };
    let text = match stem.as_str() {
        "nul" => "/dev/null".to_owned(),
        "con" | "aux" | "prn" | "conin$" | "conout$" => format!("//./{stem}"),
        _ if numbered("com") || numbered("lpt") => format!("//./{stem}"),
        _ => return None,
    };
    Some(Place::Outside {
        path: text,
        glob: false,
    })
}

/// The letter of a drive at the beginning.
fn drive(path: &str) -> Option<char> {
    let mut chars = path.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), Some(':')) if letter.is_ascii_alphabetic() => Some(letter),
        (Some(_) | None, Some(_) | None) => None,
    }
}

fn is_home(path: &str) -> bool {
    path == "~" || path.starts_with("~/")
}

/// A path that says by itself where it starts, or that starts at the top of the worktree.
fn resolve(ground: Ground<'_>, path: &str, glob: bool) -> Place {
    let (top, rest) = start(ground, path);
    let Some(top) = top else {
        return unknown("a path relative to the directory of a drive");
    };
    let mut parts: Vec<String> = top;
    let mut up = 0_usize;
    let mut doubt = None;
    for part in rest.split('/') {
        match clean(part) {
            Part::Nothing => {}
            Part::Up if parts.is_empty() || is_drive(&parts) => up = up.saturating_add(1),
            Part::Up => {
                parts.pop();
            }
            Part::Name(name) => parts.push(name),
            Part::Doubt(name, why) => {
                parts.push(name);
                doubt = Some(why);
            }
        }
    }
    let place = placed(ground, path, &parts, up, glob);
    match doubt {
        Some(why) => Place::Unknown {
            known: Some(Box::new(place)),
            why: why.to_owned(),
        },
        None => place,
    }
}

fn is_drive(parts: &[String]) -> bool {
    matches!(parts, [only] if only.ends_with(':'))
}

/// The components that a path starts from, and what follows them; none: the directory of a drive is not known.
fn start<'p>(ground: Ground<'_>, path: &'p str) -> (Option<Vec<String>>, &'p str) {
    if let Some(letter) = drive(path) {
        let rest = path.get(2..).unwrap_or_default();
        let top = vec![format!("{}:", letter.to_ascii_uppercase())];
        let known = rest.is_empty() || rest.starts_with('/');
        return (known.then_some(top), rest);
    }
    if is_home(path) {
        let home = ground.home.map_or_else(|| vec!["~".to_owned()], split);
        return (Some(home), path.get(1..).unwrap_or_default());
    }
    if path.starts_with('/') {
        let top = ground.worktree.map(split).unwrap_or_default();
        let letter = top.first().filter(|first| first.ends_with(':')).cloned();
        return (Some(letter.into_iter().collect()), path);
    }
    let worktree = ground.worktree.map(split).unwrap_or_default();
    (Some(worktree), path)
}

fn split(path: &str) -> Vec<String> {
    let parts = path.split(['/', '\\']);
    parts
        .filter(|part| !matches!(*part, "" | "."))
        .map(str::to_owned)
        .collect()
}

enum Part {
    Nothing,
    Up,
    Name(String),
    /// A name that the file system may give to something else.
    Doubt(String, &'static str),
}

/// One component as the file system takes it: without what it drops at the end, and without its main stream.
fn clean(part: &str) -> Part {
    match part {
        "" | "." => return Part::Nothing,
        ".." => return Part::Up,
        _ => {}
    }
    let (name, stream) = part.split_once(':').unwrap_or((part, ""));
    let kept = name.trim_end_matches(['.', ' ']);
    if kept.is_empty() {
        return Part::Doubt(part.to_owned(), "a name of dots and blanks");
    }
    let stream = stream.to_ascii_lowercase();
    if !matches!(
        stream.as_str(),
        "" | ":$data" | ":$index_allocation" | "$i30:$index_allocation"
    ) {
        return Part::Doubt(kept.to_owned(), "an alternate data stream");
    }
    if !is_short(kept) {
        return Part::Name(kept.to_owned());
    }
    if kept
        .to_ascii_lowercase()
        .trim_start_matches('.')
        .starts_with("git~")
    {
        return Part::Name(".git".to_owned());
    }
    Part::Doubt(kept.to_owned(), "a short name")
}

/// `PROGRA~1`, `README~2.MD`.
fn is_short(name: &str) -> bool {
    let stem = name
        .split('.')
        .find(|part| !part.is_empty())
        .unwrap_or_default();
    stem.len() <= 8
        && stem.rsplit_once('~').is_some_and(|(before, digits)| {
            !before.is_empty() && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
        })
}

fn placed(ground: Ground<'_>, path: &str, parts: &[String], up: usize, glob: bool) -> Place {
    let relative = drive(path).is_none() && !path.starts_with('/') && !is_home(path);
    if relative && ground.worktree.is_none() {
        let text = parts.join("/");
        return if up == 0 {
            Place::Inside { path: text, glob }
        } else {
            Place::Outside {
                path: format!("{}{text}", "../".repeat(up.min(64))),
                glob,
            }
        };
    }
    let own = own_profile(ground, parts);
    let parts = own.as_deref().unwrap_or(parts);
    if let Some(rest) = ground.worktree.and_then(|top| below(parts, &split(top))) {
        return Place::Inside { path: rest, glob };
    }
    let home = ground.home.map_or_else(|| vec!["~".to_owned()], split);
    if let Some(rest) = below(parts, &home) {
        return Place::Home { path: rest, glob };
    }
    let slash = if parts.first().is_some_and(|it| it.ends_with(':')) {
        ""
    } else {
        "/"
    };
    Place::Outside {
        path: format!("{slash}{}", parts.join("/")),
        glob,
    }
}

/// The profile directory of the person whose home is spelt without a drive, as that home.
fn own_profile(ground: Ground<'_>, parts: &[String]) -> Option<Vec<String>> {
    let home = split(ground.home?);
    let [drive, users, name, rest @ ..] = parts else {
        return None;
    };
    let mine = drive == "C:"
        && folded(users) == "users"
        && home.first().is_some_and(|first| !first.ends_with(':'))
        && home.last().is_some_and(|last| folded(last) == folded(name));
    mine.then(|| home.into_iter().chain(rest.iter().cloned()).collect())
}

/// What follows a directory, by whole components; names differ by more than case.
fn below(parts: &[String], top: &[String]) -> Option<String> {
    if top.is_empty() {
        return None;
    }
    let mut rest = parts.iter();
    for want in top {
        if rest
            .next()
            .is_none_or(|part| folded_drive(part) != folded_drive(want))
        {
            return None;
        }
    }
    Some(rest.map(String::as_str).collect::<Vec<_>>().join("/"))
}

fn folded_drive(part: &str) -> String {
    if part.ends_with(':') {
        part.to_ascii_lowercase()
    } else {
        folded(part)
    }
}
