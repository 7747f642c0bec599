//! Those who do not mean well, or whose network does not.

use super::super::body::Memory;
use super::super::limits::SMALL_BYTES;
use super::*;

fn short(limits: impl FnOnce(&mut Limits)) -> Limits {
    let mut all = Limits::default();
    limits(&mut all);
    all
}

#[tokio::test]
async fn a_body_of_100_mib_is_refused_before_it_is_sent() {
    let running = Running::new(Limits::default()).await;
    let mut stream = running.connect().await;
    let large = head("id", b"") + "content-length: 104857600\r\n\r\n{\"some\":";
    stream.write_all(large.as_bytes()).await.unwrap();
    let refused = answer(&mut stream).await.unwrap();
    assert_eq!(
        (refused.status, refused.body.as_str()),
        (413, "too large\n")
    );
    assert_eq!(answer(&mut stream).await, None, "it reads no more");

    // Nor is the answer lost to those who go on.
    let mut stream = running.connect().await;
    let mut large = large.into_bytes();
    large.extend(vec![b' '; 600 << 10]);
    stream.write_all(&large).await.unwrap();
    assert_eq!(answer(&mut stream).await.unwrap().status, 413);

    let absurd = head("id", b"") + "content-length: 99999999999999999999999\r\n\r\n";
    assert_eq!(running.ask(absurd.as_bytes()).await.status, 400);
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), [""; 0]);
}

#[tokio::test]
async fn a_body_that_does_not_say_how_large_it_is_is_refused_when_it_becomes_so() {
    let running = Running::new(short(|it| it.body_bytes_max = 10_000)).await;
    let chunked = |id: &str, body: &[u8], chunks: usize| {
        let mut request = head(id, body) + "transfer-encoding: chunked\r\n\r\n";
        for chunk in body.chunks(body.len() / chunks) {
            request += &format!("{:x}\r\n{}\r\n", chunk.len(), "x".repeat(chunk.len()));
        }
        request
    };
    let fits = chunked("id-1", &[b'x'; 10_000], 4) + "0\r\n\r\n";
    assert_eq!(running.ask(fits.as_bytes()).await.status, 200);
    let large = chunked("id-2", &[b'x'; 10_005], 5);
    assert_eq!(running.ask(large.as_bytes()).await.status, 413);
    let said = request("id-3", &[b'x'; 10_001]);
    assert_eq!(running.ask(&said).await.status, 413);
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), ["id-1"]);
}

#[tokio::test]
async fn a_body_that_ends_too_early_is_not_kept() {
    let running = Running::new(Limits::default()).await;
    for end in [
        "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n",
        "transfer-encoding: chunked\r\n\r\n5\r\n{}",
        "transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n",
        "content-length: 3\r\n\r\n{}",
    ] {
        let mut stream = running.connect().await;
        let begun = head("id", b"{}") + end;
        stream.write_all(begun.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = answer(&mut stream).await;
        assert!(answer.is_none_or(|it| it.status == 400), "{end:?}");
    }
    assert!(running.refusals().iter().all(|it| *it == Refusal::Cut));
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), [""; 0]);
}

#[tokio::test]
async fn who_is_slow_is_let_go() {
    let running = Running::new(short(|it| {
        it.body_time_max = Duration::from_millis(50);
        it.head_time_max = Duration::from_millis(50);
    }))
    .await;
    let mut body = running.connect().await;
    let begun = head("id", b"{}") + "content-length: 2\r\n\r\n{";
    body.write_all(begun.as_bytes()).await.unwrap();
    let refused = answer(&mut body).await.unwrap();
    assert_eq!((refused.status, refused.body.as_str()), (408, "too slow\n"));
    assert_eq!(running.refusals(), [Refusal::Slow]);
    assert_eq!(answer(&mut body).await, None);

    let mut head = running.connect().await;
    head.write_all(b"POST /hooks/home HTTP/1.1\r\nhost: x\r\n")
        .await
        .unwrap();
    assert!(answer(&mut head).await.is_none_or(|it| it.status == 408));
    let mut silent = running.connect().await;
    assert!(answer(&mut silent).await.is_none_or(|it| it.status == 408));

    let mut idle = running.connect().await;
    idle.write_all(&request("id-1", b"{}")).await.unwrap();
    assert_eq!(answer(&mut idle).await.unwrap().status, 200);
    assert!(answer(&mut idle).await.is_none_or(|it| it.status == 408));
    let (found, cut) = running.stop().await;
    assert_eq!((ids(&found), cut), (vec!["id-1"], 0));
}

