//! The one door: ask a model, get a whole reply or a failure that says what kind it is.

use std::sync::Arc;

use ledger::reply::{Asked, ModelFailure, Reply};

use crate::http::{BadEndpoint, Client, Endpoint};
use crate::price::Prices;
use crate::prompt::Prompt;
use crate::scripted::Script;

/// A model that can be asked.
#[derive(Debug, Clone)]
pub struct Model {
    provider: Provider,
    prices: Prices,
    /// What failures say of who was asked.
    asked: Option<Asked>,
}

/// Who answers.
#[derive(Debug, Clone)]
pub enum Provider {
    /// A provider behind an address.
    Http(Arc<Client>),
    /// A written conversation.
    Scripted(Script),
}

impl Model {
    /// A model, and what it costs.
    #[must_use]
    pub fn new(provider: Provider, prices: Prices) -> Self {
        Self {
            provider,
            prices,
            asked: None,
        }
    }

    /// The same, known by its name in the configuration and by the variable that holds its key: failures name them.
    #[must_use]
    pub fn called(mut self, name: &str, key_env: Option<&str>) -> Self {
        let host = match &self.provider {
            Provider::Http(client) => client.host(),
            Provider::Scripted(_) => None,
        };
        self.asked = Some(Asked {
            model: name.to_owned(),
            host,
            key_env: key_env.map(str::to_owned),
        });
        self
    }

    /// A model behind an address. Nothing is connected yet.
    ///
    /// # Errors
    /// [`BadEndpoint`], which says what to mend.
    pub fn http(endpoint: Endpoint, prices: Prices) -> Result<Self, BadEndpoint> {
        let client = Client::new(endpoint)?;
        Ok(Self::new(Provider::Http(Arc::new(client)), prices))
    }

    /// A written conversation.
    #[must_use]
    pub fn scripted(script: Script, prices: Prices) -> Self {
        Self::new(Provider::Scripted(script), prices)
    }

    /// Reads root certificates and the like on a thread of its own, while the run is being opened, instead of at the
    /// first request: some tens of milliseconds. Where nothing is encrypted there is nothing to read.
    pub fn warm(&self) {
        match &self.provider {
            Provider::Http(client) if client.encrypts() => {
                let client = Arc::clone(client);
                // Without a thread the first request does it.
                let _later = std::thread::Builder::new().spawn(move || client.warm());
            }
            Provider::Http(_) | Provider::Scripted(_) => {}
        }
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
        let reply = match &self.provider {
            Provider::Http(client) => client.ask(prompt, &self.prices, on_delta).await,
            Provider::Scripted(script) => script.ask(prompt, &self.prices, on_delta).await,
        };
        reply.map_err(|failure| ModelFailure {
            asked: self.asked.clone(),
            ..failure
        })
    }
}
