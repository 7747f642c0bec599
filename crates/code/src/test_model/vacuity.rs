//! Whether a test can fail at all, as far as its own text shows.

use super::assertion::Found;
use super::chain::{Chain, Link};
use super::mocks::Mock;
use super::spies;
use super::suite::{Hidden, Strength, Vacuity};
use super::test_cases::Raw;
use super::tests_without_assertions;
use super::token::Tokens;
use super::unread_results;
use super::vocabulary;
use crate::language::Language;
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// How much of a test is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Why a test can't fail. `Certain` only for what no honest test looks like.
pub(super) fn of(
    language: Language,
    tokens: &Tokens<'_>,
    raw: &Raw<'_>,
    found: &[Found],
    chains: &[Chain<'_>],
    mocks: &[&Mock],
) -> Option<Vacuity> {
    if raw.asserts_by_mark || raw.throws.is_some() {
        return None;
    }
    let line = raw.span.line;
    if language == Language::Rust && tests_without_assertions::is_put_off(raw.body) {
        return Some(Vacuity {
            reason: Reason::NotImplemented,
            certainty: Certainty::Certain,
            line,
        });
    }
    let Some(first) = found.first() else {
        return without_assertion(language, tokens, raw, chains);
    };
    let constant = || constant(raw, found).map(|it| (Reason::ConstantAssertion, it));
    let asserts_nothing = || asserts_nothing(language, found).map(|it| (Reason::NoAssertion, it));
    let mocked = || {
        let mocked = asserts_mocks(language, tokens, raw, found, mocks);
        mocked.then_some((Reason::MocksSubject, Certainty::Certain))
    };
    let (reason, certainty) = constant().or_else(asserts_nothing).or_else(mocked)?;
    Some(Vacuity {
        reason,
        certainty,
        line: first.assertion.line,
    })
}

/// A test that asserts nothing by itself and nothing through others.
fn without_assertion(
    language: Language,
    tokens: &Tokens<'_>,
    raw: &Raw<'_>,
    chains: &[Chain<'_>],
) -> Option<Vacuity> {
    let line = raw.span.line;
    let certain_if = |sure| match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    };
    if raw.is_empty {
        return Some(Vacuity {
            reason: Reason::EmptyTest,
            certainty: certain_if(!raw.may_be_empty),
            line,
        });
    }
    let script = language.is_script();
    let asserts_nothing = script
        && (tests_without_assertions::ends_without_assertion(raw.body)
            || tests_without_assertions::plans(raw.body));
    let logs = language == Language::Go && tests_without_assertions::logs_a_failure(raw.body);
    let told = language == Language::Go && tests_without_assertions::logs_what_comes(raw.body);
    let vain =
        logs || told || compares_in_vain(language, raw) || unread_results::in_vain(language, raw);
    let silent = logs || !asserts_elsewhere(language, tokens, raw, chains);
    silent.then_some(Vacuity {
        reason: Reason::NoAssertion,
        certainty: certain_if(vain || asserts_nothing),
        line,
    })
}

/// Whether all that is asserted holds whatever the code does, and how sure that is.
fn constant(raw: &Raw<'_>, found: &[Found]) -> Option<Certainty> {
    let vacuous = |it: &Found| it.assertion.strength == Strength::Vacuous;
    if !found.iter().all(vacuous) {
        return None;
    }
    let sure = found.iter().all(|it| it.constant || holds_itself(it))
        && (found.iter().all(|it| it.constant) || !is_about_equality(&raw.name));
    Some(match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    })
}

/// Whether no failure of what is asserted shows, and how sure that is.
fn asserts_nothing(language: Language, found: &[Found]) -> Option<Certainty> {
    let hidden = |it: &Found| {
        matches!(
            it.assertion.hidden,
            Some(Hidden::Unreachable | Hidden::Swallowed | Hidden::Unawaited | Hidden::Handled)
        )
    };
    let silent = |it: &Found| hidden(it) || it.assertion.strength == Strength::Vacuous;
    if !found.iter().all(silent) {
        return None;
    }
    let dropped = |it: &Found| matches!(it.assertion.hidden, Some(Hidden::Unreachable));
    // In TypeScript what holds for an error alone says how many assertions are to come.
    let handled = |it: &Found| matches!(it.assertion.hidden, Some(Hidden::Handled));
    let script = language.is_script() && found.iter().any(handled);
    Some(match found.iter().all(dropped) || script {
        true => Certainty::Certain,
        false => Certainty::Likely,
    })
}

