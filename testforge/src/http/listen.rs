//! Takes connections on loopback until it is dropped.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::message::{self, Answer, Ask};
use crate::faults::Cut;

const CONNECTIONS_MAX: usize = 256;

/// What answers requests.
pub(crate) type Serve = dyn Fn(&Ask) -> (Answer, Option<Cut>) + Send + Sync;

/// A listening socket with its threads.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    serve: Box<Serve>,
    is_stopping: AtomicBool,
    open: Mutex<Vec<(TcpStream, JoinHandle<()>)>>,
}

impl Server {
    /// Listens on a port that was free.
    pub(crate) fn start(serve: Box<Serve>) -> io::Result<Server> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            serve,
            is_stopping: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let theirs = Arc::clone(&shared);
        let accepting = thread::Builder::new()
            .name("testforge".to_owned())
            .spawn(move || accept(&listener, &theirs))?;
        Ok(Server {
            address,
            shared,
            accepting: Some(accepting),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all connections and waits for their threads.
    pub(crate) fn stop(&mut self) {
        self.shared.is_stopping.store(true, Ordering::SeqCst);
        // Wakes up who waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.accepting.take() {
            let _ = thread.join();
        }
        let open = std::mem::take(&mut *lock(&self.shared));
        for (stream, thread) in open {
            let _ = stream.shutdown(Shutdown::Both);
            let _ = thread.join();
        }
    }
}

fn lock(shared: &Shared) -> std::sync::MutexGuard<'_, Vec<(TcpStream, JoinHandle<()>)>> {
    shared.open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.is_stopping.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let mut open = lock(shared);
        open.retain(|(_, thread)| !thread.is_finished());
        let Ok(other) = stream.try_clone() else {
            continue;
        };
        if open.len() >= CONNECTIONS_MAX {
            continue;
        }
        let theirs = Arc::clone(shared);
        let thread = thread::Builder::new().spawn(move || {
            // A broken connection is the client's affair.
            let _ = converse(stream, &theirs);
        });
        if let Ok(thread) = thread {
            open.push((other, thread));
        }
    }
}

fn converse(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    while let Some(ask) = message::read(&mut stream)? {
        let (answer, cut) = (shared.serve)(&ask);
        let is_head = ask.method == "HEAD";
        let ends = ask
            .header("connection")
            .is_some_and(|text| text.eq_ignore_ascii_case("close"));
        match cut {
            None => message::write(&mut stream, &answer, is_head, None)?,
            Some(Cut::Body) => {
                let half = answer.body.len() / 2;
                message::write(&mut stream, &answer, is_head, Some(half))?;
            }
            Some(Cut::All) => {}
        }
        if cut.is_some() || ends || shared.is_stopping.load(Ordering::SeqCst) {
            break;
        }
    }
    stream.shutdown(Shutdown::Both)
}
