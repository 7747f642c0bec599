//! The `scripted` model: a written conversation that answers like any other provider. For tests, demonstrations,
//! benchmarks.
//!
//! It keeps no place of its own: which reply comes next is read from the prompt, so that a run resumed in another process
//! goes on where it was. A scene is picked by the first words of the conversation; inside it, the step is one past the
//! last step whose calls stand in the prompt, or the number of replies in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ledger::ids::CallId;
use ledger::money::Usage;
use ledger::reply::{Call, Ended, FailureKind, ModelFailure, Reply};
use serde::Deserialize;
use serde_json::Value;

use crate::price::Prices;
use crate::prompt::{Message, Prompt};

/// The most bytes of a script that is read from JSON.
const SCRIPT_BYTES_MAX: usize = 8 << 20;

/// A written conversation. Scenes are tried in order; the script's own replies are the scene for everything else.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// Conversations that are told apart by how they begin.
    pub scenes: Vec<Scene>,
    /// Replies when no scene fits.
    pub replies: Vec<ScriptedReply>,
    /// What follows the last of them.
    pub after: After,
    /// Milliseconds before each reply.
    pub delay_ms: u64,
    /// How many bytes of a prompt make a token, where a reply does not say what was counted. Prose has about four.
    pub bytes_per_token: BytesPerToken,
    /// How often each reply has failed in this process.
    #[serde(skip)]
    failed: Arc<Mutex<BTreeMap<(usize, usize), u32>>>,
}

/// How this provider counts.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct BytesPerToken(f64);

impl Default for BytesPerToken {
    fn default() -> Self {
        Self(4.0)
    }
}

impl TryFrom<f64> for BytesPerToken {
    type Error = &'static str;

    fn try_from(bytes: f64) -> Result<Self, Self::Error> {
        if (1.0..=100.0).contains(&bytes) {
            Ok(Self(bytes))
        } else {
            Err("a token has between 1 and 100 bytes")
        }
    }
}

impl BytesPerToken {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a script's figure, far from the ends of the range"
    )]
    fn tokens(self, bytes: usize) -> u64 {
        (bytes as f64 / self.0).ceil() as u64
    }
}

/// One conversation.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// For people.
    pub name: String,
    /// Words that must occur in the first user message.
    pub when: Option<String>,
    /// Words that must occur in the system prompt.
    pub system: Option<String>,
    /// The replies, in order.
    pub replies: Vec<ScriptedReply>,
    /// What follows the last of them.
    pub after: After,
}

/// What follows the last reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// The request is rejected: the script is over.
    #[default]
    End,
    /// The last reply again and again.
    Repeat,
}

/// One reply. In its text and in every text of its arguments `{{step}}` is replaced by the step, from 0.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptedReply {
    /// Words.
    pub text: String,
    /// Tool calls.
    pub calls: Vec<ScriptedCall>,
    /// What the provider counts; by the bytes of prompt and reply if it is not said.
    pub usage: Option<Usage>,
    /// Words that must occur in the last message, else the request is rejected: the run went another way.
    pub when: Option<String>,
    /// Fail first.
    pub fail: Option<ScriptedFailure>,
    /// Why it ended, if not by itself.
    pub ended: Option<Ended>,
    /// Milliseconds before this reply, instead of the script's.
    pub delay_ms: Option<u64>,
}

/// One tool call.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    /// The tool's name.
    pub tool: String,
    /// Its arguments; a text is sent as it stands, so that arguments which are no JSON can be written too.
    #[serde(default)]
    pub args: Value,
}

/// A failure before a reply.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedFailure {
    /// What kind.
    pub kind: FailureKind,
    /// When to try again.
    #[serde(default)]
    pub retry_after_ms: Option<u64>,
    /// How often in one process before the reply is given; 0 means always. A prompt looks the same when it is sent
    /// again, so this is the one thing that is counted and not read from the prompt.
    #[serde(default = "once")]
    pub times: u32,
}

fn once() -> u32 {
    1
}

/// Why a script cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadScript {
    /// Too long.
    #[error("the script is longer than {SCRIPT_BYTES_MAX} bytes")]
    TooLong,
    /// Not of this form.
    #[error("the script is not of the expected form")]
    Form(#[source] serde_json::Error),
}

impl Script {
    /// Reads a script from JSON.
    ///
    /// # Errors
    /// [`BadScript`] if it is too long, no JSON, or has keys that are not known.
    pub fn from_json(text: &str) -> Result<Self, BadScript> {
        if text.len() > SCRIPT_BYTES_MAX {
            return Err(BadScript::TooLong);
        }
        serde_json::from_str(text).map_err(BadScript::Form)
    }

