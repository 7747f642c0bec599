//! Files that are secret by their name, in every spelling that a file system takes for the same.

use crate::paths::folded_parts;

mod table;

use table::{
    ACCOUNTS, DIRECTORIES, ENDINGS, HISTORIES, KEYS, LIKELY_DIRECTORIES, LIKELY_ENDINGS,
    LIKELY_NAMES, NAMES, PLACES, SOURCES, TEMPLATES,
};

/// How sure it is that a file is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Files of this name always are.
    Certain,
    /// Files of this name mostly are.
    Likely,
}

/// Whether a file holds program text or prose, by its ending.
#[must_use]
pub fn is_source_file(path: &str) -> bool {
    folded_parts(path).last().is_some_and(|name| source(name))
}

/// Whether a path names a secret file, certainly or likely.
pub fn is_secret(path: &str) -> bool {
    secret_name(path).is_some()
}

/// How sure it is that a path names a secret file, by the built-in names.
pub fn secret_name(path: &str) -> Option<Certainty> {
    let parts = folded_parts(path);
    let (name, above) = parts.split_last()?;
    let name = without_backup(name);
    if let Some(level) = of_system(above, name) {
        return Some(level);
    }
    if template(name) || source(name) || is_public(name) {
        return None;
    }
    by_name(name)
        .or_else(|| by_place(above, name))
        .or_else(|| likely(above, name))
}

/// Endings of copies that editors and people make.
const BACKUPS: [&str; 9] = [
    "~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy", ".tmp",
];

/// A name without the ending that editors and people give to copies.
#[must_use]
pub fn without_backup(name: &str) -> &str {
    let copy = BACKUPS.iter().find_map(|ending| name.strip_suffix(ending));
    copy.filter(|it| !it.is_empty()).unwrap_or(name)
}

/// What the system shows of processes and users, whatever the name looks like.
fn of_system(above: &[String], name: &str) -> Option<Certainty> {
    let first = above.first().map(String::as_str).unwrap_or_default();
    let process = first == "proc" && matches!(name, "environ" | "mem" | "kcore");
    let parent = above.last().map(String::as_str).unwrap_or_default();
    let users = parent == "etc"
        && matches!(
            name,
            "shadow"
                | "shadow-"
                | "gshadow"
                | "gshadow-"
                | "master.passwd"
                | "sudoers"
                | "krb5.keytab"
        );
    let memory = first == "dev" && matches!(name, "mem" | "kmem");
    let registry = parent == "config"
        && matches!(name, "sam" | "security" | "system")
        && above.iter().any(|it| it == "system32");
    (process || users || memory || registry).then_some(Certainty::Certain)
}

fn by_name(name: &str) -> Option<Certainty> {
    let environment = name == ".env"
        || [".env.", ".env-", ".env_", ".env~", "env~"]
            .iter()
            .any(|it| name.starts_with(it));
    let key = KEYS.iter().any(|key| {
        name.starts_with(key)
            || name
                .strip_suffix(key.trim_start_matches("id"))
                .is_some_and(|it| !it.is_empty())
    });
    let ending = ENDINGS
        .iter()
        .any(|ending| name.ends_with(ending) && name.len() > ending.len() || *ending == name);
    let host = name.starts_with("ssh_host_") && name.ends_with("_key");
    let sure = environment || key || ending || host || NAMES.contains(&name) || account(name);
    sure.then_some(Certainty::Certain)
}

fn account(name: &str) -> bool {
    let file = name.ends_with(".json") || name.ends_with(".plist");
    file && ACCOUNTS.iter().any(|it| name.contains(it))
}

/// Files whose name is secret only in one directory, and directories in which every file is.
fn by_place(above: &[String], name: &str) -> Option<Certainty> {
    let within = |directory: &&str| {
        let parts: Vec<&str> = directory.split('/').collect();
        above
            .windows(parts.len())
            .any(|it| it.iter().map(String::as_str).eq(parts.iter().copied()))
    };
    let parent = above.last().map(String::as_str).unwrap_or_default();
    let place = PLACES
        .iter()
        .any(|(directory, file)| parent == *directory && name == *file);
    (place || DIRECTORIES.iter().any(within)).then_some(Certainty::Certain)
}

