//! The thread that carries the connections of a run. It has a runtime of its own, so that nothing that the driver does keeps
//! a connection waiting.

use std::io;
use std::net;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use ledger::connection::Connected;
use ledger::ids::ActId;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::LocalSet;

use super::book::Book;
use super::reach::Reach;
use super::serve::{House, Limits, accept};

/// The proxy of a run. Dropping it ends every connection.
#[derive(Debug)]
pub struct Proxy {
    reach: watch::Sender<Arc<Reach>>,
    openings: mpsc::UnboundedSender<Opening>,
}

/// The way out of one sandbox. Dropping it closes the way; connections that stand end with the processes that hold them.
#[derive(Debug)]
pub struct WayOut {
    book: Arc<Book>,
    openings: mpsc::UnboundedSender<Opening>,
    wanted: watch::Sender<()>,
}

/// Takes the listening socket that was made inside the sandbox.
#[derive(Debug)]
pub struct Acceptor {
    book: Arc<Book>,
    openings: mpsc::UnboundedSender<Opening>,
    wanted: watch::Receiver<()>,
    /// Ports of the machine's loopback, one for each socket after the first.
    forwarded: Vec<u16>,
}

#[derive(Debug)]
struct Opening {
    socket: OwnedFd,
    /// The port of the machine's loopback that all its connections lead to; without one they ask the proxy.
    port: Option<u16>,
    book: Arc<Book>,
    wanted: watch::Receiver<()>,
}

/// Names that are resolved at once, at most: each takes a thread until the system gives it up.
const RESOLVERS_MAX: usize = 16;

impl Proxy {
    /// Starts it. `how` says how a person allows `HOST`, as one sentence.
    ///
    /// # Errors
    /// No thread, or no runtime in it.
    pub fn start(reach: Reach, limits: Limits, how: &str) -> io::Result<Self> {
        let (reach, reached) = watch::channel(Arc::new(reach));
        let (openings, opened) = mpsc::unbounded_channel();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(RESOLVERS_MAX)
            .build()?;
        let house = Arc::new(House {
            reach: reached,
            limits,
            places: Arc::new(Semaphore::new(limits.at_once)),
            how: how.to_owned(),
        });
        std::thread::Builder::new()
            .name("proxy".to_owned())
            .spawn(move || {
                LocalSet::new().block_on(&runtime, listen(opened, house));
                // Names may still be looked up; nobody waits for them.
                runtime.shutdown_background();
            })?;
        Ok(Self { reach, openings })
    }

    /// What may be reached from now on. Connections that stand are left alone.
    pub fn set(&self, reach: Reach) {
        self.reach.send_replace(Arc::new(reach));
    }

    /// What may be reached.
    #[must_use]
    pub fn reach(&self) -> Arc<Reach> {
        Arc::clone(&self.reach.borrow())
    }

    /// A way out of another sandbox.
    #[must_use]
    pub fn way_out(&self) -> WayOut {
        WayOut {
            book: Arc::default(),
            openings: self.openings.clone(),
            wanted: watch::channel(()).0,
        }
    }
}

impl WayOut {
    /// What takes the sockets of the sandbox: that of the proxy, and one for each of these ports of the machine's loopback.
    #[must_use]
    pub fn acceptor(&self, forwarded: Vec<u16>) -> Acceptor {
        Acceptor {
            book: Arc::clone(&self.book),
            openings: self.openings.clone(),
            wanted: self.wanted.subscribe(),
            forwarded,
        }
    }

    /// Connections belong to this act from now on.
    pub fn begin(&self, act: ActId) {
        self.book.begin(act);
    }

    /// What was connected to since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<Connected> {
        self.book.take()
    }

    /// The same, with what still goes on as it stands.
    #[must_use]
    pub fn take_all(&self) -> Vec<Connected> {
        self.book.take_all()
    }
}

impl Acceptor {
    /// Takes them.
    pub fn take(self, sockets: impl Iterator<Item = OwnedFd>) {
        let ports = [None]
            .into_iter()
            .chain(self.forwarded.into_iter().map(Some));
        for (socket, port) in sockets.zip(ports) {
            // If the proxy has gone nothing is carried any more.
            let _gone = self.openings.send(Opening {
                socket,
                port,
                book: Arc::clone(&self.book),
                wanted: self.wanted.clone(),
            });
        }
    }
}

/// Takes sockets until there is nobody left who could hand one over.
async fn listen(mut opened: mpsc::UnboundedReceiver<Opening>, house: Arc<House>) {
    while let Some(opening) = opened.recv().await {
        let listener = net::TcpListener::from(opening.socket);
        let ready = listener.set_nonblocking(true);
        // What can't be listened to is a way that leads nowhere.
        if let Ok(listener) = ready.and_then(|()| TcpListener::from_std(listener)) {
            let house = Arc::clone(&house);
            let leads_to = (house, opening.port);
            tokio::task::spawn_local(accept(listener, leads_to, opening.book, opening.wanted));
        }
    }
}
