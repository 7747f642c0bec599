//! Secrets that cannot be shown by accident: no content in `Debug`, no `Display`, no way out but into a signature or a
//! header.

use std::fmt;

/// Shorter ones are not looked for in texts: half of all words would be hidden.
const HIDDEN_BYTES_MIN: usize = 6;

/// A token of an account, or the secret that deliveries are signed with.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a secret; blanks around it are dropped.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
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
