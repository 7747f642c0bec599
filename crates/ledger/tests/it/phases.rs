//! The phases of a run, and words that people, files and rules know things by.

use ledger::action::{Action, ChangeHow, Discard, HandOver};
use ledger::facts::{Fact, Question};
use ledger::gate::Checkpoint;
use ledger::ids::TaskId;
use ledger::phase::{Mode, Phase, Role, Stop};
use ledger::proposal::Proposal;
use ledger::report::ReportStatus;

const PHASES: [Phase; 9] = [
    Phase::Idle,
    Phase::Parsing,
    Phase::Planning,
    Phase::Executing,
    Phase::Validating,
    Phase::Merging,
    Phase::Done,
    Phase::Fail,
    Phase::Stopped,
];

#[test]
fn a_run_goes_from_phase_to_phase_and_no_other_way() {
    let ways = "idle parsing, idle stopped, parsing planning, parsing fail, parsing stopped, planning executing, \
                planning fail, planning stopped, executing executing, executing validating, executing fail, \
                executing stopped, validating executing, validating merging, validating fail, validating stopped, \
                merging executing, merging validating, merging done, merging fail, merging stopped";
    let mut found = Vec::new();
    for from in PHASES {
        let into = PHASES.into_iter().filter(|to| from.may_enter(*to));
        found.extend(into.map(|to| format!("{from} {to}")));
    }
    assert_eq!(found.join(", "), ways);
}

/// The word that is written into lines is the one that people are told.
fn as_written<T: serde::Serialize>(all: &[(T, &str)]) {
    for (it, word) in all {
        assert_eq!(serde_json::to_value(it).unwrap(), *word);
    }
}

#[test]
fn words_are_those_of_the_lines() {
    as_written(&PHASES.map(|it| (it, it.word())));
    as_written(&[Mode::Quick, Mode::Normal].map(|it| (it, it.word())));
    as_written(
        &[
            Role::Generator,
            Role::Planner,
            Role::Evaluator,
            Role::Verifier,
            Role::Harness,
        ]
        .map(|it| (it, it.word())),
    );
    let stops = [
        Stop::Done,
        Stop::Blocked,
        Stop::BudgetExhausted,
        Stop::Stuck,
        Stop::Unsafe,
        Stop::ScopeDrift,
        Stop::Stopped,
    ];
    as_written(&stops.map(|it| (it, it.word())));
    assert_eq!(Stop::BudgetExhausted.to_string(), "budget-exhausted");
    as_written(
        &[
            ReportStatus::Passed,
            ReportStatus::GapsFound,
            ReportStatus::HumanNeeded,
        ]
        .map(|it| (it, it.word())),
    );
    let checkpoints: Vec<_> = Checkpoint::ALL.iter().map(|it| (*it, it.word())).collect();
    as_written(&checkpoints);
}

#[test]
fn an_action_has_a_word() {
    let task = TaskId::new("t1").unwrap();
    let discard = Action::Discard(Discard {
        task,
        branch: false,
        run_goes_on: false,
    });
    let tell = Action::HandOver(HandOver {
        reason: String::new(),
        page: String::new(),
        notify: None,
    });
    assert_eq!((discard.word(), tell.word()), ("discard", "hand-over"));
    let (content, old, new) = (String::new(), String::new(), String::new());
    assert_eq!(ChangeHow::Write { content }.word(), "write");
    assert_eq!(ChangeHow::Edit { old, new }.word(), "edit");
    assert_eq!(ChangeHow::Delete.word(), "delete");
}

#[test]
fn what_only_looks_is_known() {
    let text = String::new;
    let path = text;
    for (proposal, tool, looks) in [
        (
            Proposal::Read {
                path: path(),
                from: None,
                lines: None,
            },
            "read",
            true,
        ),
        (Proposal::List { path: path() }, "list", true),
        (
            Proposal::Search {
                pattern: text(),
                path: None,
                glob: None,
            },
            "search",
            true,
        ),
        (Proposal::Delete { path: path() }, "delete", false),
        (
            Proposal::Exec {
                argv: Vec::new(),
                cwd: None,
            },
            "run",
            false,
        ),
        (Proposal::Git { argv: Vec::new() }, "git", false),
        (Proposal::Verify { command: text() }, "verify", false),
        (
            Proposal::PullRequest {
                title: text(),
                body: text(),
            },
            "pull_request",
            false,
        ),
    ] {
        assert_eq!((proposal.tool(), proposal.only_looks()), (tool, looks));
    }
}

#[test]
fn an_answer_names_its_question() {
    let asked = || "a/b".to_owned();
    for (question, fact, words) in [
        (Question::Branch, Fact::Branch(None), "which branch"),
        (
            Question::Declared,
            Fact::Declared(Vec::new()),
            "which commands",
        ),
        (
            Question::Text(asked()),
            Fact::Text {
                asked: asked(),
                text: None,
            },
            "what `a/b` holds",
        ),
        (
            Question::DashedName(asked()),
            Fact::DashedName {
                asked: asked(),
                name: None,
            },
            "whether a name in `a/b` begins with a dash",
        ),
        (
            Question::DashedName(String::new()),
            Fact::DashedName {
                asked: String::new(),
                name: Some("-x".to_owned()),
            },
            "whether a name begins with a dash",
        ),
        (
            Question::Names(asked()),
            Fact::Names {
                asked: asked(),
                names: Vec::new(),
            },
            "which names are in `a/b`",
        ),
        (
            Question::InBase(asked()),
            Fact::InBase {
                asked: asked(),
                held: true,
            },
            "whether the work began with `a/b`",
        ),
        (
            Question::Alike(asked()),
            Fact::Alike {
                asked: asked(),
                name: None,
            },
            "whether a name like `a/b` stands already",
        ),
        (
            Question::Path(asked()),
            Fact::Unknown {
                question: Question::Path(asked()),
                why: String::new(),
            },
            "what stands at `a/b`",
        ),
    ] {
        assert_eq!(fact.question(), question);
        assert!(question.words().starts_with(words), "{question:?}");
    }
}
