//! What recipes of a project run, for every way to write them.

use ledger::facts::{Fact, Question};
use ledger::proposal::Shell;
use shell::effects_of_command;
use shell::place::Ground;
use shell::recipes::{Behind, behind};

/// What a command runs in a project of these files, where no other stands.
fn run(command: &str, files: &[(&str, &str)]) -> Behind {
    let effects = effects_of_command(Shell::Bash, command, Ground::default(), "").unwrap();
    let mut facts = Vec::new();
    loop {
        let found = behind(&effects, &facts, Ground::default());
        if found.wanted.is_empty() {
            return found;
        }
        facts.extend(found.wanted.iter().map(|question| answer(question, files)));
    }
}

fn answer(question: &Question, files: &[(&str, &str)]) -> Fact {
    match question {
        Question::Text(asked) => Fact::Text {
            asked: asked.clone(),
            text: files
                .iter()
                .find(|(path, _)| path == asked)
                .map(|(_, text)| (*text).to_owned()),
        },
        Question::Names(asked) => Fact::Names {
            asked: asked.clone(),
            names: Vec::new(),
        },
        Question::Path(_)
        | Question::Branch
        | Question::Declared
        | Question::DashedName(_)
        | Question::InBase(_)
        | Question::Alike(_) => panic!("{question:?}"),
    }
}

/// A command of these words.
fn command(program: &str, words: &[&str]) -> String {
    let quoted = words.iter().map(|word| format!(" '{word}'"));
    std::iter::once(program.to_owned()).chain(quoted).collect()
}

/// Whether what is run speaks of `evil`.
fn is_evil(found: &Behind) -> bool {
    let mut all = found.scripts.iter().flat_map(|it| &it.effects);
    all.any(|effect| format!("{effect:?}").contains("evil"))
}

/// Programs that are started, with their arguments.
fn started(found: &Behind) -> Vec<String> {
    let all = found.scripts.iter().flat_map(|it| &it.effects);
    all.filter_map(|it| it.what.started())
        .map(|argv| argv.join(" "))
        .collect()
}

fn make(text: &str, goals: &[&str]) -> Behind {
    run(&command("make", goals), &[("Makefile", text)])
}

#[test]
fn lines_follow_targets_and_what_they_need() {
    let text =
        "CC := gcc\nall: lib app\nlib:\n\t@$(CC) -c $<\napp: lib ; ls $$HOME\nother:\n\trm -rf x\n";
    assert_eq!(started(&make(text, &[])), ["gcc -c", "ls ~"]);
    assert_eq!(started(&make(text, &["other"])), ["rm -rf x"]);
    let text = "X = $(shell id -u)\na:\n\tb\n";
    assert_eq!(started(&make(text, &["a"])), ["id -u", "b"]);
}

#[test]
fn every_way_to_write_a_rule_is_read() {
    for (text, goal) in [
        ("x:\nifeq (1,1)\n\tevil\nelse\n\tfine\nendif\n", "x"),
        ("x y: ; evil\n", "y"),
        ("x::\n\tevil\n", "x"),
        ("%.out: %.in\n\tevil\n", "a.out"),
        (".c.o:\n\tevil\n", "a.o"),
        ("OBJS = a.o b.o\n$(OBJS): %.o: %.c\n\tevil\n", "b.o"),
        ("x: y\ny: z\nz:\n\tevil\n", "x"),
        ("T = x\n$(T):\n\tevil\n", "x"),
        ("C = evil\nx:\n\t@-$(C)\n", "x"),
        ("C = ev\nC += il\nx:\n\t$(subst  ,,ev il)\n", "x"),
        ("define C\nevil\nendef\nx:\n\t$(C)\n", "x"),
        ("run = $(1)il\nx:\n\t$(call run,ev)\n", "x"),
        ("x:\n\t$(if $(V),,evil)\n", "x"),
        ("x:\n\tfoo \\\n\t&& evil\n", "x"),
        ("x: C = evil\nx:\n\t$(C)\n", "x"),
        ("D = b c\nx:\n\t$(foreach d,$(D),cd $(d) && evil;)\n", "x"),
        ("export C := evil\nx: ; ${C}\n", "x"),
        ("x: | y\ny:\n\tevil\n", "x"),
        ("x y &: z\n\tevil\n", "y"),
        ("S := $(A:.c=il)\nA := ev.c\nx:\n\t$(S)\n", "x"),
        (".ONESHELL:\nx:\n\tcd a\n\tevil\n", "x"),
        ("V != evil\nx:\n\tfine\n", "x"),
    ] {
        assert!(is_evil(&make(text, &[goal])), "{text}");
    }
    assert!(is_evil(&make("C = fine\nx:\n\t$(C) y\n", &["x", "C=evil"])));
    assert!(!is_evil(&make("x:\n\tfine\ny:\n\tevil\n", &["x"])));
}