fn likely(above: &[String], name: &str) -> Option<Certainty> {
    let directory = above
        .iter()
        .any(|part| LIKELY_DIRECTORIES.contains(&part.as_str()));
    let browser = above.iter().any(|part| {
        [
            "chrome", "chromium", "firefox", "brave", "edge", "mozilla", "safari",
        ]
        .iter()
        .any(|it| part.contains(it))
    });
    let stored = browser
        && matches!(
            name,
            "cookies"
                | "login data"
                | "web data"
                | "local state"
                | "history"
                | "logins.json"
                | "cookies.binarycookies"
        );
    let ending = LIKELY_ENDINGS.iter().any(|ending| name.ends_with(ending));
    let found = directory
        || stored
        || ending
        || LIKELY_NAMES.contains(&name)
        || HISTORIES.contains(&name)
        || says_so(name);
    found.then_some(Certainty::Likely)
}

/// Plain files whose name says that passwords or keys are in them.
fn says_so(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        let ends = [
            "_token",
            "-token",
            "_password",
            "-password",
            "_credentials",
            "-credentials",
            "_secret",
            "-secret",
        ];
        return ends.iter().any(|it| name.ends_with(it));
    };
    let data = matches!(
        ending,
        "txt"
            | "csv"
            | "json"
            | "yml"
            | "yaml"
            | "toml"
            | "ini"
            | "cfg"
            | "conf"
            | "properties"
            | "xml"
            | "xlsx"
            | "dat"
            | "db"
    );
    let words = [
        "passwords",
        "passwd",
        "private_key",
        "privatekey",
        "private-key",
        "api_keys",
        "apikeys",
        "api-keys",
        "recovery-codes",
        "recovery_codes",
        "seed-phrase",
        "_password",
        "-password",
        "mnemonic",
    ];
    let whole = [
        "secret",
        "secrets",
        "password",
        "credentials",
        "creds",
        "vault",
        "keystore",
        "key",
    ];
    let alone = whole.contains(&stem) && !(stem == "key" && ending != "properties");
    data && (alone || words.iter().any(|word| stem.contains(word)))
}

/// Public halves, certificates of authorities, and stores of trust.
fn is_public(name: &str) -> bool {
    if name.ends_with(".pub") {
        return true;
    }
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let words: Vec<&str> = stem.split(['-', '_', '.']).collect();
    let public = [
        "public",
        "pub",
        "pubkey",
        "publickey",
        "ca",
        "cacert",
        "cacerts",
        "chain",
        "fullchain",
        "bundle",
        "root",
        "rootca",
        "intermediate",
        "isrg",
    ];
    let private = ["key", "private", "priv", "privkey"];
    let is_public = words
        .iter()
        .any(|it| matches!(*it, "public" | "pub" | "pubkey" | "publickey"));
    matches!(ending, "pem" | "key" | "gpg" | "asc" | "der")
        && words.iter().any(|it| public.contains(it))
        && (is_public || !words.iter().any(|it| private.contains(it)))
        && (is_public || ending != "key")
}

/// Whether a file is an example of a secret one, by its name.
pub fn is_template(path: &str) -> bool {
    folded_parts(path).last().is_some_and(|name| template(name))
}

/// `.env.example`, `.env.sample.local`, `secrets.template.yaml`, `example.env`.
fn template(name: &str) -> bool {
    let shows = |part: &str| {
        let words: Vec<&str> = part.split(['-', '_']).collect();
        let ends = [words.first(), words.last()];
        ends.into_iter()
            .flatten()
            .any(|it| matches!(*it, "example" | "sample" | "template"))
    };
    // `dist.p12` is the key for what is handed out, `.env.dist` shows how one would look.
    let many = name.contains('.');
    name.split('.').enumerate().any(|(at, part)| {
        shows(part) || TEMPLATES.contains(&part) && !(many && at == 0 && part == "dist")
    })
}

/// Text for people: no tool takes `.env.md` for a setting.
fn prose(ending: &str) -> bool {
    matches!(ending, "md" | "mdx" | "rst" | "adoc" | "html")
}

fn source(name: &str) -> bool {
    let ending = name
        .rsplit_once('.')
        .filter(|(stem, ending)| !stem.is_empty() && (*stem != ".env" || prose(ending)));
    ending.is_some_and(|(_, ending)| SOURCES.contains(&ending))
        && !matches!(name, "wp-config.php" | "local_settings.py")
}
