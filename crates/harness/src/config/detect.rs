//! Which languages a folder holds and which commands it declares itself: manifests are read, and tests where those are silent.
//! Nothing is run.

mod below;
mod folder;
mod java;
mod manifests;
mod package;
mod php;
mod python;
mod recipes;
mod ruby;
mod runners;
mod workspaces;
mod yaml;

use std::path::Path;

use self::folder::Folder;

pub(super) use runners::hook_commands;

/// A language that is recognised by its manifest or its tests.
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
    /// `pom.xml` or `build.gradle`.
    Java,
    /// A Gemfile, a Rakefile, or specs.
    Ruby,
    /// A solution or a project of C#, F# or Visual Basic.
    DotNet,
    /// `composer.json`.
    Php,
    /// `mix.exs`.
    Elixir,
    /// `Package.swift`.
    Swift,
    /// `build.sbt`.
    Scala,
    /// `project.clj`.
    Clojure,
    /// `stack.yaml` or `cabal.project`.
    Haskell,
    /// `build.zig`.
    Zig,
    /// `gleam.toml`.
    Gleam,
    /// `dune-project`.
    OCaml,
    /// `pubspec.yaml`.
    Dart,
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
            Language::Java => "Java",
            Language::Ruby => "Ruby",
            Language::DotNet => ".NET",
            Language::Php => "PHP",
            Language::Elixir => "Elixir",
            Language::Swift => "Swift",
            Language::Scala => "Scala",
            Language::Clojure => "Clojure",
            Language::Haskell => "Haskell",
            Language::Zig => "Zig",
            Language::Gleam => "Gleam",
            Language::OCaml => "OCaml",
            Language::Dart => "Dart",
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
    /// The file that declares it, or where the tests are that say so.
    pub declared_in: String,
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

    fn has_tests(&self) -> bool {
        let mut commands = self.commands.iter();
        commands.any(|command| command.purpose == Purpose::Test)
    }

    fn command(
        &mut self,
        line: impl Into<String>,
        purpose: Purpose,
        declared_in: impl Into<String>,
    ) {
        let line = line.into();
        if !self.commands.iter().any(|command| command.line == line) {
            self.commands.push(Command {
                line,
                purpose,
                declared_in: declared_in.into(),
            });
        }
    }
}

/// Every command line that the project in `dir` declares.
#[must_use]
pub fn declared_commands(dir: &Path) -> Vec<String> {
    detect(dir).declared()
}

/// What the manifests in `dir` say, and the tests beside them where no manifest says how they are run; where nothing at the
/// top has tests, those of projects in its folders. What can't be read declares nothing.
#[must_use]
pub fn detect(dir: &Path) -> Detected {
    let dir = Folder::new(dir);
    let mut found = here(&dir);
    if !found.has_tests() {
        below::detect(&dir, &mut found);
    }
    found
}

/// What is declared in `dir` itself.
fn here(dir: &Folder) -> Detected {
    let mut found = Detected::default();
    cargo(dir, &mut found);
    package::detect(dir, &mut found);
    go(dir, &mut found);
    java::detect(dir, &mut found);
    ruby::detect(dir, &mut found);
    php::detect(dir, &mut found);
    manifests::detect(dir, &mut found);
    python::detect(dir, &mut found);
    recipes::detect(dir, &mut found);
    found
}

fn cargo(dir: &Folder, found: &mut Detected) {
    if dir.text("Cargo.toml").is_none() {
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

fn go(dir: &Folder, found: &mut Detected) {
    if dir.text("go.mod").is_none() {
        return;
    }
    found.language(Language::Go);
    found.command("go test ./...", Purpose::Test, "go.mod");
    for line in ["go build ./...", "go vet ./..."] {
        found.command(line, Purpose::Check, "go.mod");
    }
}
