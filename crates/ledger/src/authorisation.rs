//! What a person grants: structured, scoped, expiring, and bound to the very thing that was shown.

use serde::{Deserialize, Serialize};

use crate::ids::{GrantId, Hash, RunId};

/// One thing that a grant lifts: a soft-deny finding about one proposal. A grant that lifts several findings is several
/// of these with one name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorisation {
    /// The grant that it belongs to.
    #[serde(default)]
    pub grant: GrantId,
    /// The run it is for.
    pub run: RunId,
    /// The policy and rule whose finding it lifts, as `policy/id`; `policy/*` for all of a policy.
    pub finding: String,
    /// Digest of the very proposal that was shown. With a `resource` it counts for nothing.
    pub proposal: Hash,
    /// A file that may be written, whatever is written into it, instead of one proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// A registry or host that commands may reach through the proxy, instead of a proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// What was granted, as it was shown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub what: String,
    /// Who gave it.
    pub by: String,
    /// When it was given, in milliseconds since 1970.
    #[serde(default)]
    pub given_ms: u64,
    /// Until when, in milliseconds since 1970; [`Terms::NEVER`]: until the run is over.
    pub expires_ms: u64,
    /// How often it may still be used; [`Terms::ALWAYS`]: as often as the run likes.
    pub uses: u32,
    /// Whether it was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revoked: bool,
    /// What it is bound to besides the proposal; older grants were bound to the proposal alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Binding>,
}

impl Authorisation {
    /// Whether it still lifts anything at this time, in milliseconds since 1970.
    #[must_use]
    pub fn stands(&self, now_ms: u64) -> bool {
        !self.revoked && self.uses > 0 && self.expires_ms > now_ms
    }

    /// Takes one use off, where uses are counted.
    pub fn spend(&mut self) {
        if self.uses != Terms::ALWAYS {
            self.uses = self.uses.saturating_sub(1);
        }
    }
}

/// How often and how long a grant serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// How often; [`Terms::ALWAYS`]: as often as the run likes.
    pub uses: u32,
    /// Until when, in milliseconds since 1970; [`Terms::NEVER`]: until the run is over.
    pub expires_ms: u64,
}

impl Terms {
    /// Uses that are not counted.
    pub const ALWAYS: u32 = u32::MAX;
    /// An end that does not come before the run's own.
    pub const NEVER: u64 = u64::MAX;
    /// As long as the run goes on.
    pub const RUN: Terms = Terms {
        uses: Terms::ALWAYS,
        expires_ms: Terms::NEVER,
    };
    /// How long a plain yes lasts, in milliseconds.
    pub const ONCE_MS: u64 = 60 * 60 * 1000;

    /// One use, within the hour from this time on (milliseconds since 1970).
    #[must_use]
    pub fn once(now_ms: u64) -> Self {
        Self {
            uses: 1,
            expires_ms: now_ms.saturating_add(Self::ONCE_MS),
        }
    }
}

/// What a person grants without having been asked in the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// What is granted, as it was shown.
    pub what: String,
    /// The findings that it lifts, each as `policy/id` or `policy/*`.
    pub findings: Vec<String>,
    /// Digests of the proposals that it covers: one action in the spellings of the tools that can ask for it.
    pub proposals: Vec<Hash>,
    /// A file that may be written, instead of proposals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
    /// Registries and hosts that commands may reach through the proxy, instead of proposals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub network: Vec<String>,
    /// What it is bound to besides.
    pub bound: Binding,
    /// How often and how long.
    pub terms: Terms,
}

/// What a grant is bound to besides the proposal's own words: where it would happen, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Binding {
    /// The worktree's directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// Digest of what the environment has besides the usual. There is nothing of the kind yet: children get a fixed list,
    /// and what a command sets itself is in its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<Hash>,
    /// Scripts that would be run, by path, with the digest of what stood there; `None` where it could not be told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<(String, Option<Hash>)>,
    /// Other files that it names, as they stood; only what is granted once is bound to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(String, Option<Hash>)>,
}

impl Binding {
    /// Whether what would happen now is what was granted.
    #[must_use]
    pub fn covers(&self, now: &Binding) -> bool {
        self.directory == now.directory
            && self.environment == now.environment
            && self.scripts == now.scripts
            && (self.files.is_empty() || self.files == now.files)
    }

    /// The same for more than one use: what the first use changes is no reason to ask again.
    #[must_use]
    pub fn lasting(mut self) -> Self {
        self.files.clear();
        self
    }

    /// A script whose content is not known, if there is one: what would be run a second time can't be held to what was
    /// shown, so such a grant serves once.
    #[must_use]
    pub fn loose(&self) -> Option<&str> {
        let mut scripts = self.scripts.iter();
        let loose = scripts.find(|(_, digest)| digest.is_none());
        loose.map(|(path, _)| path.as_str())
    }
}
