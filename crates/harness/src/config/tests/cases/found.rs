//! Where things are on a machine, what a project declares, and a first configuration for it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::config::tests::Ground;
use crate::config::{
    Fault, Language, System, declared_commands, detect, init, state_dir, trust, user_file,
};

#[test]
fn state_follows_the_system() {
    let check = |system, env: &[(&str, &str)]| {
        let env: BTreeMap<String, String> = env
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        state_dir(&env, system)
            .map(|path| path.display().to_string())
            .ok()
    };
    type Case<'a> = (System, &'a [(&'a str, &'a str)], Option<&'a str>);
    let cases: [Case<'_>; 7] = [
        (
            System::Unix,
            &[("HOME", "/h")],
            Some("/h/.local/state/interlock"),
        ),
        (
            System::Unix,
            &[("HOME", "/h"), ("XDG_STATE_HOME", "/s")],
            Some("/s/interlock"),
        ),
        (
            System::Unix,
            &[("HOME", "/h"), ("XDG_STATE_HOME", "s")],
            Some("/h/.local/state/interlock"),
        ),
        (
            System::Unix,
            &[("HOME", "/h"), ("INTERLOCK_STATE", "/i")],
            Some("/i"),
        ),
        (
            System::Mac,
            &[("HOME", "/h")],
            Some("/h/Library/Application Support/interlock/state"),
        ),
        (System::Unix, &[("HOME", "")], None),
        (
            System::Unix,
            &[("INTERLOCK_STATE", "i"), ("HOME", "/h")],
            None,
        ),
    ];
    for (system, env, expected) in cases {
        assert_eq!(check(system, env).as_deref(), expected, "{env:?}");
    }
    let env = BTreeMap::from([("HOME".to_owned(), "/h".to_owned())]);
    let file = user_file(&env, System::Mac);
    assert_eq!(
        file.as_deref(),
        Some(Path::new("/h/.config/interlock/config.yml"))
    );
}

#[test]
fn commands_come_from_manifests() {
    let check = |files: &[(&str, &str)]| {
        let mut ground = Ground::new();
        for (name, content) in files {
            ground = ground.file(&format!("repo/{name}"), content);
        }
        let found = detect(&ground.root());
        assert_eq!(found.declared(), declared_commands(&ground.root()));
        (found.languages.clone(), found.declared(), found.checks())
    };
    let words =
        |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };

    let (languages, declared, checks) = check(&[("Cargo.toml", "[package]\n")]);
    assert_eq!(languages, [Language::Rust]);
    assert_eq!(checks, words(&["cargo test"]));
    assert!(declared.contains(&"cargo check".to_owned()));

    let package = r#"{"scripts": {"test": "vitest run", "test:unit": "vitest", "lint": "eslint .", "build:deploy": "x",
        "test:watch": "x", "start": "x", "postinstall": "x", "test; rm -rf /": "x", "lint:fix": "x"}}"#;
    let (languages, declared, checks) = check(&[("package.json", package), ("pnpm-lock.yaml", "")]);
    assert_eq!(languages, [Language::JavaScript]);
    assert_eq!(
        declared,
        words(&[
            "pnpm run lint",
            "pnpm test",
            "pnpm run test",
            "pnpm run test:unit"
        ])
    );
    assert_eq!(checks, words(&["pnpm test"]));

    // `bun test` is bun's own runner, whatever the script says.
    let package = r#"{"scripts": {"test": "tsc && vitest"}}"#;
    let (_, declared, checks) = check(&[("package.json", package), ("bun.lock", "")]);
    assert_eq!(declared, words(&["bun run test"]));
    assert_eq!(checks, words(&["bun run test"]));

    let package = r#"{"packageManager": "yarn@4.1.0", "scripts": {"test": "echo \"Error: no test specified\" && exit 1", "build": "tsc"}}"#;
    let (_, declared, checks) = check(&[("package.json", package)]);
    assert_eq!(declared, words(&["yarn run build"]));
    assert_eq!(checks, words(&["yarn run build"]));

    let (languages, _, checks) = check(&[
        ("go.mod", "module x\n"),
        ("Makefile", "test: build\n\tgo test\nbuild :\n"),
    ]);
    assert_eq!(languages, [Language::Go]);
    assert_eq!(checks, words(&["go test ./..."]));

    let (languages, _, checks) = check(&[("pyproject.toml", "[tool.pytest.ini_options]\n")]);
    assert_eq!(
        (languages, checks),
        (vec![Language::Python], words(&["pytest"]))
    );

    let (languages, declared, _) = check(&[
        ("pyproject.toml", "[project]\n"),
        ("Makefile", "test := x\n"),
    ]);
    assert_eq!((languages, declared), (vec![Language::Python], Vec::new()));

    let (_, declared, checks) = check(&[("Makefile", "test:\n\ttrue\n")]);
    assert_eq!(
        (declared, checks),
        (words(&["make test"]), words(&["make test"]))
    );

    let (languages, declared, checks) = check(&[("pom.xml", "<project/>")]);
    assert_eq!(
        (languages, checks),
        (vec![Language::Java], words(&["mvn test"]))
    );
    assert!(declared.contains(&"mvn compile".to_owned()));
    let (_, _, checks) = check(&[("pom.xml", "<project/>"), ("mvnw", "#!/bin/sh\n")]);
    assert_eq!(checks, words(&["./mvnw test"]));
    let (languages, _, checks) = check(&[("build.gradle.kts", ""), ("gradlew", "#!/bin/sh\n")]);
    assert_eq!(
        (languages, checks),
        (vec![Language::Java], words(&["./gradlew test"]))
    );

    assert_eq!(check(&[("package.json", "{")]).1, Vec::<String>::new());
    assert_eq!(check(&[]), (Vec::new(), Vec::new(), Vec::new()));
}

