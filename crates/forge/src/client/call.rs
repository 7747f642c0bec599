//! One call: sent, answered, judged; tried again where that cannot do anything twice.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use ledger::forge::{ForgeKind, Login, RepoName};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Method, Response, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::time::{sleep, timeout};

use super::endpoint::{Addresses, BadEndpoint, Credential, Endpoint, Patience, under};
use super::failure::{Failure, Refused, what};
use crate::seen;
use crate::text::message;
use crate::wire::Repository;

/// The most bytes of an answer that is no success.
const REFUSAL_BYTES_MAX: usize = 64 << 10;

/// A client of one forge, for one account. Connections are kept and used again.
pub struct Client {
    pub(super) kind: ForgeKind,
    pub(super) addresses: Addresses,
    pub(super) patience: Patience,
    credential: Credential,
    authorization: HeaderValue,
    /// Made at the first call.
    inner: OnceLock<Result<reqwest::Client, String>>,
    /// Repositories by id, to find one that was renamed.
    ids: Mutex<BTreeMap<RepoName, u64>>,
    /// Whose token it is, once that was asked.
    pub(super) login: OnceCell<Login>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("kind", &self.kind)
            .field("host", &self.addresses.api.host_str())
            .finish_non_exhaustive()
    }
}

/// What is called, and with what.
pub(crate) struct Call {
    method: Method,
    /// The repository that it is about.
    repo: Option<RepoName>,
    /// The path below the repository, or below the API.
    parts: Vec<String>,
    query: Vec<(&'static str, String)>,
    body: Option<Value>,
    /// Only so many bytes of the answer's end are wanted.
    ending_bytes: Option<usize>,
    is_graphql: bool,
}

/// An answer that is a success.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    what: String,
}

impl Call {
    /// About the forge itself.
    pub(crate) fn top(method: Method, parts: &[&str]) -> Self {
        Self {
            method,
            repo: None,
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
            query: Vec::new(),
            body: None,
            ending_bytes: None,
            is_graphql: false,
        }
    }

    /// About a repository or something in it.
    pub(crate) fn repo(method: Method, repo: &RepoName, parts: &[&str]) -> Self {
        Self {
            repo: Some(repo.clone()),
            ..Self::top(method, parts)
        }
    }

    /// Reads something of a repository.
    pub(crate) fn get(repo: &RepoName, parts: &[&str]) -> Self {
        Self::repo(Method::GET, repo, parts)
    }

    /// GitHub's other API, for the few things that this one cannot.
    pub(crate) fn graphql(body: Value) -> Self {
        Self {
            is_graphql: true,
            ..Self::top(Method::POST, &["graphql"]).with(body)
        }
    }

    /// With this JSON.
    pub(crate) fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// With this in its query.
    pub(crate) fn query(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.query.retain(|(one, _)| *one != name);
        self.query.push((name, value.into()));
        self
    }

    /// Reads the end of an answer of any length.
    pub(super) fn ending(mut self, bytes: usize) -> Self {
        self.ending_bytes = Some(bytes);
        self
    }

    fn what(&self) -> String {
        what(self.repo.as_ref(), &self.parts)
    }
}

impl Answer {
    /// The answer as JSON.
    pub(crate) fn value(&self) -> Result<Value, Failure> {
        serde_json::from_slice(&self.body).map_err(|_| Failure::NotJson)
    }

    /// The answer as one object; every field of it may be missing.
    pub(crate) fn object<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let value = self.value()?;
        let object = Some(value).filter(Value::is_object);
        let read = object.and_then(|value| serde_json::from_value(value).ok());
        read.ok_or_else(|| self.wrong_shape())
    }

    pub(crate) fn wrong_shape(&self) -> Failure {
        Failure::WrongShape {
            what: self.what.clone(),
        }
    }
}

/// The id of what a call made: without one nothing was made, whatever the status says.
pub(crate) fn made(answer: &Answer, field: &str) -> Result<u64, Failure> {
    let value = answer.value()?;
    let id = value.get(field).and_then(Value::as_u64);
    id.filter(|id| *id > 0).ok_or_else(|| answer.wrong_shape())
}

impl Client {
    /// Checks an endpoint and a token. Nothing is connected yet.
    ///
    /// # Errors
    /// [`BadEndpoint`], which says what to mend.
    pub fn new(endpoint: Endpoint, credential: Credential) -> Result<Self, BadEndpoint> {
        Ok(Self {
            kind: endpoint.kind,
            addresses: Addresses::new(endpoint.kind, &endpoint.base_url)?,
            patience: endpoint.patience,
            authorization: credential.header(endpoint.kind)?,
            credential,
            inner: OnceLock::new(),
            ids: Mutex::default(),
            login: OnceCell::new(),
        })
    }

