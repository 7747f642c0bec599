//! Terminals: commands that the run starts for an agent.

use std::sync::Arc;

use agent_client_protocol::v1::schema as acp;
use ledger::observation::{Observation, Status};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{AgentCall, Answered, Does, Shared, refused, shown};

/// Terminals that one turn opens at most.
const TERMINALS_MAX: usize = 500;
/// The exit code of a command that was refused.
const REFUSED_CODE: u32 = 126;

impl Shared {
    /// A command: it has its name at once, and what comes of it when it has ended.
    pub(super) fn start(
        self: &Arc<Self>,
        asked: acp::CreateTerminalRequest,
    ) -> Result<acp::CreateTerminalResponse, agent_client_protocol::Error> {
        let name = self.call_name("terminal");
        let (done, watched) = watch::channel(None);
        {
            let mut terminals = self.terminals();
            if terminals.len() >= TERMINALS_MAX {
                return Err(refused(format!(
                    "more than {TERMINALS_MAX} terminals in one turn"
                )));
            }
            terminals.insert(name.clone(), watched);
        }
        let mut arguments = match asked.args.is_empty() {
            // One word may be a whole line of a shell.
            true => json!({"command": asked.command}),
            false => {
                let argv: Vec<String> = [asked.command].into_iter().chain(asked.args).collect();
                json!({ "argv": argv })
            }
        };
        if let Some(cwd) = &asked.cwd {
            arguments["cwd"] = Value::String(shown(cwd));
        }
        let tool = match arguments.get("argv") {
            Some(_) => "run",
            None => "shell",
        };
        let call = AgentCall {
            id: name.clone(),
            tool: tool.to_owned(),
            arguments,
            does: Does::ByUs,
        };
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            let observation = match shared.ask(call).await {
                Answered::CarriedOut(it) => *it,
                Answered::Refused(words) => refusal(words),
                Answered::Allowed | Answered::Text(_) => refusal("it was not started".to_owned()),
            };
            // A turn that is over asks no more.
            let _gone = done.send(Some(observation));
        });
        Ok(acp::CreateTerminalResponse::new(name))
    }

    pub(super) fn output(
        &self,
        asked: &acp::TerminalOutputRequest,
    ) -> Result<acp::TerminalOutputResponse, agent_client_protocol::Error> {
        let terminals = self.terminals();
        let name: &str = &asked.terminal_id.0;
        let watched = terminals.get(name).ok_or_else(|| no_terminal(name))?;
        let observation = watched.borrow().clone();
        Ok(match observation {
            None => acp::TerminalOutputResponse::new(String::new(), false),
            Some(it) => acp::TerminalOutputResponse::new(it.text.clone(), it.truncated)
                .exit_status(exit_status(&it)),
        })
    }

    pub(super) async fn exit(
        &self,
        asked: acp::WaitForTerminalExitRequest,
    ) -> Result<acp::WaitForTerminalExitResponse, agent_client_protocol::Error> {
        let name: &str = &asked.terminal_id.0;
        let watched = self.terminals().get(name).cloned();
        let mut watched = watched.ok_or_else(|| no_terminal(name))?;
        let done = watched.wait_for(Option::is_some).await;
        let status = match done.ok().and_then(|it| it.clone()) {
            Some(observation) => exit_status(&observation),
            None => acp::TerminalExitStatus::new(),
        };
        Ok(acp::WaitForTerminalExitResponse::new(status))
    }
}

fn exit_status(observation: &Observation) -> acp::TerminalExitStatus {
    let code = observation.exit_code.and_then(|it| u32::try_from(it).ok());
    let code = code.or((observation.status != Status::Ok).then_some(REFUSED_CODE));
    acp::TerminalExitStatus::new().exit_code(code.unwrap_or(0))
}

/// What a command that is not started shows.
fn refusal(words: String) -> Observation {
    Observation::plain(Status::Refused, words)
}

fn no_terminal(name: &str) -> agent_client_protocol::Error {
    refused(format!("there is no terminal `{name}`"))
}
