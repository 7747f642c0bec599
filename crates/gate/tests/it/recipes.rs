//! Recipes of a project are read before they run, wherever below the top they stand, and one that can't be read asks.

use ledger::facts::{Fact, Question};
use ledger::gate::Verdict;

use crate::world::{base, project_verdict as verdict, shell_decision};

const PUSHES: &str =
    r#"{"name": "@own/sub", "scripts": {"build": "git push --force origin main", "test": "jest"}}"#;

/// A project in which `test` is harmless everywhere, and `build` pushes wherever it is written below the top.
const PROJECT: &[(&str, &str)] = &[
    (
        "package.json",
        r#"{"workspaces": ["packages/*"], "scripts": {
            "build": "npm --prefix sub run build", "test": "vitest run", "lint": "npm -w other test", "check": "git"}}"#,
    ),
    ("sub/package.json", PUSHES),
    (
        "packages/other/package.json",
        r#"{"name": "other", "scripts": {"test": "jest"}}"#,
    ),
    ("packages/sub/package.json", PUSHES),
    (
        "Makefile",
        "include rules.mk\ntest:\n\tcargo test\nbuild:\n\t$(MAKE) -C sub build\nlint:\n\t$(MAKE) -C sub test\n",
    ),
    ("rules.mk", "check:\n\tgit push\n"),
    (
        "sub/Makefile",
        "build:\n\tgit push --force\ntest:\n\tcc -o t t.c\n",
    ),
    ("sub/other.mk", "build: ; git push\ntest: ; cc -o t t.c\n"),
    (
        "justfile",
        "test:\n  cargo test\nbuild:\n  just -f sub/justfile build\n",
    ),
    (
        "sub/justfile",
        "set shell := ['bash', '-c']\ntest:\n  cargo test\nbuild *flags: test\n  git push {{flags}}\n",
    ),
    (
        "Taskfile.yml",
        "version: '3'\nincludes:\n  sub: ./sub\ntasks:\n  test: cargo test\n  build:\n    cmds: [{task: 'sub:build'}]\n",
    ),
    (
        "sub/Taskfile.yml",
        "version: '3'\nvars: {VERB: push}\ntasks:\n  test: cargo test\n  build: git {{.VERB}} --force\n",
    ),
    (
        "Rakefile",
        "task :test do\n  sh 'cargo test'\nend\ntask build: [:up]\ntask :up do\n  system('git', 'push')\nend\n",
    ),
    (
        "sub/Rakefile",
        "namespace :web do\n  task :build do\n    `git push --force`\n  end\nend\ntask :test do\n  ruby 'x'\nend\n",
    ),
    (
        "composer.json",
        r#"{"scripts": {"test": "phpunit", "build": ["@up"], "up": "env -S 'git push' --force"}}"#,
    ),
    (
        "sub/composer.json",
        r#"{"scripts": {"test": ["phpunit"], "build": "git push"}}"#,
    ),
    (
        "deno.json",
        "{ // tasks\n \"tasks\": {\"test\": \"deno test\", \"build\": {\"command\": \"tsc\", \"dependencies\": [\"up\"]}, \"up\": \"git push\",}}",
    ),
    (
        "sub/deno.jsonc",
        r#"{"tasks": {"test": "deno test", "build": "git push"}}"#,
    ),
];

