//! One connection, in the protocol. Its types stay in this file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ledger::observation::{Observation, Status};
use model::secret::Secret;
use rmcp::ClientHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
    ContentBlock, Implementation, PaginatedRequestParams, ProtocolVersion, ResourceContents,
    SubscriptionFilter, Tool,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt as _, NotificationContext, Peer, RoleClient,
    RunningService, ServiceError,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::sync::Notify;
use tokio::time::timeout;
use tools::process::Pipes;

use crate::error_words::with_causes;

/// Bytes that a program prints at most: more ends the connection.
const OUTPUT_BYTES_MAX: u64 = 1 << 30;
/// Pages of a list of tools.
const PAGES_MAX: usize = 20;
/// Tools of a list.
const LISTED_MAX: usize = 1_000;
/// Characters of an error's words.
const WORDS_CHARS_MAX: usize = 400;

/// What is spoken over.
pub(crate) enum Way {
    /// The pipes of a program.
    Pipes(Pipes),
    /// An address.
    Address(Box<StreamableHttpClientTransport<model::http::PlainClient>>),
}

/// A tool, as its server describes it.
#[derive(Debug)]
pub(crate) struct Described {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: String,
    pub(crate) schema: Value,
    pub(crate) annotations: Value,
}

/// A connection that stands; a handle to it.
#[derive(Clone)]
pub(crate) struct Connection {
    peer: Peer<RoleClient>,
    /// Its tools have changed, and nobody has looked yet.
    changed: Arc<AtomicBool>,
    end: Arc<Notify>,
}

/// What is told to whoever opened it.
type Tell = Arc<dyn Fn() + Send + Sync>;

/// What came of a use of a tool.
pub(crate) enum Used {
    /// The server answered.
    Answered(Observation),
    /// It did not, and is not to be asked again; why.
    Gone(Observation),
}

/// We, as a client: nothing that a server may ask of us is offered.
struct Client {
    tell: Tell,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let us = Implementation::new("interlock", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), us)
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        (self.tell)();
    }
}

impl Way {
    /// The way to an address.
    ///
    /// # Errors
    /// The address or a header can't be used, in words without their values.
    pub(super) fn address(url: &str, headers: &[(String, Secret)]) -> Result<Self, String> {
        let client = model::http::plain_client(url, headers)?;
        let config = StreamableHttpClientTransportConfig::with_uri(url);
        let transport = StreamableHttpClientTransport::with_client(client, config);
        Ok(Self::Address(Box::new(transport)))
    }
}

/// Opens a connection. `tell` is called when the server says that its tools have changed. With it comes what ends when the connection
/// does.
///
/// # Errors
/// Why not, in words.
pub(crate) async fn open(
    way: Way,
    tell: Tell,
) -> Result<(Connection, impl Future<Output = ()>), String> {
    let changed = Arc::new(AtomicBool::new(false));
    // However often it says so, once is enough until somebody looks.
    let said = Arc::clone(&changed);
    let tell: Tell = Arc::new(move || {
        if !said.swap(true, Ordering::SeqCst) {
            tell();
        }
    });
    let client = Client {
        tell: Arc::clone(&tell),
    };
    let mode = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::LATEST],
        legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
    };
    let running = match way {
        Way::Pipes(Pipes { input, output }) => {
            let output = output.take(OUTPUT_BYTES_MAX);
            client.serve_with_lifecycle((output, input), mode).await
        }
        Way::Address(transport) => client.serve_with_lifecycle(*transport, mode).await,
    };
    let running = running.map_err(|why| in_words(&why))?;
    let peer = running.peer().clone();
    let end = Arc::new(Notify::new());
    let connection = Connection {
        peer: peer.clone(),
        changed,
        end: Arc::clone(&end),
    };
    let stands = async move {
        tokio::select! {
            () = stands(running, peer, tell) => {}
            () = end.notified() => {}
        }
    };
    Ok((connection, stands))
}

