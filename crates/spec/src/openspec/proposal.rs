//! A change's `proposal.md`: why, what changes, and which capabilities are new. Nothing of it has to be there.

use std::collections::BTreeMap;

use crate::openspec::main_spec::Section;
use crate::openspec::text::{Text, after_word, heading, trim, without_comments};

/// Characters of a section that are kept.
const SECTION_CHARS_MAX: usize = 8_000;

/// What a proposal says.
#[derive(Debug, Clone, Default)]
pub(super) struct Proposal {
    /// Its title, where it is one of its own.
    pub(super) title: Option<String>,
    /// Why.
    pub(super) why: String,
    /// What changes.
    pub(super) what: String,
    /// What it says about capabilities, by name.
    pub(super) capabilities: BTreeMap<String, String>,
}

/// Reads a proposal.
pub(super) fn read(file: &str, whole: &str) -> Proposal {
    let text = Text::new(file, whole);
    let section = |title| {
        let said = Section::find(&text, title).map(|it| text.joined(it.below));
        said.map_or_else(String::new, |said| prose(&said))
    };
    Proposal {
        title: title(&text),
        why: section("Why"),
        what: section("What Changes"),
        capabilities: capabilities(&section("Capabilities")),
    }
}

/// A section's text as people read it.
fn prose(text: &str) -> String {
    let text = without_comments(text);
    let text = trim(&text);
    text.chars().take(SECTION_CHARS_MAX).collect()
}

/// The first heading of level one, unless it only says what kind of page this is.
fn title(text: &Text<'_>) -> Option<String> {
    let first = (0..text.lines.len()).find_map(|index| heading(text.open(index)));
    let (_, said) = first.filter(|(level, _)| *level == 1)?;
    let word = ["Change proposal", "Proposal", "Change"];
    let bare = word.iter().find_map(|word| after_word(said, word));
    let said = match bare {
        Some(rest) if rest.is_empty() || rest.starts_with(':') => rest.trim_start_matches(':'),
        Some(_) | None => said,
    };
    let said = trim(said);
    (!said.is_empty()).then(|| said.to_owned())
}

/// The lines `` - `path`: text ``.
fn capabilities(section: &str) -> BTreeMap<String, String> {
    let bullets = section.lines().filter_map(|line| {
        let rest = trim(line).strip_prefix(['-', '*', '+'])?;
        let (name, rest) = trim(rest).strip_prefix('`')?.split_once('`')?;
        let text = trim(trim(rest).strip_prefix(':')?);
        Some((name.to_owned(), text.to_owned()))
    });
    bullets.filter(|(_, text)| !text.is_empty()).collect()
}
