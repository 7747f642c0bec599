//! Where the modules of a file stand: its `mod x;` lines, and the folder that they mean.
//!
//! `#[path]` and modules inside inline ones are not followed: no product file of ours has them.

use crate::lex::{Masked, is_word, words};

/// One `mod x;` of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declared {
    /// Its name.
    pub name: String,
    /// Stands under `#[cfg(test)]`.
    pub is_test: bool,
}

/// Every `mod x;` of a file, those that ship first.
pub(crate) fn declared(rust: &Masked) -> Vec<Declared> {
    let named = |code: &str, is_test| -> Vec<Declared> {
        let names = words(code, "mod").filter_map(|at| name_behind(code, at));
        names
            .map(|name| Declared {
                name: name.to_owned(),
                is_test,
            })
            .collect()
    };
    let mut found = named(&rust.product, false);
    found.extend(named(&rust.tests, true));
    found
}

/// The folder in which the modules of a file stand.
pub(crate) fn folder(path: &str) -> &str {
    let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "mod.rs" | "lib.rs" | "main.rs" => above,
        _ => path.strip_suffix(".rs").unwrap_or(path),
    }
}

/// The name between the `mod` at `at` and its semicolon.
fn name_behind(code: &str, at: usize) -> Option<&str> {
    let rest = code.get(at + "mod".len()..)?;
    let name = rest.get(..rest.find(';')?)?.trim();
    let is_name = !name.is_empty() && name.bytes().all(is_word);
    (is_name && rest.starts_with(char::is_whitespace)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex;

    #[test]
    fn modules_are_read_from_their_lines() {
        let text = "mod a;\npub(crate) mod b;\nmod c { fn f() {} }\n// mod d;\n#[cfg(test)]\nmod e;\n#[cfg(all(test, unix))]\nmod f;\n#[cfg(unix)]\nmod g;\nmacro_rules! t { ($m:ident) => { mod $m; } }\n";
        let found: Vec<(String, bool)> = declared(&lex::mask(text))
            .into_iter()
            .map(|one| (one.name, one.is_test))
            .collect();
        let expected = [
            ("a", false),
            ("b", false),
            ("g", false),
            ("e", true),
            ("f", true),
        ];
        let expected = expected.map(|(name, is_test)| (name.to_owned(), is_test));
        assert_eq!(found, expected);
    }

    #[test]
    fn modules_stand_beside_roots_and_below_others() {
        for (path, held) in [
            ("crates/gate/src/lib.rs", "crates/gate/src"),
            ("crates/cli/src/main.rs", "crates/cli/src"),
            ("crates/gate/src/a/mod.rs", "crates/gate/src/a"),
            ("crates/gate/src/a.rs", "crates/gate/src/a"),
        ] {
            assert_eq!(folder(path), held, "{path}");
        }
    }
}
