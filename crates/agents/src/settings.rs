//! How the hook gets into an agent's settings, and out again: the text of a settings file before, the text after. What
//! else stands in it stays, comments included.

pub mod codex;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstArray, CstInputValue, CstObject, CstRootNode};

use crate::host::{Card, EventKind, Host};

/// For whom the hook is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The person, in every project.
    User,
    /// The person, in this project.
    Project,
}

/// Why a settings file can't be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotChanged {
    /// It can't be read.
    #[error("it is no JSON: {0}")]
    NoJson(String),
    /// It can't be read.
    #[error("it is no TOML: {0}")]
    NoToml(String),
    /// Something else stands where the hooks belong.
    #[error("`{0}` in it is not what hooks of {1} are written in")]
    Shape(String, Host),
}

/// Bytes of a settings file that are read at most.
pub const SETTINGS_BYTES_MAX: u64 = 4 << 20;

/// The end of the shell command by which a hook of ours is known. What is said before the status is for agents that take a
/// refusal without a word for none.
fn mark(host: Host) -> String {
    format!(" hook {host} || {{ [ $? = 2 ] || echo 'Interlock gave no answer' >&2; exit 2; }}")
}

/// The shell command of a hook. A program that is missing, or that dies, refuses: the status says so.
#[must_use]
pub fn command(program: &str, host: Host) -> String {
    let quoted = program.replace('\'', "'\\''");
    format!("'{quoted}'{}", mark(host))
}

/// What is done to a file of an agent's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The hooks are named in it.
    Hooks,
    /// It is an extension of ours as a whole.
    Extension,
    /// Codex's own configuration: that the hooks are trusted, and what they do not see is off.
    CodexConfig,
}

/// A file of an agent's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingsFile {
    /// Below the home directory, or the top of the project.
    pub scope: Scope,
    /// Its path there.
    pub path: &'static str,
    /// What is done to it.
    pub part: Part,
}

/// The files that an installation changes, in order.
#[must_use]
pub fn files(host: Host, scope: Scope) -> Vec<SettingsFile> {
    let one = |part, path| SettingsFile { scope, path, part };
    match (host, scope) {
        (Host::Claude, Scope::User) => vec![one(Part::Hooks, ".claude/settings.json")],
        (Host::Claude, Scope::Project) => vec![one(Part::Hooks, ".claude/settings.local.json")],
        (Host::Codex, _) => vec![
            one(Part::Hooks, ".codex/hooks.json"),
            SettingsFile {
                scope: Scope::User,
                path: ".codex/config.toml",
                part: Part::CodexConfig,
            },
        ],
        (Host::Gemini, _) => vec![one(Part::Hooks, ".gemini/settings.json")],
        (Host::Opencode, Scope::User) => {
            vec![one(
                Part::Extension,
                ".config/opencode/plugins/interlock.js",
            )]
        }
        (Host::Opencode, Scope::Project) => {
            vec![one(Part::Extension, ".opencode/plugins/interlock.js")]
        }
        (Host::Pi, Scope::User) => {
            vec![one(Part::Extension, ".pi/agent/extensions/interlock.ts")]
        }
        (Host::Pi, Scope::Project) => vec![one(Part::Extension, ".pi/extensions/interlock.ts")],
    }
}

/// The whole file where the agent takes an extension of ours instead of a setting.
#[must_use]
pub fn extension(host: Host, program: &str) -> Option<String> {
    let text = match host {
        Host::Opencode => include_str!("../extensions/opencode.js"),
        Host::Pi => include_str!("../extensions/pi.ts"),
        Host::Claude | Host::Codex | Host::Gemini => return None,
    };
    let program = serde_json::to_string(program).unwrap_or_default();
    Some(text.replace("\"INTERLOCK\"", &program))
}

/// Whether a file is an extension of ours.
#[must_use]
pub fn is_extension(text: &str) -> bool {
    text.starts_with("// Written by `interlock init --agent")
}

/// The settings with the hook in them; `None` where they hold it already. `text` is empty where there is no file.
///
/// # Errors
/// [`NotChanged`]: the file is left as it is.
pub fn install(
    host: Host,
    card: &Card,
    text: &str,
    program: &str,
) -> Result<Option<String>, NotChanged> {
    let root = parse(text)?;
    let shape = |name: &str| NotChanged::Shape(name.to_owned(), host);
    let top = root
        .object_value_or_create()
        .ok_or_else(|| shape("the top"))?;
    let hooks = top
        .object_value_or_create("hooks")
        .ok_or_else(|| shape("hooks"))?;
    let command = command(program, host);
    for event in card.events.iter().filter(|it| it.is != EventKind::Noted) {
        let groups = hooks
            .array_value_or_create(&event.name)
            .ok_or_else(|| shape(&format!("hooks.{}", event.name)))?;
        let seconds = event.seconds.unwrap_or(SECONDS);
        let group = group(host, card, event.is, &command, seconds);
        take_out(host, &groups, Some(&group));
        if !stands(&groups, &group) {
            groups.append(group);
        }
    }
    let new = with_end(&root);
    Ok((new != text).then_some(new))
}

