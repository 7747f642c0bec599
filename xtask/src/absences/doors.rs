//! `Entry` and `Permit`, the two values that prove something: nobody can make, copy or load one but their constructor.
//!
//! The compiler keeps the fields private to `ledger`; this keeps `ledger` itself to one place of making each.

use crate::finding::Finding;
use crate::lex::{body_or_end, closing, is_word, line_of, words};
use crate::tree::{Kind, Tree};

const PROOFS: [&str; 2] = ["Entry", "Permit"];
/// Traits that would make a second one.
const COPIERS: [&str; 5] = ["Clone", "Copy", "Default", "Deserialize", "From"];

/// A file of `ledger` that ships: its path, its code, its code without tests.
type Room<'a> = Vec<(&'a str, &'a str)>;

/// Every second way to come by an `Entry` or a `Permit`.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let room: Room = tree
        .rust()
        .filter(|(file, _)| file.room == "ledger" && file.kind == Kind::Product)
        .map(|(file, rust)| (file.path.as_str(), rust.product.as_str()))
        .collect();
    // An empty room has nothing to prove yet.
    if room.len() < 2 {
        return Vec::new();
    }
    PROOFS
        .into_iter()
        .flat_map(|name| one(name, &room))
        .collect()
}

fn one(name: &str, room: &Room) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut made: Vec<(&str, usize)> = Vec::new();
    let mut defined = 0_usize;
    for (path, code) in room {
        let mut say = |at: usize, text: String| {
            findings.push(Finding::at(*path, line_of(code, at), "proof", text));
        };
        for at in definitions(name, code) {
            defined += 1;
            for trait_name in derived(code, at) {
                say(
                    at,
                    format!("`{name}` must not derive `{trait_name}`: each is made once"),
                );
            }
            if has_public_field(code, at) {
                say(
                    at,
                    format!("`{name}` has a public field: anyone could make one"),
                );
            }
        }
        for (trait_name, at) in implemented(name, code) {
            say(
                at,
                format!("`{name}` must not implement `{trait_name}`: each is made once"),
            );
        }
        made.extend(
            makings(name, code)
                .into_iter()
                .map(|at| (*path, line_of(code, at))),
        );
    }
    if defined != 1 {
        let say = format!("`struct {name}` is defined {defined} times in `ledger`, not once");
        findings.push(Finding::at("crates/ledger/src", 0, "proof", say));
    }
    for (path, line) in made.iter().skip(1) {
        let say = format!("`{name}` is made here too: it has one constructor");
        findings.push(Finding::at(*path, *line, "proof", say));
    }
    findings
}

fn definitions<'a>(name: &'a str, code: &'a str) -> Vec<usize> {
    words(code, name)
        .filter(|at| before(code, *at) == "struct")
        .collect()
}

/// The word before byte `at`.
fn before(code: &str, at: usize) -> &str {
    let head = code.get(..at).unwrap_or_default().trim_end();
    let start = head
        .bytes()
        .rposition(|byte| !is_word(byte))
        .map_or(0, |last| last + 1);
    head.get(start..).unwrap_or_default()
}

/// Which of the copying traits the attributes above the definition derive.
fn derived(code: &str, at: usize) -> Vec<&'static str> {
    let head = code.get(..at).unwrap_or_default();
    let item = head
        .rfind([';', '}'])
        .map_or(head, |last| head.get(last..).unwrap_or_default());
    COPIERS
        .into_iter()
        .filter(|name| words(item, name).next().is_some())
        .collect()
}

fn has_public_field(code: &str, at: usize) -> bool {
    // A tuple struct's fields stand before its `;`, a plain one's inside the braces.
    let end = match body_or_end(code, at) {
        Some((open, b'{')) => closing(code, open),
        Some((end, _)) => end,
        None => code.len(),
    };
    code.get(at..end)
        .is_some_and(|fields| words(fields, "pub").next().is_some())
}

/// Copying traits implemented for `name`, and where.
fn implemented(name: &str, code: &str) -> Vec<(&'static str, usize)> {
    let mut found = Vec::new();
    for at in words(code, "impl") {
        let Some((open, b'{')) = body_or_end(code, at) else {
            continue;
        };
        let header = code.get(at..open).unwrap_or_default();
        let Some((traits, target)) = header.split_once(" for ") else {
            continue;
        };
        let is_for = words(target.split(" where ").next().unwrap_or_default(), name)
            .next()
            .is_some();
        let copier = COPIERS
            .into_iter()
            .find(|one| words(traits, one).next().is_some());
        if let (true, Some(copier)) = (is_for, copier) {
            found.push((copier, at));
        }
    }
    found
}

