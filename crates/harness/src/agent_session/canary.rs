//! Whether refusals bind: what was shown of an agent's version on this machine is remembered, so that a session need not
//! try it again. The memory only saves a turn; what a session shows is in its own lines.

use std::path::PathBuf;

use agents::answer::Answer;
use agents::session::CanaryState;
use agents::words::canary_words;
use ledger::session::{Canary, SessionSeen};
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::error::NotAnswered;
use crate::runs;
use crate::timestamp::now_ms;

/// What is remembered.
#[derive(Serialize, Deserialize)]
struct Remembered {
    /// When it was shown, in milliseconds since 1970.
    at_ms: u64,
    /// The session that showed it.
    session: String,
}

/// How long it counts, in milliseconds: thirty days.
const COUNTS_MS: u64 = 30 * 24 * 60 * 60 * 1000;

impl Asked<'_> {
    /// A session begins: where it is not known whether refusals bind, the agent is told to try one.
    pub(super) fn started(mut self) -> Result<Answer, NotAnswered> {
        if self.session.canary != CanaryState::None {
            return self.finish(None, Answer::Pass);
        }
        if let Some(at_ms) = self.known_bound() {
            self.seen(SessionSeen::Canary(Canary::Known { at_ms }));
            return self.finish(None, Answer::Pass);
        }
        let word = runs::letters()?;
        if !self.honours.context {
            return self.finish(None, Answer::Pass);
        }
        let words = canary_words(&word);
        self.seen(SessionSeen::Canary(Canary::Set { word }));
        self.finish(None, Answer::Tell(words))
    }

    /// When a refusal was last seen to bind with this version here.
    fn known_bound(&self) -> Option<u64> {
        let bytes = std::fs::read(self.memory()?).ok()?;
        let remembered: Remembered = serde_json::from_slice(&bytes).ok()?;
        let age = now_ms().saturating_sub(remembered.at_ms);
        (age < COUNTS_MS).then_some(remembered.at_ms)
    }

    /// Remembers that one was.
    pub(super) fn remember_bound(&self) {
        let Some(path) = self.memory() else {
            return;
        };
        let remembered = Remembered {
            at_ms: now_ms(),
            session: self.stream.run().to_string(),
        };
        let text = serde_json::to_vec(&remembered).unwrap_or_default();
        let beside = path.with_extension("new");
        // Without it the next session tries again.
        let _kept = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&beside, text))
            .and_then(|()| std::fs::rename(&beside, &path));
    }

    /// Where it is kept; nothing where the version is not known.
    fn memory(&self) -> Option<PathBuf> {
        let opened = self.session.opened.as_ref()?;
        let version = opened.version.as_deref()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let version: String = version.chars().filter(|c| plain(*c)).take(40).collect();
        let name = format!("{}-{version}.json", self.host);
        Some(self.house.store_dir().join("agents").join(name))
    }
}