    /// The reply to this prompt.
    pub(crate) async fn ask(
        &self,
        prompt: &Prompt<'_>,
        prices: &Prices,
        mut on_delta: impl FnMut(&str),
    ) -> Result<Reply, ModelFailure> {
        let begun = Instant::now();
        let (scene, place) = self.place(prompt);
        let step = step(prompt);
        let reply = scene.reply(step)?;
        let delay = reply.delay_ms.unwrap_or(self.delay_ms);
        if delay > 0 {
            tokio::time::sleep(Duration::from_millis(delay)).await;
        }
        self.fail_first(reply, (place, step))?;
        reply.fits(prompt, step)?;
        let text = filled(&reply.text, step);
        if !text.is_empty() {
            on_delta(&text);
        }
        let calls = reply.calls(step);
        let usage = reply.usage.unwrap_or_else(|| {
            let said: usize = calls.iter().map(|it| it.tool.len() + it.args.len()).sum();
            Usage {
                input: self.bytes_per_token.tokens(prompt.bytes()),
                output: self.bytes_per_token.tokens(text.len() + said).max(1),
                ..Usage::default()
            }
        });
        Ok(Reply {
            text,
            calls,
            opaque: None,
            ended: reply.ended(),
            usage: Some(usage),
            cost: prices.cost(&usage, &prompt.model, &prompt.model),
            model: prompt.model.to_string(),
            duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// The scene of this prompt, and its number.
    fn place(&self, prompt: &Prompt<'_>) -> (Pages<'_>, usize) {
        let opening = prompt.opening().unwrap_or_default();
        let found = self.scenes.iter().enumerate().find(|(_, scene)| {
            let heard = scene.when.as_ref().is_none_or(|w| opening.contains(w));
            let told = scene
                .system
                .as_ref()
                .is_none_or(|w| prompt.system.iter().any(|block| block.text.contains(w)));
            heard && told
        });
        match found {
            Some((at, scene)) => (Pages(&scene.replies, scene.after), at + 1),
            None => (Pages(&self.replies, self.after), 0),
        }
    }

    fn fail_first(&self, reply: &ScriptedReply, at: (usize, usize)) -> Result<(), ModelFailure> {
        let Some(fail) = &reply.fail else {
            return Ok(());
        };
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let times = failed.entry(at).or_default();
        if fail.times > 0 && *times >= fail.times {
            return Ok(());
        }
        *times = times.saturating_add(1);
        Err(ModelFailure {
            kind: fail.kind,
            message: "the script says so".into(),
            retry_after_ms: fail.retry_after_ms,
            status: None,
            asked: None,
        })
    }
}

/// The replies of a scene, and what follows them.
struct Pages<'s>(&'s [ScriptedReply], After);

impl<'s> Pages<'s> {
    fn reply(&self, step: usize) -> Result<&'s ScriptedReply, ModelFailure> {
        let last = match self.1 {
            After::Repeat => self.0.last(),
            After::End => None,
        };
        self.0
            .get(step)
            .or(last)
            .ok_or_else(|| rejected(format!("the script has no reply for step {step}")))
    }
}

impl ScriptedReply {
    fn fits(&self, prompt: &Prompt<'_>, step: usize) -> Result<(), ModelFailure> {
        let Some(words) = &self.when else {
            return Ok(());
        };
        let there = match prompt.messages.last() {
            Some(Message::User(text)) => text.contains(words),
            Some(Message::Results(answers)) => answers.iter().any(|a| a.text.contains(words)),
            Some(Message::Agent(said)) => said.text.contains(words),
            None => false,
        };
        if there {
            return Ok(());
        }
        Err(rejected(format!(
            "the script expects `{words}` in the last message before step {step}"
        )))
    }

    fn calls(&self, step: usize) -> Vec<Call> {
        let call = |(nth, call): (usize, &ScriptedCall)| Call {
            id: CallId(format!("call_{step}_{nth}")),
            tool: call.tool.clone(),
            args: match &call.args {
                Value::Null => "{}".into(),
                Value::String(text) => filled(text, step),
                Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                    filled(&call.args.to_string(), step)
                }
            },
        };
        self.calls.iter().enumerate().map(call).collect()
    }

    fn ended(&self) -> Ended {
        self.ended.unwrap_or(if self.calls.is_empty() {
            Ended::Turn
        } else {
            Ended::Tools
        })
    }
}

/// The step of a prompt: a history that was cut at the front still shows it by the ids of its last calls.
fn step(prompt: &Prompt<'_>) -> usize {
    prompt.said().fold(0, |step, said| {
        let named = said.calls.iter().filter_map(|call| step_of(&call.id)).max();
        named.map_or(step.saturating_add(1), |named| named.saturating_add(1))
    })
}

fn step_of(id: &CallId) -> Option<usize> {
    let (step, nth) = id.0.strip_prefix("call_")?.split_once('_')?;
    nth.parse::<usize>().ok()?;
    step.parse().ok()
}

fn filled(text: &str, step: usize) -> String {
    text.replace("{{step}}", &step.to_string())
}

fn rejected(message: String) -> ModelFailure {
    ModelFailure {
        kind: FailureKind::Rejected,
        message,
        retry_after_ms: None,
        status: None,
        asked: None,
    }
}
