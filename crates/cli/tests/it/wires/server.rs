//! A provider on the loopback: it streams what a story says in one of three wire formats, and fails where it is told to.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::wire::{Turn, Wire};

/// How one request goes wrong. It is repeated, and goes right then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// 429, with a word on when to come back.
    Limited,
    /// 500.
    Broken,
    /// The stream ends in the middle.
    Cut,
    /// Nothing comes at all.
    Silent,
    /// The stream begins and stands still.
    Stalled,
    /// 200, and a web page.
    Page,
    /// 502, and the page of a proxy.
    BadGateway,
    /// 401, and the key is said again in clear, as careless servers do.
    Refused,
}

/// One request as it came.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The first line and the headers.
    pub(super) head: String,
    /// The body.
    pub(super) body: Value,
    /// How it went wrong, if it did.
    pub(super) fault: Option<Fault>,
}

/// What the server says: one turn for each request, told from the request.
pub(super) type Story = fn(&[String], &str) -> Turn;

/// A running server.
pub(super) struct Server {
    /// Its address.
    pub(super) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

struct Desk {
    wire: Wire,
    story: Story,
    /// Bytes of a token, where it counts the texts of a request as providers do.
    bytes_per_token: Option<f64>,
    faults: Vec<(usize, Fault)>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Serves a story; `faults` names requests by their number, from 0. Its thread ends with the test.
    pub(super) fn start(wire: Wire, story: Story, faults: &[(usize, Fault)]) -> Self {
        Self::counting(wire, story, faults, None)
    }

    /// The same, and the prompt's tokens are counted: one for so many bytes of its texts.
    pub(super) fn counting(
        wire: Wire,
        story: Story,
        faults: &[(usize, Fault)],
        bytes_per_token: Option<f64>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        Self::behind(listener, wire, story, faults, bytes_per_token)
    }

    /// The same at an address that was chosen before.
    pub(super) fn behind(
        listener: TcpListener,
        wire: Wire,
        story: Story,
        faults: &[(usize, Fault)],
        bytes_per_token: Option<f64>,
    ) -> Self {
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = Arc::default();
        let desk = Arc::new(Desk {
            wire,
            story,
            bytes_per_token,
            faults: faults.to_vec(),
            asked: Arc::clone(&asked),
        });
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { return };
                let desk = Arc::clone(&desk);
                std::thread::spawn(move || desk.talk(stream));
            }
        });
        Self { url, asked }
    }

    /// What was asked so far.
    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Desk {
    fn talk(&self, mut stream: TcpStream) {
        while let Some((head, body)) = request(&mut stream) {
            let fault = self.note(&head, &body);
            let (results, opening) = self.wire.read(&body);
            let mut turn = (self.story)(&results, &opening);
            if let Some(bytes_per_token) = self.bytes_per_token {
                turn.tokens = [counted(&body, bytes_per_token), 0, 0, 50];
            }
            let reply = self.wire.stream(&turn);
            let (text, goes_on) = answer(fault, &reply, &head);
            if stream.write_all(text.as_bytes()).is_err() {
                return;
            }
            if !goes_on {
                if matches!(fault, Some(Fault::Silent | Fault::Stalled)) {
                    // Until the client has had enough.
                    let _closed = stream.read(&mut [0; 1]);
                }
                return;
            }
        }
    }

    fn note(&self, head: &str, body: &Value) -> Option<Fault> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let nth = asked.len();
        let fault = self.faults.iter().find(|(at, _)| *at == nth).map(|it| it.1);
        asked.push(Asked {
            head: head.to_owned(),
            body: body.clone(),
            fault,
        });
        fault
    }
}

/// Tokens of all texts of a request.
pub(super) fn counted(body: &Value, bytes_per_token: f64) -> u64 {
    fn bytes(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(bytes).sum(),
            Value::Object(fields) => fields.iter().map(|(name, it)| name.len() + bytes(it)).sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 2,
        }
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a request of a test"
    )]
    let tokens = (bytes(body) as f64 / bytes_per_token) as u64;
    tokens
}

/// The bytes of an answer, and whether the connection stays open for another one.
fn answer(fault: Option<Fault>, reply: &str, head: &str) -> (String, bool) {
    let error = r#"{"error":{"type":"trouble","message":"trouble at the mill"}}"#;
    let whole = |status: &str, headers: &str, body: &str| {
        format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\n{headers}\r\n{body}",
            body.len()
        )
    };
    let half = &reply[..reply.len() / 2];
    let begun = |part: &str| {
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: {}\r\n\r\n{part}",
            reply.len()
        )
    };
    match fault {
        None => (
            whole("200 OK", "content-type: text/event-stream\r\n", reply),
            true,
        ),
        Some(Fault::Limited) => (
            whole("429 Too Many Requests", "retry-after-ms: 20\r\n", error),
            true,
        ),
        Some(Fault::Page) => {
            let page = "<!DOCTYPE HTML>\n<html lang=\"en\"><head><title>Welcome here</title></head></html>";
            (whole("200 OK", "content-type: text/html\r\n", page), true)
        }
        Some(Fault::BadGateway) => {
            let page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
            (
                whole("502 Bad Gateway", "content-type: text/html\r\n", page),
                true,
            )
        }
        Some(Fault::Broken) => (whole("500 Internal Server Error", "", error), true),
        Some(Fault::Refused) => {
            let key = header(head, "x-api-key").unwrap_or_default();
            let error = format!("{{\"error\":{{\"message\":\"invalid key {key}\"}}}}");
            (whole("401 Unauthorized", "", &error), true)
        }
        Some(Fault::Cut) => (begun(half), false),
        Some(Fault::Silent) => (String::new(), false),
        Some(Fault::Stalled) => (begun(half), false),
    }
}

/// Reads one request; nothing when the client has closed.
fn request(stream: &mut TcpStream) -> Option<(String, Value)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 16 * 1024];
    loop {
        if let Some(at) = bytes.windows(4).position(|it| it == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
            let length = header(&head, "content-length")
                .and_then(|it| it.parse::<usize>().ok())
                .unwrap_or(0);
            if bytes.len() >= at + 4 + length {
                let body = serde_json::from_slice(&bytes[at + 4..at + 4 + length]).ok()?;
                return Some((head, body));
            }
        }
        let read = stream.read(&mut piece).ok()?;
        if read == 0 {
            return None;
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// A header of a request.
pub(super) fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim()
            .eq_ignore_ascii_case(name)
            .then_some(value.trim())
    })
}
