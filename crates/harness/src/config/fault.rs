//! What can be wrong with a configuration, and what to do about it. No rule about any key lives here.

use model::webhook::BadWebhook;

use super::nearest::quoted_list;

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The text is no YAML, or more of it than we take.
    #[error("{0}")]
    Yaml(String),
    /// The document is no mapping.
    #[error("the file must hold keys and values, found {0}")]
    NotAMapping(String),
    /// A key that nobody reads.
    #[error("unknown key `{key}`")]
    UnknownKey {
        /// The key with its section.
        key: String,
        /// The nearest known one.
        near: Option<String>,
    },
    /// A variable that nobody reads.
    #[error("unknown variable `{name}`")]
    UnknownVariable {
        /// The variable.
        name: String,
        /// The nearest known one.
        near: Option<String>,
    },
    /// A key that would hold a secret.
    #[error("`{0}` would hold a key, and keys are never in the configuration")]
    KeyInFile(String),
    /// The same key in two spellings.
    #[error("`{key}` is set twice: it is another spelling of `{other}`")]
    TwoSpellings {
        /// As written here.
        key: String,
        /// As written before.
        other: String,
    },
    /// A value of the wrong type, or out of range.
    #[error("`{key}` must be {wanted}, found {found}")]
    Wanted {
        /// The key.
        key: String,
        /// What it takes.
        wanted: String,
        /// What stands there.
        found: String,
    },
    /// A word that is not one of the known ones.
    #[error("`{key}` does not know `{found}`")]
    NotOneOf {
        /// The key.
        key: String,
        /// What stands there.
        found: String,
        /// What it knows.
        choices: Vec<String>,
        /// The nearest of them.
        near: Option<String>,
    },
    /// What can't be reached, or would be too much.
    #[error("`{key}`: {why}")]
    NotReached {
        /// The key.
        key: String,
        /// Why not.
        why: String,
    },
    /// A regular expression that can't be compiled.
    #[error("`{key}` is no regular expression: {reason}")]
    Regex {
        /// The key.
        key: String,
        /// Why not.
        reason: String,
    },
    /// An entry without something it needs.
    #[error("`{key}` lacks `{field}`")]
    Lacks {
        /// The entry.
        key: String,
        /// What is missing.
        field: String,
    },
    /// A list or table that is too long.
    #[error("`{key}` has more than {count_max} entries")]
    TooMany {
        /// The key.
        key: String,
        /// How many may be.
        count_max: usize,
    },
    /// A reference to a model that is not there.
    #[error("`{key}` names the model `{name}`, which is not configured")]
    NoSuchModel {
        /// The key.
        key: String,
        /// The name.
        name: String,
        /// The nearest known one.
        near: Option<String>,
        /// Those that are configured.
        known: Vec<String>,
    },
    /// An agent that is not known.
    #[error("there is no agent `{name}`")]
    NoSuchAgent {
        /// The name.
        name: String,
        /// The nearest known one.
        near: Option<String>,
        /// Those that are known.
        known: Vec<String>,
    },
    /// A rule of the verifier that does not exist.
    #[error("there is no rule `{id}`")]
    NoSuchRule {
        /// The id.
        id: String,
        /// The nearest known one.
        near: Option<String>,
    },
    /// A rule of the verifier that always holds.
    #[error("`{id}` can't be switched")]
    FixedRule {
        /// The id.
        id: String,
    },
    /// No model at all.
    #[error("no model is configured")]
    NoModel,
    /// A model that is named where it does not count yet.
    #[error(
        "a model is named in {files}, which {}: until you accept it, it may only tighten",
        match .was_trusted { true => "has changed since it was trusted", false => "is not trusted" }
    )]
    ModelUntrusted {
        /// The files, quoted.
        files: String,
        /// Whether they were trusted before.
        was_trusted: bool,
    },
    /// An address that a key must not be sent to.
    #[error("`{key}` would send a key in clear over `http`")]
    KeyInClear {
        /// The key.
        key: String,
    },
    /// An address for notices that can't be used.
    #[error("`{key}` can't be used: {why}")]
    Webhook {
        /// The key.
        key: String,
        /// Why; it does not show the address.
        why: BadWebhook,
    },
    /// A rule with a name that another one of the same file has.
    #[error("`{0}` has the name of another rule")]
    SameRule(String),
    /// A rule that can't be used, or an example that it is wrong about.
    #[error("`{key}`: {reason}")]
    Rule {
        /// Which part of which rule.
        key: String,
        /// Why.
        reason: String,
    },
    /// A file over the limit.
    #[error("`{name}` is larger than {bytes_max} bytes")]
    TooLarge {
        /// The file.
        name: String,
        /// How many bytes it may have.
        bytes_max: u64,
    },
    /// Bytes that are no text.
    #[error("`{name}` is not UTF-8 (byte {at})")]
    NotUtf8 {
        /// The file.
        name: String,
        /// Offset of the first bad byte.
        at: usize,
    },
    /// A folder, link, pipe or device where a file should be.
    #[error("`{name}` is {what}, not a file")]
    NotAFile {
        /// The path.
        name: String,
        /// What it is.
        what: &'static str,
    },
    /// The system refused.
    #[error("can't {verb} `{name}`")]
    Io {
        /// What we wanted.
        verb: &'static str,
        /// The path.
        name: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The list of trusted files can't be understood.
    #[error("the trust list `{name}` is damaged: {reason}")]
    TrustList {
        /// The path.
        name: String,
        /// Why.
        reason: String,
    },
    /// Nowhere to keep state.
    #[error("there is no state directory: `HOME` is not set")]
    NoHome,
    /// A state directory that depends on the current one.
    #[error("`{name}` must be an absolute path, found `{found}`")]
    NotAbsolute {
        /// The variable.
        name: String,
        /// Its value.
        found: String,
    },
    /// State that comes with the repository: whoever wrote that would say what is trusted.
    #[error(
        "the state directory `{state}` is inside the repository `{worktree}`, which has files of it committed"
    )]
    StateInWorktree {
        /// The state directory.
        state: String,
        /// The worktree.
        worktree: String,
    },
    /// A file that would be overwritten.
    #[error("`{0}` exists already")]
    Exists(String),
}

