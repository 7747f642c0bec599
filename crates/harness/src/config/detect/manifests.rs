//! Projects whose manifest alone says how they are tested.

use super::folder::{Folder, Source};
use super::{Detected, Language, Purpose, yaml};

/// A manifest, and what it stands for.
struct Manifest {
    file: &'static str,
    language: Language,
    test: &'static str,
    check: Option<&'static str>,
}

const MANIFESTS: [Manifest; 9] = [
    manifest("mix.exs", Language::Elixir, "mix test", Some("mix compile")),
    manifest(
        "Package.swift",
        Language::Swift,
        "swift test",
        Some("swift build"),
    ),
    manifest(
        "build.sbt",
        Language::Scala,
        "sbt test",
        Some("sbt compile"),
    ),
    manifest("project.clj", Language::Clojure, "lein test", None),
    manifest(
        "stack.yaml",
        Language::Haskell,
        "stack test",
        Some("stack build"),
    ),
    manifest(
        "cabal.project",
        Language::Haskell,
        "cabal test all",
        Some("cabal build all"),
    ),
    manifest(
        "build.zig",
        Language::Zig,
        "zig build test",
        Some("zig build"),
    ),
    manifest(
        "gleam.toml",
        Language::Gleam,
        "gleam test",
        Some("gleam build"),
    ),
    manifest(
        "dune-project",
        Language::OCaml,
        "dune test",
        Some("dune build"),
    ),
];

const fn manifest(
    file: &'static str,
    language: Language,
    test: &'static str,
    check: Option<&'static str>,
) -> Manifest {
    Manifest {
        file,
        language,
        test,
        check,
    }
}

/// Finds them.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    for it in &MANIFESTS {
        if dir.text(it.file).is_some() {
            found.language(it.language);
            found.command(it.test, Purpose::Test, it.file);
            if let Some(check) = it.check {
                found.command(check, Purpose::Check, it.file);
            }
        }
    }
    dart(dir, found);
    deno(dir, found);
    dotnet(dir, found);
}

/// Dart has a program for its packages, and another one for those of Flutter.
fn dart(dir: &Folder, found: &mut Detected) {
    let Some(manifest) = dir.text("pubspec.yaml") else {
        return;
    };
    found.language(Language::Dart);
    let of_flutter = yaml::at(&manifest, &["dependencies", "flutter"]).is_some();
    let program = if of_flutter { "flutter" } else { "dart" };
    if !dir
        .files_below("test", |name| name.ends_with("_test.dart"))
        .is_empty()
    {
        found.command(format!("{program} test"), Purpose::Test, "pubspec.yaml");
    }
    found.command(format!("{program} analyze"), Purpose::Check, "pubspec.yaml");
}

fn deno(dir: &Folder, found: &mut Detected) {
    let files = ["deno.json", "deno.jsonc"];
    let Some((file, content)) = files.iter().find_map(|it| Some((*it, dir.text(it)?))) else {
        return;
    };
    found.language(Language::JavaScript);
    let names_test = yaml::at(&content, &["tasks", "test"]).is_some();
    let line = if names_test {
        "deno task test"
    } else {
        "deno test"
    };
    found.command(line, Purpose::Test, file);
}

/// A solution or a project, if any project below is one of tests.
fn dotnet(dir: &Folder, found: &mut Detected) {
    let is_project = |name: &str| {
        [".csproj", ".fsproj", ".vbproj"]
            .iter()
            .any(|it| name.ends_with(it))
    };
    let is_top =
        |name: &str| is_project(name) || [".sln", ".slnx"].iter().any(|it| name.ends_with(it));
    if dir.files(is_top).is_empty() {
        return;
    }
    found.language(Language::DotNet);
    let place = "the solution";
    let has_tests =
        |it: &Source| it.text.contains("Microsoft.NET.Test.Sdk") || it.text.contains("MSTest.Sdk");
    let projects = dir.files_below("", is_project);
    if projects.iter().any(has_tests) {
        found.command("dotnet test", Purpose::Test, place);
    }
    found.command("dotnet build", Purpose::Check, place);
}
