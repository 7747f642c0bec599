//! The way out of a sandbox: the proxy reaches what is allowed, and nothing else reaches anything.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use ledger::connection::{Connected, Connection};
use tools::sandbox::{Means, PROXY_PORT, broken_by};

use super::world::{Came, Mode, World};
use super::{TIME_MS, exe, gives_namespaces};

/// A server of the machine that answers every request with `reached`, for as long as the tests run.
fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let _any = stream.read(&mut head);
            let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 7\r\n\r\nreached";
            let _gone = stream.write_all(answer.as_bytes());
        }
    });
    port
}

/// Sends what is said to a port on loopback, with `\r\n` for `|`, and prints what comes back.
fn says(port: u16, text: &str) -> String {
    format!(
        "perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(PeerAddr=>\"127.0.0.1\",PeerPort=>{port}) or die \"nobody there\"; \
         $t=shift; $t=~s/\\|/\\r\\n/g; print $s $t; print <$s>' '{text}'"
    )
}

fn connect(target: &str) -> String {
    says(
        PROXY_PORT,
        &format!("CONNECT {target} HTTP/1.1||GET / HTTP/1.1||"),
    )
}

fn world(mode: Mode, port: u16) -> World {
    let mut world = World::new(mode);
    world.reach = Some(serde_json::json!({
        "allow": [format!("good.example:{port}"), "evil.example"],
        "names": {"good.example": "127.0.0.1", "other.example": "127.0.0.1", "evil.example": "169.254.169.254"},
    }));
    world
}

fn only(came: &Came) -> &Connection {
    match came.connected.as_deref() {
        Some([Connected::One(it)]) => it,
        other => panic!("{other:?} of {came:?}"),
    }
}

fn holds(mode: Mode) {
    let port = server();
    let other = server();
    let mut world = world(mode, port);
    let plain = format!("GET http://good.example:{port}/ HTTP/1.1|Host: good.example:{port}||");
    let scripts = [
        connect(&format!("good.example:{port}")),
        says(PROXY_PORT, &plain),
        connect(&format!("good.example:{other}")),
        connect(&format!("other.example:{port}")),
        connect("evil.example:80"),
        connect(&format!("127.0.0.1:{port}")),
        connect(&format!("[::1]:{port}")),
        connect("169.254.169.254:80"),
        says(port, "GET / HTTP/1.1||"),
        format!("echo on; {}", connect(&format!("good.example:{port}"))),
    ];
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let came = world.run_all(&scripts, TIME_MS);
    for it in [&came[0], &came[1], &came[9]] {
        assert!(it.text.contains("reached"), "{it:?}");
        let line = only(it);
        assert_eq!((line.host.as_str(), line.port), ("good.example", port));
        assert!(line.refused.is_none() && line.bytes_in > 0, "{line:?}");
    }
    for it in &came[2..8] {
        assert!(it.text.starts_with("HTTP/1.1 403 "), "{it:?}");
        assert!(only(it).refused.is_some() && only(it).address.is_none());
    }
    assert!(
        only(&came[4])
            .refused
            .as_deref()
            .unwrap()
            .contains("169.254.169.254")
    );
    // Nothing but the proxy leads out.
    assert!(came[8].text.contains("nobody there"), "{:?}", came[8]);
    assert_eq!(came[8].connected, Some(Vec::new()));
    assert_eq!(world.harm(), Vec::<String>::new());
}

#[test]
fn the_proxy_reaches_what_is_allowed_alone() {
    if gives_namespaces() {
        holds(Mode::Same);
    }
}

#[test]
fn the_proxy_serves_an_ordinary_user() {
    if gives_namespaces() && super::world::is_root() {
        holds(Mode::Ordinary);
    }
}

/// What a person grants counts for commands that run already.
#[test]
fn the_way_opens_in_the_middle_of_a_command() {
    if !gives_namespaces() {
        return;
    }
    let port = server();
    let target = format!("good.example:{port}");
    let mut world = world(Mode::Same, port);
    let file = world.worktree().join("granted");
    world.reach.as_mut().unwrap()["allow"] = serde_json::json!([]);
    world.reach.as_mut().unwrap()["later"] = serde_json::json!([file, target]);
    let tries = connect(&target);
    let came = world.run(
        &format!("{tries} >first; touch granted; until {tries} >then; grep -q reached then; do :; done; head -n 1 first then"),
        TIME_MS,
    );
    assert!(
        came.text.contains("HTTP/1.1 403 Forbidden") && came.text.contains("HTTP/1.1 200 "),
        "{came:?}"
    );
    let lines = came.connected.unwrap();
    let refused = |it: &Connected| matches!(it, Connected::One(it) if it.refused.is_some());
    assert!(
        lines.first().is_some_and(refused) && !lines.last().is_some_and(refused),
        "{lines:?}"
    );
}

#[test]
fn what_curl_asks_is_carried() {
    let has_curl = std::process::Command::new("curl")
        .arg("--version")
        .output()
        .is_ok();
    if !gives_namespaces() || !has_curl {
        return;
    }
    let port = server();
    let world = world(Mode::Same, port);
    let proxy = format!("http_proxy=http://127.0.0.1:{PROXY_PORT} curl -sS");
    let scripts = [
        format!("{proxy} http://good.example:{port}/"),
        format!("{proxy} -p http://good.example:{port}/"),
        format!("{proxy} http://other.example:{port}/"),
    ];
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let came = world.run_all(&scripts, TIME_MS);
    assert_eq!(came[0].text, "reached");
    assert_eq!(came[1].text, "reached");
    assert!(came[2].text.contains("`other.example:"), "{:?}", came[2]);
}

#[test]
fn without_namespaces_there_is_no_way_out() {
    if broken_by(exe(), Means::Landlock).is_ok() {
        let world = world(Mode::WithoutNamespaces, server());
        let came = world.run(&connect("evil.example:80"), TIME_MS);
        assert!(
            came.exit != "Exited(0)" && came.text.contains("nobody there"),
            "{came:?}"
        );
    }
}
