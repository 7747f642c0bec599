//! Comments that hold code, and notes of debt that are nobody's; and all that only looks so.

use code::rules::{Finding, commented_out, debts_without_issue};

use crate::read;

fn lines(findings: &[Finding]) -> Vec<(u32, u32)> {
    findings.iter().map(|it| (it.line, it.end_line)).collect()
}

#[test]
fn code_in_comments_is_found() {
    let cases = [
        (
            "a.js",
            "f();\n// const a = load(b);\n// save(a);\ng();\n",
            (2, 3),
        ),
        ("a.js", "f();\n//save(a);\ng();\n", (2, 2)),
        (
            "a.ts",
            "/*\nfunction old(a: string) {\n  return a.trim();\n}\n*/\nf();\n",
            (1, 5),
        ),
        (
            "a.tsx",
            "class A {\n  // onClick() {\n  //   this.setState({});\n  // }\n}\n",
            (2, 4),
        ),
        (
            "a.rs",
            "fn f() {\n    // let a = load();\n    // if a > 1 {\n    //     save(a)?;\n    // }\n    g();\n}\n",
            (2, 5),
        ),
        (
            "a.rs",
            "// fn old(a: u32) -> u32 {\n//     a + g(a)\n// }\n",
            (1, 3),
        ),
        (
            "a.py",
            "def f():\n    # if a:\n    #     save(a)\n    return 1\n",
            (2, 3),
        ),
        ("a.py", "# import os\n# os.remove(path)\nf()\n", (1, 2)),
        (
            "a.go",
            "package a\nfunc f() {\n\t// n, err := load()\n\t// if err != nil {\n\t// \treturn err\n\t// }\n\tg()\n}\n",
            (3, 6),
        ),
        (
            "A.java",
            "class A {\n  void f() {\n    // List<String> a = load();\n    // save(a);\n  }\n}\n",
            (3, 4),
        ),
        (
            "A.java",
            "class A {\n  /* void old() {\n    save(1);\n  } */\n}\n",
            (2, 4),
        ),
    ];
    for (path, source, place) in cases {
        let found = commented_out(source, &read(path, source));
        assert_eq!(lines(&found), [place], "{source}");
    }
}

#[test]
fn what_only_looks_like_code_in_comments_is_not() {
    let cases = [
        ("a.js", "// Use save(a) to keep it.\nsave(a);\n"),
        ("a.js", "// save(a)\nf();\n"),
        ("a.js", "// Example:\n// save(a);\n// load(a);\nf();\n"),
        (
            "a.js",
            "/**\n * save(a);\n * load(a);\n */\nfunction f() {}\n",
        ),
        ("a.js", "f(); // save(a);\n"),
        (
            "a.js",
            "/* eslint-disable no-console */\n// eslint-disable-next-line\n// prettier-ignore\nf();\n",
        ),
        (
            "a.js",
            "// Copyright (c) somebody;\n// licence: MIT;\nf();\n",
        ),
        ("a.ts", "/// <reference path=\"a.d.ts\" />\nf();\n"),
        (
            "a.rs",
            "/// ```\n/// let a = f();\n/// g(a);\n/// ```\nfn f() {}\n",
        ),
        ("a.rs", "//! let a = f();\n//! g(a);\nfn f() {}\n"),
        ("a.rs", "// One.\n//\n// Two (and three);\nfn f() {}\n"),
        ("a.py", "# the sum (of all)\n# and the rest\nf()\n"),
        ("a.py", "# a = b + c\nf()\n"),
        (
            "a.py",
            "# -*- coding: utf-8 -*-\n# pylint: disable=all\nf()\n",
        ),
        (
            "a.py",
            "def f():\n    \"\"\"\n    a = g()\n    h(a)\n    \"\"\"\n    return 1\n",
        ),
        (
            "a.go",
            "package a\n// n := Load()\n// Save(n)\nfunc F() {}\n",
        ),
        (
            "a.go",
            "package a\nfunc ExampleF() {\n\tF()\n\t// Output:\n\t// f(1)\n\t// f(2)\n}\n",
        ),
        (
            "A.java",
            "class A {\n  // the first; the second;\n  int a;\n}\n",
        ),
        (
            "A.java",
            "/*\n * Copyright 2020 The Authors. (See the file.)\n */\nclass A { }\n",
        ),
    ];
    for (path, source) in cases {
        let found = commented_out(source, &read(path, source));
        assert_eq!(lines(&found), [], "{source}");
    }
}

#[test]
fn debts_are_somebodys_or_found() {
    let found = [
        "// TODO: later",
        "// FIXME this is slow",
        "/* XXX */",
        "// it works, mostly. HACK: mend it",
        "/*\n * TODO\n */",
    ];
    let passes = [
        "// TODO(#12): later",
        "// TODO(alice): later",
        "// FIXME ABC-12 this is slow",
        "// TODO: see https://example.org/1",
        "// HACK gh-77",
        "// shows the TODO list",
        "const TODO = 1;",
        "f(\"TODO: later\");",
        "// mkstemp XXXXXX",
    ];
    for (texts, wanted) in [(&found[..], 1), (&passes[..], 0)] {
        for text in texts {
            let source = format!("{text}\nf();\n");
            assert_eq!(
                debts_without_issue(&source, &read("a.js", &source)).len(),
                wanted,
                "{text}"
            );
        }
    }
    let source = "f();\n  g(); // Ä TODO: later\n";
    let [debt] = &debts_without_issue(source, &read("a.js", source))[..] else {
        panic!("none");
    };
    assert_eq!(
        (debt.line, debt.column, debt.text.as_str()),
        (2, 13, "TODO: later")
    );
}
