//! One connection to the proxy, from its first byte to its last.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use super::book::{Book, Entry};
use super::head::{self, Asked, BadHead};
use super::host::{Host, Target};
use super::reach::{NotReached, Reach};
use super::relay::{self, Bounds};

/// How much the proxy carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once, of all sandboxes of a run.
    pub at_once: usize,
    /// Time until the head of a request is there.
    pub head: Duration,
    /// Time for each address of a host to answer.
    pub connect: Duration,
    /// Time without a byte in either direction.
    pub idle: Duration,
    /// Time of a connection.
    pub whole: Duration,
    /// Bytes of a connection in one direction.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            at_once: 128,
            head: Duration::from_secs(10),
            connect: Duration::from_secs(10),
            // Models think for minutes without a word.
            idle: Duration::from_secs(600),
            whole: Duration::from_secs(3600),
            bytes: 8 << 30,
        }
    }
}

impl Limits {
    /// Those of one connection.
    fn bounds(&self) -> Bounds {
        Bounds {
            idle: self.idle,
            whole: self.whole,
            bytes: self.bytes,
        }
    }
}

/// What all connections of a run share.
#[derive(Debug)]
pub(super) struct House {
    pub(super) reach: watch::Receiver<Arc<Reach>>,
    pub(super) limits: Limits,
    pub(super) places: Arc<Semaphore>,
    /// How a person allows a host, for whoever is refused.
    pub(super) how: String,
}

/// What a refused client is told.
struct No {
    status: &'static str,
    why: String,
}

