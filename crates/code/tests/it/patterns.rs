//! Patterns find what the `regex` crate finds, by whatever machine they are looked for.

use code::{BadPattern, Language, Limits, Pattern, facts};
use regex::{Regex, RegexBuilder};

fn full(expression: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(expression)
        .multi_line(true)
        .size_limit(1 << 20)
        .build()
}

/// Lines (from 1) where matches begin, at the first letter of each.
fn lines(regex: &Regex, text: &str) -> Vec<u32> {
    let begins = regex.find_iter(text).filter_map(|it| {
        let visible = it.as_str().find(|c: char| !c.is_whitespace())?;
        Some(it.start() + visible)
    });
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let mut lines: Vec<u32> = begins.map(|at| line(at).try_into().unwrap()).collect();
    lines.dedup();
    lines
}

/// Lines where the pattern is found in a text of no language that has comments.
fn found(pattern: &Pattern, text: &str) -> Vec<u32> {
    let facts = facts(Language::Other, text, &Limits::default());
    let hits = facts.find(text, pattern, usize::MAX);
    hits.iter().map(|it| it.line).collect()
}

fn agree(expression: &str, text: &str) {
    let (pattern, full) = (
        Pattern::regex(expression).unwrap(),
        full(expression).unwrap(),
    );
    assert_eq!(
        pattern.is_in(text),
        full.is_match(text),
        "{expression} in {text:?}"
    );
    assert_eq!(
        found(&pattern, text),
        lines(&full, text),
        "{expression} in {text:?}"
    );
}

#[test]
fn expressions_find_what_they_mean() {
    let expressions = [
        "imports? .*from",
        r"\bfn\s+\w+",
        "(?i)Post",
        "^use",
        "[^a-z]+",
        r"\S{2,3}?",
        r"(\d+)-\W",
        r"\x{41}",
        // Letters beyond ASCII are letters.
        r"^\w+$",
        r"gr.ße",
        "größe",
        r"\p{Greek}",
        "(?i)STRASSE",
    ];
    let texts = [
        "",
        "import a from 'b';\nuse x;\n  use y;\n",
        "pub fn  post_it(x: A) -> AA { 12-; }",
        "aaa\n\n post",
        "größe\nα\nstraße",
    ];
    for text in texts {
        for expression in expressions {
            agree(expression, text);
        }
    }
}

#[test]
fn a_plain_text_is_found_as_its_expression_is() {
    for text in ["aa", "a.b(", "größe", " x"] {
        let (plain, full) = (
            Pattern::literal(text).unwrap(),
            full(&regex::escape(text)).unwrap(),
        );
        for searched in ["", "aaaaa", "a.b(a.b(", "axb( größe", "y x\n\n x"] {
            assert_eq!(
                found(&plain, searched),
                lines(&full, searched),
                "{text} in {searched}"
            );
        }
    }
}

/// Words with gaps between them are found without a machine, where their expression is.
#[test]
fn words_are_found_as_their_expression_is() {
    let expressions = ["a.*b", "ab.*a.*b", "a.*a", "a.*b.*a.*b", "b .*a", "a_.*9"];
    let letters = ["a", "b", "ab", "\n", " ", "é", "_", "9", "\r\n"];
    let both: Vec<(Pattern, Regex)> = expressions
        .iter()
        .map(|it| (Pattern::regex(it).unwrap(), full(it).unwrap()))
        .collect();
    // Every text of four letters, told by a number.
    for mut number in 0..letters.len().pow(4) {
        let mut text = String::new();
        for _ in 0..4 {
            text.push_str(letters[number % letters.len()]);
            number /= letters.len();
        }
        for (pattern, full) in &both {
            assert_eq!(
                pattern.is_in(&text),
                full.is_match(&text),
                "{full} in {text:?}"
            );
        }
    }
    for expression in ["a.*.*b", "a.b", "a.*b*", "a.*?b", "^a.*b", "é.*a"] {
        for text in ["a b\nab", "axxb b", "éa é a", "b a"] {
            agree(expression, text);
        }
    }
}

/// One that is taken for small is: else it would find nothing, and nobody would know.
#[test]
fn what_is_too_large_is_said_at_once() {
    for part in [
        r"\w", r"\pL", ".", r"[^\w\s]", "(?i)ab", r"\d+", "[a-z]", "(a|b)",
    ] {
        for times in [1, 2, 5, 10, 20, 50, 200, 600] {
            let expression = part.repeat(times);
            match Pattern::regex(&expression) {
                Ok(pattern) => {
                    let full = full(&expression).unwrap();
                    for text in ["é".repeat(times), "1".repeat(times), "ab".repeat(times)] {
                        assert_eq!(pattern.is_in(&text), full.is_match(&text), "{part} {times}");
                    }
                }
                Err(BadPattern::Invalid { .. }) => assert!(full(&expression).is_err(), "{part}"),
                Err(other) => assert!(matches!(other, BadPattern::TooLong { .. }), "{other}"),
            }
        }
        let counted = Pattern::regex(&format!("({part}){{900}}{{900}}"));
        assert!(counted.is_err(), "{part}");
    }
}
