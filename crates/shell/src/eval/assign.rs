//! What variables are given, and what that means for whoever looks at them.

use super::lookup::Index;
use super::numbered::Words;
use super::variable::Kind;
use super::{Eval, Value};
use crate::tree::{Assigned, Assignment, Word};
use crate::value::Text;

impl Eval<'_> {
    pub(super) fn assignment(&mut self, assignment: &Assignment) -> Value {
        let keyed = self.is_keyed(&assignment.name);
        let index = assignment
            .subscript
            .as_ref()
            .map(|word| self.index(word, keyed));
        let value = match &assignment.value {
            Assigned::Word(word) => Value::Text(self.one_text(word)),
            Assigned::Array(items) => Value::Array(self.array(items, keyed)),
        };
        let value = if self.is_integer(&assignment.name) {
            self.as_integers(assignment, value)
        } else {
            value
        };
        self.combined(assignment, index, value)
    }

    /// Each word that an integer is given is computed, wherever it stands; a whole one when it is set.
    fn as_integers(&mut self, assignment: &Assignment, value: Value) -> Value {
        match value {
            Value::Text(text) if assignment.append || assignment.subscript.is_some() => {
                Value::Text(self.arithmetic_text(&text))
            }
            Value::Array(mut words) => {
                for item in words.items.values_mut() {
                    *item = self.arithmetic_text(item);
                }
                Value::Array(words)
            }
            Value::Text(_) | Value::Unset => value,
        }
    }

    fn is_integer(&self, name: &str) -> bool {
        let variable = self.shell.variables.get(name);
        variable.is_some_and(|it| it.traits.kind == Kind::Integer)
    }

    /// `(a b [2]=c)`
    fn array(&mut self, items: &[(Option<Word>, Word)], keyed: bool) -> Words {
        let mut all = Words::default();
        for (subscript, word) in items {
            let Some(subscript) = subscript else {
                let mut fields = self.fields(std::slice::from_ref(word));
                for field in fields.iter_mut().filter(|field| field.glob) {
                    field.text = self.pattern_value(field);
                }
                all.extend(Words::of(&fields));
                continue;
            };
            let text = self.one_text(word);
            match self.index(subscript, keyed).at(&all) {
                Some(at) => {
                    all.items.insert(at, text);
                }
                None => {
                    all.items.insert(all.end(), text);
                    all.loose = Some(0);
                }
            }
        }
        all
    }

    /// `+=` and `name[index]=`: what was there before and what comes.
    fn combined(&mut self, assignment: &Assignment, index: Option<Index>, value: Value) -> Value {
        let before = self.lookup(&assignment.name);
        let own = match (&before, index.is_some(), assignment.append) {
            (Some(Value::Array(words)), true, _) | (Some(Value::Array(words)), _, true) => {
                words.clone()
            }
            (Some(Value::Text(first)), true, _) => Words::of_texts([first.clone()]),
            (Some(Value::Text(_) | Value::Unset | Value::Array(_)) | None, _, _) => {
                Words::default()
            }
        };
        match (value, before, index) {
            (Value::Text(text), _, Some(index)) => {
                Value::Array(with_element(own, &index, text, assignment.append))
            }
            (Value::Text(text), Some(Value::Text(mut before)), None) if assignment.append => {
                if self.is_integer(&assignment.name) {
                    return Value::Text(Text::unknown(before.origins.with(text.origins)));
                }
                before.push(&text);
                Value::Text(before)
            }
            (Value::Text(text), None, None) if assignment.append => {
                let mut before = super::lookup::inherited(&assignment.name);
                before.push(&text);
                Value::Text(before)
            }
            (Value::Text(text), Some(Value::Array(_)), None) => {
                // The first element; without `+=` the others stay.
                let mut words = match self.lookup(&assignment.name) {
                    Some(Value::Array(words)) => words,
                    Some(Value::Text(_) | Value::Unset) | None => Words::default(),
                };
                let mut first = words.items.get(&0).cloned().unwrap_or_default();
                if !assignment.append {
                    first = Text::default();
                }
                first.push(&text);
                words.items.insert(0, first);
                Value::Array(words)
            }
            (Value::Array(more), Some(Value::Array(_)), None) if assignment.append => {
                let mut words = own;
                words.extend(more);
                Value::Array(words)
            }
            (Value::Array(more), Some(Value::Text(first)), None) if assignment.append => {
                let mut words = Words::of_texts([first]);
                words.extend(more);
                Value::Array(words)
            }
            (value, _, _) => value,
        }
    }

    /// A variable gets a value, by whatever command: the shell keeps it, and may export it already.
    pub(super) fn keep(&mut self, name: &str, value: Value) {
        self.steers(name, &value);
        self.set(name, value);
    }

    /// An array counts with each of its words: the first is the value for who looks at one, and some are all run.
    pub(super) fn steers(&mut self, name: &str, value: &Value) {
        match value {
            Value::Text(text) => self.variable_for_all(name, text),
            Value::Array(words) => {
                for text in words.items.values() {
                    self.variable_for_all(name, text);
                }
            }
            Value::Unset => {}
        }
    }

    /// An assignment in front of a command: the command sees it.
    pub(super) fn exported(&mut self, name: &str, value: &Value) {
        if let Value::Text(text) = value {
            self.variable_for_all(name, text);
        }
    }
}

/// Words of which one is set, or made longer.
fn with_element(mut words: Words, index: &Index, mut text: Text, append: bool) -> Words {
    match index.at(&words) {
        Some(at) if at < 1_000 => {
            let held = words.items.get(&at).cloned();
            if let Some(mut held) = held.filter(|_| append) {
                held.push(&text);
                text = held;
            }
            words.items.insert(at, text);
        }
        Some(_) | None => {
            words.items.insert(words.end(), text);
            words.loose = Some(0);
        }
    }
    words
}
