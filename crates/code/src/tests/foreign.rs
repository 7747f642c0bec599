//! Helpers that stand in other files of tests: which calls may well assert though what they call is not to be seen.
//!
//! In Go a helper fails the test through the `t` that it is handed, and a package of tests shares its helpers without an
//! import. In Python they are brought in from modules that hold nothing else.

use std::collections::BTreeSet;

use super::assertion;
use super::chain::{Chain, Link};
use super::suite::Strength;
use super::token::{Run, Tokens};
use crate::facts::Facts;
use crate::language::Language;
use crate::phrases;
use crate::syntax::Tree;

/// Names that are kept of one file.
const NAMES_MAX: usize = 2_000;

/// Words by which a helper says that it makes ready, or tidies up, and asserts nothing.
const READIES: [&str; 34] = [
    "setup", "set", "skip", "clean", "cleanup", "new", "make", "start", "stop", "init", "log",
    "create", "open", "close", "reset", "restore", "prepare", "with", "use", "mock", "patch",
    "stub", "fake", "enable", "disable", "silence", "seed", "register", "teardown", "tear",
    "chdir", "write", "load", "sleep",
];

/// What a file knows of helpers that are not its own.
pub(super) struct Foreign<'t> {
    language: Language,
    /// Functions and methods of this file.
    own: BTreeSet<&'t str>,
    /// Names that come from modules of helpers (Python).
    brought: BTreeSet<String>,
}

impl<'t> Foreign<'t> {
    pub(super) fn of(language: Language, tree: &'t Tree<'t>, facts: &Facts) -> Foreign<'t> {
        let mut foreign = Foreign {
            language,
            own: BTreeSet::new(),
            brought: BTreeSet::new(),
        };
        match language {
            Language::Go => {
                let named = tree.all().filter_map(assertion::function);
                foreign.own = named.map(|(name, _)| name).take(NAMES_MAX).collect();
            }
            Language::Python => {
                let helping = facts.imports.iter().filter(|it| is_of_helpers(&it.path));
                let names = helping.flat_map(|it| &it.names);
                let names = names.filter_map(|it| it.local.clone());
                foreign.brought = names.take(NAMES_MAX).collect();
            }
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Java
            | Language::Other => {}
        }
        foreign
    }

    /// How firmly a helper asserts, as far as its name says: `isNoErr` asks only whether something went wrong, and
    /// `isEqual(t, x, x)` nothing.
    pub(super) fn strength(tokens: &Tokens<'_>, call: &Link<'_>) -> Strength {
        let words = phrases::name_words(call.name);
        let says = |word: &str| words.iter().any(|it| it == word);
        let wrong = says("err") || says("error") || says("panic");
        let pieces = call.open.map(|it| tokens.pieces(it)).unwrap_or_default();
        let given = pieces.iter().skip_while(|it| is_test(tokens, **it));
        let given: Vec<String> = given.map(|it| tokens.words(*it)).collect();
        match given.as_slice() {
            [one, other] if one == other && (says("equal") || says("same")) => Strength::Vacuous,
            _ if wrong && (says("no") || says("not") || says("nil")) => Strength::Loose,
            _ => Strength::Exact,
        }
    }

    /// Whether a call that stands as a statement may assert in another file.
    pub(super) fn may_assert(
        &self,
        tokens: &Tokens<'_>,
        chain: &Chain<'_>,
        call: &Link<'_>,
    ) -> bool {
        let words = phrases::name_words(call.name);
        let readies = words
            .first()
            .is_none_or(|it| READIES.contains(&it.as_str()));
        if readies || self.own.contains(call.name) || !chain.stands_alone() {
            return false;
        }
        match self.language {
            Language::Go => {
                let pieces = call.open.map(|it| tokens.pieces(it)).unwrap_or_default();
                let handed = pieces.iter().any(|it| is_test(tokens, *it));
                handed && !matches!(chain.first(), "t" | "tb")
            }
            Language::Python => self.brought.contains(chain.first()),
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Java
            | Language::Other => false,
        }
    }
}

/// Whether an argument is what a test of Go is handed.
fn is_test(tokens: &Tokens<'_>, piece: Run) -> bool {
    piece.indices().len() == 1 && matches!(tokens.text(piece.start), "t" | "tb")
}

/// Whether a module says by its name that tests share what it holds: `.util`, `tests.helpers`, `conftest`.
fn is_of_helpers(path: &str) -> bool {
    const WORDS: [&str; 16] = [
        "test",
        "tests",
        "testing",
        "testutil",
        "testutils",
        "util",
        "utils",
        "helper",
        "helpers",
        "common",
        "conftest",
        "support",
        "shared",
        "checks",
        "assertions",
        "base",
    ];
    const STANDARD: [&str; 5] = [
        "unittest",
        "test.support",
        "django.test",
        "numpy.testing",
        "pytest",
    ];
    let relative = path.starts_with('.');
    let last = path
        .trim_start_matches('.')
        .rsplit('.')
        .next()
        .unwrap_or("");
    let words = phrases::name_words(last);
    let says = |it: &String| WORDS.contains(&it.as_str());
    // `app.utils` is what is tested as likely as not.
    let of_tests = path
        .split('.')
        .any(|it| matches!(it, "test" | "tests" | "testing" | "conftest"));
    let alone = !path.contains('.') && words.iter().any(|it| it == "test" || it == "conftest");
    (relative || of_tests || alone) && words.iter().any(says) && !STANDARD.contains(&path)
}
