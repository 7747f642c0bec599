//! How a request to a model can fail, and what is said of it.

use serde::{Deserialize, Serialize};

/// The most characters of a provider's words in one sentence.
const WORDS_CHARS_MAX: usize = 300;

/// How a request failed. They are told apart because the right answer differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelFailure {
    /// What kind.
    pub kind: FailureKind,
    /// The provider's words, redacted and bounded.
    pub message: String,
    /// When to try again, in milliseconds from now, as the provider said.
    pub retry_after_ms: Option<u64>,
    /// HTTP status, if there was one.
    pub status: Option<u16>,
    /// Who was asked; older lines do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

/// Who was asked, as far as it may be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The model's name in the configuration.
    pub model: String,
    /// Host and port; nothing for a written conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The environment variable that holds the key, if one is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
}

/// What kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The provider is overloaded or broken (500, 502, 503, 529): try again soon.
    Overloaded,
    /// Too many requests in a short time (429 with a short wait).
    RateLimited,
    /// A quota or credit is used up: waiting minutes does not help.
    Quota,
    /// There is no connection to its address.
    Unreachable,
    /// The connection broke, hung, or the reply was cut.
    Broken,
    /// The key is wrong or missing.
    Unauthorised,
    /// The prompt is longer than the model takes: a shorter one may do.
    TooLong,
    /// The request is wrong (no such model, no such address): trying again does not help.
    Rejected,
    /// It was answered with something that is no reply.
    Nonsense,
}

impl ModelFailure {
    /// What went wrong, with whom, and what to look at: one sentence for people. `executor` is the model's name in the
    /// configuration, for lines that do not say it.
    #[must_use]
    pub fn sentence(&self, executor: &str) -> String {
        let asked = self.asked.as_ref();
        let model = asked.map_or(executor, |it| it.model.as_str());
        let host = asked.and_then(|it| it.host.as_deref());
        let mut with = vec![format!("model `{model}`")];
        with.extend(host.map(str::to_owned));
        with.extend(self.status.map(|it| format!("HTTP {it}")));
        let (what, with) = (self.kind.words(), with.join(", "));
        let look = self.look(model, host);
        let words = self.message.trim().lines().next().unwrap_or_default();
        let words: String = words.chars().take(WORDS_CHARS_MAX).collect();
        format!("{what} ({with}): {words}{}", look.unwrap_or_default())
    }

    fn look(&self, model: &str, host: Option<&str>) -> Option<String> {
        let base_url = format!("`models.{model}.base_url`");
        match self.kind {
            FailureKind::Unauthorised => {
                let key_env = self.asked.as_ref()?.key_env.as_ref()?;
                Some(format!("; the key is read from `{key_env}`"))
            }
            FailureKind::Unreachable => {
                host.map(|_| format!("; check {base_url}, and the network"))
            }
            FailureKind::Rejected => {
                host.map(|_| format!("; check {base_url} and `models.{model}.model`"))
            }
            FailureKind::Nonsense => host.map(|_| format!("; check {base_url}")),
            FailureKind::Overloaded
            | FailureKind::RateLimited
            | FailureKind::Broken
            | FailureKind::Quota
            | FailureKind::TooLong => None,
        }
    }
}

impl FailureKind {
    /// What it means, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            FailureKind::Overloaded => "the provider is overloaded or broken",
            FailureKind::RateLimited => "the provider limits the rate",
            FailureKind::Unreachable => "the provider can't be reached",
            FailureKind::Broken => "the line to the provider broke",
            FailureKind::Quota => "the provider's quota is used up",
            FailureKind::Unauthorised => "the model's key is missing or refused",
            FailureKind::TooLong => "the prompt is longer than the model takes",
            FailureKind::Rejected => "the provider rejects the request",
            FailureKind::Nonsense => "the provider answers with what is no reply",
        }
    }
}
