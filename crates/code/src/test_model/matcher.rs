//! Chains that assert by a word of their own: `assert_eq!(a, b)`, `assert.Equal(t, a, b)`, `self.assertEqual(a, b)`,
//! `pytest.raises(E)`, `verify(mock).f()`; the front door for those that lead from a subject to a matcher too.

use super::chain::{Chain, Link};
use super::command;
use super::condition::Claim;
use super::fluent::{claim, fluent, should};
use super::suite::{Strength, Tolerance};
use super::token::{Run, Tokens};
use super::vocabulary::{self, Word, core, word};
use crate::language::Language;

/// What a chain asserts; `None` when it is no assertion by its words.
pub(super) fn claims(
    language: Language,
    tokens: &Tokens<'_>,
    chain: &Chain<'_>,
) -> Option<Vec<Claim>> {
    let started = || match language {
        Language::Rust => command::claims(tokens, chain),
        Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Other => None,
    };
    fluent(tokens, chain)
        .or_else(started)
        .or_else(|| should(tokens, chain))
        .or_else(|| verified(language, tokens, chain))
        .or_else(|| direct(language, tokens, chain))
}

/// Mockito's `verify(mock).f(3)`, and what clients expect of a response: `.expect(200)`, `.andExpect(..)`.
fn verified(language: Language, tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<Claim>> {
    let first = chain.links.first()?;
    if language == Language::Java
        && first.name == "verify"
        && first.open.is_some()
        && chain.links.len() > 1
    {
        let mut claim = Claim::new(Strength::Exact, chain.run);
        claim.expected = chain
            .call()
            .and_then(|it| it.open)
            .map(|it| tokens.inside(it));
        return Some(Vec::from([claim]));
    }
    let expects = |it: &&Link<'_>| {
        let name = match language {
            Language::TypeScript | Language::Tsx => it.name == "expect",
            Language::Java => matches!(
                it.name,
                "andExpect"
                    | "expectStatus"
                    | "expectNext"
                    | "verifyComplete"
                    | "expectError"
                    | "expectBody"
            ),
            Language::Rust | Language::Python | Language::Go | Language::Vue | Language::Other => {
                false
            }
        };
        name && it.open.is_some()
    };
    let later = chain.links.get(1..).unwrap_or_default();
    let found: Vec<Claim> = later
        .iter()
        .filter(expects)
        .map(|it| {
            let mut claim = Claim::new(
                Strength::Exact,
                Run {
                    start: chain.run.start,
                    end: it.open.unwrap_or(chain.run.end),
                },
            );
            claim.expected = it.open.and_then(|it| wanted(tokens, it));
            claim
        })
        .collect();
    (!found.is_empty()).then_some(found)
}

/// What a client is told to expect, without the callback that ends the test.
fn wanted(tokens: &Tokens<'_>, open: usize) -> Option<Run> {
    let pieces = tokens.pieces(open);
    let is_callback = |it: &&Run| {
        matches!(
            tokens.words(**it).as_str(),
            "done" | "cb" | "next" | "callback" | "end"
        )
    };
    let last = pieces.iter().rfind(|it| !is_callback(it))?;
    Some(Run {
        start: pieces.first()?.start,
        end: last.end,
    })
}

