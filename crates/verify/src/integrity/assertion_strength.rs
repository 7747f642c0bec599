//! How two assertions about the same compare: what demands more, what is another way to write it, what is looser.

use code::{Assertion, Strength, Tolerance};

/// How much an assertion demands: a particular error is as much as a particular value.
pub(super) fn rank(strength: Strength) -> u8 {
    match strength {
        Strength::Vacuous => 0,
        Strength::Loose => 1,
        Strength::Partial => 2,
        Strength::Throws | Strength::Exact => 3,
    }
}

/// A literal as most languages write it.
pub(super) fn canonical(text: &str) -> String {
    text.to_ascii_lowercase()
        .replace("boolean . ", "")
        .trim_end_matches(['l', 'f', 'u', 'd'])
        .to_owned()
}

/// Whether an assertion speaks about the same and says what the other said.
pub(super) fn covers(it: &Assertion, other: &Assertion) -> bool {
    let values = !other.values.is_empty() && other.values.is_subset(&it.values);
    values || (!other.callees.is_empty() && it.callees == other.callees)
}

/// Another way to write the same: `== true` and a bare condition, `== []` and a denied one.
pub(super) fn is_as_good(before: &Assertion, after: &Assertion) -> bool {
    let says = |it: &Assertion| it.expected.as_deref().map(|it| it.to_ascii_lowercase());
    let (was, now) = (says(before), says(after));
    let nothing = [
        "false",
        "[ ]",
        "{ }",
        "\"\"",
        "0",
        "( )",
        "none",
        "null",
        "nil",
        "undefined",
        "vec ! [ ]",
        "list ( )",
        "set ( )",
        "dict ( )",
    ];
    let hollow = |it: &Option<String>| it.as_deref().is_some_and(|it| nothing.contains(&it));
    let is_condition = |it: &Option<String>| matches!(it.as_deref(), Some("true" | "false"));
    let says_empty = after
        .subject
        .to_ascii_lowercase()
        .replace('_', "")
        .contains("empty")
        && now.as_deref() != Some("false");
    // `type(x) == T` is no more than `isinstance(x, T)` for whoever raises a `T`.
    let typed = before.subject.strip_prefix("type ( ").is_some_and(|it| {
        let thing = it.trim_end_matches([')', ' ']);
        after.subject.contains("isinstance") && after.subject.contains(thing)
    });
    match (&was, &now) {
        _ if typed => true,
        _ if hollow(&was) && (now.as_deref() == Some("false") || hollow(&now) || says_empty) => {
            true
        }
        (Some(was), Some(now)) if is_condition(&says(after)) => was == now,
        // The condition itself became the subject of a function that compares.
        (Some(was), Some(_) | None) => {
            after.strength >= Strength::Partial
                && before.strength <= Strength::Partial
                && was == "true"
        }
        (None, Some(_) | None) => false,
    }
}

/// Whether a number may be further off, and whether much.
pub(super) fn looser(before: &Assertion, after: &Assertion) -> Option<bool> {
    match (before.tolerance.as_ref(), after.tolerance.as_ref()?) {
        (Some(Tolerance::Digits(was)), Tolerance::Digits(now)) => {
            let (was, now) = (number(was)?, number(now)?);
            (now < was).then_some(now + 1.5 < was)
        }
        (Some(Tolerance::Width(was)), Tolerance::Width(now)) => {
            let (was, now) = (number(was)?, number(now)?);
            (now > was).then_some(now >= was * 10.0)
        }
        (Some(Tolerance::Digits(_)), Tolerance::Width(_))
        | (Some(Tolerance::Width(_)), Tolerance::Digits(_)) => Some(false),
        // Exactly this before: what is near may be as good, what is as far off as the value is large is not.
        (None, Tolerance::Width(now)) if before.strength == Strength::Exact => {
            let (now, value) = (number(now)?, after.expected.as_deref().and_then(number));
            let large = value.map_or(1.0, |it| it.abs().max(1.0));
            Some(now >= large / 4.0)
        }
        (None, Tolerance::Digits(now)) if before.strength == Strength::Exact => {
            Some(number(now)? < 1.0)
        }
        (None, Tolerance::Width(_) | Tolerance::Digits(_)) => None,
    }
}

fn number(text: &str) -> Option<f64> {
    text.replace([' ', '_'], "")
        .trim_end_matches(['f', 'd', 'F'])
        .parse()
        .ok()
}

/// Whether an assertion is content with one of several: `x in (1, 2)`, `x == 1 or x`.
pub(super) fn is_one_of(it: &Assertion) -> bool {
    let written = it
        .subject
        .starts_with(|c: char| c.is_ascii_digit() || "([{\"'".contains(c));
    let several = written && it.subject.contains(" , ");
    let either = it.subject.contains(" or ") || it.subject.contains(" || ");
    it.strength == Strength::Partial && (several || either)
}

/// Whether an assertion holds that something in particular is refused.
pub(super) fn refuses(it: &Assertion) -> bool {
    let ends = [". is_err ( )", ". is_none ( )", ". unwrap_err ( )"];
    let holds = it.expected.as_deref() != Some("false");
    holds && !it.values.is_empty() && ends.iter().any(|end| it.subject.ends_with(end))
}

/// Whether a value that was written out is computed now by the very code that is asked for it.
pub(super) fn asks_itself(before: &Assertion, after: &Assertion) -> bool {
    let exact = before.strength == Strength::Exact && after.strength == Strength::Exact;
    let written = !before.values.is_empty() && !before.itself;
    exact && after.itself && written && before.callees.is_subset(&after.callees)
}

/// Whether what failed for good is asked now for its answer: `assertThrows(X.class, () -> f(null))`, `assertFalse(f(null))`.
pub(super) fn answers_now(before: &Assertion, after: &Assertion) -> bool {
    // `() -> a.f(x)`, `lambda: a.f(x)`, `a::f` and `a.f(x)` are one call.
    let call = |text: &str| {
        let text = text.rsplit("->").next().unwrap_or(text);
        let text = text.trim().trim_start_matches("lambda :");
        text.replace("::", ".")
            .trim_end_matches("( )")
            .trim()
            .to_owned()
    };
    let (was, now) = (call(&before.subject), call(&after.subject));
    let says = after.strength >= Strength::Partial || after.expected.is_some();
    before.strength == Strength::Throws
        && after.hidden.is_none()
        && after.strength != Strength::Vacuous
        && says
        && !now.is_empty()
        && was == now
}

/// Whether an assertion is about the text of an error.
pub(super) fn is_of_an_error(it: &Assertion) -> bool {
    let parts = it.subject.split(' ');
    let mut parts = parts.filter(|it| !it.is_empty());
    parts.any(|it| matches!(it, "getMessage" | "message" | "value" | "Error"))
}

/// Whether any error will do where something in particular was asserted of it, or of what came.
pub(super) fn any_will_do(before: &Assertion, after: &Assertion) -> bool {
    after.broad && after.strength == Strength::Throws && !before.broad
}

/// Whether one asks of the work of the same functions that something holds, where another compared it as a whole: more
/// inputs make up for less of each, and for none of it being compared they do not.
pub(super) fn asks_less_of(before: &Assertion, after: &Assertion) -> bool {
    before.strength == Strength::Exact
        && after.strength <= Strength::Partial
        && !before.callees.is_disjoint(&after.callees)
        && !is_as_good(before, after)
}
