//! Names of files that hold secrets, and names that only look so.

use super::*;

#[test]
fn files_are_secret_by_their_name() {
    let certain = [
        ".env",
        "config/.env.local",
        ".ENV",
        ".env.production",
        ".env.",
        "a\\.env",
        ".env::$DATA",
        ".env~",
        ".env.bak",
        "．env",
        ".e\u{200b}nv",
        "prod.env",
        ".envs/../.env",
        "id_rsa",
        "deploy/id_ed25519",
        "id_rsa.bak",
        "ID_RSA",
        "github_rsa",
        "server.key",
        "cert.p12",
        "app.keystore",
        "a.pfx",
        "vault.kdbx",
        "release.jks",
        "server.pem",
        ".netrc",
        ".npmrc",
        ".pypirc",
        ".git-credentials",
        ".pgpass",
        ".my.cnf",
        "/home/x/.aws/credentials",
        "~/.ssh/config",
        ".kube/config",
        "~/.config/gcloud/application_default_credentials.json",
        "terraform.tfstate",
        "terraform.tfstate.backup",
        "/proc/self/environ",
        "/proc/1/environ",
        "/etc/shadow",
        "/etc/ssh/ssh_host_rsa_key",
        "firebase-adminsdk-x.json",
        "service-account.json",
        "config/master.key",
        ".docker/config.json",
        ".cargo/credentials.toml",
        "key4.db",
        "AuthKey_ABC.p8",
        "privkey.pem",
        "/run/secrets/db",
        ".htpasswd",
        "wp-config.php",
        "ca-key.pem",
        "C:\\Users\\x\\.ssh\\known",
        ".env.js.local",
        "ENV~1",
    ];
    for path in certain {
        assert_eq!(secret_name(path), Some(Level::Certain), "{path}");
    }
    let likely = [
        "secrets/prod.yaml",
        "prod.tfvars",
        ".bash_history",
        ".envrc",
        "passwords.txt",
        "chrome/Default/Login Data.old",
        "config/database.yml",
        "secrets.txt",
        "android/key.properties",
        "group_vars/vault.yml",
    ];
    for path in likely {
        assert!(secret_name(path).is_some(), "{path}");
    }
}

#[test]
fn names_that_only_look_like_it_pass() {
    let none = [
        "src/password.py",
        "secrets.rs",
        "token_store.go",
        "public.pem",
        ".env.example",
        ".env.sample",
        ".env.template",
        "example.env",
        "id_rsa.pub",
        "deploy/id_ed25519.pub",
        "docs/secret-handling.md",
        "src/secrets/mod.rs",
        "keyboard.json",
        "monkey.ts",
        "environment.ts",
        "env.d.ts",
        "tokenizer.json",
        "tokens.css",
        "secret_santa.html",
        "package.json",
        "Cargo.lock",
        "api/keys.go",
        "key.rs",
        "README.md",
        "ca-bundle.pem",
        "fullchain.pem",
        ".envoy.yaml",
        "i18n/passwords.en.js",
        "credentials.schema.json",
        "secrets.example.yaml",
        "src/auth.json.ts",
        "history.md",
        "pubkey.gpg",
        "tests/credentials_test.go",
        ".gitignore",
        "src/environ.py",
        "proc/parser.c",
        "passwordReset.tsx",
        "docker-compose.yml",
        "key.json",
        "secrets.enc.yaml",
        "server.crt",
    ];
    for path in none {
        assert_eq!(secret_name(path), None, "{path}");
    }
}