#[test]
fn included_files_count() {
    let text = "include sub/rules.mk\nall: x\n";
    let files = [("Makefile", text), ("sub/rules.mk", "x:\n\tevil\n")];
    let found = run("make", &files);
    assert!(is_evil(&found) && found.unread.is_empty());
    let effects = effects_of_command(Shell::Bash, "make", Ground::default(), "").unwrap();
    let mut facts = Vec::new();
    for _ in 0..2 {
        let found = behind(&effects, &facts, Ground::default());
        let known = found
            .wanted
            .iter()
            .filter(|it| **it != Question::Text("sub/rules.mk".to_owned()));
        facts.extend(known.map(|question| answer(question, &files)));
    }
    let found = behind(&effects, &facts, Ground::default());
    let why: Vec<&str> = found.unread.iter().map(|(_, why)| why.as_str()).collect();
    assert_eq!(why, ["what `sub/rules.mk` holds is not known"]);
}

#[test]
fn makefiles_that_cannot_be_read_are_told() {
    for text in [
        "SHELL = ./x\nx:\n\tfine\n",
        ".RECIPEPREFIX = >\nx:\n> evil\n",
        "$(eval $(call rules,x))\n",
        "include $(wildcard *.mk)\n",
    ] {
        assert_eq!(make(text, &["x"]).unread.len(), 1, "{text}");
    }
}

fn just(text: &str, words: &[&str]) -> Behind {
    run(&command("just", words), &[("justfile", text)])
}

#[test]
fn every_way_to_write_a_recipe_is_read() {
    for (text, words) in [
        ("x:\n  evil\n", &["x"] as &[&str]),
        ("x:\n  evil\n", &[]),
        ("@x:\n\t@evil\n", &["x"]),
        ("x: y\ny:\n  -evil\n", &["x"]),
        ("x: && y\ny:\n  evil\n", &["x"]),
        ("x: (y \"il\")\ny a:\n  ev{{a}}\n", &["x"]),
        ("x a='evil':\n  {{a}}\n", &["x"]),
        ("x a:\n  {{ a }}\n", &["x", "evil"]),
        ("x *args:\n  env {{args}}\n", &["x", "evil", "y"]),
        ("y a:\n  echo {{a}}\nx:\n  evil\n", &["y", "1", "x"]),
        ("c := 'evil'\nx:\n  {{c}}\n", &["x"]),
        ("c := 'ev' + \"il\"\nx:\n  {{c}}\n", &["x"]),
        ("c := `evil`\nx:\n  fine\n", &["x"]),
        ("c := 'fine'\nx:\n  {{c}}\n", &["c=evil", "x"]),
        ("alias b := x\nx:\n  evil\n", &["b"]),
        ("[private]\n[no-cd]\nx:\n  evil\n", &["x"]),
        ("x:\n  #!/usr/bin/env bash\n  set -e\n  evil\n", &["x"]),
        ("export C := 'evil'\nx:\n  $C\n", &["x"]),
        ("x $a='evil':\n  $a\n", &["x"]),
        ("x:\n  foo \\\n    && evil\n", &["x"]),
    ] {
        let found = just(text, words);
        assert!(is_evil(&found), "{text} {found:?}");
        assert!(found.unread.is_empty(), "{text} {found:?}");
    }
    assert!(!is_evil(&just("x:\n  fine\ny:\n  evil\n", &["x"])));
}

#[test]
fn files_that_are_taken_in_count() {
    for (command, files) in [
        (
            "just x",
            [
                ("justfile", "import 'o.just'\n"),
                ("o.just", "x:\n  evil\n"),
            ],
        ),
        (
            "task a:x",
            [
                ("Taskfile.yml", "includes: {a: ./sub}\n"),
                ("sub/Taskfile.yml", "tasks: {x: evil}\n"),
            ],
        ),
    ] {
        let found = run(command, &files);
        assert!(is_evil(&found), "{command} {found:?}");
    }
}

#[test]
fn justfiles_that_cannot_be_read_are_told() {
    for (text, words) in [
        (
            "set shell := ['./x', '-c']\nx:\n  fine\n",
            &["x"] as &[&str],
        ),
        ("mod sub\n", &["sub::x"]),
        ("set fallback\n", &["x"]),
        ("x:\n  #!/usr/bin/env cobol\n  fine\n", &["x"]),
    ] {
        assert!(!just(text, words).unread.is_empty(), "{text}");
    }
}

fn task(text: &str, words: &[&str]) -> Behind {
    run(&command("task", words), &[("Taskfile.yml", text)])
}

