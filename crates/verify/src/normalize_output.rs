//! Lines of output as they would read again.

/// A line without how long something took: the same failure has to read the same again.
pub(crate) fn steady(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut before = "";
    let mut words = line.split_inclusive(' ').peekable();
    while let Some(piece) = words.next() {
        let word = piece.trim_end();
        let core = word.trim_matches(|c: char| "()[],;:.".contains(c));
        let next = words.peek().map_or("", |it| {
            it.trim_matches(|c: char| c.is_whitespace() || "()[],;:.".contains(c))
        });
        let counted = is_number(core) && (UNITS.contains(&next) || before.contains("duration"));
        if !core.is_empty() && (counted || is_span(core)) {
            out.push_str(&piece.replacen(core, "…", 1));
        } else {
            out.push_str(piece);
        }
        before = core;
    }
    out
}

const UNITS: [&str; 9] = [
    "s", "ms", "us", "µs", "ns", "sec", "secs", "seconds", "minutes",
];

fn is_number(word: &str) -> bool {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(digits)
}

/// A number with its unit: `0.03s`, `12ms`, `1m2.5s`.
fn is_span(word: &str) -> bool {
    let number = |rest: &str| is_number(rest);
    let short = |word: &str| {
        let units = UNITS.iter().filter_map(|unit| word.strip_suffix(unit));
        units.into_iter().any(number)
    };
    match word.split_once('m') {
        Some((minutes, rest)) if number(minutes) && !rest.is_empty() => rest == "s" || short(rest),
        Some(_) | None => short(word),
    }
}
