//! Which languages a folder holds and which commands it declares itself: manifests are read, nothing is run.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;

use super::files::{self, Links};

/// Scripts of one package that are looked at.
const SCRIPTS_MAX: usize = 200;
/// What scripts for verification start with.
const SCRIPT_STEMS: [&str; 9] = [
    "test",
    "check",
    "lint",
    "typecheck",
    "type-check",
    "build",
    "coverage",
    "verify",
    "ci",
];
/// Parts of a script's name that say it does more than look.
const SCRIPT_DEEDS: [&str; 12] = [
    "deploy", "publish", "release", "push", "watch", "serve", "dev", "start", "fix", "write",
    "update", "upload",
];

/// A language that is recognised by its manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// `Cargo.toml`.
    Rust,
    /// `package.json`.
    JavaScript,
    /// `go.mod`.
    Go,
    /// `pyproject.toml` and its like.
    Python,
}

impl Language {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Language::Rust => "Rust",
            Language::JavaScript => "JavaScript or TypeScript",
            Language::Go => "Go",
            Language::Python => "Python",
        }
    }
}

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Runs the tests; the one to ask before a merge.
    Test,
    /// Compiles, checks types, lints.
    Check,
    /// A part or another form of one of these.
    Other,
}

/// A command that a project declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command line.
    pub line: String,
    /// What it is for.
    pub purpose: Purpose,
    /// The file that declares it.
    pub declared_in: &'static str,
}

/// What was found in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detected {
    /// Languages, without repetition.
    pub languages: Vec<Language>,
    /// Commands, without repetition.
    pub commands: Vec<Command>,
    /// Command lines that check types, at most one for each language.
    pub type_checks: Vec<String>,
}

impl Detected {
    /// Every command line that the project declares: what may count as evidence.
    #[must_use]
    pub fn declared(&self) -> Vec<String> {
        self.commands
            .iter()
            .map(|command| command.line.clone())
            .collect()
    }

    /// The command lines to ask before a merge when nobody says otherwise: tests; where there are none, checks.
    #[must_use]
    pub fn checks(&self) -> Vec<String> {
        let of = |purpose| -> Vec<String> {
            let fits = |command: &&Command| command.purpose == purpose;
            self.commands
                .iter()
                .filter(fits)
                .map(|command| command.line.clone())
                .collect()
        };
        let tests = of(Purpose::Test);
        if tests.is_empty() {
            of(Purpose::Check)
        } else {
            tests
        }
    }

    fn language(&mut self, language: Language) {
        if !self.languages.contains(&language) {
            self.languages.push(language);
        }
    }

    fn command(&mut self, line: impl Into<String>, purpose: Purpose, declared_in: &'static str) {
        let line = line.into();
        if !self.commands.iter().any(|command| command.line == line) {
            self.commands.push(Command {
                line,
                purpose,
                declared_in,
            });
        }
    }
}

/// Every command line that the project in `dir` declares.
#[must_use]
pub fn declared_commands(dir: &Path) -> Vec<String> {
    detect(dir).declared()
}

/// What the manifests in `dir` itself say. What can't be read declares nothing.
#[must_use]
pub fn detect(dir: &Path) -> Detected {
    let mut found = Detected::default();
    cargo(dir, &mut found);
    package(dir, &mut found);
    go(dir, &mut found);
    python(dir, &mut found);
    make(dir, &mut found);
    found
}

fn cargo(dir: &Path, found: &mut Detected) {
    if text(dir, "Cargo.toml").is_none() {
        return;
    }
    found.language(Language::Rust);
    found.command("cargo test", Purpose::Test, "Cargo.toml");
    for line in ["cargo check", "cargo clippy"] {
        found.command(line, Purpose::Check, "Cargo.toml");
    }
    found.type_checks.push("cargo check".to_owned());
    for line in [
        "cargo build",
        "cargo test --workspace",
        "cargo check --workspace",
    ] {
        found.command(line, Purpose::Other, "Cargo.toml");
    }
}

fn package(dir: &Path, found: &mut Detected) {
    let Some(manifest) = text(dir, "package.json") else {
        return;
    };
    found.language(Language::JavaScript);
    let Ok(manifest) = serde_json::from_str::<Json>(&manifest) else {
        return;
    };
    let program = package_program(dir, &manifest);
    found
        .type_checks
        .extend(package_types(dir, &manifest, program));
    let scripts = manifest.get("scripts").and_then(Json::as_object);
    // By name, however the manifest or its reader orders them.
    let scripts: BTreeMap<&String, &Json> = scripts.into_iter().flatten().collect();
    for (name, script) in scripts.into_iter().take(SCRIPTS_MAX) {
        let body = script.as_str().unwrap_or_default();
        if !is_check_script(name) || body.contains("no test specified") {
            continue;
        }
        let purpose = match name.as_str() {
            "test" => Purpose::Test,
            "typecheck" | "type-check" | "lint" | "build" | "check" => Purpose::Check,
            _ => Purpose::Other,
        };
        if name == "test" {
            found.command(format!("{program} test"), purpose, "package.json");
        }
        let purpose = if purpose == Purpose::Test {
            Purpose::Other
        } else {
            purpose
        };
        found.command(format!("{program} run {name}"), purpose, "package.json");
    }
}

