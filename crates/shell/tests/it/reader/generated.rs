//! Generated texts: grammar-made scripts round-trip, mutated ones never panic.

use proptest::prelude::*;

use super::*;

/// A word of the shell.
pub(super) fn word() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-z0-9_./-]{1,6}",
        "'[a-z $\"*{};|&]{0,6}'",
        "\"[a-z '*{};|&]{0,6}\"",
        "\\\\[ $\"'*{};|&a]",
        Just(String::from("$x")),
        Just(String::from("\"$x b\"")),
        Just(String::from("$'a\\n\\'b'")),
        Just(String::from("*.c")),
        Just(String::from("{a,b}")),
        Just(String::from("{1..3}")),
        Just(String::from("{}")),
        Just(String::from("${x##*/}")),
        Just(String::from("$((x + 1))")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            inner.clone().prop_map(|a| format!("$(echo {a})")),
            inner.clone().prop_map(|a| format!("\"$(echo {a})\"")),
            inner.clone().prop_map(|a| format!("${{x:-{a}}}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{{a},{b}}}")),
            inner.prop_map(|a| format!("<(cat {a})")),
        ]
    })
}

/// A script.
pub(super) fn script() -> impl Strategy<Value = String> {
    let simple = (proptest::collection::vec(word(), 1..4), 0..7_usize).prop_map(|(words, tail)| {
        let tail = [
            "",
            " >out",
            " 2>&1",
            " <<<'x y'",
            " <in >>log",
            " &>both",
            " 2>/dev/null",
        ]
        .get(tail)
        .copied();
        format!("echo {}{}", words.join(" "), tail.unwrap_or_default())
    });
    simple.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} | {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} && {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}; {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} # no\n{b}")),
            (inner.clone(), word()).prop_map(|(a, w)| format!("for i in {w}; do {a}; done")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("if {a}; then {b}; else {a}; fi")),
            (inner.clone(), word())
                .prop_map(|(a, w)| format!("case {w} in a|b) {a} ;; *) ;; esac")),
            inner.clone().prop_map(|a| format!("( {a} ) >f")),
            inner.clone().prop_map(|a| format!("{{ {a}; }} 2>&1")),
            inner.clone().prop_map(|a| format!("f() {{ {a}; }}")),
            inner
                .clone()
                .prop_map(|a| format!("while [[ -f $x && a =~ ^(b|c)$ ]]; do {a}; done")),
            (inner.clone(), word()).prop_map(|(a, w)| format!("v={w} x+=(a {w}) b; {a}")),
            inner
                .clone()
                .prop_map(|a| format!("{{ cat <<'E'\nit's $x\nE\n{a}\n}}")),
            inner.prop_map(|a| format!(
                "{{ cat <<E | x <<-A\n$x `b` $(c \"$d\" | e)\n\\$y\nE\n\tA\n{a}\n}}"
            )),
        ]
    })
}

/// Something to put in the middle of a text.
fn noise() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~\n\t]{0,3}",
        "[\\\\$(){}\\[\\]'\"`<>&|;#!=,\n]{1,3}",
        "\\PC{1,2}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}", bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        for dialect in [Dialect::Bash, Dialect::Sh, Dialect::Zsh] {
            let _ = read(&text, dialect);
            let _ = read(&String::from_utf8_lossy(&bytes), dialect);
        }
    }

    #[test]
    fn generated_scripts_are_read_and_round_trip(text in script()) {
        match read_alone(&text, Dialect::Bash) {
            Ok(tree) => round_trips(&text, &tree),
            Err(refusal) => prop_assert!(
                !matches!(refusal, Refusal::Syntax(_) | Refusal::NotClosed | Refusal::Control),
                "{refusal}: {text}"
            ),
        }
    }

    #[test]
    fn mutated_scripts_never_panic(text in script(), at in any::<prop::sample::Index>(), cut in 0..3_usize, noise in noise()) {
        let chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len() + 1);
        let head: String = chars.iter().take(at).collect();
        let tail: String = chars.iter().skip(at + cut).collect();
        let mutated = format!("{head}{noise}{tail}");
        for dialect in [Dialect::Bash, Dialect::Sh, Dialect::Zsh] {
            let _ = read(&mutated, dialect);
        }
        if let Ok(tree) = read_alone(&mutated, Dialect::Bash) {
            round_trips(&mutated, &tree);
        }
    }

    #[test]
    fn what_is_written_anew_is_written_the_same_again(text in script(), at in any::<prop::sample::Index>(), noise in noise()) {
        let at = text.char_indices().nth(at.index(text.chars().count())).map_or(0, |(at, _)| at);
        written_once(&text);
        written_once(&format!("{}{noise}{}", &text[..at], &text[at..]));
    }
}
