//! Hooks of an agent that works in a run: what they are told becomes something seen, and the answer waits until the decision about it
//! is durable.

use std::sync::mpsc::Sender;

use agents::answer::{self, Answer, Printed};
use agents::event::{self, HookEvent, Told, ToolCall};
use agents::host::{Card, Host};
use agents::judged::{self, Whereabouts};
use gate::Context;
use gate::wire;
use ledger::event::Seen;
use ledger::facts::Fact;
use ledger::ids::TaskId;
use ledger::session::{HookAnswer as Kind, SessionDecided, SessionSeen};
use serde_json::Value;
use tools::git_door::HookAnswer;

use super::Driver;
use crate::agent_session::asked::kept;
use crate::agent_session::calls::{ARGUMENTS_BYTES_MAX, channel, clean, masked, why_replaced};
use crate::agent_turn::WaitingHook;
use crate::ingress_redaction;

/// Hooks of one task that wait at once: agents use a few tools side by side.
const WAITING_MAX: usize = 64;

impl Driver<'_> {
    /// A hook asks.
    pub(super) fn hook_asked(&mut self, task: &TaskId, bytes: &[u8], answer: Sender<HookAnswer>) {
        let Some((host, card)) = self
            .worker
            .as_ref()
            .map(|it| (it.host(), it.card().clone()))
        else {
            return;
        };
        match event::read(&card, bytes) {
            Ok(event) => self.hook_told((host, &card), task, &event, answer),
            Err(unread) => {
                let why = ingress_redaction::text(&unread.why);
                self.session_seen(task, SessionSeen::Unread { why });
                send(
                    &answer,
                    Printed::refusal(&format!("refused by Interlock: {}", unread.why)),
                );
            }
        }
    }

    fn hook_told(
        &mut self,
        (host, card): (Host, &Card),
        task: &TaskId,
        event: &HookEvent,
        answer: Sender<HookAnswer>,
    ) {
        match &event.told {
            Told::Before(call) => {
                if self.waiting_hooks.len() >= WAITING_MAX {
                    let many =
                        Answer::Deny("refused by Interlock: too many calls at once".to_owned());
                    return give(&answer, host, &event.name, &many);
                }
                self.waiting_hooks.push(WaitingHook {
                    task: task.clone(),
                    call: call.id.clone(),
                    host,
                    event: event.name.clone(),
                    answer,
                });
                self.hook_before(card, task, event, call);
            }
            Told::After {
                call,
                response,
                failed,
            } => {
                let shown = self.hook_after(task, call, response, *failed);
                give(&answer, host, &event.name, &shown);
            }
            // Its turn is judged when it is over.
            Told::Start { .. }
            | Told::Prompt(_)
            | Told::Stop { .. }
            | Told::End { .. }
            | Told::Noted => give(&answer, host, &event.name, &Answer::Pass),
        }
    }

    /// A tool is about to be used: what the gates want to know of it is looked up, and it is seen.
    fn hook_before(&mut self, card: &Card, task: &TaskId, event: &HookEvent, call: &ToolCall) {
        let arguments = self.given.masked(&call.input.to_string());
        let arguments = ingress_redaction::text(&arguments);
        let root = self.worktree(task).unwrap_or_default();
        let elsewhere = event.cwd.as_ref().filter(|it| **it != root);
        let too_long = arguments.len() > ARGUMENTS_BYTES_MAX;
        let facts = match too_long {
            true => Vec::new(),
            false => self.facts_of(card, task, (&call.tool, &arguments), event.cwd.as_deref()),
        };
        let seen = SessionSeen::Proposed {
            call: call.id.clone(),
            tool: kept(&call.tool),
            arguments: match too_long {
                true => "null".to_owned(),
                false => arguments,
            },
            cwd: elsewhere.cloned(),
            facts,
        };
        self.session_seen(task, seen);
    }

    fn facts_of(
        &mut self,
        card: &Card,
        task: &TaskId,
        (tool, arguments): (&str, &str),
        cwd: Option<&str>,
    ) -> Vec<Fact> {
        let Ok(what) = judged::read(tool, arguments) else {
            return Vec::new();
        };
        let root = self.worktree(task).unwrap_or_default();
        let at = Whereabouts { cwd, root: &root };
        let line = judged::check_line(what, card, &at, 0);
        let base = Context {
            worktree: Some(&root),
            ..Context::default()
        };
        let workshop = &mut self.workshop;
        let facts = line.gather(&base, |asked| workshop.facts(task, asked));
        ingress_redaction::facts(facts)
    }

    /// A tool was used: what came back is seen, and shown to the agent without its secrets.
    fn hook_after(
        &mut self,
        task: &TaskId,
        call: &ToolCall,
        response: &Value,
        failed: bool,
    ) -> Answer {
        let channel = channel(call);
        let given = &self.given;
        let cleaned = event::with_texts(response, &|text| clean(&given.masked(text), channel));
        let masked = masked(response);
        let shown = wire::texts(cleaned.as_ref().unwrap_or(response));
        let bytes = u64::try_from(wire::texts(response).len()).unwrap_or(u64::MAX);
        self.session_seen(
            task,
            SessionSeen::Returned {
                call: call.id.clone(),
                tool: kept(&call.tool),
                text: kept(&shown),
                bytes,
                failed,
                masked: masked.clone(),
            },
        );
        match cleaned {
            Some(response) => Answer::Replace {
                response,
                why: why_replaced(&masked),
            },
            None => Answer::Pass,
        }
    }

    /// Something of an agent's session was seen.
    pub(super) fn session_seen(&mut self, task: &TaskId, seen: SessionSeen) {
        self.queue
            .push_back((Some(task.clone()), Seen::Session(seen)));
    }

    /// A decision about a call is durable: its hook is answered.
    pub(super) fn answer_hook(&mut self, task: Option<&TaskId>, decided: &SessionDecided) {
        let SessionDecided::Answered {
            call: Some(call),
            answer: kind,
            words,
        } = decided
        else {
            return;
        };
        let mut waiting = self.waiting_hooks.iter();
        let Some(at) = waiting.position(|it| Some(&it.task) == task && it.call == *call) else {
            return;
        };
        let hook = self.waiting_hooks.remove(at);
        let answer = match kind {
            Kind::Pass => Answer::Allow,
            Kind::Deny | Kind::Ask => Answer::Deny(words.clone()),
            Kind::Replaced | Kind::SentBack | Kind::Told => Answer::Tell(words.clone()),
        };
        give(&hook.answer, hook.host, &hook.event, &answer);
    }

    /// The top of a task's worktree.
    fn worktree(&self, task: &TaskId) -> Option<String> {
        let prepared = self.state.tasks.get(task)?.prepared.as_deref()?;
        Some(prepared.directory.clone())
    }
}

fn give(to: &Sender<HookAnswer>, host: Host, event: &str, answer: &Answer) {
    send(to, answer::print(host, event, answer));
}

/// A hook that no longer waits has refused by itself.
fn send(to: &Sender<HookAnswer>, printed: Printed) {
    let _gone = to.send(HookAnswer {
        stdout: printed.stdout,
        stderr: printed.stderr,
        exit: printed.exit,
    });
}
