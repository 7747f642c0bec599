//! Errors that are caught by their names and answered with a literal, and functions whose answers nobody takes: facts that
//! say something only beside a plan or another tree.

use project::Project;

use crate::read;

/// What a file catches by its name and answers with a literal.
fn answered(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter().map(|it| it.what.clone());
    let named = stubs.filter(|it| it.starts_with("except "));
    named.collect()
}

#[test]
fn errors_that_are_answered() {
    let python = |rest: &str| format!("def f(x, k):\n    try:\n        return x[k]\n    {rest}\n");
    for (rest, wanted) in [
        (
            "except KeyError:\n        return None",
            &["except KeyError"][..],
        ),
        (
            "except (KeyError, IndexError):\n        return []",
            &["except KeyError IndexError"],
        ),
        (
            "except a.PickleError as e:\n        warn(e)\n        return b''",
            &["except PickleError"],
        ),
        ("except KeyError:\n        raise Lost(k)", &[]),
        ("except KeyError:\n        return False", &[]),
        ("except KeyError:\n        return find(x, k)", &[]),
        ("except Exception:\n        return x", &[]),
    ] {
        assert_eq!(answered("a.py", &python(rest)), wanted, "{rest}");
    }
    let optional = "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n";
    assert!(answered("a.py", optional).is_empty());
}

#[test]
fn answers_that_nobody_takes() {
    let lost = |files: &[(&str, &str)]| {
        let project = Project::read(files.iter().copied());
        let gives = project
            .all()
            .any(|(_, facts)| facts.set.contains_key("work->"));
        gives && project.throws_away("work")
    };
    let go = |body: &str| {
        format!(
            "package main\nfunc main() {{ {body} }}\nfunc work(n int) int {{ if n > 2 {{ return 2 }}; return 0 }}\n"
        )
    };
    assert!(lost(&[("main.go", &go("work(1)"))]));
    assert!(!lost(&[("main.go", &go("os.Exit(work(1))"))]));
    assert!(!lost(&[("main.go", &go("work(1); run(work)"))]));
    assert!(!lost(&[("main.go", &go("run(1)"))]));
    // A test takes it for itself, another file for all.
    let test = (
        "main_test.go",
        "package main\nfunc TestGo(t *testing.T) { if work(1) != 0 { t.Fail() } }\n",
    );
    assert!(lost(&[("main.go", &go("work(1)")), test]));
    let other = (
        "b.go",
        "package main\nfunc b() int { return work(1) + 1 }\n",
    );
    assert!(!lost(&[("main.go", &go("work(1)")), other]));
    let error = "package main\nfunc main() { work(1) }\nfunc work(n int) error { return nil }\n";
    assert!(!lost(&[("main.go", error)]));

    let java = |body: &str| {
        format!("class A {{ void run() {{ {body} }} private int work(int n) {{ return n + 1; }} }}")
    };
    assert!(lost(&[("src/A.java", &java("work(1);"))]));
    assert!(!lost(&[("src/A.java", &java("show(work(1));"))]));
    let own = "class A { void run() { work(1); } private A work(int n) { return this; } }";
    assert!(!lost(&[("src/A.java", own)]));

    let script = |body: &str| {
        format!("export function run(n) {{ {body} }}\nfunction work(n) {{ return n + 1; }}\n")
    };
    assert!(lost(&[("a.js", &script("work(n);"))]));
    assert!(!lost(&[("a.js", &script("return work(n);"))]));
    assert!(!lost(&[("a.js", &script("work(n); return { work };"))]));
    // What another call gives may be passed on for nothing.
    let passes = "export function run(n) { work(n); }\nfunction work(n) { return done(n); }\n";
    assert!(!lost(&[("a.js", passes)]));

    let text = "def run(n):\n    _go(n)\n\ndef _go(n):\n    return n + 1\n";
    let python = Project::read([("a.py", text)]);
    assert!(python.throws_away("_go"));
    let taken = text.replace("    _go(n)", "    return _go(n)");
    let python = Project::read([("a.py", taken.as_str())]);
    assert!(!python.throws_away("_go"));
}
