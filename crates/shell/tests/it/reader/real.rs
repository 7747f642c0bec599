//! Against the real bash, where it is on the machine.

use std::process::Command;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::*;
use shell::tree::{Item, Kind, Part, Word};

/// Whether bash takes the text, without running it.
fn bash_takes(text: &str) -> Option<bool> {
    let out = Command::new("bash")
        .args(["-O", "extglob", "-n", "-c", text])
        .output()
        .ok()?;
    Some(out.status.success() && out.stderr.is_empty())
}

#[test]
fn what_we_take_bash_takes() {
    if bash_takes("a").is_none() {
        println!("skipped: no bash on this machine");
        return;
    }
    let mut runner = TestRunner::deterministic();
    let (mut taken, mut refused) = (0, 0);
    for round in 0..150_usize {
        let mut text = generated::script().new_tree(&mut runner).unwrap().current();
        if round % 2 == 1 {
            // A character less: mostly wrong, sometimes something else.
            let gone = round * 7 % text.chars().count();
            text = text
                .chars()
                .enumerate()
                .filter(|(at, _)| *at != gone)
                .map(|(_, c)| c)
                .collect();
        }
        match read_alone(&text, Dialect::Bash) {
            Ok(tree) => {
                taken += 1;
                let again = emit(&tree);
                assert_eq!(bash_takes(&text), Some(true), "{text}");
                assert_eq!(bash_takes(&again), Some(true), "{again}");
            }
            Err(_) => refused += usize::from(bash_takes(&text) == Some(true)),
        }
    }
    println!("taken {taken}; refused, though bash takes them: {refused}");
    assert!(taken > 60, "{taken}");
}

/// What a word expands to, where that needs nothing but the text.
fn expand(word: &Word) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for part in &word.parts {
        let more = match part {
            Part::Literal { text, .. } => vec![text.clone()],
            Part::Braces(words) => {
                let expanded: Option<Vec<Vec<String>>> = words.iter().map(expand).collect();
                expanded?.concat()
            }
            Part::Range {
                from,
                to,
                step: None,
            } => {
                let (from, to): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
                (from..=to).map(|n| n.to_string()).collect()
            }
            Part::Range { .. }
            | Part::Param { .. }
            | Part::Command { .. }
            | Part::Arith { .. }
            | Part::Process { .. } => {
                return None;
            }
        };
        all = all
            .iter()
            .flat_map(|head| more.iter().map(move |tail| format!("{head}{tail}")))
            .collect();
    }
    Some(all)
}

/// The words of the only command.
fn words(tree: &Script) -> Option<Vec<String>> {
    let [Item { first, .. }] = tree.items.as_slice() else {
        return None;
    };
    let [command] = first.commands.as_slice() else {
        return None;
    };
    let Kind::Simple(simple) = &command.kind else {
        return None;
    };
    let expanded: Option<Vec<Vec<String>>> = simple.words.iter().skip(1).map(expand).collect();
    Some(expanded?.concat())
}

/// What bash hands to a command.
fn argv(text: &str) -> Option<Vec<String>> {
    let script = format!("set -f; p() {{ printf '%s\\0' \"$@\"; }}; {text}");
    let out = Command::new("bash").args(["-c", &script]).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    Some(
        text.strip_suffix('\0')
            .unwrap_or(&text)
            .split('\0')
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn words_are_what_bash_makes_of_them() {
    if bash_takes("a").is_none() {
        println!("skipped: no bash on this machine");
        return;
    }
    let piece = proptest::prop_oneof![
        "[a-z0-9_./,-]{1,3}",
        "'[a-z $\"*{},]{0,3}'",
        "\"[a-z '*{},]{0,3}\"",
        "\\\\[ \"'*{},a]",
        "[{},]{1,2}",
        "\\.\\.[1-3]",
        proptest::strategy::Just(String::from("{1..3}")),
        proptest::strategy::Just(String::from("\\\n")),
        proptest::strategy::Just(String::from("$'a\\n\\'\\x41\\101\\u00e9\\q'")),
        proptest::strategy::Just(String::from("\"a\\$b\\x\\\"\"")),
        proptest::strategy::Just(String::from("{")),
        proptest::strategy::Just(String::from("}")),
        proptest::strategy::Just(String::from("{a,b")),
    ];
    let line = proptest::collection::vec(
        proptest::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat()),
        1..4,
    );
    let mut runner = TestRunner::deterministic();
    let mut compared = 0;
    for _ in 0..300 {
        let text = format!(
            "p x {}",
            line.new_tree(&mut runner).unwrap().current().join(" ")
        );
        let Ok(tree) = read_alone(&text, Dialect::Bash) else {
            continue;
        };
        let Some(ours) = words(&tree) else { continue };
        compared += 1;
        // An empty unquoted alternative is no word for bash.
        assert_eq!(argv(&text).map(kept), Some(kept(ours)), "{text}");
        assert_eq!(argv(&text), argv(&emit(&tree)), "{text}\n{}", emit(&tree));
    }
    println!("compared {compared}");
    assert!(compared > 100, "{compared}");
}

fn kept(words: Vec<String>) -> Vec<String> {
    words.into_iter().filter(|word| !word.is_empty()).collect()
}
