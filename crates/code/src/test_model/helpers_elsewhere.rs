//! Helpers that stand in other files of tests: which calls may well assert though what they call is not to be seen.
//!
//! In Go a helper fails the test through the `t` that it is handed, and a package of tests shares its helpers without an
//! import. In Python they are brought in from modules that hold nothing else, in Rust and in scripts from beside other tests.

use std::collections::BTreeSet;

use super::chain::{Chain, Link};
use super::function_node;
use super::suite::Strength;
use super::token::{Run, Tokens};
use crate::facts::Facts;
use crate::is_test_path;
use crate::language::Language;
use crate::parts::Import;
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
    /// Names that come from modules of helpers, or of tests.
    brought: BTreeSet<String>,
}

impl<'t> Foreign<'t> {
    pub(super) fn of(
        language: Language,
        path: &str,
        tree: &'t Tree<'t>,
        facts: &Facts,
    ) -> Foreign<'t> {
        let mut foreign = Foreign {
            language,
            own: BTreeSet::new(),
            brought: BTreeSet::new(),
        };
        match language {
            Language::Go => {
                let named = tree.all().filter_map(function_node::function);
                foreign.own = named.map(|(name, _)| name).take(NAMES_MAX).collect();
            }
            Language::Python => {
                foreign.brought = brought(facts, |it| is_of_helpers(&it.path));
            }
            Language::Rust => {
                foreign.brought = brought(facts, |it| is_of_the_tests_crate(path, &it.path));
            }
            Language::TypeScript | Language::Tsx | Language::Vue => {
                foreign.brought = brought(facts, |it| is_beside_tests(path, &it.path, language));
            }
            Language::Java | Language::Other => {}
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
            Language::Python
            | Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue => self.brought.contains(chain.first()),
            Language::Java | Language::Other => false,
        }
    }
}

/// Names that a file brings in from modules of helpers.
fn brought(facts: &Facts, helps: impl Fn(&Import) -> bool) -> BTreeSet<String> {
    let helping = facts.imports.iter().filter(|it| helps(it));
    let names = helping.flat_map(|it| &it.names);
    let names = names.filter_map(|it| it.local.clone());
    names.take(NAMES_MAX).collect()
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

/// Whether a path of Rust leads to a module of the very crate of tests that a file is part of: only in a folder of tests
/// is that crate another one than what is tested.
fn is_of_the_tests_crate(file: &str, path: &str) -> bool {
    let own = path.starts_with("super") || path.starts_with("crate");
    let (folders, _) = file.rsplit_once('/').unwrap_or(("", file));
    let mut folders = folders.rsplit('/');
    own && folders.find(|it| matches!(*it, "tests" | "src")) == Some("tests")
}

/// Whether a relative specifier of a script leads to a place of tests, as far as its text says.
fn is_beside_tests(file: &str, specifier: &str, language: Language) -> bool {
    let (folders, name) = file.rsplit_once('/').unwrap_or(("", file));
    let mut parts: Vec<&str> = folders.split('/').filter(|it| !it.is_empty()).collect();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let ending = name.rsplit_once('.').map_or("ts", |it| it.1);
    let target = format!("{}.{ending}", parts.join("/"));
    specifier.starts_with('.') && is_test_path(&target, language)
}
