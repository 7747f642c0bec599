//! Providers behind an address: one request, its answer read as it comes, and every way in which that can fail. It never
//! follows a redirect, because the key would go with it, and never tries again.

mod address;

use std::fmt;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use ledger::options::Wire;
use ledger::reply::{FailureKind, ModelFailure, Reply};
use reqwest::header::HeaderMap;
use reqwest::{Response, Url};
use tokio::time::timeout;

use crate::failure::{failure, is_page, of_response, of_transport};
use crate::price::Prices;
use crate::prompt::Prompt;
use crate::secret::Secret;
use crate::wire::{self, Dialect, Reading};

pub use address::is_this_machine;
use address::{address, headers};

/// The most bytes of an error that are read.
const ERROR_BYTES_MAX: usize = 64 << 10;
/// How long a connection may take to end an answer that is complete, so that it can be used again.
const TAIL: Duration = Duration::from_millis(20);
/// How long the figures that follow a finished reply are waited for.
const FIGURES: Duration = Duration::from_secs(5);

/// Where a model is, and how it is spoken to.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The wire format.
    pub wire: Wire,
    /// The address, with or without `/v1`; a query is kept.
    pub base_url: String,
    /// The key.
    pub key: Option<Secret>,
    /// Headers besides the usual ones; the same name replaces.
    pub headers: Vec<(String, Secret)>,
    /// The address of a proxy, which can hold a password. The environment's own is not used.
    pub proxy: Option<Secret>,
    /// Patience.
    pub timeouts: Timeouts,
}

/// Patience with a provider, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Until there is a connection.
    pub connect_ms: u64,
    /// From sending to the first byte of the reply.
    pub first_byte_ms: u64,
    /// Between two pieces of it.
    pub idle_ms: u64,
    /// For the whole.
    pub total_ms: u64,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect_ms: 10_000,
            first_byte_ms: 300_000,
            idle_ms: 300_000,
            total_ms: 1_800_000,
        }
    }
}

/// Why an endpoint cannot be used. None of these shows a key.
#[derive(Debug, thiserror::Error)]
pub enum BadEndpoint {
    /// The address is none, or holds a password.
    #[error("`{url}` is not an address of a model: {why}")]
    Url {
        /// The address, without what could be secret.
        url: String,
        /// Why.
        why: &'static str,
    },
    /// A header or key that cannot be sent.
    #[error("the header `{name}` cannot be sent: {why}")]
    Header {
        /// Its name.
        name: String,
        /// Why.
        why: &'static str,
    },
    /// The scripted model has no address.
    #[error("`scripted` is not a wire: it has no address")]
    Scripted,
    /// The proxy's address is none.
    #[error("the proxy is not an address")]
    Proxy,
}

/// A client of one endpoint. Connections are kept and used again.
pub struct Client {
    wire: Wire,
    url: Url,
    dialect: Dialect,
    headers: HeaderMap,
    secrets: Vec<Secret>,
    proxy: Option<reqwest::Proxy>,
    timeouts: Timeouts,
    /// Made at the first request: on a line without encryption no root certificates are read at all.
    inner: OnceLock<Result<reqwest::Client, String>>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("wire", &self.wire)
            .field("host", &self.url.host_str())
            .finish_non_exhaustive()
    }
}

