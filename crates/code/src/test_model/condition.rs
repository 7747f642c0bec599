//! A condition that must hold, as claims: what about, how firmly, and what is expected.

use super::equality::{differ, equal, is_size};
use super::origin::{asks_literals, is_constant};
use super::suite::{Strength, Tolerance};
use super::token::{Run, Sort, Tokens};

/// Most parts of one conjunction.
const PARTS_MAX: usize = 32;

/// What one assertion demands.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) strength: Strength,
    pub(super) subject: Run,
    pub(super) expected: Option<Run>,
    /// What is expected, where no token says it.
    pub(super) holds: Option<bool>,
    pub(super) tolerance: Option<Tolerance>,
    pub(super) snapshot: bool,
    /// Literals in it do not make it hold by itself: it fails when it is reached, or somebody else asserts.
    pub(super) given: bool,
    /// How many assertions it stands for.
    pub(super) stands_for: u32,
}

impl Claim {
    pub(super) fn new(strength: Strength, subject: Run) -> Claim {
        Claim {
            strength,
            subject,
            expected: None,
            holds: None,
            tolerance: None,
            snapshot: false,
            given: false,
            stands_for: 1,
        }
    }
}

/// The claims of a condition; `holds` says whether it must be true.
pub(super) fn claims(tokens: &Tokens<'_>, run: Run, holds: bool) -> Vec<Claim> {
    let (run, holds) = stripped(tokens, run, holds);
    if run.is_empty() {
        return Vec::new();
    }
    let (all, any) = if holds {
        (["&&", "and"], ["||", "or"])
    } else {
        (["||", "or"], ["&&", "and"])
    };
    let alternatives = split(tokens, run, any);
    if let Some(claim) = where_expected(tokens, &alternatives, holds) {
        return Vec::from([claim]);
    }
    if alternatives.len() > 1 {
        let always = alternatives
            .iter()
            .any(|it| settled(tokens, *it) == Some(holds));
        let strength = if always {
            Strength::Vacuous
        } else {
            Strength::Partial
        };
        let mut claim = Claim::new(strength, run);
        claim.holds = Some(holds);
        return Vec::from([claim]);
    }
    let parts = split(tokens, run, all);
    if parts.len() > 1 && parts.len() <= PARTS_MAX {
        return parts
            .iter()
            .map(|it| {
                let (part, holds) = stripped(tokens, *it, holds);
                single(tokens, part, holds)
            })
            .collect();
    }
    Vec::from([single(tokens, run, holds)])
}

/// `want != nil && got != want` must not be: what is asked of the rows that say what they expect, as if one `if` stood in
/// the other.
fn where_expected(tokens: &Tokens<'_>, alternatives: &[Run], holds: bool) -> Option<Claim> {
    let [guard, rest] = alternatives else {
        return None;
    };
    let (sign, thing, nothing) = comparison(tokens, tokens.bare(*guard))?;
    let apart = matches!(sign, "!=" | "!==" | "is not");
    let none = ["nil", "null", "None", "undefined", "\"\"", "''"];
    let none = none.iter().any(|it| tokens.words(nothing) == *it);
    let (rest, so) = stripped(tokens, *rest, holds);
    let claim = single(tokens, rest, so);
    let expected = claim.expected?;
    let same = tokens.words(expected) == tokens.words(thing);
    (none && same && apart != holds).then_some(claim)
}

/// Without brackets and denials.
fn stripped(tokens: &Tokens<'_>, mut run: Run, mut holds: bool) -> (Run, bool) {
    for _ in 0..16 {
        run = tokens.bare(run);
        let first = tokens.text(run.start);
        // `!a == b` denies `a` in most languages, `not a == b` the whole.
        let whole = first == "not" || (first == "!" && comparison(tokens, run).is_none());
        if !whole || run.is_empty() {
            break;
        }
        run.start = run.start.saturating_add(1);
        holds = !holds;
    }
    (run, holds)
}

fn split(tokens: &Tokens<'_>, run: Run, signs: [&str; 2]) -> Vec<Run> {
    let mut found = Vec::new();
    let mut start = run.start;
    for at in tokens.top(run) {
        if signs.contains(&tokens.text(at)) && tokens.sort(at) == Some(Sort::Sign) {
            found.push(Run { start, end: at });
            start = at.saturating_add(1);
        }
    }
    found.push(Run {
        start,
        end: run.end,
    });
    found
}

/// The value of a condition that is made of literals.
fn settled(tokens: &Tokens<'_>, run: Run) -> Option<bool> {
    let run = tokens.bare(run);
    let single = run.end.saturating_sub(run.start) == 1;
    match tokens.text(run.start) {
        "true" | "True" if single => Some(true),
        "false" | "False" | "None" | "null" | "0" if single => Some(false),
        text if single && tokens.sort(run.start) == Some(Sort::Number) => Some(text != "0"),
        text if single && tokens.sort(run.start) == Some(Sort::Text) => Some(text.len() > 2),
        _ => None,
    }
}

