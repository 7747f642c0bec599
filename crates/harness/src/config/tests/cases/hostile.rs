//! Whatever stands in a file: a message or a configuration, never a panic, never much time.

use std::sync::Arc;

use crate::config::layer::{from_env, from_file, from_flags};
use crate::config::merge::Values;
use crate::config::tests::SAMPLE;
use crate::config::{Layer, Problem, Source};

/// Texts that are tried.
const TEXTS: u64 = 500;

const PIECES: [&str; 44] = [
    "a",
    ":",
    " ",
    "\n",
    "  ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "#",
    "&a",
    "*a",
    "!!str",
    "!",
    "|",
    ">",
    "---",
    "...",
    "%YAML",
    "\t",
    "\r\n",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "中",
    "0x1",
    "1e9",
    ".inf",
    "~",
    "<<",
    "?",
    ",",
    "models",
    "guardrails",
    "rules",
    "loop",
    "budget",
    "total",
    "sk-abcdefghijklmnop1234",
    "\u{7f}",
];

fn read(text: String) {
    let source = Arc::new(Source {
        name: "f".to_owned(),
        text,
    });
    match from_file(&source, Layer::Untrusted) {
        Ok(given) => {
            let mut values = Values::default();
            values.tighten(given);
        }
        Err(problems) => {
            for message in problems.iter().map(Problem::to_string) {
                let is_clean = |c: char| c == '\n' || !c.is_control();
                assert!(message.chars().all(is_clean), "{message:?}");
            }
        }
    }
}

fn roll(state: &mut u64, sides: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap_or(0) % sides.max(1)
}

#[test]
fn random_pieces_never_panic() {
    for seed in 0..TEXTS {
        let mut state = seed;
        let count = roll(&mut state, 60);
        read(
            (0..count)
                .map(|_| PIECES[roll(&mut state, PIECES.len())])
                .collect(),
        );
    }
}

#[test]
fn a_damaged_sample_never_panics() {
    let whole: Vec<char> = SAMPLE.chars().collect();
    for seed in 0..TEXTS {
        let mut state = seed;
        let mut text = whole.clone();
        for _ in 0..=roll(&mut state, 4) {
            let (at, count) = (roll(&mut state, text.len()), roll(&mut state, 9));
            let piece = PIECES[roll(&mut state, PIECES.len())];
            let upto = (at + count).min(text.len());
            text.splice(at..upto, piece.chars());
        }
        read(text.into_iter().collect());
    }
}

#[test]
fn large_and_deep_files_end() {
    read("[".repeat(100_000));
    read("a: {".repeat(50_000));
    read(
        (0..20_000)
            .map(|depth| format!("{}a:\n", " ".repeat(depth % 300)))
            .collect(),
    );
    read((0..12_000).map(|at| format!("k{at}: 1\n")).collect());
    read(format!(
        "models: {{x: {{headers: {{{}}}}}}}",
        (0..9_000)
            .map(|at| format!("h{at}: v, "))
            .collect::<String>()
    ));
    let bomb: String = (1..9).fold("a0: &a0 [x]\n".to_owned(), |text, at| {
        let all = vec![format!("*a{}", at - 1); 9].join(", ");
        format!("{text}a{at}: &a{at} [{all}]\n")
    });
    read(bomb);
    read(format!(
        "guardrails: {{secret_patterns: ['{}']}}",
        "(a{1000}){1000}"
    ));
    read("x".repeat(200_000));
}

#[test]
fn variables_and_flags_never_panic() {
    for seed in 0..TEXTS {
        let mut state = seed;
        let mut piece = || PIECES[roll(&mut state, PIECES.len())];
        let name = format!("INTERLOCK_{}__{}", piece(), piece());
        let value = format!("{}{}{}", piece(), piece(), piece());
        from_env(&[(name, value.clone())].into()).ok();
        let flag = format!("{}.{}.{}", piece(), piece(), piece());
        from_flags(&[
            (flag, value.clone()),
            ("guardrails.rules".to_owned(), value),
        ])
        .ok();
    }
}
