//! A turn of an agent that speaks the Agent Client Protocol (version 1): what it asks for becomes calls that the run judges, and what
//! it says becomes the turn. The protocol's types stay in this file and its folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema as acp;
use agent_client_protocol::{Agent, ByteStreams, Client};
use agents::turn::{Failure, Turn};
use ledger::money::Usd;
use ledger::observation::{Observation, Status};
use ledger::reply::FailureKind;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::compat::{TokioAsyncReadCompatExt as _, TokioAsyncWriteCompatExt as _};
use tools::process::Pipes;

use super::under_way::{AgentCall, Answered, Does};
use own_tool::own_tool;

mod own_tool;
mod terminals;

/// Bytes that an agent prints in one turn at most: a longer output ends the turn.
const OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// Takes a call to the run, which answers in its own time. An answer that never comes is a refusal.
pub(crate) type AskRun = Arc<dyn Fn(AgentCall, oneshot::Sender<Answered>) + Send + Sync>;
/// Tells what the agent says, as it comes.
pub(crate) type Tell = Arc<dyn Fn(String) + Send + Sync>;

/// One turn: the directory, the prompt, and who answers.
pub(crate) struct Job {
    pub(crate) cwd: PathBuf,
    pub(crate) prompt: String,
    pub(crate) ask: AskRun,
    pub(crate) tell: Tell,
    /// What the turn may cost, as the agent reports it.
    pub(crate) spend_max: Usd,
}

/// What is known of a turn while it goes on.
struct Shared {
    job: Job,
    turn: Mutex<Turn>,
    terminals: Mutex<BTreeMap<String, watch::Receiver<Option<Observation>>>>,
    calls: AtomicU64,
    /// It reports that it has spent more than it may.
    overspent: Notify,
}

/// Talks with the agent until its turn is over, or it can't go on. Says why we end it ourselves, if we do.
pub(crate) async fn turn(pipes: Pipes, job: Job) -> (Turn, Option<String>) {
    let shared = Arc::new(Shared {
        job,
        turn: Mutex::default(),
        terminals: Mutex::default(),
        calls: AtomicU64::new(0),
        overspent: Notify::new(),
    });
    let talked = tokio::select! {
        talked = talk(pipes, &shared) => talked,
        () = shared.overspent.notified() => {
            let turn = shared.turn().clone();
            let why = overspent(turn.spent.unwrap_or_default(), shared.job.spend_max);
            return (turn, Some(why));
        }
    };
    let mut turn = shared.turn().clone();
    match talked {
        Ok(stop) => stopped(&mut turn, stop),
        Err(error) => {
            turn.failure = Some(Failure {
                kind: if error.code == acp::ErrorCode::AuthRequired {
                    FailureKind::Unauthorised
                } else {
                    FailureKind::Broken
                },
                status: None,
                words: error.message,
            });
        }
    }
    (turn, None)
}

/// Why a turn that has cost too much is ended.
pub(crate) fn overspent(spent: Usd, spend_max: Usd) -> String {
    format!("it was ended: it reports {spent} spent, and {spend_max} were left")
}

/// Why the agent ended its turn.
fn stopped(turn: &mut Turn, stop: acp::StopReason) {
    turn.over = true;
    turn.requests = turn.requests.max(1);
    let words = match stop {
        acp::StopReason::EndTurn => return,
        acp::StopReason::MaxTokens => "it has reached its limit of tokens",
        acp::StopReason::MaxTurnRequests => "it has reached its limit of requests",
        acp::StopReason::Refusal => "it refuses to go on",
        acp::StopReason::Cancelled => "it was cancelled",
        _ => "it ended for a reason that is not known",
    };
    turn.failure = Some(Failure {
        kind: FailureKind::Broken,
        status: None,
        words: words.to_owned(),
    });
}