/// Whether all that is asserted is what stand-ins were told to answer.
fn asserts_mocks(
    language: Language,
    tokens: &Tokens<'_>,
    raw: &Raw<'_>,
    found: &[Found],
    mocks: &[&Mock],
) -> bool {
    let stand_ins = match language {
        Language::Python => stand_ins(raw.body),
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Go
        | Language::Java
        | Language::Other => Vec::new(),
    };
    let mocked = |it: &Found| asserts_mock(it, mocks) || asks_a_stand_in(it, &stand_ins);
    language.is_script() && spies::asserts_itself(tokens, raw, found) || found.iter().all(mocked)
}

/// `assert a is a`, `assert_eq!(size, size)`.
fn holds_itself(found: &Found) -> bool {
    found.assertion.expected.as_ref() == Some(&found.assertion.subject)
}

/// Whether the name of a test says that being the same is what it is about: then a thing may be held against itself.
fn is_about_equality(name: &str) -> bool {
    const WORDS: [&str; 8] = [
        "eq", "same", "identi", "reflex", "hash", "nan", "cmp", "compar",
    ];
    let lower = name.to_lowercase();
    WORDS.iter().any(|it| lower.contains(it))
}

/// `let _same = found == expected;`: it compares, and nobody looks at what comes of it (Rust, Go).
fn compares_in_vain(language: Language, raw: &Raw<'_>) -> bool {
    let compares = |value: Option<Node<'_>>| {
        let sign = value.and_then(|it| it.field("operator")).map(Node::text);
        let binary = value.is_some_and(|it| it.is("binary_expression"));
        binary && matches!(sign, Some("==" | "!=" | "<" | ">" | "<=" | ">="))
    };
    let mut inside = raw.body.descendants().take(NODES_MAX);
    match language {
        Language::Rust => inside.any(|it| {
            let pattern = it.field("pattern").map_or("", Node::text);
            it.is("let_declaration") && pattern.starts_with('_') && compares(it.field("value"))
        }),
        Language::Go => inside.any(|it| {
            let left = it.field("left").map_or("", Node::text);
            let right = it.field("right").and_then(|it| it.named().next());
            it.is("assignment_statement") && left == "_" && compares(right)
        }),
        Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Java
        | Language::Other => false,
    }
}

/// Whether what is asserted is what a mock was told to return.
fn asserts_mock(found: &Found, mocks: &[&Mock]) -> bool {
    let assertion = &found.assertion;
    let Some(expected) = assertion.expected.as_deref() else {
        return false;
    };
    let mocked = |name: &String| {
        mocks
            .iter()
            .any(|it| it.names.contains(name) && it.returns.as_deref() == Some(expected))
    };
    assertion.strength == Strength::Exact
        && !assertion.callees.is_empty()
        && assertion.callees.iter().all(mocked)
}

/// Names under which a test gets what it has put in the place of something: `with mock.patch("a.f", return_value=1) as f:`.
fn stand_ins<'t>(body: Node<'t>) -> Vec<&'t str> {
    let inside = body.descendants().take(NODES_MAX);
    let bound = inside.filter(|it| it.is("as_pattern")).filter_map(|it| {
        let call = it.named().next().filter(|it| it.is("call"))?;
        let callee = call.field("function")?.text();
        let last = callee.trim_end_matches(".object");
        let patches = last == "patch" || last.ends_with(".patch");
        let given = call.field("arguments").map_or("", Node::text);
        let answers = given.contains("return_value") || given.contains("side_effect");
        let name = it.field("alias")?;
        (patches && answers).then(|| name.text())
    });
    bound.collect()
}

/// Whether what is asserted is what comes of calling a stand-in itself: it says what it was told to.
fn asks_a_stand_in(found: &Found, stand_ins: &[&str]) -> bool {
    let subject = found.assertion.subject.trim_start_matches("not ");
    let mut names = stand_ins.iter();
    let called = |name: &str| {
        let rest = subject.strip_prefix(name).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with('(') && closes_at_end(rest))
    };
    names.any(|name| called(name))
}

