//! Models as they are reached: which provider, where, with which key. Keys themselves are never held here.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use ledger::options::Wire;

use super::address::{goes_in_clear, host};
use super::fault::Fault;
use super::merge::{Entry, Values};
use super::nearest::nearest;
use super::problem::Problem;
use super::resolved::REPLY_TOKENS_DEFAULT;
use super::secretish;
use super::value::Value;

/// The name of the seed's `tools.llm`.
const SEED_NAME: &str = "llm";

/// One model.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// Its name in the configuration.
    pub name: String,
    /// Its own name, as the provider knows it; for `scripted` the file as it was written.
    pub model: String,
    /// The wire format.
    pub wire: Wire,
    /// Where requests go, without a slash at the end; empty for `scripted`.
    pub base_url: String,
    /// The environment variable that holds the key; without it no key is sent.
    pub key_env: Option<String>,
    /// Headers that are sent with every request.
    pub headers: BTreeMap<String, String>,
    /// Tokens of one reply.
    pub reply_tokens_max: u32,
    /// Temperature in thousandths, if it is set.
    pub temperature_milli: Option<u32>,
    /// Seconds to the first byte of a reply, if they are set.
    pub first_byte_timeout_s: Option<u32>,
    /// Seconds between two pieces of a reply, if they are set.
    pub idle_timeout_s: Option<u32>,
    /// For `scripted`, the file with the conversation.
    pub script: Option<PathBuf>,
}

impl Endpoint {
    /// Whether it is a server of one's own: on this machine, or in a private network.
    #[must_use]
    pub fn is_nearby(&self) -> bool {
        let Some((_, rest)) = self.base_url.split_once("://") else {
            return false;
        };
        let host = host(rest);
        match host.parse::<IpAddr>() {
            Ok(IpAddr::V4(it)) => it.is_loopback() || it.is_private() || it.is_link_local(),
            Ok(IpAddr::V6(it)) => {
                it.is_loopback() || it.is_unique_local() || it.is_unicast_link_local()
            }
            // One word is a name of this machine or of its own network, and some endings are never given away.
            Err(_) => {
                let endings = [".localhost", ".local", ".internal", ".lan", ".home.arpa"];
                !host.is_empty()
                    && (!host.contains('.') || endings.iter().any(|it| host.ends_with(it)))
            }
        }
    }
}

/// Every model that is configured, and what is wrong with them.
pub(crate) fn endpoints(
    values: &Values,
    root: &Path,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, Endpoint> {
    let mut parts: BTreeMap<String, Parts<'_>> = BTreeMap::new();
    for (path, entry) in &values.entries {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let (name, field, header) = match path.as_slice() {
            ["tools", "llm", field] => (SEED_NAME, *field, None),
            ["models", name, "headers", header] => (*name, "headers", Some(*header)),
            ["models", "roles" | "price" | "price_ceiling", ..] => continue,
            ["models", name, field] => (*name, *field, None),
            _ => continue,
        };
        let parts = parts.entry(name.to_owned()).or_default();
        match header {
            Some(header) => {
                parts.headers.insert(header.to_owned(), entry);
            }
            None => {
                parts.fields.insert(field.to_owned(), entry);
            }
        }
    }
    let mut all = BTreeMap::new();
    for (name, parts) in parts {
        match parts.endpoint(&name, root) {
            Ok(endpoint) => {
                all.insert(name, endpoint);
            }
            Err(problem) => problems.push(problem),
        }
    }
    all
}

/// The name of the model that writes the change: the role's, else the default, else the seed's, else the only one.
pub(crate) fn executor(
    values: &Values,
    endpoints: &BTreeMap<String, Endpoint>,
    problems: &mut Vec<Problem>,
) -> Option<String> {
    let has_all = problems.is_empty();
    let mut named = |key: &str| {
        let entry = values.entry(key)?;
        let name = entry.value.text()?;
        if has_all && !endpoints.contains_key(&name) {
            let fault = Fault::NoSuchModel {
                key: key.to_owned(),
                near: nearest(&name, endpoints.keys().map(String::as_str)),
                known: endpoints.keys().cloned().collect(),
                name: name.clone(),
            };
            problems.push(Problem::new(fault, entry.origin.place.clone()));
        }
        Some(name)
    };
    let role = named("models.roles.executor");
    let default = named("models.default");
    let seed = || endpoints.get(SEED_NAME);
    let only = || endpoints.values().next().filter(|_| endpoints.len() == 1);
    role.or(default)
        .or_else(|| seed().or_else(only).map(|endpoint| endpoint.name.clone()))
}

/// What was said about one model.
#[derive(Default)]
struct Parts<'a> {
    fields: BTreeMap<String, &'a Entry>,
    headers: BTreeMap<String, &'a Entry>,
}

