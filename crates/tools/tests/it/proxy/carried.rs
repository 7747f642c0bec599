//! The proxy between real sockets on loopback. The tests bring their own resolver, and let loopback be reached.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ledger::connection::{Connected, Connection};
use ledger::ids::ActId;
use tools::proxy::reach::Resolve;
use tools::proxy::{Allowed, Limits, Proxy, Reach, WayOut, closed};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

struct Setting {
    proxy: Proxy,
    way: WayOut,
    port: u16,
}

fn open_but_for_loopback(address: IpAddr) -> Option<&'static str> {
    closed(address).filter(|_| address != LOOPBACK)
}

/// Resolves `good.example` to loopback, `evil.example` to what clouds keep their metadata at, `both.example` to both.
fn resolve() -> Resolve {
    let metadata: IpAddr = "169.254.169.254".parse().unwrap();
    Arc::new(move |name| match name {
        "good.example" | "other.example" => Ok(vec![LOOPBACK]),
        "evil.example" => Ok(vec![metadata]),
        "both.example" => Ok(vec![LOOPBACK, metadata]),
        "mapped.example" => Ok(vec!["::ffff:10.0.0.1".parse().unwrap()]),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    })
}

fn setting(entries: &[String], limits: Limits) -> Setting {
    let reach = Reach {
        allowed: Allowed::read(entries, &[]).unwrap(),
        resolve: resolve(),
        closed: open_but_for_loopback,
    };
    let proxy = Proxy::start(reach, limits, "A person allows HOST.").unwrap();
    let way = proxy.way_out();
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    way.acceptor(Vec::new()).take([listener.into()].into_iter());
    way.begin(ActId(7));
    Setting { proxy, way, port }
}

impl Setting {
    /// Sends this, and reads until the other side ends.
    fn says(&self, text: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(text.as_bytes()).unwrap();
        let mut all = String::new();
        // A reset says as much as an end.
        let _ended = stream.read_to_string(&mut all);
        all
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect((LOOPBACK, self.port)).unwrap()
    }

    fn tunnel(&self, target: &str) -> String {
        self.says(&format!("CONNECT {target} HTTP/1.1\r\n\r\n"))
    }

    /// The lines, once there are so many: those of carried connections come when the proxy has seen their end.
    fn lines(&self, count: usize) -> Vec<Connected> {
        let mut all = self.way.take();
        while all.len() < count {
            thread::yield_now();
            all.extend(self.way.take());
        }
        all
    }

    fn line(&self) -> Connection {
        match self.lines(1).remove(0) {
            Connected::One(it) => it,
            Connected::More(it) => panic!("{it:?}"),
        }
    }
}

/// A server that answers each connection with `answer` once it has read to `until`, and tells what it read.
fn server(until: &'static str, answer: &'static str) -> (u16, mpsc::Receiver<String>) {
    let listener = TcpListener::bind((LOOPBACK, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut read = Vec::new();
            let mut byte = [0];
            while !read.ends_with(until.as_bytes()) && stream.read(&mut byte).unwrap() == 1 {
                read.push(byte[0]);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let mut rest = Vec::new();
            let _either = stream.read_to_end(&mut rest);
            read.extend(rest);
            if tell.send(String::from_utf8(read).unwrap()).is_err() {
                return;
            }
        }
    });
    (port, told)
}

#[test]
fn a_tunnel_to_an_allowed_host_carries_both_ways() {
    let (port, told) = server("ping", "pong");
    let it = setting(&[format!("good.example:{port}")], Limits::default());
    let mut stream = it.connect();
    write!(
        stream,
        "CONNECT GOOD.example.:{port} HTTP/1.1\r\nHost: x\r\n\r\nping"
    )
    .unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).unwrap();
    assert_eq!(all, "HTTP/1.1 200 Connection established\r\n\r\npong");
    assert_eq!(told.recv().unwrap(), "ping");
    let line = it.line();
    assert_eq!(
        (line.host.as_str(), line.port, line.act),
        ("good.example", port, Some(ActId(7)))
    );
    assert_eq!(line.address.as_deref(), Some("127.0.0.1"));
    assert_eq!((line.bytes_out, line.bytes_in, line.refused), (4, 4, None));
}

