//! Chains that lead from a subject to a matcher: `expect(a).toBe(b)`, `assertThat(a, is(b))`, `Expect(a).To(Equal(b))`,
//! `a.should.equal(b)`; and what a matcher's word claims about a subject.

use super::chain::{self, Chain, Link};
use super::condition::{self, Claim};
use super::equality;
use super::suite::{Strength, Tolerance};
use super::token::{Run, Tokens};
use super::vocabulary::{self, Word, core, denied, word};

/// `expect(a)...matcher(b)`.
pub(super) fn fluent(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<Claim>> {
    let leads = |(at, it): (usize, &Link<'_>)| {
        let plain = chain.links.first().is_some_and(|it| it.open.is_none());
        (vocabulary::is_head(it.name) || is_soft(it))
            && (at == 0 || at == 1 && plain && it.name != "then")
            || at == 0 && it.name == "should" && it.open.is_some()
    };
    let at = chain.links.iter().enumerate().position(leads)?;
    let head = chain.links.get(at)?;
    let rest = chain.links.get(at.saturating_add(1)..)?;
    if head.name == "expectTypeOf" {
        return None;
    }
    let given = given(tokens, head, rest)?;
    let subject = given.first().copied().unwrap_or_default();
    if rest.is_empty() {
        return alone(tokens, head, &given);
    }
    let negated = rest
        .iter()
        .filter(|it| matches!(it.name, "not" | "never" | "NotTo" | "ToNot" | "ShouldNot"));
    let negated = negated.count() % 2 == 1;
    // Gomega: the matcher is the argument.
    let carrier = rest
        .iter()
        .find(|it| matches!(it.name, "To" | "NotTo" | "ToNot" | "Should" | "ShouldNot"));
    if let Some(open) = carrier.and_then(|it| it.open) {
        let matcher = tokens.pieces(open).first().copied()?;
        let claim = hamcrest(tokens, subject, matcher);
        let claim = if negated {
            deny(tokens, claim, matcher)
        } else {
            claim
        };
        return Some(Vec::from([claim]));
    }
    matchers(tokens, subject, head, rest, negated)
}

/// The arguments of the head; those of the link behind it in `expect.soft(a)`.
fn given(tokens: &Tokens<'_>, head: &Link<'_>, rest: &[Link<'_>]) -> Option<Vec<Run>> {
    if let Some(open) = head.open {
        return Some(tokens.pieces(open));
    }
    let next = rest.first()?;
    let passes = is_soft(head) || matches!(next.name, "soft" | "poll" | "element" | "that");
    next.open.filter(|_| passes).map(|it| tokens.pieces(it))
}

/// A head with nothing behind it: `assertThat(a, is(b))`, `assertThat("why", a, is(b))`, `assertThat(a > b)`.
fn alone(tokens: &Tokens<'_>, head: &Link<'_>, given: &[Run]) -> Option<Vec<Claim>> {
    let asserts = head.name.starts_with("assert");
    match given {
        [subject, matcher] => Some(Vec::from([hamcrest(tokens, *subject, *matcher)])),
        [_, subject, matcher] if asserts => Some(Vec::from([hamcrest(tokens, *subject, *matcher)])),
        [condition, ..] if asserts => Some(condition::claims(tokens, *condition, true)),
        _ => None,
    }
}

/// The matchers behind a head, each of which asserts.
fn matchers(
    tokens: &Tokens<'_>,
    subject: Run,
    head: &Link<'_>,
    rest: &[Link<'_>],
    negated: bool,
) -> Option<Vec<Claim>> {
    let describes = |name: &str| {
        matches!(
            name,
            "as" | "describedAs"
                | "withFailMessage"
                | "extracting"
                | "overridingErrorMessage"
                | "usingRecursiveComparison"
        )
    };
    let thrown = head.name.contains("Thrown") || head.name.contains("Exception");
    let all = rest
        .iter()
        .filter(|it| !vocabulary::is_glue(it.name) && !it.name.is_empty());
    let all: Vec<&Link<'_>> = all.take(16).collect();
    all.first()?;
    let mut found = Vec::new();
    for matcher in all.into_iter().filter(|it| !describes(it.name)) {
        let mut claims = matched(tokens, subject, matcher, negated);
        let kinds = claims
            .iter_mut()
            .filter(|it| it.strength == Strength::Loose && it.expected.is_some());
        for claim in kinds.filter(|_| thrown) {
            claim.strength = Strength::Throws;
        }
        found.extend(claims);
    }
    Some(found)
}

fn is_soft(link: &Link<'_>) -> bool {
    matches!(link.name, "softly" | "softAssert")
}

fn matched(tokens: &Tokens<'_>, subject: Run, matcher: &Link<'_>, negated: bool) -> Vec<Claim> {
    let meaning = word(&core(matcher.name));
    let meaning = if negated { denied(meaning) } else { meaning };
    let pieces = matcher.open.map(|it| tokens.pieces(it)).unwrap_or_default();
    claim(tokens, meaning, subject, &pieces, matcher.name)
}

/// What a word of that meaning claims about a subject, with the other arguments.
pub(super) fn claim(
    tokens: &Tokens<'_>,
    meaning: Word,
    subject: Run,
    others: &[Run],
    name: &str,
) -> Vec<Claim> {
    let first = others.first().copied();
    let with = |strength: Strength| {
        let mut claim = Claim::new(strength, subject);
        claim.expected = first;
        claim
    };
    let one = match (meaning, first) {
        (Word::Holds(holds), _) if matches!(name, "toBeTruthy" | "toBeFalsy") => {
            let mut claims = condition::claims(tokens, subject, holds);
            for claim in claims
                .iter_mut()
                .filter(|it| it.strength == Strength::Partial)
            {
                claim.strength = Strength::Loose;
            }
            return claims;
        }
        (Word::Holds(holds), _) => return condition::claims(tokens, subject, holds),
        (Word::Equal, Some(expected)) => equality::equal(tokens, subject, expected),
        (Word::Differ, Some(other)) => equality::differ(tokens, subject, other),
        (Word::Null, _) if equality::is_error(tokens, subject) => with(Strength::Loose),
        (Word::Null, _) => with(Strength::Exact),
        (Word::Throws, Some(_)) => with(Strength::Throws),
        (Word::Throws | Word::NoError, _) => with(Strength::Loose),
        (Word::Near, Some(expected)) => {
            let mut claim = equality::equal(tokens, subject, expected);
            claim.tolerance = tolerance(tokens, name, others);
            claim
        }
        (Word::Snapshot, _) => {
            let mut claim = with(Strength::Exact);
            claim.snapshot = true;
            claim
        }
        (Word::Equal | Word::Differ | Word::Near, None) => with(Strength::Partial),
        (Word::Other(_), _) if name.to_lowercase().ends_with("property") && others.len() > 1 => {
            let mut claim = with(Strength::Exact);
            claim.expected = others.get(1).copied();
            claim
        }
        (Word::Other(strength), _) => {
            let mut claim = with(strength);
            // Nobody knows what somebody else's words do with literals.
            claim.given = vocabulary::known(&core(name)).is_none() || name.contains("Type");
            let vacuous =
                name.ends_with("OrEqual") && first.is_some_and(|it| tokens.words(it) == "0") && {
                    let words = tokens.words(subject);
                    words.ends_with(". length") || words.ends_with(". size")
                };
            if vacuous {
                claim.strength = Strength::Vacuous;
            }
            claim
        }
    };
    Vec::from([one])
}

/// How far off a number may be, by the arguments behind the expected one.
fn tolerance(tokens: &Tokens<'_>, name: &str, others: &[Run]) -> Option<Tolerance> {
    let mut named = others.iter().filter_map(|it| {
        let sign = tokens.text(it.start.saturating_add(1));
        let value = Run {
            start: it.start.saturating_add(2),
            end: it.end,
        };
        (matches!(sign, "=" | ":")).then(|| (tokens.text(it.start), tokens.words(value)))
    });
    if let Some((key, value)) = named.next() {
        return Some(match key {
            "places" | "decimal" | "digits" | "significant" => Tolerance::Digits(value),
            _ => Tolerance::Width(value),
        });
    }
    let plain = tokens.words(others.get(1).copied()?);
    Some(match name {
        "toBeCloseTo" | "assertAlmostEqual" | "assertNotAlmostEqual" => Tolerance::Digits(plain),
        _ => Tolerance::Width(plain),
    })
}

/// A matcher that is an expression: `is(equalTo(3))`, `Equal(3)`, `not(nullValue())`.
fn hamcrest(tokens: &Tokens<'_>, subject: Run, matcher: Run) -> Claim {
    let all = chain::chains(tokens, matcher);
    let names: Vec<&Link<'_>> = all.iter().filter_map(|it| it.call()).collect();
    let denies = names
        .iter()
        .filter(|it| matches!(it.name, "not" | "Not" | "is_not"))
        .count()
        % 2
        == 1;
    let Some(link) = names
        .iter()
        .find(|it| !vocabulary::is_glue(&it.name.to_lowercase()) && it.name != "is_not")
        .or(names.last())
    else {
        let mut claim = equality::equal(tokens, subject, matcher);
        claim.strength = claim.strength.min(Strength::Exact);
        return claim;
    };
    let pieces = link.open.map(|it| tokens.pieces(it)).unwrap_or_default();
    let meaning = word(&core(link.name));
    let meaning = if denies { denied(meaning) } else { meaning };
    let found = claim(tokens, meaning, subject, &pieces, link.name);
    found
        .into_iter()
        .next()
        .unwrap_or_else(|| Claim::new(Strength::Exact, subject))
}

fn deny(tokens: &Tokens<'_>, claim: Claim, matcher: Run) -> Claim {
    let name = chain::chains(tokens, matcher)
        .first()
        .and_then(|it| it.call().map(|it| it.name))
        .unwrap_or("");
    let strength = match (denied(word(&core(name))), claim.strength) {
        (_, Strength::Vacuous) => Strength::Vacuous,
        (Word::NoError | Word::Other(Strength::Loose), _) => Strength::Loose,
        (Word::Other(strength), _) => strength,
        (
            Word::Holds(_)
            | Word::Equal
            | Word::Differ
            | Word::Null
            | Word::Throws
            | Word::Near
            | Word::Snapshot,
            _,
        ) => Strength::Partial,
    };
    Claim { strength, ..claim }
}

/// `a.should.equal(b)`, `cy.get(a).should('have.text', b)`, `a.Should().Be(b)`.
pub(super) fn should(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<Claim>> {
    let at = chain
        .links
        .iter()
        .position(|it| it.name == "should")
        .filter(|it| *it > 0)?;
    let link = chain.links.get(at)?;
    let start = chain.run.start;
    let rest = chain.links.get(at.saturating_add(1)..).unwrap_or_default();
    let mut end = start;
    while end < chain.run.end && tokens.text(end) != "should" {
        end = tokens.past(end);
    }
    let subject = Run {
        start,
        end: end.saturating_sub(1),
    };
    let Some(open) = link.open else {
        let negated = rest.iter().any(|it| it.name == "not");
        let matcher = rest
            .iter()
            .rfind(|it| !vocabulary::is_glue(it.name) && !it.name.is_empty())?;
        return Some(matched(tokens, subject, matcher, negated));
    };
    let pieces = tokens.pieces(open);
    let words = pieces
        .first()
        .map(|it| tokens.words(*it))
        .unwrap_or_default();
    let words = words.trim_matches('"');
    let negated = words.starts_with("not.");
    let name = words.rsplit('.').next().unwrap_or(words);
    let meaning = word(&core(name));
    let meaning = if negated { denied(meaning) } else { meaning };
    Some(claim(
        tokens,
        meaning,
        subject,
        pieces.get(1..).unwrap_or_default(),
        name,
    ))
}
