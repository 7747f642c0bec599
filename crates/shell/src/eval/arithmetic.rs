//! Arithmetic of the shell, as far as the values in it are known. What an expression assigns is known afterwards, or is
//! known to be a number.

use super::{Eval, Value};
use crate::effect::Origin;
use crate::tree::Arith;
use crate::value::{Origins, Piece, Sort, Text};

/// Longest expression that is computed, in bytes.
const TEXT_MAX: usize = 512;
/// Operators of two characters or three that assign; `=` alone does too.
const ASSIGNING: [&str; 12] = [
    "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "++", "--",
];

impl Eval<'_> {
    /// An expression that stands alone: for each combination of values.
    pub(super) fn computed(&mut self, expression: &Arith) {
        let _ = self.text_in_rounds(|eval| eval.arithmetic(expression));
    }

    /// Evaluates an arithmetic expression. Values of names in it are evaluated again by the shell, so text that can hold
    /// a subscript must not come from outside.
    pub(super) fn arithmetic(&mut self, expression: &Arith) -> Text {
        let text = self.one_text(&expression.word);
        self.arithmetic_text(&text)
    }

    pub(super) fn arithmetic_text(&mut self, text: &Text) -> Text {
        self.subscripts(&text.visible());
        self.computes_unknown(text);
        let Some(whole) = text.whole().filter(|whole| whole.len() <= TEXT_MAX) else {
            return Text::some(
                Sort::Numbers,
                text.origins.with(Origins::of(Origin::Computed)),
            );
        };
        self.names_in(&whole);
        let number = self.sequence(&whole);
        number.map_or_else(super::lookup::number, |number| {
            Text::known(number.to_string())
        })
    }

    /// Text that comes from outside the command is evaluated: a subscript in it runs a command.
    fn computes_unknown(&mut self, text: &Text) {
        let any = text.pieces.contains(&Piece::Unknown(Sort::Any));
        let own = [Origin::Written, Origin::Computed, Origin::Environment].map(Origins::of);
        let own = own.into_iter().fold(Origins::default(), Origins::with);
        if any && own.with(text.origins) != own {
            self.unknown(
                "a text that is not known would be computed, and a subscript in it runs commands",
            );
        }
    }

    /// The names in an expression: what they hold is evaluated too.
    pub(super) fn names_in(&mut self, text: &str) {
        for name in names(text) {
            let values = self.shell.variables.get(&name).map(|it| it.values.clone());
            for value in values.unwrap_or_default() {
                match value {
                    Value::Text(text) => {
                        self.subscripts(&text.visible());
                        self.computes_unknown(&text);
                    }
                    Value::Array(words) => {
                        for text in words.items.values() {
                            self.subscripts(&text.visible());
                        }
                    }
                    Value::Unset => {}
                }
            }
        }
    }

    /// Expressions with commas between them.
    fn sequence(&mut self, text: &str) -> Option<i64> {
        let mut last = None;
        let parts: Vec<&str> = if text.contains(['(', '[', '?']) {
            vec![text]
        } else {
            text.split(',').collect()
        };
        for part in parts {
            last = self.assigning(part.trim());
        }
        last
    }

    /// One expression, and what it assigns.
    fn assigning(&mut self, text: &str) -> Option<i64> {
        let one = |value: i64, by: i64| value.checked_add(by);
        for (sign, by) in [("++", 1), ("--", -1)] {
            let name = text.strip_prefix(sign).map(|rest| (rest.trim(), true));
            let name = name.or_else(|| Some((text.strip_suffix(sign)?.trim(), false)));
            if let Some((name, first)) = name.filter(|(name, _)| is_name(name)) {
                let before = self.number(name);
                let after = before.and_then(|it| one(it, by));
                self.assign_number(name, after);
                return if first { after } else { before };
            }
        }
        if let Some((name, sign, right)) = assignment(text) {
            let right = self.assigning(right);
            let before = if sign == "=" {
                Some(0)
            } else {
                self.number(name)
            };
            let value = before.zip(right).and_then(|(before, right)| match sign {
                "=" => Some(right),
                "+=" => before.checked_add(right),
                "-=" => before.checked_sub(right),
                "*=" => before.checked_mul(right),
                _ => None,
            });
            self.assign_number(name, value);
            return value;
        }
        let assigned = assigned_names(text);
        if assigned.is_empty() {
            return self.value(text);
        }
        for name in assigned {
            self.assign_number(&name, None);
        }
        None
    }

    fn assign_number(&mut self, name: &str, value: Option<i64>) {
        let text = value.map_or_else(super::lookup::number, |number| {
            Text::known(number.to_string())
        });
        self.keep(name, Value::Text(text));
    }

    /// What a name holds, where that is a plain number.
    fn number(&mut self, name: &str) -> Option<i64> {
        match self.lookup(name)? {
            Value::Text(text) => match text.whole()?.trim() {
                "" => Some(0),
                text => literal(text),
            },
            Value::Array(_) => None,
            Value::Unset => Some(0),
        }
    }

    /// Sums and products of numbers and names, from left to right.
    fn value(&mut self, text: &str) -> Option<i64> {
        let mut sum = 0i64;
        let mut product: Option<i64> = None;
        let mut sign = '+';
        let mut rest = text.trim();
        if rest.is_empty() {
            return Some(0);
        }
        loop {
            let (word, after) = operand(rest)?;
            let number = match literal(word) {
                Some(number) => number,
                None if is_name(word) => self.number(word)?,
                None => return None,
            };
            product = match (product, sign) {
                (Some(before), '*') => before.checked_mul(number),
                (_, '-') => number.checked_neg(),
                (_, _) => Some(number),
            };
            let after = after.trim_start();
            let Some(next) = after.chars().next() else {
                return sum.checked_add(product?);
            };
            if !matches!(next, '+' | '-' | '*') {
                return None;
            }
            if next != '*' {
                sum = sum.checked_add(product?)?;
                product = None;
            }
            sign = next;
            rest = after.get(1..)?.trim_start();
        }
    }
}

