//! Assertions of a text, whatever framework they are written for: which chains and statements assert, and what.

use std::collections::{BTreeMap, BTreeSet};

use super::as_written::subject_text;
use super::chain::{self, Chain, Link};
use super::command;
use super::condition::{self, Claim};
use super::context::Context;
use super::error_handlers::{denies_all, has_asserting_handler};
use super::function_node::{function, is_function, is_method};
use super::helpers_elsewhere::Foreign;
use super::origin::{self, Origins};
use super::suite::{Assertion, Strength};
use super::token::{Run, Sort, Tokens};
use super::vocabulary;
use super::{context, matcher};
use crate::facts::ByteRange;
use crate::language::Language;
use crate::syntax::{Node, Tree};

/// How often helpers are looked at that call helpers.
const PASSES: u8 = 3;

/// Literals kept of one assertion.
const VALUES_MAX: usize = 200;

/// What is needed to read assertions.
pub(super) struct Reader<'r, 't> {
    pub(super) language: Language,
    pub(super) tokens: &'r Tokens<'t>,
    pub(super) origins: &'r Origins<'t>,
    pub(super) context: &'r Context,
    pub(super) foreign: &'r Foreign<'t>,
    /// Functions of this file that assert: how firmly, and how often.
    pub(super) helpers: BTreeMap<String, (Strength, u32)>,
    /// Names of functions of this file that belong to a type, and are called on something.
    pub(super) methods: BTreeSet<&'t str>,
}

/// An assertion and where it stands.
pub(super) struct Found {
    pub(super) byte: usize,
    pub(super) assertion: Assertion,
    /// It rests on literals alone, so that no honest test would write it.
    pub(super) constant: bool,
}

impl<'r, 't> Reader<'r, 't> {
    /// Looks for functions of the file that assert.
    pub(super) fn with_helpers(mut self, tree: &'t Tree<'t>) -> Self {
        let functions: Vec<(&str, ByteRange)> = tree.all().filter_map(function).collect();
        let methods = tree.all().filter(|it| is_method(*it));
        self.methods = methods.filter_map(|it| Some(function(it)?.0)).collect();
        for _ in 0..PASSES {
            let before = self.helpers.len();
            let found = self.find();
            for (name, bytes) in &functions {
                let from = found.partition_point(|it| it.byte < bytes.start);
                let inside = found
                    .iter()
                    .skip(from)
                    .take_while(|it| it.byte < bytes.end)
                    .take(64);
                let inside: Vec<&Found> = inside.collect();
                let times = inside
                    .iter()
                    .fold(0_u32, |sum, it| sum.saturating_add(it.assertion.stands_for));
                if let Some(best) = inside.iter().map(|it| it.assertion.strength).max() {
                    self.helpers
                        .entry((*name).to_owned())
                        .or_insert((best, times));
                }
            }
            if self.helpers.len() == before {
                break;
            }
        }
        self
    }