/// Installs the one provider of cryptography; to be called first thing in the program. More than once does no harm.
pub fn init() {
    // An error says that one is installed, which is what is wanted.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

impl Client {
    /// Checks an endpoint. Nothing is connected yet.
    ///
    /// # Errors
    /// [`BadEndpoint`], which says what to mend.
    pub fn new(endpoint: Endpoint) -> Result<Self, BadEndpoint> {
        let url = address(endpoint.wire, &endpoint.base_url)?;
        let host = url.host_str().unwrap_or_default();
        let own = |domain: &str| host == domain || host.ends_with(&format!(".{domain}"));
        let proxy = endpoint.proxy.as_ref().map(Secret::expose);
        let proxy = proxy.map(reqwest::Proxy::all).transpose();
        Ok(Self {
            wire: endpoint.wire,
            dialect: Dialect {
                own: own("openai.com") || own("openai.azure.com"),
            },
            headers: headers(&endpoint)?,
            secrets: endpoint
                .key
                .into_iter()
                .chain(endpoint.proxy)
                .chain(endpoint.headers.into_iter().map(|(_, value)| value))
                .collect(),
            proxy: proxy.map_err(|_| BadEndpoint::Proxy)?,
            timeouts: endpoint.timeouts,
            inner: OnceLock::new(),
            url,
        })
    }

    /// Host and port that are asked.
    pub(crate) fn host(&self) -> Option<String> {
        let host = self.url.host_str()?;
        let port = self.url.port_or_known_default()?;
        Some(format!("{host}:{port}"))
    }

    /// Whether requests are encrypted.
    pub(crate) fn encrypts(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Reads root certificates and the like now, instead of at the first request. It blocks for some milliseconds.
    pub(crate) fn warm(&self) {
        let _ = self.inner();
    }

    /// Asks once.
    pub(crate) async fn ask(
        &self,
        prompt: &Prompt<'_>,
        prices: &Prices,
        mut on_delta: impl FnMut(&str),
    ) -> Result<Reply, ModelFailure> {
        let begun = Instant::now();
        let body = wire::body(self.wire, self.dialect, prompt)?;
        let request_bytes = body.len();
        let total = Duration::from_millis(self.timeouts.total_ms);
        let mut reading = Reading::new(self.wire)
            .ok_or_else(|| failure(FailureKind::Rejected, "`scripted` is no wire"))?;
        let exchange = self.exchange(body, &mut reading, &mut on_delta);
        let ended = match timeout(total, exchange).await {
            Ok(ended) => ended,
            Err(_) => Ended::Broke(late("the reply took", total)),
        };
        let broken = match ended {
            Ended::Over => None,
            Ended::Broke(failure) => Some(self.hidden(failure)),
            Ended::Refused(failure) => return Err(self.hidden(failure)),
        };
        let draft = reading
            .finish(&prompt.model, broken, &mut on_delta)
            .map_err(|failure| self.hidden(failure))?;
        let duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(wire::reply(
            draft,
            prompt,
            prices,
            request_bytes,
            duration_ms,
        ))
    }

    async fn exchange(
        &self,
        body: Vec<u8>,
        reading: &mut Reading,
        on_delta: &mut impl FnMut(&str),
    ) -> Ended {
        let client = match self.inner() {
            Ok(client) => client,
            Err(why) => return Ended::Refused(failure(FailureKind::Broken, why)),
        };
        let first = Duration::from_millis(self.timeouts.first_byte_ms);
        let begun = Instant::now();
        let sent = client
            .post(self.url.clone())
            .headers(self.headers.clone())
            .body(body)
            .send();
        let mut response = match timeout(first, sent).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Ended::Refused(of_transport(error)),
            Err(_) => return Ended::Refused(late("no answer", first)),
        };
        if response.status().as_u16() != 200 {
            return Ended::Refused(self.refused(response, Vec::new()).await);
        }
        let mut patience = first.saturating_sub(begun.elapsed());
        let mut begins = true;
        loop {
            match timeout(patience, response.chunk()).await {
                Ok(Ok(Some(bytes))) => {
                    if std::mem::take(&mut begins) && is_page(response.headers(), &bytes) {
                        return Ended::Refused(self.refused(response, bytes.to_vec()).await);
                    }
                    if let Err(failure) = reading.push(&bytes, on_delta) {
                        return Ended::Refused(failure);
                    }
                }
                Ok(Ok(None)) => return Ended::Over,
                Ok(Err(error)) => return Ended::Broke(of_transport(error)),
                Err(_) => return Ended::Broke(late("the reply stood still", patience)),
            }
            if reading.done() {
                let _ = timeout(TAIL, tail(response)).await;
                return Ended::Over;
            }
            patience = Duration::from_millis(self.timeouts.idle_ms);
            if reading.enough() {
                patience = patience.min(FIGURES);
            }
        }
    }

    /// What an answer says that is no reply; `body` is what was read of it.
    async fn refused(&self, mut response: Response, mut body: Vec<u8>) -> ModelFailure {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let idle = Duration::from_millis(self.timeouts.idle_ms.min(10_000));
        while let Ok(Ok(Some(bytes))) = timeout(idle, response.chunk()).await {
            let room = ERROR_BYTES_MAX.saturating_sub(body.len());
            body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if body.len() >= ERROR_BYTES_MAX {
                break;
            }
        }
        of_response(status, &headers, &body, Timestamp::now())
    }

    fn inner(&self) -> Result<&reqwest::Client, &str> {
        let made = self.inner.get_or_init(|| self.make());
        made.as_ref().map_err(String::as_str)
    }

    fn make(&self) -> Result<reqwest::Client, String> {
        init();
        let encrypts = self.url.scheme() == "https" || self.proxy.is_some();
        let patience = Duration::from_millis(self.timeouts.connect_ms);
        let mut builder = client(encrypts, patience).tcp_keepalive(Duration::from_secs(30));
        if let Some(proxy) = self.proxy.clone() {
            builder = builder.proxy(proxy);
        }
        builder.build().map_err(|e| format!("no HTTP client: {e}"))
    }

    /// A failure that shows no secret of ours, whatever the provider repeated.
    fn hidden(&self, mut failure: ModelFailure) -> ModelFailure {
        for secret in &self.secrets {
            failure.message = secret.hide(failure.message);
        }
        failure
    }
}

/// A client for addresses that speak something else than a model does.
pub type PlainClient = reqwest::Client;

/// A client that sends these headers with every request.
///
/// # Errors
/// The address or a header can't be used, in words without their values.
pub fn plain_client(url: &str, headers: &[(String, Secret)]) -> Result<PlainClient, String> {
    init();
    let url = Url::parse(url).map_err(|_| "its address can't be read".to_owned())?;
    let headers = address::plain_headers(headers).map_err(|why| why.to_string())?;
    let patience = Duration::from_millis(Timeouts::default().connect_ms);
    let client = client(url.scheme() == "https", patience).default_headers(headers);
    client
        .build()
        .map_err(|why| format!("no HTTP client: {why}"))
}

/// How every client of ours is made: no proxy of the environment, no redirect, nothing tried again. Where nothing is
/// encrypted no root certificates are read.
pub(crate) fn client(encrypts: bool, connect: Duration) -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .http1_only()
        .tcp_nodelay(true)
        .connect_timeout(connect);
    if encrypts {
        builder
    } else {
        builder.tls_certs_only([])
    }
}

/// How an exchange ended.
enum Ended {
    /// The answer is over.
    Over,
    /// It stopped before its end; what was read may still be whole.
    Broke(ModelFailure),
    /// It is none.
    Refused(ModelFailure),
}

async fn tail(mut response: Response) {
    while let Ok(Some(_)) = response.chunk().await {}
}

fn late(what: &str, after: Duration) -> ModelFailure {
    failure(
        FailureKind::Broken,
        format!("{what} for {} ms", after.as_millis()),
    )
}
