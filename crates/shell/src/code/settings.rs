//! Short texts that are no programs but say as much: a proxy, a package registry, letters of `ps`, a line for a debugger.

use super::{Deed, Found};
use crate::address::{self, Target, is_loopback};

/// The name of a setting that is shown.
pub(super) fn name(word: &str) -> Found {
    let lower = word.to_ascii_lowercase();
    let secret = [
        "_auth", "token", "password", "secret", "certfile", "keyfile",
    ]
    .iter()
    .any(|part| lower.contains(part));
    let deeds = if word.contains("..") {
        vec![Deed::deny(
            "reads-outside",
            format!("`{word}` leads to a file, not to a setting"),
        )]
    } else if secret {
        vec![Deed::Secret(format!("it shows the setting `{word}`"))]
    } else {
        Vec::new()
    };
    Found { deeds, plain: true }
}

/// Registries that tools ask unless told otherwise.
const REGISTRIES: &[&str] = &[
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "npm.jsr.io",
    "pypi.org",
    "files.pythonhosted.org",
    "proxy.golang.org",
    "sum.golang.org",
    "goproxy.io",
    "index.crates.io",
    "crates.io",
    "static.crates.io",
    "rubygems.org",
    "repo.maven.apache.org",
    "repo1.maven.org",
    "plugins.gradle.org",
    "repo.packagist.org",
    "packagist.org",
    "api.nuget.org",
    "static.rust-lang.org",
    "conda.anaconda.org",
    "repo.anaconda.com",
    "download.pytorch.org",
    "luarocks.org",
    "hackage.haskell.org",
    "hex.pm",
    "pub.dev",
];

/// What a debugger may be told without running anything but the program.
const DEBUGGER: &[&str] = &[
    "bt",
    "backtrace",
    "where",
    "run",
    "r",
    "start",
    "continue",
    "c",
    "next",
    "n",
    "step",
    "s",
    "finish",
    "info",
    "i",
    "print",
    "p",
    "quit",
    "q",
    "break",
    "b",
    "tbreak",
    "watch",
    "thread",
    "t",
    "frame",
    "f",
    "up",
    "down",
    "list",
    "l",
    "x",
    "display",
    "disassemble",
    "delete",
    "kill",
    "help",
    "ptype",
    "whatis",
    "register",
    "memory",
    "breakpoint",
];

pub(super) fn look(language: &str, text: &str) -> Found {
    let deeds = match language {
        "proxy" => proxy(text),
        "registry" => registry(text),
        "ps" => ps(text),
        "jq" => jq(text),
        "dc" => dc(text),
        "variable" => variable(text),
        "strace-output" => strace_output(text),
        _ => debugger(text),
    };
    Found { deeds, plain: true }
}

fn proxy(text: &str) -> Vec<Deed> {
    let text = text.trim();
    if text.is_empty() || is_loopback(&host(text)) {
        return Vec::new();
    }
    vec![Deed::deny(
        "proxy",
        "everything would be sent through another host",
    )]
}

/// Whether packages come from the usual registries or from this machine.
pub(super) fn is_known_registry(text: &str) -> bool {
    let known = |one: &str| {
        let one = one.trim();
        let host = host(one);
        matches!(one, "" | "direct" | "off")
            || is_loopback(&host)
            || REGISTRIES.contains(&host.as_str())
    };
    text.split([',', '|']).all(known)
}

fn registry(text: &str) -> Vec<Deed> {
    if is_known_registry(text) {
        return Vec::new();
    }
    vec![Deed::deny(
        "foreign-registry",
        "packages would come from a foreign registry",
    )]
}

/// The host of an address, with or without a scheme; empty where it is not known.
fn host(text: &str) -> String {
    match address::target(text) {
        Target::Host { name, .. } => name,
        Target::File(_) | Target::Unknown => String::new(),
    }
}

