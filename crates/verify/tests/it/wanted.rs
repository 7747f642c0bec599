//! Functions that the plan asks for by their names and that hold nothing, beside those that may.

use super::world::held;

fn fails(says: &str, path: &str, before: &str, now: &str) -> bool {
    let found = held(says, &[(path, before, now)]);
    !found.is_empty()
}

#[test]
fn what_the_plan_asks_for_and_holds_nothing() {
    let python = |body: &str| {
        format!(
            "class Calls:\n    def all(self):\n        return list(self.kept)\n\n    def never(self, url):\n        {body}\n"
        )
    };
    let before = "class Calls:\n    def all(self):\n        return list(self.kept)\n";
    let rust = |body: &str| {
        format!(
            "pub struct A(Vec<u8>);\nimpl Extend<u8> for A {{\n    fn extend<I: IntoIterator<Item = u8>>(&mut self, it: I) {{\n        {body}\n    }}\n}}\n"
        )
    };
    let asks = "Add Calls.never(url): no call went there.";
    assert!(fails(asks, "src/calls.py", before, &python("...")));
    assert!(!fails(
        asks,
        "src/calls.py",
        before,
        &python("return url not in self.all()")
    ));
    let asks = "Implement Extend for A: `extend` adds each.";
    assert!(fails(
        asks,
        "src/lib.rs",
        "pub struct A(Vec<u8>);\n",
        &rust("unimplemented!()")
    ));
    let refuses = rust("unimplemented!(\"not on this platform\")");
    assert!(!fails(
        "Add A.",
        "src/lib.rs",
        "pub struct A(Vec<u8>);\n",
        &refuses
    ));
}