    /// All assertions, in source order.
    pub(super) fn find(&self) -> Vec<Found> {
        let mut found = Vec::new();
        let mut failing = BTreeSet::new();
        for at in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(at) else {
                break;
            };
            let (node, claims) = match token.sort {
                Sort::Name | Sort::Text | Sort::Open => {
                    let Some(chain) = chain::begin(self.tokens, at).filter(Chain::is_call) else {
                        continue;
                    };
                    (token.node, self.of_chain(&chain, &mut failing))
                }
                Sort::Sign => (token.node, self.of_keyword(token.node, &mut failing)),
                Sort::Number | Sort::Value | Sort::Close => continue,
            };

            found.extend(claims.into_iter().map(|claim| self.settle(node, &claim)));
        }
        found
    }

    fn of_chain(&self, chain: &Chain<'t>, failing: &mut BTreeSet<u32>) -> Vec<Claim> {
        if let Some(claims) = matcher::claims(self.language, self.tokens, chain) {
            return claims;
        }
        let Some(call) = chain.call() else {
            return Vec::new();
        };
        if self.fails(chain, call) {
            return self.failure(chain.node, failing);
        }
        if let Some(claim) = self.unwrapped(chain) {
            return Vec::from([claim]);
        }
        self.helper(chain, call).into_iter().collect()
    }

    fn fails(&self, chain: &Chain<'t>, call: &Link<'t>) -> bool {
        let through = match self.language {
            Language::Go => matches!(
                chain.first(),
                "t" | "b" | "f" | "tb" | "tt" | "c" | "s" | "g"
            ),
            Language::Python => matches!(chain.first(), "pytest" | "self"),
            Language::TypeScript | Language::Tsx => {
                matches!(chain.first(), "fail" | "assert" | "expect" | "t")
            }
            Language::Java => matches!(
                chain.first(),
                "fail" | "Assert" | "Assertions" | "Assertions_"
            ),
            Language::Rust => call.bang,
            Language::Vue | Language::Other => false,
        };
        through && chain.links.len() <= 2 && vocabulary::is_failure(call.name, call.bang)
    }

    /// A call or statement that fails: the condition under which it runs is what is asserted.
    fn failure(&self, at: Node<'t>, failing: &mut BTreeSet<u32>) -> Vec<Claim> {
        let mut below = at;
        for node in at.ancestors() {
            if is_function(node) {
                break;
            }
            if node.is_any(&["if_statement", "if_expression"]) {
                let otherwise = below.field_name() == "alternative"
                    || below.is_any(&["else_clause", "elif_clause"]);
                if !failing.insert(node.id()) {
                    return Vec::new();
                }
                let Some(condition) = node.field("condition") else {
                    break;
                };
                return condition::claims(self.tokens, self.tokens.of_node(condition), otherwise);
            }
            // That nothing is thrown, the runner asks as well; and a failure behind what is to throw only brings on the handler,
            // which asserts.
            let to_throw = || {
                below.field_name() == "body"
                    && has_asserting_handler(self.language, self.tokens, node)
            };
            if node.is_any(&["catch_clause", "except_clause"]) || to_throw() {
                let mut claim = Claim::new(Strength::Loose, self.tokens.of_node(at));
                claim.given = true;
                return Vec::from([claim]);
            }
            below = node;
        }
        let mut claim = Claim::new(Strength::Partial, self.tokens.of_node(at));
        claim.holds = Some(false);
        claim.given = true;
        Vec::from([claim])
    }

    /// `assert x`, `assert x : ".."`, `throw`, `raise`.
    fn of_keyword(&self, token: Node<'t>, failing: &mut BTreeSet<u32>) -> Vec<Claim> {
        let Some(statement) = token.parent().filter(|_| !token.is_named()) else {
            return Vec::new();
        };
        match (token.text(), statement.kind()) {
            ("assert", "assert_statement") if denies_all(statement) => {
                self.failure(statement, failing)
            }
            ("assert", "assert_statement") => {
                let Some(condition) = statement.named().next() else {
                    return Vec::new();
                };
                let run = self.tokens.of_node(condition);
                if condition.is("tuple") {
                    // A tuple that holds something is always true.
                    return Vec::from([Claim::new(Strength::Vacuous, run)]);
                }
                condition::claims(self.tokens, run, true)
            }
            ("throw", "throw_statement") | ("raise", "raise_statement") => {
                let guarded = statement
                    .ancestors()
                    .take_while(|it| !is_function(*it))
                    .any(|it| it.is("if_statement"));
                if !guarded {
                    Vec::new()
                } else {
                    self.failure(statement, failing)
                }
            }
            ("?", "try_expression") => {
                let run = self.tokens.of_node(statement);
                let claim = Claim::new(Strength::Loose, run);
                Vec::from([claim])
            }
            _ => Vec::new(),
        }
    }

    /// In Rust, what must not be an error, or must be one.
    fn unwrapped(&self, chain: &Chain<'t>) -> Option<Claim> {
        if self.language != Language::Rust {
            return None;
        }
        let names = ["unwrap", "expect", "unwrap_err", "expect_err"];
        let called = chain
            .links
            .iter()
            .any(|it| names.contains(&it.name) && it.open.is_some());
        called.then(|| Claim::new(Strength::Loose, chain.run))
    }

    fn helper(&self, chain: &Chain<'t>, call: &Link<'t>) -> Option<Claim> {
        let known = self.helpers.get(call.name).copied();
        let last = chain.links.last().is_some_and(|it| it.open == call.open);
        let makes = chain
            .run
            .start
            .checked_sub(1)
            .is_some_and(|it| self.tokens.text(it) == "new");
        // `expect(x)` alone asks nothing.
        let alone = matches!(self.language, Language::TypeScript | Language::Tsx)
            && chain.first() == "expect"
            && known.is_none();
        if makes || alone || command::only_makes(self.language, chain, known) {
            return None;
        }
        let named = || {
            let says = vocabulary::says_it_asserts(call.name);
            let exact = || (says && last && chain.is_statement()).then_some((Strength::Exact, 1));
            let elsewhere = || last && self.foreign.may_assert(self.tokens, chain, call);
            exact().or_else(|| elsewhere().then(|| (Foreign::strength(self.tokens, call), 1)))
        };
        let local = known.filter(|_| self.is_own(chain, call) && chain.is_statement());
        let (strength, times) = local.or_else(named)?;
        let mut claim = Claim::new(
            strength,
            call.open
                .map(|it| self.tokens.inside(it))
                .unwrap_or_default(),
        );
        claim.given = true;
        claim.stands_for = times.clamp(1, 100);
        if claim.subject.is_empty() {
            claim.subject = chain.run;
        }
        Some(claim)
    }

    /// Whether a call can be of a function of this file: by its bare name, or on something where a type has it.
    fn is_own(&self, chain: &Chain<'t>, call: &Link<'t>) -> bool {
        let of_itself = matches!(
            chain.first(),
            "self" | "Self" | "cls" | "this" | "super" | "crate"
        );
        match chain.links.len() {
            0 | 1 => true,
            2 => of_itself || self.methods.contains(call.name),
            _ => false,
        }
    }

    fn settle(&self, node: Node<'t>, claim: &Claim) -> Found {
        let tokens = self.tokens;
        let scope = context::scope(node);
        let resolve = |run: Run| {
            let single = run.end.saturating_sub(run.start) == 1 && tokens.is_name(run.start);
            let settled = single
                .then(|| self.origins.settled(tokens.text(run.start), scope))
                .flatten();
            settled.unwrap_or(run)
        };
        let expected = claim.expected.map(|it| resolve(tokens.bare(it)));
        let subject = tokens.bare(claim.subject);
        let fixed = |run: Run| origin::is_constant(tokens, run);
        let mut strength = claim.strength;
        let behind = resolve(subject);
        let both = fixed(behind) && expected.is_none_or(fixed);
        let scalar = behind == subject || behind.end.saturating_sub(behind.start) == 1;
        if both && scalar && !claim.given && !claim.snapshot && strength != Strength::Throws {
            strength = Strength::Vacuous;
        }
        // A function that the test made is there, whatever the code does.
        if behind != subject && strength == Strength::Loose && writes_function(tokens, behind) {
            strength = Strength::Vacuous;
        }
        let constant = strength == Strength::Vacuous && (both || claim.holds.is_some());
        let words = expected
            .map(|it| tokens.words(it))
            .or_else(|| claim.holds.map(|it| it.to_string()));
        let expected_text = expected.map(|it| tokens.as_written(it));
        let expected_text = expected_text.or_else(|| claim.holds.map(|it| it.to_string()));
        let mut values = BTreeSet::new();
        let literals = expected.into_iter().chain([subject]).flat_map(Run::indices);
        for at in literals
            .filter(|at| matches!(tokens.sort(*at), Some(Sort::Text | Sort::Number)))
            .take(VALUES_MAX)
        {
            values.insert(
                super::token::quoted(tokens.text(at))
                    .trim_matches('"')
                    .to_owned(),
            );
        }
        let callees = self.origins.callees(tokens, subject);
        let assertion = Assertion {
            line: node.line(),
            strength,
            subject: tokens.words(subject),
            subject_text: subject_text(tokens, subject, node),
            itself: expected.is_some_and(|it| self.origins.is_same_work(tokens, subject, it)),
            callees,
            broad: strength == Strength::Throws
                && words
                    .as_deref()
                    .and_then(|it| it.split(" ,").next())
                    .is_none_or(vocabulary::is_broad_error),
            expected: words,
            expected_text: expected_text.filter(|it| !it.is_empty()),
            tolerance: claim.tolerance.clone(),
            snapshot: claim.snapshot,
            hidden: self.context.hidden(node, tokens, subject),
            in_branch: context::is_in_branch(node),
            values,
            stands_for: claim.stands_for,
        };
        Found {
            byte: node.start(),
            assertion,
            constant,
        }
    }
}

/// Whether what a name stands for is a function that is written out.
fn writes_function(tokens: &Tokens<'_>, run: Run) -> bool {
    let starts = matches!(tokens.text(run.start), "function" | "lambda" | "func");
    starts || tokens.top(run).any(|at| tokens.text(at) == "=>")
}

/// What a mark on a test demands: that it fails, and with which error.
pub(super) fn by_mark(line: u32, expected: Option<String>) -> Found {
    let strength = if expected.is_some() {
        Strength::Throws
    } else {
        Strength::Loose
    };
    Found {
        byte: 0,
        constant: false,
        assertion: Assertion {
            line,
            strength,
            subject: "the test".to_owned(),
            subject_text: "the test".to_owned(),
            callees: BTreeSet::new(),
            broad: expected.as_deref().is_some_and(vocabulary::is_broad_error),
            expected_text: expected.clone().filter(|it| !it.is_empty()),
            expected,
            tolerance: None,
            snapshot: false,
            hidden: None,
            in_branch: false,
            values: BTreeSet::new(),
            stands_for: 1,
            itself: false,
        },
    }
}
