//! Which words a text must hold for a rule to find anything in it. Most rules are out for most files by this alone,
//! before anything is matched.

use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;
use ast_grep_core::Language as _;
use serde_json::{Map, Value};

use super::grammars::RuleGrammar;
use crate::read::Limits;
use crate::syntax::Tree;

/// Shorter words are nearly everywhere.
const WORD_BYTES_MIN: usize = 3;

/// What must be there. Never more than what must: a text that lacks it can hold no match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// This word.
    Word(String),
    /// All of these; of none, nothing.
    All(Vec<Need>),
    /// One of these.
    Any(Vec<Need>),
}

/// What a rule needs.
pub(super) fn of(core: &Map<String, Value>, grammar_of_rule: RuleGrammar) -> Need {
    let reader = Reader {
        utils: core.get("utils").and_then(Value::as_object),
        grammar_of_rule,
    };
    let rule = core.get("rule");
    rule.map_or(Need::All(Vec::new()), |rule| reader.needs(rule))
}

struct Reader<'v> {
    utils: Option<&'v Map<String, Value>>,
    grammar_of_rule: RuleGrammar,
}

impl Reader<'_> {
    fn needs(&self, rule: &Value) -> Need {
        let Some(map) = rule.as_object() else {
            return Need::All(Vec::new());
        };
        let mut all = Vec::new();
        for (key, value) in map {
            match key.as_str() {
                "pattern" => all.extend(words(&self.pattern(value))),
                "inside" | "has" | "precedes" | "follows" => all.push(self.needs(value)),
                "all" => {
                    let each = value.as_array().into_iter().flatten();
                    all.extend(each.map(|rule| self.needs(rule)));
                }
                "any" => {
                    let each = value.as_array().into_iter().flatten();
                    all.push(Need::Any(each.map(|rule| self.needs(rule)).collect()));
                }
                "matches" => {
                    // INVARIANT: utils don't refer to themselves, `bounds` has seen to it.
                    let util = self.utils.and_then(|utils| utils.get(value.as_str()?));
                    all.extend(util.map(|util| self.needs(util)));
                }
                _ => {}
            }
        }
        Need::All(all)
    }

    /// What of a pattern is matched: with a selector, only the first node of that kind.
    fn pattern(&self, pattern: &Value) -> String {
        let text = |key| pattern.get(key).and_then(Value::as_str);
        let whole = pattern.as_str().or_else(|| text("context")).unwrap_or("");
        let Some(selector) = text("selector") else {
            return whole.to_owned();
        };
        let whole = self.grammar_of_rule.pre_process_pattern(whole);
        let tree = Tree::parse(self.grammar_of_rule.0, &whole, &Limits::default());
        let tree = tree.ok();
        let node = tree
            .as_ref()
            .and_then(|tree| tree.all().find(|node| node.is(selector)));
        node.map_or(String::new(), |node| node.text().to_owned())
    }
}

/// The words of a pattern that are no variables.
fn words(text: &str) -> Vec<Need> {
    let is_sign = |c: char| c == '$' || c == 'µ';
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || is_sign(c);
    text.split(|c| !is_word(c))
        .filter(|word| word.len() >= WORD_BYTES_MIN && !word.contains(is_sign))
        .map(|word| Need::Word(word.to_owned()))
        .collect()
}

/// The words that many rules need, looked for together.
pub(super) struct Words {
    numbers: BTreeMap<String, usize>,
    all: Option<AhoCorasick>,
}

impl Words {
    pub(super) fn new<'n>(needs: impl Iterator<Item = &'n Need>) -> Words {
        let mut numbers = BTreeMap::new();
        for need in needs {
            collect(need, &mut numbers);
        }
        // In the order of the map, so that the number of a word is its place.
        for (number, (_, place)) in numbers.iter_mut().enumerate() {
            *place = number;
        }
        let all = AhoCorasick::new(numbers.keys()).ok();
        Words { numbers, all }
    }

    /// Which of the words a text holds, by number.
    pub(super) fn held(&self, source: &str) -> Vec<bool> {
        let Some(all) = &self.all else {
            return vec![true; self.numbers.len()];
        };
        let mut held = vec![false; self.numbers.len()];
        let mut left = held.len();
        for found in all.find_overlapping_iter(source) {
            if let Some(word) = held.get_mut(found.pattern().as_usize())
                && !std::mem::replace(word, true)
            {
                left = left.saturating_sub(1);
                if left == 0 {
                    break;
                }
            }
        }
        held
    }

    /// Whether a need is met by the words that are held.
    pub(super) fn meet(&self, need: &Need, held: &[bool]) -> bool {
        match need {
            Need::Word(word) => {
                let number = self.numbers.get(word);
                number.is_none_or(|number| held.get(*number).copied().unwrap_or(true))
            }
            Need::All(needs) => needs.iter().all(|need| self.meet(need, held)),
            Need::Any(needs) => needs.iter().any(|need| self.meet(need, held)),
        }
    }
}

fn collect(need: &Need, numbers: &mut BTreeMap<String, usize>) {
    match need {
        Need::Word(word) => {
            numbers.insert(word.clone(), 0);
        }
        Need::All(needs) | Need::Any(needs) => {
            for need in needs {
                collect(need, numbers);
            }
        }
    }
}
