//! Which file of a crate uses which other: paths in `use` and in code, followed through re-exports to the file that a name
//! comes from. A re-export itself uses nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::lex::{self, Masked, is_word};
use crate::tree::{Kind, Source, Tree};
use crate::uses::{self, Reach, Use};

/// How often a name is followed from one re-export to the next.
const HOPS_MAX: usize = 8;

/// One product file of a crate.
struct Module<'t> {
    path: &'t str,
    rust: &'t Masked,
    uses: Vec<Use>,
}

/// The product files of one crate by their module paths; the root is `""`.
struct Room<'t>(BTreeMap<String, Module<'t>>);

/// The files of each crate that import each other in a circle, largest circle first.
pub(crate) fn circles(tree: &Tree) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut rooms: BTreeMap<&str, Room<'_>> = BTreeMap::new();
    for (file, rust) in tree.rust().filter(|(file, _)| file.kind == Kind::Product) {
        if let Some(module) = module_of(file) {
            let room = rooms
                .entry(&file.room)
                .or_insert_with(|| Room(BTreeMap::new()));
            let uses = uses::read(&rust.product);
            let path = &file.path;
            room.0.insert(module, Module { path, rust, uses });
        }
    }
    let found = rooms
        .into_iter()
        .map(|(name, room)| (name.to_owned(), room.circles()));
    found.filter(|(_, circles)| !circles.is_empty()).collect()
}

/// The path of the module that a file is: `a::b` for `src/a/b.rs` and `src/a/b/mod.rs`.
fn module_of(file: &Source) -> Option<String> {
    let below = file.path.split_once("/src/")?.1.strip_suffix(".rs")?;
    let below = below.strip_suffix("/mod").unwrap_or(below);
    match below {
        "lib" | "main" => Some(String::new()),
        _ => Some(below.replace('/', "::")),
    }
}

impl Room<'_> {
    fn circles(&self) -> Vec<Vec<String>> {
        let names: Vec<&String> = self.0.keys().collect();
        let number = |name: &String| names.binary_search(&name).ok();
        let edges: Vec<BTreeSet<usize>> = names
            .iter()
            .map(|name| self.used_by(name).iter().filter_map(number).collect())
            .collect();
        let reached: Vec<BTreeSet<usize>> = (0..names.len()).map(|at| reach(&edges, at)).collect();
        let both = |a: usize, b: usize| {
            reached.get(a).is_some_and(|it| it.contains(&b))
                && reached.get(b).is_some_and(|it| it.contains(&a))
        };
        let mut circles = Vec::new();
        for at in 0..names.len() {
            let circle: Vec<usize> = (0..names.len()).filter(|other| both(at, *other)).collect();
            // One file alone is none, and each circle is told by its first file.
            if circle.len() > 1 && circle.first() == Some(&at) {
                let path = |at: &usize| names.get(*at).and_then(|it| self.0.get(*it));
                let paths = circle.iter().filter_map(path);
                circles.push(paths.map(|it| it.path.to_owned()).collect::<Vec<_>>());
            }
        }
        circles.sort_by_key(|it| std::cmp::Reverse(it.len()));
        circles
    }

    /// The modules that a module uses.
    fn used_by(&self, name: &str) -> BTreeSet<String> {
        let Some(module) = self.0.get(name) else {
            return BTreeSet::new();
        };
        let own = module.uses.iter().filter(|one| one.reach != Reach::Public);
        let mut paths: Vec<String> = own.map(|one| one.path.clone()).collect();
        paths.extend(self.written(name, &without_uses(&module.rust.product)));
        let mut found: BTreeSet<String> = paths
            .iter()
            .filter_map(|path| self.source(name, path, HOPS_MAX))
            .collect();
        found.remove(name);
        found
    }

    /// Paths into the crate that stand in code: from its root, from above, and from a module that the file declares.
    fn written(&self, name: &str, code: &str) -> Vec<String> {
        let below = |child: &str| self.0.contains_key(&joined(name, child));
        let starts = code.match_indices("::").filter_map(|(at, _)| {
            let before = code.get(..at)?;
            let start = before.len() - before.bytes().rev().take_while(|it| is_word(*it)).count();
            let word = code.get(start..at)?;
            let is_first = !before.get(..start)?.ends_with([':', '.']);
            let leads = matches!(word, "crate" | "super") || below(word);
            (is_first && leads && !word.is_empty()).then_some(start)
        });
        let in_path = |byte: &u8| is_word(*byte) || *byte == b':';
        let paths = starts.filter_map(|start| {
            let rest = code.get(start..)?;
            let length = rest.bytes().take_while(|byte| in_path(byte)).count();
            rest.get(..length)
        });
        paths
            .map(|path| path.trim_end_matches(':').to_owned())
            .collect()
    }

    /// The module that a path, written in the module `here`, leads to.
    fn source(&self, here: &str, path: &str, hops: usize) -> Option<String> {
        let mut parts = path.split("::").peekable();
        let mut at = match *parts.peek()? {
            "crate" => {
                parts.next();
                String::new()
            }
            "self" | "super" => here.to_owned(),
            child if self.0.contains_key(&joined(here, child)) => here.to_owned(),
            _ => return None,
        };
        while let Some(part) = parts.next_if(|it| matches!(*it, "self" | "super")) {
            if part == "super" {
                at = at
                    .rsplit_once("::")
                    .map_or(String::new(), |(above, _)| above.to_owned());
            }
        }
        while let Some(part) = parts.next_if(|it| self.0.contains_key(&joined(&at, it))) {
            at = joined(&at, part);
        }
        let passed_on = parts.next().and_then(|name| {
            let uses = &self.0.get(&at)?.uses;
            let of_name = |one: &&Use| one.path.rsplit("::").next() == Some(name);
            let one = uses.iter().find(of_name)?;
            self.source(&at, &one.path, hops.checked_sub(1)?)
        });
        Some(passed_on.unwrap_or(at))
    }
}

