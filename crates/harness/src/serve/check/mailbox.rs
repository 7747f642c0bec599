//! Whether what a forge delivers comes here: it is asked to deliver something, and that is waited for. Deliveries are taken as
//! the daemon takes them, and kept for it; where it runs, it takes them itself.

use std::sync::Arc;
use std::time::Duration;

use forge::client::Client;
use ledger::forge::RepoName;
use store::Store;
use tokio::time::{Instant, sleep};

use crate::http::health::Health;
use crate::http::listen::{self, Listener};
use crate::serve::error::NotServed;
use crate::serve::intake;
use crate::serve::setup::{Setup, Watched};

/// How long a delivery is waited for.
const WAIT_MAX: Duration = Duration::from_secs(10);
/// How often it is looked whether it is there.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Deliveries that are read at once.
const READ_MAX: usize = 200;

/// Where deliveries are seen to come.
pub(super) struct Mailbox {
    store: Store,
    health: Arc<Health>,
}

/// What became of a delivery that was asked for.
pub(super) enum Came {
    /// It came, and is genuine.
    Yes,
    /// Something came and was refused meanwhile: its signature is another one.
    Refused,
    /// Nothing came.
    No,
}

impl Mailbox {
    pub(super) fn open(setup: &Setup) -> Result<Self, NotServed> {
        Ok(Self {
            store: Store::open(&setup.store_dir)?,
            health: Health::new(),
        })
    }

    /// Takes deliveries until `done` has ended, and gives what that gives.
    ///
    /// # Errors
    /// The listener's, if its address is not that of a daemon that runs.
    pub(super) async fn while_open<T>(
        &self,
        setup: &Setup,
        done: impl Future<Output = T>,
    ) -> Result<T, NotServed> {
        let listener = match Listener::bind(setup.listen).await {
            Ok(listener) => listener,
            Err(error) if is_taken(&error) => return Ok(done.await),
            Err(error) => return Err(error.into()),
        };
        let options = setup.listener(Arc::clone(&self.health), Arc::new(|_| {}));
        let store = Store::open(&setup.store_dir)?;
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let stop = async move {
            // Told, or nobody is left who could tell.
            let _told = ended.await;
        };
        let (served, done) = tokio::join!(listener.serve(store, options, stop), async move {
            let done = done.await;
            drop(end);
            done
        });
        served?;
        Ok(done)
    }

    /// Has a forge deliver something of a repository by a hook, and waits for it.
    ///
    /// # Errors
    /// In words: the forge does not do so, or the store can't be read.
    pub(super) async fn try_hook(
        &self,
        client: &Client,
        watched: &Watched,
        (repo, hook): (&RepoName, u64),
    ) -> Result<Came, String> {
        let before = self.store.last_delivery_no();
        let before = before.map_err(|error| error.to_string())?;
        let refused = self.health.counts().refused;
        let asked = client.try_hook(repo, hook).await;
        asked.map_err(|failure| format!("it can't be tried: {failure}"))?;
        let until = Instant::now() + WAIT_MAX;
        loop {
            if self.has_come(before, watched, repo)? {
                return Ok(Came::Yes);
            }
            if self.health.counts().refused > refused {
                return Ok(Came::Refused);
            }
            if Instant::now() >= until {
                return Ok(Came::No);
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Whether something of this repository came since.
    fn has_come(&self, after: u64, watched: &Watched, repo: &RepoName) -> Result<bool, String> {
        let all = self.store.deliveries_after(after, READ_MAX);
        let all = all.map_err(|error| error.to_string())?;
        let mut own = all.into_iter().filter(|it| it.forge == watched.name);
        Ok(own.any(|one| {
            let delivered = intake::read(one, &watched.entry);
            // A ping tells of nothing.
            delivered.facts.is_empty() || delivered.facts.iter().any(|it| it.repo == *repo)
        }))
    }
}

fn is_taken(error: &listen::Error) -> bool {
    match error {
        listen::Error::Address { source, .. } => source.kind() == std::io::ErrorKind::AddrInUse,
        listen::Error::Thread(_) | listen::Error::WriterEnded => false,
    }
}

/// The address of a forge's deliveries.
pub(super) fn url(setup: &Setup, watched: &Watched) -> String {
    let base = setup.public_url.trim_end_matches('/');
    format!("{base}/hooks/{}", watched.name)
}