/// How a package checks its types: by its own script, else by the TypeScript that it depends on.
fn package_types(dir: &Path, manifest: &Json, program: &str) -> Option<String> {
    for script in ["typecheck", "type-check"] {
        if manifest
            .pointer(&format!("/scripts/{script}"))
            .is_some_and(Json::is_string)
        {
            return Some(format!("{program} run {script}"));
        }
    }
    let depends = ["dependencies", "devDependencies"].iter().any(|section| {
        manifest
            .pointer(&format!("/{section}/typescript"))
            .is_some()
    });
    let is_configured = text(dir, "tsconfig.json").is_some();
    // Never one that is fetched for the purpose.
    (depends && is_configured).then(|| "npx --no-install tsc --noEmit".to_owned())
}

/// The program that the package itself names, else the one whose lock file is there.
fn package_program(dir: &Path, manifest: &Json) -> &'static str {
    let named = manifest
        .get("packageManager")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let locks = [
        ("pnpm", "pnpm-lock.yaml"),
        ("yarn", "yarn.lock"),
        ("bun", "bun.lock"),
    ];
    let is_named = |(program, _): &&(&str, &str)| named.starts_with(&format!("{program}@"));
    let is_locked = |(_, lock): &&(&str, &str)| dir.join(lock).is_file();
    locks
        .iter()
        .find(is_named)
        .or_else(|| locks.iter().filter(|_| named.is_empty()).find(is_locked))
        .map_or("npm", |(program, _)| program)
}

/// Whether a script, by its name, looks and does not act.
fn is_check_script(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '.');
    let mut parts = name.split([':', '-', '_', '.']);
    let stem_fits = SCRIPT_STEMS.iter().any(|stem| {
        name.strip_prefix(stem)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '-', '_', '.']))
    });
    let is_deed = parts.any(|part| SCRIPT_DEEDS.contains(&part));
    stem_fits && !is_deed && name.len() <= 64 && name.chars().all(is_word)
}

fn go(dir: &Path, found: &mut Detected) {
    if text(dir, "go.mod").is_none() {
        return;
    }
    found.language(Language::Go);
    found.command("go test ./...", Purpose::Test, "go.mod");
    for line in ["go build ./...", "go vet ./..."] {
        found.command(line, Purpose::Check, "go.mod");
    }
}

fn python(dir: &Path, found: &mut Detected) {
    let mut has_pytest = false;
    let mut manifest = None;
    for (file, mark) in [
        ("pyproject.toml", "pytest"),
        ("pytest.ini", ""),
        ("setup.cfg", "pytest"),
        ("tox.ini", "pytest"),
        ("requirements-dev.txt", "pytest"),
        ("requirements.txt", "pytest"),
        ("setup.py", "pytest"),
    ] {
        let Some(content) = text(dir, file) else {
            continue;
        };
        found.language(Language::Python);
        if content.contains(mark) && !has_pytest {
            has_pytest = true;
            manifest = Some(file);
        }
    }
    let Some(manifest) = manifest else { return };
    found.command("pytest", Purpose::Test, manifest);
    found.command("python -m pytest", Purpose::Other, manifest);
}

/// Targets that are usual for verification. Where a language has its own tests, `make` is another form of them.
fn make(dir: &Path, found: &mut Detected) {
    let Some(content) = text(dir, "Makefile") else {
        return;
    };
    let has_tests = found
        .commands
        .iter()
        .any(|command| command.purpose == Purpose::Test);
    for target in ["test", "check", "lint", "build"] {
        let is_rule = |line: &str| {
            line.strip_prefix(target).is_some_and(|rest| {
                rest.trim_start().starts_with(':') && !rest.trim_start().starts_with(":=")
            })
        };
        if !content.lines().any(is_rule) {
            continue;
        }
        let purpose = match target {
            "test" if !has_tests => Purpose::Test,
            _ => Purpose::Other,
        };
        found.command(format!("make {target}"), purpose, "Makefile");
    }
}

/// A manifest that is a plain file of bearable size.
fn text(dir: &Path, name: &str) -> Option<String> {
    let bytes = files::read(&dir.join(name), name, Links::Refused).ok()??;
    files::text(bytes, name).ok()
}