/// A comparison at the top of a run: its sign and both sides.
pub(super) fn comparison<'t>(tokens: &Tokens<'t>, run: Run) -> Option<(&'t str, Run, Run)> {
    let sign = |at: usize| tokens.sort(at) == Some(Sort::Sign);
    let all: Vec<usize> = tokens.top(run).filter(|at| sign(*at)).collect();
    if all
        .iter()
        .any(|at| matches!(tokens.text(*at), "=>" | "lambda" | "->"))
    {
        return None;
    }
    let firm = ["==", "===", "!=", "!=="];
    let other = [
        "<",
        ">",
        "<=",
        ">=",
        "in",
        "not in",
        "is",
        "is not",
        "instanceof",
    ];
    let by = |words: &[&str]| {
        all.iter()
            .copied()
            .find(|at| words.contains(&tokens.text(*at)) && *at > run.start)
    };
    let at = by(&firm).or_else(|| by(&other))?;
    let mut text = tokens.text(at);
    let (mut left, mut right) = (at, at.saturating_add(1));
    // `not in` and `is not` may be two tokens.
    if text == "in" && at.checked_sub(1).is_some_and(|it| tokens.text(it) == "not") {
        (text, left) = ("not in", at.saturating_sub(1));
    } else if text == "is" && tokens.text(right) == "not" {
        (text, right) = ("is not", right.saturating_add(1));
    }
    let (left, right) = (
        Run {
            start: run.start,
            end: left,
        },
        Run {
            start: right,
            end: run.end,
        },
    );
    (!left.is_empty() && !right.is_empty()).then_some((text, left, right))
}

fn single(tokens: &Tokens<'_>, run: Run, holds: bool) -> Claim {
    if let Some((sign, left, right)) = comparison(tokens, run) {
        return compared(tokens, sign, (left, right), holds);
    }
    if let Some(value) = settled(tokens, run) {
        // What must be false and is true always fails: that is no vacuous assertion.
        let strength = if value == holds {
            Strength::Vacuous
        } else {
            Strength::Partial
        };
        let mut claim = Claim::new(strength, run);
        claim.given = value != holds;
        return claim;
    }
    if asks_literals(tokens, run) {
        let mut claim = Claim::new(Strength::Vacuous, run);
        claim.holds = Some(holds);
        return claim;
    }
    called(tokens, run, holds)
}

fn compared(tokens: &Tokens<'_>, sign: &str, (left, right): (Run, Run), holds: bool) -> Claim {
    let is_equal = match sign {
        "==" | "===" | "is" => Some(holds),
        "!=" | "!==" | "is not" => Some(!holds),
        _ => None,
    };
    match is_equal {
        Some(true) => equal(tokens, left, right),
        Some(false) => differ(tokens, left, right),
        None => {
            let mut claim = Claim::new(Strength::Partial, left);
            claim.expected = Some(right);
            if sign == "in" || sign == "not in" {
                (claim.subject, claim.expected) = (right, Some(left));
            }
            if sign == "instanceof" {
                claim.strength = Strength::Loose;
            }
            let both = is_constant(tokens, left) && is_constant(tokens, right);
            let wide = if holds { sign == ">=" } else { sign == "<" };
            let size = is_size(tokens, left) && wide && tokens.words(right) == "0";
            if both || size {
                claim.strength = Strength::Vacuous;
            }
            claim
        }
    }
}

/// A call or a name that must hold by itself.
fn called(tokens: &Tokens<'_>, run: Run, holds: bool) -> Claim {
    let is_called =
        |at: &usize| tokens.is_name(*at) && matches!(tokens.text(at.saturating_add(1)), "(" | "!");
    let any = run.indices().any(|at| is_called(&at));
    let top = tokens.top(run).filter(is_called).last();
    let open = |at: usize| {
        let next = at.saturating_add(1);
        if tokens.text(next) == "!" {
            next.saturating_add(1)
        } else {
            next
        }
    };
    let mut claim = Claim::new(Strength::Loose, run);
    if let Some(at) = top {
        let pieces = tokens.pieces(open(at));
        match (tokens.text(at), pieces.as_slice(), holds) {
            (
                "DeepEqual" | "Equal" | "array_equal" | "allclose" | "is" | "isEqual"
                | "isDeepStrictEqual",
                [a, b, ..],
                true,
            ) => {
                return equal(tokens, *a, *b);
            }
            ("equals" | "Equal" | "eq" | "equalsIgnoreCase", [only], true) => {
                let end = at.saturating_sub(1);
                return equal(
                    tokens,
                    Run {
                        start: run.start,
                        end,
                    },
                    *only,
                );
            }
            (
                "is_ok" | "is_some" | "is_err" | "is_none" | "isinstance" | "hasattr" | "callable"
                | "isArray" | "issubclass" | "isPresent" | "Boolean" | "bool" | "is_object"
                | "is_array" | "is_string" | "isNaN" | "isFinite",
                _,
                _,
            ) => {}
            ("Is" | "As", [error, kind], true) if tokens.text(run.start) == "errors" => {
                let mut claim = Claim::new(Strength::Throws, *error);
                claim.expected = Some(*kind);
                return claim;
            }
            ("is_empty" | "isEmpty", _, false) => {}
            _ => claim.strength = Strength::Partial,
        }
    } else if any || tokens.top(run).any(|at| tokens.text(at) == ".") {
        claim.strength = Strength::Partial;
    }
    claim.holds = Some(holds);
    claim
}
