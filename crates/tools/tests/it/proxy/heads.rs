//! Heads of requests: what is passed on, and what is refused.

use proptest::prelude::*;
use tools::proxy::head::{Asked, BadHead, HEAD_BYTES_MAX, read};

fn plain(head: &str) -> Result<(String, String, u64), BadHead> {
    match read(head.as_bytes())?.map(|it| it.0) {
        Some(Asked::Plain(it)) => Ok((it.target.to_string(), it.head, it.body)),
        other => panic!("{other:?}"),
    }
}

fn error(head: &str) -> BadHead {
    match read(head.as_bytes()) {
        Err(why) => why,
        Ok(read) => panic!("{head:?} is {read:?}"),
    }
}

#[test]
fn a_tunnel_names_its_target() {
    let head = "CONNECT Static.Crates.IO:443 HTTP/1.1\r\nHost: whatever\r\nProxy-Authorization: x\r\n\r\nrest";
    let (asked, length) = read(head.as_bytes()).unwrap().unwrap();
    let Asked::Tunnel(target) = asked else {
        panic!("{asked:?}");
    };
    assert_eq!(target.to_string(), "static.crates.io:443");
    assert_eq!(&head[length..], "rest");
}

#[test]
fn a_plain_request_is_written_anew() {
    let (target, head, body) = plain(
        "POST http://Example.org/a?b=c HTTP/1.1\r\nHOST: example.org:80\r\nProxy-Connection: keep-alive\r\n\
         Connection: keep-alive, X-Secret\r\nX-Secret: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\
         Content-Length: 4\r\nAccept: */*\r\n\r\nbody",
    )
    .unwrap();
    assert_eq!((target.as_str(), body), ("example.org:80", 4));
    assert_eq!(
        head,
        "POST /a?b=c HTTP/1.1\r\nHost: example.org\r\nContent-Length: 4\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    );
    let (target, head, _) = plain("GET http://example.org:8080?q HTTP/1.0\r\n\r\n").unwrap();
    assert_eq!(target, "example.org:8080");
    assert!(
        head.starts_with("GET /?q HTTP/1.1\r\nHost: example.org:8080\r\n"),
        "{head}"
    );
}

#[test]
fn a_length_is_not_lost_by_being_named_between_us() {
    let (_, head, body) = plain(
        "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nConnection: content-length\r\nContent-Length: 4\r\n\r\n",
    )
    .unwrap();
    assert!(
        head.contains("Content-Length: 4\r\n") && body == 4,
        "{head}"
    );
}

#[test]
fn what_two_readers_could_read_differently_is_refused() {
    let cases = [
        ("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", BadHead::Scheme),
        (
            "GET https://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
            BadHead::Scheme,
        ),
        (
            "GET ftp://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
            BadHead::Scheme,
        ),
        ("GET http://a.example/ HTTP/1.1\r\n\r\n", BadHead::Host),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: b.example\r\n\r\n",
            BadHead::Host,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: a.example:81\r\n\r\n",
            BadHead::Host,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n",
            BadHead::Host,
        ),
        (
            "GET http://a.example/ HTTP/1.0\r\nHost: b.example\r\n\r\n",
            BadHead::Host,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: +4\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4, 4\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length: 99999999999999999999\r\n\r\n",
            BadHead::Body,
        ),
        (
            "POST http://a.example/ HTTP/1.1\r\nHost: a.example\r\nContent-Length:\r\n\r\n",
            BadHead::Body,
        ),
        (
            "CONNECT a.example:443 HTTP/1.1\r\nContent-Length: 4\r\n\r\n",
            BadHead::Body,
        ),
        (
            "TRACE http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
            BadHead::Method,
        ),
        (
            "GET http://a.example/#x HTTP/1.1\r\nHost: a.example\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ü HTTP/1.1\r\nHost: a.example\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ HTTP/2.0\r\nHost: a.example\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost : a.example\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nX: a\r\n b\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nX: a\0b\r\n\r\n",
            BadHead::Unreadable,
        ),
        (
            "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nX: a\rY: b\r\n\r\n",
            BadHead::Unreadable,
        ),
        ("\u{16}\u{3}\u{1}", BadHead::Unreadable),
    ];
    for (head, why) in cases {
        assert_eq!(error(head), why, "{head:?}");
    }
    for target in [
        "a.example",
        "a.example:",
        "u@a.example:443",
        "http://a.example/",
        "127.1:443",
        "a.example:443/x",
    ] {
        let head = format!("CONNECT {target} HTTP/1.1\r\n\r\n");
        assert!(matches!(error(&head), BadHead::NotHost(_)), "{target}");
    }
    for host in [
        "u@a.example",
        "a.example\\@b.example",
        "127.1",
        "[::1%25eth0]",
        "",
    ] {
        let head = format!("GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert!(matches!(error(&head), BadHead::NotHost(_)), "{host}");
    }
}

#[test]
fn a_head_is_waited_for_and_not_for_ever() {
    assert_eq!(read(b"CONNECT a.example:443 HTTP/1.1\r\nHo"), Ok(None));
    let long = format!(
        "CONNECT a.example:443 HTTP/1.1\r\nX: {}",
        "x".repeat(HEAD_BYTES_MAX)
    );
    assert_eq!(error(&long), BadHead::TooLong);
    let whole = format!("{long}\r\n\r\n");
    assert_eq!(error(&whole), BadHead::TooLong);
    let many = format!(
        "CONNECT a.example:443 HTTP/1.1\r\n{}\r\n",
        "X: y\r\n".repeat(65)
    );
    assert_eq!(error(&many), BadHead::TooLong);
}

proptest! {
    #[test]
    fn no_bytes_stop_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _either = read(&bytes);
    }

    #[test]
    fn what_is_passed_on_is_one_head(
        address in "http://[a-c.]{1,6}(:[0-9]{1,3})?[/?][!-~]{0,10}",
        fields in prop::collection::vec("(Host: [a-c.]{1,6}|Connection: [a-zA-Z, -]{0,12}|Content-Length: [0-9 ]{0,4}|X: [ -~]{0,8})", 0..4),
    ) {
        let head = format!("GET {address} HTTP/1.1\r\n{}\r\n\r\n", fields.join("\r\n"));
        if let Ok(Some((Asked::Plain(it), length))) = read(head.as_bytes()) {
            prop_assert_eq!(length, head.len());
            prop_assert_eq!(it.head.matches("\r\n\r\n").count(), 1);
            prop_assert_eq!(it.head.matches("\r\nHost: ").count(), 1);
            prop_assert!(it.head.ends_with("\r\nConnection: close\r\n\r\n"));
            // A server reads the same of it.
            let again = it.head.replacen(' ', &format!(" http://{}", it.target), 1);
            let Ok(Some((Asked::Plain(read), _))) = read(again.as_bytes()) else {
                return Err(TestCaseError::fail(again));
            };
            prop_assert_eq!((read.target, read.body), (it.target, it.body));
        }
    }
}