#[test]
fn where_manifests_are_silent_tests_say_how_they_are_run() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let mut ground = Ground::new();
        for (name, content) in files {
            ground = ground.file(&format!("repo/{name}"), content);
        }
        assert_eq!(detect(&ground.root()).checks(), expected, "{files:?}");
    };
    let python = if cfg!(windows) { "python" } else { "python3" };
    let unittest = |rest: &str| format!("{python} -m unittest{rest}");
    let bare = ("pyproject.toml", "[project]\n");
    let case = "import unittest\n\nclass Sums(unittest.TestCase):\n    def test_one(self): ...\n";
    let function = "from sums import add\n\ndef test_one():\n    assert add(1, 1) == 2\n";

    check(&[bare, ("tests/test_sums.py", function)], &["pytest"]);
    check(&[bare, ("tests/unit/test_sums.py", function)], &["pytest"]);
    check(
        &[bare, ("tests/test_sums.py", case)],
        &[&unittest(" discover -s tests")],
    );
    check(
        &[bare, ("test/__init__.py", ""), ("test/test_sums.py", case)],
        &[&unittest(" discover -s test -t .")],
    );
    check(&[bare, ("test_sums.py", case)], &[&unittest("")]);
    // One of them needs pytest, and pytest runs the others too.
    check(
        &[
            bare,
            ("tests/test_a.py", case),
            ("tests/test_b.py", function),
        ],
        &["pytest"],
    );
    let imported = format!("import pytest\n{case}");
    check(&[bare, ("tests/test_sums.py", &imported)], &["pytest"]);
    // A module that is named like it is another one.
    check(
        &[bare, ("tests/test_a.py", "import unittest2\n")],
        &["pytest"],
    );
    // A helper says nothing.
    check(&[bare, ("tests/helper.py", function)], &[]);
    // No manifest is needed.
    check(
        &[("tests/test_sums.py", case)],
        &[&unittest(" discover -s tests")],
    );
    check(&[("test_sums.py", case)], &[&unittest("")]);
    check(&[("test_sums.py", function)], &["pytest"]);
    check(
        &[("sums_test.py", case)],
        &[&unittest(" discover -p '*_test.py'")],
    );
    // Beside the tests of another language they are a part of those.
    check(
        &[("go.mod", "module x\n"), ("tests/test_sums.py", case)],
        &["go test ./..."],
    );
    // Discovery starts at the nearest folder that is no package.
    check(
        &[
            ("tests/unit/__init__.py", ""),
            ("tests/unit/test_sums.py", case),
        ],
        &[&unittest(" discover -s tests")],
    );
    check(
        &[
            ("sums/__init__.py", ""),
            ("sums/checks/__init__.py", ""),
            ("sums/checks/test_sums.py", case),
        ],
        &[&unittest(" discover -s sums -t .")],
    );
    check(
        &[("a/test_a.py", case), ("b/test_b.py", case)],
        &[&unittest(" discover -s a"), &unittest(" discover -s b")],
    );
    // What was installed is nobody's own.
    check(
        &[
            ("venv/pyvenv.cfg", ""),
            ("venv/lib/test_it.py", case),
            ("node_modules/it/test_it.py", case),
        ],
        &[],
    );

    let silent = ("package.json", "{}");
    let tested = "import test from 'node:test';\n";
    check(&[silent, ("test/sums.js", tested)], &["node --test"]);
    check(&[silent, ("tests/sums.test.mjs", tested)], &["node --test"]);
    check(&[silent, ("sums-test.cjs", tested)], &["node --test"]);
    // `node --test` would not find it.
    check(&[silent, ("tests/sums.js", tested)], &[]);
    check(
        &[
            silent,
            ("test/sums.js", "const { test } = require('tape');\n"),
        ],
        &[],
    );
    let script = ("package.json", r#"{"scripts": {"test": "vitest"}}"#);
    check(&[script, ("test/sums.js", tested)], &["npm test"]);
}