/// Pause after a connection could not be taken: there are no descriptors left, and there may be again.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until nobody wants them any more.
pub(super) async fn accept(
    listener: TcpListener,
    (house, port): (Arc<House>, Option<u16>),
    book: Arc<Book>,
    mut wanted: watch::Receiver<()>,
) {
    loop {
        let accepted = tokio::select! {
            // Whoever wants them drops the other end.
            _ = wanted.changed() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((client, _)) => {
                let (house, book) = (Arc::clone(&house), Arc::clone(&book));
                tokio::task::spawn_local(async move {
                    match port {
                        Some(port) => forward(client, port, &house, &book).await,
                        None => serve(client, &house, &book).await,
                    }
                });
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Carries a connection to a port of the machine's own loopback, which the person named.
async fn forward(client: TcpStream, port: u16, house: &House, book: &Book) {
    let knock = book.knock();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let target = Target {
        host: Host::Address(address.ip()),
        port,
    };
    let entry = book.open(knock, Some(&target));
    let Ok(_place) = Arc::clone(&house.places).try_acquire_owned() else {
        return book.close(&entry, Some("too many connections at once".to_owned()));
    };
    let tried = timeout(house.limits.connect, TcpStream::connect(address)).await;
    let refused = match tried {
        Ok(Ok(server)) => {
            entry.leads_to(address);
            relay::tunnel(client, server, &entry, house.limits.bounds()).await;
            None
        }
        Ok(Err(_)) | Err(_) => Some(NotReached::Unanswered.to_string()),
    };
    book.close(&entry, refused);
}

async fn serve(mut client: TcpStream, house: &House, book: &Book) {
    // Its request may come when another command runs already.
    let knock = book.knock();
    let Ok(_place) = Arc::clone(&house.places).try_acquire_owned() else {
        let entry = book.open(knock, None);
        let no = No {
            status: "503 Service Unavailable",
            why: "too many connections at once".to_owned(),
        };
        return refuse(client, book, &entry, no, "").await;
    };
    let read = timeout(house.limits.head, read_head(&mut client)).await;
    let (asked, rest) = match read {
        Ok(Ok(Some(read))) => read,
        // It went away without a word.
        Ok(Ok(None)) => return,
        Ok(Err(why)) => {
            let no = No {
                status: "400 Bad Request",
                why: why.to_string(),
            };
            return refuse(client, book, &book.open(knock, None), no, "").await;
        }
        Err(_) => {
            let no = No {
                status: "408 Request Timeout",
                why: "its request did not come".to_owned(),
            };
            return refuse(client, book, &book.open(knock, None), no, "").await;
        }
    };
    let target = match &asked {
        Asked::Tunnel(target) => target,
        Asked::Plain(plain) => &plain.target,
    };
    let entry = book.open(knock, Some(target));
    match connect(house, target, &entry).await {
        Ok(server) => {
            carry((client, server), asked, &rest, (&entry, house.limits)).await;
            book.close(&entry, None);
        }
        Err(why) => {
            let status = match why {
                NotReached::NotAllowed | NotReached::Closed(..) => "403 Forbidden",
                NotReached::Unresolved | NotReached::Unanswered => "502 Bad Gateway",
            };
            let how = match why {
                NotReached::NotAllowed => house.how.replace(HOST, &told(target)),
                NotReached::Closed(..) | NotReached::Unresolved | NotReached::Unanswered => {
                    String::new()
                }
            };
            let why = why.to_string();
            refuse(client, book, &entry, No { status, why }, &how).await;
        }
    }
}

/// Stands for the host in what says how it is allowed.
pub(super) const HOST: &str = "HOST";

/// A target as an entry would allow it.
fn told(target: &Target) -> String {
    match target.port {
        443 | 80 => target.host.to_string(),
        _ => target.to_string(),
    }
}

/// Reads until the head is whole; with what came behind it. Nothing: the other side ended before it said a word.
async fn read_head(client: &mut TcpStream) -> Result<Option<(Asked, Vec<u8>)>, BadHead> {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let count = client.read(&mut piece).await;
        let Ok(count @ 1..) = count else {
            return match bytes.is_empty() {
                true => Ok(None),
                false => Err(BadHead::Unreadable),
            };
        };
        bytes.extend_from_slice(piece.get(..count).unwrap_or_default());
        if let Some((asked, length)) = head::read(&bytes)? {
            return Ok(Some((asked, bytes.split_off(length))));
        }
    }
}

async fn connect(house: &House, target: &Target, entry: &Entry) -> Result<TcpStream, NotReached> {
    // A whole value: that more is allowed in the middle changes nothing for this one.
    let reach = Arc::clone(&house.reach.borrow());
    for address in reach.addresses(target).await? {
        let tried = timeout(house.limits.connect, TcpStream::connect(address)).await;
        if let Ok(Ok(server)) = tried {
            entry.leads_to(address);
            return Ok(server);
        }
    }
    Err(NotReached::Unanswered)
}

async fn carry(
    (mut client, mut server): (TcpStream, TcpStream),
    asked: Asked,
    rest: &[u8],
    (entry, limits): (&Entry, Limits),
) {
    let bounds = limits.bounds();
    // What is not taken in time ends the connection, as everything does that fails from here on.
    match asked {
        Asked::Tunnel(_) => {
            let established = b"HTTP/1.1 200 Connection established\r\n\r\n";
            let begun = timeout(limits.idle, async {
                client.write_all(established).await?;
                server.write_all(rest).await
            });
            if let Ok(Ok(())) = begun.await {
                entry.out.fetch_add(rest.len() as u64, Ordering::Relaxed);
                relay::tunnel(client, server, entry, bounds).await;
            }
        }
        Asked::Plain(plain) => {
            let here = usize::try_from(plain.body).unwrap_or(usize::MAX);
            // What comes behind the body would be a second request.
            let rest = rest.get(..here).unwrap_or(rest);
            let left = plain.body.saturating_sub(rest.len() as u64);
            let begun = timeout(limits.idle, async {
                server.write_all(plain.head.as_bytes()).await?;
                server.write_all(rest).await
            });
            if let Ok(Ok(())) = begun.await {
                let sent = plain.head.len().saturating_add(rest.len()) as u64;
                entry.out.fetch_add(sent, Ordering::Relaxed);
                relay::exchange(client, server, left, (entry, bounds)).await;
            }
        }
    }
}

/// Says no, in a sentence. It is written down first, so that whoever hears it finds it there.
async fn refuse(mut client: TcpStream, book: &Book, entry: &Entry, no: No, how: &str) {
    let No { status, why } = no;
    let whom = entry.target().map(told);
    let whom = whom.map_or_else(|| "this".to_owned(), |it| format!("`{it}`"));
    let blank = if how.is_empty() { "" } else { " " };
    let text = format!("interlock: {whom} is not reached: {why}.{blank}{how}\n");
    book.close(entry, Some(why));
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    // Nobody may listen any more.
    let _gone = timeout(PAUSE * 50, async {
        client.write_all(head.as_bytes()).await?;
        client.write_all(text.as_bytes()).await?;
        client.shutdown().await
    })
    .await;
}
