//! Only the ledger's shape is forever: one golden file for each kind of event. A change that breaks an old line fails
//! here; a new kind needs a new file (`INTERLOCK_GOLDEN=write cargo test -p ledger` writes those that are missing).

use std::fs;
use std::path::PathBuf;

use ledger::action::{
    Action, Check, Checkout, Commit, Connect, Declared, Delegate, HookCall, HookRun, Merge, Moment,
    Purpose, Trials, UseTool,
};
use ledger::authorisation::{Binding, Grant, Terms};
use ledger::connection::{Connected, Connection, MoreConnections};
use ledger::event::{
    Ask, Claimed, Decided, Event, Held, Inspection, Limit, Need, Nudge, Park, Process,
    RepositoryHook, Seen, Stamp,
};
use ledger::evidence::{End, Evidence, EvidenceKind, Failure, SourceTrust, Unfit};
use ledger::facts::{Fact, PathFact, PathKind};
use ledger::gate::{Checkpoint, Finding, GateDecision, NextAction, Severity, Verdict};
use ledger::ids::{ActId, CallId, GitId, GrantId, Hash, RelPath, RunId, Seq, TaskId};
use ledger::measure::{Complex, Coverage, Measured, SecretAt};
use ledger::message::{Body, Message};
use ledger::money::{Usage, Usd};
use ledger::notice::{NoticeKind, NoticeWay, Notified};
use ledger::observation::{
    Brought, CheckedOut, Committed, Delegated, Instruction, Lacking, LackingKind, LeftOut,
    LeftOutWhy, Observation, Outcome, Prepared, Status, TurnEnd,
};
use ledger::offered::{DoubtfulTool, Known, Offer, OfferedTool, ServerSeen};
use ledger::options::{
    AgentKind, Compression, ContextOptions, Falsify, HookOn, PolicySet, ServerAt, UserHook,
};
use ledger::phase::{Phase, Stop};
use ledger::ranking::Relevant;
use ledger::reply::{Asked, Call, Ended, FailureKind, ModelFailure, Reply};
use ledger::session::{Canary, HookAnswer, SessionDecided, SessionOpened, SessionSeen};
use ledger::settings::Settings;
use ledger::skill::{Skill, Skills};
use ledger::wire::v1::{self, Line};

use crate::golden_forge;

fn git() -> GitId {
    GitId::new("0123456789abcdef0123456789abcdef01234567").unwrap()
}

fn task() -> TaskId {
    TaskId::new("01-slugs-01").unwrap()
}

fn call() -> CallId {
    CallId("call_1".into())
}

fn prepared() -> Prepared {
    Prepared {
        directory: "/w/01-slugs-01".into(),
        branch: "interlock/golden-01-slugs-01".into(),
        base: git(),
        tree: git(),
        instructions: vec![Instruction {
            path: RelPath::new("AGENTS.md").unwrap(),
            digest: Hash::of(b"i"),
            text: "Be kind.".into(),
            trusted: true,
        }],
        skills: Box::new(Skills {
            found: vec![Skill {
                name: "notes".into(),
                description: "Writes notes.".into(),
                path: RelPath::new(".agents/skills/notes/SKILL.md").unwrap(),
                digest: Hash::of(b"s"),
                trusted: true,
            }],
            left_out: vec!["`x`: it is no text".into()],
        }),
        declared: vec!["cargo test".into()],
        protected: Vec::new(),
    }
}

fn offer() -> Offer {
    Offer {
        server: "docs".into(),
        tools: vec![OfferedTool {
            name: "find".into(),
            description: "Finds a page.".into(),
            schema: r#"{"type":"object"}"#.into(),
            digest: Hash::of(b"find"),
            known: Known::Changed,
            noticed: vec!["has hidden-text: x".into()],
        }],
        left_out: vec!["`x`: its name is too long".into()],
    }
}

fn turn(words: &str) -> Reply {
    Reply {
        text: words.into(),
        calls: Vec::new(),
        opaque: None,
        ended: Ended::Turn,
        usage: Some(Usage {
            input: 1_000,
            cache_read: 200,
            cache_write: 0,
            output: 30,
        }),
        cost: Usd(12_000),
        model: "claude-sonnet-4-5".into(),
        duration_ms: 1_500,
    }
}

