//! One connection: its requests, one after the other, until it was idle or open for too long, or the listener stops.

use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::limits::Limits;

/// Time to get rid of a connection on which nothing is being asked.
const IDLE_TIME_MAX: Duration = Duration::from_millis(100);

/// How long, and for how many bytes, one is listened to who was refused before having said everything: an answer gets lost
/// when the connection is closed on what was sent meanwhile.
const LINGER_TIME_MAX: Duration = Duration::from_secs(1);
const LINGER_BYTES_MAX: usize = 1 << 20;

/// The smallest buffer that the HTTP library takes.
const BUFFER_BYTES_MIN: usize = 8 << 10;

/// From where a request comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// Serves a connection to its end. `stop` says when the listener stops.
pub(super) async fn serve(
    stream: TcpStream,
    peer: IpAddr,
    router: Router,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let asked = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&asked);
    let service = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let answer = service.call(request);
        let counted = Arc::clone(&counted);
        counted.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            let answer = answer.await;
            counted.fetch_sub(1, Ordering::Relaxed);
            answer
        })
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time_max)
        .max_headers(limits.headers_max)
        .max_header_size(limits.head_bytes_max)
        .max_buf_size(limits.head_bytes_max.max(BUFFER_BYTES_MIN))
        .serve_connection(TokioIo::new(stream), service);
    let served = tokio::select! {
        served = poll_fn(|cx| connection.poll_without_shutdown(cx)) => Some(served),
        _ = stop.wait_for(|stops| *stops) => None,
        () = sleep(limits.connection_time_max) => None,
    };
    let served = match served {
        Some(served) => served,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            let is_idle = asked.load(Ordering::Relaxed) == 0;
            let time_max = if is_idle {
                IDLE_TIME_MAX
            } else {
                limits.stop_time_max
            };
            let rest = poll_fn(|cx| connection.poll_without_shutdown(cx));
            match timeout(time_max, rest).await {
                Ok(served) if !is_idle => served,
                // All that was asked is answered.
                Ok(_) | Err(_) => return,
            }
        }
    };
    // What was not HTTP has had its answer, too.
    drop(served);
    let stream = connection.into_parts().io.into_inner();
    // Who lingers after a failure has gone already, or is told in vain.
    let _ = timeout(LINGER_TIME_MAX, linger(stream)).await;
}

/// Says that there is nothing more to come, and reads on for a moment.
async fn linger(mut stream: TcpStream) -> std::io::Result<()> {
    stream.shutdown().await?;
    let mut buffer = vec![0; 16 << 10];
    let mut left = LINGER_BYTES_MAX;
    while left > 0 {
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            break;
        }
        left = left.saturating_sub(read);
    }
    Ok(())
}
