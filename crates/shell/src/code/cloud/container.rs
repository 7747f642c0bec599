//! Words of containers: what they get of the machine, and what is copied.

use super::found;
use crate::code::{Deed, Found};

/// `source:target[:options]`, or `type=bind,source=…,target=…`: a directory of the machine that a container may change.
pub(in crate::code) fn mount(word: &str) -> Found {
    let key = |part: &str| {
        let (name, value) = part.split_once('=')?;
        matches!(name, "source" | "src").then(|| value.to_owned())
    };
    let source = if word.starts_with("type=") || word.contains(",source=") || word.contains(",src=")
    {
        word.split(',').find_map(key)
    } else if let Some((drive, _)) = drive(word) {
        Some(drive)
    } else {
        word.split_once(':').map(|(source, _)| source.to_owned())
    };
    let Some(source) =
        source.filter(|it| it.starts_with(['/', '.', '~', '$']) || drive(it).is_some())
    else {
        return found(None);
    };
    if source.ends_with(".sock") || source.starts_with("/var/run") || source.starts_with("/run") {
        return found(Some(Deed::deny(
            "socket",
            "the container gets a service of the machine",
        )));
    }
    Found {
        deeds: vec![Deed::Read(source.clone()), Deed::Write(source)],
        plain: true,
    }
}

/// A path that begins with a drive's letter, and what follows it behind the next colon.
fn drive(word: &str) -> Option<(String, &str)> {
    let letter = word.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = word
        .get(1..)?
        .strip_prefix(':')
        .filter(|rest| rest.starts_with(['/', '\\']))?;
    let (path, behind) = rest.split_once(':').unwrap_or((rest, ""));
    Some((format!("{letter}:{path}"), behind))
}

/// A container daemon elsewhere than on this machine's own socket.
pub(in crate::code) fn daemon(word: &str) -> Found {
    let own = matches!(
        word,
        "" | "default" | "unix:///var/run/docker.sock" | "desktop-linux" | "rootless"
    );
    found((!own).then(|| Deed::deny("remote-host", "it steers another machine")))
}

/// `--pid host`: the container shares something with the machine.
pub(in crate::code) fn namespace(word: &str) -> Found {
    found((word == "host").then(|| {
        Deed::deny(
            "privilege",
            "the container shares the processes or users of the machine",
        )
    }))
}

/// A word of a command in a container.
pub(in crate::code) fn container_word(word: &str) -> Found {
    let mut words = word.split(|c: char| c.is_whitespace() || ";|&".contains(c));
    let shows = words.any(|it| {
        matches!(
            it.rsplit('/').next(),
            Some("env" | "printenv" | "environ" | "export")
        )
    });
    found(shows.then(|| Deed::Secret("it shows the environment of a container".to_owned())))
}

/// `container:path`, or a path here: read or written.
pub(in crate::code) fn container_path(word: &str, write: bool) -> Found {
    let here = word
        .split_once(':')
        .is_none_or(|(before, _)| before.contains('/') || before.len() < 2);
    found((here && word != "-").then(|| match write {
        true => Deed::Write(word.to_owned()),
        false => Deed::Read(word.to_owned()),
    }))
}
