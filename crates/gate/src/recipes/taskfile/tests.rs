//! Tasks as people write them.

use super::*;
use crate::recipes::{Files, Packages};

fn run(text: &str, words: &[&str]) -> (Vec<Line>, Vec<String>) {
    let recipes = Recipes {
        form: Form::Task,
        files: Files::Untold(String::new()),
        names: words.iter().map(|word| (*word).to_owned()).collect(),
        arguments: Vec::new(),
        variables: Vec::new(),
        packages: Packages::Here,
        directory: None,
    };
    let mut source = Source::new(&[]);
    let lines = super::lines(
        &recipes,
        &[("Taskfile.yml".to_owned(), text.to_owned())],
        &mut source,
    );
    (lines, source.unread)
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
        ("x: {cmds: ['env {{.CLI_ARGS}}']}", &["x", "evil"]),
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
        let (lines, unread) = run(&text, words);
        assert!(
            lines.iter().any(|line| line.text.contains("evil")),
            "{text} {lines:?}"
        );
        assert_eq!(unread, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn tasks_run_where_they_say() {
    let (lines, _) = run("tasks:\n  x: {dir: sub, cmds: [fine]}\n", &["x"]);
    assert_eq!(lines.last().map(|it| it.directory.as_str()), Some("sub"));
    assert!(!run("tasks: [", &["x"]).1.is_empty());
    assert!(
        !run("includes: {a: 'https://x/T.yml'}\n", &["a:x"])
            .1
            .is_empty()
    );
    assert!(!run("includes: {a: ./sub}\n", &["a:x"]).1.is_empty());
}
