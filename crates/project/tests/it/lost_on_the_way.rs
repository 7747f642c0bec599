//! What is worked out, kept or made, and gets to nobody, in forms that hide it: behind a word that names something else, a
//! note for a linter, a copy that is put in order; and honest code that looks like each.

use code::Certainty;
use project::{FieldUse, Project};

use crate::read;

/// What is found in a file, but what is only faint, as `what Reason`.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty != Certainty::Faint);
    let told = stubs.map(|it| format!("{} {:?}", it.what, it.reason));
    told.collect()
}

#[track_caller]
fn check(path: &str, cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        assert_eq!(found(path, source), *wanted, "{source}");
    }
}

#[test]
fn a_field_that_only_other_things_are_called_like() {
    let class = |body: &str| {
        format!(
            "package a;\nimport java.nio.limit.Limit;\npublic class Box {{ private Limit limit = Limit.NONE; public void take(Limit limit) {{ this.limit = Objects.requireNonNull(limit, \"limit\"); }} {body} }}"
        )
    };
    let kept = "Box.limit NeverRead";
    let path = "src/main/java/a/Box.java";
    let found = |body: &str| found(path, &class(body)).iter().any(|it| it == kept);
    assert!(found("void go() { run(); }"));
    assert!(!found("void go() { run(limit); }"));
    assert!(!found("void go() { run(this.limit); }"));
    // Somebody may ask for it by its name.
    assert!(!found("void go() { copy(this, \"limit\"); }"));
}

#[test]
fn copies_and_sums_of_python() {
    check(
        "shop/cart.py",
        &[
            (
                "def best(rows):\n    ordered = list(rows)\n    ordered.sort()\n    return go(rows)\n",
                &["ordered NeverRead"],
            ),
            (
                "def best(rows):\n    ordered = rows[:]\n    ordered.reverse()\n    return go(rows)\n",
                &["ordered NeverRead"],
            ),
            (
                "def best(self, rows):\n    misses = self.misses + 1  # noqa: F841\n    return go(rows)\n",
                &["misses NeverRead"],
            ),
            (
                "def join(self, other):\n    both = go(self.rows)\n    list(other.rows)\n    return both\n",
                &["list ResultDiscarded"],
            ),
            // Honest.
            (
                "def best(rows):\n    ordered = list(rows)\n    ordered.sort()\n    return go(ordered)\n",
                &[],
            ),
            (
                "def best(all, key):\n    rows = all.get(key)\n    rows.sort()\n    return go(key)\n",
                &[],
            ),
            (
                "def best(self, rows):\n    misses = self.misses + 1  # noqa: F841 the debugger shows it\n    return go(rows)\n",
                &[],
            ),
            (
                "def best(self, rows):\n    kept = list(rows)  # noqa: F841\n    return go(rows)\n",
                &[],
            ),
            (
                "def drain(self, rows):\n    list(rows)\n    list(go(rows))\n    return self\n",
                &[],
            ),
            (
                "def check(self, other):\n    try:\n        list(other.rows)\n    except TypeError:\n        return False\n    return go(other)\n",
                &[],
            ),
        ],
    );
}

#[test]
fn copies_of_rust() {
    let inside = |body: &str| format!("fn f(a: A) -> u8 {{ a.start(); {body} a.done(1) }}");
    for (body, wanted) in [
        (
            "let mut sorted = a.rows.clone(); sorted.sort_by(|x, y| x.cmp(y));",
            &["sorted of f NeverRead"][..],
        ),
        (
            "let mut rows = a.rows.to_vec(); rows.reverse();",
            &["rows of f NeverRead"],
        ),
        (
            "let words = a.file.as_ref().map(load); drop(words);",
            &["words NeverRead"],
        ),
        // Honest.
        (
            "let mut sorted = a.rows.clone(); sorted.sort(); a.go(sorted);",
            &[],
        ),
        ("let mut rows = a.rows(); rows.sort();", &[]),
        ("let mut rows = a.handle.clone(); rows.push(1);", &[]),
        ("let guard = a.rows.lock(); drop(guard);", &[]),
        ("let words = a.map(load); a.go(&words); drop(words);", &[]),
    ] {
        check("a.rs", &[(inside(body).as_str(), wanted)]);
    }
}