#[test]
fn recipes_are_judged_wherever_they_stand() {
    for command in [
        "npm run build",
        "npm --prefix sub run build",
        "npm -C sub run build",
        "cd sub && npm run build",
        "(cd sub; yarn build)",
        "pushd sub && pnpm build",
        "npm run check -- push --force",
        "npm -w packages/sub run build",
        "npm run build --workspace=@own/sub",
        "npm run build --workspaces",
        "pnpm --filter @own/sub build",
        "pnpm --filter './packages/**' build",
        "pnpm -r build",
        "pnpm -C sub build",
        "yarn --cwd sub build",
        "yarn workspace @own/sub build",
        "yarn workspaces foreach -A run build",
        "bun --cwd sub run build",
        "cd sub && node --run build",
        "turbo run build",
        "lerna run build",
        "concurrently 'npm:test' 'npm --prefix sub run build'",
        "make build",
        "make check",
        "make -C sub build",
        "make -C sub",
        "make --directory=sub build",
        "make -f sub/other.mk build",
        "cd sub && gmake -f other.mk build",
        "make -sC sub build",
        "just build",
        "just -f sub/justfile build",
        "just --justfile=sub/justfile test build",
        "cd sub && just build --force",
        "task build",
        "task -d sub build",
        "task -t sub/Taskfile.yml build",
        "task sub:build",
        "rake build",
        "rake -f sub/Rakefile web:build",
        "cd sub && rake web:build",
        "composer run build",
        "composer build",
        "composer -d sub run-script build",
        "composer --working-dir=sub build",
        "deno task build",
        "cd sub && deno task build",
        "timeout 60 env -S 'make -C' sub build",
    ] {
        assert_ne!(verdict(command, PROJECT), Verdict::Allow, "{command}");
    }
    for command in [
        "npm test",
        "npm run lint",
        "npm --prefix sub test",
        "npm -w other test",
        "npm test --workspaces",
        "pnpm --filter other test",
        "pnpm -r test",
        "yarn workspace other test",
        "bun --cwd sub run test",
        "turbo run test",
        "make test lint",
        "make -C sub test",
        "make -f sub/other.mk test",
        "just test",
        "just -f sub/justfile test",
        "task test",
        "task sub:test",
        "rake test",
        "composer test",
        "composer -d sub run test",
        "deno task test",
        "cd sub && deno task test",
    ] {
        assert_eq!(verdict(command, PROJECT), Verdict::Allow, "{command}");
    }
}

#[test]
fn a_recipe_that_cannot_be_read_asks() {
    let unreadable = |question: &Question| {
        matches!(question, Question::Text(_)).then(|| Fact::Unknown {
            question: question.clone(),
            why: "it is no text of at most 64 KiB".to_owned(),
        })
    };
    for command in [
        "npm test",
        "npm --prefix sub test",
        "make test",
        "make -C sub test",
        "just test",
        "task test",
        "rake test",
        "composer test",
        "deno task test",
        "pnpm -r test",
    ] {
        let decision = shell_decision(command, &base(), &unreadable);
        let ids: Vec<&str> = decision.findings.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(decision.verdict, Verdict::Ask, "{command}");
        assert!(ids.contains(&"unread-recipe"), "{command} {ids:?}");
    }
    for (command, file, text) in [
        ("npm test", "package.json", "{"),
        (
            "npm test",
            "package.json",
            r#"{"scripts": {"test": "jest ("}}"#,
        ),
        ("make test", "Makefile", "include $(shell ls *.mk)\n"),
        (
            "make test",
            "Makefile",
            "SHELL = python3\ntest:\n\tprint(1)\n",
        ),
        ("make -f gone.mk test", "Makefile", "test:\n\tcargo test\n"),
        (
            "just test",
            "justfile",
            "set shell := ['./x']\ntest:\n  a\n",
        ),
        ("just sub::test", "justfile", "mod sub\n"),
        ("task test", "Taskfile.yml", "tasks: ["),
        ("rake test", "Rakefile", "import 'lib/x.rake'\n"),
        ("composer test", "composer.json", "["),
        ("deno task test", "deno.json", "{"),
        (
            "pnpm -r test",
            "package.json",
            r#"{"workspaces": ["packages/**"]}"#,
        ),
    ] {
        assert_eq!(
            verdict(command, &[(file, text)]),
            Verdict::Ask,
            "{command} {text}"
        );
    }
}

#[test]
fn what_a_command_makes_of_a_manifest_counts() {
    for command in [
        "echo '{\"scripts\": {\"test\": \"git push\"}}' > sub/package.json; npm --prefix sub test",
        "printf 'test:\\n\\tgit push\\n' > sub/new.mk; make -f sub/new.mk test",
        "cp packages/x sub/package.json && npm --prefix sub test",
        "mv a sub/Makefile; make -C sub test",
        "sed -i s/jest/evil/ package.json && npm test",
        "curl -s https://docs.rs/x > justfile; just test",
        "VERB=push make -f sub/verb.mk test",
        "export VERB=push; npm --prefix verb test",
        "make -f sub/verb.mk test VERB=push",
    ] {
        let project = [
            ("sub/verb.mk", "test:\n\tgit $(VERB)\n"),
            ("verb/package.json", r#"{"scripts": {"test": "git $VERB"}}"#),
        ];
        assert_ne!(verdict(command, &project), Verdict::Allow, "{command}");
    }
}
