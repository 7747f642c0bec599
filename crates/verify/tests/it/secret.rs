//! Methods that only their own type may call: those that it never calls do nothing. What asks for one by its text, or by way of
//! an interface, calls it too.

use crate::changes::wrong;

/// A file as it was, and as it is with more.
struct Case {
    what: &'static str,
    path: &'static str,
    before: &'static str,
    after: &'static str,
    /// The method that nobody calls.
    idle: Option<&'static str>,
}

const RUST: &str = "pub struct Pot(Vec<u8>);\nimpl Pot {\n    pub fn sum(&self) -> u32 { self.0.iter().map(|it| u32::from(*it)).sum() }\n}\n";
const TS: &str = "export class Pot {\n  constructor(private rows: number[]) {}\n  sum() { return this.rows.length; }\n}\n";
const PYTHON: &str = "class Pot:\n    def __init__(self, rows):\n        self.rows = rows\n\n    def sum(self):\n        return len(self.rows)\n";
const GO: &str = "package pot\n\ntype Pot struct{ rows []int }\n\nfunc (p *Pot) Sum() int { return len(p.rows) }\n";
const JAVA: &str = "package a;\n\npublic final class Pot {\n    private final int[] rows = {1};\n    public int sum() { return rows.length; }\n}\n";

const CASES: [Case; 14] = [
    Case {
        what: "a method that an impl keeps for itself, where another file calls a function of that name",
        path: "src/pot.rs",
        before: RUST,
        after: "pub struct Pot(Vec<u8>);\nimpl Pot {\n    pub fn sum(&self) -> u32 { self.0.iter().map(|it| u32::from(*it)).sum() }\n    fn unknown(&self, name: &str) -> String { format!(\"{name} of {}\", self.0.len()) }\n}\n",
        idle: Some("Pot::unknown"),
    },
    Case {
        what: "one that is called by its type's name",
        path: "src/pot.rs",
        before: RUST,
        after: "pub struct Pot(Vec<u8>);\nimpl Pot {\n    pub fn sum(&self) -> u32 { Self::plain(&self.0) }\n    fn plain(rows: &[u8]) -> u32 { rows.iter().map(|it| u32::from(*it)).sum() }\n}\n",
        idle: None,
    },
    Case {
        what: "one of a trait",
        path: "src/pot.rs",
        before: RUST,
        after: "pub struct Pot(Vec<u8>);\nimpl Pot {\n    pub fn sum(&self) -> u32 { self.0.iter().map(|it| u32::from(*it)).sum() }\n}\nimpl Drop for Pot {\n    fn drop(&mut self) { println!(\"{}\", self.0.len()); }\n}\n",
        idle: None,
    },
    Case {
        what: "private",
        path: "src/pot.ts",
        before: TS,
        after: "export class Pot {\n  constructor(private rows: number[]) {}\n  sum() { return this.rows.length; }\n  private double() { return this.rows.map((it) => it * 2); }\n}\n",
        idle: Some("Pot.double"),
    },
    Case {
        what: "with a sharp",
        path: "src/pot.ts",
        before: TS,
        after: "export class Pot {\n  constructor(private rows: number[]) {}\n  sum() { return this.rows.length; }\n  #double() { return this.rows.map((it) => it * 2); }\n}\n",
        idle: Some("Pot.#double"),
    },
    Case {
        what: "with a sharp, and called",
        path: "src/pot.ts",
        before: TS,
        after: "export class Pot {\n  constructor(private rows: number[]) {}\n  sum() { return this.#double().length; }\n  #double() { return this.rows.map((it) => it * 2); }\n}\n",
        idle: None,
    },
    Case {
        what: "with an underscore, in a class without a base",
        path: "src/pot.py",
        before: PYTHON,
        after: "class Pot:\n    def __init__(self, rows):\n        self.rows = rows\n\n    def sum(self):\n        return len(self.rows)\n\n    def _double(self):\n        return [it * 2 for it in self.rows]\n",
        idle: Some("Pot._double"),
    },
    Case {
        what: "one whose name is put together",
        path: "src/pot.py",
        before: PYTHON,
        after: "class Pot:\n    def __init__(self, rows):\n        self.rows = rows\n\n    def sum(self, kind):\n        return getattr(self, f\"_sum_{kind}\")()\n\n    def _sum_all(self):\n        return sum(self.rows)\n",
        idle: None,
    },
    Case {
        what: "one that a base may call",
        path: "src/pot.py",
        before: PYTHON,
        after: "class Pot(Base):\n    def __init__(self, rows):\n        self.rows = rows\n\n    def sum(self):\n        return len(self.rows)\n\n    def _double(self):\n        return [it * 2 for it in self.rows]\n",
        idle: None,
    },
    Case {
        what: "with a small letter",
        path: "pot/pot.go",
        before: GO,
        after: "package pot\n\ntype Pot struct{ rows []int }\n\nfunc (p *Pot) Sum() int { return len(p.rows) }\n\nfunc (p *Pot) double() int { return p.Sum() * 2 }\n",
        idle: Some("Pot.double"),
    },
    Case {
        what: "one that an interface of the package calls",
        path: "pot/pot.go",
        before: GO,
        after: "package pot\n\ntype doubler interface{ double() int }\n\ntype Pot struct{ rows []int }\n\nfunc (p *Pot) Sum() int { return all(p) }\n\nfunc (p *Pot) double() int { return len(p.rows) * 2 }\n\nfunc all(of ...doubler) (n int) {\n\tfor _, it := range of {\n\t\tn += it.double()\n\t}\n\treturn n\n}\n",
        idle: None,
    },
    Case {
        what: "private in Java",
        path: "src/main/java/a/Pot.java",
        before: JAVA,
        after: "package a;\n\npublic final class Pot {\n    private final int[] rows = {1};\n    public int sum() { return rows.length; }\n    private int twice(int n) { return n * rows.length; }\n}\n",
        idle: Some("Pot.twice"),
    },
    Case {
        what: "private in Java, and called",
        path: "src/main/java/a/Pot.java",
        before: JAVA,
        after: "package a;\n\npublic final class Pot {\n    private final int[] rows = {1};\n    public int sum() { return twice(2); }\n    private int twice(int n) { return n * rows.length; }\n}\n",
        idle: None,
    },
    Case {
        what: "what serialisation calls",
        path: "src/main/java/a/Pot.java",
        before: JAVA,
        after: "package a;\n\npublic final class Pot {\n    private static final long serialVersionUID = 1L;\n    private final int[] rows = {1};\n    public int sum() { return rows.length; }\n    private Object readResolve() { return new Pot(); }\n}\n",
        idle: None,
    },
];