fn decision() -> GateDecision {
    GateDecision {
        checkpoint: Checkpoint::PreTool,
        verdict: Verdict::Deny,
        findings: vec![Finding {
            policy: "git-safety".into(),
            id: "push-protected".into(),
            severity: Severity::HardDeny,
            message: "it pushes to a protected branch".into(),
            next_action: NextAction::UsePath {
                path: "a branch of its own".into(),
            },
            source_refs: vec!["git push".into()],
        }],
        trace_id: "0123456789ab".into(),
    }
}

fn binding() -> Binding {
    Binding {
        directory: Some("/tmp/worktree".into()),
        environment: None,
        scripts: vec![("Makefile".into(), Some(Hash::of(b"all:")))],
        files: vec![("out".into(), None)],
    }
}

fn drafting() -> ledger::plan::Task {
    let id = TaskId::new("_plan").unwrap();
    ledger::plan::Task::in_words(id, "Plan: a limit".into(), "Add a limit".into())
}

fn seen() -> Vec<(&'static str, Seen)> {
    let act = ActId(7);
    let finished = |outcome: Outcome| Seen::Finished {
        act,
        observation: Observation::plain(Status::Ok, "").with(outcome),
    };
    vec![
        (
            "claimed",
            Seen::Claimed(Claimed {
                epoch: 2,
                driver: Process { pid: 10, start: 99 },
                supervisor: Some(Process {
                    pid: 11,
                    start: 100,
                }),
                attended: false,
                held: Held::default(),
                notifies: Vec::new(),
            }),
        ),
        (
            "claimed-notifies",
            Seen::Claimed(Claimed {
                epoch: 2,
                driver: Process { pid: 10, start: 99 },
                supervisor: None,
                attended: false,
                held: Held::default(),
                notifies: NoticeKind::ALL.to_vec(),
            }),
        ),
        (
            "notified",
            Seen::Notified(Notified {
                about: Seq(41),
                kind: NoticeKind::Question,
                way: NoticeWay::Webhook,
                to: "hooks.example.org".into(),
                attempts: 3,
                failed: Some("status 503".into()),
                duration_ms: 2500,
            }),
        ),
        (
            "notified-delivered",
            Seen::Notified(Notified {
                about: Seq(42),
                kind: NoticeKind::End,
                way: NoticeWay::Command,
                to: "notify-send".into(),
                attempts: 1,
                failed: None,
                duration_ms: 12,
            }),
        ),
        (
            "claimed-held",
            Seen::Claimed(Claimed {
                epoch: 2,
                driver: Process { pid: 10, start: 99 },
                supervisor: None,
                attended: false,
                held: Held {
                    by: Some("landlock".into()),
                    broken: vec!["servers that tests start are reached".into()],
                    network: vec![],
                },
                notifies: Vec::new(),
            }),
        ),
        (
            "claimed-held-network",
            Seen::Claimed(Claimed {
                epoch: 2,
                driver: Process { pid: 10, start: 99 },
                supervisor: None,
                attended: false,
                held: Held {
                    by: Some("namespaces".into()),
                    broken: vec![],
                    network: vec!["crates".into(), "*.docs.example".into()],
                },
                notifies: Vec::new(),
            }),
        ),
        (
            "connected",
            Seen::Connected(Connected::One(Connection {
                act: Some(act),
                host: "index.crates.io".into(),
                port: 443,
                address: Some("151.101.2.137".into()),
                refused: None,
                bytes_out: 700,
                bytes_in: 9_000,
                duration_ms: 80,
            })),
        ),
        (
            "connected-refused",
            Seen::Connected(Connected::One(Connection {
                act: None,
                host: "evil.example".into(),
                port: 80,
                address: None,
                refused: Some("it is not allowed".into()),
                bytes_out: 0,
                bytes_in: 0,
                duration_ms: 1,
            })),
        ),
        ("session-opened", session_opened()),
        (
            "session-working",
            Seen::Session(SessionSeen::Working {
                session: "s-1".into(),
                version: Some("2.1.332".into()),
            }),
        ),
        (
            "session-prompted",
            Seen::Session(SessionSeen::Prompted {
                text: "go on".into(),
            }),
        ),
        (
            "session-proposed",
            Seen::Session(SessionSeen::Proposed {
                call: call(),
                tool: "Bash".into(),
                arguments: r#"{"command":"ls"}"#.into(),
                cwd: Some("/r/src".into()),
                facts: Vec::new(),
                by_us: false,
            }),
        ),
        (
            "session-returned",
            Seen::Session(SessionSeen::Returned {
                call: call(),
                tool: "Bash".into(),
                text: "a.txt".into(),
                bytes: 5,
                failed: false,
                masked: vec!["github-token".into()],
            }),
        ),
        (
            "session-said-done",
            Seen::Session(SessionSeen::SaidDone {
                words: "All is done.".into(),
                again: true,
            }),
        ),
        (
            "session-canary-set",
            Seen::Session(SessionSeen::Canary(Canary::Set {
                word: "abcd2345".into(),
            })),
        ),
        (
            "session-canary-bound",
            Seen::Session(SessionSeen::Canary(Canary::Bound)),
        ),
        (
            "session-canary-known",
            Seen::Session(SessionSeen::Canary(Canary::Known { at_ms: 7 })),
        ),
        (
            "session-canary-unbound",
            Seen::Session(SessionSeen::Canary(Canary::Unbound { call: call() })),
        ),
        (
            "session-not-verified",
            Seen::Session(SessionSeen::NotVerified {
                why: "no command is known".into(),
            }),
        ),
        (
            "session-canary-unasked",
            Seen::Session(SessionSeen::Canary(Canary::Unasked { call: call() })),
        ),
        (
            "session-noted",
            Seen::Session(SessionSeen::Noted {
                event: "PreCompact".into(),
            }),
        ),
        (
            "session-unread",
            Seen::Session(SessionSeen::Unread {
                why: "it is no JSON".into(),
            }),
        ),
        (
            "session-ended",
            Seen::Session(SessionSeen::Ended {
                reason: "exit".into(),
            }),
        ),
        (
            "connected-more",
            Seen::Connected(Connected::More(MoreConnections {
                act: Some(act),
                refused: 30,
                carried: 2,
                bytes_out: 1,
                bytes_in: 2,
            })),
        ),
        (
            "replied",
            Seen::Replied {
                act,
                reply: Reply {
                    text: "I will look.".into(),
                    calls: vec![Call {
                        id: call(),
                        tool: "read".into(),
                        args: "{\"path\":\"a\"}".into(),
                    }],
                    opaque: Some("[]".into()),
                    ended: Ended::Tools,
                    usage: Some(Usage {
                        input: 1,
                        cache_read: 2,
                        cache_write: 3,
                        output: 4,
                    }),
                    cost: Usd(5),
                    model: "m".into(),
                    duration_ms: 6,
                },
            },
        ),
        (
            "model-failed",
            Seen::ModelFailed {
                act,
                failure: ModelFailure {
                    kind: FailureKind::RateLimited,
                    message: "slow down".into(),
                    retry_after_ms: Some(100),
                    status: Some(429),
                    asked: None,
                },
            },
        ),
        (
            "model-failed-asked",
            Seen::ModelFailed {
                act,
                failure: ModelFailure {
                    kind: FailureKind::Unreachable,
                    message: "no connection: connection refused".into(),
                    retry_after_ms: None,
                    status: None,
                    asked: Some(Asked {
                        model: "local".into(),
                        host: Some("127.0.0.1:8000".into()),
                        key_env: Some("LOCAL_KEY".into()),
                    }),
                },
            },
        ),
        (
            "proposed",
            Seen::Proposed {
                call: call(),
                facts: vec![Fact::Path {
                    asked: "a".into(),
                    found: PathFact {
                        resolved: RelPath::new("a").ok(),
                        kind: PathKind::File,
                        through_link: false,
                        hard_linked: false,
                        digest: Some(Hash::of(b"a")),
                        bytes: 1,
                        leads: None,
                    },
                }],
            },
        ),
        (
            "finished-checked-out",
            finished(Outcome::CheckedOut(CheckedOut {
                directory: "/state/worktrees/r/_checks".into(),
                tree: git(),
                brought: vec![Brought {
                    path: RelPath::new("node_modules").unwrap(),
                    digest: Hash::of(b"x"),
                }],
                missing: vec!["`.venv`: it is not there".into()],
                declared: vec!["cargo test".into()],
                leads: vec!["`PYTHONPATH` leads there".into()],
                lacks: vec![Lacking {
                    path: "lib".into(),
                    kind: LackingKind::Submodule,
                }],
            })),
        ),
        (
            "finished-checked",
            finished(Outcome::Checked(Box::new(Evidence {
                id: "e7".into(),
                kind: EvidenceKind::Verify,
                source_trust: SourceTrust::LocalCommand,
                act,
                producer_trace_id: "0123456789ab".into(),
                command: Some("cargo test".into()),
                exit_code: None,
                tree: Some(git()),
                tree_unchanged: true,
                output: Hash::of(b"o"),
                tail: "o".into(),
                source_refs: vec![],
                tests: None,
                end: End::TimedOut(60),
                failure: Some(Failure {
                    build: false,
                    named: vec!["a::b".into()],
                    more: false,
                }),
                opened: vec!["src/a.rs".into()],
                created_ms: 1,
                duration_ms: 2,
            }))),
        ),
        (
            "finished-tried",
            finished(Outcome::Tried { facts: "{}".into() }),
        ),
        ("finished-prepared", finished(Outcome::Prepared(prepared()))),
        ("finished-offered", finished(Outcome::Offered(offer()))),
        ("server-offers", Seen::Server(ServerSeen::Offers(offer()))),
        (
            "server-closed",
            Seen::Server(ServerSeen::Closed {
                server: "docs".into(),
                why: "exit code 1".into(),
            }),
        ),
        (
            "finished-turn",
            finished(Outcome::Delegated(Box::new(Delegated {
                session: Some("s-1".into()),
                requests: 3,
                end: TurnEnd::Replied(turn("It is done.")),
            }))),
        ),
        (
            "finished-turn-failed",
            finished(Outcome::Delegated(Box::new(Delegated {
                session: None,
                requests: 0,
                end: TurnEnd::Failed {
                    failure: ModelFailure {
                        kind: FailureKind::RateLimited,
                        message: "too many requests".into(),
                        retry_after_ms: None,
                        status: Some(429),
                        asked: None,
                    },
                    used: turn(""),
                },
            }))),
        ),
        (
            "finished-committed",
            finished(Outcome::Committed(Committed {
                commit: Some(git()),
                tree: git(),
                changed: vec![],
                undeclared: vec![],
                left_out: vec![LeftOut::new("new.dat", LeftOutWhy::TooLarge)],
            })),
        ),
        (
            "finished-discarded",
            finished(Outcome::Discarded {
                kept: "refs/interlock/r/kept/x".into(),
                stays: Some("/state/worktrees/r/task".into()),
            }),
        ),
        (
            "proposed-names",
            Seen::Proposed {
                call: call(),
                facts: vec![
                    Fact::DashedName {
                        asked: String::new(),
                        name: None,
                    },
                    Fact::DashedName {
                        asked: "src".into(),
                        name: Some("-x".into()),
                    },
                ],
            },
        ),
        (
            "proposed-base",
            Seen::Proposed {
                call: call(),
                facts: vec![
                    Fact::InBase {
                        asked: "src/a.rs".into(),
                        held: false,
                    },
                    Fact::Alike {
                        asked: "readme.md".into(),
                        name: Some("README.md".into()),
                    },
                ],
            },
        ),
        (
            "proposed-directory",
            Seen::Proposed {
                call: call(),
                facts: vec![Fact::Names {
                    asked: "packages".into(),
                    names: vec!["api".into(), "web".into()],
                }],
            },
        ),
        (
            "finished",
            Seen::Finished {
                act,
                observation: Observation::plain(Status::Ok, "changed a").with(Outcome::Changed {
                    path: RelPath::new("a").unwrap(),
                    after: Some(Hash::of(b"b")),
                    tree: Some(git()),
                    facts: None,
                }),
            },
        ),
        (
            "scanned",
            Seen::Scanned {
                act,
                tree: Some(git()),
                changed: vec!["a".into()],
            },
        ),
        (
            "inspected",
            Seen::Inspected {
                act,
                found: vec![Inspection::File {
                    path: "a".into(),
                    digest: None,
                    kind: "absent".into(),
                    facts: "{}".into(),
                }],
            },
        ),
        (
            "inspected_change",
            Seen::Inspected {
                act,
                found: vec![Inspection::Change { facts: "{}".into() }],
            },
        ),
        (
            "measured",
            Seen::Measured {
                act,
                measured: Measured {
                    files: 2,
                    functions: 7,
                    complex: vec![Complex {
                        path: "src/a.rs".into(),
                        line: 3,
                        name: "A::b".into(),
                        complexity: 12,
                        before: Some(11),
                    }],
                    secrets: vec![SecretAt {
                        path: "src/a.rs".into(),
                        line: 9,
                        kind: "github-token".into(),
                        before: false,
                    }],
                    coverage: Some(Coverage {
                        path: "lcov.info".into(),
                        lines: 10,
                        hit: 9,
                        fresh: true,
                    }),
                    partly: vec!["big.rs".into()],
                },
            },
        ),
        (
            "compared",
            Seen::Compared {
                act,
                unfit: vec![Unfit {
                    command: "npm test".into(),
                    why: "it fails in the same way without it".into(),
                }],
            },
        ),
        (
            "falsified",
            Seen::Falsified {
                act,
                facts: "{}".into(),
            },
        ),
        (
            "gathered",
            Seen::Gathered {
                act,
                files: vec![ledger::promise::SourceFile {
                    path: "openspec/changes/add-limit/tasks.md".into(),
                    text: "- [ ] 1.1 Add it\n".into(),
                }],
            },
        ),
        (
            "ranked",
            Seen::Ranked {
                act,
                files: vec![Relevant {
                    path: "src/a.rs".into(),
                    score_pct: 91,
                }],
            },
        ),
        (
            "told",
            Seen::Told(Message {
                id: 3,
                by: "ada".into(),
                body: Body::Approve {
                    question: act,
                    terms: None,
                },
            }),
        ),
        (
            "told-approve-terms",
            Seen::Told(Message {
                id: 4,
                by: "ada".into(),
                body: Body::Approve {
                    question: act,
                    terms: Some(Terms::RUN),
                },
            }),
        ),
        (
            "told-grant",
            Seen::Told(Message {
                id: 5,
                by: "ada".into(),
                body: Body::Grant(Box::new(Grant {
                    what: "write or edit src/a.rs".into(),
                    findings: vec!["plan-path/*".into()],
                    proposals: vec![Hash::of(b"p")],
                    resource: Some("src/a.rs".into()),
                    network: vec![],
                    bound: binding(),
                    terms: Terms {
                        uses: 2,
                        expires_ms: 9_000,
                    },
                })),
            }),
        ),
        (
            "told-grant-network",
            Seen::Told(Message {
                id: 5,
                by: "ada".into(),
                body: Body::Grant(Box::new(Grant {
                    what: "connections to crates".into(),
                    findings: vec![],
                    proposals: vec![],
                    resource: None,
                    network: vec!["crates".into()],
                    bound: Binding::default(),
                    terms: Terms::RUN,
                })),
            }),
        ),
        (
            "told-revoke",
            Seen::Told(Message {
                id: 6,
                by: "ada".into(),
                body: Body::Revoke { grant: GrantId(5) },
            }),
        ),
        (
            "told-settings",
            Seen::Told(Message {
                id: 7,
                by: "ada".into(),
                body: Body::Settings(Box::new(Settings {
                    context: Some(ContextOptions {
                        tokens_max: 90_000,
                        compression: Compression::SlidingWindow,
                        include_history: true,
                        history_turns_max: 3,
                        relevance_pct: 70,
                        relevance_ttl_s: 60,
                    }),
                    ..Settings::default()
                })),
            }),
        ),
        (
            "told-end",
            Seen::Told(Message {
                id: 8,
                by: "ada".into(),
                body: Body::End {
                    reason: "a bad idea".into(),
                },
            }),
        ),
        (
            "finished-declined",
            Seen::Finished {
                act,
                observation: Observation::plain(Status::Declined, "a person said no: later"),
            },
        ),
        ("woke", Seen::Woke { act }),
        ("interrupted", Seen::Interrupted),
        ("rewound", Seen::Rewound { to: Seq(4) }),
    ]
}

