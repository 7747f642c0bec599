//! The real listener on the loopback, spoken to byte by byte.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::{Store, StoredDelivery};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use super::check::{Check, Checked, Checks, Headers};
use super::health::Health;
use super::limits::Limits;
use super::listen::{Error, Listener, Options};
use super::report::{Event, Refusal};

mod hostile;
mod load;
mod recorded;
mod requests;

/// A listener that runs, with a store of its own.
struct Running {
    dir: TempDir,
    address: std::net::SocketAddr,
    health: Arc<Health>,
    events: Arc<Mutex<Vec<Event>>>,
    stop: oneshot::Sender<()>,
    serve: JoinHandle<Result<(), Error>>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Running {
    async fn new(limits: Limits) -> Self {
        Self::with(limits, Arc::new(check)).await
    }

    async fn with(limits: Limits, check: Check) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let listener = Listener::bind("127.0.0.1:0".parse().unwrap()).await;
        let listener = listener.unwrap();
        let address = listener.address();
        let health = Health::new();
        let events = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&events);
        let options = Options {
            checks: Checks(BTreeMap::from([("home".to_owned(), check)])),
            limits,
            health: Arc::clone(&health),
            log: Arc::new(move |event| told.lock().unwrap().push(event)),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let serve = tokio::spawn(listener.serve(store, options, async {
            let _ = stopped.await;
        }));
        Self {
            dir,
            address,
            health,
            events,
            stop,
            serve,
        }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Asks once, on a connection of its own.
    async fn ask(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect().await;
        stream.write_all(request).await.unwrap();
        answer(&mut stream).await.unwrap()
    }

    async fn get(&self, path: &str) -> Answer {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
        self.ask(request.as_bytes()).await
    }

    fn refusals(&self) -> Vec<Refusal> {
        let events = self.events.lock().unwrap();
        let mut refusals = Vec::new();
        for event in events.iter() {
            if let Event::Refused { why, .. } = event {
                refusals.push(*why);
            }
        }
        refusals
    }

    /// Stops it; what is in its store, and how many connections were cut.
    async fn stop(self) -> (Vec<StoredDelivery>, u64) {
        self.stop.send(()).unwrap();
        self.serve.await.unwrap().unwrap();
        let store = Store::open(self.dir.path()).unwrap();
        let mut found = Vec::new();
        loop {
            let last = found.last().map_or(0, |it: &StoredDelivery| it.no);
            let more = store.deliveries_after(last, 1000).unwrap();
            if more.is_empty() {
                break;
            }
            found.extend(more);
        }
        let events = self.events.lock().unwrap();
        let Some(Event::Stopped { cut }) = events.last() else {
            panic!("{events:?}");
        };
        (found, *cut)
    }
}

/// One answer; `None` when there is none any more.
async fn answer(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let mut one = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        let read = stream.read(&mut one).await.ok()?;
        if read == 0 {
            return None;
        }
        bytes.push(one[0]);
    }
    let head = String::from_utf8(bytes).unwrap().to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |it| it.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        body: String::from_utf8(body).unwrap(),
        head,
    })
}

fn check(headers: &Headers<'_>, body: &[u8]) -> Result<Checked, Refusal> {
    let header = |name| {
        let found = headers.iter().find(|(it, _)| *it == name);
        found.map(|(_, value)| *value)
    };
    match header("x-signature") {
        None | Some("") => return Err(Refusal::NoSignature),
        Some(given) if given != sign(body) => return Err(Refusal::WrongSignature),
        Some(_) => {}
    }
    Ok(Checked {
        id: header("x-id").ok_or(Refusal::Unreadable)?.to_owned(),
        event: header("x-event").unwrap_or("issues").to_owned(),
        headers: BTreeMap::from([("x-event".to_owned(), "issues".to_owned())]),
        content: None,
    })
}

/// No signature that anybody should rely upon, but one that changes with every byte.
fn sign(body: &[u8]) -> String {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", body.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The head of a genuine delivery, without how long it is, and without its end.
fn head(id: &str, body: &[u8]) -> String {
    format!(
        "POST /hooks/home HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-id: {id}\r\nx-signature: {}\r\n",
        sign(body)
    )
}

/// A genuine delivery.
fn request(id: &str, body: &[u8]) -> Vec<u8> {
    let head = head(id, body);
    let length = body.len();
    let mut request = format!("{head}content-length: {length}\r\n\r\n").into_bytes();
    request.extend_from_slice(body);
    request
}

fn ids(found: &[StoredDelivery]) -> Vec<&str> {
    found.iter().map(|it| it.id.as_str()).collect()
}
