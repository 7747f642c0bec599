//! What makefiles run, for every way to write them.

use ledger::facts::Fact;

use super::super::source::Source;
use super::super::{Files, Form, Packages, Recipes};

/// What a makefile runs for these words, and what of it can't be read.
fn run(text: &str, names: &[&str], others: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let facts: Vec<Fact> = others
        .iter()
        .map(|(path, text)| Fact::Text {
            asked: (*path).to_owned(),
            text: Some((*text).to_owned()),
        })
        .collect();
    let recipes = Recipes {
        form: Form::Make,
        files: Files::Untold(String::new()),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        arguments: Vec::new(),
        variables: Vec::new(),
        packages: Packages::Here,
        directory: None,
    };
    let mut source = Source::new(&facts);
    let files = [("Makefile".to_owned(), text.to_owned())];
    let lines = super::lines(&recipes, &files, &mut source);
    (
        lines
            .into_iter()
            .map(|line| {
                line.text
                    .replace("(\n", "")
                    .replace("\n)", "")
                    .trim()
                    .to_owned()
            })
            .collect(),
        source.unread,
    )
}

fn lines(text: &str, names: &[&str]) -> Vec<String> {
    let (lines, unread) = run(text, names, &[]);
    assert_eq!(unread, Vec::<String>::new(), "{text}");
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

#[test]
fn lines_follow_targets_and_what_they_need() {
    let text = "CC := gcc\nall: lib app\nlib:\n\t@$(CC) -c $<\napp: lib ; echo $$HOME\nother:\n\trm -rf x\n";
    assert_eq!(lines(text, &[]), ["gcc -c", "echo $HOME"]);
    assert_eq!(lines(text, &["other"]), ["rm -rf x"]);
    assert_eq!(
        lines("X = $(shell id -u)\na:\n\tb\n", &["a"]),
        ["id -u", "b"]
    );
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
        assert!(
            lines(text, &[goal])
                .iter()
                .any(|line| line.contains("evil")),
            "{text}"
        );
    }
    assert!(
        lines("C = fine\nx:\n\t$(C) y\n", &["x", "C=evil"])
            .iter()
            .any(|it| it.contains("evil y"))
    );
}

#[test]
fn included_files_count() {
    let text = "include sub/rules.mk\nall: x\n";
    let (lines, unread) = run(text, &[], &[("sub/rules.mk", "x:\n\tevil\n")]);
    assert!(lines.iter().any(|line| line == "evil") && unread.is_empty());
    let (_, unread) = run(text, &[], &[]);
    assert_eq!(unread, ["what `sub/rules.mk` holds is not known"]);
}

#[test]
fn what_cannot_be_read_is_said() {
    for text in [
        "SHELL = ./x\nx:\n\tfine\n",
        ".RECIPEPREFIX = >\nx:\n> evil\n",
        "$(eval $(call rules,x))\n",
        "include $(wildcard *.mk)\n",
    ] {
        let (_, unread) = run(text, &["x"], &[]);
        assert_eq!(unread.len(), 1, "{text}");
    }
}