fn decided() -> Vec<(&'static str, Decided)> {
    let act = ActId(7);
    let merge = Action::Merge(Merge {
        target: "main".into(),
        from: git(),
        to: git(),
        protected: vec![],
    });
    let commit = Action::Commit(Commit {
        task: task(),
        message: "m".into(),
        declared: ledger::scope::Scope::Any,
        never: vec![],
    });
    let check = Action::Check(Check {
        task: task(),
        command: "cargo test".into(),
        argv: vec!["cargo".into(), "test".into()],
        tree: git(),
        timeout_s: 60,
        tests: Vec::new(),
        purpose: Purpose::Evidence,
        watched: Vec::new(),
        hook: None,
    });
    let baseline = Action::Check(Check {
        task: task(),
        command: "make test".into(),
        argv: vec!["make".into(), "test".into()],
        tree: git(),
        timeout_s: 60,
        tests: Vec::new(),
        purpose: Purpose::Baseline,
        watched: vec![RelPath::new("src/a.rs").unwrap()],
        hook: None,
    });
    let hook = Action::Check(Check {
        task: task(),
        command: "/repo/.git/hooks/pre-commit".into(),
        argv: vec!["/repo/.git/hooks/pre-commit".into()],
        tree: git(),
        timeout_s: 60,
        tests: Vec::new(),
        purpose: Purpose::Evidence,
        watched: Vec::new(),
        hook: Some(Box::new(HookCall {
            hook: RepositoryHook {
                name: "pre-commit".into(),
                path: "/repo/.git/hooks/pre-commit".into(),
                digest: Hash::of(b"#!/bin/sh"),
            },
            onto: git(),
            commit: git(),
        })),
    });
    let checkout = Action::Checkout(Checkout {
        task: task(),
        commit: git(),
        tree: Some(git()),
        bring: vec![RelPath::new("node_modules").unwrap()],
        compare: true,
    });
    let trials = Action::Trials(Trials {
        task: task(),
        tree: git(),
        commands: vec![Declared {
            command: "cargo test".into(),
            argv: vec!["cargo".into(), "test".into()],
            build: None,
        }],
        bounds: Falsify::default(),
        unreadable: vec![RelPath::new("src/a.rs").unwrap()],
    });
    let delegate = Action::Delegate(Delegate {
        task: task(),
        agent: "mine".into(),
        profile: "claude".into(),
        kind: AgentKind::Cli,
        argv: vec!["claude".into(), "-p".into()],
        prompt: "# Task".into(),
        resumes: Some("s-1".into()),
        spend_max: Usd(5_000_000),
        timeout_s: 3_600,
    });
    let asked = Action::Hook(HookRun {
        task: task(),
        hook: UserHook {
            name: "gate".into(),
            on: HookOn {
                tool: vec!["shell".into()],
                checkpoint: vec![Checkpoint::PreTool],
                phase: vec![Phase::Executing],
            },
            run: vec!["./gate.sh".into()],
            timeout_s: 60,
            outside: true,
        },
        moment: Moment::BeforeCall(task(), CallId("c1".into())),
        event: "{}".into(),
    });
    let connect = |at| {
        Action::Connect(Connect {
            task: task(),
            server: "docs".into(),
            at,
            timeout_s: 30,
        })
    };
    let program = connect(ServerAt::Program {
        argv: vec!["docs-server".into()],
    });
    let address = connect(ServerAt::Address {
        url: "https://docs.example.org/mcp".into(),
    });
    let used = Action::UseTool(UseTool {
        task: task(),
        server: "docs".into(),
        tool: "find".into(),
        arguments: r#"{"q":"x"}"#.into(),
        timeout_s: 60,
    });
    let allowed = |action: Action| Decided::Allowed {
        act,
        call: None,
        digest: action.digest(),
        action: Some(action),
    };
    vec![
        (
            "moved",
            Decided::Moved {
                from: Phase::Idle,
                to: Phase::Parsing,
                why: "a task".into(),
            },
        ),
        ("gated", Decided::Gated(decision())),
        (
            "requested",
            Decided::Requested {
                act,
                attempt: 1,
                sections: vec![Hash::of(b"s")],
                tokens: 10,
                bytes: 20,
                whole_bytes: 30,
                left_out: 0,
                reserve: Usd(40),
            },
        ),
        (
            "requested-cut",
            Decided::Requested {
                act,
                attempt: 1,
                sections: vec![Hash::of(b"s")],
                tokens: 10,
                bytes: 20,
                whole_bytes: 30,
                left_out: 4,
                reserve: Usd(40),
            },
        ),
        ("weigh", Decided::Weigh { call: call() }),
        (
            "allowed-call",
            Decided::Allowed {
                act,
                call: Some(call()),
                digest: Hash::of(b"x"),
                action: None,
            },
        ),
        ("allowed-merge", allowed(merge)),
        ("allowed-commit", allowed(commit)),
        ("allowed-check", allowed(check)),
        ("allowed-check-baseline", allowed(baseline)),
        ("allowed-check-hook", allowed(hook)),
        ("allowed-checkout", allowed(checkout)),
        ("allowed-trials", allowed(trials)),
        ("allowed-user-hook", allowed(asked)),
        ("allowed-delegate", allowed(delegate)),
        ("allowed-connect", allowed(program)),
        ("allowed-connect-address", allowed(address)),
        ("allowed-use-tool", allowed(used)),
        (
            "answered",
            Decided::Answered {
                call: call(),
                observation: Observation::plain(Status::Refused, "no"),
            },
        ),
        (
            "asked",
            Decided::Asked {
                act,
                call: Some(call()),
                ask: Ask::Permission {
                    what: "run make".into(),
                    digest: Hash::of(b"p"),
                    decision: decision(),
                    effects: vec![],
                    bound: None,
                },
            },
        ),
        (
            "asked-bound",
            Decided::Asked {
                act,
                call: Some(call()),
                ask: Ask::Permission {
                    what: "run make".into(),
                    digest: Hash::of(b"p"),
                    decision: decision(),
                    effects: vec!["start:make".into()],
                    bound: Some(binding()),
                },
            },
        ),
        (
            "asked-tools",
            Decided::Asked {
                act,
                call: None,
                ask: Ask::Tools {
                    server: "docs".into(),
                    tools: vec![DoubtfulTool {
                        name: "find".into(),
                        digest: Hash::of(b"find"),
                        description: "Finds a page.".into(),
                        why: "the server did not have it before".into(),
                    }],
                },
            },
        ),
        (
            "settled",
            Decided::Settled {
                act,
                said: "approved".into(),
            },
        ),
        (
            "inspect",
            Decided::Inspect {
                act,
                paths: vec!["a".into()],
                commands: vec!["cargo test".into()],
            },
        ),
        (
            "measure",
            Decided::Measure {
                act,
                gates: vec!["coverage".into()],
            },
        ),
        (
            "compare",
            Decided::Compare {
                act,
                commands: vec!["npm test".into()],
            },
        ),
        (
            "falsify",
            Decided::Falsify {
                act,
                commands: vec!["cargo test".into()],
            },
        ),
        ("rank", Decided::Rank { act }),
        (
            "gather",
            Decided::Gather {
                act,
                paths: vec!["openspec/changes/add-limit/tasks.md".into()],
                target: vec!["openspec/specs/runner/spec.md".into()],
            },
        ),
        ("drafting", Decided::Drafting(drafting())),
        (
            "unchecked",
            Decided::Unchecked {
                command: "make".into(),
                why: "not declared".into(),
            },
        ),
        (
            "correcting",
            Decided::Correcting {
                round: 1,
                gaps: vec!["artifact:a".into()],
                rolled_back: false,
            },
        ),
        (
            "held",
            Decided::Held {
                park: Park {
                    stop: Stop::Stuck,
                    why: "the same thing again and again".into(),
                    needs: vec![Need::Hint],
                },
                escalate: Some("max_retries".into()),
            },
        ),
        (
            "escalated",
            Decided::Escalated {
                reason: "max_retries".into(),
                words: String::new(),
            },
        ),
        (
            "escalated-words",
            Decided::Escalated {
                reason: "infinite_loop".into(),
                words: "nothing new for 12 turns".into(),
            },
        ),
        (
            "nudged",
            Decided::Nudged {
                about: Nudge::Loop,
                text: "try another way".into(),
            },
        ),
        (
            "wake",
            Decided::Wake {
                act,
                at_ms: 5,
                why: "overloaded".into(),
                limit: None,
            },
        ),
        (
            "wake-limit",
            Decided::Wake {
                act,
                at_ms: 5,
                why: "the limit of time".into(),
                limit: Some(Limit::Time),
            },
        ),
        (
            "cancel",
            Decided::Cancel {
                act,
                why: "parked".into(),
            },
        ),
        (
            "parked",
            Decided::Parked(Park {
                stop: Stop::Blocked,
                why: "a person is asked".into(),
                needs: vec![
                    Need::Answer { question: act },
                    Need::Budget,
                    Need::Hint,
                    Need::Time { at_ms: 9 },
                ],
            }),
        ),
        (
            "parked-context",
            Decided::Parked(Park {
                stop: Stop::BudgetExhausted,
                why: "nothing more can be left out".into(),
                needs: vec![Need::Context { tokens: 90_000 }],
            }),
        ),
        (
            "unparked",
            Decided::Unparked {
                why: "an answer".into(),
            },
        ),
        (
            "ended",
            Decided::Ended {
                phase: Phase::Done,
                why: "merged".into(),
            },
        ),
        (
            "forced",
            Decided::Forced {
                signals: vec!["`Cargo.toml` concerns dependencies".into()],
            },
        ),
        (
            "session-answered",
            Decided::Session(SessionDecided::Answered {
                call: Some(call()),
                answer: HookAnswer::SentBack,
                words: "a test fails".into(),
            }),
        ),
        (
            "session-trust-lowered",
            Decided::Session(SessionDecided::TrustLowered {
                why: "a refusal did not bind".into(),
            }),
        ),
        ("budget-low", Decided::BudgetLow { left: Usd(1) }),
        (
            "noted",
            Decided::Noted {
                kind: "hook".into(),
                text: "t".into(),
            },
        ),
    ]
}