/// Whether a text that begins with a bracket ends with the one that closes it.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_u32;
    let end = text.char_indices().find(|(_, c)| {
        match c {
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.is_some_and(|(at, _)| text.get(at..).is_some_and(|it| it.trim_end() == ")"))
}

/// Whether something is called that may well assert: a helper of another file, a query that fails when it finds nothing, a
/// runner that the test is handed to.
fn asserts_elsewhere(
    language: Language,
    tokens: &Tokens<'_>,
    raw: &Raw<'_>,
    chains: &[Chain<'_>],
) -> bool {
    let by_name = chains
        .iter()
        .flat_map(|it| it.links.iter())
        .filter(|it| it.open.is_some())
        .any(|link| {
            vocabulary::says_it_asserts(link.name) && !told(tokens, link)
                || ["getBy", "findBy", "getAllBy", "findAllBy", "waitFor"]
                    .iter()
                    .any(|it| link.name.starts_with(it))
                || (link.name == "done"
                    && !tests_without_assertions::ends_without_assertion(raw.body))
                || matches!(
                    link.name,
                    "inlineSnapshot" | "compileAndRun" | "Check" | "CheckEqual" | "testing"
                )
        });
    let run = tokens.of_node(raw.body);
    let compares = match language {
        // An example is checked by its comment; a benchmark and a fuzz target have their own ways.
        Language::Go => {
            raw.name.starts_with("Example")
                || raw.name.starts_with("Benchmark")
                || raw.name.starts_with("Fuzz")
                || tests_without_assertions::holds_a_type(raw.body)
        }
        Language::Rust => {
            run.indices().any(|at| matches!(tokens.text(at), "?")) || in_words_of_rust(chains)
        }
        // `FileLookupTest.testFence(made())`: what another class of tests asserts.
        Language::Java => chains.iter().any(|chain| {
            let of_tests = |name: &str| name.ends_with("Test") || name.ends_with("Tests");
            let first = chain.links.first().filter(|it| it.open.is_none());
            chain.links.len() > 1 && first.is_some_and(|it| of_tests(it.name))
        }),
        Language::TypeScript | Language::Tsx | Language::Vue => asks_by_parameter(raw, chains),
        Language::Python | Language::Other => false,
    };
    by_name || compares
}

/// Whether what a call gives is only written to a log: `t.Log(ShouldSkip(r))`.
fn told(tokens: &Tokens<'_>, link: &Link<'_>) -> bool {
    const TELLS: [&str; 16] = [
        "Log", "Logf", "Print", "Printf", "Println", "Sprintf", "print", "println", "printf",
        "eprintln", "dbg", "log", "info", "debug", "warn", "comment",
    ];
    let open = link.open.and_then(|it| tokens.get(it));
    let place = open.map_or(0, |it| it.node.start());
    let mut around = open.into_iter().flat_map(|it| it.node.ancestors()).skip(2);
    // In `inOrder.verify(logger).info("x")` the log is what is asked about.
    let given = |it: Node<'_>| {
        let arguments = it.field("arguments").map(Node::bytes);
        arguments.is_none_or(|it| (it.start..it.end).contains(&place))
    };
    around.any(|it| {
        let called = it
            .field("function")
            .or_else(|| it.field("name"))
            .or_else(|| it.field("macro"));
        let last = called.map_or("", Node::text).rsplit(['.', ':']).next();
        it.is_any(&[
            "call",
            "call_expression",
            "method_invocation",
            "macro_invocation",
        ]) && last.is_some_and(|it| TELLS.contains(&it))
            && given(it)
    })
}

/// Whether a test calls something of what its runner gave it that may well assert: `t.resolves(ready())`.
fn asks_by_parameter(raw: &Raw<'_>, chains: &[Chain<'_>]) -> bool {
    const OTHERS: [&str; 10] = [
        "plan",
        "end",
        "comment",
        "teardown",
        "timeoutAfter",
        "log",
        "timeout",
        "after",
        "test",
        "diagnostic",
    ];
    let parameters = raw.body.parent().and_then(|around| {
        around
            .field("parameters")
            .or_else(|| around.field("parameter"))
    });
    let mut names = parameters.into_iter().flat_map(Node::descendants);
    let Some(runner) = parameters
        .filter(|it| it.is("identifier"))
        .or_else(|| names.find(|it| it.is("identifier")))
    else {
        return false;
    };
    chains.iter().any(|chain| {
        let last = chain.call().map_or("", |it| it.name);
        chain.links.len() > 1 && chain.first() == runner.text() && !OTHERS.contains(&last)
    })
}

/// Whether a test of Rust calls a macro that is none of the standard library's, or what a module of tests offers.
fn in_words_of_rust(chains: &[Chain<'_>]) -> bool {
    const HARMLESS: [&str; 12] = [
        "println",
        "print",
        "eprintln",
        "eprint",
        "dbg",
        "format",
        "vec",
        "matches",
        "write",
        "writeln",
        "concat",
        "include_str",
    ];
    const SUPPORT: [&str; 8] = [
        "tests",
        "test",
        "testing",
        "testutil",
        "test_util",
        "common",
        "support",
        "helpers",
    ];
    chains.iter().any(|chain| {
        let own_macro = chain
            .links
            .iter()
            .any(|it| it.bang && !HARMLESS.contains(&it.name));
        let mut called = chain
            .links
            .iter()
            .rev()
            .skip_while(|it| it.open.is_none())
            .skip(1);
        own_macro || called.any(|it| it.open.is_none() && SUPPORT.contains(&it.name))
    })
}
