//! The small languages in git's arguments: settings, addresses, names of objects, patches, commands that it runs.

use super::{Deed, Found};
use crate::address::host;
use crate::effect::Level;
use crate::git::{config, message};

/// Looks at an argument in one of these languages; `None`: it is none of them.
pub(super) fn look(language: &str, code: &str) -> Option<Found> {
    let deeds = match language {
        "git-config" => {
            let (key, value) = code.split_once('=').unwrap_or((code, "true"));
            setting(key, value)
        }
        "git-config-env" => {
            let (key, _) = code.split_once('=').unwrap_or((code, ""));
            setting(key, "\u{fffd}")
        }
        // `GIT_CONFIG_GLOBAL=/dev/null` leaves settings out; any other file brings some.
        "git-config-file" if matches!(code, "" | "/dev/null") => Vec::new(),
        "git-config-file" => setting("include.path", code),
        "git-message" => signed(code),
        "git-trailer" if message::is_signature(code) => vec![speaks(code)],
        "git-trailer" => Vec::new(),
        "git-type" => match code {
            "commit" | "tag" => vec![Deed::Mark {
                level: Level::Ask,
                id: "forges-author".to_owned(),
                why: format!("a {code} is made of any text, in anybody's name"),
            }],
            _ => Vec::new(),
        },
        "git-url" => url(code, false),
        "git-push-url" => url(code, true),
        "git-object" => object(code),
        "git-exec" => exec(code),
        "git-dir" => directory(code),
        "git-trace" => trace(code),
        "git-strategy" => strategy(code),
        "patch" => patch(code),
        "gh-method" => method(code),
        "gh-api" => api(code),
        language => {
            let key = language.strip_prefix("git-config=")?;
            setting(key, code)
        }
    };
    Some(Found { deeds, plain: true })
}

/// A message that speaks for somebody.
fn signed(text: &str) -> Vec<Deed> {
    message::speaks_for(text).map(speaks).into_iter().collect()
}

fn speaks(line: &str) -> Deed {
    let shown: String = line.chars().take(60).collect();
    Deed::Mark {
        level: Level::Ask,
        id: "forges-approval".to_owned(),
        why: format!("`{shown}` speaks for a person"),
    }
}

fn setting(key: &str, value: &str) -> Vec<Deed> {
    // Other words for a call of git: what it would do is judged as if it stood there.
    let lower = key.trim().to_ascii_lowercase();
    let alias = lower.starts_with("alias.") && !value.trim_start().starts_with('!');
    let call = alias.then(|| Deed::Shell(format!("git {value}")));
    config::setting(key, value)
        .map(|it| Deed::Mark {
            level: it.level,
            id: it.id.to_owned(),
            why: it.why,
        })
        .into_iter()
        .chain(call)
        .collect()
}

/// Where git fetches from or pushes to. A plain word is the name of a remote.
fn url(text: &str, push: bool) -> Vec<Deed> {
    if let Some((helper, command)) = helper(text) {
        let why = format!("the transport `{helper}::` runs a program");
        let mut deeds = vec![Deed::deny("runs-programs", why)];
        if helper == "ext" {
            deeds.push(Deed::Shell(command.to_owned()));
        }
        return deeds;
    }
    if optional(text) {
        return vec![Deed::deny(
            "option-injection",
            "a host that begins with a dash becomes an option of ssh",
        )];
    }
    if let Some(path) = text.strip_prefix("file://") {
        return near(path, push);
    }
    if text.contains('\u{fffd}') {
        return vec![Deed::Mark {
            level: Level::Ask,
            id: "network".to_owned(),
            why: "which server or repository it is, is not known".to_owned(),
        }];
    }
    match host(text) {
        Some(host) => vec![Deed::Connect {
            host: Some(host),
            sends: push,
        }],
        None if text.contains('/') || matches!(text, "." | "..") => near(text, push),
        None => Vec::new(),
    }
}

/// A repository on this machine.
fn near(path: &str, push: bool) -> Vec<Deed> {
    // The worktree's own repository, or one below it.
    if push && matches!(path, "." | "./") {
        return Vec::new();
    }
    if push {
        return vec![Deed::Write(path.to_owned())];
    }
    vec![Deed::Read(path.to_owned())]
}

/// `transport::address`.
fn helper(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once("::")?;
    let named = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_+.".contains(c));
    named.then_some((name, rest))
}

/// `ssh://-oProxyCommand=…`, `-oProxyCommand=…:path`.
fn optional(text: &str) -> bool {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    host.rsplit('@').next().unwrap_or_default().starts_with('-') || rest.starts_with('-')
}