/// A function or method that asserts, named so.
fn direct(language: Language, tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<Claim>> {
    let link = chain.call()?;
    if !is_assertion(language, chain, link) {
        return None;
    }
    let name = core(link.name);
    let mut pieces = tokens.pieces(link.open?);
    let context = |run: &Run| {
        let words = tokens.words(*run);
        matches!(
            words.as_str(),
            "t" | "b" | "tb" | "s . T ( )" | "suite . T ( )" | "ts . T ( )"
        )
    };
    if language == Language::Go && pieces.first().is_some_and(context) {
        pieces.remove(0);
    }
    if language == Language::Java && says_first(tokens, &pieces) {
        pieces.remove(0);
    }
    if let Some(claim) = recorded(chain, link, &pieces) {
        return Some(Vec::from([claim]));
    }
    if matches!(name.as_str(), "in" | "notin") && pieces.len() > 1 {
        pieces.swap(0, 1);
    }
    let first = pieces.first().copied().unwrap_or(chain.run);
    let rest = pieces.get(1..).unwrap_or_default();
    let meaning = word(&name);
    if name == "matches" && link.bang {
        let mut claim = Claim::new(Strength::Exact, first);
        claim.expected = rest.first().copied();
        return Some(Vec::from([claim]));
    }
    if meaning == Word::Throws && is_error_first(language, link.name) {
        return Some(Vec::from([thrown(tokens, chain, link, &pieces)]));
    }
    let mut all = claim(tokens, meaning, first, rest, link.name);
    if meaning == Word::Equal && is_number(tokens, pieces.get(2)) {
        for it in &mut all {
            it.tolerance = pieces.get(2).map(|it| Tolerance::Width(tokens.words(*it)));
        }
    }
    Some(all)
}

/// `assertEquals("size of " + x, 4, x.size())`: JUnit 4 has what to say of a failure come first, JUnit 5 last.
fn says_first(tokens: &Tokens<'_>, pieces: &[Run]) -> bool {
    let [first, _, third] = pieces else {
        return false;
    };
    let (first, third) = (tokens.words(*first), tokens.words(*third));
    let sentence = first.starts_with('"') && first.trim_matches('"').contains(' ');
    sentence && !third.starts_with('"') && !matches!(third.as_str(), "message" | "msg")
}

/// What a mock remembers of its calls: `m.assert_called_once_with(3)`.
fn recorded(chain: &Chain<'_>, link: &Link<'_>, pieces: &[Run]) -> Option<Claim> {
    let name = vocabulary::plain(link.name);
    let asks = name.starts_with("assert") && name.contains("called") || name == "asserthascalls";
    if !asks {
        return None;
    }
    let bare = pieces.is_empty() && !name.contains("once") && !name.contains("not");
    let strength = if bare {
        Strength::Loose
    } else {
        Strength::Exact
    };
    let mut claim = Claim::new(strength, chain.run);
    claim.expected = pieces.first().copied();
    Some(claim)
}

/// An error that comes before what has to bring it: the last argument, or the block below.
fn thrown(tokens: &Tokens<'_>, chain: &Chain<'_>, link: &Link<'_>, pieces: &[Run]) -> Claim {
    let mut around = chain.node.ancestors().take(8);
    let block = around
        .find(|it| it.is("with_statement"))
        .and_then(|it| it.field("body"));
    let first = pieces.first().copied().unwrap_or(chain.run);
    let last = pieces.get(1..).and_then(<[Run]>::last).copied();
    let subject = block.map(|it| tokens.of_node(it)).or(last).unwrap_or(first);
    let mut claim = Claim::new(Strength::Throws, subject);
    let whole = link
        .open
        .filter(|_| block.is_some())
        .map(|it| tokens.inside(it));
    claim.expected = Some(whole.unwrap_or(first));
    claim
}

fn is_number(tokens: &Tokens<'_>, run: Option<&Run>) -> bool {
    run.is_some_and(|it| tokens.words(*it).starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether the error comes before what has to bring it.
fn is_error_first(language: Language, name: &str) -> bool {
    match language {
        Language::Python | Language::Java => true,
        Language::Go
        | Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Other => name == "expectThrows",
    }
}

fn is_assertion(language: Language, chain: &Chain<'_>, link: &Link<'_>) -> bool {
    let plain = vocabulary::plain(link.name);
    let is_class = plain.starts_with("assertionerror") || plain == "assertions";
    let says = !is_class && plain.starts_with("assert")
        || plain.starts_with("debugassert")
        || plain.starts_with("propassert");
    let core = core(link.name);
    match language {
        Language::Rust => link.bang && says,
        Language::Python => {
            says || matches!(chain.first(), "pytest" | "unittest")
                && matches!(link.name, "raises" | "warns" | "deprecated_call")
        }
        Language::Java => {
            says && link.name != "assertThat"
                || matches!(chain.first(), "Assert" | "Assertions") && link.name != "fail"
                || link.name == "expectThrows"
        }
        Language::Go => {
            (vocabulary::is_receiver(chain.first()) || chain.has("Require") || chain.has("Assert"))
                && chain.links.len() > 1
                && vocabulary::is_method(&core)
                && (!is_control(link.name)
                    || link.name == "Error"
                        && !matches!(chain.first(), "t" | "b" | "f" | "tb" | "tt"))
        }
        Language::TypeScript | Language::Tsx => {
            let by_receiver = chain.links.len() > 1
                && vocabulary::is_receiver(chain.first())
                && vocabulary::is_method(&core);
            let by_assert = chain.links.len() > 1
                && (chain.first() == "assert" || chain.has("assert"))
                && !matches!(link.name, "fail");
            let bare = chain.links.len() == 1 && (says || is_taken_out(link.name));
            (by_receiver || by_assert || bare) && !is_control(link.name)
        }
        Language::Vue | Language::Other => false,
    }
}

/// Names that scripts take out of their library of assertions, to call them by themselves: `({ same }) => ..`,
/// `const { equal } = assert`.
fn is_taken_out(name: &str) -> bool {
    matches!(
        name,
        "same"
            | "notSame"
            | "strictSame"
            | "equal"
            | "notEqual"
            | "strictEqual"
            | "notStrictEqual"
            | "deepEqual"
            | "deepStrictEqual"
    )
}

/// Methods of a test's context that assert nothing, or that fail outright.
fn is_control(name: &str) -> bool {
    matches!(
        name,
        "Error"
            | "Errorf"
            | "Fatal"
            | "Fatalf"
            | "Fail"
            | "FailNow"
            | "Run"
            | "Helper"
            | "Log"
            | "Logf"
            | "Skip"
            | "Skipf"
            | "SkipNow"
            | "Parallel"
            | "Cleanup"
            | "Setenv"
            | "TempDir"
            | "Name"
            | "T"
            | "Require"
            | "Assert"
            | "New"
            | "skip"
            | "test"
            | "plan"
            | "end"
            | "teardown"
            | "before"
            | "after"
            | "beforeEach"
            | "afterEach"
            | "diagnostic"
            | "log"
            | "timeout"
            | "comment"
            | "mock"
            | "stub"
            | "spy"
            | "only"
            | "each"
            | "todo"
            | "Context"
    )
}
