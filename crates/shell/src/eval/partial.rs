//! What the operators of `${x…}` make of a text of which only a pattern is known: names of files.

use crate::effect::Origin;
use crate::value::{Origins, Piece, Sort, Text};

/// The pattern of a text that is a name of a file and nothing more.
fn pattern_of(text: &Text) -> Option<&str> {
    match text.pieces.as_slice() {
        [Piece::Names(pattern)] => Some(pattern),
        _ => None,
    }
}

/// What stands in a pattern before its first wildcard.
fn fixed(pattern: &str) -> &str {
    pattern.split(['*', '?', '[']).next().unwrap_or_default()
}

fn names(pattern: impl Into<String>, of: &Text) -> Text {
    Text::names(pattern).from(of.origins)
}

/// Whether a pattern stands for nothing but names below the directory it is relative to.
fn is_below(pattern: &str) -> bool {
    !pattern.starts_with(['/', '~']) && !pattern.split('/').any(|part| part == "..")
}

/// `${x#cut}` and `${x%cut}`, `cut` being a pattern itself; `None`: anything may be left.
pub(super) fn without(value: &Text, cut: &str, prefix: bool) -> Option<Text> {
    let pattern = pattern_of(value)?;
    let wild = cut.contains(['*', '?', '[']);
    if prefix {
        // `${f##*/}` and `${f#*/}`: the name itself, or what stands below the first directory.
        if wild {
            let leaves = cut == "*/" && is_below(pattern);
            return leaves
                .then(|| Text::some(Sort::Names, value.origins.with(Origins::of(Origin::File))));
        }
        let known = fixed(pattern);
        if let Some(rest) = pattern.strip_prefix(cut).filter(|_| known.starts_with(cut)) {
            return Some(names(rest, value));
        }
        return (!cut.starts_with(known)).then(|| value.clone());
    }
    let known = fixed(pattern);
    if wild || cut.contains('/') {
        return is_below(pattern).then(|| names("*", value));
    }
    Some(names(format!("{known}*"), value))
}

/// `${x/found/with}`; `None`: it may be anything then.
pub(super) fn replaced(value: &Text, found: &str, with: &str) -> Option<Text> {
    let pattern = pattern_of(value)?;
    let known = fixed(pattern);
    let plain =
        !found.is_empty() && !found.contains(['*', '?', '[', '/']) && !known.contains(found);
    // What is put in makes no way up with what stands around it.
    let harmless = !with.contains('/') && with.chars().any(|c| c != '.');
    let dash = known.is_empty() && with.starts_with('-');
    (plain && harmless && !dash).then(|| names(format!("{known}*"), value))
}
