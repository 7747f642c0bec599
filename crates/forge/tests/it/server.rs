//! A forge on the loopback that says just what a test wrote, and keeps what it was asked.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with one request.
#[derive(Clone)]
pub(crate) enum Then {
    /// Answers in full, with these headers.
    Say(u16, &'static str, String),
    /// Announces a longer answer than it gives, and closes.
    Cut(String),
    /// Says nothing until the client gives up.
    Hang,
    /// Closes without a word.
    Drop,
}

/// One request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Method and address.
    pub(crate) line: String,
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// A running server: its address, and what it was asked.
pub(crate) struct Server {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Methods and addresses, in order.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.line).collect()
    }

    /// What was sent to this address.
    pub(crate) fn sent(&self, line: &str) -> Vec<Value> {
        let mut asked = self.asked();
        asked.retain(|one| one.line == line);
        asked.into_iter().map(|one| one.body).collect()
    }
}

/// JSON, whatever the status.
pub(crate) fn json(status: u16, value: &Value) -> Then {
    Then::Say(
        status,
        "content-type: application/json\r\n",
        value.to_string(),
    )
}

pub(crate) fn ok(value: Value) -> Then {
    json(200, &value)
}

/// Serves these answers, one for each request in order, then none.
pub(crate) async fn serve(answers: Vec<Then>) -> Server {
    let mut answers = answers.into_iter();
    serve_by(move |_| answers.next().unwrap_or(Then::Drop)).await
}

/// Serves what a function says.
pub(crate) async fn serve_by(mut say: impl FnMut(&Asked) -> Then + Send + 'static) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            talk(&mut stream, &mut say, &keep).await;
        }
    });
    Server { url, asked }
}

async fn talk(
    stream: &mut TcpStream,
    say: &mut impl FnMut(&Asked) -> Then,
    keep: &Mutex<Vec<Asked>>,
) {
    while let Some(asked) = request(stream).await {
        keep.lock().unwrap().push(asked.clone());
        let text = match say(&asked) {
            Then::Say(status, headers, body) => {
                let length = body.len();
                format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
            }
            Then::Cut(body) => {
                let length = body.len() + 10;
                let text = format!("HTTP/1.1 200 X\r\ncontent-length: {length}\r\n\r\n{body}");
                let _ = stream.write_all(text.as_bytes()).await;
                return;
            }
            Then::Hang => {
                let _ = stream.read(&mut [0; 1]).await;
                return;
            }
            Then::Drop => return,
        };
        if stream.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Reads one request; nothing when the client has closed.
async fn request(stream: &mut TcpStream) -> Option<Asked> {
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
                let line = head.lines().next()?;
                return Some(Asked {
                    line: line.trim_end_matches(" HTTP/1.1").to_owned(),
                    head: head.to_owned(),
                    body: serde_json::from_str(body).unwrap_or_default(),
                });
            }
        }
        let read = stream.read(&mut piece).await.ok()?;
        if read == 0 {
            return None;
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}
