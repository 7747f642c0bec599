//! Results that a test takes under a name and never looks at: `slug = slugify(text)`, and nothing after it.

use super::cases::Raw;
use crate::language::Language;
use crate::syntax::Node;

/// How much of a test is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Words of names of tests to which it is enough that something runs.
const RUNS: [&str; 17] = [
    "smoke", "raise", "throw", "crash", "panic", "work", "run", "accept", "allow", "valid",
    "import", "fail", "error", "warn", "load", "init", "without",
];

/// Whether a test of Python or Java takes the result of a function and never names it again.
pub(super) fn in_vain(language: Language, raw: &Raw<'_>) -> bool {
    let lower = raw.name.to_lowercase();
    if RUNS.iter().any(|it| lower.contains(it)) {
        return false;
    }
    let inside = || raw.body.descendants().take(NODES_MAX);
    let names = inside().filter_map(|it| match language {
        Language::Python => {
            let left = it.field("left").filter(|_| it.is("assignment"))?;
            gives(it.field("right")?, "function").then_some(left)
        }
        Language::Java => {
            let name = it.field("name").filter(|_| it.is("variable_declarator"))?;
            gives(it.field("value")?, "name").then_some(name)
        }
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Go
        | Language::Other => None,
    });
    let mut names = names.filter(|it| it.is("identifier") && !it.text().starts_with('_'));
    names.any(|name| {
        let mut others = inside().filter(|it| it.is("identifier") && it.id() != name.id());
        !others.any(|it| it.text() == name.text())
    })
}

/// Whether a value is what a function gives; whoever makes an object may only want it to be there.
fn gives(value: Node<'_>, part: &str) -> bool {
    let called = value.field(part).map_or("", Node::text);
    let last = called.rsplit('.').next().unwrap_or(called);
    value.is_any(&["call", "method_invocation"]) && last.starts_with(char::is_lowercase)
}
