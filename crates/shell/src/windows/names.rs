//! Names that say by themselves what a variable or a file is for.

/// Whether variables that begin so may hold secrets.
pub(crate) fn begins_secret(start: &str) -> bool {
    const BEGINNINGS: [&str; 14] = [
        "github",
        "gh_",
        "gitlab",
        "aws",
        "azure",
        "npm",
        "docker",
        "openai",
        "anthropic",
        "stripe",
        "database",
        "db_",
        "api",
        "ci_",
    ];
    let lower = start.to_lowercase();
    is_secret_name(start) || BEGINNINGS.iter().any(|it| lower.starts_with(it))
}

/// Names of variables that hold secrets.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_lowercase();
    [
        "token",
        "secret",
        "passw",
        "pwd_",
        "_pwd",
        "apikey",
        "api_key",
        "_key",
        "credential",
        "private",
        "auth",
        "cookie",
        "session_id",
        "connectionstring",
        "_pat",
    ]
    .iter()
    .any(|part| name.contains(part))
        && !matches!(name.as_str(), "ssh_auth_sock")
}

/// Files that keep passwords, sessions or what was typed.
pub(super) fn is_store(path: &str) -> bool {
    let path = path.to_lowercase();
    [
        "psreadline",
        "consolehost_history",
        "login data",
        "cookies.sqlite",
        "logins.json",
        "key4.db",
        "key3.db",
        "/cookies",
        "/local state",
        "web data",
        "/microsoft/credentials",
        "/microsoft/protect",
        "/microsoft/vault",
        "system32/config",
        "ntds.dit",
        "unattend.xml",
        "sysprep.xml",
        "groups.xml",
        "/config/sam",
        "repair/sam",
        "lsass",
        ".dmp",
        "web.config",
        "recentservers.xml",
        "sitemanager.xml",
        "/.ssh",
        "/.aws",
        "/.azure",
        "gcloud",
        "harddiskvolumeshadowcopy",
        "globalroot",
        "signalprivate",
        "/wallet",
        "winscp.ini",
        ".docker/config.json",
        "user data/default",
        "filezilla",
        "/.git-credentials",
    ]
    .iter()
    .any(|part| path.contains(part))
}

/// Files that are run without being asked for.
pub(super) fn starts_by_itself(path: &str) -> bool {
    let path = path.to_lowercase();
    let profile = path.ends_with("profile.ps1") && !path.starts_with("src/");
    profile
        || [
            "start menu/programs/startup",
            "/startup/",
            "system32/tasks",
            "system32/drivers/etc/hosts",
            "windows/system32",
            "windows/syswow64",
            "grouppolicy",
            "windowspowershell/modules",
            "powershell/modules",
            "/.ssh/authorized_keys",
            "programdata/ssh",
            "autoexec.bat",
            "sendto/",
        ]
        .iter()
        .any(|part| path.contains(part))
}
