//! Bytes in both directions, until one side ends, nothing comes any more, or a limit is reached.

use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

use super::book::Entry;

/// Bytes that are carried at once.
const BUFFER_BYTES: usize = 16 * 1024;

/// How long and how much a connection may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Time without a byte in either direction.
    pub(super) idle: Duration,
    /// Time from start to end.
    pub(super) whole: Duration,
    /// Bytes in one direction.
    pub(super) bytes: u64,
}

/// When something was carried last.
struct Clock {
    idle: Duration,
    last: Cell<Instant>,
}

/// Carries a tunnel: each side may end what it sends while the other goes on.
pub(super) async fn tunnel(client: TcpStream, server: TcpStream, entry: &Entry, bounds: Bounds) {
    let clock = Clock::new(bounds.idle);
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let both = async {
        tokio::try_join!(
            async {
                let way = (&mut from_client, &mut to_server);
                carry(way, &entry.out, &clock, bounds.bytes).await?;
                to_server.shutdown().await
            },
            async {
                let way = (&mut from_server, &mut to_client);
                carry(way, &entry.came, &clock, bounds.bytes).await?;
                to_client.shutdown().await
            },
        )
    };
    // How it ended changes nothing: both are closed now.
    let _ended = tokio::time::timeout(bounds.whole, both).await;
}

/// Carries the body of one request, of so many bytes, and what is answered.
pub(super) async fn exchange(
    client: TcpStream,
    server: TcpStream,
    body: u64,
    (entry, bounds): (&Entry, Bounds),
) {
    let clock = Clock::new(bounds.idle);
    let (from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let mut body = from_client.take(body);
    let both = async {
        tokio::try_join!(
            carry(
                (&mut body, &mut to_server),
                &entry.out,
                &clock,
                bounds.bytes
            ),
            async {
                let way = (&mut from_server, &mut to_client);
                carry(way, &entry.came, &clock, bounds.bytes).await?;
                to_client.shutdown().await
            },
        )
    };
    let _ended = tokio::time::timeout(bounds.whole, both).await;
}

async fn carry(
    (from, to): (
        &mut (impl AsyncRead + Unpin),
        &mut (impl AsyncWrite + Unpin),
    ),
    count: &AtomicU64,
    clock: &Clock,
    bytes_max: u64,
) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let read = clock.patient(from.read(&mut buffer)).await?;
        let bytes = buffer.get(..read).unwrap_or_default();
        if bytes.is_empty() {
            return Ok(());
        }
        let so_far = count.load(Ordering::Relaxed);
        let then = so_far.saturating_add(read as u64);
        if then > bytes_max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        // Before it is handed on: whoever has it finds it counted.
        count.store(then, Ordering::Relaxed);
        clock.patient(to.write_all(bytes)).await?;
    }
}

impl Clock {
    fn new(idle: Duration) -> Self {
        let last = Cell::new(Instant::now());
        Self { idle, last }
    }

    /// Waits as long as there is something to do in either direction.
    async fn patient<T>(&self, work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        tokio::pin!(work);
        loop {
            let left = self.idle.saturating_sub(self.last.get().elapsed());
            match tokio::time::timeout(left, &mut work).await {
                Ok(done) => {
                    self.last.set(Instant::now());
                    return done;
                }
                Err(_) if self.last.get().elapsed() < self.idle => {}
                Err(_) => return Err(io::ErrorKind::TimedOut.into()),
            }
        }
    }
}