#[test]
fn a_plain_request_reaches_the_server_alone() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    let (port, told) = server("body", answer);
    let it = setting(&[format!("good.example:{port}")], Limits::default());
    // What stands behind the body would be another request.
    let said = it.says(&format!(
        "POST http://good.example:{port}/a HTTP/1.1\r\nHost: good.example:{port}\r\nProxy-Authorization: secret\r\n\
         Content-Length: 4\r\n\r\nbodyGET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n",
    ));
    assert_eq!(said, answer);
    assert_eq!(
        told.recv().unwrap(),
        format!(
            "POST /a HTTP/1.1\r\nHost: good.example:{port}\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"
        )
    );
    assert_eq!(it.line().bytes_in, answer.len() as u64);
}

#[test]
fn what_is_not_allowed_is_refused_in_a_sentence() {
    let (port, told) = server("", "");
    let it = setting(&[format!("good.example:{port}")], Limits::default());
    for target in [
        format!("other.example:{port}"),
        "good.example:443".into(),
        format!("127.0.0.1:{port}"),
        format!("x.good.example:{port}"),
    ] {
        let said = it.tunnel(&target);
        assert!(said.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{said}");
        assert!(
            said.contains("is not reached: it is not allowed. A person allows "),
            "{said}"
        );
        assert!(it.line().refused.is_some());
    }
    // Nobody can allow this one, so nobody is told to.
    let said = it.tunnel("10.0.0.1:443");
    assert!(
        said.ends_with("`10.0.0.1` is not reached: its address 10.0.0.1 is a private network.\n"),
        "{said}"
    );
    let said = it.tunnel(&format!("other.example:{port}"));
    assert!(
        said.ends_with(&format!("A person allows other.example:{port}.\n")),
        "{said}"
    );
    let said = it.says("GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n");
    assert!(said.ends_with("A person allows other.example.\n"), "{said}");
    assert!(told.try_recv().is_err());
}

#[test]
fn every_address_of_a_name_is_looked_at() {
    let (port, told) = server("", "");
    let names = [
        "evil.example",
        "both.example",
        "mapped.example",
        "gone.example",
    ];
    let it = setting(&names.map(|it| format!("{it}:{port}")), Limits::default());
    for name in &names[..3] {
        let said = it.tunnel(&format!("{name}:{port}"));
        assert!(said.starts_with("HTTP/1.1 403 "), "{said}");
        let line = it.line();
        assert!(line.refused.unwrap().starts_with("its address "), "{name}");
        assert_eq!(line.address, None);
    }
    assert!(
        it.tunnel(&format!("gone.example:{port}"))
            .starts_with("HTTP/1.1 502 ")
    );
    assert!(told.try_recv().is_err());
}

#[test]
fn what_can_not_be_read_is_refused() {
    let it = setting(&["good.example".into()], Limits::default());
    for text in [
        "GET / HTTP/1.1\r\nHost: good.example\r\n\r\n",
        "\x16\x03\x01\x02\x00",
        "CONNECT 127.1:80 HTTP/1.1\r\n\r\n",
    ] {
        let said = it.says(text);
        assert!(said.starts_with("HTTP/1.1 400 "), "{said}");
        let line = it.line();
        assert_eq!((line.host.as_str(), line.port), ("", 0));
    }
}

#[test]
fn what_is_allowed_can_grow_in_the_middle() {
    let (port, _told) = server("", "x");
    let it = setting(&[], Limits::default());
    let target = format!("good.example:{port}");
    assert!(it.tunnel(&target).starts_with("HTTP/1.1 403 "));
    let mut reach = it.proxy.reach().as_ref().clone();
    reach.allowed = Allowed::read(std::slice::from_ref(&target), &[]).unwrap();
    it.proxy.set(reach.clone());
    assert!(it.tunnel(&target).ends_with("\r\n\r\nx"));
    reach.allowed = Allowed::default();
    it.proxy.set(reach);
    assert!(it.tunnel(&target).starts_with("HTTP/1.1 403 "));
}

#[test]
fn a_head_that_does_not_come_is_waited_for_no_longer() {
    let limits = Limits {
        head: Duration::from_millis(20),
        ..Limits::default()
    };
    let it = setting(&["good.example".into()], limits);
    let said = it.says("CONNECT good.example:443 HTTP/1.1\r\n");
    assert!(said.starts_with("HTTP/1.1 408 "), "{said}");
    assert_eq!(
        it.line().refused.as_deref(),
        Some("its request did not come")
    );
}

#[test]
fn a_tunnel_in_which_nothing_comes_is_ended() {
    let (port, _told) = server("never", "");
    let limits = Limits {
        idle: Duration::from_millis(20),
        ..Limits::default()
    };
    let it = setting(&[format!("good.example:{port}")], limits);
    let said = it.tunnel(&format!("good.example:{port}"));
    assert!(said.ends_with("established\r\n\r\n"), "{said}");
    assert_eq!(it.line().refused, None);
}

#[test]
fn there_are_so_many_connections_at_once_and_no_more() {
    let (port, _told) = server("never", "");
    let limits = Limits {
        at_once: 1,
        ..Limits::default()
    };
    let it = setting(&[format!("good.example:{port}")], limits);
    let mut first = it.connect();
    write!(first, "CONNECT good.example:{port} HTTP/1.1\r\n\r\n").unwrap();
    let mut established = [0; 12];
    first.read_exact(&mut established).unwrap();
    assert_eq!(&established, b"HTTP/1.1 200");
    let beside = it.says("");
    assert!(beside.starts_with("HTTP/1.1 503 "), "{beside}");
    drop(first);
    // Its place is free once the proxy has seen its end.
    assert_eq!(it.lines(2).len(), 2);
}

#[test]
fn more_bytes_than_allowed_are_not_carried() {
    let (port, _told) = server("", "four");
    let limits = Limits {
        bytes: 3,
        ..Limits::default()
    };
    let it = setting(&[format!("good.example:{port}")], limits);
    let said = it.tunnel(&format!("good.example:{port}"));
    assert!(said.ends_with("established\r\n\r\n"), "{said}");
}

#[test]
fn a_flood_is_counted() {
    let it = setting(&[], Limits::default());
    for _ in 0..130 {
        assert!(it.tunnel("evil.example:443").starts_with("HTTP/1.1 403 "));
    }
    let lines = it.way.take();
    assert_eq!(lines.len(), 101);
    let Some(Connected::More(more)) = lines.last() else {
        panic!("{:?}", lines.last());
    };
    assert_eq!(
        (more.refused, more.carried, more.act),
        (30, 0, Some(ActId(7)))
    );
    // Another command has a hundred of its own.
    it.way.begin(ActId(8));
    let _said = it.tunnel("evil.example:443");
    assert_eq!(it.line().act, Some(ActId(8)));
}

#[test]
fn what_goes_on_at_the_end_is_told_as_it_stands() {
    let (port, _told) = server("never", "");
    let it = setting(&[format!("good.example:{port}")], Limits::default());
    let mut stream = it.connect();
    write!(stream, "CONNECT good.example:{port} HTTP/1.1\r\n\r\nabc").unwrap();
    let mut established = [0; 12];
    stream.read_exact(&mut established).unwrap();
    assert!(it.way.take().is_empty());
    assert_eq!(it.way.take_all().len(), 1);
    drop(stream);
    assert!(it.way.take_all().is_empty());
}

#[test]
fn a_way_that_is_dropped_is_closed() {
    let it = setting(&[], Limits::default());
    let port = it.port;
    assert!(it.tunnel("evil.example:443").starts_with("HTTP/1.1 403 "));
    drop(it);
    // It takes a moment until the socket is closed; then nobody answers.
    while let Ok(mut stream) = TcpStream::connect((LOOPBACK, port)) {
        let mut all = Vec::new();
        let _reset = stream.write_all(b"CONNECT evil.example:443 HTTP/1.1\r\n\r\n");
        let _reset = stream.read_to_end(&mut all);
    }
}
