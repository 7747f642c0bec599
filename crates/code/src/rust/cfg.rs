//! `cfg` predicates, as far as they can be settled without knowing how the crate is built.

/// How deep `all(any(not(..)))` is followed.
const DEPTH_MAX: u8 = 32;

/// What is known of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    True,
    False,
    Unknown,
}

/// What is known of the predicate in `tokens` (`(any())`, `(all(test, unix))`), given what `test` is taken
/// to be. Several predicates side by side count as `all`.
pub(crate) fn evaluate(tokens: &str, test: Truth) -> Truth {
    let inner = tokens.trim();
    let inner = inner.strip_prefix('(').unwrap_or(inner);
    let inner = inner.strip_suffix(')').unwrap_or(inner);
    all(inner, test, DEPTH_MAX)
}

fn predicate(text: &str, test: Truth, depth: u8) -> Truth {
    let Some(depth) = depth.checked_sub(1) else {
        return Truth::Unknown;
    };
    let text = text.trim();
    match text {
        "true" => return Truth::True,
        "false" => return Truth::False,
        "test" => return test,
        _ => {}
    }
    let Some((head, rest)) = text.split_once('(') else {
        return Truth::Unknown;
    };
    let Some(inner) = rest.strip_suffix(')') else {
        return Truth::Unknown;
    };
    match head.trim() {
        "all" => all(inner, test, depth),
        "any" => not(all_with(inner, depth, |part, depth| {
            not(predicate(part, test, depth))
        })),
        "not" => not(predicate(inner.trim_end_matches([',', ' ']), test, depth)),
        _ => Truth::Unknown,
    }
}

fn all(list: &str, test: Truth, depth: u8) -> Truth {
    all_with(list, depth, |part, depth| predicate(part, test, depth))
}

fn all_with(list: &str, depth: u8, each: impl Fn(&str, u8) -> Truth) -> Truth {
    let mut sum = Truth::True;
    for part in split(list).filter(|part| !part.trim().is_empty()) {
        match each(part, depth) {
            Truth::False => return Truth::False,
            Truth::Unknown => sum = Truth::Unknown,
            Truth::True => {}
        }
    }
    sum
}

fn not(truth: Truth) -> Truth {
    match truth {
        Truth::True => Truth::False,
        Truth::False => Truth::True,
        Truth::Unknown => Truth::Unknown,
    }
}

/// Splits at commas outside parentheses and quotes.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut quoted) = (0u32, false);
    list.split(move |c: char| {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth = depth.saturating_add(1),
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0 && !quoted
    })
}
