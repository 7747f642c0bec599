//! Our words, in each language.

use super::table::Words;
use crate::templates::Language;

mod en;
mod zh;

/// The words of a language.
pub(super) fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &en::WORDS,
        Language::Zh => &zh::WORDS,
    }
}
