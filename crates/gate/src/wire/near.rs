//! Names that are not known, and the known one that may be meant.

/// Why no tool is called so: with the one that may be meant, and all that are known.
pub(super) fn unknown(name: &str, known: &[&str]) -> String {
    let shown = shell::display::visible(name, 60);
    if name.starts_with(super::server_tool::PREFIX) {
        return format!("what `{shown}`, a tool of another server, does is not known");
    }
    let names = || known.iter().copied();
    let meant = names()
        .map(|known| (distance(name, known), known))
        .filter(|(edits, known)| edits.saturating_mul(3) <= known.chars().count())
        .min()
        .map(|(_, known)| format!("; did you mean `{known}`?"))
        .unwrap_or_default();
    format!(
        "there is no tool `{shown}`{meant}; known are {}",
        known.join(", ")
    )
}

/// Letters to put in, take out, change or swap with their neighbour, where case, `_` and `-` don't count.
fn distance(from: &str, to: &str) -> usize {
    let letters = |word: &str| -> String {
        let kept = word.chars().filter(|c| !matches!(c, '_' | '-'));
        kept.flat_map(char::to_lowercase).take(64).collect()
    };
    strsim::osa_distance(&letters(from), &letters(to))
}
