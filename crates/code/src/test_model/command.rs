//! What tests of Rust ask of a program that they start: `command.assert().failure().stderr("..")`.

use super::chain::{Chain, Link};
use super::condition::Claim;
use super::suite::Strength;
use super::token::{Run, Sort, Tokens};
use crate::language::Language;

/// Links behind `assert()` that are looked at.
const LINKS_MAX: usize = 16;

/// The claims behind `assert()`, where that is given nothing and something follows.
pub(super) fn claims(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<Claim>> {
    let asserts = |it: &Link<'_>| {
        let open = it.open.filter(|_| it.name == "assert" && !it.bang);
        open.is_some_and(|it| tokens.inside(it).is_empty())
    };
    let at = chain.links.iter().position(asserts).filter(|it| *it > 0)?;
    let rest = chain.links.get(at.saturating_add(1)..)?;
    let subject = before_assert(tokens, chain.run);
    let known = rest.iter().take(LINKS_MAX);
    let claims: Vec<Claim> = known.filter_map(|it| claim(tokens, subject, it)).collect();
    (!claims.is_empty()).then_some(claims)
}

/// What stands before `.assert()`.
fn before_assert(tokens: &Tokens<'_>, run: Run) -> Run {
    let mut end = run.start;
    while end < run.end && tokens.text(end) != "assert" {
        end = tokens.past(end).max(end.saturating_add(1));
    }
    Run {
        start: run.start,
        end: end.saturating_sub(1).max(run.start),
    }
}

fn claim(tokens: &Tokens<'_>, subject: Run, link: &Link<'_>) -> Option<Claim> {
    let open = link.open?;
    let expected = tokens.pieces(open).first().copied();
    let text = expected.is_some_and(|it| tokens.sort(it.start) == Some(Sort::Text));
    let strength = match link.name {
        "success" => Strength::Loose,
        "failure" | "interrupted" => Strength::Partial,
        "code" => Strength::Exact,
        "stdout" | "stderr" if text => Strength::Exact,
        "get_output" | "append_context" | "unwrap" => return None,
        // Predicates, and words that tests have added.
        _ => Strength::Partial,
    };
    let mut claim = Claim::new(strength, subject);
    claim.expected = expected;
    claim.given = true;
    Some(claim)
}

/// `let router = router();` in Rust, where that function only sees to it that what it makes could be made.
pub(super) fn only_makes(
    language: Language,
    chain: &Chain<'_>,
    known: Option<(Strength, u32)>,
) -> bool {
    let loose = known.is_some_and(|it| it.0 == Strength::Loose);
    let mut around = chain.node.ancestors().take(3);
    language == Language::Rust && loose && around.any(|it| it.is("let_declaration"))
}
