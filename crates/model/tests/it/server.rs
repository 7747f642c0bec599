//! A provider on the loopback that says just what a test wrote, byte for byte, and keeps what it was asked.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What the server does with one request.
pub(crate) enum Then {
    /// Answers in full.
    Say(u16, &'static str, String),
    /// Announces a longer answer than it gives, and closes.
    Cut(&'static str, String),
    /// Gives this much of an answer, perhaps not even a head, and stays silent.
    Hang(Option<String>),
    /// Closes without a word.
    Drop,
}

/// One request as it came.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: String,
    /// Which connection it came by, from 0.
    pub(crate) connection: usize,
}

/// A running server: its address, and what it was asked.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) asked: UnboundedReceiver<Asked>,
}

/// Serves these answers, one for each request in order, then none.
pub(crate) async fn serve(answers: Vec<Then>) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let (tell, asked) = unbounded_channel();
    tokio::spawn(async move {
        let mut answers = answers.into_iter();
        for connection in 0.. {
            let Ok((stream, _)) = listener.accept().await else {
                return;
            };
            talk(stream, connection, &mut answers, &tell).await;
        }
    });
    Server { url, asked }
}

async fn talk(
    mut stream: TcpStream,
    connection: usize,
    answers: &mut impl Iterator<Item = Then>,
    tell: &UnboundedSender<Asked>,
) {
    while let Some((head, body)) = request(&mut stream).await {
        let _ = tell.send(Asked {
            head,
            body,
            connection,
        });
        let text = match answers.next() {
            Some(Then::Say(status, headers, body)) => {
                let length = body.len();
                format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
            }
            Some(Then::Cut(headers, body)) => {
                let length = body.len() + 10;
                let text =
                    format!("HTTP/1.1 200 X\r\ncontent-length: {length}\r\n{headers}\r\n{body}");
                let _ = stream.write_all(text.as_bytes()).await;
                return;
            }
            Some(Then::Hang(part)) => {
                if let Some(part) = part {
                    let text = format!("HTTP/1.1 200 X\r\ncontent-length: 99999\r\n\r\n{part}");
                    let _ = stream.write_all(text.as_bytes()).await;
                }
                // Until the client gives up.
                let _ = stream.read(&mut [0; 1]).await;
                return;
            }
            Some(Then::Drop) | None => return,
        };
        if stream.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Reads one request; nothing when the client has closed.
async fn request(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                let is = name.eq_ignore_ascii_case("content-length");
                is.then(|| value.parse::<usize>().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                return Some((head.to_owned(), body.to_owned()));
            }
        }
        let read = stream.read(&mut piece).await.ok()?;
        if read == 0 {
            return None;
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}
