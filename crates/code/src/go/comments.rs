//! Comments by where they stand: above a declaration, behind a statement, inside a body; and what they admit.

use std::collections::BTreeMap;

use crate::parameter_use;
use crate::phrases;
use crate::syntax::{Node, Tree};

/// How many comments in a row are read as one.
const ROWS_MAX: usize = 64;

/// How much of a body is searched for comments, in nodes.
const BODY_NODES_MAX: usize = 600;

/// The comments of a file.
pub(super) struct Notes<'t> {
    /// Those that have their lines to themselves, by their last line.
    alone: BTreeMap<u32, Node<'t>>,
    /// Those behind code, by their line.
    behind: BTreeMap<u32, Node<'t>>,
    /// A line above the package's name says when the file is built.
    pub(super) configured: bool,
    /// That line says that it never is: the file is run by itself.
    pub(super) ignored: bool,
}

/// What the comments in a body say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// There are none.
    Nothing,
    /// Something; perhaps why nothing is done.
    Something,
    /// That work is left to do.
    Undone,
}

impl<'t> Notes<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Notes<'t> {
        let mut notes = Notes {
            alone: BTreeMap::new(),
            behind: BTreeMap::new(),
            configured: false,
            ignored: false,
        };
        let (mut code_line, mut in_head) = (0, true);
        for node in tree.all() {
            if node.is("comment") {
                if in_head {
                    notes.constraint(node.text());
                }
                match node.line() == code_line {
                    true => notes.behind.insert(node.line(), node),
                    false => notes.alone.insert(node.span().end_line, node),
                };
            } else if node.is_leaf() && node.start() < node.end() && !node.text().trim().is_empty()
            {
                code_line = node.span().end_line;
                in_head &= !node.is("package");
            }
        }
        notes
    }

    fn constraint(&mut self, comment: &str) {
        let condition = comment
            .strip_prefix("//go:build ")
            .or_else(|| comment.strip_prefix("// +build "));
        if let Some(condition) = condition {
            // A version of the language that is wanted says nothing of the place where the file runs.
            let version = |word: &str| word.starts_with("go1.");
            self.configured |= !condition.split_whitespace().all(version);
            self.ignored |= condition.split_whitespace().any(|word| word == "ignore");
        }
    }

    /// The comments right above a line, nearest first.
    pub(super) fn above(&self, line: u32) -> impl Iterator<Item = Node<'t>> {
        let next = move |line: u32| self.alone.get(&line.checked_sub(1)?).copied();
        std::iter::successors(next(line), move |comment| next(comment.line())).take(ROWS_MAX)
    }

    /// The comment behind the code of a line.
    pub(super) fn behind(&self, line: u32) -> Option<Node<'t>> {
        self.behind.get(&line).copied()
    }

    /// Whether a comment stands behind the code of a line or right above it.
    pub(super) fn beside(&self, line: u32) -> bool {
        self.behind.contains_key(&line) || self.above(line).next().is_some()
    }

    /// Whether such a comment speaks of what fails, and not of something else: `// see Parse for the format`.
    pub(super) fn speaks_of_failing(&self, line: u32) -> bool {
        const WORDS: [&str; 16] = [
            "ignor", "err", "fail", "never", "can't", "cannot", "won't", "best", "fine", "ok",
            "safe", "drop", "discard", "matter", "always", "skip",
        ];
        let behind = self.behind(line).into_iter();
        let mut all = behind.chain(self.above(line));
        all.any(|comment| {
            let lower = comment.text().to_lowercase();
            WORDS.iter().any(|it| lower.contains(it))
        })
    }

    /// Whether the comments above a declaration say that doing nothing is the point.
    pub(super) fn excuse(&self, line: u32) -> bool {
        let mut above = self.above(line);
        above.any(|comment| holds(comment.text(), &IDLE))
    }

    /// Whether the comments above a declaration say that something it is given is not looked at.
    pub(super) fn excuse_of_parameters(&self, line: u32) -> bool {
        let mut above = self.above(line);
        above.any(|comment| {
            let lower = comment.text().to_lowercase();
            let idle = IDLE.iter().filter(|it| **it != "nothing");
            let mut idle = idle.filter(|phrase| lower.contains(**phrase));
            let nothing = ["does nothing", "do nothing", "is a nothing"];
            idle.next().is_some()
                || nothing.iter().any(|it| lower.contains(it))
                // What is deprecated says so in a form of its own; others speak of it.
                || lower.contains("deprecated:")
                || parameter_use::excuses(&lower.replace("deprecat", ""))
        })
    }

    /// Whether the comments above a test say that to build it, or to start, is the test.
    pub(super) fn excuse_of_test(&self, line: u32) -> bool {
        let mut above = self.above(line);
        above.any(|comment| holds(comment.text(), &BUILDS))
    }
}

/// What the comments inside a body say.
pub(super) fn inside(body: Node<'_>) -> Says {
    let comments = body.descendants().take(BODY_NODES_MAX);
    let mut says = Says::Nothing;
    for comment in comments.filter(|it| it.is("comment")) {
        if admits(comment.text()) {
            return Says::Undone;
        }
        says = Says::Something;
    }
    says
}

/// Whether a comment admits that work is left to do.
fn admits(comment: &str) -> bool {
    const PHRASES: [&str; 12] = [
        "placeholder",
        "implement later",
        "to implement",
        "fill in",
        "for now",
        "in a real",
        "in production",
        "real implementation",
        "actual implementation",
        "your code here",
        "coming soon",
        "stub:",
    ];
    let lower = comment.to_lowercase();
    phrases::not_implemented(comment) || PHRASES.iter().any(|phrase| lower.contains(phrase))
}

/// Words of functions that do nothing on purpose.
const IDLE: [&str; 14] = [
    "no-op",
    "noop",
    "no op ",
    "nop ",
    "nothing",
    "does not do anything",
    "doesn't do anything",
    "not supported",
    "unsupported",
    "ignored",
    "always return",
    "always fail",
    "marker",
    "deprecated",
];

/// Words of tests that need no body.
const BUILDS: [&str; 8] = [
    "nothing to test",
    "compile",
    "builds",
    "links",
    "init ",
    "init()",
    "init does",
    "importing",
];

fn holds(comment: &str, phrases: &[&str]) -> bool {
    // The name of an answer of HTTP says nothing of the function.
    let lower = comment.to_lowercase().replace("unsupported media type", "");
    phrases.iter().any(|phrase| lower.contains(phrase))
}
