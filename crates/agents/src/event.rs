//! What a hook is told, in one form for all agents. Everything in it is as the agent wrote it, and hostile.

use gate::wire::server_tool;
use ledger::ids::{CallId, Hash};
use serde_json::Value;

use crate::host::{Card, EventKind};

/// Bytes of an event that are read at most.
pub const EVENT_BYTES_MAX: usize = 16 << 20;
/// Bytes of a name: of the session, a tool, a call.
const NAME_BYTES_MAX: usize = 400;

/// An event.
#[derive(Debug, Clone, PartialEq)]
pub struct HookEvent {
    /// The session, as the agent calls it.
    pub session: String,
    /// Its name, as the agent calls it.
    pub name: String,
    /// The directory that the agent works in.
    pub cwd: Option<String>,
    /// The agent's version, if the event says it.
    pub version: Option<String>,
    /// The file in which the agent writes down what is said, if the event names it.
    pub transcript: Option<String>,
    /// Whether the agent says that nobody is there whom it could ask.
    pub unattended: bool,
    /// What happened.
    pub told: Told,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A session begins.
    Start {
        /// How: `startup`, `resume` …
        how: String,
    },
    /// Somebody said something.
    Prompt(String),
    /// A tool is about to be used.
    Before(ToolCall),
    /// A tool was used.
    After {
        /// How.
        call: ToolCall,
        /// What came back.
        response: Value,
        /// Whether it failed.
        failed: bool,
    },
    /// The agent wants to end its turn.
    Stop {
        /// What it said last.
        words: String,
        /// Whether a hook has sent it back already.
        again: bool,
    },
    /// The session ends.
    End {
        /// Why.
        reason: String,
    },
    /// Something that is only noted.
    Noted,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Its name; where the agent gives it none, the same for the same arguments.
    pub id: CallId,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub input: Value,
}

/// Why an event can't be read, with what could be read of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The session, if it is known.
    pub session: Option<String>,
    /// The directory, if it is known.
    pub cwd: Option<String>,
    /// Why.
    pub why: String,
}

impl Unread {
    /// An event of which nothing is known.
    #[must_use]
    pub fn whole(why: impl Into<String>) -> Self {
        Self {
            session: None,
            cwd: None,
            why: why.into(),
        }
    }
}

/// Reads an event of an agent.
///
/// # Errors
/// [`Unread`]: then whatever it announces is refused.
pub fn read(card: &Card, bytes: &[u8]) -> Result<HookEvent, Unread> {
    if bytes.len() > EVENT_BYTES_MAX {
        let megabytes = EVENT_BYTES_MAX >> 20;
        return Err(Unread::whole(format!(
            "the event is longer than {megabytes} MiB"
        )));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Unread::whole("there is no event on standard input"));
    }
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Unread::whole(format!("the event is no JSON: {error}")))?;
    let fields = Fields(&value);
    let session = fields.text(&["session_id", "sessionId"]).map(str::to_owned);
    let cwd = fields.text(&["cwd"]).map(str::to_owned);
    told(card, fields, session.clone(), cwd.clone()).map_err(|why| Unread { session, cwd, why })
}

fn told(
    card: &Card,
    fields: Fields<'_>,
    session: Option<String>,
    cwd: Option<String>,
) -> Result<HookEvent, String> {
    let name = fields
        .text(&["hook_event_name"])
        .ok_or_else(|| "the event does not say what it is (`hook_event_name`)".to_owned())?;
    let session = session.ok_or_else(|| "the event names no session (`session_id`)".to_owned())?;
    for text in [name, session.as_str()] {
        short(text)?;
    }
    let kind = card.event(name).ok_or_else(|| {
        let shown = shown(name);
        format!("`{shown}` is no event of {} that is known", card.name)
    })?;
    let said = |names: &[&str]| fields.text(names).unwrap_or_default().to_owned();
    let told = match kind {
        EventKind::SessionStart => Told::Start {
            how: said(&["source", "reason"]),
        },
        EventKind::Prompt => Told::Prompt(said(&["prompt"])),
        EventKind::BeforeTool => Told::Before(fields.call()?),
        EventKind::AfterTool | EventKind::AfterFailure => {
            let call = fields.call()?;
            let response = fields.get(&["tool_response", "error"]);
            let failed = kind == EventKind::AfterFailure || fields.failed();
            Told::After {
                call,
                response: response.cloned().unwrap_or(Value::Null),
                failed,
            }
        }
        EventKind::Stop => Told::Stop {
            words: said(&["last_assistant_message", "prompt_response"]),
            again: fields.flag("stop_hook_active"),
        },
        EventKind::SessionEnd => Told::End {
            reason: said(&["reason"]),
        },
        EventKind::Noted => Told::Noted,
    };
    Ok(HookEvent {
        session,
        name: name.to_owned(),
        cwd,
        version: fields.text(&["version"]).map(str::to_owned),
        transcript: fields.text(&["transcript_path"]).map(str::to_owned),
        unattended: fields.text(&["permission_mode"]).is_some_and(is_unattended),
        told,
    })
}

