//! Files that are secret by their name.

use crate::compiled::Policies;
use crate::paths::folded_parts;

/// Whole names.
const NAMES: [&str; 28] = [
    ".env",
    ".npmrc",
    ".pypirc",
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    ".dockercfg",
    ".vault-token",
    ".terraformrc",
    ".boto",
    ".s3cfg",
    "kubeconfig",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "client_secret.json",
    "secrets.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.toml",
    "terraform.tfvars",
    "master.key",
    "wallet.dat",
    "shadow",
    "gshadow",
];

/// Endings of names.
const ENDINGS: [&str; 14] = [
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".ppk",
    ".ovpn",
    ".tfstate",
    ".tfstate.backup",
    ".env",
    ".agekey",
    ".gpg",
];

/// Beginnings of private-key names; their public halves (`.pub`) are no secret.
const KEYS: [&str; 4] = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"];

/// Directories in which every file is secret.
const DIRECTORIES: [&str; 8] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".gcloud",
    "secrets",
    ".password-store",
];

/// Endings of the files that show how an environment file would look.
const TEMPLATES: [&str; 7] = [
    "example", "sample", "template", "dist", "defaults", "tmpl", "schema",
];

/// Endings of files that hold program text or prose: a word like `password` in their name says nothing.
const SOURCES: &[&str] = &[
    "rs", "go", "py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "java", "kt",
    "kts", "scala", "swift", "c", "h", "cc", "cpp", "hpp", "cs", "fs", "rb", "php", "pl", "lua",
    "ex", "exs", "erl", "hs", "ml", "clj", "dart", "zig", "sh", "sql", "html", "css", "scss",
    "vue", "svelte", "md", "rst", "adoc", "proto",
];

/// Whether a file holds program text or prose, by its ending.
#[must_use]
pub fn is_source_file(path: &str) -> bool {
    let parts = folded_parts(path);
    let Some((stem, ending)) = parts.last().and_then(|name| name.rsplit_once('.')) else {
        return false;
    };
    !stem.is_empty() && SOURCES.contains(&ending)
}

/// Whether a path names a secret file: by the built-in names, or by a configured pattern (which does not count for
/// program text).
pub(crate) fn is_secret_file(policies: &Policies, path: &str) -> bool {
    built_in(path) || (policies.names_secret(path) && !is_source_file(path) && !is_template(path))
}

fn built_in(path: &str) -> bool {
    let parts = folded_parts(path);
    let Some((name, above)) = parts.split_last() else {
        return false;
    };
    if template(name) || is_source_file(path) {
        return false;
    }
    let in_secret_directory = above
        .iter()
        .any(|part| DIRECTORIES.contains(&part.as_str()));
    let environment = name.starts_with(".env.") || name.starts_with(".env-");
    let key = KEYS.iter().any(|key| name.starts_with(key)) && !name.ends_with(".pub");
    in_secret_directory
        || environment
        || key
        || NAMES.contains(&name.as_str())
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || account(name)
        || forge_login(above, name)
}

fn is_template(path: &str) -> bool {
    folded_parts(path).last().is_some_and(|name| template(name))
}

fn template(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| TEMPLATES.contains(&ending))
}

fn account(name: &str) -> bool {
    name.ends_with(".json")
        && (name.starts_with("service-account")
            || name.starts_with("service_account")
            || name.starts_with("client_secret"))
}

/// Files whose name is secret only in one directory.
fn forge_login(above: &[String], name: &str) -> bool {
    let parent = above.last().map(String::as_str).unwrap_or_default();
    matches!(
        (parent, name),
        ("gh" | "glab-cli", "hosts.yml" | "config.yml")
            | (".docker", "config.json")
            | (".cargo" | ".gem", "credentials.toml" | "credentials")
            | ("gcloud", "credentials.db" | "access_tokens.db")
    )
}
