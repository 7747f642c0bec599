//! What goes wrong with answers.

use serde_json::{Value, json};
use testforge::{Fault, FaultKind, Kind};

use crate::kit::{REPO, Stage, just, raw};

fn fault(what: FaultKind, times: u32) -> Fault {
    Fault {
        method: "POST".into(),
        path_contains: "/comments".into(),
        times,
        what,
    }
}

#[test]
fn statuses_pages_and_cut_answers() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    coder.here("POST", "/issues", just("title", "a"));
    let token = format!("token {}", stage.coder);
    let headers = [("Authorization", token.as_str())];
    let path = format!("/api/v1/repos/{REPO}/issues/1/comments");
    let comment = |text: &str| {
        raw(
            &stage.forge,
            "POST",
            &path,
            &headers,
            &just("body", text).to_string(),
        )
    };
    let count = || stage.forge.comments(REPO, 1).unwrap().len();

    stage.forge.fault(fault(FaultKind::Status(500), 2));
    assert_eq!(
        (comment("a").unwrap().status, comment("a").unwrap().status),
        (500, 500)
    );
    stage.forge.fault(fault(
        FaultKind::TooMany {
            retry_after_seconds: 3,
        },
        1,
    ));
    let many = comment("a").unwrap();
    assert_eq!((many.status, many.header("retry-after")), (429, Some("3")));
    stage.forge.fault(fault(FaultKind::HtmlPage, 1));
    let page = comment("a").unwrap();
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert_eq!(count(), 0);
    stage.forge.fault(fault(FaultKind::CutBody, 1));
    assert!(comment("cut").is_none());
    assert_eq!(count(), 1, "it was done");
    stage.forge.fault(fault(FaultKind::CutAfterDoing, 1));
    assert!(comment("no answer").is_none());
    assert_eq!((count(), stage.forge.faults_left()), (2, 0));
    assert_eq!(comment("plain").unwrap().status, 201);
    let posts = stage
        .forge
        .requests()
        .into_iter()
        .filter(|one| one.target == path);
    let statuses: Vec<u16> = posts.map(|one| one.status).collect();
    assert_eq!(statuses, [500, 500, 429, 200, 201, 201, 201]);
}

#[test]
fn a_slow_answer_waits_to_be_let_go() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    coder.here("POST", "/issues", just("title", "a"));
    stage.forge.fault(fault(FaultKind::Slow, 1));
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| {
            coder
                .here("POST", "/issues/1/comments", just("body", "b"))
                .status
        });
        stage.forge.wait_for_slow(1);
        assert!(stage.forge.comments(REPO, 1).unwrap().is_empty());
        assert_eq!(
            coder.here("GET", "/issues/1", Value::Null).json()["comments"],
            json!(0)
        );
        stage.forge.release_slow();
        assert_eq!(slow.join().unwrap(), 201);
    });
}

#[test]
fn a_forge_with_held_requests_still_stops() {
    let stage = Stage::new(Kind::Gitea);
    stage.forge.fault(Fault {
        method: String::new(),
        path_contains: String::new(),
        times: 1,
        what: FaultKind::Slow,
    });
    let address = stage.forge.address();
    let thread = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /api/v1/version HTTP/1.1\r\n\r\n")
            .unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
    });
    stage.forge.wait_for_slow(1);
    drop(stage);
    thread.join().unwrap();
    assert!(std::net::TcpStream::connect(address).is_err());
}