    /// Remembers a repository's id, by which it is found again when it was renamed. [`Client::repository`] does so too.
    pub fn remember(&self, repo: &RepoName, id: u64) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        ids.insert(repo.clone(), id);
    }

    /// The text without the token.
    pub(crate) fn clean(&self, text: String) -> String {
        self.credential.hide(text)
    }

    /// Sends a call, and sends it again where it only reads and the failure may pass.
    pub(crate) async fn send(&self, call: &Call) -> Result<Answer, Failure> {
        let mut tries = 0;
        loop {
            let failure = match self.send_once(call).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if call.method != Method::GET || !self.wait(tries, &failure).await {
                return Err(failure);
            }
            tries += 1;
        }
    }

    /// Waits before another try after `tries` of them; false: there is none, because this failure does not pass, or the
    /// tries are used up, or the forge wants more patience than there is.
    pub(crate) async fn wait(&self, tries: usize, failure: &Failure) -> bool {
        let Some(ms) = self.patience.again_ms.get(tries) else {
            return false;
        };
        let asked_ms = failure.again_after_ms();
        let Some(asked_ms) = asked_ms.filter(|it| *it <= self.patience.asked_wait_ms_max) else {
            return false;
        };
        sleep(Duration::from_millis(asked_ms.max(*ms))).await;
        true
    }

    /// Sends a call once; where the repository was renamed, once more under its new name. A redirect was not carried out,
    /// so that is no second try.
    async fn send_once(&self, call: &Call) -> Result<Answer, Failure> {
        let moved = match self.exchange(call, call.repo.as_ref()).await {
            Err(moved @ Failure::Moved { .. }) => moved,
            other => return other,
        };
        let Some(repo) = &call.repo else {
            return Err(moved);
        };
        match self.new_name(repo).await? {
            Some(name) => self.exchange(call, Some(&name)).await,
            None => Err(moved),
        }
    }

    /// The name that a repository has now, by its id, if that is known.
    async fn new_name(&self, repo: &RepoName) -> Result<Option<RepoName>, Failure> {
        let id = {
            let ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
            ids.get(repo).copied()
        };
        let Some(id) = id else {
            return Ok(None);
        };
        let call = Call::top(Method::GET, &["repositories", &id.to_string()]);
        let found: Repository = self.exchange(&call, None).await?.object()?;
        let name = seen::repository(Some(&found)).filter(|_| found.id == id);
        Ok(name.filter(|name| name != repo))
    }

    async fn exchange(&self, call: &Call, repo: Option<&RepoName>) -> Result<Answer, Failure> {
        let ms = self.patience.exchange_ms_max;
        let exchange = self.exchange_untimed(call, repo);
        let done = timeout(Duration::from_millis(ms), exchange).await;
        done.unwrap_or(Err(Failure::TimedOut { ms }))
    }

    async fn exchange_untimed(
        &self,
        call: &Call,
        repo: Option<&RepoName>,
    ) -> Result<Answer, Failure> {
        let request = self.request(call, repo)?;
        let mut response = request.send().await.map_err(|error| self.broken(error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let what = call.what();
        if (200..300).contains(&status) {
            let body = self.body(&mut response, call.ending_bytes).await?;
            return Ok(Answer {
                headers,
                body,
                what,
            });
        }
        // Whatever can be had of it: that the rest is missing says nothing new.
        let mut body = Vec::new();
        while let Ok(Some(bytes)) = response.chunk().await {
            body.extend_from_slice(&bytes);
            if body.len() > REFUSAL_BYTES_MAX {
                break;
            }
        }
        let refused = Refused {
            status,
            headers: &headers,
            body: &body,
            what,
            now: Timestamp::now(),
        };
        Err(refused.failure(|text| self.clean(text)))
    }

    async fn body(
        &self,
        response: &mut Response,
        ending_bytes: Option<usize>,
    ) -> Result<Vec<u8>, Failure> {
        let bytes_max = self.patience.answer_bytes_max;
        let mut body = Vec::new();
        while let Some(bytes) = response.chunk().await.map_err(|e| self.broken(e))? {
            body.extend_from_slice(&bytes);
            match ending_bytes {
                Some(keep) if body.len() > keep.saturating_mul(2) => {
                    body.drain(..body.len().saturating_sub(keep));
                }
                None if body.len() > bytes_max => return Err(Failure::TooLarge { bytes_max }),
                Some(_) | None => {}
            }
        }
        Ok(body)
    }

    fn request(
        &self,
        call: &Call,
        repo: Option<&RepoName>,
    ) -> Result<reqwest::RequestBuilder, Failure> {
        let client = self.inner.get_or_init(|| self.make());
        let client = client
            .as_ref()
            .map_err(|why| Failure::NotReached { why: why.clone() })?;
        let mut request = client
            .request(call.method.clone(), self.address(call, repo))
            .header(AUTHORIZATION, self.authorization.clone())
            .header(USER_AGENT, concat!("interlock/", env!("CARGO_PKG_VERSION")));
        request = match self.kind {
            ForgeKind::Github => request
                .header(ACCEPT, "application/vnd.github+json")
                .header("X-GitHub-Api-Version", "2022-11-28"),
            ForgeKind::Gitea | ForgeKind::Forgejo => request.header(ACCEPT, "application/json"),
        };
        Ok(match &call.body {
            Some(body) => request
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_string()),
            None => request,
        })
    }

    fn address(&self, call: &Call, repo: Option<&RepoName>) -> Url {
        if call.is_graphql {
            return self.addresses.graphql.clone();
        }
        let names = repo.map(|repo| ["repos", repo.owner(), repo.name()]);
        let names = names.into_iter().flatten();
        let parts = names.chain(call.parts.iter().map(String::as_str));
        let mut url = under(&self.addresses.api, parts);
        if !call.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&call.query);
        }
        url
    }

    fn make(&self) -> Result<reqwest::Client, String> {
        // An error says that one is installed, which is what is wanted.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let connect = Duration::from_millis(self.patience.connect_ms_max);
        let mut builder = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .http1_only()
            .tcp_nodelay(true)
            .connect_timeout(connect);
        if self.addresses.api.scheme() == "http" {
            // Where nothing is encrypted no root certificates are read.
            builder = builder.tls_certs_only([]);
        }
        builder.build().map_err(|e| format!("no HTTP client: {e}"))
    }

    fn broken(&self, error: reqwest::Error) -> Failure {
        let is_connect = error.is_connect();
        let error = error.without_url();
        // The outermost error says only that there is one.
        let mut why = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(inner) = source {
            why = inner.to_string();
            source = inner.source();
        }
        let why = self.clean(message(&why));
        match is_connect {
            true => Failure::NotReached { why },
            false => Failure::Cut { why },
        }
    }
}
