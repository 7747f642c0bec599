//! Texts with all but code blanked out.

use code::{Keep, Language, RegionKind, code_only};

use crate::read;

const ALL: Keep = Keep {
    strings: true,
    dead: true,
    tests: true,
};

fn check(path: &str, keep: Keep, source: &str, expected: &str) {
    let masked = code_only(Language::of_path(path), source, keep);
    assert_eq!(masked, expected, "{source}");
    assert_eq!(masked.len(), source.len(), "{source}");
}

#[test]
fn comments_go() {
    check(
        "a.rs",
        ALL,
        "a(); // b\n/* c\n d */ e();\n",
        "a();     \n    \n      e();\n",
    );
    check(
        "a.rs",
        ALL,
        "/// doc é\nfn f() {}\n",
        "          \nfn f() {}\n",
    );
    check(
        "a.ts",
        ALL,
        "#!/usr/bin/env node\na(); /* b */\n",
        "                   \na();        \n",
    );
    check(
        "a.tsx",
        ALL,
        "x = <p>{/* b */}</p>;\n",
        "x = <p>{       }</p>;\n",
    );
    check(
        "a.rs",
        ALL,
        "let a = \"// no\"; // yes\n",
        "let a = \"// no\";       \n",
    );
    check(
        "a.ts",
        ALL,
        "a = '/* no */'; b = /\\/\\/no/;\n",
        "a = '/* no */'; b = /\\/\\/no/;\n",
    );
}

#[test]
fn strings_go() {
    check(
        "a.rs",
        Keep::BARE,
        "f(\"a\", r#\"b\"#, b\"c\", 'd');\n",
        "f(\" \", r#\" \"#, b\" \", 'd');\n",
    );
    check(
        "a.ts",
        Keep::BARE,
        "f('a', \"b\", `c${d}e`);\n",
        "f(' ', \" \", ` ${d} `);\n",
    );
    check(
        "a.ts",
        Keep::BARE,
        "import a from './b';\nrequire('./c')('d');\n",
        "import a from './b';\nrequire('./c')(' ');\n",
    );
    check(
        "a.tsx",
        Keep::BARE,
        "x = <p a=\"b\">c {d} e</p>;\n",
        "x = <p a=\" \">  {d}  </p>;\n",
    );
}

#[test]
fn dead_code_and_tests_go() {
    check(
        "a.ts",
        Keep::CODE,
        "if (false) { a(); } b();\n",
        "if (false)          b();\n",
    );
    check(
        "a.rs",
        Keep::CODE,
        "#[cfg(any())]\nfn a() {}\nfn b() {}\n",
        "             \n         \nfn b() {}\n",
    );
    let tests = Keep {
        tests: false,
        ..Keep::CODE
    };
    check(
        "a.rs",
        tests,
        "fn a() {}\n#[cfg(test)]\nmod t {}\n",
        "fn a() {}\n            \n        \n",
    );
    check(
        "a.ts",
        tests,
        "a();\nit('b', () => { c(); });\n",
        "a();\n                       ;\n",
    );
}

#[test]
fn predicates_are_settled_as_far_as_their_text_settles_them() {
    let (live, dead, test) = (None, Some(RegionKind::Dead), Some(RegionKind::Test));
    for (predicate, kind) in [
        ("any()", dead),
        ("all()", live),
        ("not(all())", dead),
        ("false", dead),
        ("test", test),
        ("not(test)", live),
        ("all(test, unix)", test),
        ("any(test, feature = \"a\")", live),
        ("feature = \"any()\"", live),
        ("all(unix, any())", dead),
        ("feature = \"a,b\", any()", dead),
    ] {
        let text = format!("#[cfg({predicate})]\nfn a() {{}}\n");
        let found = read("a.rs", &text).regions.into_iter().map(|it| it.kind);
        let mut found = found.filter(|it| [dead, test].contains(&Some(*it)));
        assert_eq!(found.next(), kind, "{predicate}");
    }
}

#[test]
fn what_cannot_be_read_is_no_code() {
    check("a.rs", ALL, "fn a() {}\0\n", "          \n");
    check("a.rb", ALL, "# a\n", "# a\n");
}

#[test]
fn only_strings_stay() {
    let source = "f('ab', `c${d}`);\n";
    assert_eq!(
        read("a.ts", source).strings_only(source),
        "   ab    c       \n"
    );
}
