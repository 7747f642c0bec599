//! Small languages with which programs name services: addresses of socat, connection strings of databases, what is typed
//! into an editor or the shell of a document store.

use super::{Deed, Found};
use crate::effect::Level;

mod stores;
pub(super) use stores::{mongo, redis};

fn plain(deeds: Vec<Deed>) -> Found {
    Found { deeds, plain: true }
}

/// An address of socat: `TYPE:parameters,options`, two of them perhaps joined by `!!`.
pub(super) fn socat(code: &str) -> Found {
    let mut deeds = Vec::new();
    let mut known = true;
    for address in code.split("!!") {
        let (kind, rest) = address.split_once(':').unwrap_or((address, ""));
        let kind = kind.trim().to_ascii_uppercase();
        let path = || rest.split(',').next().unwrap_or_default().to_owned();
        let host = || {
            Some(
                rest.split([':', ','])
                    .next()
                    .unwrap_or_default()
                    .to_ascii_lowercase(),
            )
        };
        let stem = kind.trim_end_matches(['4', '6']).to_owned();
        match stem.as_str() {
            "EXEC" | "SYSTEM" | "SHELL" => {
                deeds.push(Deed::deny(
                    "runs-programs",
                    "socat gives a program to a connection",
                ));
                deeds.push(Deed::Shell(path()));
            }
            "FILE" | "GOPEN" | "OPEN" => deeds.push(Deed::Read(path())),
            "CREATE" | "CREAT" => deeds.push(Deed::Write(path())),
            "PIPE" | "FIFO" if rest.is_empty() => {}
            "PIPE" | "FIFO" | "PTY" | "TUN" | "INTERFACE" => known = false,
            "-" | "STDIO" | "STDIN" | "STDOUT" | "STDERR" | "FD" => {}
            _ if kind.contains("UNIX") || kind.contains("ABSTRACT") => {
                deeds.push(Deed::deny(
                    "socket",
                    "socat talks to a service of the machine",
                ));
            }
            _ if kind.contains("LISTEN")
                || kind.contains("RECV")
                || kind == "TCP-L"
                || kind == "UDP-L" =>
            {
                deeds.push(Deed::Mark {
                    level: Level::Ask,
                    id: "listens".to_owned(),
                    why: "others could connect to it".to_owned(),
                });
            }
            "TCP" | "TCP-CONNECT" | "UDP" | "UDP-CONNECT" | "UDP-SENDTO" | "UDP-DATAGRAM"
            | "OPENSSL" | "SSL" | "SCTP" | "SOCKS" | "PROXY" | "SOCKS4A" | "OPENSSL-CONNECT"
            | "DTLS" | "SCTP-CONNECT" => {
                deeds.push(Deed::Connect {
                    host: host(),
                    sends: true,
                });
            }
            _ => known = false,
        }
    }
    // Files first: whether something of theirs leaves is asked where it connects.
    deeds.sort_by_key(|deed| matches!(deed, Deed::Connect { .. }));
    Found {
        deeds,
        plain: known,
    }
}

/// `postgres://user@host/db`, `host=… dbname=…`, `//host:1521/x`: a host, or only a name.
pub(super) fn connection(code: &str) -> Found {
    let word = code.split_whitespace().find_map(|word| {
        let (key, value) = word.split_once('=')?;
        matches!(key, "host" | "hostaddr").then_some(value.trim_matches('\''))
    });
    let address = code.split_once("//").map(|(_, rest)| {
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        authority.rsplit('@').next().unwrap_or_default()
    });
    let host = word.or(address).unwrap_or_default();
    if host.is_empty() || host.starts_with('/') {
        return plain(Vec::new());
    }
    // Several hosts may be tried in turn.
    let deeds = host
        .split(',')
        .map(|one| Deed::Connect {
            host: Some(bare(one)),
            sends: false,
        })
        .collect();
    plain(deeds)
}

fn bare(host: &str) -> String {
    match host.strip_prefix('[') {
        Some(rest) => rest
            .split(']')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase(),
        None => host
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase(),
    }
}

