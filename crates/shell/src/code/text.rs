//! Makefiles, AppleScript, and `-o` options of ssh.

use super::{Deed, Found};

/// The text of a makefile: recipes, and what is run while it is read.
pub(super) fn make(code: &str) -> Found {
    let mut deeds = Vec::new();
    for line in code.lines() {
        if let Some(recipe) = line.strip_prefix('\t') {
            let command = recipe.trim_start_matches(['@', '-', '+', ' ']);
            deeds.push(Deed::Shell(command.replace("$$", "$")));
        } else if let Some((_, recipe)) = line
            .split_once(';')
            .filter(|(target, _)| target.contains(':'))
        {
            deeds.push(Deed::Shell(
                recipe
                    .trim_start_matches(['@', '-', '+', ' '])
                    .replace("$$", "$"),
            ));
        }
        let mut rest = line;
        while let Some((_, inner)) = rest.split_once("$(shell ") {
            let end = inner.rfind(')').unwrap_or(inner.len());
            deeds.push(Deed::Shell(inner.get(..end).unwrap_or_default().to_owned()));
            rest = inner;
        }
        if let Some((_, command)) = line.split_once("!=") {
            deeds.push(Deed::Shell(command.trim().to_owned()));
        }
        if let Some(path) = line.trim_start_matches('-').strip_prefix("include ") {
            deeds.push(Deed::Read(path.trim().to_owned()));
        }
    }
    Found {
        deeds,
        plain: false,
    }
}

/// A page of a manual: by its name, or a file.
pub(super) fn page(word: &str) -> Found {
    let deeds = if word.contains('/') {
        vec![Deed::Read(word.to_owned())]
    } else {
        Vec::new()
    };
    Found { deeds, plain: true }
}

/// AppleScript: it speaks to the whole desktop, so it asks, and what it gives to a shell is judged.
pub(super) fn applescript(code: &str) -> Found {
    let mut deeds = Vec::new();
    let lower = code.to_ascii_lowercase();
    let mut from = 0usize;
    while let Some(at) = lower
        .get(from..)
        .and_then(|rest| rest.find("do shell script"))
    {
        let start = from
            .saturating_add(at)
            .saturating_add("do shell script".len());
        deeds.push(Deed::deny(
            "runs-programs",
            "`do shell script` runs a command",
        ));
        let text = code.get(start..).unwrap_or_default().trim_start();
        if let Some(body) = text.strip_prefix('"') {
            let mut command = String::new();
            let mut chars = body.chars();
            while let Some(c) = chars.next() {
                match c {
                    '\\' => command.extend(chars.next()),
                    '"' => break,
                    c => command.push(c),
                }
            }
            deeds.push(Deed::Shell(command));
        }
        from = start;
    }
    if lower.contains("administrator privileges") {
        deeds.push(Deed::deny(
            "privilege",
            "it asks for administrator privileges",
        ));
    }
    for word in [
        "keystroke",
        "login item",
        "do script",
        "clipboard",
        "keychain",
        "password",
    ] {
        if lower.contains(word) {
            deeds.push(Deed::deny(
                "machine",
                format!("`{word}`: it acts for the person at the machine"),
            ));
        }
    }
    Found {
        deeds,
        plain: false,
    }
}

/// `-o Key=Value`: some keys run programs.
pub(super) fn ssh_option(code: &str) -> Found {
    let split = code.split_once(['=', ' ']);
    let (key, value) = split.unwrap_or((code, ""));
    let mut deeds = Vec::new();
    match key.trim().to_ascii_lowercase().as_str() {
        "proxycommand"
        | "localcommand"
        | "knownhostscommand"
        | "permitlocalcommand"
        | "pkcs11provider"
        | "securitykeyprovider"
        | "xauthlocation"
        | "remotecommand"
            if !matches!(value.trim(), "none" | "no") =>
        {
            deeds.push(Deed::deny(
                "runs-programs",
                format!("`{}` makes ssh run a program", key.trim()),
            ));
        }
        "stricthostkeychecking" | "userknownhostsfile" | "globalknownhostsfile"
            if matches!(value.trim(), "no" | "off" | "/dev/null") =>
        {
            deeds.push(Deed::Mark {
                level: crate::effect::Level::Ask,
                id: "trust".to_owned(),
                why: "it switches the check of host keys off".to_owned(),
            });
        }
        _ => {}
    }
    Found { deeds, plain: true }
}
