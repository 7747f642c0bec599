//! A secret that cannot be shown by accident: no content in `Debug`, no `Display`, no way out but into a header.

use std::fmt;

/// A key, a token, a header's value.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Shorter ones are not looked for in texts: half of all words would be hidden.
const HIDDEN_BYTES_MIN: usize = 6;

impl Secret {
    /// Keeps a secret; blanks around it are dropped.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The secret itself.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// The text without this secret.
    pub(crate) fn hide(&self, text: String) -> String {
        if self.0.len() < HIDDEN_BYTES_MIN || !text.contains(&self.0) {
            return text;
        }
        text.replace(&self.0, "***")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}
