//! What the listener is told about forges: for each of them a function that says whether a delivery is genuine.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::report::Refusal;

/// What a genuine delivery says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Its id, as the forge gave it.
    pub id: String,
    /// The kind of event, as the forge calls it.
    pub event: String,
    /// What is needed to read it later, by name in lower case.
    pub headers: BTreeMap<String, String>,
    /// What is kept instead of the body, where that was only a wrapping.
    pub content: Option<Vec<u8>>,
}

/// Headers as they came, with names in lower case. Values that are no text are left out.
pub type Headers<'a> = [(&'a str, &'a str)];

/// Says whether a delivery is genuine, from its headers and the bytes of its body, or why it is refused.
pub type Check = Arc<dyn Fn(&Headers<'_>, &[u8]) -> Result<Checked, Refusal> + Send + Sync>;

/// What checks the deliveries of each forge, by its name in the configuration, which is also the last part of the address
/// that it delivers to.
#[derive(Clone, Default)]
pub struct Checks(pub BTreeMap<String, Check>);

impl fmt::Debug for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