/// Modes of permission in which nobody is asked, whatever a hook says.
fn is_unattended(mode: &str) -> bool {
    ["bypassPermissions", "dontAsk"].contains(&mode)
}

/// The fields of an event.
#[derive(Clone, Copy)]
struct Fields<'a>(&'a Value);

impl<'a> Fields<'a> {
    /// The first of these that is there.
    fn get(self, names: &[&str]) -> Option<&'a Value> {
        names.iter().find_map(|name| self.0.get(name))
    }

    fn text(self, names: &[&str]) -> Option<&'a str> {
        names
            .iter()
            .find_map(|name| self.0.get(name).and_then(Value::as_str))
    }

    fn flag(self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    fn failed(self) -> bool {
        let response = self.get(&["tool_response"]);
        let says = |name: &str| response.and_then(|it| it.get(name));
        self.flag("is_error")
            || says("is_error") == Some(&Value::Bool(true))
            || says("error").is_some_and(|it| !it.is_null())
    }

    /// The tool; where the agent says beside it of which server it is, under the name that the other agents have for such
    /// a tool. Gemini's own, `mcp_SERVER_TOOL`, does not say where the server's ends.
    fn tool(self) -> Option<String> {
        let server = self.get(&["mcp_context"]);
        let part = |name: &str| server.and_then(|it| it.get(name)).and_then(Value::as_str);
        match (part("server_name"), part("tool_name")) {
            (Some(server), Some(tool)) => Some(server_tool::name(server, tool)),
            (Some(_), None) | (None, Some(_) | None) => {
                self.text(&["tool_name"]).map(str::to_owned)
            }
        }
    }

    fn call(self) -> Result<ToolCall, String> {
        let tool = self
            .tool()
            .ok_or_else(|| "the event names no tool (`tool_name`)".to_owned())?;
        short(&tool)?;
        let input = self.get(&["tool_input"]).cloned().unwrap_or(Value::Null);
        let id = match self.text(&["tool_use_id", "call_id", "tool_call_id"]) {
            Some(id) => {
                short(id)?;
                id.to_owned()
            }
            None => {
                let digest = Hash::of(format!("{tool}\n{input}").as_bytes()).hex();
                let short: String = digest.chars().take(12).collect();
                format!("call-{short}")
            }
        };
        Ok(ToolCall {
            id: CallId(id),
            tool,
            input,
        })
    }
}

fn short(name: &str) -> Result<(), String> {
    match name.len() > NAME_BYTES_MAX {
        true => Err(format!(
            "a name in the event is longer than {NAME_BYTES_MAX} bytes"
        )),
        false => Ok(()),
    }
}

fn shown(name: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    name.chars().take(60).map(plain).collect()
}

/// A response with each of its texts put through `change`; `None` where nothing changes.
pub fn with_texts(response: &Value, change: &dyn Fn(&str) -> String) -> Option<Value> {
    let mut changed = false;
    let out = changed_texts(response, change, &mut changed);
    changed.then_some(out)
}

fn changed_texts(value: &Value, change: &dyn Fn(&str) -> String, changed: &mut bool) -> Value {
    match value {
        Value::String(text) => {
            let new = change(text);
            *changed |= new != *text;
            Value::String(new)
        }
        Value::Array(all) => all
            .iter()
            .map(|it| changed_texts(it, change, changed))
            .collect(),
        Value::Object(all) => all
            .iter()
            .map(|(name, it)| (name.clone(), changed_texts(it, change, changed)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}
