//! Signals that force `normal`, told from what a change touches.

use ledger::ids::GitId;
use ledger::observation::{ChangedFile, LinkChange};
use ledger::options::Risk;

/// File names of continuous integration.
const CI: &[&str] = &[
    ".gitlab-ci.yml",
    "jenkinsfile",
    "azure-pipelines.yml",
    ".travis.yml",
    "bitbucket-pipelines.yml",
];
/// Directories of continuous integration.
const CI_DIRECTORIES: &[&str] = &[".github", ".gitea", ".forgejo", ".circleci", ".woodpecker"];
/// File names of dependencies and their locks.
const DEPENDENCIES: &[&str] = &[
    "cargo.toml",
    "cargo.lock",
    "package.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lockb",
    "go.mod",
    "go.sum",
    "requirements.txt",
    "pyproject.toml",
    "poetry.lock",
    "uv.lock",
    "pipfile",
    "pipfile.lock",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "gemfile",
    ".gitmodules",
    "gemfile.lock",
    "composer.json",
    "composer.lock",
];
/// Words in a path that stand for authentication or cryptography.
const SENSITIVE: &[&str] = &[
    "auth", "authn", "authz", "oauth", "login", "password", "passwd", "crypto", "security", "acl",
];

/// The signals that a change gives, in words; none for an ordinary one.
#[must_use]
pub(crate) fn signals(changed: &[ChangedFile], risk: &Risk) -> Vec<String> {
    let mut signals: Vec<String> = changed.iter().filter_map(|it| signal(&it.path)).collect();
    signals.sort();
    signals.dedup();
    let deleted = changed.iter().filter(|it| it.kind == 'D').count();
    if deleted > usize::try_from(risk.deletes_max).unwrap_or(usize::MAX) {
        signals.push(format!("{deleted} files are deleted"));
    }
    if changed.len() > usize::try_from(risk.files_max).unwrap_or(usize::MAX) {
        signals.push(format!("{} files are changed", changed.len()));
    }
    signals
}

fn signal(path: &str) -> Option<String> {
    let lower = path.to_lowercase();
    let parts: Vec<&str> = lower.split('/').collect();
    let name = parts.last().copied().unwrap_or_default();
    let has_extension = |wanted: &str| name.rsplit_once('.').is_some_and(|(_, it)| it == wanted);
    let words = || lower.split(|it: char| !it.is_ascii_alphanumeric());
    let kind = if CI.contains(&name) || parts.iter().any(|it| CI_DIRECTORIES.contains(it)) {
        "continuous integration"
    } else if DEPENDENCIES.contains(&name) {
        "dependencies"
    } else if has_extension("sql") || parts.contains(&"migrations") {
        "the database"
    } else if words().any(|it| SENSITIVE.contains(&it)) {
        "authentication or cryptography"
    } else if parts.contains(&".interlock") || parts.contains(&".gsd") {
        "the gates' own configuration"
    } else if gate::decides_how(path) {
        "how work is started, checked or delivered"
    } else {
        return None;
    };
    Some(format!("`{path}` concerns {kind}"))
}

/// Links to other repositories: what they name is in no file that anybody sees change.
pub(crate) fn links(changes: &[LinkChange]) -> impl Iterator<Item = String> {
    changes.iter().map(|it| {
        let path = &it.path;
        match (&it.before, &it.after) {
            (Some(before), Some(after)) => {
                let (before, after) = (before.short(), after.short());
                format!("submodule `{path}` goes from commit {before} to {after}")
            }
            (Some(before), None) => {
                format!("submodule `{path}` at commit {} goes away", before.short())
            }
            (None, after) => {
                let at = after.as_ref().map_or("", GitId::short);
                format!("`{path}` becomes a submodule at commit {at}")
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(paths: &[(&str, char)]) -> usize {
        let changed: Vec<ChangedFile> = paths
            .iter()
            .map(|(path, kind)| ChangedFile {
                path: (*path).to_owned(),
                kind: *kind,
            })
            .collect();
        signals(
            &changed,
            &Risk {
                files_max: 5,
                deletes_max: 1,
            },
        )
        .len()
    }

    #[test]
    fn risky_paths_are_told_from_ordinary_ones() {
        for risky in [
            ".github/workflows/ci.yml",
            "Cargo.toml",
            "web/package-lock.json",
            "db/migrations/0001_init.rb",
            "schema.SQL",
            "src/auth/token.rs",
            "src/oauth.rs",
            ".interlock/config.yml",
            ".husky/pre-commit",
            "web/eslint.config.mjs",
            "clippy.toml",
            "AGENTS.md",
            ".gitattributes",
            "pytest.ini",
        ] {
            assert_eq!(check(&[(risky, 'M')]), 1, "{risky}");
        }
        for ordinary in [
            "src/author.rs",
            "src/lib.rs",
            "docs/login-page.md.txt2",
            "README.md",
        ] {
            let expected = usize::from(ordinary.contains("login"));
            assert_eq!(check(&[(ordinary, 'M')]), expected, "{ordinary}");
        }
    }

    #[test]
    fn many_files_and_deletions_are_signals() {
        assert_eq!(check(&[("a", 'D')]), 0);
        assert_eq!(check(&[("a", 'D'), ("b", 'D')]), 1);
        assert_eq!(
            check(&[
                ("a", 'M'),
                ("b", 'M'),
                ("c", 'M'),
                ("d", 'M'),
                ("e", 'M'),
                ("f", 'M')
            ]),
            1
        );
    }
}
