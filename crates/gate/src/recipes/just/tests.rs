//! What justfiles run, for every way to write them.

use super::super::source::Source;
use super::super::{Files, Form, Packages, Recipes};

fn run(text: &str, words: &[&str]) -> (Vec<String>, Vec<String>) {
    let recipes = Recipes {
        form: Form::Just,
        files: Files::Untold(String::new()),
        names: words.iter().map(|word| (*word).to_owned()).collect(),
        arguments: Vec::new(),
        variables: Vec::new(),
        packages: Packages::Here,
        directory: None,
    };
    let mut source = Source::new(&[]);
    let files = [("justfile".to_owned(), text.to_owned())];
    let lines = super::lines(&recipes, &files, &mut source);
    (
        lines.into_iter().map(|line| line.text).collect(),
        source.unread,
    )
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
        let (lines, unread) = run(text, words);
        assert!(
            lines.iter().any(|line| line.contains("evil")),
            "{text} {lines:?}"
        );
        assert_eq!(unread, Vec::<String>::new(), "{text}");
    }
    let (lines, _) = run("x:\n  fine\ny:\n  evil\n", &["x"]);
    assert!(!lines.iter().any(|line| line.contains("evil")));
}

#[test]
fn what_cannot_be_read_is_said() {
    for (text, words) in [
        (
            "set shell := ['./x', '-c']\nx:\n  fine\n",
            &["x"] as &[&str],
        ),
        ("mod sub\n", &["sub::x"]),
        ("import 'other.just'\n", &["x"]),
        ("set fallback\n", &["x"]),
        ("x:\n  #!/usr/bin/env cobol\n  fine\n", &["x"]),
    ] {
        assert!(!run(text, words).1.is_empty(), "{text}");
    }
}
