//! What is typed into the shell of a document store or of a key-value store.

use super::plain;
use crate::code::{Deed, Found};
use crate::effect::Level;

/// Marks of what drops a whole database, or stops its server.
const DROPS: &[&str] = &["dropDatabase(", "shutdownServer", "dropAllUsers"];

/// Marks of what leaves the database: for files, programs or other servers.
const LEAVES: &[&str] = &[
    "require(",
    "load(",
    "run(",
    "runProgram",
    "process.",
    "child_process",
    "cat(",
    "writeFile",
    "copyDatabase",
    "eval(",
];

/// Marks of what shows or changes who may do what.
const RIGHTS: &[&str] = &[
    "createUser",
    "grantRoles",
    "updateUser",
    "dropUser",
    "system.users",
    "getUsers",
];

/// Marks of what deletes a part of a database.
const DELETES: &[&str] = &[
    ".drop(",
    "deleteMany(",
    "deleteOne(",
    ".remove(",
    "dropIndex",
    "dropCollection",
    "findOneAndDelete",
    "$out",
    "$merge",
];

/// Marks of what changes data.
const CHANGES: &[&str] = &[
    "insert",
    "update",
    "replace",
    "save(",
    "bulkWrite",
    "rename",
    "createIndex",
    "createCollection",
    "adminCommand",
    "runCommand",
    "findAndModify",
];

/// Marks of what only looks.
const SHOWS: &[&str] = &[
    "find(",
    "findOne(",
    "count",
    "aggregate(",
    "distinct(",
    "stats(",
    "getCollectionNames",
    "serverStatus",
    "version(",
    "ping",
    "getIndexes",
    "show",
    "getName",
];

/// Text for the shell of a document store.
pub(in crate::code) fn mongo(code: &str) -> Found {
    let squeezed: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let has = |marks: &[&str]| marks.iter().any(|mark| squeezed.contains(mark));
    let mut deeds = Vec::new();
    if has(DROPS) {
        deeds.push(Deed::deny("destroys-data", "it drops a whole database"));
    }
    if has(LEAVES) {
        deeds.push(Deed::deny("leaves-database", "it leaves the database"));
    }
    if has(RIGHTS) {
        deeds.push(Deed::deny(
            "database-rights",
            "it changes or shows who may do what on the server",
        ));
    }
    if has(DELETES) {
        deeds.push(Deed::Mark {
            level: Level::Ask,
            id: "destroys-data".to_owned(),
            why: "it deletes what is in a database".to_owned(),
        });
    }
    if has(CHANGES) {
        deeds.push(Deed::Mark {
            level: Level::Ask,
            id: "changes-data".to_owned(),
            why: "it changes a database".to_owned(),
        });
    }
    Found {
        plain: has(SHOWS) && deeds.is_empty() || !deeds.is_empty(),
        deeds,
    }
}

/// Commands of a key-value store, one a line.
pub(in crate::code) fn redis(code: &str) -> Found {
    let mut out = plain(Vec::new());
    for line in code.lines() {
        let lower = line.trim().to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        match words.next().unwrap_or_default() {
            "" | "get" | "mget" | "keys" | "scan" | "info" | "ping" | "ttl" | "type" | "exists"
            | "hgetall" | "hget" | "llen" | "lrange" | "smembers" | "dbsize" | "zrange"
            | "echo" | "quit" | "exit" | "select" => {}
            "flushall" | "flushdb" | "shutdown" => out.deeds.push(Deed::deny(
                "destroys-data",
                "it empties or stops the whole store",
            )),
            "config" | "slaveof" | "replicaof" | "module" | "debug" | "migrate" | "acl" => {
                out.deeds.push(Deed::deny(
                    "leaves-database",
                    "it makes the server write, load or send",
                ));
            }
            _ => out.deeds.push(Deed::Mark {
                level: Level::Ask,
                id: "changes-data".to_owned(),
                why: "it changes a database".to_owned(),
            }),
        }
    }
    out
}
