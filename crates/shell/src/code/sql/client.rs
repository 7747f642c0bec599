//! Commands of the client itself: they begin with a backslash or, at sqlite3, with a dot.

use super::changes;
use crate::code::{Deed, Found};

/// A command of the client itself: it begins with a backslash or, at sqlite3, with a dot.
pub(super) fn client(meta: &str, out: &mut Found) {
    let (head, rest) = meta
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((meta.trim(), ""));
    let rest = rest.trim().trim_end_matches(';').trim();
    let rest = rest.trim_start_matches(['\'', '"']);
    let path = || rest.trim_matches(['\'', '"']).to_owned();
    if rest.contains('`') {
        out.deeds.push(Deed::deny(
            "runs-programs",
            "backquotes of the client run a program",
        ));
    }
    let runs = |text: &str, out: &mut Found| {
        out.deeds.push(Deed::deny(
            "runs-programs",
            format!("`{head}` runs a program"),
        ));
        out.deeds.push(Deed::Shell(text.to_owned()));
    };
    match head {
        ".shell" | ".system" => runs(rest, out),
        _ if head.starts_with("\\!") => {
            runs(&format!("{} {rest}", head.trim_start_matches("\\!")), out)
        }
        ".load" | ".www" | ".excel" | "\\e" | "\\ef" | "\\ev" | "\\edit" | "\\gexec" | "\\P"
        | "\\setenv" => runs("", out),
        "\\copy" if rest.to_ascii_lowercase().contains("program") => runs("", out),
        "\\copy" | "\\i" | "\\ir" | "\\include" | "\\." | ".read" | ".import" | "\\lo_import"
            if !rest.starts_with('|') =>
        {
            let file = rest
                .split_whitespace()
                .find(|word| word.contains(['/', '.']))
                .unwrap_or(rest);
            out.deeds
                .push(Deed::Read(file.trim_matches(['\'', '"']).to_owned()));
            changes(head, out);
        }
        "\\o" | "\\w" | "\\s" | "\\g" | "\\T" | ".output" | ".once" | ".save" | ".backup"
        | ".log" | "\\out" | ".dump-to" | ".archive" => {
            if rest.starts_with('|') {
                runs(rest.trim_start_matches('|'), out);
            } else if !rest.is_empty() && !matches!(rest, "stdout" | "off") {
                out.deeds.push(Deed::Write(path()));
            }
        }
        _ if rest.starts_with('|') => runs(rest.trim_start_matches('|'), out),
        ".open" | ".restore" | ".clone" => out.deeds.push(Deed::Write(path())),
        "\\c" | "\\connect" | "\\u" | "\\r"
            if rest.is_empty() || !rest.contains([' ', ':', '=']) => {}
        ".tables" | ".schema" | ".headers" | ".header" | ".mode" | ".databases" | ".indexes"
        | ".indices" | ".dump" | ".help" | ".quit" | ".exit" | ".width" | ".nullvalue"
        | ".timer" | ".explain" | ".stats" | ".bail" | ".changes" | ".echo" | ".print"
        | ".show" | ".separator" | ".fullschema" | ".eqp" | ".version" | ".dbinfo" | ".sha3sum"
        | "\\q" | "\\x" | "\\timing" | "\\pset" | "\\echo" | "\\qecho" | "\\conninfo" | "\\h"
        | "\\?" | "\\a" | "\\t" | "\\f" | "\\H" | "\\set" | "\\unset" | "\\gset" | "\\watch"
        | "\\encoding" | "\\sf" | "\\sv" | "\\z" | "\\errverbose" => {}
        _ if head.starts_with("\\d") || head.starts_with("\\l") || head.starts_with("\\x") => {}
        _ => out.plain = false,
    }
}
