//! Calls of an agent that works in a run, as its hooks or it itself tell of them: each becomes something seen, and the answer waits until
//! the decision about it is durable.

use std::path::Path;
use std::sync::mpsc::Sender;

use agents::answer::{self, Answer, Printed};
use agents::event::{self, HookEvent, Told, ToolCall};
use agents::host::{Card, Host};
use agents::judged::{self, Whereabouts};
use gate::Context;
use gate::wire;
use ledger::event::Seen;
use ledger::facts::Fact;
use ledger::ids::{ActId, CallId, TaskId};
use ledger::observation::Observation;
use ledger::session::{HookAnswer as Kind, SessionDecided, SessionSeen};
use serde_json::Value;
use tokio::sync::oneshot;
use tools::git_door::HookAnswer;

use super::Driver;
use crate::agent_session::asked::kept;
use crate::agent_session::calls::{ARGUMENTS_BYTES_MAX, channel, clean, masked, why_replaced};
use crate::agent_turn::{AgentCall, Answered, Asker, Does, WaitingCall};
use crate::ingress_redaction;

/// Hooks of one task that wait at once: agents use a few tools side by side.
const WAITING_MAX: usize = 64;

impl Driver<'_> {
    /// A hook asks.
    pub(super) fn hook_asked(&mut self, task: &TaskId, bytes: &[u8], answer: Sender<HookAnswer>) {
        let known = self.worker.as_ref().and_then(|it| it.known());
        let Some((host, card)) = known.cloned() else {
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
                if self.waiting_calls.len() >= WAITING_MAX {
                    let many =
                        Answer::Deny("refused by Interlock: too many calls at once".to_owned());
                    return give(&answer, host, &event.name, &many);
                }
                self.waiting_calls.push(WaitingCall {
                    task: task.clone(),
                    call: call.id.clone(),
                    asker: Asker::Hook {
                        host,
                        event: event.name.clone(),
                        answer,
                    },
                });
                self.call_seen(Some(card), task, (event.cwd.as_deref(), false), call);
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

    /// An agent of the protocol asks about a call, or has the run do something for it.
    pub(super) fn call_asked(
        &mut self,
        task: &TaskId,
        call: AgentCall,
        answer: oneshot::Sender<Answered>,
    ) {
        if self.waiting_calls.len() >= WAITING_MAX {
            let many = "refused by Interlock: too many calls at once".to_owned();
            let _gone = answer.send(Answered::Refused(many));
            return;
        }
        let by_us = call.does == Does::ByUs;
        let told = ToolCall {
            id: CallId(kept(&call.id)),
            tool: call.tool,
            input: call.arguments,
        };
        self.waiting_calls.push(WaitingCall {
            task: task.clone(),
            call: told.id.clone(),
            asker: Asker::Protocol {
                does: call.does,
                answer,
            },
        });
        self.call_seen(None, task, (None, by_us), &told);
    }

    /// A tool is about to be used: what the gates want to know of it is looked up, and it is seen.
    fn call_seen(
        &mut self,
        card: Option<&Card>,
        task: &TaskId,
        (cwd, by_us): (Option<&str>, bool),
        call: &ToolCall,
    ) {
        let arguments = self.given.masked(&call.input.to_string());
        let arguments = ingress_redaction::text(&arguments);
        let root = self.worktree(task).unwrap_or_default();
        let elsewhere = cwd.filter(|it| *it != root);
        let too_long = arguments.len() > ARGUMENTS_BYTES_MAX;
        let facts = match too_long {
            true => Vec::new(),
            false => self.facts_of(card, task, (&call.tool, &arguments), cwd),
        };
        let seen = SessionSeen::Proposed {
            call: call.id.clone(),
            tool: kept(&call.tool),
            arguments: match too_long {
                true => "null".to_owned(),
                false => arguments,
            },
            cwd: elsewhere.map(str::to_owned),
            facts,
            by_us,
        };
        self.session_seen(task, seen);
    }

    fn facts_of(
        &mut self,
        card: Option<&Card>,
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
        let Some(waiting) = self.take_waiting(task, call) else {
            return;
        };
        match waiting.asker {
            Asker::Hook {
                host,
                event,
                answer,
            } => {
                let said = match kind {
                    Kind::Pass => Answer::Allow,
                    Kind::Deny | Kind::Ask => Answer::Deny(words.clone()),
                    Kind::Replaced | Kind::SentBack | Kind::Told => Answer::Tell(words.clone()),
                };
                give(&answer, host, &event, &said);
            }
            Asker::Protocol { does, answer } => {
                let said = match (kind, does) {
                    (Kind::Pass, Does::Reads(path)) => self.read_for(&waiting.task, &path),
                    (Kind::Pass, Does::ByItself | Does::ByUs) => Answered::Allowed,
                    (Kind::Deny | Kind::Ask | Kind::Replaced | Kind::SentBack | Kind::Told, _) => {
                        Answered::Refused(words.clone())
                    }
                };
                let _gone = answer.send(said);
            }
        }
    }

    fn take_waiting(&mut self, task: Option<&TaskId>, call: &CallId) -> Option<WaitingCall> {
        let mut waiting = self.waiting_calls.iter();
        let at = waiting.position(|it| Some(&it.task) == task && it.call == *call)?;
        Some(self.waiting_calls.remove(at))
    }

    /// The text of a file for an agent that may read it, its secrets masked.
    fn read_for(&mut self, task: &TaskId, path: &Path) -> Answered {
        match self.workshop.text_of(task, path) {
            Ok(text) => Answered::Text(ingress_redaction::text(&self.given.masked(&text))),
            Err(why) => Answered::Refused(why),
        }
    }

    /// What the run did for an agent has come to its end.
    pub(super) fn carried_out(&mut self, act: ActId, task: Option<&TaskId>, came: &Observation) {
        let open = self.state.acts.get(&act);
        let Some(call) = open.and_then(|it| it.call.clone()) else {
            return;
        };
        if let Some(WaitingCall {
            asker: Asker::Protocol { answer, .. },
            ..
        }) = self.take_waiting(task, &call)
        {
            let _gone = answer.send(Answered::CarriedOut(Box::new(came.clone())));
        }
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
