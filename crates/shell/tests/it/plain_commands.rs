//! Commands that need no shell, as program and arguments.

use ledger::proposal::Shell;
use shell::place::Ground;
use shell::{effects_of_argv, without_shell};

fn check(command: &str, expected: Option<&[&str]>) {
    let argv = without_shell(Shell::Bash, command);
    let expected = expected.map(|it| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
    assert_eq!(argv, expected, "{command}");
}

#[test]
fn plain_words_need_no_shell() {
    check("true 1", Some(&["true", "1"]));
    check("  cargo test -p x ", Some(&["cargo", "test", "-p", "x"]));
    check(
        r#"grep -n "a b" 'c$d' e\ f"#,
        Some(&["grep", "-n", "a b", "c$d", "e f"]),
    );
    check(
        "git rev-parse HEAD^{tree}",
        Some(&["git", "rev-parse", "HEAD^{tree}"]),
    );
    check("printenv ''", Some(&["printenv", ""]));
    check("cargo test # all of them", Some(&["cargo", "test"]));
}

#[test]
fn everything_that_a_shell_does_needs_one() {
    for command in [
        "",
        "''",
        "cd src",
        "echo hello",
        "[ -f x ]",
        "time ls",
        "if true",
        "FOO=1 env",
        "ls *.rs",
        "ls ~",
        "make DIR=~/x",
        "a && b",
        "a; b",
        "a\nb",
        "a | b",
        "a > b",
        "a 2>&1",
        "a >/dev/null",
        "a &",
        "echo $HOME",
        "a `b`",
        "a \"$b\"",
        "{ a; }",
        "a {b,c}",
        "(a)",
        "! a",
        "a 'b",
    ] {
        check(command, None);
    }
}

#[test]
fn other_shells_split_otherwise() {
    for shell in [Shell::Zsh, Shell::Powershell, Shell::Cmd] {
        assert_eq!(without_shell(shell, "ls -l"), None);
    }
}

/// What `env` starts when it splits a word itself.
#[test]
fn words_behind_stay_behind() {
    let started = |given: &[&str]| {
        let words = ["env"].iter().chain(given).map(|word| (*word).to_owned());
        let words: Vec<String> = words.collect();
        let effects = effects_of_argv(&words, Ground::default(), "");
        let mut all = effects.iter().filter_map(|it| it.what.started());
        all.next_back()
            .map(|argv| argv.join("|"))
            .unwrap_or_default()
    };
    let mut wrong = Vec::new();
    for (given, wanted) in [
        (&["-S", "git push", "-f"] as &[&str], "git|push|-f"),
        (&["-S", "git", "push"], "git|push"),
        (&["-Sgit push", "x"], "git|push|x"),
        (&["-S git", "push"], "git|push"),
        (&["-ivS", "git", "push"], "git|push"),
        (&["-vSgit", "push"], "git|push"),
        (&["--split-string=git push", "x"], "git|push|x"),
        (&["--split-string", "git", "x"], "git|x"),
        (&["--sp=git", "x"], "git|x"),
        (&["-u", "A", "-S", "git", "x"], "git|x"),
        (&["-uA", "-C", "d", "-S", "git"], "git"),
        (&["-u", "-S", "git"], "git"),
        (&["-", "-S", "git"], "-|git"),
        (&["-S", "-S 'git push'", "x"], "git|push|x"),
        (&["-S", "A=1 -i git", "x"], "-i|git|x"),
        (&["ls", "-S", "x"], "ls|-S|x"),
        (&["--", "-S", "x"], "-S|x"),
        (
            &["-S", r#"a 'b c' "d\_e" f\_g \c h"#, "x"],
            "a|b c|d e|f|g|x",
        ),
        (&["-S", "a # b", "x"], "a|x"),
        (&["-S", "a ${B}c", "x"], "a|…c|x"),
        (&["-S", "a 'b"], "env|-S|a 'b"),
        (&["-S", "a $B"], "a|…"),
    ] {
        let got = started(given);
        if got != wanted {
            wrong.push(format!("{given:?}: wants {wanted}, got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