/// Where a value is put together: `Name { .. }`, `Name(..)`, or `Self` inside its `impl`.
fn makings(name: &str, code: &str) -> Vec<usize> {
    let mut found: Vec<usize> = words(code, name)
        .filter(|at| is_literal(code, *at, name.len()))
        .collect();
    for at in words(code, "impl") {
        let Some((open, b'{')) = body_or_end(code, at) else {
            continue;
        };
        let header = code.get(at..open).unwrap_or_default();
        let target = header.rsplit(" for ").next().unwrap_or_default();
        let target = target.split(" where ").next().unwrap_or_default();
        if words(target, name).next().is_none() {
            continue;
        }
        let body = open..closing(code, open);
        let own = words(code, "Self").filter(|at| body.contains(at));
        found.extend(own.filter(|at| is_literal(code, *at, 4)));
    }
    found.sort_unstable();
    found
}

/// Is the name at `at` put together here, rather than named, returned, matched or defined?
fn is_literal(code: &str, at: usize, length: usize) -> bool {
    let head = code.get(..at).unwrap_or_default().trim_end();
    let is_type = head.ends_with("->")
        || matches!(
            before(code, at),
            "struct" | "impl" | "for" | "let" | "enum" | "dyn" | "as"
        );
    let rest = skip_generics(code.get(at + length..).unwrap_or_default());
    let opens = rest.trim_start().starts_with('{') || rest.starts_with('(');
    // `impl<A> Permit<A> {`: the word before is the closing bracket of the generics.
    let is_impl = head.ends_with('>') && !head.ends_with("=>");
    let is_pattern = rest
        .find(['{', '('])
        .map(|open| closing(rest, open))
        .and_then(|end| rest.get(end..))
        .is_some_and(|after| after.trim_start().starts_with("=>"));
    opens && !is_type && !is_impl && !is_pattern
}

/// Behind `<..>` or `::<..>`, if that is next.
fn skip_generics(rest: &str) -> &str {
    let inner = rest.strip_prefix("::").unwrap_or(rest);
    if !inner.starts_with('<') {
        return rest;
    }
    let mut depth = 0_usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return inner.get(at + 1..).unwrap_or_default();
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "
        #[derive(Debug)]
        pub struct Entry { line: Line }
        pub struct Permit<A> { act: A }
        impl Entry {
            fn new(line: Line) -> Entry { Entry { line } }
        }
        impl<A: Act> Permit<A> {
            pub fn redeem(entry: Entry) -> Result<Permit<A>, Refused> {
                let Entry { line } = entry;
                match line { a => Ok(Self { act: a }) }
            }
        }
        impl<A> fmt::Debug for Permit<A> { fn fmt(&self) {} }
        #[derive(Clone)]
        pub struct Line { next: Option<u8> }
    ";

    fn found(text: &str) -> Vec<String> {
        let tree = Tree::of(&[
            ("crates/ledger/src/a.rs", text),
            ("crates/ledger/src/lib.rs", ""),
        ]);
        check(&tree)
            .into_iter()
            .map(|finding| finding.say)
            .collect()
    }

    #[test]
    fn one_constructor_each_passes() {
        assert_eq!(found(GOOD), Vec::<String>::new());
    }

    #[test]
    fn a_stub_is_tolerated_but_a_room_without_proofs_is_not() {
        assert!(check(&Tree::of(&[("crates/ledger/src/lib.rs", "")])).is_empty());
        assert_eq!(found("").len(), 2);
    }

    #[test]
    fn second_ways_are_caught() {
        for (from, to) in [
            ("#[derive(Debug)]", "#[derive(Debug, Clone)]"),
            (
                "#[derive(Debug)]",
                "#[derive(Debug)] #[derive(serde::Deserialize)]",
            ),
            ("Entry { line: Line }", "Entry { pub line: Line }"),
            ("Permit<A> { act: A }", "Permit<A>(pub(crate) A);"),
            ("fn fmt(&self) {}", "fn fmt(&self) { Permit { act: 1 }; }"),
            ("fn fmt(&self) {}", "fn fmt(&self) { Self { act: 1 }; }"),
            ("impl<A> fmt::Debug for", "impl<A> Clone for"),
            (
                "impl<A> fmt::Debug for",
                "impl<'de, A> serde::Deserialize<'de> for",
            ),
            (
                "#[derive(Clone)]",
                "fn forge(line: Line) -> Entry { let made = Entry { line }; made }",
            ),
            (
                "#[derive(Clone)]",
                "impl From<Line> for Entry { fn from(line: Line) -> Self { Self { line } } }",
            ),
        ] {
            let text = GOOD.replacen(from, to, 1);
            assert_ne!(text, GOOD, "{from}");
            assert!(!found(&text).is_empty(), "{to}");
        }
    }
}