#[tokio::test]
async fn a_head_has_its_limits() {
    let running = Running::new(Limits::default()).await;
    for extra in [
        "x: y\r\n".repeat(200),
        format!("x: {}\r\n", "y".repeat(40_000)),
    ] {
        let large = head("id", b"") + &extra + "content-length: 0\r\n\r\n";
        let mut stream = running.connect().await;
        // It may be refused before it is written.
        let _ = stream.write_all(large.as_bytes()).await;
        assert_eq!(answer(&mut stream).await.unwrap().status, 431);
    }
    for nonsense in [
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "POST / HTTP/9.9\r\n\r\n",
    ] {
        let mut stream = running.connect().await;
        stream.write_all(nonsense.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = answer(&mut stream).await;
        assert!(answer.is_none_or(|it| it.status == 400), "{nonsense:?}");
    }
    assert_eq!(running.ask(&request("id-1", b"{}")).await.status, 200);
    running.stop().await;
}

#[tokio::test]
async fn bodies_take_no_more_memory_than_there_is() {
    let running = Running::new(short(|it| it.memory_bytes_max = 1_000)).await;
    let refused = running.ask(&request("id-1", &[b'x'; 1_001])).await;
    assert_eq!((refused.status, refused.body.as_str()), (503, "busy\n"));
    assert!(refused.head.contains("retry-after: 1\r\n"));
    for id in ["id-2", "id-3"] {
        let taken = running.ask(&request(id, &[b'x'; 1_000])).await;
        assert_eq!(taken.status, 200, "what was refused or kept takes none");
    }
    // What is announced and not sent takes none, either.
    let mut silent = Vec::new();
    for _ in 0..4 {
        let mut stream = running.connect().await;
        let begun = head("id", b"") + "expect: 100-continue\r\ncontent-length: 900\r\n\r\n";
        stream.write_all(begun.as_bytes()).await.unwrap();
        assert_eq!(answer(&mut stream).await.unwrap().status, 100);
        silent.push(stream);
    }
    assert_eq!(running.health.counts().waiting, 4);
    let taken = running.ask(&request("id-4", &[b'x'; 1_000])).await;
    assert_eq!(taken.status, 200);
    drop(silent);
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), ["id-2", "id-3", "id-4"]);
}

#[tokio::test]
async fn large_bodies_keep_no_small_ones_out() {
    let limits = short(|it| it.large_memory_bytes_max = 1_000);
    let memory = Memory::new(&limits);
    let all = memory.take(SMALL_BYTES - 10, 1_010).unwrap();
    assert_eq!(memory.take(SMALL_BYTES, 1).err(), Some(Refusal::Busy));
    assert!(memory.take(0, SMALL_BYTES).is_ok());
    drop(all);
    assert!(memory.take(SMALL_BYTES, 1_000).is_ok());

    let running = Running::new(limits).await;
    for (id, more, status) in [("id-1", 1_001, 503), ("id-2", 1_000, 200), ("id-3", 0, 200)] {
        let body = vec![b'x'; SMALL_BYTES + more];
        assert_eq!(running.ask(&request(id, &body)).await.status, status);
    }
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), ["id-2", "id-3"]);
}

#[tokio::test]
async fn who_never_ends_does_not_keep_it_from_stopping() {
    let running = Running::new(short(|it| {
        it.stop_time_max = Duration::from_millis(50);
    }))
    .await;
    let silent = running.connect().await;
    let mut begun = running.connect().await;
    let head = head("id", b"") + "expect: 100-continue\r\ncontent-length: 900\r\n\r\n";
    begun.write_all(head.as_bytes()).await.unwrap();
    assert_eq!(answer(&mut begun).await.unwrap().status, 100);
    let (found, _) = running.stop().await;
    assert_eq!(ids(&found), [""; 0]);
    assert_eq!(answer(&mut begun).await, None);
    drop(silent);
}
