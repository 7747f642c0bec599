//! Many at once, and a stop in the middle of it.

use super::*;

const CLIENTS: usize = 40;

/// Posts until there is no answer any more, or so many times; the ids that were answered.
async fn client(address: std::net::SocketAddr, number: usize, count: usize) -> Vec<String> {
    let mut answered = Vec::new();
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return answered;
    };
    let body = vec![b'x'; 3_000];
    for at in 0..count {
        let id = format!("id-{number}-{at}");
        if stream.write_all(&request(&id, &body)).await.is_err() {
            break;
        }
        let Some(answer) = answer(&mut stream).await else {
            break;
        };
        assert_eq!(answer.status, 200);
        answered.push(id);
    }
    answered
}

#[tokio::test]
async fn many_at_once_are_all_kept_once() {
    let running = Running::new(Limits::default()).await;
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        // Each id comes from two of them.
        clients.spawn(client(running.address, number / 2, 10));
    }
    let answered = clients.join_all().await.concat();
    assert_eq!(answered.len(), CLIENTS * 10);
    let counts = running.health.counts();
    assert_eq!((counts.accepted, counts.known), (200, 200));
    assert_eq!((counts.refused, counts.waiting), (0, 0));
    assert_eq!(*running.health.last_no().borrow(), {
        let (found, _) = running.stop().await;
        let mut ids = ids(&found);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((found.len(), ids.len()), (200, 200));
        found.last().unwrap().no
    });
}

#[tokio::test]
async fn more_connections_than_it_takes_wait_for_their_turn() {
    let limits = Limits {
        connections_max: 2,
        ..Limits::default()
    };
    let running = Running::new(limits).await;
    let mut clients = JoinSet::new();
    for number in 0..20 {
        clients.spawn(client(running.address, number, 3));
    }
    assert_eq!(clients.join_all().await.concat().len(), 60);
    let (found, _) = running.stop().await;
    assert_eq!(found.len(), 60);
}

#[tokio::test]
async fn after_a_stop_under_load_all_that_was_answered_is_there() {
    let running = Running::new(Limits::default()).await;
    let mut last_no = running.health.last_no();
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        clients.spawn(client(running.address, number, usize::MAX));
    }
    last_no.wait_for(|no| *no > 500).await.unwrap();
    let (found, cut) = running.stop().await;
    assert_eq!(cut, 0);
    let kept: std::collections::BTreeSet<_> = ids(&found).into_iter().collect();
    let answered = clients.join_all().await.concat();
    assert!(answered.len() > 500);
    let lost: Vec<_> = answered
        .iter()
        .filter(|id| !kept.contains(id.as_str()))
        .collect();
    assert_eq!(lost, [""; 0]);
}
