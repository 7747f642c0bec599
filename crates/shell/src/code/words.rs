//! Words of programs that say whom they speak to or what they show.

use super::{Deed, Found, machine, settings, text};
use crate::address;
use crate::effect::Level;

/// The languages of one word that are read here.
pub(super) const WORDS: [&str; 6] = [
    "http-method",
    "redirected",
    "cmake-tool",
    "unit-property",
    "cookie",
    "looked-for",
];

/// What a word comes to; `None`: it is none of these languages.
pub(super) fn look(language: &str, code: &str) -> Option<Found> {
    let found = match language {
        "http-method" => method(code),
        "redirected" => redirected(code),
        "cmake-tool" => cmake_tool(code),
        "unit-property" => unit_property(code),
        "cookie" => cookie(code),
        "looked-for" => looked_for(code),
        "member" => member(code),
        "node-kind" => node_kind(code),
        "page" => text::page(code),
        "setting-name" => settings::name(code),
        "service-name" => machine::service(code),
        "process-name" => machine::process(code),
        "load-target" => machine::load_target(code),
        _ => return None,
    };
    Some(found)
}

fn plain(deeds: Vec<Deed>) -> Found {
    Found { deeds, plain: true }
}

/// `host:port:address` or `host:port:other:port` of curl: under one name another host is connected to.
fn redirected(code: &str) -> Found {
    let mut parts = code.trim_start_matches(['+', '-']).splitn(3, ':').skip(2);
    let to = parts.next().unwrap_or_default();
    let near = to.is_empty()
        || to == ":"
        || to
            .split(',')
            .all(|one| address::is_loopback(&address::bare(one)));
    let deed = (!near).then(|| Deed::deny("proxy", "under one name another host is connected to"));
    plain(deed.into_iter().collect())
}

/// A name that is searched for on the whole machine.
fn looked_for(code: &str) -> Found {
    let name: String = code
        .chars()
        .filter(|c| !matches!(c, '*' | '?' | '[' | ']'))
        .collect();
    let deed = crate::secret_files::is_secret(&name)
        .then(|| Deed::Secret("it looks for secrets on the whole machine".to_owned()));
    plain(deed.into_iter().collect())
}

/// The name of a file in an archive whose content comes out.
fn member(code: &str) -> Found {
    let name: String = code
        .chars()
        .filter(|c| !matches!(c, '*' | '?' | '[' | ']'))
        .collect();
    let deed = crate::secret_files::is_secret(&name)
        .then(|| Deed::Secret(format!("`{code}` holds secrets, in an archive as well")));
    plain(deed.into_iter().collect())
}

/// What `mknod` makes: a pipe, or a way to a device of the machine.
fn node_kind(code: &str) -> Found {
    let device = code != "p";
    let deed = device.then(|| Deed::deny("device", "it makes a way to a device of the machine"));
    plain(deed.into_iter().collect())
}

/// A tool of `cmake -E`.
fn cmake_tool(code: &str) -> Found {
    let shows = code == "environment";
    plain(
        shows
            .then(|| Deed::Secret("it prints the whole environment".to_owned()))
            .into_iter()
            .collect(),
    )
}

/// A property of a unit: its environment holds what services are told in secret.
fn unit_property(code: &str) -> Found {
    let shows = code.to_ascii_lowercase().contains("environment");
    plain(
        shows
            .then(|| Deed::Secret("it prints the environment of services".to_owned()))
            .into_iter()
            .collect(),
    )
}

/// `name=value`, or a file of cookies, which is sent.
fn cookie(code: &str) -> Found {
    if code.contains('=') || code.is_empty() {
        return super::service::header(code);
    }
    plain(vec![Deed::Read(code.to_owned())])
}

/// The method of a request: one that deletes is nothing that somebody looks with, wherever it goes.
fn method(text: &str) -> Found {
    let mark = |id: &str, why: &str| Deed::Mark {
        level: Level::Ask,
        id: id.to_owned(),
        why: why.to_owned(),
    };
    let deed = match text.to_ascii_lowercase().as_str() {
        "get" | "head" | "options" => None,
        "delete" | "purge" => Some(mark("deletes-remote", "it deletes what a service holds")),
        _ => Some(mark(
            "changes-service",
            "it changes what a service holds or does",
        )),
    };
    Found {
        deeds: deed.into_iter().collect(),
        plain: true,
    }
}