async fn talk(
    pipes: Pipes,
    shared: &Arc<Shared>,
) -> Result<acp::StopReason, agent_client_protocol::Error> {
    let output = pipes.output.take(OUTPUT_BYTES_MAX);
    let streams = ByteStreams::new(pipes.input.compat_write(), output.compat());
    let (told, asked, main) = (Arc::clone(shared), Arc::clone(shared), Arc::clone(shared));
    Client
        .v1()
        .on_receive_notification(
            async move |it: acp::SessionNotification, _| {
                told.update(it.update);
                Ok(())
            },
            agent_client_protocol::on_receive_notification!(),
        )
        .on_receive_request(
            // An answer may wait for a person: the next message does not wait for it.
            async move |it: acp::AgentRequest, responder, _| {
                let shared = Arc::clone(&asked);
                tokio::spawn(
                    async move { responder.respond_with_result(shared.response(it).await) },
                );
                Ok(())
            },
            agent_client_protocol::on_receive_request!(),
        )
        .connect_with(streams, async move |connection: ConnectionTo<Agent>| {
            main.prompt(&connection).await
        })
        .await
}

impl Shared {
    /// What is answered to a request of the agent.
    async fn response(
        self: &Arc<Self>,
        request: acp::AgentRequest,
    ) -> Result<Value, agent_client_protocol::Error> {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the protocol's own type may grow"
        )]
        match request {
            acp::AgentRequest::RequestPermissionRequest(it) => json_of(self.permission(it).await),
            acp::AgentRequest::ReadTextFileRequest(it) => json_of(self.read(it).await?),
            acp::AgentRequest::WriteTextFileRequest(it) => json_of(self.write(it).await?),
            acp::AgentRequest::CreateTerminalRequest(it) => json_of(self.start(it)?),
            acp::AgentRequest::TerminalOutputRequest(it) => json_of(self.output(&it)?),
            acp::AgentRequest::WaitForTerminalExitRequest(it) => json_of(self.exit(it).await?),
            acp::AgentRequest::KillTerminalRequest(_) => Err(refused(
                "a command is not ended before its time or this turn is over".to_owned(),
            )),
            acp::AgentRequest::ReleaseTerminalRequest(_) => {
                json_of(acp::ReleaseTerminalResponse::new())
            }
            other => {
                let words = format!("`{}` is not offered here", other.method());
                let code = acp::ErrorCode::MethodNotFound;
                Err(agent_client_protocol::Error::new(code, words))
            }
        }
    }

    /// From hello to the end of the turn.
    async fn prompt(
        &self,
        connection: &ConnectionTo<Agent>,
    ) -> Result<acp::StopReason, agent_client_protocol::Error> {
        let files = acp::FileSystemCapabilities::new()
            .read_text_file(true)
            .write_text_file(true);
        let able = acp::ClientCapabilities::new().fs(files).terminal(true);
        let hello = acp::InitializeRequest::new(ProtocolVersion::V1).client_capabilities(able);
        connection.send_request(hello).block_task().await?;
        let begins = acp::NewSessionRequest::new(self.job.cwd.clone());
        let session = connection.send_request(begins).block_task().await?;
        let text = acp::ContentBlock::Text(acp::TextContent::new(self.job.prompt.clone()));
        let prompt = acp::PromptRequest::new(session.session_id, vec![text]);
        let ended = connection.send_request(prompt).block_task().await?;
        Ok(ended.stop_reason)
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn terminals(&self) -> MutexGuard<'_, BTreeMap<String, watch::Receiver<Option<Observation>>>> {
        self.terminals
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What the agent says of itself.
    fn update(&self, update: acp::SessionUpdate) {
        /// Characters of its words that are kept; the last ones count.
        const WORDS_BYTES_MAX: usize = 8_000;
        let mut turn = self.turn();
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the protocol's own type may grow"
        )]
        match update {
            acp::SessionUpdate::AgentMessageChunk(chunk) => {
                if let acp::ContentBlock::Text(text) = chunk.content {
                    (self.job.tell)(text.text.clone());
                    turn.words.push_str(&text.text);
                    let over = turn.words.len().saturating_sub(WORDS_BYTES_MAX);
                    let cut = turn.words.ceil_char_boundary(over);
                    turn.words.drain(..cut);
                }
            }
            // What it says before it does something is not its last word.
            acp::SessionUpdate::ToolCall(_) => turn.words.clear(),
            acp::SessionUpdate::UsageUpdate(usage) => {
                if let Some(cost) = usage.cost.filter(|it| it.currency == "USD") {
                    turn.reports(cost.amount);
                    if turn.spent.is_some_and(|it| it > self.job.spend_max) {
                        self.overspent.notify_one();
                    }
                }
            }
            // The rest is told to whoever looks on, and the protocol may grow more of it.
            _ => {}
        }
    }

    fn call_name(&self, word: &str) -> String {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        format!("{word}-{}", number.saturating_add(1))
    }

    async fn ask(&self, call: AgentCall) -> Answered {
        let (answer, answered) = oneshot::channel();
        (self.job.ask)(call, answer);
        answered
            .await
            .unwrap_or_else(|_| Answered::Refused("refused by Interlock: this turn is over".into()))
    }

    /// May it use a tool of its own?
    async fn permission(
        &self,
        asked: acp::RequestPermissionRequest,
    ) -> acp::RequestPermissionResponse {
        let (tool, arguments) = own_tool(&asked.tool_call.fields);
        let call = AgentCall {
            // What it names a call by itself may be the name of another.
            id: format!(
                "{}-{}",
                self.call_name("tool"),
                asked.tool_call.tool_call_id
            ),
            tool,
            arguments,
            does: Does::ByItself,
        };
        let wanted = match self.ask(call).await {
            // Once and never for good: the next call is judged by itself.
            Answered::Allowed => acp::PermissionOptionKind::AllowOnce,
            Answered::Refused(words) => {
                (self.job.tell)(format!("{words}\n"));
                acp::PermissionOptionKind::RejectOnce
            }
            Answered::Text(_) | Answered::CarriedOut(_) => acp::PermissionOptionKind::RejectOnce,
        };
        let option = asked.options.iter().find(|it| it.kind == wanted);
        let outcome = match option {
            Some(option) => acp::RequestPermissionOutcome::Selected(
                acp::SelectedPermissionOutcome::new(option.option_id.clone()),
            ),
            None => acp::RequestPermissionOutcome::Cancelled,
        };
        acp::RequestPermissionResponse::new(outcome)
    }

    async fn read(
        &self,
        asked: acp::ReadTextFileRequest,
    ) -> Result<acp::ReadTextFileResponse, agent_client_protocol::Error> {
        let call = AgentCall {
            id: self.call_name("read"),
            tool: "read".to_owned(),
            arguments: json!({"path": shown(&asked.path)}),
            does: Does::Reads(asked.path),
        };
        match self.ask(call).await {
            Answered::Text(text) => {
                let from = asked.line.unwrap_or(1).max(1).saturating_sub(1);
                let from = usize::try_from(from).unwrap_or(usize::MAX);
                let count = asked.limit.and_then(|it| usize::try_from(it).ok());
                let lines = text.split_inclusive('\n').skip(from);
                let text: String = lines.take(count.unwrap_or(usize::MAX)).collect();
                Ok(acp::ReadTextFileResponse::new(text))
            }
            Answered::Refused(words) => Err(refused(words)),
            Answered::Allowed | Answered::CarriedOut(_) => {
                Err(refused("it could not be read".to_owned()))
            }
        }
    }

    async fn write(
        &self,
        asked: acp::WriteTextFileRequest,
    ) -> Result<acp::WriteTextFileResponse, agent_client_protocol::Error> {
        let call = AgentCall {
            id: self.call_name("write"),
            tool: "write".to_owned(),
            arguments: json!({"path": shown(&asked.path), "content": asked.content}),
            does: Does::ByUs,
        };
        match self.ask(call).await {
            Answered::CarriedOut(it) if it.status == Status::Ok => {
                Ok(acp::WriteTextFileResponse::new())
            }
            Answered::CarriedOut(it) => Err(refused(it.text)),
            Answered::Refused(words) => Err(refused(words)),
            Answered::Allowed | Answered::Text(_) => {
                Err(refused("it could not be written".to_owned()))
            }
        }
    }
}

fn json_of(response: impl Serialize) -> Result<Value, agent_client_protocol::Error> {
    serde_json::to_value(response).map_err(agent_client_protocol::Error::into_internal_error)
}

fn refused(words: String) -> agent_client_protocol::Error {
    agent_client_protocol::Error::new(acp::ErrorCode::InvalidRequest, words)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