impl Fault {
    /// What to do next, if there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Fault::UnknownKey { near, .. } | Fault::UnknownVariable { near, .. } => {
                near.as_ref().map(|near| format!("did you mean `{near}`?"))
            }
            Fault::NoSuchRule { near, .. } => Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`interlock verify --explain` lists all rules".to_owned(),
            }),
            Fault::FixedRule { .. } => Some(
                "it holds what a plan or the configuration asks for: take that out instead"
                    .to_owned(),
            ),
            Fault::NoSuchModel { known, .. } if known.is_empty() => {
                Some("no model is configured under `models`".to_owned())
            }
            Fault::NoSuchModel { near, known, .. } | Fault::NoSuchAgent { near, known, .. } => Some(match near {
                Some(near) if known.len() == 1 => format!("did you mean `{near}`?"),
                Some(near) => format!("did you mean `{near}`? known: {}", quoted_list(known)),
                None => format!("known: {}", quoted_list(known)),
            }),
            Fault::KeyInFile(_) => Some(
                "put it into an environment variable and name that one with `key_env`".to_owned(),
            ),
            Fault::NotOneOf { choices, near, .. } => Some(match near {
                Some(near) => format!("did you mean `{near}`? known: {}", quoted_list(choices)),
                None => format!("known: {}", quoted_list(choices)),
            }),
            Fault::Wanted { wanted, found, .. } => quotes(wanted, found).map(str::to_owned),
            Fault::NoModel => Some(
                "set `tools.llm` (`provider`, `model`), or `models.default` and a model under `models`"
                    .to_owned(),
            ),
            Fault::ModelUntrusted { .. } => Some("`interlock trust` accepts it as it is now".to_owned()),
            Fault::KeyInClear { .. } => {
                Some("use `https`, or take `key_env` away if it needs no key".to_owned())
            }
            Fault::Webhook { why, .. } => Some(why.help().to_owned()),
            Fault::Lacks { key, field } if field == "correction.notify" => Some(format!(
                "`{key}: notify` calls a command: give it as `correction.notify: [program, argument]`, or set `notify.command` or `notify.webhook`"
            )),
            Fault::NoHome => Some("set `HOME`, or `INTERLOCK_STATE` to a directory".to_owned()),
            Fault::StateInWorktree { .. } => {
                Some("set `INTERLOCK_STATE` to a directory outside every worktree".to_owned())
            }
            Fault::TrustList { name, .. } => Some(format!(
                "look at `{name}`; without it no repository is trusted, and `interlock trust` makes a new one"
            )),
            Fault::Exists(_) => Some("say `--force` to overwrite it".to_owned()),
            Fault::TwoSpellings { .. } | Fault::SameRule(_) => Some("keep one of them".to_owned()),
            Fault::Yaml(_)
            | Fault::NotAMapping(_)
            | Fault::Regex { .. }
            | Fault::NotReached { .. }
            | Fault::Lacks { .. }
            | Fault::TooMany { .. }
            | Fault::TooLarge { .. }
            | Fault::Rule { .. }
            | Fault::NotUtf8 { .. }
            | Fault::NotAFile { .. }
            | Fault::Io { .. }
            | Fault::NotAbsolute { .. } => None,
        }
    }
}

/// Quotes make the difference between text and the rest, in both directions.
fn quotes(wanted: &str, found: &str) -> Option<&'static str> {
    let is_text_wanted = wanted.starts_with("text") || wanted.starts_with("a list of text");
    let is_plain_found = found.starts_with("the number") || matches!(found, "`true`" | "`false`");
    let quoted = found
        .strip_prefix("the text `")
        .and_then(|rest| rest.strip_suffix('`'));
    let would_fit = match wanted {
        "`true` or `false`" => quoted.is_some_and(|text| matches!(text, "true" | "false")),
        _ => wanted.contains("number") && quoted.is_some_and(|text| text.parse::<f64>().is_ok()),
    };
    if is_text_wanted && is_plain_found {
        Some("put it in quotes")
    } else if would_fit {
        Some("take the quotes away")
    } else {
        None
    }
}