fn ps(text: &str) -> Vec<Deed> {
    let letters = text.chars().all(|c| c.is_ascii_alphabetic());
    if letters && text.contains('e') {
        return vec![Deed::Secret(
            "`ps` with `e` shows the environment of every process".to_owned(),
        )];
    }
    Vec::new()
}

/// A filter of jq or yq: what it loads and whether it looks at the environment. Texts and field names are data.
fn jq(text: &str) -> Vec<Deed> {
    let mut bare = String::new();
    let mut quoted = Vec::new();
    for (at, piece) in text.split('"').enumerate() {
        if at % 2 == 0 {
            bare.push_str(piece);
            bare.push('"');
        } else {
            quoted.push(piece.to_owned());
        }
    }
    let shown = quoted
        .iter()
        .any(|it| it.contains("\\(env") || it.contains("\\($ENV"));
    let word = |wanted: &str| {
        bare.match_indices(wanted).any(|(at, _)| {
            let before = bare.get(..at).and_then(|it| it.chars().next_back());
            let after = bare
                .get(at.saturating_add(wanted.len())..)
                .and_then(|it| it.chars().next());
            let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '-';
            !before.is_some_and(part) && !after.is_some_and(|c| (part(c) && c != '.') || c == ':')
        })
    };
    let mut deeds = Vec::new();
    if shown || bare.contains("$ENV") || ["env", "strenv", "envsubst"].iter().any(|it| word(it)) {
        deeds.push(Deed::Secret("the filter reads the environment".to_owned()));
    }
    if word("load") || word("load_str") {
        deeds.extend(quoted.into_iter().map(Deed::Read));
    }
    if word("import") || word("include") || word("system") || word("eval") {
        deeds.push(Deed::Mark {
            level: crate::effect::Level::Ask,
            id: "loads-code".to_owned(),
            why: "the filter loads other code".to_owned(),
        });
    }
    deeds
}

/// `dc` runs what stands behind `!`, unless it compares (`!=`, `!<`, `!>`).
fn dc(text: &str) -> Vec<Deed> {
    text.lines()
        .filter_map(|line| line.split_once('!'))
        .filter(|(_, rest)| !rest.starts_with(['=', '<', '>']))
        .map(|(_, rest)| {
            Deed::deny(
                "runs-programs",
                format!("`dc` runs `{}` as a command", rest.trim()),
            )
        })
        .collect()
}

/// The name of a variable that is printed.
fn variable(name: &str) -> Vec<Deed> {
    const WORDS: &[&str] = &[
        "TOKEN",
        "SECRET",
        "PASS",
        "KEY",
        "CREDENTIAL",
        "AUTH",
        "COOKIE",
        "SESSION",
        "DSN",
        "DATABASE_URL",
    ];
    let upper = name.to_ascii_uppercase();
    if WORDS.iter().any(|word| upper.contains(word)) {
        return vec![Deed::Secret(format!("`{name}` is printed"))];
    }
    Vec::new()
}

/// `-o '|command'` gives the trace to a command.
fn strace_output(text: &str) -> Vec<Deed> {
    match text.strip_prefix(['|', '!']) {
        Some(command) => vec![
            Deed::Shell(command.to_owned()),
            Deed::deny("runs-programs", "the trace is given to a command"),
        ],
        None => vec![Deed::Write(text.to_owned())],
    }
}

fn debugger(text: &str) -> Vec<Deed> {
    let word = text.split([' ', '/', '\t']).next().unwrap_or_default();
    let set = text.starts_with("set pagination")
        || text.starts_with("set confirm")
        || text.starts_with("thread apply all bt");
    let calls = text.contains("system")
        || text.contains("exec")
        || text.contains('|')
        || text.contains('!');
    if (DEBUGGER.contains(&word) || set) && !calls {
        return Vec::new();
    }
    vec![Deed::deny(
        "runs-programs",
        format!("the debugger is told `{word}`, which can run anything"),
    )]
}
