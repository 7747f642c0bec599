//! SQL, with the commands of its clients (`\!` of psql and mysql, `.shell` of sqlite3). Text in quotes is data, comments
//! are passed over; a statement is judged by its first word and by functions that leave the database.

use super::{Deed, Found};
use crate::effect::Level;
use client::client;
use reader::Reader;
use statement::judge;

mod client;
mod reader;
mod statement;
mod words;

/// Statements of which no more are looked at: a longer text asks.
const STATEMENTS_MAX: usize = 256;

/// Looks at SQL.
pub(super) fn look(code: &str) -> Found {
    let mut out = Found {
        deeds: Vec::new(),
        plain: true,
    };
    let text = Reader::of(code);
    out.plain &= !text.doubt && text.statements.len() <= STATEMENTS_MAX;
    for meta in &text.metas {
        client(meta, &mut out);
    }
    for statement in text.statements.iter().take(STATEMENTS_MAX) {
        judge(statement, &mut out);
    }
    out
}

fn mark(level: Level, id: &str, why: String) -> Deed {
    Deed::Mark {
        level,
        id: id.to_owned(),
        why,
    }
}

fn changes(word: &str, out: &mut Found) {
    out.deeds.push(mark(
        Level::Ask,
        "changes-data",
        format!("`{word}` changes a database"),
    ));
}

fn destroys(word: &str, out: &mut Found) {
    out.deeds.push(mark(
        Level::Ask,
        "destroys-data",
        format!("`{word}` destroys what is in a database"),
    ));
}

fn rights(word: &str, out: &mut Found) {
    out.deeds.push(mark(
        Level::Deny,
        "database-rights",
        format!("`{word}` changes who may do what on the server"),
    ));
}