impl Parts<'_> {
    fn endpoint(&self, name: &str, root: &Path) -> Result<Endpoint, Problem> {
        let provider = self.needed(name, "provider")?;
        let model = self.needed(name, "model")?;
        let (wire, base_url, key_env) = match provider.as_str() {
            "anthropic" => (
                Wire::Anthropic,
                "https://api.anthropic.com",
                Some("ANTHROPIC_API_KEY"),
            ),
            "openai-responses" => (
                Wire::OpenaiResponses,
                "https://api.openai.com/v1",
                Some("OPENAI_API_KEY"),
            ),
            "openai" => (
                Wire::OpenaiChat,
                "https://api.openai.com/v1",
                Some("OPENAI_API_KEY"),
            ),
            "scripted" => (Wire::Scripted, "", None),
            // `openai-compatible`: no address and no key that could be guessed.
            _ => (Wire::OpenaiChat, "", None),
        };
        let base_url = match self.text("base_url") {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if provider == "openai-compatible" => self.needed(name, "base_url")?,
            None => base_url.to_owned(),
        };
        let key_env = self.text("key_env").or_else(|| key_env.map(str::to_owned));
        self.check_address(name, &base_url, key_env.is_some())?;
        Ok(Endpoint {
            name: name.to_owned(),
            script: (wire == Wire::Scripted).then(|| root.join(&model)),
            model,
            wire,
            base_url,
            key_env,
            headers: self.checked_headers(name)?,
            reply_tokens_max: self
                .count("reply_tokens_max")
                .unwrap_or(REPLY_TOKENS_DEFAULT),
            first_byte_timeout_s: self.count("first_byte_timeout_s"),
            idle_timeout_s: self.count("idle_timeout_s"),
            temperature_milli: self.temperature_milli(),
        })
    }

    fn text(&self, field: &str) -> Option<String> {
        self.fields.get(field)?.value.text()
    }

    fn needed(&self, name: &str, field: &str) -> Result<String, Problem> {
        self.text(field).ok_or_else(|| {
            let fault = Fault::Lacks {
                key: section(name),
                field: field.to_owned(),
            };
            self.problem(fault, "provider")
        })
    }

    /// A problem at a field, or at whatever else was said about the model.
    fn problem(&self, fault: Fault, field: &str) -> Problem {
        let entries = self
            .fields
            .get(field)
            .or_else(|| self.fields.values().next());
        let entry = entries.or_else(|| self.headers.values().next());
        match entry {
            Some(entry) => Problem::new(fault, entry.origin.place.clone()),
            None => Problem::bare(fault),
        }
    }

    /// A key goes in clear to this machine only.
    fn check_address(&self, name: &str, base_url: &str, has_key: bool) -> Result<(), Problem> {
        if !goes_in_clear(base_url) || !has_key {
            return Ok(());
        }
        let key = format!("{}.base_url", section(name));
        Err(self.problem(Fault::KeyInClear { key }, "base_url"))
    }

    fn checked_headers(&self, name: &str) -> Result<BTreeMap<String, String>, Problem> {
        let mut headers = BTreeMap::new();
        for (header, entry) in &self.headers {
            let at = format!("{}.headers.{header}", section(name));
            if secretish::names_a_secret(header) {
                return Err(Problem::new(
                    Fault::KeyInFile(at),
                    entry.origin.place.clone(),
                ));
            }
            let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
            if !header.chars().all(is_token) {
                let fault = Fault::UnknownKey {
                    key: at,
                    near: None,
                };
                return Err(Problem::new(fault, entry.origin.place.clone()));
            }
            headers.insert(header.clone(), entry.value.text().unwrap_or_default());
        }
        Ok(headers)
    }

    fn count(&self, field: &str) -> Option<u32> {
        let number = self.fields.get(field)?.value.count()?;
        Some(u32::try_from(number).unwrap_or(u32::MAX))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 2, checked by its kind"
    )]
    fn temperature_milli(&self) -> Option<u32> {
        match self.fields.get("temperature").map(|entry| &entry.value) {
            Some(Value::Decimal(number)) => Some((number * 1000.0).round() as u32),
            Some(
                Value::Text(_)
                | Value::Switch(_)
                | Value::Count(_)
                | Value::Rule(_)
                | Value::Requirement(_)
                | Value::Hook(_)
                | Value::List(_),
            )
            | None => None,
        }
    }
}

/// How a model's section is called.
fn section(name: &str) -> String {
    if name == SEED_NAME {
        "tools.llm".to_owned()
    } else {
        format!("models.{name}")
    }
}