fn joined(module: &str, child: &str) -> String {
    match module {
        "" => child.to_owned(),
        _ => format!("{module}::{child}"),
    }
}

/// Everything that can be come to from `start`, which is among it only where something leads back.
fn reach(edges: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for next in edges.get(at).into_iter().flatten() {
            if found.insert(*next) {
                open.push(*next);
            }
        }
    }
    found
}

/// The code without its `use` declarations.
fn without_uses(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut from = 0;
    for at in lex::words(code, "use") {
        let end = code
            .get(at..)
            .and_then(|rest| rest.find(';'))
            .map_or(code.len(), |it| at + it);
        let declares = code
            .get(at + 3..)
            .is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if at >= from && declares {
            out.push_str(code.get(from..at).unwrap_or_default());
            from = end;
        }
    }
    out.push_str(code.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Circles of a crate by the names of their files.
    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let paths: Vec<(String, &str)> = files
            .iter()
            .map(|(name, text)| (format!("crates/gate/src/{name}.rs"), *text))
            .collect();
        let files: Vec<(&str, &str)> = paths
            .iter()
            .map(|(path, text)| (path.as_str(), *text))
            .collect();
        let mut circles = circles(&Tree::of(&files))
            .remove("gate")
            .unwrap_or_default();
        for path in circles.iter_mut().flatten() {
            *path = path.replace("crates/gate/src/", "").replace(".rs", "");
        }
        circles
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let root = ("lib", "mod a; mod b; mod c; pub use a::A; pub use b::B;");
        let none: Vec<Vec<String>> = Vec::new();
        let ab = vec![vec!["a".to_owned(), "b".to_owned()]];
        for (a, b, circles) in [
            ("use crate::b::B;", "fn f() {}", &none),
            ("use crate::b::B;", "use crate::a::A;", &ab),
            // Through the root's re-export, in code, by a group, from above.
            ("use crate::B;", "fn f() { crate::A::new(); }", &ab),
            ("use crate::{b, c};", "use super::a;", &ab),
            // Not: in a test, in a comment, of another crate, by a name that only looks like it.
            (
                "use crate::b::B;",
                "#[cfg(test)]\nmod t { use crate::a::A; }",
                &none,
            ),
            ("use crate::b::B;", "// crate::a::A\nuse spec::a::A;", &none),
            ("use crate::b::B;", "fn f() { other::crate_a::A; }", &none),
        ] {
            let files = [root, ("a", a), ("b", b), ("c", "")];
            assert_eq!(&found(&files), circles, "{a} {b}");
        }
    }

    #[test]
    fn a_parent_that_uses_its_child_and_is_used_by_it_is_a_circle() {
        let up = ("a/b", "use super::Asked;");
        for (parent, circle) in [
            ("mod b; pub struct Asked; fn f() { b::g(); }", true),
            ("mod b; pub struct Asked; use b::G;", true),
            // What it only hands on it does not use.
            ("mod b; pub struct Asked; pub use b::G;", false),
            ("mod b; pub struct Asked; pub(crate) mod c;", false),
        ] {
            let found = found(&[("lib", "mod a;"), ("a", parent), up]);
            assert_eq!(!found.is_empty(), circle, "{parent}");
        }
    }
}
