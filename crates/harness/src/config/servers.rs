//! Servers of the Model Context Protocol: which there are, where they are, what they are given, and what of theirs may be used
//! unasked. All of it is the person's own to say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ledger::options::{ServerAt, ToolServer};

use super::address::goes_in_clear;
use super::fault::Fault;
use super::merge::{Entry, Values};
use super::problem::Problem;
use super::read::Read;
use super::secretish;

/// The section.
const SECTION: [&str; 2] = ["mcp", "servers"];
/// Longest name of a server, in characters: it is a part of the names of its tools.
const NAME_CHARS_MAX: usize = 24;
/// Seconds that one use of a tool may take where nothing is said.
const TIMEOUT_S: u32 = 60;
/// How a secret is written.
const SECRET: &str = "secret:";

/// A server as it is configured.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerSettings {
    /// Its name.
    pub name: String,
    /// What a run is told of it; nothing where it is one that only agents of the person's have, under this name.
    pub server: Option<ToolServer>,
    /// Its tools that are used unasked, globs over their names.
    pub allow: Vec<String>,
    /// Hosts that a program reaches from its sandbox.
    pub network: Vec<String>,
    /// Files and folders that a program reads.
    pub read: Vec<PathBuf>,
    /// Variables that a program gets: a text, or `secret:NAME`.
    pub env: BTreeMap<String, String>,
    /// Headers that are sent to an address: a text, or `secret:NAME`.
    pub headers: BTreeMap<String, String>,
    /// The variable with the key that is sent to an address as a bearer.
    pub key_env: Option<String>,
}

/// All servers, in the order of their names.
pub(super) fn servers(
    values: &Values,
    root: &Path,
    problems: &mut Vec<Problem>,
) -> Vec<ServerSettings> {
    let named = values
        .entries
        .keys()
        .filter_map(|path| match path.as_slice() {
            [first, second, name, ..] if [first.as_str(), second.as_str()] == SECTION => Some(name),
            _ => None,
        });
    let names: BTreeSet<&String> = named.collect();
    let mut all = Vec::new();
    for name in names {
        match server(values, root, name) {
            Ok(server) => all.push(server),
            Err(fault) => {
                let mut entries = values.entries.iter();
                let place = entries.find(|(path, _)| path.get(2) == Some(name) && is_below(path));
                problems.push(match place {
                    Some((_, entry)) => Problem::new(fault, entry.origin.place.clone()),
                    None => Problem::bare(fault),
                });
            }
        }
    }
    all
}

/// Tools that are used unasked, globs over `SERVER/TOOL`.
pub(super) fn allowed_tools(servers: &[ServerSettings]) -> Vec<String> {
    let of = |it: &ServerSettings| {
        let name = it.name.clone();
        let tools = it.allow.clone().into_iter();
        tools
            .map(move |tool| format!("{name}/{tool}"))
            .collect::<Vec<_>>()
    };
    servers.iter().flat_map(of).collect()
}

fn is_below(path: &[String]) -> bool {
    path.iter().map(String::as_str).take(2).eq(SECTION)
}

fn server(values: &Values, root: &Path, name: &str) -> Result<ServerSettings, Fault> {
    let read = Read(values);
    let section = format!("mcp.servers.{name}");
    let key = |field: &str| format!("{section}.{field}");
    let in_name = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    if name.is_empty() || name.len() > NAME_CHARS_MAX || !name.chars().all(in_name) {
        return Err(Fault::Wanted {
            key: section,
            wanted: format!(
                "named with at most {NAME_CHARS_MAX} lower-case letters, digits and dashes"
            ),
            found: format!("the name `{name}`"),
        });
    }
    let headers = below(values, name, "headers");
    let key_env = read.text(&key("key_env"));
    let allow = read.texts(&key("allow"));
    let at = match (read.texts(&key("command")), read.text(&key("url"))) {
        (argv, None) if !argv.is_empty() => Some(ServerAt::Program { argv }),
        (argv, Some(url)) if argv.is_empty() => {
            check_headers(&section, (&url, key_env.is_some()), &headers)?;
            Some(ServerAt::Address { url })
        }
        (_, Some(_)) => {
            return Err(Fault::TwoSpellings {
                key: key("url"),
                other: key("command"),
            });
        }
        (_, None) if !allow.is_empty() => None,
        (_, None) => {
            let field = format!("{}` or `{}", key("command"), key("url"));
            return Err(Fault::Lacks {
                key: section,
                field,
            });
        }
    };
    let text = |(name, entry): (String, &Entry)| Some((name, entry.value.text()?));
    Ok(ServerSettings {
        name: name.to_owned(),
        server: at.map(|at| ToolServer {
            name: name.to_owned(),
            at,
            tools: read.texts(&key("tools")),
            timeout_s: match read.count(&key("timeout_s")) {
                0 => TIMEOUT_S,
                seconds => seconds,
            },
        }),
        allow,
        network: read.texts(&key("network")),
        read: read
            .texts(&key("read"))
            .into_iter()
            .map(|it| root.join(it))
            .collect(),
        env: below(values, name, "env")
            .into_iter()
            .filter_map(text)
            .collect(),
        headers: headers.into_iter().filter_map(text).collect(),
        key_env,
    })
}

/// What is said below a section of a server, by name.
fn below<'a>(values: &'a Values, server: &str, section: &str) -> BTreeMap<String, &'a Entry> {
    let entries = values.entries.iter();
    let named = entries.filter_map(|(path, entry)| match path.as_slice() {
        [_, _, of, field, name] if is_below(path) && of == server && field == section => {
            Some((name.clone(), entry))
        }
        _ => None,
    });
    named.collect()
}

/// Keys stand in no file, and go in clear to this machine only.
fn check_headers(
    section: &str,
    (url, has_key): (&str, bool),
    headers: &BTreeMap<String, &Entry>,
) -> Result<(), Fault> {
    let value = |entry: &Entry| entry.value.text().unwrap_or_default();
    let is_secret = |entry: &Entry| value(entry).starts_with(SECRET);
    let bare = headers
        .iter()
        .find(|(name, entry)| secretish::names_a_secret(name) && !is_secret(entry));
    if let Some((name, _)) = bare {
        return Err(Fault::KeyInFile(format!("{section}.headers.{name}")));
    }
    let has_secret = has_key || headers.values().any(|it| is_secret(it));
    if has_secret && goes_in_clear(url) {
        let key = format!("{section}.url");
        return Err(Fault::KeyInClear { key });
    }
    Ok(())
}