/// A number or a name at the beginning, with its sign.
fn operand(text: &str) -> Option<(&str, &str)> {
    let signed = text.strip_prefix('-').unwrap_or(text);
    let sign = text.len().saturating_sub(signed.len());
    let end = signed
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(signed.len());
    (end > 0)
        .then(|| text.split_at_checked(end.saturating_add(sign)))
        .flatten()
}

/// A number as the shell reads it: octal with a leading nought, hexadecimal with `0x`.
pub(super) fn literal(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let hexadecimal = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"));
    let number = match hexadecimal {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => {
            i64::from_str_radix(digits, 8).ok()?
        }
        None => digits.parse().ok()?,
    };
    if negative {
        number.checked_neg()
    } else {
        Some(number)
    }
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Every name in a text.
fn names(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| is_name(word))
        .map(str::to_owned)
        .collect()
}

/// `name = …` and `name op= …`, where the whole text is that.
fn assignment(text: &str) -> Option<(&str, &str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, rest) = text.split_at_checked(end)?;
    let rest = rest.trim_start();
    let sign = ["=", "+=", "-=", "*="]
        .into_iter()
        .find(|sign| rest.starts_with(sign))?;
    let right = rest.strip_prefix(sign)?;
    (is_name(name) && !right.starts_with('=')).then_some((name, sign, right.trim()))
}

/// Names that something in the text may assign to: all of them, if anything assigns.
fn assigned_names(text: &str) -> Vec<String> {
    let plain = text
        .replace("==", " ")
        .replace("!=", " ")
        .replace("<=", " ")
        .replace(">=", " ");
    let assigns = plain.contains('=') || ASSIGNING.iter().any(|sign| text.contains(sign));
    if assigns { names(text) } else { Vec::new() }
}
