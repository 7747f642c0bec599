//! What a statement would do, by its first word and by functions that leave the database.

use super::reader::Statement;
use super::words::{CHANGES, LEAVES, LOOKS, PASSWORDS};
use super::{changes, destroys, rights};
use crate::code::{Deed, Found};

pub(super) fn judge(statement: &Statement, out: &mut Found) {
    let words: Vec<&str> = statement.words.iter().map(String::as_str).collect();
    let has = |word: &str| words.contains(&word);
    let Some((first, rest)) = words.split_first() else {
        return;
    };
    let second = rest.first().copied().unwrap_or_default();
    named(&words, out);
    match *first {
        "copy" => copied(statement, out),
        "attach" => written(statement, out),
        "vacuum" | "reindex" | "optimize" => {
            if has("into") {
                written(statement, out);
            }
            changes(first, out);
        }
        "system" | "source" | "tee" | "pager" | "nopager" | "edit" if words.len() > 1 => {
            out.deeds.push(Deed::deny(
                "runs-programs",
                format!("`{first}` of the client runs a program or leaves the database"),
            ));
        }
        "load" => out.deeds.push(Deed::deny(
            "leaves-database",
            "`LOAD` brings in files or code",
        )),
        "pragma" => pragma(&words, out),
        "set" if has("global") || has("password") || has("persist") => rights(first, out),
        "set" => {}
        "drop" | "truncate" => dropped(&words, out),
        "delete" | "update" if !has("where") => destroys(first, out),
        "delete" | "update" | "insert" | "replace" | "upsert" | "merge" | "refresh" | "comment"
        | "cluster" | "lock" => {
            changes(first, out);
        }
        "create"
            if has("extension")
                || has("language")
                || (has("function") && (has("c") || has("soname"))) =>
        {
            out.deeds.push(Deed::deny(
                "leaves-database",
                "it loads code into the server",
            ));
        }
        "grant" | "revoke" => rights(first, out),
        "create" | "alter" if ["user", "role", "login", "system", "server"].contains(&second) => {
            rights(first, out)
        }
        "alter" if has("drop") => destroys("alter … drop", out),
        "create" | "alter" | "rename" => changes(first, out),
        "do" | "call" | "exec" | "execute" | "prepare" | "declare" => {
            runs(&words, out);
        }
        word if LOOKS.contains(&word) => looks(&words, out),
        _ => out.plain = false,
    }
}

/// Words that leave the database or show passwords, wherever they stand.
fn named(words: &[&str], out: &mut Found) {
    let first = words.first().copied().unwrap_or_default();
    let second = words.get(1).copied().unwrap_or_default();
    for word in words {
        if LEAVES.contains(word)
            && (second == "from" || !matches!(*word, "edit" | "url" | "remote" | "executable"))
        {
            out.deeds.push(Deed::deny(
                "leaves-database",
                format!("`{word}` reaches files, programs or other servers"),
            ));
        }
        if PASSWORDS.contains(word) {
            out.deeds
                .push(Deed::Secret(format!("`{word}` holds passwords")));
        }
    }
    let has = |word: &str| words.contains(&word);
    if has("mysql") && has("user") && first == "select" {
        out.deeds
            .push(Deed::Secret("`mysql.user` holds passwords".to_owned()));
    }
}

/// A statement that runs a body: what the body does is not all told by its words.
fn runs(words: &[&str], out: &mut Found) {
    let first = words.first().copied().unwrap_or_default();
    let destroys_too = ["drop", "truncate", "delete"]
        .iter()
        .any(|word| words.contains(word));
    if destroys_too {
        destroys(first, out);
    }
    out.plain = false;
}

/// A statement that begins like one that only looks.
fn looks(words: &[&str], out: &mut Found) {
    let first = words.first().copied().unwrap_or_default();
    if words.contains(&"into") && first == "select" {
        changes("select … into", out);
    }
    for word in CHANGES.iter().filter(|word| words.contains(word)) {
        // `for update` and columns of such names change nothing; it asks, which is enough.
        if matches!(first, "with" | "explain" | "table") {
            changes(word, out);
        }
    }
}

/// A database or schema is more than can be made again, unless its name says that it is for tests.
fn dropped(words: &[&str], out: &mut Found) {
    let whole = words.iter().any(|word| {
        matches!(
            *word,
            "database" | "schema" | "keyspace" | "owned" | "role" | "user"
        )
    });
    let tests = words
        .iter()
        .any(|word| word.contains("test") || word.contains("tmp") || word.contains("scratch"));
    if whole && !tests {
        out.deeds
            .push(Deed::deny("destroys-data", "it drops a whole database"));
    } else {
        destroys(words.first().copied().unwrap_or_default(), out);
    }
}

fn copied(statement: &Statement, out: &mut Found) {
    let has = |word: &str| statement.words.iter().any(|it| it == word);
    if has("program") {
        out.deeds.push(Deed::deny(
            "runs-programs",
            "`COPY … PROGRAM` runs a program",
        ));
        out.deeds
            .extend(statement.strings.iter().cloned().map(Deed::Shell));
    } else if has("stdin") {
        changes("copy", out);
    } else if !has("stdout") {
        out.deeds.push(Deed::deny(
            "leaves-database",
            "`COPY` reads or writes a file of the server",
        ));
    }
}

fn written(statement: &Statement, out: &mut Found) {
    match statement.strings.first() {
        Some(path) if path == ":memory:" => {}
        Some(path) => out.deeds.push(Deed::Write(path.clone())),
        None => out.plain = false,
    }
}

fn pragma(words: &[&str], out: &mut Found) {
    let harmless = [
        "table_info",
        "table_list",
        "index_list",
        "index_info",
        "integrity_check",
        "quick_check",
        "foreign_key_list",
        "foreign_key_check",
        "user_version",
        "schema_version",
        "page_count",
        "page_size",
        "database_list",
        "encoding",
        "journal_mode",
        "compile_options",
        "table_xinfo",
        "foreign_keys",
        "freelist_count",
        "application_id",
    ];
    if !words.get(1).is_some_and(|name| harmless.contains(name)) {
        changes("pragma", out);
    }
}
