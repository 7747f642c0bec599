//! Which files say how tests are run and checks are made, and which of their lines run them.

/// A line that runs tests or other checks.
pub(super) fn command(line: &str) -> Option<&str> {
    let line = line
        .trim()
        .trim_start_matches("- ")
        .trim_start_matches("run:")
        .trim();
    tool(line).map(|_| line)
}

/// Which sort of check a line runs, whatever the program is that starts it.
pub(super) fn tool(line: &str) -> Option<&'static str> {
    const RUNS: [(&str, &str); 30] = [
        ("cargo test", "test"),
        ("cargo nextest", "test"),
        ("cargo clippy", "lint"),
        ("jest", "test"),
        ("vitest", "test"),
        ("mocha", "test"),
        ("pytest", "test"),
        ("tox", "test"),
        ("nox", "test"),
        ("unittest", "test"),
        ("go test", "test"),
        ("go vet", "lint"),
        ("golangci-lint", "lint"),
        ("mvn test", "test"),
        ("mvn verify", "test"),
        ("mvnw verify", "test"),
        ("gradlew test", "test"),
        ("gradlew check", "test"),
        ("gradlew build", "test"),
        ("gradle test", "test"),
        ("make test", "test"),
        ("make check", "test"),
        ("just test", "test"),
        ("eslint", "lint"),
        ("ruff", "lint"),
        ("mypy", "types"),
        ("tsc", "types"),
        ("playwright test", "e2e"),
        ("cypress run", "e2e"),
        ("clippy", "lint"),
    ];
    let line = line
        .trim()
        .trim_start_matches("- ")
        .trim_start_matches("run:")
        .trim();
    let skipped = line.starts_with('#')
        || line.starts_with("//")
        || line.starts_with("name:")
        || line.starts_with("uses:");
    if skipped {
        return None;
    }
    let known = RUNS
        .iter()
        .find(|(name, _)| starts_word(line, name))
        .map(|(_, sort)| *sort);
    known.or_else(|| script(line))
}

/// What a script of a package is for, by its name: `npm run lint`, `pnpm test`.
fn script(line: &str) -> Option<&'static str> {
    let mut makes = line
        .split_whitespace()
        .skip_while(|it| !matches!(*it, "make" | "just" | "task"));
    if makes.next().is_some() && makes.take(3).any(|it| it.contains("test")) {
        return Some("test");
    }
    let mut words = line
        .split_whitespace()
        .skip_while(|it| !matches!(*it, "npm" | "pnpm" | "yarn" | "bun" | "npx"));
    words.next()?;
    let name = words.find(|it| !matches!(*it, "run" | "exec" | "-r") && !it.starts_with('-'))?;
    let is = |word: &str| name.split([':', '-', '_']).any(|it| it == word);
    [
        ("test", "test"),
        ("t", "test"),
        ("lint", "lint"),
        ("typecheck", "types"),
        ("types", "types"),
        ("coverage", "test"),
        ("e2e", "e2e"),
        ("check", "lint"),
    ]
    .iter()
    .find(|(word, _)| is(word))
    .map(|(_, sort)| *sort)
}

/// Whether a line holds a command as words of its own.
fn starts_word(line: &str, command: &str) -> bool {
    line.match_indices(command).take(8).any(|(at, _)| {
        let before = line.get(..at).and_then(|it| it.chars().next_back());
        let after = line
            .get(at.saturating_add(command.len())..)
            .and_then(|it| it.chars().next());
        let edge = |it: Option<char>| {
            it.is_none_or(|it| {
                !it.is_alphanumeric() && !matches!(it, '-' | '_' | '.' | '[' | ':' | '=')
            })
        };
        edge(before) && edge(after)
    })
}

pub(crate) fn is_ci(path: &str) -> bool {
    const FOLDERS: [&str; 9] = [
        ".github/workflows/",
        ".github/actions/",
        ".gitea/workflows/",
        ".forgejo/workflows/",
        ".circleci/",
        ".woodpecker/",
        ".buildkite/",
        ".husky/",
        ".azure/",
    ];
    const NAMES: [&str; 8] = [
        ".travis.yml",
        ".gitlab-ci.yml",
        "azure-pipelines.yml",
        "Jenkinsfile",
        ".drone.yml",
        "lefthook.yml",
        ".pre-commit-config.yaml",
        "bitbucket-pipelines.yml",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    NAMES.contains(&name) || FOLDERS.iter().any(|it| path.starts_with(it))
}

/// Files that say how a change is checked, and hardly anything else.
pub(crate) fn is_judge(path: &str) -> bool {
    const NAMES: [&str; 24] = [
        "pytest.ini",
        "tox.ini",
        ".coveragerc",
        "noxfile.py",
        "codecov.yml",
        ".codecov.yml",
        "nextest.toml",
        "tarpaulin.toml",
        ".nycrc",
        ".nycrc.json",
        "clippy.toml",
        ".clippy.toml",
        "deny.toml",
        ".golangci.yml",
        ".golangci.yaml",
        "sonar-project.properties",
        "mypy.ini",
        "ruff.toml",
        ".ruff.toml",
        ".flake8",
        "checkstyle.xml",
        "biome.json",
        "pyrightconfig.json",
        "testng.xml",
    ];
    const STEMS: [&str; 9] = [
        "jest.config.",
        "vitest.config.",
        "playwright.config.",
        "cypress.config.",
        "karma.conf.",
        ".eslintrc",
        "eslint.config.",
        "vitest.workspace.",
        ".mocharc",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    is_ci(path)
        || path.starts_with(".interlock/")
        || path.starts_with(".config/nextest")
        || NAMES.contains(&name)
        || STEMS.iter().any(|it| name.starts_with(it))
}

/// Files in which tests and checks are set up, among other things.
pub(super) fn is_setting(path: &str) -> bool {
    const NAMES: [&str; 14] = [
        "package.json",
        "pyproject.toml",
        "setup.cfg",
        "setup.py",
        "Makefile",
        "makefile",
        "GNUmakefile",
        "justfile",
        "Justfile",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "Cargo.toml",
        "conftest.py",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    is_judge(path) || NAMES.contains(&name)
}
