//! What stands outside the worktree, told by where it is: most of it is only foreign, some of it is a secret, and some
//! of it is no file at all.

use shell::paths::{self, folded_parts};
use shell::secret_files::without_backup;

/// What a place outside the worktree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outside {
    /// It tells of the machine and of nobody: its kind, its libraries and their documentation.
    Plain,
    /// Somebody's file: a person may say that it is read.
    Foreign,
    /// Keys, passwords, sessions, histories: nobody may.
    Secret(&'static str),
    /// Something of the system that is no file: processes, devices, sockets.
    System(&'static str),
}

/// Components that hold secrets wherever they stand, one after the other.
const SECRETS: &[&[&str]] = &[
    &[".ssh"],
    &[".gnupg"],
    &[".aws"],
    &[".azure"],
    &[".kube"],
    &[".oci"],
    &[".password-store"],
    &[".docker", "config.json"],
    &[".config", "gcloud"],
    &[".config", "gh"],
    &[".config", "glab-cli"],
    &[".config", "hub"],
    &[".config", "rclone"],
    &[".config", "doctl"],
    &[".config", "op"],
    &[".config", "git", "credentials"],
    &[".config", "google-chrome"],
    &[".config", "chromium"],
    &[".config", "bravesoftware"],
    &[".config", "sops"],
    &[".config", "containers", "auth.json"],
    &[".config", "heroku"],
    &[".config", "vercel"],
    &["com.vercel.cli"],
    &[".config", "netlify"],
    &[".wrangler"],
    &[".config", ".wrangler"],
    &[".config", "stripe"],
    &[".config", "linode-cli"],
    &[".config", "hcloud"],
    &[".config", "scw"],
    &[".config", "ngrok"],
    &[".config", "bitwarden cli"],
    &[".config", "bitwarden"],
    &[".config", "1password"],
    &[".lastpass"],
    &[".local", "share", "lpass"],
    &[".config", "keepassxc"],
    &[".config", "signal"],
    &[".config", "discord"],
    &[".config", "slack"],
    &[".config", "telegramdesktop"],
    &[".local", "share", "telegramdesktop"],
    &[".docker", "contexts"],
    &[".config", "github-copilot"],
    &[".config", "openai"],
    &[".config", "anthropic"],
    &[".config", "configstore"],
    &[".kaggle"],
    &[".jupyter"],
    &[".config", "borg"],
    &[".config", "microsoft-edge"],
    &[".config", "vivaldi"],
    &[".config", "opera"],
    &[".config", "pulumi"],
    &[".pulumi", "credentials.json"],
    &[".config", "tea"],
    &[".config", "sentry"],
    &[".sentryclirc"],
    &[".config", "cachix"],
    &[".config", "nix", "netrc"],
    &[".pki"],
    &[".config", "filezilla"],
    &[".config", "remmina"],
    &[".local", "share", "remmina"],
    &[".config", "evolution"],
    &[".config", "mutt"],
    &[".muttrc"],
    &[".mbsyncrc"],
    &[".msmtprc"],
    &[".fetchmailrc"],
    &[".config", "fly"],
    &[".fly"],
    &[".config", "age"],
    &[".local", "share", "keyrings"],
    &[".local", "share", "kwalletd"],
    &[".mozilla"],
    &[".thunderbird"],
    &["library", "keychains"],
    &["library", "cookies"],
    &["library", "application support", "google", "chrome"],
    &["library", "application support", "firefox"],
    &["library", "safari"],
    &["library", "messages"],
    &["library", "mail"],
    &["appdata", "roaming", "microsoft", "credentials"],
    &["appdata", "local", "microsoft", "credentials"],
    &["appdata", "roaming", "microsoft", "protect"],
    &["appdata", "local", "google", "chrome"],
    &["appdata", "roaming", "mozilla"],
    &["appdata", "roaming", "gcloud"],
    &["windows", "system32", "config"],
    &[".git-credentials"],
    &[".netrc"],
    &["_netrc"],
    &[".npmrc"],
    &[".yarnrc.yml"],
    &[".pypirc"],
    &[".pgpass"],
    &[".my.cnf"],
    &[".mylogin.cnf"],
    &[".s3cfg"],
    &[".boto"],
    &[".dockercfg"],
    &[".vault-token"],
    &[".terraformrc"],
    &[".terraform.d"],
    &[".databrickscfg"],
    &[".subversion", "auth"],
    &[".snowsql"],
    &[".m2", "settings.xml"],
    &[".m2", "settings-security.xml"],
    &[".gradle", "gradle.properties"],
    &[".cargo", "credentials"],
    &[".cargo", "credentials.toml"],
    &[".gem", "credentials"],
    &[".nuget", "nuget.config"],
    &[".nuget", "nuget", "nuget.config"],
    &[".config", "pypoetry"],
    &[".config", "helm"],
    &[".config", "stripe"],
    &[".config", "netlify"],
    &[".config", "vercel"],
    &[".config", "firebase"],
    &[".config", "configstore"],
    &[".config", "ngrok"],
    &[".config", "hcloud"],
    &[".config", "linode-cli"],
    &[".config", "scw"],
    &[".config", "pulumi"],
    &[".config", "filezilla"],
    &[".config", "github-copilot"],
    &[".config", "supabase"],
    &[".config", ".wrangler"],
    &[".ansible", "vault_pass"],
    &[".vercel"],
    &[".wrangler"],
    &[".railway"],
    &[".supabase"],
    &[".pulumi", "credentials.json"],
    &[".ngrok2"],
    &[".kaggle"],
    &[".huggingface"],
    &[".cache", "huggingface", "token"],
    &[".filezilla"],
    &[".sentryclirc"],
    &[".circleci"],
    &[".travis"],
    &[".vnc"],
    &[".putty"],
    &[".irb_history"],
    &[".sqlite_history"],
    &[".lesshst"],
    &[".viminfo"],
    &[".dbshell"],
    &[".bundle", "config"],
    &[".composer", "auth.json"],
    &[".rclone.conf"],
    &[".smbcredentials"],
    &[".bash_history"],
    &[".zsh_history"],
    &[".sh_history"],
    &[".python_history"],
    &[".node_repl_history"],
    &[".psql_history"],
    &[".mysql_history"],
    &[".rediscli_history"],
    &["fish_history"],
    &["consolehost_history.txt"],
    &[".bitcoin"],
    &[".ethereum"],
    &[".electrum"],
    &[".config", "solana"],
    &[".ice", "credentials"],
    &[".htpasswd"],
    &[".xauthority"],
    &[".iceauthority"],
    &[".claude.json"],
    &[".claude", ".credentials.json"],
    &[".codex", "auth.json"],
    &[".gemini", "oauth_creds.json"],
    &[".local", "share", "opencode", "auth.json"],
    &["etc", "shadow"],
    &["etc", "shadow-"],
    &["etc", "gshadow"],
    &["etc", "gshadow-"],
    &["etc", "sudoers"],
    &["etc", "sudoers.d"],
    &["etc", "master.passwd"],
    &["etc", "ssl", "private"],
    &["etc", "pki", "tls", "private"],
    &["etc", "letsencrypt"],
    &["etc", "krb5.keytab"],
    &["etc", "security", "opasswd"],
    &["etc", "kubernetes"],
    &["etc", "rancher"],
    &["etc", "wireguard"],
    &["etc", "openvpn"],
    &["etc", "networkmanager", "system-connections"],
    &["etc", "ppp", "chap-secrets"],
    &["run", "secrets"],
    &["var", "lib", "kubelet"],
    &["var", "lib", "docker"],
    &["var", "spool", "cron"],
    &["var", "db", "sudo"],
    &["etc", "ssh"],
    &["var", "log", "auth.log"],
    &["var", "log", "secure"],
];

/// Tops of the file system that are no files, and why.
const SYSTEM: &[(&[&str], &str)] = &[
    (
        &["proc"],
        "it shows processes, their memory and their environment",
    ),
    (&["sys"], "it is the kernel's own"),
    (&["dev"], "it is a device"),
    (&["run"], "it holds sockets and state of running services"),
    (
        &["var", "run"],
        "it holds sockets and state of running services",
    ),
    (&["var", "lib"], "it holds the data of services"),
    (&["root"], "it is the administrator's home"),
    (&["boot"], "it starts the machine"),
    (&["net"], "it mounts what it names"),
];

/// Names that tell of the machine and of nobody.
const PLAIN: &[&[&str]] = &[
    &["proc", "cpuinfo"],
    &["proc", "meminfo"],
    &["proc", "version"],
    &["proc", "loadavg"],
    &["proc", "uptime"],
    &["proc", "stat"],
    &["proc", "filesystems"],
    &["proc", "sys", "kernel", "ostype"],
    &["proc", "sys", "kernel", "osrelease"],
    &["proc", "self", "status"],
    &["proc", "self", "limits"],
    &["proc", "self", "cgroup"],
    &["proc", "self", "mounts"],
    &["proc", "mounts"],
    &["dev", "null"],
    &["dev", "stdin"],
    &["dev", "fd", "0"],
    &["etc", "os-release"],
    &["etc", "lsb-release"],
    &["etc", "debian_version"],
    &["etc", "alpine-release"],
    &["etc", "timezone"],
    &["usr", "share", "dict", "words"],
];

/// Directories of libraries and their documentation.
const LIBRARIES: &[&[&str]] = &[
    &["usr", "include"],
    &["sys", "class", "net"],
    &["sys", "devices", "system", "cpu"],
    &["sys", "fs", "cgroup"],
    &["usr", "share", "doc"],
    &["usr", "share", "man"],
    &["usr", "lib"],
    &["usr", "local", "lib"],
];

/// Where a path leads as text, absolute; `None`: it is no path below one root (an address, a share).
pub(crate) fn absolute(path: &str, worktree: Option<&str>, home: Option<&str>) -> Option<String> {
    if paths::scheme(path) {
        return None;
    }
    let path = path.replace('\\', "/");
    if path.starts_with("//") {
        return None;
    }
    if paths::drive(&path) {
        let rest = path
            .split_once(':')
            .map(|(_, rest)| rest)
            .unwrap_or_default();
        return Some(format!("/{}", rest.trim_start_matches('/')));
    }
    // Another user's home stands where homes do.
    let path = match path.strip_prefix('~') {
        Some("root") => "/root".to_owned(),
        Some(rest) if rest.starts_with("root/") => format!("/{rest}"),
        Some(rest) if !rest.is_empty() && !rest.starts_with('/') => format!("/home/{rest}"),
        Some(_) | None => path,
    };
    Some(match path.strip_prefix('~') {
        Some(rest) => climbed(home.unwrap_or("/home/~"), rest),
        None if path.starts_with('/') => climbed("", &path),
        None => climbed(worktree?, &path),
    })
}

/// A path from a directory, absolute, with `.` and `..` taken out.
fn climbed(from: &str, path: &str) -> String {
    let path = format!("{from}/{path}");
    format!("/{}", paths::climb(&path).0.join("/"))
}

/// What stands at an absolute path outside the worktree.
pub(crate) fn kind(path: &str) -> Outside {
    let parts = folded_parts(path);
    let mut parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    // A copy of a secret is one.
    if let Some(name) = parts.last_mut() {
        let copy = without_backup(name);
        *name = copy.strip_suffix(".gz").unwrap_or(copy);
    }
    let parts = parts.as_slice();
    // macOS keeps some tops below another.
    let parts = parts.strip_prefix(&["private"]).unwrap_or(parts);
    // The public half of a key is for everybody.
    let public = parts.last().is_some_and(|name| name.ends_with(".pub"))
        && parts.iter().rev().nth(1) == Some(&".ssh");
    if public {
        return Outside::Foreign;
    }
    if let Some(name) = SECRETS.iter().find(|name| holds(parts, name)) {
        return Outside::Secret(name.last().copied().unwrap_or_default());
    }
    if parts
        .last()
        .is_some_and(|name| name.ends_with(".sock") || name.ends_with(".socket"))
    {
        return Outside::System("it is the socket of a service");
    }
    if PLAIN.contains(&parts) || LIBRARIES.iter().any(|top| parts.starts_with(top)) {
        return Outside::Plain;
    }
    SYSTEM
        .iter()
        .find(|(top, _)| parts.starts_with(top))
        .map_or(Outside::Foreign, |(_, why)| Outside::System(why))
}

/// Whether everything below a place would take a home directory, and its secrets, with it.
pub(crate) fn covers_home(path: &str, home: Option<&str>) -> bool {
    let parts = folded_parts(path);
    let Some(home) = home.map(folded_parts) else {
        return parts.len() < 3;
    };
    home.starts_with(&parts)
}

/// Whether a pattern could stand for what holds secrets: a component of it begins like one.
pub(crate) fn pattern_may_hold(path: &str) -> bool {
    folded_parts(path).iter().any(|part| {
        let known = part.split(['*', '?', '[']).next().unwrap_or_default();
        let begins = known.len() > 1 && known.len() < part.len() && known.starts_with('.');
        begins
            && SECRETS
                .iter()
                .filter_map(|names| names.first())
                .any(|name| name.starts_with(known))
    })
}

/// Whether components stand one after the other somewhere in a path.
fn holds(parts: &[&str], wanted: &[&str]) -> bool {
    parts
        .windows(wanted.len().max(1))
        .any(|window| window == wanted)
}
