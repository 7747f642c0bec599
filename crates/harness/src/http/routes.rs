//! What is answered: deliveries, and three questions about how things are.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use store::{Accepted, Delivery};
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

use super::body::{self, Held, Memory};
use super::check::{Check, Checked, Checks};
use super::connection::Peer;
use super::health::{Counts, Health};
use super::limits::Limits;
use super::report::{Event, Log, Refusal};
use super::writer::{Asked, Waits};
use crate::timestamp::now_ms;

/// Bodies from this size on are checked beside the others, which would have to wait.
const LARGE_BYTES: usize = 256 << 10;

/// For so long what was seen of the store is believed: looking costs a sync, and anybody may ask.
const STORE_AGE_MS_MAX: u64 = 1_000;

/// What the answers are made from.
pub(super) struct Desk {
    pub(super) checks: Checks,
    pub(super) limits: Limits,
    pub(super) health: Arc<Health>,
    pub(super) log: Log,
    pub(super) memory: Memory,
    pub(super) writer: mpsc::Sender<Asked>,
}

/// The addresses that there are.
pub(super) fn router(desk: Desk) -> Router {
    Router::new()
        .route("/hooks/{forge}", post(deliver))
        .route("/healthz", get(lives))
        .route("/readyz", get(is_ready))
        .route("/status", get(status))
        .with_state(Arc::new(desk))
}

async fn lives() -> &'static str {
    "ok\n"
}

async fn status(State(desk): State<Arc<Desk>>) -> Response {
    let Counts {
        accepted,
        known,
        refused,
        waiting,
    } = desk.health.counts();
    json(
        StatusCode::OK,
        format!(
            r#"{{"accepted":{accepted},"known":{known},"refused":{refused},"waiting":{waiting}}}"#
        ),
    )
}

/// Whether deliveries can be made durable, and how long ago the forges were looked at.
async fn is_ready(State(desk): State<Arc<Desk>>) -> Response {
    let works = desk.store_works().await;
    let swept = desk.health.swept_at_ms().map_or_else(
        || "null".to_owned(),
        |at_ms| now_ms().saturating_sub(at_ms).to_string(),
    );
    let status = if works {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    json(
        status,
        format!(r#"{{"store":{works},"swept_ms_ago":{swept}}}"#),
    )
}

async fn deliver(
    State(desk): State<Arc<Desk>>,
    Path(forge): Path<String>,
    request: Request,
) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    let Some(check) = desk.checks.0.get(&forge).cloned() else {
        return desk.refuse(None, peer, Refusal::UnknownForge);
    };
    let waiting = desk.health.one_waits();
    let accepted = desk.take(&forge, check, request).await;
    drop(waiting);
    match accepted {
        Ok(Accepted::New { no }) => json(StatusCode::OK, format!(r#"{{"no":{no}}}"#)),
        Ok(Accepted::Known { no }) => {
            json(StatusCode::OK, format!(r#"{{"no":{no},"known":true}}"#))
        }
        Err(why) => desk.refuse(Some(forge), peer, why),
    }
}

impl Desk {
    /// From the head of a request to the disk.
    async fn take(&self, forge: &str, check: Check, request: Request) -> Result<Accepted, Refusal> {
        let (parts, body) = request.into_parts();
        if !is_readable(&parts.headers) {
            return Err(Refusal::Media);
        }
        let length = parts.headers.get(CONTENT_LENGTH);
        let length = length.and_then(|it| it.to_str().ok()?.parse().ok());
        let held = body::read(body, length, &self.limits, &self.memory).await?;
        let (checked, held) = genuine(check, parts.headers, held).await?;
        let Checked {
            id,
            event,
            headers,
            content,
        } = checked;
        let delivery = Delivery {
            forge: forge.to_owned(),
            id,
            event,
            received_ms: now_ms(),
            headers,
            body: content.unwrap_or(held.bytes),
        };
        if delivery.id.is_empty() || delivery.check().is_err() {
            return Err(Refusal::Unreadable);
        }
        let (answer, answered) = oneshot::channel();
        let waits = Waits {
            delivery,
            memory: held.memory,
            answer,
        };
        match self.writer.try_send(Asked::Keep(waits)) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => return Err(Refusal::Busy),
            Err(mpsc::error::TrySendError::Closed(_)) => return Err(Refusal::NotKept),
        }
        match answered.await {
            Ok(Ok(accepted)) => Ok(accepted),
            Ok(Err(_)) | Err(_) => Err(Refusal::NotKept),
        }
    }

    /// Looks at the store, unless somebody has just done so.
    async fn store_works(&self) -> bool {
        if let Some(works) = self.health.store_works(STORE_AGE_MS_MAX) {
            return works;
        }
        let (answer, answered) = oneshot::channel();
        if self.writer.try_send(Asked::Try(answer)).is_err() {
            return false;
        }
        answered.await.is_ok() && self.health.store_works(u64::MAX) == Some(true)
    }

    fn refuse(&self, forge: Option<String>, peer: Option<Peer>, why: Refusal) -> Response {
        self.health.refused();
        if let Some(Peer(peer)) = peer {
            (self.log)(Event::Refused { forge, peer, why });
        }
        let status = StatusCode::from_u16(why.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let words = format!("{}\n", why.words());
        match why.retry_after_s() {
            Some(seconds) => (status, [(RETRY_AFTER, seconds.to_string())], words).into_response(),
            None => (status, words).into_response(),
        }
    }
}

/// Whether the body is of a kind that forges send.
fn is_readable(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
    let kind = text(CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let is_known = ["application/json", "application/x-www-form-urlencoded"]
        .iter()
        .any(|it| kind.eq_ignore_ascii_case(it));
    is_known && text(CONTENT_ENCODING).is_none_or(|it| it.eq_ignore_ascii_case("identity"))
}

/// Whether a delivery is genuine. Large ones are checked on a thread of their own.
async fn genuine(check: Check, headers: HeaderMap, held: Held) -> Result<(Checked, Held), Refusal> {
    let is_large = held.bytes.len() >= LARGE_BYTES;
    let work = move || (check(&texts(&headers), &held.bytes), held);
    let (checked, held) = if is_large {
        spawn_blocking(work).await.map_err(|_| Refusal::NotKept)?
    } else {
        work()
    };
    Ok((checked?, held))
}

/// Headers whose values are text.
fn texts(headers: &HeaderMap) -> Vec<(&str, &str)> {
    let pairs = headers.iter();
    pairs
        .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
        .collect()
}

fn json(status: StatusCode, text: String) -> Response {
    let kind = [(CONTENT_TYPE, "application/json")];
    (status, kind, Body::from(text)).into_response()
}