/// What is typed into `vi`, `ex`, `ed`: lines; what only moves or searches does nothing.
pub(super) fn editor(code: &str) -> Found {
    let mut out = plain(Vec::new());
    out.plain = !super::editors::changes_files(code, &mut out.deeds);
    for line in code.split(['\n', '|']) {
        let line = line.trim().trim_start_matches(':').trim_start();
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || "%.$,'<>+-".contains(c));
        let (head, rest) = line
            .split_at_checked(
                line.find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(line.len()),
            )
            .unwrap_or((line, ""));
        let rest = rest.trim_start_matches('!').trim();
        let runs = line.starts_with('!')
            || rest.starts_with('!')
            || code.contains("system(")
            || code.contains("libcall(");
        match head {
            _ if runs => out
                .deeds
                .push(Deed::deny("runs-programs", "the editor runs a program")),
            "py" | "python" | "pyx" | "pythonx" | "lua" | "luado" | "luafile" | "perl"
            | "perldo" | "ruby" | "rubydo" | "tcl" | "mz" | "term" | "terminal" | "sh"
            | "shell" | "make" | "grep" | "job" | "pyf" | "pyfile" | "pydo" | "rubyfile"
            | "mzscheme" => {
                out.deeds.push(Deed::deny(
                    "runs-programs",
                    format!("`:{head}` of the editor runs code"),
                ));
            }
            "w" | "wq" | "x" | "sav" | "saveas" | "wn" | "write" if !rest.is_empty() => {
                out.deeds.push(Deed::Write(rest.to_owned()))
            }
            "e" | "edit" | "r" | "read" | "tabe" | "sp" | "vs" if !rest.is_empty() => {
                out.deeds.push(Deed::Read(rest.to_owned()))
            }
            "" | "q" | "qa" | "wq" | "w" | "wa" | "x" | "wqa" | "set" | "setlocal" | "syntax"
            | "noh" | "p" | "n" | "d" | "s" => {}
            _ => out.plain = false,
        }
    }
    out
}

/// An operand of `vi`: `+command`, or a file.
pub(super) fn editor_operand(code: &str) -> Found {
    match code.strip_prefix('+') {
        Some(command) => editor(command),
        // What is opened may be written.
        None => plain(vec![
            Deed::Read(code.to_owned()),
            Deed::Write(code.to_owned()),
        ]),
    }
}

/// A header of a request: what is not known of it would leave.
pub(super) fn header(text: &str) -> Found {
    let carries = text.contains('\u{fffd}');
    let deed = Deed::Connect {
        host: None,
        sends: true,
    };
    plain(if carries { vec![deed] } else { Vec::new() })
}

/// A word of an HTTPie request: a method, an address (`:3000/x` is this machine), or an item with what is sent.
pub(super) fn request(code: &str) -> Found {
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    if methods.contains(&code) {
        return plain(Vec::new());
    }
    if let Some(rest) = code.strip_prefix(':')
        && rest.starts_with(|c: char| c.is_ascii_digit() || c == '/')
    {
        return plain(vec![Deed::Connect {
            host: Some("localhost".to_owned()),
            sends: false,
        }]);
    }
    // An item: `name=value`, `name==value`, `name:=json`, `Header:value`, `field@file`.
    let before = code.find(['=', '@']).filter(|_| !code.contains("://"));
    if let Some(at) = before {
        let value = code
            .get(at..)
            .unwrap_or_default()
            .trim_start_matches(['=', ':']);
        return plain(match value.strip_prefix('@') {
            Some(path) => vec![
                Deed::Read(path.to_owned()),
                Deed::deny("uploads", "the content of a file is sent"),
            ],
            None => vec![Deed::Mark {
                level: Level::Ask,
                id: "sends".to_owned(),
                why: "it sends data".to_owned(),
            }],
        });
    }
    let header = code.split_once(':').is_some_and(|(name, value)| {
        !value.starts_with("//")
            && !value.starts_with(|c: char| c.is_ascii_digit())
            && !name.contains(['.', '/'])
    });
    if header {
        return plain(Vec::new());
    }
    let address = code.split_once("://").map_or(code, |(_, rest)| rest);
    let authority = address.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    plain(vec![Deed::Connect {
        host: Some(bare(host)),
        sends: false,
    }])
}

/// A host with or without its port, to which bytes are passed.
pub(super) fn peer(code: &str) -> Found {
    let address = code.split_once("//").map_or(code, |(_, rest)| rest);
    plain(vec![Deed::Connect {
        host: Some(bare(address.split('/').next().unwrap_or_default())),
        sends: false,
    }])
}

/// A word of a question to a name server: the server, a type, a switch, or the name.
pub(super) fn resolver(code: &str) -> Found {
    let kinds = [
        "A", "AAAA", "ANY", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT", "CAA", "DNSKEY", "DS",
        "IN", "HTTPS",
    ];
    if code.starts_with('+') || kinds.contains(&code.to_ascii_uppercase().as_str()) {
        return plain(Vec::new());
    }
    plain(vec![Deed::Connect {
        host: Some(bare(code.trim_start_matches('@'))),
        sends: false,
    }])
}
