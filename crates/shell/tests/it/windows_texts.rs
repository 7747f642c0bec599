//! Texts of the shells of Windows: every one comes to effects, and programs of other systems get their words as these
//! read them.

use ledger::proposal::Shell;
use proptest::prelude::*;
use shell::effects_of_command;
use shell::place::Ground;

const GROUND: Ground<'_> = Ground {
    worktree: Some("/home/dev/wt/feature-42"),
    home: Some("/home/dev"),
};

fn starts(shell: Shell, text: &str) -> Vec<String> {
    let effects = effects_of_command(shell, text, GROUND, "").unwrap();
    let started = effects.iter().filter_map(|it| it.what.started());
    started.map(|argv| argv.join(" ")).collect()
}

#[test]
fn only_relative_paths_lose_their_backslashes() {
    for (word, read) in [
        (".\\dist\\x.js", "./dist/x.js"),
        ("..\\x\\y.py", "../x/y.py"),
        ("C:\\x\\y", "C:\\x\\y"),
        ("\\\\host\\x", "\\\\host\\x"),
        ("-x\\y", "-x\\y"),
        ("plain", "plain"),
    ] {
        let started = starts(Shell::Cmd, &format!("node {word}"));
        assert_eq!(started, [format!("node {read}")]);
    }
}

proptest! {
    #[test]
    fn any_text_comes_to_effects(text in "\\PC{0,80}") {
        for shell in [Shell::Cmd, Shell::Powershell] {
            prop_assert!(effects_of_command(shell, &text, GROUND, "").is_ok());
        }
    }

    #[test]
    fn any_mix_of_signs_of_cmd_comes_to_effects(words in proptest::collection::vec(prop::sample::select(vec![
        "(", ")", "^", "%", "!", "\"", "&", "|", ">", "<", "\n", "if", "for", "in", "do", "%i", "x", "==", "else", "/f",
        "echo", "set", "a=b", "%a%", "call", "cmd /c", "rd", " ",
    ]), 0..40)) {
        for text in [words.join(" "), words.concat()] {
            prop_assert!(effects_of_command(Shell::Cmd, &text, GROUND, "").is_ok());
        }
    }

    #[test]
    fn any_mix_of_signs_of_powershell_comes_to_effects(words in proptest::collection::vec(prop::sample::select(vec![
        "$", "(", ")", "{", "}", "@", "'", "\"", "`", "[", "]", "::", ".", "iex", "-", "x", "|", "&", ";", "\n", "=", "if",
        "foreach", "@'", "$x", "1..3", ",", "%", "+", "-f", "--%", "#", "<#", "~", "ri", "-r",
    ]), 0..40)) {
        for text in [words.join(" "), words.concat()] {
            prop_assert!(effects_of_command(Shell::Powershell, &text, GROUND, "").is_ok());
        }
    }
}
