//! What a verdict follows from. Two verdicts with the same inputs are the same, wherever they were made; one whose inputs
//! have changed is stale. Nothing in it is a result: a verdict is never keyed by what it says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{GitId, Hash};

/// The declared inputs of a verification, each by what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// The tree that was looked at, without pages of verdicts.
    pub tree: GitId,
    /// The tree that it was compared with, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<GitId>,
    /// The plan's text, and of what stands beside it what counts; `None`: a change without a plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Hash>,
    /// What counts as proof, and what may run: the configuration as it is resolved.
    pub policy: Hash,
    /// This program and the versions of what it reads with.
    pub checker: String,
    /// The programs that declared commands start, each by its content.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, String>,
}

impl Inputs {
    /// The verdict's key.
    #[must_use]
    pub fn key(&self) -> Hash {
        // INVARIANT: texts, digests and a map of texts always have a form in JSON; keys of maps are in order.
        Hash::of(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// What is not the same any more, in words that follow "because". Empty: the verdict stands.
    #[must_use]
    pub fn changed_since(&self, before: &Inputs) -> Vec<String> {
        let mut why = Vec::new();
        let mut say = |differs: bool, what: &str| {
            if differs {
                why.push(what.to_owned());
            }
        };
        say(self.tree != before.tree, "the tree has changed");
        say(
            self.base != before.base,
            "what it is compared with has changed",
        );
        say(self.plan != before.plan, "the plan has changed");
        say(
            self.policy != before.policy,
            "the policy has changed: configuration, levels, or whether commands are run",
        );
        say(self.checker != before.checker, "the checker has changed");
        for name in self.tools.keys().chain(before.tools.keys()) {
            let text = format!("the tool `{name}` has changed");
            if self.tools.get(name) != before.tools.get(name) && !why.contains(&text) {
                why.push(text);
            }
        }
        why
    }
}
