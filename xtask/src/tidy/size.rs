//! How long files and functions are, tests not counted.

use std::ops::Range;

use crate::lex::{Masked, body_or_end, closing, is_word, line_of, words};
use crate::tree::{Kind, Source};

/// Lines of a file, unless the ratchet says otherwise.
pub(super) const FILE_LINES_MAX: usize = 400;
/// Lines of a file, whatever the ratchet says.
pub(super) const FILE_LINES_HARD_MAX: usize = 800;
/// Lines of a function, from `fn` to its closing brace.
pub(super) const FUNCTION_LINES_MAX: usize = 70;

/// One function that is not a test's.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) lines: usize,
}

/// Is this file measured at all?
pub(super) fn counts(file: &Source) -> bool {
    matches!(file.kind, Kind::Product | Kind::Chore)
}

/// Lines of the file that are not under `#[cfg(test)]`.
pub(super) fn file_lines(file: &Source, rust: &Masked) -> usize {
    let tests: usize = rust.test_lines.iter().map(Range::len).sum();
    file.text.lines().count().saturating_sub(tests)
}

/// Every function with a body, in order; one inside another is counted in both.
pub(super) fn functions(rust: &Masked) -> Vec<Function> {
    let code = rust.product.as_str();
    let mut found = Vec::new();
    for at in words(code, "fn") {
        let rest = code.get(at + 2..).unwrap_or_default().trim_start();
        let length = rest
            .bytes()
            .take_while(|byte| is_word(*byte) || *byte == b'#')
            .count();
        let name = rest.get(..length).unwrap_or_default();
        // `fn(u8) -> u8` is a type.
        if name.is_empty() {
            continue;
        }
        if let Some((open, b'{')) = body_or_end(code, at) {
            let line = line_of(code, at);
            let last = line_of(code, closing(code, open).saturating_sub(1));
            found.push(Function {
                name: name.to_owned(),
                line,
                lines: last - line + 1,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex;

    #[test]
    fn functions_are_measured_from_fn_to_brace() {
        let code = "fn a(\n  x: [u8; 2],\n) -> u8 {\n  \"}\";\n  1\n}\ntrait T { fn b(); fn c() {} }\ntype F = fn(u8);\n#[cfg(test)]\nmod t {\n fn d() {\n }\n}\n";
        let found: Vec<(String, usize, usize)> = functions(&lex::mask(code))
            .into_iter()
            .map(|one| (one.name, one.line, one.lines))
            .collect();
        assert_eq!(found, [("a".to_owned(), 1, 6), ("c".to_owned(), 7, 1)]);
    }

    #[test]
    fn tests_do_not_count_as_lines() {
        let file = Source::new(
            "crates/gate/src/a.rs",
            "//! A.\nfn a() {}\n#[cfg(test)]\nmod t {\n}\n",
        );
        let rust = file.rust.as_ref().expect("rust");
        assert_eq!(file_lines(&file, rust), 2);
    }
}
