//! Variables of a shell: the values that each may have, and what was declared about it.

use super::VALUES_MAX;
use super::numbered::Words;
use crate::effect::Origin;
use crate::value::{Origins, Piece, Sort, Text};

/// A variable: the values that it may have (never none), and what an assignment makes of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) values: Vec<Value>,
    pub(super) traits: Traits,
}

/// What `declare` says about a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Traits {
    /// Programs that are started see it.
    pub(super) exported: bool,
    /// An assignment fails.
    pub(super) readonly: bool,
    /// Values are computed, or changed to this case.
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    #[default]
    Plain,
    Integer,
    Lower,
    Upper,
    /// Keys are words.
    Keyed,
    /// It stands for the variable that its value names.
    Reference,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(Text),
    Array(Words),
    /// It was taken away: empty.
    Unset,
}

impl Variable {
    pub(super) fn merge(&mut self, values: Vec<Value>, traits: Traits) {
        self.traits.exported |= traits.exported;
        self.traits.readonly |= traits.readonly;
        if self.traits.kind == Kind::Plain {
            self.traits.kind = traits.kind;
        }
        for value in values {
            if self.values.contains(&value) {
                continue;
            }
            if self.values.len() >= VALUES_MAX {
                let origins = self.origins().with(value.origins());
                self.values = vec![Value::Text(Text::unknown(
                    origins.with(Origins::of(Origin::Computed)),
                ))];
                return;
            }
            self.values.push(value);
        }
    }

    pub(super) fn origins(&self) -> Origins {
        let all = self.values.iter().map(Value::origins);
        all.fold(Origins::default(), Origins::with)
    }
}

impl Value {
    /// Whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        match self {
            Value::Text(text) => text.pieces.iter().all(|piece| match piece {
                Piece::Known(text) | Piece::Perhaps(text) => {
                    text.chars().all(|c| c.is_ascii_digit())
                }
                Piece::Unknown(sort) => *sort == Sort::Numbers,
                Piece::Names(_) => false,
            }),
            Value::Array(_) => false,
            Value::Unset => true,
        }
    }

    fn origins(&self) -> Origins {
        match self {
            Value::Text(text) => text.origins,
            Value::Array(words) => words.origins(),
            Value::Unset => Origins::default(),
        }
    }
}