fn session_opened() -> Seen {
    Seen::Session(SessionSeen::Opened(Box::new(SessionOpened {
        program: "0.1.0".into(),
        agent: "claude".into(),
        version: Some("2.1.332".into()),
        session: "fc1c3035".into(),
        repository: "/r".into(),
        directory: "/r/src".into(),
        base: Some(git()),
        how: "startup".into(),
        policies: PolicySet {
            protected_branches: vec!["main".into()],
            danger_patterns: Vec::new(),
            secret_patterns: Vec::new(),
            rules: Vec::new(),
            hooks: Vec::new(),
            declared: vec!["cargo test".into()],
            protected_paths: Vec::new(),
            project_may_allow: false,
            broken: Vec::new(),
            documentation_hosts: Vec::new(),
            allowed_tools: Vec::new(),
            required: Vec::new(),
        },
        lacks: vec!["it asks nobody".into()],
    })))
}

fn line(event: Event) -> Line {
    Line {
        v: 1,
        run: RunId::new("golden").unwrap(),
        seq: Seq(1),
        epoch: 1,
        stamp: Stamp {
            at_ms: 1_000,
            mono_ms: 2,
            task: Some(task()),
        },
        event,
    }
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("golden")
        .join(format!("{name}.json"))
}

#[test]
fn every_kind_of_line_reads_and_writes_as_it_always_did() {
    let lines = seen()
        .into_iter()
        .chain(golden_forge::seen())
        .map(|(name, it)| (format!("seen-{name}"), Event::Seen(it)))
        .chain(
            decided()
                .into_iter()
                .chain(golden_forge::decided())
                .map(|(name, it)| (format!("decided-{name}"), Event::Decided(it))),
        );
    let mut count = 0;
    for (name, event) in lines {
        let line = line(event);
        let bytes = v1::encode(&line).unwrap();
        let path = file(&name);
        if !path.exists() && std::env::var("INTERLOCK_GOLDEN").as_deref() == Ok("write") {
            fs::write(&path, [bytes.as_slice(), b"\n"].concat()).unwrap();
        }
        let golden = fs::read(&path).unwrap_or_else(|_| panic!("no golden file for {name}"));
        let golden = golden.strip_suffix(b"\n").unwrap_or(&golden);
        assert_eq!(
            String::from_utf8_lossy(golden),
            String::from_utf8_lossy(&bytes),
            "{name}"
        );
        assert_eq!(v1::decode(golden).unwrap(), line, "{name}");
        count += 1;
    }
    let files = fs::read_dir(file("x").parent().unwrap()).unwrap().count();
    assert_eq!(files, count, "a golden file without its line");
}

#[test]
fn a_newer_line_is_refused_by_its_version() {
    let bytes = br#"{"v":2,"run":"r","seq":1,"epoch":1,"at_ms":0,"mono_ms":0,"event":{"seen":{"dreamt":{}}}}"#;
    assert!(matches!(v1::decode(bytes), Err(v1::BadLine::Version(2))));
    let bytes = br#"{"v":1,"run":"r","seq":1,"epoch":1,"at_ms":0,"mono_ms":0,"event":{"seen":{"dreamt":{}}}}"#;
    assert!(matches!(v1::decode(bytes), Err(v1::BadLine::Unreadable(_))));
}