#[test]
fn tests_of_other_languages_and_runners_are_found() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let mut ground = Ground::new();
        for (name, content) in files {
            ground = ground.file(&format!("repo/{name}"), content);
        }
        assert_eq!(detect(&ground.root()).checks(), expected, "{files:?}");
    };
    check(
        &[("justfile", "test *args: build\n  ./run {{args}}\n")],
        &["just test"],
    );
    check(&[("justfile", "test target:\n  ./run\ntest := '1'\n")], &[]);
    check(
        &[(
            "Taskfile.yml",
            "version: '3'\ntasks:\n  test: {cmds: [./run]}\n",
        )],
        &["task test"],
    );
    check(
        &[("Gemfile", ""), ("spec/sums_spec.rb", "")],
        &["bundle exec rspec"],
    );
    check(
        &[
            ("Rakefile", "Rake::TestTask.new(:test)\n"),
            ("test/sums_test.rb", ""),
        ],
        &["rake test"],
    );
    check(
        &[
            ("Gemfile", ""),
            ("bin/rails", ""),
            ("test/models/sums_test.rb", ""),
        ],
        &["bin/rails test"],
    );
    check(
        &[
            ("app.sln", ""),
            (
                "tests/Tests.csproj",
                "<PackageReference Include=\"Microsoft.NET.Test.Sdk\" />",
            ),
        ],
        &["dotnet test"],
    );
    check(&[("app.csproj", "<Project/>")], &["dotnet build"]);
    check(
        &[("composer.json", r#"{"scripts": {"test": "phpunit"}}"#)],
        &["composer test"],
    );
    check(
        &[("composer.json", "{}"), ("phpunit.xml.dist", "")],
        &["vendor/bin/phpunit"],
    );
    check(&[("mix.exs", "")], &["mix test"]);
    check(
        &[("pubspec.yaml", "name: x\n"), ("test/x_test.dart", "")],
        &["dart test"],
    );
    check(
        &[("deno.json", r#"{"tasks": {"test": "deno test -A"}}"#)],
        &["deno task test"],
    );
    check(
        &[(
            "package.json",
            r#"{"devDependencies": {"vitest": "4.0.0"}}"#,
        )],
        &["npx --no-install vitest run"],
    );
}

#[test]
fn tests_of_packages_and_of_projects_in_folders_are_started_from_the_top() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let mut ground = Ground::new();
        for (name, content) in files {
            ground = ground.file(&format!("repo/{name}"), content);
        }
        assert_eq!(detect(&ground.root()).checks(), expected, "{files:?}");
    };
    let tested = r#"{"scripts": {"test": "node --test"}}"#;
    let all = r#"{"workspaces": ["packages/*"]}"#;
    check(
        &[
            ("package.json", all),
            ("packages/a/package.json", tested),
            ("packages/b/package.json", "{}"),
        ],
        &["npm test --workspaces --if-present"],
    );
    check(
        &[
            (
                "package.json",
                r#"{"workspaces": {"packages": ["**"]}, "packageManager": "yarn@4.1.0"}"#,
            ),
            ("libs/deep/a/package.json", tested),
        ],
        &["yarn workspaces foreach -A run test"],
    );
    check(
        &[
            ("package.json", "{}"),
            (
                "pnpm-workspace.yaml",
                "packages:\n  - 'apps/*'\n  - '!apps/old'\n",
            ),
            ("pnpm-lock.yaml", ""),
            ("apps/web/package.json", tested),
        ],
        &["pnpm -r test"],
    );
    // No package of the workspace has tests.
    check(
        &[("package.json", all), ("packages/a/package.json", "{}")],
        &[],
    );
    check(
        &[("rust/Cargo.toml", "[package]\n")],
        &["cargo test --manifest-path rust/Cargo.toml"],
    );
    check(
        &[
            ("services/api/go.mod", "module x\n"),
            ("web/package.json", tested),
        ],
        &["go -C services/api test ./...", "npm --prefix web test"],
    );
    let case = "import unittest\n";
    let python = if cfg!(windows) { "python" } else { "python3" };
    check(
        &[
            ("tools/pyproject.toml", "[project]\n"),
            ("tools/tests/test_x.py", case),
            ("README.md", ""),
        ],
        &[&format!("{python} -m unittest discover -s tools/tests")],
    );
    check(&[("lib/mix.exs", "")], &["sh -c 'cd lib && mix test'"]);
    // What tests work on is no project of its own, and what stands at the top decides alone.
    check(&[("tests/fixtures/Cargo.toml", "[package]\n")], &[]);
    check(
        &[
            ("Makefile", "test:\n\ttrue\n"),
            ("rust/Cargo.toml", "[package]\n"),
        ],
        &["make test"],
    );
}

#[test]
fn of_tests_only_so_many_are_read_and_none_through_a_link() {
    let mut ground = Ground::new().file("repo/pyproject.toml", "[project]\n");
    for number in 0..70 {
        let name = format!("repo/tests/test_{number:02}.py");
        ground = ground.file(&name, "import unittest\n");
    }
    ground = ground.file("repo/tests/test_99.py", "import pytest\n");
    let [check] = &detect(&ground.root()).checks()[..] else {
        panic!("one command");
    };
    assert!(
        check.contains("unittest"),
        "the last one is beyond: {check}"
    );

    let ground = Ground::new()
        .file("repo/pyproject.toml", "[project]\n")
        .file("elsewhere/test_a.py", "import unittest\n");
    #[cfg(unix)]
    {
        let tests = ground.root().join("tests");
        let elsewhere = ground.root().with_file_name("elsewhere");
        std::os::unix::fs::symlink(elsewhere, tests).expect("a link");
        assert_eq!(detect(&ground.root()).checks(), Vec::<String>::new());
    }
}

#[test]
fn a_first_configuration_loads_and_is_not_overwritten() {
    let ground = Ground::new()
        .file("repo/Cargo.toml", "[package]\n")
        .untrusted();
    let written = init(&ground.root(), false).expect("it is new");
    assert_eq!(written.files.len(), 2);
    assert_eq!(
        trust(&ground.sources()).expect("it is valid"),
        [".interlock/config.yml"]
    );
    let loaded = ground.loaded();
    assert_eq!(
        loaded.config.verify_commands,
        Some(vec!["cargo test".to_owned()])
    );
    assert_eq!(loaded.config.project_name, "repo");
    assert!(init(&ground.root(), false).is_ok(), "the same again");
    let ground = ground.project("mode: quick\n");
    let problem = init(&ground.root(), false).expect_err("it was changed");
    assert!(matches!(*problem.fault, Fault::Exists(_)));
    assert!(init(&ground.root(), true).is_ok());
}

#[test]
fn every_first_configuration_loads() {
    for manifest in ["Cargo.toml", "go.mod", "none"] {
        let ground = Ground::new().file(&format!("repo/{manifest}"), "");
        init(&ground.root(), false).expect("it is new");
        ground.loaded();
    }
}

#[test]
fn types_are_checked_as_the_project_does_it() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let mut ground = Ground::new();
        for (name, content) in files {
            ground = ground.file(&format!("repo/{name}"), content);
        }
        let found = detect(&ground.root());
        assert_eq!(found.type_checks, expected, "{files:?}");
        let options = |more: &str| {
            let config = std::fs::create_dir_all(ground.root().join(".interlock"));
            config.expect("a folder");
            std::fs::write(ground.root().join(".interlock/config.yml"), more).expect("a file");
            ground.loaded().config.options(&found)
        };
        let off = options("verification: {archon: {enabled: true, gates: [coverage]}}\n");
        assert!(off.verification.type_check.is_empty());
        let on = options("verification: {archon: {enabled: true}}\n");
        assert_eq!(on.verification.type_check, expected);
        let declared = &on.policies.declared;
        assert!(
            expected
                .iter()
                .all(|it| declared.contains(&(*it).to_owned()))
        );
    };
    let typed = r#"{"devDependencies": {"typescript": "5.9.2"}}"#;
    let script =
        r#"{"scripts": {"type-check": "tsc -b"}, "devDependencies": {"typescript": "5.9.2"}}"#;
    let config = ("tsconfig.json", "{}");
    check(&[], &[]);
    check(&[("Cargo.toml", "[package]\n")], &["cargo check"]);
    check(&[("package.json", typed)], &[]);
    check(&[config, ("package.json", "{}")], &[]);
    check(
        &[config, ("package.json", typed)],
        &["npx --no-install tsc --noEmit"],
    );
    check(
        &[config, ("package.json", script), ("yarn.lock", "")],
        &["yarn run type-check"],
    );
}
