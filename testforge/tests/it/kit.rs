//! A client, a receiver of webhooks, git, and a small world to begin with.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use testforge::{Access, Kind, NewHook, NewPull, Options, TestForge};

pub(crate) const REPO: &str = "acme/widgets";
pub(crate) const SECRET: &str = "interlock-test-secret";

/// An answer, taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Got {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter();
        all.find(|(one, _)| one.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// One request on a connection of its own; `None` when there was no whole answer.
pub(crate) fn raw(
    forge: &TestForge,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Option<Got> {
    let mut stream = TcpStream::connect(forge.address()).unwrap();
    let mut text = format!(
        "{method} {path} HTTP/1.1\r\nHost: forge\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    text.push_str(body);
    stream.write_all(text.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let mut places = [httparse::EMPTY_HEADER; 64];
    let mut answer = httparse::Response::new(&mut places);
    let httparse::Status::Complete(length) = answer.parse(&bytes).ok()? else {
        return None;
    };
    let headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .map(|one| {
            (
                one.name.to_owned(),
                String::from_utf8_lossy(one.value).into_owned(),
            )
        })
        .collect();
    let got = Got {
        status: answer.code?,
        headers,
        text: String::from_utf8_lossy(&bytes[length..]).into_owned(),
    };
    let promised = got
        .header("content-length")
        .map_or(0, |text| text.parse().unwrap());
    (got.text.len() == promised).then_some(got)
}

/// A client with a token.
pub(crate) struct Client<'a> {
    pub(crate) forge: &'a TestForge,
    pub(crate) token: String,
}

impl Client<'_> {
    pub(crate) fn call(&self, method: &str, path: &str, body: Value) -> Got {
        let prefix = match self.forge.kind() {
            Kind::Gitea | Kind::Forgejo => "/api/v1",
            Kind::Github => "",
        };
        let authorization = match self.forge.kind() {
            Kind::Gitea | Kind::Forgejo => format!("token {}", self.token),
            Kind::Github => format!("Bearer {}", self.token),
        };
        let text = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let headers = [("Authorization", authorization.as_str())];
        raw(
            self.forge,
            method,
            &format!("{prefix}{path}"),
            &headers,
            &text,
        )
        .unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Got {
        self.call("GET", path, Value::Null)
    }

    /// In the repository that every test has.
    pub(crate) fn here(&self, method: &str, path: &str, body: Value) -> Got {
        self.call(method, &format!("/repos/{REPO}{path}"), body)
    }
}

/// A forge with an organisation, four people and a repository.
pub(crate) struct Stage {
    pub(crate) forge: TestForge,
    pub(crate) boss: String,
    pub(crate) coder: String,
    pub(crate) reviewer: String,
    pub(crate) reader: String,
}

impl Stage {
    pub(crate) fn new(kind: Kind) -> Stage {
        Stage::with(Options::of(kind))
    }

    pub(crate) fn with(options: Options) -> Stage {
        let forge = TestForge::start(options).unwrap();
        let [boss, coder, reviewer, reader] =
            ["boss", "coder", "reviewer", "reader"].map(|login| forge.user(login));
        forge.org("acme");
        forge.repo(REPO).unwrap();
        for (login, access) in [
            ("boss", Access::Admin),
            ("coder", Access::Write),
            ("reviewer", Access::Write),
            ("reader", Access::Read),
        ] {
            forge.allow(REPO, login, Some(access)).unwrap();
        }
        Stage {
            forge,
            boss,
            coder,
            reviewer,
            reader,
        }
    }

    pub(crate) fn client(&self, token: &str) -> Client<'_> {
        Client {
            forge: &self.forge,
            token: token.to_owned(),
        }
    }

    /// Hangs a receiver on the repository.
    pub(crate) fn receiver(&self) -> Receiver {
        let receiver = Receiver::start();
        let hook = NewHook::all(&receiver.url, SECRET);
        self.forge.hook(REPO, hook).unwrap();
        receiver
    }

    /// A branch with one file more, and a pull request of it; its number.
    pub(crate) fn pull(&self, branch: &str, title: &str, body: &str) -> u64 {
        let file = format!("{}.txt", branch.replace('/', "-"));
        self.forge
            .commit(REPO, "coder", branch, "work", &[(&file, Some("one\n"))])
            .unwrap();
        self.forge
            .open_pull(REPO, "coder", new_pull(branch, title, body))
            .unwrap()
    }

    /// What was told, as `type/action`.
    pub(crate) fn told(&self) -> Vec<String> {
        self.forge.drain();
        let all = self.forge.deliveries().into_iter();
        all.map(|one| match one.action.as_str() {
            "" => one.event_type,
            action => format!("{}/{action}", one.event_type),
        })
        .collect()
    }
}

pub(crate) fn new_pull(branch: &str, title: &str, body: &str) -> NewPull {
    let mut new = NewPull {
        head: branch.to_owned(),
        base: "main".to_owned(),
        ..NewPull::default()
    };
    new.issue.title = title.to_owned();
    new.issue.body = body.to_owned();
    new
}

/// One delivery as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Arrived {
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Arrived {
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut all = self.headers.iter();
        all.find(|(one, _)| one.eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// Takes deliveries and answers 200.
pub(crate) struct Receiver {
    pub(crate) url: String,
    arrived: Arc<Mutex<Vec<Arrived>>>,
}

impl Receiver {
    pub(crate) fn start() -> Receiver {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let arrived = Arc::new(Mutex::new(Vec::new()));
        let theirs = Arc::clone(&arrived);
        // Ends with the process: nothing but a socket hangs on it.
        thread::spawn(move || {
            for stream in listener.incoming() {
                take(stream.unwrap(), &theirs);
            }
        });
        Receiver { url, arrived }
    }

    pub(crate) fn arrived(&self) -> Vec<Arrived> {
        self.arrived.lock().unwrap().clone()
    }
}

fn take(mut stream: TcpStream, into: &Mutex<Vec<Arrived>>) {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let count = stream.read(&mut chunk).unwrap();
        bytes.extend_from_slice(&chunk[..count]);
        let mut places = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut places);
        let parsed = request.parse(&bytes).unwrap();
        let headers: Vec<(String, String)> = request
            .headers
            .iter()
            .map(|one| {
                (
                    one.name.to_owned(),
                    String::from_utf8(one.value.to_vec()).unwrap(),
                )
            })
            .collect();
        let length = headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(0, |(_, value)| value.parse().unwrap());
        if let httparse::Status::Complete(head) = parsed
            && bytes.len() >= head + length
        {
            let body = String::from_utf8(bytes[head..].to_vec()).unwrap();
            into.lock().unwrap().push(Arrived { headers, body });
            stream
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
                .unwrap();
            return;
        }
        assert!(count > 0, "a delivery was cut");
    }
}

/// Runs git in a folder; what it printed, or its complaint.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git")
        .current_dir(folder)
        .args([
            "-c",
            "user.name=coder",
            "-c",
            "user.email=coder@test.invalid",
        ])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env_remove("GIT_DIR")
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    }
}

/// A body of one field.
pub(crate) fn just(name: &str, value: impl Into<Value>) -> Value {
    json!({name: value.into()})
}
