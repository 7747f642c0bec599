//! An address on the loopback that takes notices: it answers as it is told to.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// In the place of a status: the connection stays open, and nothing is said.
pub(super) const SILENT: u16 = 1;

/// One request as it came.
#[derive(Debug, Clone)]
pub(super) struct Post {
    /// The first line and the headers.
    pub(super) head: String,
    /// The body.
    pub(super) body: Value,
}

/// A running server. Its threads end with the test.
pub(super) struct Receiver {
    /// Its address, without a path.
    pub(super) url: String,
    posts: Arc<Mutex<Vec<Post>>>,
}

impl Receiver {
    /// Answers requests with these statuses, in order; further ones get no answer.
    pub(super) fn start(statuses: &[u16]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let posts: Arc<Mutex<Vec<Post>>> = Arc::default();
        let (kept, statuses) = (Arc::clone(&posts), statuses.to_vec());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, statuses) = (Arc::clone(&kept), statuses.clone());
                std::thread::spawn(move || talk(stream, &kept, &statuses));
            }
        });
        Self { url, posts }
    }

    /// What came so far.
    pub(super) fn posts(&self) -> Vec<Post> {
        let posts = self.posts.lock().unwrap_or_else(PoisonError::into_inner);
        posts.clone()
    }
}

fn talk(mut stream: TcpStream, kept: &Mutex<Vec<Post>>, statuses: &[u16]) {
    while let Some(post) = request(&mut stream) {
        let nth = {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push(post);
            kept.len() - 1
        };
        match statuses.get(nth) {
            None | Some(&SILENT) => {}
            Some(status) => {
                let answer = format!(
                    "HTTP/1.1 {status} x\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 2\r\n\r\nok"
                );
                // A client that has gone away is its own test.
                let _gone = stream.write_all(answer.as_bytes());
            }
        }
    }
}

/// The next request, if one comes.
fn request(stream: &mut TcpStream) -> Option<Post> {
    let mut bytes = Vec::new();
    let head_end = loop {
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n");
        if let Some(end) = end {
            break end;
        }
        let mut more = [0; 4096];
        let count = stream.read(&mut more).ok().filter(|it| *it > 0)?;
        bytes.extend_from_slice(&more[..count]);
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let length = head.lines().find_map(|it| {
        let (name, value) = it.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse::<usize>().ok())?
    })?;
    let mut body = bytes.split_off(head_end + 4);
    let have = body.len();
    body.resize(length, 0);
    stream.read_exact(&mut body[have..]).ok()?;
    let body = serde_json::from_slice(&body).ok()?;
    Some(Post { head, body })
}
