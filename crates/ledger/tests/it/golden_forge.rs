//! Lines about work that comes from a forge, and about what is done there, for the golden files.

use ledger::action::Action;
use ledger::board::{
    ActionType, AgentOptions, AttemptEnd, BoardDecided, BoardOptions, BoardSeen, BusinessType,
    Cause, Ending, LookAt, TaskKey, TaskNo, TaskState,
};
use ledger::event::{Decided, Seen};
use ledger::forge::{
    CommentAction, CommentSeen, Deed, Delivered, Fact, ForgeAct, ForgeDone, Login, Origin, Push,
    RepoName, Subject, What,
};
use ledger::ids::{ActId, GitId, Hash, RunId};
use ledger::observation::{Observation, Outcome, Status};

const TASK: TaskNo = TaskNo(7);

fn repo() -> RepoName {
    RepoName::new("acme/widgets").unwrap()
}

fn login(name: &str) -> Login {
    Login::new(name).unwrap()
}

fn subject() -> Subject {
    Subject {
        repo: repo(),
        number: 42,
    }
}

fn run() -> RunId {
    RunId::new("raaaimmq").unwrap()
}

fn comment() -> Fact {
    Fact {
        repo: repo(),
        by: Some(login("mia")),
        origin: Origin::Delivery,
        what: What::Comment {
            action: CommentAction::Created,
            comment: CommentSeen {
                id: 301,
                number: 42,
                author: Some(login("mia")),
                body: "@coder please look".into(),
                created_ms: 1_000,
            },
        },
    }
}

/// What is seen.
pub(crate) fn seen() -> Vec<(&'static str, Seen)> {
    let options = BoardOptions {
        program: "0.1.0".into(),
        forge: "work".into(),
        agents: vec![AgentOptions {
            name: "coder".into(),
            login: login("coder-bot"),
            parallel_max: 1,
        }],
        coordinator: Some(login("lead-bot")),
        infrastructure: None,
        timeout_ms: 3_600_000,
        attempts_max: 3,
        rounds_max: 5,
        parallel_max: 4,
        templates: Hash::of(b"t"),
    };
    let delivered = Delivered {
        no: 12,
        id: "9d1c".into(),
        event: "issue_comment".into(),
        facts: vec![comment()],
        look: vec![subject()],
        unread: Some("it is no JSON".into()),
    };
    let ended = |end| BoardSeen::Ended {
        task: TASK,
        attempt: 1,
        end,
    };
    let looked = BoardSeen::Looked {
        at: LookAt::Since {
            repo: repo(),
            since_ms: 1_000,
        },
        facts: vec![comment()],
        failed: Some("it answered 503".into()),
    };
    let why = "no report stands there".to_owned();
    let all = [
        ("board-opened", BoardSeen::Opened(Box::new(options))),
        ("board-delivered", BoardSeen::Delivered(Box::new(delivered))),
        ("board-looked", looked),
        ("board-ended", ended(AttemptEnd::Done)),
        ("board-unfinished", ended(AttemptEnd::Unfinished { why })),
        ("board-answered", BoardSeen::Answered { task: TASK }),
        ("board-ticked", BoardSeen::Ticked),
        ("board-stopping", BoardSeen::Stopping),
    ];
    let done = ForgeDone {
        number: Some(42),
        id: Some(301),
        stood: true,
        url: "https://forge.example/acme/widgets/issues/42".into(),
    };
    let finished = Seen::Finished {
        act: ActId(7),
        observation: Observation::plain(Status::Ok, "").with(Outcome::OnForge(done)),
    };
    let all = all.map(|(name, it)| (name, Seen::Board(it)));
    all.into_iter()
        .chain([("finished-on-forge", finished)])
        .collect()
}

/// What is decided.
pub(crate) fn decided() -> Vec<(&'static str, Decided)> {
    let key = |cause| TaskKey {
        subject: subject(),
        action: ActionType::IssueAssigned,
        agent: login("coder-bot"),
        cause,
    };
    let created = |cause| BoardDecided::Created {
        task: TASK,
        key: Box::new(key(cause)),
        business: BusinessType::Bug,
        title: "It panics".into(),
    };
    let why = String::from("its task has ended: merged");
    let text = String::from("it ended before it was begun: merged");
    let all = [
        ("board-created", created(Cause::Assigned(1))),
        ("board-created-head", created(Cause::Head(Hash::of(b"h")))),
        (
            "board-moved",
            BoardDecided::Moved {
                task: TASK,
                from: TaskState::Review,
                to: TaskState::Done,
                ending: Some(Ending::Merged),
                why: why.clone(),
            },
        ),
        (
            "board-dispatched",
            BoardDecided::Dispatched {
                task: TASK,
                attempt: 2,
                run: run(),
            },
        ),
        (
            "board-cancelled",
            BoardDecided::Cancelled {
                task: TASK,
                run: run(),
                why,
            },
        ),
        ("board-look", BoardDecided::Look(LookAt::Parts(subject()))),
        (
            "board-told",
            BoardDecided::Told {
                task: TASK,
                text: text.clone(),
            },
        ),
        (
            "board-anomaly",
            BoardDecided::Anomaly {
                task: Some(TASK),
                text,
            },
        ),
    ];
    let acts = acts().map(|(name, action)| {
        let allowed = Decided::Allowed {
            act: ActId(7),
            call: None,
            digest: action.digest(),
            action: Some(action),
        };
        (name, allowed)
    });
    let all = all.map(|(name, it)| (name, Decided::Board(it)));
    all.into_iter().chain(acts).collect()
}

/// What is done on a forge.
fn acts() -> [(&'static str, Action); 2] {
    let commit = GitId::new("0123456789abcdef0123456789abcdef01234567").unwrap();
    let push = Push {
        forge: "work".into(),
        repo: repo(),
        login: login("coder-bot"),
        branch: "feat/42-slugs".into(),
        commit: commit.clone(),
        expected: Some(commit),
    };
    let comment = ForgeAct {
        forge: "work".into(),
        repo: repo(),
        login: login("coder-bot"),
        deed: Deed::Comment {
            number: 42,
            body: "[Action Report] done".into(),
            mark: "raaaimmq-0123456789ab".into(),
            replace: false,
        },
    };
    [
        ("allowed-push", Action::Push(push)),
        ("allowed-forge", Action::Forge(comment)),
    ]
}
