//! Deliveries that were recorded from real servers, read as `forge` reads them, and told to a board.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use board::Board;
use forge::delivery::{envelope, read};
use forge::secret::Secret;
use ledger::board::{AgentOptions, BoardOptions, BoardSeen, Cause, LookAt, TaskKey, TaskState};
use ledger::event::Stamp;
use ledger::forge::{Delivered, Fact, Login, RepoName};
use serde_json::Value;

/// A delivery, read.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) name: String,
    pub(crate) facts: Vec<Fact>,
}

/// The deliveries of a folder, in the order in which they came.
pub(crate) fn recorded(folder: &str) -> Vec<Told> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = top.join("../../corpus/forge/recorded").join(folder);
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(".headers.json"));
    paths.sort();
    paths.iter().map(|path| told(path)).collect()
}

fn told(path: &Path) -> Told {
    let about: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let headers = about["headers"].as_object().unwrap().iter();
    let headers = headers.map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    let envelope = envelope(headers).unwrap();
    let body = fs::read(path.with_file_name(about["body_file"].as_str().unwrap())).unwrap();
    let json = envelope
        .open(&body, &[Secret::new("interlock-test-secret")])
        .unwrap();
    Told {
        name: path.file_name().unwrap().to_str().unwrap().to_owned(),
        facts: read(envelope.kind, &envelope.event, &json).unwrap().facts,
    }
}

pub(crate) fn repo() -> RepoName {
    RepoName::new("acme/widgets").unwrap()
}

/// The accounts of the recording; whoever administers the server is none of the agents.
fn options(parallel_max: u32) -> BoardOptions {
    let login = |name: &str| Login::new(name).unwrap();
    let agent = |name: &str| AgentOptions {
        name: name.to_owned(),
        login: login(name),
        parallel_max,
    };
    BoardOptions {
        agents: ["coordinator", "coder-bot", "planner-bot", "reviewer-bot"]
            .map(agent)
            .into(),
        coordinator: Some(login("coordinator")),
        timeout_ms: u64::MAX,
        attempts_max: 3,
        rounds_max: 10,
        parallel_max,
        ..BoardOptions::default()
    }
}

/// A board and its clock.
pub(crate) struct Teller {
    pub(crate) board: Board,
    at_ms: u64,
    no: u64,
}

impl Teller {
    /// A daemon that began before everything that was recorded.
    pub(crate) fn new(parallel_max: u32) -> Self {
        let mut teller = Self {
            board: Board::default(),
            at_ms: 1_700_000_000_000,
            no: 0,
        };
        teller.see(&BoardSeen::Opened(Box::new(options(parallel_max))));
        teller
    }

    fn see(&mut self, seen: &BoardSeen) {
        self.at_ms += 1;
        let stamp = Stamp {
            at_ms: self.at_ms,
            mono_ms: 0,
            task: None,
        };
        self.board.advance(&stamp, seen);
    }

    pub(crate) fn tell(&mut self, told: &Told) {
        self.no += 1;
        self.see(&BoardSeen::Delivered(Box::new(Delivered {
            no: self.no,
            id: format!("{}-{}", told.name, self.no),
            event: String::new(),
            facts: told.facts.clone(),
            look: Vec::new(),
            unread: None,
        })));
    }

    pub(crate) fn look(&mut self, at: LookAt, facts: Vec<Fact>) {
        let failed = None;
        self.see(&BoardSeen::Looked { at, facts, failed });
    }

    /// Looks at whatever is to be looked at, and finds nothing new: that is when rounds end.
    pub(crate) fn look_at_parts(&mut self) {
        for at in self.board.looks.clone() {
            self.look(at, Vec::new());
        }
    }

    /// What the board has made.
    pub(crate) fn set(&self) -> Set {
        let names = &self.board.known.names;
        let all = self.board.tasks.iter().map(|(_, task)| {
            let key = TaskKey {
                subject: names.subject(task.key.place).unwrap(),
                action: task.key.action,
                agent: names.login(task.key.agent).unwrap().clone(),
                cause: task.key.cause,
            };
            (key, task.state)
        });
        all.collect()
    }
}

pub(crate) type Set = BTreeSet<(TaskKey, TaskState)>;

/// What is still to be done. How often something had been asked before can't be known when that was lost.
pub(crate) fn open(set: &Set) -> Set {
    let open = set.iter().filter(|(_, state)| !state.is_terminal());
    let open = open.map(|(key, state)| {
        let mut key = key.clone();
        if let Cause::Assigned(nth) | Cause::Requested(nth) = &mut key.cause {
            *nth = 0;
        }
        (key, *state)
    });
    open.collect()
}

/// How two differ.
pub(crate) fn difference(one: &Set, other: &Set) -> String {
    let missing: Vec<_> = one.difference(other).collect();
    let more: Vec<_> = other.difference(one).collect();
    format!("missing {missing:#?}, more {more:#?}")
}

/// A generator of numbers, always the same ones.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let grown = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = grown.wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }

    /// Each once to three times, in any order.
    pub(crate) fn in_any_order<'a, T>(
        &mut self,
        all: impl IntoIterator<Item = &'a T>,
    ) -> Vec<&'a T> {
        let mut told = Vec::new();
        for one in all {
            for _ in 0..=self.below(3) {
                told.push(one);
            }
        }
        for at in (1..told.len()).rev() {
            told.swap(at, self.below(at + 1));
        }
        told
    }
}
