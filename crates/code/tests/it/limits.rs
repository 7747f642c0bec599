//! Hostile input: the room answers, and says that it did not read.

use code::{Language, Limits, Reading, Unreadable, facts};

const LANGUAGES: [Language; 4] = [
    Language::Rust,
    Language::TypeScript,
    Language::Tsx,
    Language::Other,
];

#[test]
fn too_large_binary_too_complex() {
    let limits = Limits {
        bytes_max: 10,
        ..Limits::default()
    };
    for language in LANGUAGES {
        let large = facts(language, "fn main() { }", &limits);
        let why = Unreadable::TooLarge {
            bytes: 13,
            bytes_max: 10,
        };
        assert_eq!(large.reading, Reading::Unreadable(why));
        let binary = facts(language, "a\0b", &Limits::default());
        assert_eq!(binary.reading, Reading::Unreadable(Unreadable::Binary));
    }
    let few_steps = Limits {
        parse_steps_max: 2,
        ..Limits::default()
    };
    let shallow = Limits {
        nesting_max: 1,
        ..Limits::default()
    };
    let few_nodes = Limits {
        nodes_max: 100,
        ..Limits::default()
    };
    let source = "fn a() { b(1); }\n".repeat(200);
    for limits in [few_steps, few_nodes, shallow] {
        let complex = facts(Language::Rust, &source, &limits);
        assert_eq!(complex.reading, Reading::Unreadable(Unreadable::TooComplex));
        assert_eq!(complex.definitions, []);
        assert_eq!(complex.lines.total, 200);
    }
}

#[test]
fn lists_are_cut_and_say_so() {
    let limits = Limits {
        items_max: 3,
        lines_per_name_max: 2,
        ..Limits::default()
    };
    let source: String = (0..9)
        .map(|n| format!("fn f{n}() {{ g(); h{n}(); }}\n"))
        .collect();
    let cut = facts(Language::Rust, &source, &limits);
    assert!(cut.truncated);
    assert_eq!(cut.definitions.len(), 3);
    assert_eq!(cut.references.len(), 3);
    assert_eq!(cut.references["g"].len(), 2);
    let whole = facts(Language::Rust, &source, &Limits::default());
    assert!(!whole.truncated);
    assert_eq!(whole.references["g"].len(), 9);
}

#[test]
fn depth_does_not_hurt() {
    let deep = 450;
    let nests = [
        ("fn f() { ", "{", "}", " }"),
        ("fn f() { ", "(", ")", " }"),
        ("", "mod m { fn f() { ", "} }", ""),
        ("fn f() { ", "if false { ", "}", "}"),
        ("const x = ", "(a) => ", "", "1;"),
        ("const x = ", "[", "]", ";"),
        ("", "namespace N { ", "}", ""),
        ("const x = ", "<a>", "</a>", ";"),
        ("const x = ", "a && ", "", "b;"),
        ("use a", "::{b", "}", ";"),
    ];
    for (before, open, close, after) in nests {
        let source = format!("{before}{}{}{after}", open.repeat(deep), close.repeat(deep));
        for language in LANGUAGES {
            let facts = facts(language, &source, &Limits::default());
            assert_eq!(facts.language, language);
        }
    }
}

#[test]
fn garbage_ends_early() {
    let signs = b"(){}[]<>;,.=ab\"'`/ \n:|&!#?*";
    let mut state = 1u32;
    let garbage: String = (0..60_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(signs[(state >> 16) as usize % signs.len()])
        })
        .collect();
    let limits = Limits {
        broken_steps_max: 20,
        ..Limits::default()
    };
    let read = facts(Language::TypeScript, &garbage, &limits);
    assert_eq!(read.reading, Reading::Unreadable(Unreadable::TooComplex));
}

#[test]
fn brackets_without_end_are_not_parsed() {
    for open in ["(", "[", "{", "fn f() { ", "`${"] {
        for language in [Language::Rust, Language::Tsx] {
            let read = facts(language, &open.repeat(100_000), &Limits::default());
            let complex = Reading::Unreadable(Unreadable::TooComplex);
            assert_eq!(read.reading, complex, "{open}");
        }
    }
}

#[test]
fn the_same_text_gives_the_same_facts() {
    let source = include_str!("traps.rs");
    let once = facts(Language::Rust, source, &Limits::default());
    let twice = facts(Language::Rust, source, &Limits::default());
    assert_eq!(once, twice);
    assert_eq!(once.reading, Reading::Parsed);
}
