//! The daemon's own settings.

use std::path::{Path, PathBuf};

use super::read::Read;

/// The daemon's own settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeSettings {
    /// Where it listens, as address and port.
    pub listen: String,
    /// Where forges reach it, if not there.
    pub public_url: Option<String>,
    /// Megabytes of one delivery.
    pub body_mb_max: u32,
    /// Seconds between two looks at what deliveries may have missed.
    pub poll_s: u32,
    /// Attempts of all agents side by side.
    pub parallel_max: u32,
    /// The file with templates, if not the built-in ones.
    pub templates: Option<PathBuf>,
    /// The language of the built-in ones: `en` or `zh`.
    pub language: String,
    /// Seconds that an attempt may take.
    pub timeout_s: u32,
    /// Attempts at one task.
    pub attempts_max: u32,
    /// Rounds of one pull request, and of one parent issue.
    pub rounds_max: u32,
}

impl ServeSettings {
    /// Those of the configuration.
    pub(super) fn of(read: &Read<'_>, root: &Path) -> Self {
        let text = |key: &str| read.text(key).unwrap_or_default();
        Self {
            listen: text("serve.listen"),
            public_url: read.text("serve.public_url"),
            body_mb_max: read.count("serve.body_mb_max"),
            poll_s: read.count("serve.poll_s"),
            parallel_max: read.count("serve.parallel_max"),
            templates: read.text("serve.templates").map(|it| root.join(it)),
            language: text("serve.language"),
            timeout_s: read.count("tasks.timeout_s"),
            attempts_max: read.count("tasks.attempts_max"),
            rounds_max: read.count("tasks.rounds_max"),
        }
    }
}
