//! Requests of those who mean well, and what each mistake is answered.

use super::*;

#[tokio::test]
async fn a_genuine_delivery_is_kept_byte_for_byte_and_wakes_whoever_waits() {
    let running = Running::new(Limits::default()).await;
    let mut last_no = running.health.last_no();
    let body = b"{\"title\":\"\xe2\x80\xa8 <&>\"}\n\0\xff";
    let answer = running.ask(&request("id-1", body)).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"no":1}"#));
    last_no.changed().await.unwrap();
    assert_eq!(*last_no.borrow_and_update(), 1);
    let again = running.ask(&request("id-1", b"{}")).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.body, r#"{"no":1,"known":true}"#);
    assert!(!last_no.has_changed().unwrap());
    let (found, cut) = running.stop().await;
    assert_eq!((ids(&found), cut), (vec!["id-1"], 0));
    assert_eq!(
        (found[0].forge.as_str(), found[0].event.as_str()),
        ("home", "issues")
    );
    let content = found[0].content.as_ref().unwrap();
    assert_eq!(content.body, body);
    assert_eq!(content.headers["x-event"], "issues");
}

#[tokio::test]
async fn each_mistake_has_its_answer_and_nothing_is_kept() {
    let running = Running::new(Limits::default()).await;
    let right = String::from_utf8(request("id", b"{}")).unwrap();
    let signature = format!("x-signature: {}\r\n", sign(b"{}"));
    for (from, to, status, words) in [
        (signature.as_str(), "", 401, "no signature\n"),
        (&signature, "x-signature: \r\n", 401, "no signature\n"),
        (&signature, "x-signature: 00\r\n", 401, "wrong signature\n"),
        ("\r\n\r\n{}", "\r\n\r\n[]", 401, "wrong signature\n"),
        ("x-id: id\r\n", "", 400, "not readable\n"),
        ("x-id: id\r\n", "x-id:\r\n", 400, "not readable\n"),
        ("/hooks/home", "/hooks/work", 404, "unknown forge\n"),
        ("/hooks/home", "/hooks/%2e%2e", 404, "unknown forge\n"),
        ("/hooks/home", "/hooks/home/more", 404, ""),
        ("/hooks/home", "/hooks/", 404, ""),
        ("POST /hooks/home", "GET /hooks/home", 405, ""),
        ("POST /hooks/home", "PUT /hooks/home", 405, ""),
        ("POST /hooks/home", "DELETE /status", 405, ""),
        (
            "content-type: application/json\r\n",
            "",
            415,
            "neither plain JSON nor a form\n",
        ),
        (
            "application/json",
            "text/plain",
            415,
            "neither plain JSON nor a form\n",
        ),
        (
            "host: x\r\n",
            "content-encoding: gzip\r\n",
            415,
            "neither plain JSON nor a form\n",
        ),
    ] {
        assert!(right.contains(from));
        let answer = running.ask(right.replace(from, to).as_bytes()).await;
        let got = (answer.status, answer.body.as_str());
        assert_eq!(got, (status, words), "{from:?} {to:?}");
        assert_eq!(answer.head.contains("allow: "), status == 405);
    }
    let long = running.ask(&request(&"x".repeat(300), b"{}")).await;
    assert_eq!(long.status, 400);
    assert_eq!(running.health.counts().refused, 12);
    for kind in [
        "APPLICATION/JSON; charset=utf-8",
        "application/x-www-form-urlencoded",
    ] {
        let right = right.replace("application/json", kind);
        let right = right.replace("x-id: id", &format!("x-id: {kind}"));
        assert_eq!(running.ask(right.as_bytes()).await.status, 200, "{kind}");
    }
    let (found, _) = running.stop().await;
    assert_eq!(found.len(), 2);
}

#[tokio::test]
async fn a_connection_is_used_again_and_answers_come_in_order() {
    let running = Running::new(Limits::default()).await;
    let mut stream = running.connect().await;
    let mut both = request("id-1", b"{}");
    both.extend(request("id-2", b"[]"));
    stream.write_all(&both).await.unwrap();
    for no in [1, 2] {
        let answer = answer(&mut stream).await.unwrap();
        assert_eq!(answer.body, format!(r#"{{"no":{no}}}"#));
    }
    let refused = String::from_utf8(request("id-3", b"{}")).unwrap();
    let refused = refused.replace("x-signature: ", "x-signature: 0");
    stream.write_all(refused.as_bytes()).await.unwrap();
    assert_eq!(answer(&mut stream).await.unwrap().status, 401);
    stream.write_all(&request("id-4", b"{}")).await.unwrap();
    assert_eq!(answer(&mut stream).await.unwrap().status, 200);
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), ["id-1", "id-2", "id-4"]);
}

#[tokio::test]
async fn it_says_how_it_is() {
    let running = Running::new(Limits::default()).await;
    let alive = running.get("/healthz").await;
    assert_eq!((alive.status, alive.body.as_str()), (200, "ok\n"));
    let ready = running.get("/readyz").await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.body, r#"{"store":true,"swept_ms_ago":null}"#);
    running.health.swept(crate::timestamp::now_ms() + 60_000);
    let ready = running.get("/readyz").await;
    assert_eq!(ready.body, r#"{"store":true,"swept_ms_ago":0}"#);
    for id in ["a", "b", "a"] {
        assert_eq!(running.ask(&request(id, b"{}")).await.status, 200);
    }
    let status = running.get("/status").await;
    assert_eq!(
        status.body,
        r#"{"accepted":2,"known":1,"refused":0,"waiting":0}"#
    );
    assert_eq!(running.get("/").await.status, 404);
    running.stop().await;
}

#[tokio::test]
async fn what_cannot_be_kept_is_not_said_to_be() {
    let running = Running::new(Limits::default()).await;
    assert_eq!(running.ask(&request("id-1", b"{}")).await.status, 200);
    std::fs::remove_dir_all(running.dir.path()).unwrap();
    let refused = running.ask(&request("id-2", b"{}")).await;
    assert_eq!((refused.status, refused.body.as_str()), (503, "not kept\n"));
    assert!(refused.head.contains("retry-after: 5\r\n"));
    let ready = running.get("/readyz").await;
    assert_eq!(ready.body, r#"{"store":false,"swept_ms_ago":null}"#);
    assert_eq!(ready.status, 503);
    let failed = |it: &Event| matches!(it, Event::StoreFailed { .. });
    assert!(running.events.lock().unwrap().iter().any(failed));
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), [""; 0]);
}

#[tokio::test]
async fn a_body_that_has_begun_when_it_stops_is_read_and_answered() {
    let running = Running::new(Limits::default()).await;
    let mut stream = running.connect().await;
    let begun = head("id-1", b"{}") + "expect: 100-continue\r\ncontent-length: 2\r\n\r\n";
    stream.write_all(begun.as_bytes()).await.unwrap();
    // It reads the body now.
    assert_eq!(answer(&mut stream).await.unwrap().status, 100);
    let address = running.address;
    let stopping = tokio::spawn(running.stop());
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    refused.await;
    stream.write_all(b"{}").await.unwrap();
    let answered = answer(&mut stream).await.unwrap();
    assert_eq!(answered.body, r#"{"no":1}"#);
    assert!(answered.head.contains("connection: close"));
    assert_eq!(answer(&mut stream).await, None);
    let (found, cut) = stopping.await.unwrap();
    assert_eq!((ids(&found), cut), (vec!["id-1"], 0));
}
