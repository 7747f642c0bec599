//! Reading fields that may be of another type than they should.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A value, or the empty one if it is of another type.
pub(crate) fn lenient<'de, D, T>(de: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let value = Value::deserialize(de)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A list, without what in it is of another type.
pub(crate) fn list<'de, D, T>(de: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(items(Value::deserialize(de)?).unwrap_or_default())
}

/// A list that may be missing: that is not the same as an empty one.
pub(crate) fn maybe_list<'de, D, T>(de: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(items(Value::deserialize(de)?))
}

/// The items of a list that are of the right type; `None`: it is no list.
pub(crate) fn items<T: DeserializeOwned>(value: Value) -> Option<Vec<T>> {
    let Value::Array(values) = value else {
        return None;
    };
    let read = values
        .into_iter()
        .filter_map(|one| serde_json::from_value(one).ok());
    Some(read.collect())
}
