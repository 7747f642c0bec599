//! Two things that must be the same, or must not be.

use super::condition::Claim;
use super::origin::is_constant;
use super::suite::{Strength, Tolerance};
use super::token::{Run, Sort, Tokens};

/// A length or a count, which is never below zero.
pub(super) fn is_size(tokens: &Tokens<'_>, run: Run) -> bool {
    let words = tokens.words(run);
    let ends = [
        ". length",
        ". size",
        ". size ( )",
        ". len ( )",
        ". length ( )",
        ". count ( )",
    ];
    words.starts_with("len (") || ends.iter().any(|it| words.ends_with(it))
}

/// Two things must be the same.
pub(super) fn equal(tokens: &Tokens<'_>, left: Run, right: Run) -> Claim {
    let (left, right) = (tokens.bare(left), tokens.bare(right));
    let (constant, other) = (is_constant(tokens, left), is_constant(tokens, right));
    if constant && other {
        return Claim::new(Strength::Vacuous, left);
    }
    let swap = constant || !other && comes_first(tokens, left, right);
    let (subject, expected) = if swap { (right, left) } else { (left, right) };
    let mut claim = Claim::new(Strength::Exact, subject);
    claim.expected = Some(expected);
    if tokens.words(left) == tokens.words(right) {
        claim.strength = if calls(tokens, left) {
            Strength::Partial
        } else {
            Strength::Vacuous
        };
    } else if is_no_error(tokens, subject, expected) || is_anything(tokens, expected) {
        claim.strength = Strength::Loose;
    } else if tokens.text(subject.start) == "typeof" || is_size(tokens, subject) {
        claim.strength = Strength::Partial;
    }
    if let Some((value, tolerance)) = near(tokens, expected) {
        claim.expected = Some(value);
        claim.tolerance = tolerance;
    }
    claim
}

fn calls(tokens: &Tokens<'_>, run: Run) -> bool {
    run.indices().any(|at| tokens.text(at) == "(")
}

/// Whether the left side is what is expected, by its name, or because only the right one calls something.
fn comes_first(tokens: &Tokens<'_>, left: Run, right: Run) -> bool {
    match (looks_expected(tokens, left), looks_expected(tokens, right)) {
        (true, false) => true,
        (false, true) => false,
        // What something has to be near to is expected.
        (true, true) | (false, false) => {
            let near = tokens.words(right).contains("approx (");
            calls(tokens, right) && !calls(tokens, left) && !near
        }
    }
}

/// `err == nil`
pub(super) fn is_no_error(tokens: &Tokens<'_>, subject: Run, expected: Run) -> bool {
    let nothing = matches!(
        tokens.text(expected.start),
        "nil" | "null" | "None" | "undefined"
    );
    nothing && is_error(tokens, subject)
}

/// Whether something is an error, by its name.
pub(super) fn is_error(tokens: &Tokens<'_>, run: Run) -> bool {
    let last = run.end.checked_sub(1).map_or("", |it| tokens.text(it));
    last.starts_with("err") || last.ends_with("Err") || last.ends_with("Error")
}

/// `pytest.approx(3, rel=..)`: the number, and how far off it may be.
fn near(tokens: &Tokens<'_>, run: Run) -> Option<(Run, Option<Tolerance>)> {
    let at = run.indices().find(|at| tokens.text(*at) == "approx")?;
    let pieces = tokens.pieces(at.saturating_add(1));
    let (value, others) = pieces.split_first()?;
    let width = others.first().map(|it| {
        let is_named = tokens.text(it.start.saturating_add(1)) == "=";
        let start = it.start.saturating_add(if is_named { 2 } else { 0 });
        Tolerance::Width(tokens.words(Run { start, end: it.end }))
    });
    Some((*value, width))
}

/// Whether what is expected is anything, or anything of a type: `expect.any(String)`, `mock.ANY`, `expect.anything()`.
fn is_anything(tokens: &Tokens<'_>, run: Run) -> bool {
    const HEADS: [&str; 4] = [
        "expect . any (",
        "expect . anything (",
        "jasmine . any (",
        "jasmine . anything (",
    ];
    let words = tokens.words(run);
    let last = run.end.checked_sub(1);
    let open = run.indices().find(|at| tokens.text(*at) == "(");
    let whole = open.is_some_and(|at| last == Some(tokens.inside(at).end));
    let any = matches!(
        words.as_str(),
        "ANY" | "mock . ANY" | "unittest . mock . ANY"
    );
    any || whole && HEADS.iter().any(|it| words.starts_with(it))
}

/// Whether a text that is written out is looked for: that something was found says what stands there.
fn searches(tokens: &Tokens<'_>, run: Run) -> bool {
    const WORDS: [&str; 4] = ["search", "match", "fullmatch", "exec"];
    let text = |at: usize| tokens.sort(at) == Some(Sort::Text);
    let called = |at: usize| tokens.text(at.saturating_add(1)) == "(";
    let searched = |at: usize| WORDS.contains(&tokens.text(at)) && called(at);
    run.indices().any(searched) && run.indices().any(text)
}

/// Two things must not be the same.
pub(super) fn differ(tokens: &Tokens<'_>, left: Run, right: Run) -> Claim {
    let (left, right) = (tokens.bare(left), tokens.bare(right));
    let swap = is_constant(tokens, left);
    let (subject, expected) = if swap { (right, left) } else { (left, right) };
    let nothing = matches!(
        tokens.words(expected).as_str(),
        "None" | "null" | "nil" | "undefined"
    );
    let both = swap && is_constant(tokens, right);
    let strength = match (both, nothing && !searches(tokens, subject)) {
        (true, _) => Strength::Vacuous,
        (false, true) => Strength::Loose,
        (false, false) => Strength::Partial,
    };
    let mut claim = Claim::new(strength, subject);
    claim.expected = Some(expected);
    claim
}

/// Whether something is what is expected, by its name.
fn looks_expected(tokens: &Tokens<'_>, run: Run) -> bool {
    let text = tokens.words(run).to_ascii_lowercase();
    let first = text.split(' ').next().unwrap_or("");
    let says =
        first.starts_with("expect") || matches!(first, "want" | "wanted" | "exp" | "correct");
    says || text.contains(". want") || text.contains(". expect")
}