#[test]
fn every_way_to_write_a_task_is_read() {
    for (tasks, words) in [
        ("x: {cmds: [evil]}", &["x"] as &[&str]),
        ("x: evil", &["x"]),
        ("x: [fine, evil]", &["x"]),
        ("x: {cmd: evil}", &["x"]),
        ("x: {cmds: [{cmd: evil}]}", &["x"]),
        ("x: {cmds: [{task: y}]}\n  y: evil", &["x"]),
        ("x: {deps: [y], cmds: [fine]}\n  y: evil", &["x"]),
        ("x: {cmds: [{defer: evil}]}", &["x"]),
        ("x: {cmds: [{defer: {task: y}}]}\n  y: evil", &["x"]),
        ("default: evil", &[]),
        ("x: {vars: {C: evil}, cmds: ['{{.C}}']}", &["x"]),
        ("x: {vars: {C: {sh: evil}}, cmds: [fine]}", &["x"]),
        ("x: {cmds: ['{{.C}}']}", &["x", "C=evil"]),
        ("x: {cmds: ['env {{.CLI_ARGS}}']}", &["x", "--", "evil"]),
        (
            "x: {cmds: [{task: y, vars: {C: evil}}]}\n  y: '{{.C}}'",
            &["x"],
        ),
        ("x: {status: [evil], cmds: [fine]}", &["x"]),
        ("x: {preconditions: [{sh: evil}], cmds: [fine]}", &["x"]),
        ("x: {aliases: [z], cmds: [evil]}", &["z"]),
        ("'build-*': evil", &["build-js"]),
        ("x: |\n    fine\n    evil", &["x"]),
    ] {
        let text = format!("version: '3'\ntasks:\n  {tasks}\n");
        let found = task(&text, words);
        assert!(is_evil(&found), "{text} {found:?}");
        assert!(found.unread.is_empty(), "{text} {found:?}");
    }
}

#[test]
fn tasks_run_where_they_say() {
    let found = task("tasks:\n  x: {dir: sub, cmds: [rm a]}\n", &["x"]);
    assert!(format!("{found:?}").contains("sub/a"), "{found:?}");
    for text in ["tasks: [", "includes: {a: 'https://x/T.yml'}\n"] {
        assert!(!task(text, &["a:x"]).unread.is_empty(), "{text}");
    }
}

fn rake(text: &str, words: &[&str]) -> Behind {
    run(&command("rake", words), &[("Rakefile", text)])
}

#[test]
fn tasks_in_ruby_are_found_with_what_they_need() {
    for (text, words) in [
        ("task :x do\n  sh 'evil'\nend\n", &["x"] as &[&str]),
        ("task 'x' do\n  sh 'evil'\nend\n", &["x"]),
        ("task :x => :y\ntask :y do\n  sh 'evil'\nend\n", &["x"]),
        ("task x: [:z, :y]\ntask y: [] do sh 'evil' end\n", &["x"]),
        ("task(:x) { sh 'evil' }\n", &["x"]),
        (
            "task :x, [:a] => [:y] do |t, args|\n  fine\nend\ntask :y do\n  sh 'evil'\nend\n",
            &["x[1]"],
        ),
        (
            "namespace :db do\n  task :x do\n    sh 'evil'\n  end\nend\n",
            &["db:x"],
        ),
        ("task default: :x\ntask :x do\n  sh 'evil'\nend\n", &[]),
        ("sh 'evil'\ntask :x do\nend\n", &["x"]),
        (
            "task :x do |t|\n  [1].each do |n|\n    sh 'evil'\n  end\nend\n",
            &["x"],
        ),
    ] {
        let found = rake(text, words);
        assert!(is_evil(&found), "{text} {found:?}");
    }
    let text = "task :x do\n  fine\nend\ntask :y do\n  sh 'evil'\nend\n";
    assert!(!is_evil(&rake(text, &["x"])));
}

#[test]
fn tasks_from_elsewhere_are_not_known() {
    assert!(!rake("import 'x.rake'\n", &["x"]).unread.is_empty());
    let text = "Rails.application.load_tasks\n";
    assert!(!rake(text, &["x"]).unread.is_empty());
    let library = "require 'bundler/gem_tasks'\nRSpec::Core::RakeTask.new(:spec)\n";
    assert!(rake(library, &["spec"]).unread.is_empty());
}

#[test]
fn comments_are_taken_out_of_json() {
    let text = "{ // one\n \"tasks\": {\"x\": \"evil 'http://y' /* no */\", /* two, */ \"z\": \"fine\", }, }";
    let found = run("deno task x", &[("deno.json", text)]);
    let started = started(&found);
    assert!(
        started.iter().any(|it| it.starts_with("evil http://y ")),
        "{found:?}"
    );
    let found = run("deno task x", &[("deno.json", "{ /* open")]);
    assert!(!found.unread.is_empty(), "{found:?}");
}
