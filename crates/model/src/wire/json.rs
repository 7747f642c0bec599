//! Small things that the wires share when they write and read JSON.

use std::fmt;

use ledger::reply::Call;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::prompt::Block;

/// A number of tokens: whole, or with a point as some servers write it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tokens(pub(crate) u64);

impl<'de> Deserialize<'de> for Tokens {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast clamps"
    )]
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        f64::deserialize(de).map(|count| Self(count.ceil() as u64))
    }
}

/// What can be read of something that may be missing or of another form.
pub(crate) fn lenient<T: DeserializeOwned>(raw: Option<&RawValue>) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

/// A temperature as providers write it.
pub(crate) fn temperature(milli: Option<u32>) -> Option<f64> {
    milli.map(|milli| f64::from(milli) / 1000.0)
}

/// The system prompt as one text.
pub(crate) struct Joined<'p>(pub(crate) &'p [Block<'p>]);

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, block) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "\n\n" })?;
            f.write_str(&block.text)?;
        }
        Ok(())
    }
}

impl Serialize for Joined<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        ser.collect_str(self)
    }
}

/// The arguments of a call of before, as an object. Arguments that were none are shown to the model as a text in one:
/// providers refuse a history that they cannot read.
pub(crate) enum Args<'a> {
    Object(&'a RawValue),
    Unreadable(&'a str),
}

impl<'a> Args<'a> {
    pub(crate) fn of(call: &'a Call) -> Self {
        let text = &*call.args;
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) if raw.get().starts_with('{') => Self::Object(raw),
            Ok(_) | Err(_) => Self::Unreadable(text),
        }
    }
}

impl Serialize for Args<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Object(raw) => raw.serialize(ser),
            Self::Unreadable(text) => {
                let mut map = ser.serialize_map(Some(1))?;
                map.serialize_entry("unreadable", text)?;
                map.end()
            }
        }
    }
}

/// The same, as a text inside JSON.
pub(crate) struct ArgsText<'a>(pub(crate) &'a Call);

impl Serialize for ArgsText<'_> {
    fn serialize<S: Serializer>(&self, ser: S) -> Result<S::Ok, S::Error> {
        let text = &*self.0.args;
        let object = text.trim_start().starts_with('{');
        if object && serde_json::from_str::<IgnoredAny>(text).is_ok() {
            return ser.serialize_str(text);
        }
        ser.serialize_str(&serde_json::json!({ "unreadable": text }).to_string())
    }
}

/// Arguments as a text: a text as it stands, anything else as JSON.
pub(crate) fn args_text(args: &Value) -> String {
    match args {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => args.to_string(),
    }
}