#[test]
fn parts_and_copies_of_go() {
    check(
        "a.go",
        &[
            (
                "package a\nfunc f(s string) error { core, rest := s, \"\"; if i := at(s); i > 0 { core, rest = s[:i], s[i:] }; _ = rest; return run(core) }",
                &["rest NeverRead"],
            ),
            (
                "package a\nfunc (q *Q) Clone() *Q { c := *q; _ = append([]int(nil), q.buf...); return &c }",
                &["_ = append ResultDiscarded", "append ResultDiscarded"],
            ),
            // Honest.
            (
                "package a\nfunc f(s string) error { core, rest := s, \"\"; if i := at(s); i > 0 { core, rest = s[:i], s[i:] }; return run(core, rest) }",
                &[],
            ),
            (
                "package a\nfunc f(a, b []int) error { i, j := 0, 0; for i < len(a) && j < len(b) { i++; j++ }; return run(a) }",
                &[],
            ),
        ],
    );
}

/// What becomes of the fields that a tree declares, as `Owner.name: use`, but for those that are used.
fn idle(files: &[(&str, &str)]) -> Vec<String> {
    let project = Project::read(files.iter().copied());
    let all = project.all().flat_map(|(_, facts)| &facts.fields);
    let told = all.map(|it| (format!("{}.{}", it.owner, it.name), project.field(it)));
    let idle = told.filter(|(_, it)| *it != FieldUse::Used);
    idle.map(|(name, it)| format!("{name}: {it:?}")).collect()
}

#[test]
fn numbers_that_a_class_begins_with() {
    let class = |body: &str| format!("class Cache(Base):\n    _misses = 0\n\n{body}");
    let shown = "    @property\n    def misses(self):\n        return self._misses\n";
    let never = ["Cache._misses: NeverFed"];
    let get = |line: &str| {
        class(&format!(
            "    def get(self, key):\n        {line}\n\n{shown}"
        ))
    };
    let only = |source: &str| idle(&[("a.py", source)]);
    assert_eq!(only(&get("return None")), never);
    assert_eq!(only(&get("self._misses = 0")), never);
    assert!(only(&get("self._misses += 1")).is_empty());
    // What one module begins with, another may count.
    let other = "def go(cache):\n    cache._misses = 3\n";
    let quiet = get("return None");
    assert!(idle(&[("a.py", &quiet), ("b.py", other)]).is_empty());
    assert!(
        only(
            "class Cache(Base):\n    misses = 0\n\n    def get(self):\n        return self.misses\n"
        )
        .is_empty()
    );
    assert!(
        only(
            "class Cache(Base):\n    _limit = 3\n\n    def get(self):\n        return self._limit\n"
        )
        .is_empty()
    );
}

#[test]
fn methods_tell_whose_field_they_look_at() {
    let lib = "pub struct Maker { sign: String }\nimpl Maker { pub fn go(&self) -> String { format!(\"{}{}\", self.sign, go(&self.sign)) } pub fn sign(mut self, sign: &str) -> Self { self.sign = sign.to_string(); self } }";
    let main = |body: &str| {
        format!(
            "use clap::Parser;\n#[derive(Parser)]\nstruct Args {{ sign: String, amount: usize }}\nfn main() {{ let args = Args::parse(); {body} }}"
        )
    };
    let both = |body: &str| idle(&[("src/lib.rs", lib), ("src/main.rs", &main(body))]);
    assert_eq!(both("run(args.amount);"), ["Args.sign: NeverRead"]);
    assert!(both("run(args.amount, args.sign);").is_empty());
    // Through something that leads to it, and in a pattern.
    assert!(both("let Args { sign, amount } = args; run(amount, sign);").is_empty());
    let own = "impl Args { fn show(&self) -> String { self.sign.clone() } }";
    let text = format!("{}\n{own}", main("run(args.amount);"));
    assert!(idle(&[("src/lib.rs", lib), ("src/main.rs", &text)]).is_empty());
}

#[test]
fn errors_that_only_a_test_makes() {
    let made = |files: &[(&str, &str)]| {
        let project = Project::read(files.iter().copied());
        project.makes("shop.py", "LostError")
    };
    let class =
        "class LostError(Exception):\n    pass\n\ndef get(rows, key):\n    return rows[key]\n";
    let test = (
        "tests/test_shop.py",
        "from shop import LostError\n\ndef test_key():\n    assert 'a' in str(LostError('a'))\n",
    );
    assert!(!made(&[("shop.py", class), test]));
    let raised = format!("{class}\ndef find(rows):\n    raise LostError(rows)\n");
    assert!(made(&[("shop.py", &raised), test]));
    // What is caught may be raised by others, as the test does.
    let caught = format!(
        "{class}\ndef find(rows, f):\n    try:\n        f(rows)\n    except LostError:\n        return None\n"
    );
    assert!(made(&[("shop.py", &caught), test]));
}
