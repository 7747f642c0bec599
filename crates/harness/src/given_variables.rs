//! Variables that the person gives commands (`sandbox.env`), and the secrets among them: a value that is written
//! `secret:NAME` is that of our own variable `NAME`. It reaches commands alone; where it comes back in what they print, a
//! marker stands in its place before anything is seen.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// How a secret is written in the configuration.
const SECRET: &str = "secret:";
/// A shorter one would be found everywhere.
const SECRET_BYTES_MIN: usize = 8;

/// What is given, and what of it must not be seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GivenVariables {
    /// Names and values.
    pub(crate) all: Vec<(String, String)>,
    /// Names of secrets and their values, the longest first.
    secrets: Vec<(String, String)>,
}

/// Why something can't be given.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NotGiven {
    /// The variable is not set.
    #[error(
        "`sandbox.env.{variable}` is to be the secret `{name}`, and the variable `{name}` is not set"
    )]
    Missing {
        /// The variable that commands would get.
        variable: String,
        /// The secret.
        name: String,
    },
    /// It is so short that it could not be told from other text.
    #[error(
        "the secret `{name}` has fewer than {SECRET_BYTES_MIN} bytes: it could not be taken out of what commands print"
    )]
    Short {
        /// The secret.
        name: String,
    },
    /// It is a word that results are written with: taken out, the rest can't be read.
    #[error(
        "a secret of `sandbox.env` is a word that results are written with, so what came back is not shown; choose another one"
    )]
    Unmaskable,
}

impl GivenVariables {
    /// Takes secrets from these variables.
    pub(crate) fn read(
        wanted: &BTreeMap<String, String>,
        own: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, NotGiven> {
        let mut given = Self::default();
        for (variable, value) in wanted {
            let Some(name) = value.strip_prefix(SECRET) else {
                given.all.push((variable.clone(), value.clone()));
                continue;
            };
            let secret = own(name).ok_or_else(|| NotGiven::Missing {
                variable: variable.clone(),
                name: name.to_owned(),
            })?;
            if secret.trim().len() < SECRET_BYTES_MIN {
                let name = name.to_owned();
                return Err(NotGiven::Short { name });
            }
            given.all.push((variable.clone(), secret.clone()));
            given.secrets.push((name.to_owned(), secret));
        }
        given.longest_first();
        Ok(given)
    }

    /// Has these not be seen either, by the names of their variables. No command gets them.
    pub(crate) fn hide<'a>(&mut self, secrets: impl Iterator<Item = (&'a str, &'a str)>) {
        let long = secrets.filter(|(_, secret)| secret.len() >= SECRET_BYTES_MIN);
        let named = long.map(|(name, secret)| (name.to_owned(), secret.to_owned()));
        self.secrets.extend(named);
        self.longest_first();
    }

    /// What a value of the configuration stands for: itself, or our own variable that it names, which must not be seen from then on.
    ///
    /// # Errors
    /// In words: the variable is not set, or too short to be told from other text.
    pub(crate) fn meant(
        &mut self,
        value: &str,
        own: impl Fn(&str) -> Option<String>,
    ) -> Result<String, String> {
        let Some(name) = value.strip_prefix(SECRET) else {
            return Ok(value.to_owned());
        };
        let secret = own(name).ok_or_else(|| format!("the variable `{name}` is not set"))?;
        if secret.trim().len() < SECRET_BYTES_MIN {
            let name = name.to_owned();
            return Err(NotGiven::Short { name }.to_string());
        }
        self.keep_secret(name, &secret);
        Ok(secret)
    }

    /// The same for a variable that is a secret by what it is for.
    ///
    /// # Errors
    /// As [`Self::meant`].
    pub(crate) fn secret(
        &mut self,
        name: &str,
        own: impl Fn(&str) -> Option<String>,
    ) -> Result<String, String> {
        self.meant(&format!("{SECRET}{name}"), own)
    }

    /// One more secret that must not be seen; it is given to nobody by that. A short one can't be told from other text.
    pub(crate) fn keep_secret(&mut self, name: &str, secret: &str) {
        if secret.trim().len() >= SECRET_BYTES_MIN {
            self.secrets.push((name.to_owned(), secret.to_owned()));
            self.longest_first();
        }
    }