/// A revision, a path, or `revision:path`: what of it is a path is read. A revision alone is a path that is not there.
fn object(text: &str) -> Vec<Deed> {
    let magic = text
        .strip_prefix(":(")
        .and_then(|rest| rest.split_once(')'))
        .map(|(_, path)| path);
    let path = match (magic, text.split_once(':')) {
        (Some(path), _) => path,
        // `:/text` searches messages, or begins at the top; `:!x` leaves something out; `:1:path` is the index.
        (None, Some(("", rest))) => match rest.split_once(':') {
            Some((stage, path)) if stage.len() == 1 => path,
            Some(_) | None => rest.trim_start_matches(['!', '^', '/']),
        },
        (None, Some((_, path))) => path,
        (None, None) => text,
    };
    match path.contains('\u{fffd}') {
        true if text.contains(':') => vec![Deed::Mark {
            level: Level::Ask,
            id: "path-unknown".to_owned(),
            why: "which file of the history is read is not known".to_owned(),
        }],
        // A revision that another command prints.
        true => Vec::new(),
        false if path.is_empty() => Vec::new(),
        false => vec![Deed::Read(path.to_owned())],
    }
}

/// A command line that git runs for the user: followed, and a person is asked; a shell within is nobody's need.
fn exec(text: &str) -> Vec<Deed> {
    let first = text.split_whitespace().next().unwrap_or_default();
    let base = first.rsplit('/').next().unwrap_or_default();
    let shell = [
        "sh", "bash", "dash", "zsh", "ksh", "fish", "eval", "env", "busybox", "nc", "ncat",
    ];
    let why = format!("git would run `{text}`");
    let mark = if shell.contains(&base) {
        Deed::deny("runs-programs", why)
    } else {
        Deed::Mark {
            level: Level::Ask,
            id: "runs-programs".to_owned(),
            why,
        }
    };
    vec![mark, Deed::Shell(text.to_owned())]
}

/// The method of a request to a forge.
fn method(text: &str) -> Vec<Deed> {
    match text.to_ascii_uppercase().as_str() {
        "GET" | "HEAD" => Vec::new(),
        "POST" => vec![Deed::Mark {
            level: Level::Ask,
            id: "forge-write".to_owned(),
            why: "it changes something on the forge".to_owned(),
        }],
        "DELETE" => vec![Deed::deny(
            "deletes-remote",
            "it deletes something on the forge",
        )],
        _ => vec![Deed::deny(
            "forge-settings",
            "it changes what stands on the forge",
        )],
    }
}

/// The path of a request to a forge: some lead to what guards the repository, or to its secrets.
fn api(text: &str) -> Vec<Deed> {
    if let Some(host) = host(text) {
        return vec![Deed::Connect {
            host: Some(host),
            sends: true,
        }];
    }
    let guards = [
        "protection",
        "rulesets",
        "keys",
        "hooks",
        "secrets",
        "variables",
        "collaborators",
        "permissions",
        "transfer",
        "deploy_keys",
        "invitations",
        "runners",
        "merge",
    ];
    let guarded = text
        .split(['/', '?'])
        .any(|part| guards.contains(&part.to_ascii_lowercase().as_str()));
    match guarded {
        true => vec![Deed::deny(
            "forge-settings",
            format!("`{text}` guards the repository or holds its secrets"),
        )],
        false => Vec::new(),
    }
}

/// `--git-dir`: the repository's own changes nothing, any other brings its settings.
fn directory(text: &str) -> Vec<Deed> {
    if matches!(text.trim_start_matches("./").trim_end_matches('/'), ".git") {
        return Vec::new();
    }
    let mark = Deed::Mark {
        level: Level::Ask,
        id: "other-repository".to_owned(),
        why: "git works with another repository's settings".to_owned(),
    };
    vec![Deed::Read(text.to_owned()), mark]
}

/// `GIT_TRACE`: a number, or a file to write to.
fn trace(text: &str) -> Vec<Deed> {
    if text.starts_with('/') {
        return vec![Deed::Write(text.to_owned())];
    }
    if text.starts_with("af_unix") || text.contains('\u{fffd}') {
        return vec![Deed::deny(
            "steering-variable",
            "what git does would go to a socket",
        )];
    }
    Vec::new()
}

/// `--strategy=name` runs `git-merge-name`.
fn strategy(text: &str) -> Vec<Deed> {
    let own = ["ort", "recursive", "resolve", "octopus", "ours", "subtree"];
    if own.contains(&text) {
        return Vec::new();
    }
    let why = format!("the strategy `{text}` is a program of that name");
    vec![Deed::deny("runs-programs", why)]
}

/// A patch: it writes the files that its headers name.
fn patch(text: &str) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for line in text.lines() {
        let named = ["+++ ", "--- ", "rename to ", "rename from ", "copy to "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        let Some(named) = named else { continue };
        let path = named
            .split('\t')
            .next()
            .unwrap_or_default()
            .trim_matches('"');
        let path = path
            .strip_prefix("a/")
            .or_else(|| path.strip_prefix("b/"))
            .unwrap_or(path);
        let deed = Deed::Write(path.to_owned());
        if !matches!(path, "" | "/dev/null") && !deeds.contains(&deed) {
            deeds.push(deed);
        }
    }
    if deeds.is_empty() {
        deeds.push(Deed::Mark {
            level: Level::Ask,
            id: "patch".to_owned(),
            why: "which files the patch changes is not known".to_owned(),
        });
    }
    deeds
}
