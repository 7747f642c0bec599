//! What the plan asks of Rust by name or in a list, and the change has in part or in name alone; and honest work that looks
//! like it.

use crate::world::{held, holds};

const CARGO: (&str, &str, &str) = (
    "Cargo.toml",
    "[package]\nname = \"a\"\n",
    "[package]\nname = \"a\"\n",
);
const OLD: &str = "pub fn go(n: u8) -> u8 { n + 1 }\n";

fn lib(says: &str, more: &str) -> Vec<String> {
    let now = format!("{OLD}{more}");
    held(says, &[CARGO, ("src/lib.rs", OLD, &now)])
}

#[test]
fn functions_that_the_plan_names_do_something() {
    let echo = "pub fn align(text: &str) -> String { text.to_string() }\n";
    let back = "what it was given";
    let any = |says: &str, code: &str| !lib(says, code).is_empty();
    assert!(any("Add align(text), which aligns a text.", echo));
    assert!(!any(
        "Add align(text), which gives the text back as it is.",
        echo
    ));
    assert!(!any("Speed things up.", echo), "{back}");
    let never = "pub struct S { pub n: u8 }\nimpl S { pub fn swap(&mut self, v: u8) -> Result<u8, u8> { match self.n { 0 => Ok(v), n => { self.n = v; Ok(n) } } } }\n";
    assert!(any("Add S::swap(v): nothing there is told in Err.", never));
    assert!(!any("Add S::swap(v), a Result for later.", never));
    assert!(!any(
        "Add S, which swaps; an unknown one is an error.",
        never
    ));
}

#[test]
fn a_method_of_the_name_of_a_field_does_not_read_it() {
    let code = |reads: &str| {
        format!(
            "mod below;\npub struct Pad {{ fill: char }}\nimpl Pad {{ pub fn fill(mut self, c: char) -> Pad {{ self.fill = c; self }}\npub fn write(&self, n: usize) -> String {{ repeat({reads}, n) }} }}\n"
        )
    };
    let test = "use a::Pad;\n#[test]\nfn pads() { assert_eq!(pad().fill('.').write(2), \"..\"); let p = pad().fill('x'); assert_eq!(p.write(1), \"x\"); }\n";
    let unread = |reads: &str| {
        let text = code(reads);
        let files = [
            CARGO,
            ("src/lib.rs", "", text.as_str()),
            ("src/below.rs", "", "pub fn below(n: u8) -> u8 { n + 1 }\n"),
            ("tests/pad.rs", "", test),
        ];
        holds(
            &held("Pad with any character, with a test.", &files),
            "read",
        )
    };
    assert!(unread("' '"));
    assert!(!unread("self.fill"));
}

#[test]
fn tests_that_a_macro_makes_and_marks_are_tests() {
    let with = |mark: &str, calls: &str| {
        format!(
            "{OLD}#[cfg(test)]\nmod tests {{\n    use super::go;\n    macro_rules! case {{ ($name:ident, $of:expr, $is:expr) => {{ #[test] fn $name() {{ assert_eq!(go($of), $is); }} }} }}\n{calls}\n    #[test]\n    {mark}\n    fn slow() {{ assert_eq!(go(7), 8); }}\n}}\n"
        )
    };
    let asked = |says: &str, now: &str| {
        let before = with("", "    case!(one, 1, 2);");
        let found = held(says, &[CARGO, ("src/lib.rs", &before, now)]);
        holds(&found, "asks for tests")
    };
    let says = "Go on from two as well. With a test.";
    let code = |text: String| text.replace("n + 1", "1 + n");
    assert!(asked(says, &code(with("", "    case!(one, 1, 2);"))));
    assert!(!asked(
        says,
        &code(with("", "    case!(one, 1, 2);\n    case!(two, 2, 3);"))
    ));
    let says = "Have the slow tests of going on ignored under Miri.";
    let marked = with("#[cfg_attr(miri, ignore)]", "    case!(one, 1, 2);");
    assert!(!asked(says, &marked));
}
