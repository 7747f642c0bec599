//! What is there to be called, made or filled and is not, and answers that the plan asks for and that hang on nothing; and
//! honest work that looks like it.

use crate::world::{held_beside, holds};

const CARGO: (&str, &str) = ("Cargo.toml", "[package]\nname = \"a\"\n");

#[test]
fn hooks_of_a_trait_are_all_called() {
    let hooks = "pub trait Progress {\n    fn read(&mut self, _n: usize) {}\n    fn finished(&mut self, _n: usize) {}\n}\n";
    let part = "pub fn go<P: Progress>(p: &mut P) { p.read(1); work(2); }\n";
    let whole = "pub fn go<P: Progress>(p: &mut P) { p.read(1); p.finished(2); }\n";
    let idle = |rest: &str| {
        let text = format!("{hooks}{rest}");
        let files = [CARGO, ("src/lib.rs", text.as_str())];
        holds(
            &held_beside("Tell of the progress.", &[CARGO], &files[1..]),
            "nothing calls it",
        )
    };
    assert!(idle(part));
    assert!(!idle(whole));
    // None is called: whoever takes the trait may be somebody else.
    assert!(!idle("pub fn go(n: u8) -> u8 { n + 1 }\n"));
}

#[test]
fn methods_of_the_package_are_called() {
    let code = "package a\n\n// S is one.\ntype S struct{ n int }\n\n// Add adds.\nfunc (s *S) Add(n int) { s.n = s.n + n }\n\nfunc (s *S) record(n int) { s.n = n }\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestRecord(t *testing.T) {\n\ts := &S{}\n\ts.record(1)\n\tif s.n != 1 {\n\t\tt.Error(s.n)\n\t}\n}\n";
    let gomod = ("go.mod", "module x\n");
    let idle = |more: &[(&str, &str)]| {
        let mut files = vec![("s.go", code)];
        files.extend(more);
        holds(
            &held_beside("Add S.", &[gomod], &files),
            "and nothing calls it",
        )
    };
    assert!(idle(&[]));
    let calls = "package a\n\n// Go goes.\nfunc Go(s *S) { s.record(2) }\n";
    let asks = "package a\n\n// R is what records.\ntype R interface{ record(n int) }\n";
    assert!(!idle(&[("go.go", calls)]));
    assert!(!idle(&[("r.go", asks)]));
    // One that is there for tests.
    assert!(!idle(&[("s_test.go", test)]));
}

#[test]
fn of_two_that_are_built_by_turns_one_works() {
    let code = |windows: &str| {
        format!(
            "pub struct P {{ n: u8 }}\nimpl P {{\n    #[cfg(windows)]\n    pub fn expand(&mut self, find: u8) {{{windows}}}\n    #[cfg(not(windows))]\n    pub fn expand(&mut self, _find: u8) {{}}\n    pub fn n(&self) -> u8 {{ self.n }}\n}}\n"
        )
    };
    let empty = |text: &str| {
        let found = held_beside(
            "Expand globs on Windows.",
            &[CARGO],
            &[("src/lib.rs", text)],
        );
        holds(&found, "is empty")
    };
    assert!(empty(&code("")));
    assert!(!empty(&code(" self.n = find; ")));
}

#[test]
fn a_name_of_several_words_is_a_name() {
    let code = "package a\n\n// State is one.\ntype State int\n\n// String says it.\nfunc (s State) String() string { return all[s] }\n\nvar all = []string{\"a\", \"b\"}\n\n// MarshalText writes it.\nfunc (s State) MarshalText() ([]byte, error) { return []byte(\"a\"), nil }\n";
    let fixed = |says: &str| {
        let found = held_beside(says, &[("go.mod", "module x\n")], &[("s.go", code)]);
        holds(&found, "returns a fixed value")
    };
    assert!(fixed("State is text: MarshalText and UnmarshalText."));
    assert!(!fixed("MarshalText always gives the same."));
    // However far from it the plan says so.
    assert!(!fixed(
        "Add MarshalText. As nobody reads it, the text stays what it is, which is fixed."
    ));
    assert!(!fixed("State can be written as text."));
}

#[test]
fn panics_are_caught_where_the_plan_says_so() {
    let code = "package a\n\n// Serve serves.\nfunc Serve(w W, next func(W)) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tfallback(w)\n\t\t}\n\t}()\n\tnext(w)\n}\n\n// W is one.\ntype W struct{ n int }\n\nfunc fallback(w W) { print(w.n) }\n";
    let dropped = |says: &str| {
        let found = held_beside(says, &[("go.mod", "module x\n")], &[("s.go", code)]);
        holds(&found, "drops an error")
    };
    assert!(dropped("A nil handler brings the default back."));
    assert!(!dropped("Serve recovers from what a handler panics with."));
}

#[test]
fn examples_whose_output_is_asked_for_say_it() {
    let code = "package a\n\n// Add adds.\nfunc Add(n int) int { return n + 1 }\n";
    let example = |end: &str| {
        format!(
            "package a_test\n\nimport (\n\t\"fmt\"\n\n\t\"x\"\n)\n\nfunc ExampleAdd() {{\n\tfmt.Println(a.Add(1))\n{end}}}\n"
        )
    };
    let silent = |says: &str, end: &str| {
        let text = example(end);
        let files = [("a.go", code), ("example_test.go", text.as_str())];
        let found = held_beside(says, &[("go.mod", "module x\n")], &files);
        holds(&found, "asserts nothing")
    };
    let says = "An example of Add, with its output.";
    assert!(silent(says, ""));
    assert!(!silent(says, "\t// Output: 2\n"));
    assert!(!silent("An example of Add.", ""));
}

#[test]
fn parts_that_do_not_parse_are_told() {
    let code = "pub fn list(t: &str) -> Result<Vec<u8>, E> {\n    if t.len() > 9 {\n        return Err(E::Long);\n    }\n    Ok(t.split(',').filter_map(|it| it.parse().ok()).collect())\n}\npub enum E { Long }\n";
    let dropped = |says: &str| {
        let found = held_beside(says, &[CARGO], &[("src/lib.rs", code)]);
        holds(&found, "drops an error")
    };
    assert!(dropped(
        "list() parses each part, with an error for a wrong one."
    ));
    assert!(!dropped(
        "list() parses each part, and skips those with an error."
    ));
    assert!(!dropped("list() gives the numbers."));
}