/// Follows a connection until it ends. Servers of the newest protocol tell of changes only to who listens for them.
async fn stands(running: RunningService<RoleClient, Client>, peer: Peer<RoleClient>, tell: Tell) {
    let info = peer.peer_info();
    let listens = info.is_some_and(|it| !it.protocol_version.has_initialize());
    let follow = async move {
        if listens {
            let filter = SubscriptionFilter::builder().tools_list_changed().build();
            if let Ok(mut changes) = peer.listen(filter).await {
                while let Ok(Some(_)) = changes.next().await {
                    tell();
                }
            }
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        _ended = running.waiting() => {}
        () = follow => {}
    }
}

impl Connection {
    /// Ends it.
    pub(super) fn close(&self) {
        self.end.notify_one();
    }
}

/// The tools that a server has.
///
/// # Errors
/// Why that can't be told, in words.
pub(crate) async fn list(
    connection: &Connection,
    wait: Duration,
) -> Result<Vec<Described>, String> {
    connection.changed.store(false, Ordering::SeqCst);
    let listed = timeout(wait, pages(&connection.peer)).await;
    let silent = || {
        format!(
            "it has not said within {} s which tools it has",
            wait.as_secs()
        )
    };
    let tools = listed.map_err(|_| silent())??;
    Ok(tools.into_iter().map(described).collect())
}

async fn pages(peer: &Peer<RoleClient>) -> Result<Vec<Tool>, String> {
    let mut all = Vec::new();
    let mut cursor = None;
    for _ in 0..PAGES_MAX {
        let mut params = PaginatedRequestParams::default();
        params.cursor = cursor.take();
        let page = peer.list_tools(Some(params)).await;
        let page = page.map_err(|why| in_words(&why))?;
        all.extend(page.tools);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(all);
        }
        if all.len() > LISTED_MAX {
            break;
        }
    }
    Err(format!(
        "its list of tools does not end: {} of them so far",
        all.len()
    ))
}

fn described(tool: Tool) -> Described {
    Described {
        name: tool.name.into_owned(),
        title: tool.title,
        description: tool.description.unwrap_or_default().into_owned(),
        schema: Value::Object((*tool.input_schema).clone()),
        annotations: serde_json::to_value(&tool.annotations).unwrap_or_default(),
    }
}

/// Has a server carry out a tool.
pub(crate) async fn use_tool(
    connection: Connection,
    (tool, arguments): (String, String),
    wait: Duration,
) -> Used {
    let began = Instant::now();
    let mut params = CallToolRequestParams::new(tool);
    params.arguments = serde_json::from_str(&arguments).ok();
    let answer = timeout(wait, connection.peer.call_tool_once(params)).await;
    let mut used = match answer {
        Ok(Ok(CallToolResponse::Complete(result))) => Used::Answered(answered(&result)),
        Ok(Ok(_)) => {
            failed("the server wants more than an answer to this call, which nobody gives")
        }
        Ok(Err(ServiceError::McpError(why))) => failed(&why.message),
        Ok(Err(why)) => {
            let why = format!("the server does not answer any more: {}", in_words(&why));
            Used::Gone(Observation::plain(Status::Failed, why))
        }
        Err(_) => {
            let why = format!(
                "the server has not answered within {} s, and is closed; whether it did anything is not known",
                wait.as_secs()
            );
            Used::Gone(Observation::plain(Status::TimedOut, why))
        }
    };
    let (Used::Answered(observation) | Used::Gone(observation)) = &mut used;
    observation.duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    used
}

fn failed(why: &str) -> Used {
    Used::Answered(Observation::plain(Status::Failed, why))
}

/// What a tool brought back, as text.
fn answered(result: &CallToolResult) -> Observation {
    let mut parts: Vec<String> = result.content.iter().map(text).collect();
    if parts.is_empty()
        && let Some(value) = &result.structured_content
    {
        parts.push(value.to_string());
    }
    let status = match result.is_error {
        Some(true) => Status::Failed,
        Some(false) | None => Status::Ok,
    };
    Observation::plain(status, parts.join("\n"))
}

fn text(content: &ContentBlock) -> String {
    match content {
        ContentBlock::Text(it) => it.text.clone(),
        ContentBlock::Image(it) => format!("[an image, {}, left out]", it.mime_type),
        ContentBlock::Audio(it) => format!("[a sound, {}, left out]", it.mime_type),
        ContentBlock::Resource(it) => match &it.resource {
            ResourceContents::TextResourceContents { text, .. } => text.clone(),
            ResourceContents::BlobResourceContents { .. } | _ => {
                "[a resource that is no text, left out]".to_owned()
            }
        },
        ContentBlock::ResourceLink(it) => format!("[a link to {}]", it.uri),
        _ => "[something that is no text, left out]".to_owned(),
    }
}

/// An error with its causes, on one line of bounded length: some of it is the server's.
fn in_words(error: &dyn std::error::Error) -> String {
    let words = with_causes(error);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(WORDS_CHARS_MAX).collect()
}
