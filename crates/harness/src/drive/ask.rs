//! Model requests: from compiled prompt to whole reply.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use context::compile::Prompt;
use context::history::Turn;
use engine::state::State;
use engine::toolbox::{self, ON_FORGE, PLANNING, TOOLS, Tool};
use ledger::event::Seen;
use ledger::ids::{ActId, TaskId};
use ledger::reply::{ModelFailure, Reply};
use model::ask::Model;
use model::prompt::{Answer, Block, Message, Prompt as Request, Said, Tool as Offered};

use super::Driver;
use super::under_way::{Report, Running};
use crate::ingress_redaction;

/// Schemas of tools, by name.
pub(super) type Schemas = BTreeMap<&'static str, serde_json::Value>;

/// The schemas of all tools, read once.
pub(super) fn schemas() -> Schemas {
    let read = |it: &Tool| (it.name, serde_json::from_str(it.schema).unwrap_or_default());
    let on_forge = ON_FORGE.iter().map(|(_, it)| it);
    let all = TOOLS.iter().chain(PLANNING).chain(on_forge);
    let mut schemas: Schemas = all.map(read).collect();
    // Under another name where a task comes from a forge.
    if let Some(schema) = schemas.get("commit").cloned() {
        schemas.insert("git_commit", schema);
    }
    schemas
}

/// What a request needs beside its prompt.
#[derive(Clone)]
struct Settings {
    model: String,
    reply_tokens_max: u32,
    temperature_milli: Option<u32>,
    cache_key: String,
    tools: Vec<Tool>,
    /// Tools of servers: name, description, schema.
    servers: Vec<(String, String, serde_json::Value)>,
}

impl Driver<'_> {
    /// Sends the requests that were decided. They need not wait for the disk.
    pub(super) fn send_requests(&mut self) {
        for (act, task) in std::mem::take(&mut self.to_ask) {
            self.send(act, &task);
        }
    }

    fn send(&mut self, act: ActId, task: &TaskId) {
        let Some(task) = self.state.tasks.get(task) else {
            return;
        };
        // Parked meanwhile, or a new driver's business.
        if !self.state.acts.contains_key(&act) {
            return;
        }
        let prompt = engine::prompt::compile(&self.state, task);
        let Some(choice) = self.state.opened.as_ref().map(|it| &it.options.models) else {
            return;
        };
        let settings = Settings {
            model: choice.model.clone(),
            reply_tokens_max: choice.reply_tokens_max,
            temperature_milli: choice.temperature_milli,
            cache_key: self.state.run.to_string(),
            tools: toolbox::of(&self.state),
            servers: of_servers(&self.state),
        };
        let (model, schemas, report) = (
            Rc::clone(&self.model),
            Rc::clone(&self.schemas),
            self.report.clone(),
        );
        let handle = tokio::task::spawn_local(async move {
            let deltas = report.clone();
            let result = ask(&model, &prompt, &schemas, &settings, |delta| {
                let _gone = deltas.send(Report::Delta(delta.to_owned()));
            })
            .await;
            let _gone = report.send(Report::Model(act, result));
        });
        self.running
            .insert(act, Running::Model(handle.abort_handle()));
    }

    /// A reply, or why there is none, becomes something seen.
    pub(super) fn replied(&mut self, act: ActId, result: Result<Reply, ModelFailure>) {
        self.running.remove(&act);
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let seen = match result {
            Ok(reply) => Seen::Replied {
                act,
                reply: ingress_redaction::reply(reply),
            },
            Err(failure) => Seen::ModelFailed {
                act,
                failure: ingress_redaction::failure(failure),
            },
        };
        self.queue.push_back((task, seen));
    }
}

async fn ask(
    model: &Model,
    prompt: &Prompt,
    schemas: &Schemas,
    settings: &Settings,
    on_delta: impl FnMut(&str),
) -> Result<Reply, ModelFailure> {
    let last = prompt.system.len().saturating_sub(1);
    let system = prompt.system.iter().enumerate().map(|(at, text)| Block {
        text: Cow::Borrowed(text),
        cache: at == last,
    });
    let request = Request {
        model: Cow::Borrowed(&settings.model),
        system: system.collect(),
        messages: messages(prompt),
        tools: offered(schemas, settings),
        reply_tokens_max: settings.reply_tokens_max,
        temperature_milli: settings.temperature_milli,
        cache_key: Some(Cow::Borrowed(&settings.cache_key)),
    };
    model.ask(&request, on_delta).await
}

/// The tools that a model is told of: ours, and those of servers.
fn offered<'a>(schemas: &'a Schemas, settings: &'a Settings) -> Vec<Offered<'a>> {
    let own = settings.tools.iter().filter_map(|tool| {
        Some(Offered {
            name: tool.name,
            description: tool.description,
            schema: schemas.get(tool.name)?,
        })
    });
    let servers = settings.servers.iter();
    let of_servers = servers.map(|(name, description, schema)| Offered {
        name,
        description,
        schema,
    });
    own.chain(of_servers).collect()
}

fn of_servers(state: &State) -> Vec<(String, String, serde_json::Value)> {
    let offered = engine::server_tools::offered(state).into_iter();
    let read = offered.filter_map(|(name, tool)| {
        let schema = serde_json::from_str(&tool.schema).ok()?;
        Some((name, tool.description.clone(), schema))
    });
    read.collect()
}

fn messages(prompt: &Prompt) -> Vec<Message<'_>> {
    let mut messages = vec![Message::User(Cow::Borrowed(&prompt.task))];
    messages.extend(prompt.turns.iter().map(|turn| {
        match turn {
            Turn::Agent(reply, _) => Message::Agent(Said::from(reply.as_ref())),
            Turn::Harness(text) | Turn::Person(text) => Message::User(Cow::Borrowed(text)),
            Turn::Results(answers) => Message::Results(
                answers
                    .iter()
                    .map(|answer| Answer {
                        call: &answer.call,
                        text: Cow::Borrowed(&answer.text),
                        is_error: answer.failed,
                    })
                    .collect(),
            ),
        }
    }));
    messages
}