/// The rest of the tree: whatever starts, in each language.
const AROUND: [(&str, &str); 8] = [
    ("Cargo.toml", "[package]\nname = \"app\"\n"),
    (
        "src/lib.rs",
        "pub mod pot;\nmod texts;\npub fn of() -> String { texts::all() }\n",
    ),
    (
        "src/texts.rs",
        "pub(crate) fn all() -> String { unknown() }\npub(crate) fn unknown() -> String { String::from(\"none\") }\n",
    ),
    ("src/index.ts", "export { Pot } from './pot';\n"),
    ("pyproject.toml", "[project]\nname = \"app\"\n"),
    ("go.mod", "module example.com/app\n"),
    (
        "main.go",
        "package main\n\nimport \"example.com/app/pot\"\n\nfunc main() { println(new(pot.Pot).Sum()) }\n",
    ),
    (
        "src/pot_user.py",
        "from pot import Pot\nprint(Pot([1]).sum())\n",
    ),
];

#[test]
fn methods_that_nobody_calls() {
    for case in &CASES {
        let with = |text| {
            let mut all = AROUND.to_vec();
            all.push((case.path, text));
            all
        };
        let found = wrong(&with(case.before), &with(case.after));
        let unused = found
            .iter()
            .find(|it| it.starts_with("gate:new-code-unused"));
        let says = case.idle.map(|name| format!("nobody uses `{name}`"));
        match (unused, says) {
            (None, None) => {}
            (Some(found), Some(says)) if found.contains(&says) => {}
            _ => panic!("{}: {found:#?}", case.what),
        }
    }
}
