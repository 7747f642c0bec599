//! The forge as a test holds it: started, broken on purpose, stopped. What stands in it is in `furnish`.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::api;
use crate::faults::{Cut, Fate, Faults};
use crate::http::{Answer, Ask, Server, is_git, serve_git};
use crate::options::{Fault, HookFaults, Kind, Options, Refused};
use crate::sender::{Delivery, Sender};
use crate::world::{Id, World};

/// How many requests are remembered.
const REQUESTS_MAX: usize = 100_000;

/// A request that the forge got, and what it answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET` and so on.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Who asked; empty: nobody who was signed in, or git.
    pub login: String,
    /// The status, also where the answer was cut.
    pub status: u16,
}

/// A forge on a port of this machine. It stops when it is dropped.
pub struct TestForge {
    kind: Kind,
    inner: Arc<Inner>,
    server: Server,
    sending: Option<JoinHandle<()>>,
    // Last, so that the folder outlives whoever works in it.
    _folder: tempfile::TempDir,
}

struct Inner {
    world: Mutex<World>,
    sender: Arc<Sender>,
    faults: Faults,
    requests: Mutex<Vec<Request>>,
}

impl Inner {
    fn serve(&self, ask: &Ask) -> (Answer, Option<Cut>) {
        let (answer, login, cut) = match self.faults.fate(ask) {
            Fate::Instead(answer) => (answer, String::new(), None),
            Fate::Plain => {
                let (answer, login) = self.done(ask);
                (answer, login, None)
            }
            Fate::Cut(cut) => {
                let (answer, login) = self.done(ask);
                (answer, login, Some(cut))
            }
        };
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if requests.len() < REQUESTS_MAX {
            requests.push(Request {
                method: ask.method.clone(),
                target: ask.target(),
                login,
                status: answer.status,
            });
        }
        (answer, cut)
    }

    fn done(&self, ask: &Ask) -> (Answer, String) {
        if is_git(ask) {
            return (serve_git(&self.world, ask), String::new());
        }
        let mut world = self.world();
        match world.kind {
            Kind::Gitea | Kind::Forgejo => api::serve(&mut world, ask),
            Kind::Github => crate::github::serve(&mut world, ask),
        }
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TestForge {
    /// Starts a forge without any people or repositories.
    ///
    /// # Errors
    /// No port, no thread, or no temporary folder is to be had.
    pub fn start(options: Options) -> io::Result<TestForge> {
        let folder = tempfile::Builder::new().prefix("testforge").tempdir()?;
        let sender = Arc::new(Sender::new(options.hook_faults));
        let public_url = options.public_url.trim_end_matches('/').to_owned();
        let path = folder.path().to_owned();
        let world = World::new(options.kind, public_url, path, Arc::clone(&sender));
        let inner = Arc::new(Inner {
            world: Mutex::new(world),
            sender: Arc::clone(&sender),
            faults: Faults::default(),
            requests: Mutex::default(),
        });
        let theirs = Arc::clone(&inner);
        let server = Server::start(Box::new(move |ask| theirs.serve(ask)))?;
        let sending = thread::Builder::new()
            .name("testforge-sender".to_owned())
            .spawn(move || sender.run())?;
        Ok(TestForge {
            kind: options.kind,
            inner,
            server,
            sending: Some(sending),
            _folder: folder,
        })
    }

    /// Which forge is played.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// The address to configure, without a final `/`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// The address for `git clone`, without user and token.
    #[must_use]
    pub fn git_url(&self, repo: &str) -> String {
        format!("{}/{repo}.git", self.url())
    }

    /// The same with user and token in it.
    #[must_use]
    pub fn git_url_as(&self, repo: &str, login: &str, token: &str) -> String {
        format!("http://{login}:{token}@{}/{repo}.git", self.address())
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.inner.world()
    }

    /// Who is called so and which repository is: what most stories begin with.
    pub(crate) fn find(&self, repo: &str, login: &str) -> Result<(Id, Id), Refused> {
        let world = self.world();
        let repo = world.find_repo(repo).ok_or_else(Refused::missing)?;
        Ok((repo, world.user_id(login)?))
    }

    // Breaking.

    /// Makes something go wrong with answers.
    pub fn fault(&self, fault: Fault) {
        self.inner.faults.add(fault);
    }

    /// Takes back all faults of answers, and lets go what was slow.
    pub fn clear_faults(&self) {
        self.inner.faults.clear();
    }

    /// How many times faults will still strike.
    #[must_use]
    pub fn faults_left(&self) -> u32 {
        self.inner.faults.left()
    }

    /// Waits until so many requests are held back as slow ones.
    pub fn wait_for_slow(&self, count: u64) {
        self.inner.faults.wait_for_slow(count);
    }

    /// Lets go all requests that are held back as slow ones.
    pub fn release_slow(&self) {
        self.inner.faults.release();
    }

    /// Says what goes wrong with deliveries from now on.
    pub fn hook_faults(&self, faults: HookFaults) {
        self.inner.sender.set_faults(faults);
    }

    /// Holds all deliveries back.
    pub fn hold(&self) {
        self.inner.sender.hold(true);
    }

    /// Sends what was held back.
    pub fn release(&self) {
        self.inner.sender.hold(false);
    }

    // Deliveries and requests.

    /// Waits until everything in the queue was sent: answered, or given up. Returns at once while deliveries are held.
    pub fn drain(&self) {
        self.inner.sender.drain();
    }

    /// All deliveries, sent or not, oldest first.
    #[must_use]
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.inner.sender.log()
    }

    /// Sends a delivery again; the number of the new one. Gitea and Forgejo give it a new id, GitHub keeps the old one.
    pub fn redeliver(&self, id: u64) -> Option<u64> {
        self.inner.sender.again(id, self.kind == Kind::Github)
    }

    /// All requests so far, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        let requests = self.inner.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for TestForge {
    fn drop(&mut self) {
        self.inner.faults.stop();
        self.inner.sender.stop();
        self.server.stop();
        if let Some(thread) = self.sending.take() {
            let _ = thread.join();
        }
    }
}
