//! The table of absent things. A row says what, from which files, and what to write instead.

use super::{Absence, Look};
use crate::floors::is_brain;
use crate::tree::{Kind, Source};

pub(super) const ABSENCES: [Absence; 19] = [
    Absence {
        rule: "brain",
        paths: &[
            "std::fs",
            "std::net",
            "std::process",
            "std::env",
            "std::thread",
            "std::os",
            "std::time::Instant",
            "std::time::SystemTime",
            "std::io::stdin",
            "std::io::stdout",
            "std::io::stderr",
            "std::collections::hash_map",
            "std::collections::hash_set",
            "std::hash::RandomState",
            "tokio",
            "futures",
            "getrandom",
        ],
        words: &[
            "async",
            "HashMap",
            "HashSet",
            "SystemTime",
            "Instant::now",
            "Timestamp::now",
            "Zoned::now",
        ],
        from: brain,
        look: Look::Product,
        instead: "the brain has no I/O, runtime, clock or hash order: take it as an argument, use a `BTreeMap`",
    },
    Absence {
        rule: "hidden-state",
        paths: &[],
        words: &["thread_local!", "static mut"],
        from: |file| brain(file) && !keeps_a_parser(file),
        look: Look::Product,
        instead: "the brain keeps nothing between two calls: hand in what is to be remembered",
    },
    Absence {
        rule: "panic",
        paths: &[],
        words: &[
            ".unwrap()",
            ".unwrap_err()",
            ".expect(\"",
            ".expect_err(\"",
            "panic!",
            "unreachable!",
        ],
        from: brain,
        look: Look::Product,
        instead: "the brain does not crash: answer with a value (`let .. else`, `get`, an error)",
    },
    Absence {
        rule: "spawn",
        paths: &["std::process::Command", "std::process::*", "tokio::process"],
        words: &["process::Command"],
        from: |file| product(file) && !file.path.starts_with("crates/tools/src/process/"),
        look: Look::Product,
        instead: "processes are started only under `tools/src/process/`",
    },
    Absence {
        rule: "sql",
        paths: &["rusqlite", "tokio_postgres", "deadpool_postgres", "sqlx"],
        words: &[],
        from: |file| product(file) && file.room != "store",
        look: Look::Product,
        instead: "SQL lives in `store`",
    },
    Absence {
        rule: "http-client",
        paths: &["reqwest", "hyper", "hyper_util", "ureq"],
        words: &[],
        from: |file| product(file) && !may_call_out(file) && !serves(file),
        look: Look::Product,
        instead: "HTTP clients live in `model`, `forge`, `tools/src/net/` and `harness/src/out/`",
    },
    Absence {
        rule: "http-client",
        paths: &["reqwest", "hyper::client", "hyper_util::client", "ureq"],
        words: &[],
        from: |file| product(file) && serves(file),
        look: Look::Product,
        instead: "what serves calls nobody: hand what was delivered to whoever does",
    },
    Absence {
        rule: "proxy",
        paths: &[
            "httparse",
            "tokio::net::TcpStream",
            "tokio::net::TcpListener",
        ],
        words: &[],
        from: |file| product(file) && !may_take_connections(file),
        look: Look::Product,
        instead: "connections of commands are carried by the proxy, in `tools/src/proxy/`, which writes each of them down",
    },
    Absence {
        rule: "web",
        paths: &["axum", "tower", "tower_http"],
        words: &[],
        from: |file| product(file) && !serves(file),
        look: Look::Product,
        instead: "the web framework lives under `harness/src/http/`",
    },
    Absence {
        rule: "print",
        paths: &[],
        words: &["println!", "eprintln!", "print!", "eprint!", "dbg!"],
        from: |file| product(file) && file.room != "cli",
        look: Look::Product,
        instead: "only `cli` prints: return it, or report it as an observation",
    },
    Absence {
        rule: "disk",
        paths: &[],
        words: &["Disk for", "Seal::take"],
        from: |file| product(file) && file.room != "store",
        look: Look::Product,
        instead: "`Disk` is implemented, and the seal is taken, only in `store` and in tests",
    },
    Absence {
        rule: "by-hand",
        paths: &["tools::by_hand"],
        words: &["by_hand::ByHand"],
        from: |file| product(file) && !may_start_by_hand(file),
        look: Look::Product,
        instead: "without a permit, only a verification that a person called starts commands (`tools::by_hand`)",
    },
    Absence {
        rule: "mending",
        paths: &["tools::mending"],
        words: &[],
        from: |file| product(file) && file.room != "tools" && !may_mend(file),
        look: Look::Product,
        instead: "without a permit, only `doctor` mends, and a driver ends what the one before it left",
    },
    Absence {
        rule: "unsafe",
        paths: &[],
        words: &["unsafe"],
        from: |_| true,
        look: Look::All,
        instead: "unsafe code is forbidden",
    },
    Absence {
        rule: "allow",
        paths: &[],
        words: &["#[allow(", "#![allow(", ", allow("],
        from: |_| true,
        look: Look::All,
        instead: "write `#[expect(.., reason = \"..\")]`, or mend what the lint says",
    },
    Absence {
        rule: "unfinished",
        paths: &[],
        words: &["todo!", "unimplemented!"],
        from: |_| true,
        look: Look::Product,
        instead: "finish it, or answer with an error",
    },
    Absence {
        rule: "ignore",
        paths: &[],
        words: &["#[ignore", "cfg_attr(test, ignore"],
        from: |_| true,
        look: Look::All,
        instead: "a test that does not run is no test: mend it or remove it",
    },
    Absence {
        rule: "sleep",
        paths: &["std::thread::sleep", "tokio::time::sleep"],
        words: &["thread::sleep", "time::sleep"],
        from: |_| true,
        look: Look::Tests,
        instead: "tests do not sleep: wait for the event itself",
    },
    Absence {
        rule: "exit",
        paths: &["std::process::exit", "std::process::abort"],
        words: &["process::exit", "process::abort"],
        from: |file| product(file) && file.room != "cli",
        look: Look::Product,
        instead: "only `cli` ends the process: return an error",
    },
];

fn product(file: &Source) -> bool {
    file.kind == Kind::Product
}

fn brain(file: &Source) -> bool {
    product(file) && is_brain(&file.room)
}

/// A parser keeps what it allocated for the next text, and nothing of the text.
fn keeps_a_parser(file: &Source) -> bool {
    file.path == "crates/code/src/parsed.rs"
}

fn may_call_out(file: &Source) -> bool {
    matches!(file.room.as_str(), "model" | "forge")
        || file.path.starts_with("crates/tools/src/net/")
        || file.path.starts_with("crates/harness/src/out/")
}

/// What is served takes connections, and sets the limits of each with the library that is beneath the web framework.
fn serves(file: &Source) -> bool {
    file.path.starts_with("crates/harness/src/http/")
}

fn may_take_connections(file: &Source) -> bool {
    serves(file) || file.path.starts_with("crates/tools/src/proxy/")
}

fn may_start_by_hand(file: &Source) -> bool {
    file.room == "tools"
        || file.path.starts_with("crates/harness/src/verifier")
        || file.path == "crates/harness/src/session.rs"
}

fn may_mend(file: &Source) -> bool {
    file.path.starts_with("crates/harness/src/doctor/")
        || file.path == "crates/harness/src/drive/resume.rs"
}
