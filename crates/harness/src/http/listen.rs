//! The listener's life: it takes connections, stops when told to, and ends when all that was read is answered.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::body::Memory;
use super::check::Checks;
use super::connection;
use super::health::Health;
use super::limits::Limits;
use super::report::{Event, Log};
use super::routes::{self, Desk};
use super::writer;

/// How long to wait after a connection could not be taken.
const PAUSE: Duration = Duration::from_millis(100);

/// Why nothing is listened to, or not any more.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be had.
    #[error("cannot listen on `{address}`")]
    Address {
        /// Which.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The system has no thread for the one that writes.
    #[error("no thread for the deliveries")]
    Thread(#[source] std::io::Error),
    /// The one that writes has ended by itself, which is a fault of this program.
    #[error("the thread that keeps deliveries has ended")]
    WriterEnded,
}

/// What a listener is given.
#[derive(Clone)]
pub struct Options {
    /// The forges that deliver to it.
    pub checks: Checks,
    /// How much it takes.
    pub limits: Limits,
    /// What it shares.
    pub health: Arc<Health>,
    /// What it tells.
    pub log: Log,
}

/// A listener that has its address, and takes nothing yet.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Takes an address; with port 0 any that is free.
    ///
    /// # Errors
    /// [`Error::Address`].
    pub async fn bind(address: SocketAddr) -> Result<Self, Error> {
        let failed = |source| Error::Address { address, source };
        let socket = TcpListener::bind(address).await.map_err(failed)?;
        let address = socket.local_addr().map_err(failed)?;
        Ok(Self { socket, address })
    }

    /// The address that it has.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes deliveries until `stop` resolves, then no more; what was read is made durable and answered before this returns.
    /// The store is written to by a thread of its own.
    ///
    /// # Errors
    /// [`Error::Thread`], or [`Error::WriterEnded`]: then what was not answered was not kept, either.
    pub async fn serve(
        self,
        store: Store,
        options: Options,
        stop: impl Future<Output = ()>,
    ) -> Result<(), Error> {
        let Options {
            checks,
            limits,
            health,
            log,
        } = options;
        let writer = writer::start(store, limits, Arc::clone(&health), Arc::clone(&log));
        let mut writer = writer.map_err(Error::Thread)?;
        let router = routes::router(Desk {
            checks,
            limits,
            health,
            log: Arc::clone(&log),
            memory: Memory::new(&limits),
            writer: writer.ask,
        });
        let address = self.address;
        log(Event::Listening { address });
        let mut taker = Taker {
            socket: self.socket,
            room: Arc::new(Semaphore::new(limits.connections_max.max(1))),
            router,
            limits,
            log: Arc::clone(&log),
            connections: JoinSet::new(),
            stop: watch::Sender::new(false),
        };
        let ended = {
            let mut stop = pin!(stop);
            tokio::select! {
                () = taker.take() => false,
                () = &mut stop => false,
                _ = &mut writer.ended => true,
            }
        };
        let cut = taker.finish(&mut writer.ended, ended).await;
        log(Event::Stopped { cut });
        if ended {
            return Err(Error::WriterEnded);
        }
        Ok(())
    }
}

/// Takes connections, and holds those that there are.
struct Taker {
    socket: TcpListener,
    /// For connections.
    room: Arc<Semaphore>,
    router: Router,
    limits: Limits,
    log: Log,
    connections: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Taker {
    /// Never returns.
    async fn take(&mut self) {
        loop {
            // It is never closed.
            let Ok(room) = Arc::clone(&self.room).acquire_owned().await else {
                return;
            };
            match self.socket.accept().await {
                Ok((stream, peer)) => {
                    // Answers are small and nothing follows them: nothing is gained by waiting for more.
                    let _ = stream.set_nodelay(true);
                    self.begin(stream, peer, room);
                }
                Err(error) => {
                    let why = error.to_string();
                    (self.log)(Event::NotTaken { why });
                    sleep(PAUSE).await;
                }
            }
            while self.connections.try_join_next().is_some() {}
        }
    }

    fn begin(
        &mut self,
        stream: tokio::net::TcpStream,
        peer: SocketAddr,
        room: OwnedSemaphorePermit,
    ) {
        let router = self.router.clone();
        let stop = self.stop.subscribe();
        let limits = self.limits;
        self.connections.spawn(async move {
            connection::serve(stream, peer.ip(), router, limits, stop).await;
            drop(room);
        });
    }

    /// Takes no more, waits for those that there are and for the writer; how many had to be cut.
    async fn finish(self, ended: &mut oneshot::Receiver<()>, has_ended: bool) -> u64 {
        let Self {
            socket,
            router,
            limits,
            mut connections,
            stop,
            ..
        } = self;
        drop(socket);
        drop(router);
        stop.send_replace(true);
        let all = async { while connections.join_next().await.is_some() {} };
        let _ = timeout(limits.stop_time_max, all).await;
        let cut = connections.len() as u64;
        connections.shutdown().await;
        // Nobody asks the writer any more: it ends when it has done what it was asked before.
        if !has_ended {
            let _ = ended.await;
        }
        cut
    }
}
