//! `$x` and `${x…}`.

use super::{Eval, Value};
use crate::effect::Origin;
use crate::tree::{Param, ParamOp, Part, ReplaceKind, Word};
use crate::value::{Origins, Piece, Sort, Text};

use super::filter;

/// What a parameter holds, as far as its operators ask.
enum Held {
    Set(Text),
    /// Set, or not, or empty: not known.
    Perhaps,
    Unset,
}

impl Eval<'_> {
    /// The value of a parameter that is one text.
    pub(super) fn parameter(&mut self, param: &Param) -> Text {
        if param.length {
            return self.length(param);
        }
        if let Some(word) = self.stand_in(param) {
            return word.map_or_else(|| Text::known(""), |word| self.one_text(word));
        }
        let value = if param.indirect {
            self.indirect(param)
        } else {
            self.value_of(param)
        };
        match &param.op {
            Some(op) => self.apply(op, value),
            None => value,
        }
    }

    /// The word that `${x:-word}` and its like stand for here (`Some(None)`: for nothing); `None`: for the value.
    pub(super) fn stand_in<'w>(&mut self, param: &'w Param) -> Option<Option<&'w Word>> {
        let (colon, word, instead) = match param.op.as_ref()? {
            ParamOp::Default { colon, word } | ParamOp::Assign { colon, word } => {
                (*colon, word, true)
            }
            ParamOp::Alternate { colon, word } => (*colon, word, false),
            ParamOp::Error { word, .. } => {
                let _ = self.one_text(word);
                return None;
            }
            ParamOp::RemovePrefix { .. }
            | ParamOp::RemoveSuffix { .. }
            | ParamOp::Replace { .. }
            | ParamOp::Substring { .. }
            | ParamOp::Case { .. }
            | ParamOp::Transform(_)
            | ParamOp::Names => return None,
        };
        let there = match self.held(param) {
            Held::Set(text) => match text.whole() {
                Some(text) => Some(!colon || !text.is_empty()),
                None => (!colon).then_some(true),
            },
            Held::Perhaps => None,
            Held::Unset => Some(false),
        };
        // Not known: both ways.
        let there = there.unwrap_or_else(|| {
            let key = format!("{}:-", param.name);
            self.choose(&key, 2).is_none_or(|way| way == 1)
        });
        if there != instead {
            if let (false, Some(ParamOp::Assign { word, .. })) = (there, &param.op) {
                let value = self.one_text(word);
                self.keep(&param.name, Value::Text(value));
            }
            return Some(Some(word));
        }
        (!instead).then_some(None)
    }

    fn held(&mut self, param: &Param) -> Held {
        if param.indirect {
            return Held::Perhaps;
        }
        let name = param.name.as_str();
        if matches!(name, "@" | "*") {
            let words = self.positionals();
            return match words.count() {
                Some(0) => Held::Unset,
                Some(1) => Held::Set(words.get(0).unwrap_or_default()),
                Some(_) => Held::Set(Text::known(" ")),
                None => Held::Perhaps,
            };
        }
        if let Ok(number) = name.parse::<usize>() {
            let Some(at) = number.checked_sub(1) else {
                return Held::Set(self.positional(0));
            };
            let words = self.positionals();
            return match words.get(at) {
                Some(_) if words.loose.is_some() => Held::Perhaps,
                Some(text) => Held::Set(text),
                None => Held::Unset,
            };
        }
        match self.lookup(name) {
            Some(Value::Text(text)) if param.subscript.is_none() => {
                if text.origins.has(Origin::Environment) && text.whole().is_none() {
                    return Held::Perhaps;
                }
                Held::Set(text)
            }
            Some(Value::Array(words)) if words.loose.is_none() && param.subscript.is_none() => {
                words.get(0).map_or(Held::Unset, Held::Set)
            }
            Some(Value::Unset) => Held::Unset,
            Some(Value::Text(_) | Value::Array(_)) => Held::Perhaps,
            None => {
                let text = self.environment(name);
                if text.whole().is_some() {
                    Held::Set(text)
                } else {
                    Held::Perhaps
                }
            }
        }
    }

    fn length(&mut self, param: &Param) -> Text {
        let computed = super::lookup::number;
        let number = |count: Option<usize>| {
            count.map_or_else(computed, |count| Text::known(count.to_string()))
        };
        let all = param.subscript.as_ref().is_some_and(is_all);
        if all {
            return match self.lookup(&param.name) {
                Some(Value::Array(words)) if !self.is_keyed(&param.name) => number(words.count()),
                Some(Value::Array(_)) | None => computed(),
                Some(Value::Text(_)) => Text::known("1"),
                Some(Value::Unset) => Text::known("0"),
            };
        }
        if matches!(param.name.as_str(), "@" | "*") {
            return number(self.positionals().count());
        }
        let length = self
            .value_of(param)
            .map(|text| Some(text.chars().count().to_string()));
        // How long a secret is, is none.
        match length.whole() {
            Some(_) => length,
            None => computed(),
        }
    }

    pub(super) fn apply(&mut self, op: &ParamOp, value: Text) -> Text {
        match op {
            // Decided by `stand_in` before.
            ParamOp::Default { .. }
            | ParamOp::Assign { .. }
            | ParamOp::Error { .. }
            | ParamOp::Alternate { .. } => value,
            ParamOp::RemovePrefix { longest, pattern } => {
                let pattern = self.pattern(pattern);
                self.cut(&value, &pattern, true, *longest)
            }
            ParamOp::RemoveSuffix { longest, pattern } => {
                let pattern = self.pattern(pattern);
                self.cut(&value, &pattern, false, *longest)
            }
            ParamOp::Replace {
                kind,
                pattern,
                with,
            } => self.replace(*kind, &value, pattern, with),
            ParamOp::Substring { offset, length } => {
                let offset = self.arithmetic(offset).whole();
                let length = length
                    .as_ref()
                    .map(|length| self.arithmetic(length).whole());
                value.map(|text| {
                    filter::substring(
                        text,
                        offset.as_deref()?,
                        match &length {
                            None => None,
                            Some(known) => Some(known.as_deref()?),
                        },
                    )
                })
            }
            ParamOp::Case { operator, pattern } => {
                if !pattern.parts.is_empty()
                    && self.one_text(pattern).whole().as_deref() != Some("")
                {
                    return Text::unknown(value.origins.with(Origins::of(Origin::Computed)));
                }
                value.map(|text| filter::case(text, operator))
            }
            ParamOp::Transform('P') => {
                // A prompt is expanded once more, substitutions included.
                self.subscripts(&value.visible());
                Text::unknown(value.origins)
            }
            ParamOp::Transform('E') => {
                Text::unknown(value.origins.with(Origins::of(Origin::Decoded)))
            }
            ParamOp::Transform('U') => value.map(|text| Some(text.to_uppercase())),
            ParamOp::Transform('L') => value.map(|text| Some(text.to_lowercase())),
            ParamOp::Transform(_) => value.map(|_| None),
            ParamOp::Names => Text::unknown(Origins::of(Origin::Computed)),
        }
    }

    /// A pattern as text; one whose quotes take the meaning from its characters is not known.
    fn pattern(&mut self, word: &Word) -> Text {
        let mut special = false;
        for part in &word.parts {
            let (text, quoted) = match part {
                Part::Literal { text, quoted } => (text.clone(), *quoted),
                Part::Param { quoted, .. }
                | Part::Command { quoted, .. }
                | Part::Arith { quoted, .. } => {
                    (if *quoted { "*" } else { "" }.to_owned(), *quoted)
                }
                Part::Process { .. } | Part::Braces(_) | Part::Range { .. } => {
                    (String::new(), false)
                }
            };
            special |= quoted && text.contains(['*', '?', '[', '\\']) || text.contains("(");
        }
        let text = self.one_text(word);
        if special {
            return Text::unknown(text.origins);
        }
        text
    }

    fn cut(&mut self, value: &Text, pattern: &Text, prefix: bool, longest: bool) -> Text {
        let Some(pattern) = pattern.whole() else {
            return Text::unknown(value.origins.with(pattern.origins));
        };
        if value.whole().is_none() {
            return super::partial::without(value, &pattern, prefix)
                .unwrap_or_else(|| self.cut_partly(value, &pattern, prefix));
        }
        value.map(|text| filter::remove(text, &pattern, prefix, longest))
    }

    /// `${f%.txt}` of a name of which only the beginning is known keeps that beginning.
    fn cut_partly(&self, value: &Text, pattern: &str, prefix: bool) -> Text {
        let plain = !pattern.contains(['*', '?', '[']);
        if prefix || !plain {
            return Text::unknown(value.origins);
        }
        let mut out = value.clone();
        if let Some(Piece::Known(_)) = out.pieces.last() {
            out.pieces.pop();
            out.pieces.push(Piece::Unknown(Sort::Any));
        }
        out
    }

    fn replace(&mut self, kind: ReplaceKind, value: &Text, pattern: &Word, with: &Word) -> Text {
        let pattern = self.pattern(pattern);
        let with = self.one_text(with);
        let origins = value.origins.with(with.origins);
        match (pattern.whole(), with.whole()) {
            // `&` in it stands for what was found, in some versions.
            (Some(pattern), Some(with)) if !with.contains('&') => {
                let partly = super::partial::replaced(value, &pattern, &with);
                partly.unwrap_or_else(|| {
                    value
                        .map(|text| filter::replace(text, &pattern, &with, kind))
                        .from(origins)
                })
            }
            _ => Text::unknown(origins),
        }
    }
}

/// Whether a parameter stands for a list of words: `$@`, `${a[@]}`, `${!a[@]}`.
pub(super) fn is_list(param: &Param) -> bool {
    let subscript = param.subscript.as_ref().is_some_and(is_all);
    let all = matches!(param.name.as_str(), "@" | "*");
    (subscript || all && !param.indirect)
        && !param.length
        && !matches!(param.op, Some(ParamOp::Names))
}

/// Whether a list is one word in quotes: `$*`, `${a[*]}`.
pub(super) fn is_star(param: &Param) -> bool {
    let star = |word: &Word| is_all(word) && !is_at(word);
    match &param.subscript {
        Some(subscript) => star(subscript),
        None => param.name == "*",
    }
}

pub(super) fn is_all(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Literal { text, .. }] if text == "@" || text == "*")
}

fn is_at(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Literal { text, .. }] if text == "@")
}
