//! The one door: ask a model, get a whole reply or a failure that says what kind it is.

use ledger::reply::{ModelFailure, Reply};

use crate::price::Prices;
use crate::prompt::Prompt;
use crate::scripted::Script;

/// A model that can be asked.
#[derive(Debug, Clone)]
pub struct Model {
    provider: Provider,
    prices: Prices,
}

/// Who answers.
#[derive(Debug, Clone)]
pub enum Provider {
    /// A written conversation.
    Scripted(Script),
}

impl Model {
    /// A model, and what it costs.
    #[must_use]
    pub fn new(provider: Provider, prices: Prices) -> Self {
        Self { provider, prices }
    }

    /// Asks once. Words go to `on_delta` as they come, for the screen only: what counts is the reply.
    ///
    /// Dropping the future ends the request.
    ///
    /// # Errors
    /// [`ModelFailure`], with its kind: nothing is tried twice here.
    pub async fn ask(
        &self,
        prompt: &Prompt<'_>,
        on_delta: impl FnMut(&str),
    ) -> Result<Reply, ModelFailure> {
        match &self.provider {
            Provider::Scripted(script) => script.ask(prompt, &self.prices, on_delta).await,
        }
    }
}
