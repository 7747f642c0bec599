//! A text without a grammar: which words stand where. Comments, strings and code look alike here.

use std::collections::BTreeMap;

use crate::parts::Use;
use crate::read::Limits;

/// Writes down the words of a text; says whether there was room for all of them.
pub(crate) fn find(source: &str, limits: &Limits, words: &mut BTreeMap<String, Vec<Use>>) -> bool {
    let mut whole = true;
    for (line, text) in (1u32..).zip(source.lines()) {
        let pieces = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in
            pieces.filter(|piece| piece.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        {
            let room = words.len() < limits.items_max;
            match words.get_mut(word) {
                Some(uses) => {
                    let fresh = uses.last().is_none_or(|last| last.line != line);
                    if fresh && uses.len() < limits.lines_per_name_max {
                        uses.push(Use { line, test: false });
                    }
                }
                None if room => {
                    words.insert(word.to_owned(), vec![Use { line, test: false }]);
                }
                None => whole = false,
            }
        }
    }
    whole
}
