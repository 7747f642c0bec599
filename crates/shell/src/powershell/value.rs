//! What an expression can be, as far as it is known.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::tree::Block;
use crate::effect::Origin;
use crate::windows::Word;

/// Longest text that is followed, in bytes.
const TEXT_BYTES_MAX: usize = 65_536;
/// Longest list that is followed.
pub(super) const ITEMS_MAX: usize = 8_192;

#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) data: Data,
    pub(super) from: BTreeSet<Origin>,
}

#[derive(Debug, Clone)]
pub(super) enum Data {
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Block(Rc<Block>),
    Table(Vec<(String, Value)>),
    /// An object of a known kind.
    Object(String),
    /// The names below a directory.
    Below(String),
    /// Not known, but for how it begins.
    Opaque(String),
}

impl Value {
    pub(super) fn text(text: &str) -> Self {
        Self::of(Data::Text(text.to_owned()), Origin::Written)
    }

    pub(super) fn number(number: i64) -> Self {
        Self::of(Data::Number(number), Origin::Written)
    }

    pub(super) fn nothing() -> Self {
        Self::of(Data::List(Vec::new()), Origin::Written)
    }

    pub(super) fn object(kind: &str) -> Self {
        Self::of(Data::Object(kind.to_owned()), Origin::Computed)
    }

    pub(super) fn of(data: Data, from: Origin) -> Self {
        Self {
            data,
            from: BTreeSet::from([from]),
        }
    }

    pub(super) fn opaque(from: Origin) -> Self {
        Self::of(Data::Opaque(String::new()), from)
    }

    /// Not known, made of these.
    pub(super) fn made_of<'v>(values: impl IntoIterator<Item = &'v Value>) -> Self {
        let from = origins(values);
        Self {
            data: Data::Opaque(String::new()),
            from,
        }
    }

    pub(super) fn with(mut self, from: &BTreeSet<Origin>) -> Self {
        self.from.extend(from.iter().copied());
        self
    }

    pub(super) fn also(mut self, from: Origin) -> Self {
        self.from.insert(from);
        self
    }

    pub(super) fn list(items: Vec<Value>) -> Self {
        let from = origins(&items);
        if items.len() > ITEMS_MAX {
            return Self {
                data: Data::Opaque(String::new()),
                from,
            };
        }
        Self {
            data: Data::List(items),
            from,
        }
    }

    /// Every text, list or number as text; lists with blanks between. `Err`: how it begins.
    pub(super) fn as_text(&self) -> Result<String, String> {
        match &self.data {
            Data::Text(text) => Ok(text.clone()),
            Data::Number(number) => Ok(number.to_string()),
            Data::List(items) => joined(items, " "),
            Data::Opaque(start) => Err(start.clone()),
            Data::Bytes(_) | Data::Block(_) | Data::Table(_) | Data::Object(_) | Data::Below(_) => {
                Err(String::new())
            }
        }
    }

    pub(super) fn items(&self) -> Vec<Value> {
        match &self.data {
            Data::List(items) => items.clone(),
            Data::Bytes(bytes) => bytes
                .iter()
                .take(ITEMS_MAX)
                .map(|byte| Value::number(i64::from(*byte)).with(&self.from))
                .collect(),
            Data::Text(_)
            | Data::Number(_)
            | Data::Block(_)
            | Data::Table(_)
            | Data::Object(_)
            | Data::Below(_)
            | Data::Opaque(_) => vec![self.clone()],
        }
    }

    /// About how much there is to copy.
    pub(super) fn size(&self) -> usize {
        match &self.data {
            Data::Text(text) | Data::Opaque(text) | Data::Object(text) | Data::Below(text) => {
                text.len()
            }
            Data::Bytes(bytes) => bytes.len(),
            Data::List(items) => items.len().saturating_mul(32),
            Data::Table(rows) => rows.len().saturating_mul(32),
            Data::Number(_) | Data::Block(_) => 0,
        }
    }

    pub(super) fn as_number(&self) -> Option<i64> {
        match &self.data {
            Data::Number(number) => Some(*number),
            Data::Text(text) => text.trim().parse().ok(),
            Data::List(items) => match items.as_slice() {
                [one] => one.as_number(),
                _ => None,
            },
            Data::Bytes(_)
            | Data::Block(_)
            | Data::Table(_)
            | Data::Object(_)
            | Data::Below(_)
            | Data::Opaque(_) => None,
        }
    }

    pub(super) fn kind(&self) -> Option<&str> {
        match &self.data {
            Data::Object(kind) => Some(kind),
            Data::Text(_)
            | Data::Number(_)
            | Data::Bytes(_)
            | Data::List(_)
            | Data::Block(_)
            | Data::Table(_)
            | Data::Below(_)
            | Data::Opaque(_) => None,
        }
    }

    pub(super) fn block(&self) -> Option<Rc<Block>> {
        match &self.data {
            Data::Block(block) => Some(Rc::clone(block)),
            Data::Text(_)
            | Data::Number(_)
            | Data::Bytes(_)
            | Data::List(_)
            | Data::Object(_)
            | Data::Table(_)
            | Data::Below(_)
            | Data::Opaque(_) => None,
        }
    }

    pub(super) fn word(&self) -> Word {
        if let Data::Below(path) = &self.data {
            return Word {
                text: Ok(path.clone()),
                from: self.from.clone(),
                below: true,
            };
        }
        Word {
            text: self.as_text(),
            from: self.from.clone(),
            below: false,
        }
    }

    /// One word for each item.
    pub(super) fn words(&self) -> Vec<Word> {
        match &self.data {
            Data::List(items) => items.iter().flat_map(Value::words).collect(),
            Data::Text(_)
            | Data::Number(_)
            | Data::Bytes(_)
            | Data::Block(_)
            | Data::Table(_)
            | Data::Object(_)
            | Data::Below(_)
            | Data::Opaque(_) => vec![self.word()],
        }
    }

    /// What holds whichever of the two it is.
    pub(super) fn either(self, other: &Value) -> Value {
        let same = match (self.as_text(), other.as_text()) {
            (Ok(a), Ok(b)) => a == b,
            (Ok(_) | Err(_), Ok(_) | Err(_)) => false,
        };
        if same {
            return self;
        }
        Value::made_of([&self, other])
    }
}

pub(super) fn origins<'v>(values: impl IntoIterator<Item = &'v Value>) -> BTreeSet<Origin> {
    values
        .into_iter()
        .flat_map(|it| it.from.iter().copied())
        .collect()
}

/// Items as one text with something between.
pub(super) fn joined(items: &[Value], between: &str) -> Result<String, String> {
    let mut out = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        match item.as_text() {
            Ok(text) => out.push_str(&text),
            Err(start) => {
                out.push_str(&start);
                return Err(out);
            }
        }
        if out.len() > TEXT_BYTES_MAX {
            return Err(String::new());
        }
    }
    Ok(out)
}

/// A text put together, with all origins of its parts.
pub(super) fn text_of(parts: &[Value]) -> Value {
    let from = origins(parts);
    let data = match joined(parts, "") {
        Ok(text) => Data::Text(text),
        Err(start) => Data::Opaque(start),
    };
    Value { data, from }.also(Origin::Computed)
}