/// How long an agent waits for an answer, in seconds.
const SECONDS: u32 = 30;

/// The settings without the hook; `None` where they hold none.
///
/// # Errors
/// [`NotChanged`].
pub fn remove(host: Host, text: &str) -> Result<Option<String>, NotChanged> {
    let root = parse(text)?;
    let Some(hooks) = root.object_value().and_then(|it| it.object_value("hooks")) else {
        return Ok(None);
    };
    for property in hooks.properties() {
        let Some(groups) = property.array_value() else {
            continue;
        };
        let held = !groups.elements().is_empty();
        take_out(host, &groups, None);
        if held && groups.elements().is_empty() {
            property.remove();
        }
    }
    if hooks.properties().is_empty()
        && let Some(property) = root.object_value().and_then(|it| it.get("hooks"))
    {
        property.remove();
    }
    let new = root.to_string();
    Ok((new != text).then_some(new))
}

/// Whether the settings name the hook for every event that counts.
#[must_use]
pub fn is_installed(host: Host, card: &Card, text: &str, program: &str) -> bool {
    matches!(install(host, card, text, program), Ok(None))
}

fn parse(text: &str) -> Result<CstRootNode, NotChanged> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).map_err(|error| NotChanged::NoJson(error.to_string()))
}

fn with_end(root: &CstRootNode) -> String {
    let mut text = root.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// One entry of an event.
fn group(host: Host, card: &Card, is: EventKind, command: &str, seconds: u32) -> CstInputValue {
    let text = |it: &str| CstInputValue::String(it.to_owned());
    let timeout = match host {
        Host::Gemini => u64::from(seconds).saturating_mul(1000),
        Host::Claude | Host::Codex | Host::Opencode | Host::Pi => u64::from(seconds),
    };
    let mut hook = vec![
        ("type".to_owned(), text("command")),
        ("command".to_owned(), text(command)),
        (
            "timeout".to_owned(),
            CstInputValue::Number(timeout.to_string()),
        ),
    ];
    let more = card.handler.iter();
    hook.extend(more.map(|(name, word)| (name.clone(), text(word))));
    if host == Host::Gemini {
        hook.insert(0, ("name".to_owned(), text("interlock")));
    }
    let mut group = Vec::new();
    let of_tools = matches!(
        is,
        EventKind::BeforeTool | EventKind::AfterTool | EventKind::AfterFailure
    );
    if let Some(all) = card.all_tools.as_deref().filter(|_| of_tools) {
        group.push(("matcher".to_owned(), text(all)));
    }
    let hooks = CstInputValue::Array(vec![CstInputValue::Object(hook)]);
    group.push(("hooks".to_owned(), hooks));
    CstInputValue::Object(group)
}

/// Whether one of the entries is this one.
fn stands(groups: &CstArray, group: &CstInputValue) -> bool {
    groups
        .elements()
        .iter()
        .any(|it| it.to_serde_value() == Some(value_of(group)))
}

fn value_of(input: &CstInputValue) -> serde_json::Value {
    use serde_json::Value;
    match input {
        CstInputValue::Null => Value::Null,
        CstInputValue::Bool(it) => Value::Bool(*it),
        CstInputValue::Number(it) => serde_json::from_str(it).unwrap_or(Value::Null),
        CstInputValue::String(it) => Value::String(it.clone()),
        CstInputValue::Array(all) => all.iter().map(value_of).collect(),
        CstInputValue::Object(all) => all
            .iter()
            .map(|(name, it)| (name.clone(), value_of(it)))
            .collect(),
    }
}

/// Takes hooks of ours out of the entries of an event, but for this very one.
fn take_out(host: Host, groups: &CstArray, but: Option<&CstInputValue>) {
    let kept = but.map(value_of);
    for element in groups.elements() {
        if kept.is_some() && element.to_serde_value() == kept {
            continue;
        }
        let Some(hooks) = element.as_object().and_then(|it| it.array_value("hooks")) else {
            continue;
        };
        let mut taken = false;
        for hook in hooks.elements() {
            if hook.as_object().is_some_and(|it| is_ours(host, &it)) {
                hook.remove();
                taken = true;
            }
        }
        if taken && hooks.elements().is_empty() {
            element.remove();
        }
    }
}

fn is_ours(host: Host, hook: &CstObject) -> bool {
    let command = hook.get("command").and_then(|it| it.value());
    let command = command.and_then(|it| it.as_string_lit()?.decoded_value().ok());
    command.is_some_and(|it| is_our_command(host, &it))
}

fn is_our_command(host: Host, command: &str) -> bool {
    command.ends_with(&mark(host))
}