    /// The secrets among others that are given elsewhere.
    pub(crate) fn keep_secrets_of(&mut self, other: &Self) {
        self.secrets.extend(other.secrets.iter().cloned());
        self.longest_first();
    }

    /// One that holds another one is replaced as a whole.
    fn longest_first(&mut self) {
        self.secrets
            .sort_by_key(|(_, secret)| std::cmp::Reverse(secret.len()));
    }

    /// A text with a marker where a secret stood.
    pub(crate) fn masked(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, secret) in &self.secrets {
            // Names of hosts are in lower case, whatever a command wrote.
            let lower = secret.trim().to_ascii_lowercase();
            for form in [secret.as_str(), secret.trim(), &lower] {
                if text.contains(form) {
                    text = text.replace(form, &format!("[secret:{name}]"));
                }
            }
        }
        text
    }

    /// The same for everything in a value.
    ///
    /// # Errors
    /// [`NotGiven::Unmaskable`]: it can't be shown at all.
    pub(crate) fn masked_in<T: Serialize + DeserializeOwned>(
        &self,
        value: T,
    ) -> Result<T, NotGiven> {
        if self.secrets.is_empty() {
            return Ok(value);
        }
        let masked = serde_json::to_value(&value).map(|it| self.masked_json(it));
        // A marker in the place of a name of ours is no such name.
        masked
            .and_then(serde_json::from_value)
            .map_err(|_| NotGiven::Unmaskable)
    }

    fn masked_json(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.masked(&text)),
            Value::Array(items) => items.into_iter().map(|it| self.masked_json(it)).collect(),
            Value::Object(fields) => fields
                .into_iter()
                .map(|(name, it)| (self.masked(&name), self.masked_json(it)))
                .collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<GivenVariables, NotGiven> {
        let wanted = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let own = |name: &str| match name {
            "TOKEN" => Some("abcdefgh-1234".to_owned()),
            "LONGER" => Some("x-abcdefgh-1234-y\n".to_owned()),
            "SHORT" => Some("abc".to_owned()),
            _ => None,
        };
        GivenVariables::read(&wanted, own)
    }

    #[test]
    fn what_cannot_be_masked_is_not_shown() {
        use ledger::observation::{Observation, Status};
        let given = GivenVariables {
            all: Vec::new(),
            secrets: vec![("WORD".to_owned(), "duration_ms".to_owned())],
        };
        let seen = Observation::plain(Status::Ok, "it says duration_ms");
        assert_eq!(given.masked_in(seen), Err(NotGiven::Unmaskable));
    }

    #[test]
    fn secrets_are_taken_out_of_everything() {
        let given = read(&[
            ("A", "secret:TOKEN"),
            ("B", "secret:LONGER"),
            ("C", "plain"),
        ])
        .unwrap();
        assert_eq!(given.all[2], ("C".to_owned(), "plain".to_owned()));
        assert_eq!(
            given.masked("abcdefgh-1234, x-abcdefgh-1234-y; plain"),
            "[secret:TOKEN], [secret:LONGER]; plain"
        );
        let upper = GivenVariables {
            all: Vec::new(),
            secrets: vec![("UPPER".to_owned(), "AbCdEfGh-1234".to_owned())],
        };
        assert_eq!(
            upper.masked("abcdefgh-1234.example"),
            "[secret:UPPER].example"
        );
        let value = serde_json::json!({"abcdefgh-1234": ["say abcdefgh-1234", 7, null]});
        let masked = serde_json::json!({"[secret:TOKEN]": ["say [secret:TOKEN]", 7, null]});
        assert_eq!(given.masked_in(value), Ok(masked));
    }

    #[test]
    fn what_is_not_there_or_could_not_be_masked_is_not_given() {
        let missing = NotGiven::Missing {
            variable: "A".to_owned(),
            name: "NONE".to_owned(),
        };
        assert_eq!(read(&[("A", "secret:NONE")]), Err(missing));
        assert!(matches!(
            read(&[("A", "secret:SHORT")]),
            Err(NotGiven::Short { .. })
        ));
    }
}
