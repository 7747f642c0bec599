//! A desk over a store of its own, and a forge that nobody asks.

use std::collections::BTreeMap;

use ledger::event::{Ask, Stamp};
use ledger::forge::{Fact, IssueAction, IssueSeen, Origin, What};
use ledger::ids::RunId;
use ledger::journal::Draft;
use store::Delivery;

use super::*;
use crate::config::{self, Sources, System};
use crate::serve::saying::saying;

/// A daemon's place.
pub(super) struct Kit {
    dir: tempfile::TempDir,
    env: BTreeMap<String, String>,
}

impl Kit {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path().join("home/.config/interlock");
        std::fs::create_dir_all(&own).unwrap();
        std::fs::create_dir_all(dir.path().join("repo")).unwrap();
        let text = "forge:\n  home:\n    kind: gitea\n    url: \"http://127.0.0.1:9\"\n    repositories: [team/*]\n    \
             hook_secret_env: HOOK_SECRET\nroster:\n  coder:\n    login: coder\n    token_env: CODER_TOKEN\n";
        std::fs::write(own.join("config.yml"), text).unwrap();
        let home = dir.path().join("home").display().to_string();
        let env = [
            ("HOME", home.as_str()),
            ("HOOK_SECRET", "secret"),
            ("CODER_TOKEN", "token"),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            dir,
            env: BTreeMap::from(env),
        }
    }

    fn config(&self) -> (Config, Setup) {
        let sources = Sources {
            root: self.dir.path().join("repo"),
            env: self.env.clone(),
            flags: Vec::new(),
            file: None,
            is_trusted_once: false,
            files: Some(Vec::new()),
            system: System::Unix,
        };
        let config = config::load(&sources).unwrap().config;
        let setup = Setup::of(&config, &self.env).unwrap();
        (config, setup)
    }

    pub(super) fn store(&self) -> Store {
        Store::open(&self.config().1.store_dir).unwrap()
    }

    pub(super) fn desk(&self) -> Desk {
        let (config, setup) = self.config();
        let call = Call {
            directory: self.dir.path().join("repo"),
            file: None,
            flags: Vec::new(),
            trust_once: false,
        };
        let forges = Arc::new(Forges::of(&config.forges, &self.env));
        let log: Log = Arc::new(|_| ());
        let watched = setup.forges.first().unwrap();
        Desk::open(&call, &config, &setup, watched, &forges, &log).unwrap()
    }
}

/// An issue as a look finds it, changed at some time.
pub(super) fn issue(repo: &str, number: u64, updated_ms: u64) -> Fact {
    Fact {
        repo: RepoName::new(repo).unwrap(),
        by: None,
        origin: Origin::Look,
        what: What::Issue {
            action: IssueAction::Seen,
            issue: Box::new(IssueSeen {
                number,
                title: "A title".to_owned(),
                body: String::new(),
                author: None,
                open: true,
                assignees: Vec::new(),
                labels: None,
                created_ms: 1,
                updated_ms,
                closed_ms: 0,
                comments: 0,
            }),
        },
    }
}

#[test]
fn all_that_waits_is_taken_in_however_large() {
    let kit = Kit::new();
    let large = |at: u64| Delivery {
        forge: "home".to_owned(),
        id: format!("id-{at}"),
        event: "issues".to_owned(),
        received_ms: 1,
        headers: BTreeMap::new(),
        body: vec![b' '; 3 << 20],
    };
    let all: Vec<Delivery> = (0..7).map(large).collect();
    kit.store().accept(&all).unwrap();
    let mut desk = kit.desk();
    let mut turns = 0;
    while desk.take_deliveries().unwrap() {
        turns += 1;
    }
    assert_eq!(desk.stream.board.delivered, 7);
    assert!(turns > 1, "they do not fit at once");
}

#[test]
fn a_question_is_said_again_only_as_long_as_its_run_waits() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    let lines = |desk: &mut Desk| desk.stream.commit().unwrap().len();
    lines(&mut desk);
    desk.say_again(saying(None));
    assert_eq!((lines(&mut desk), desk.sayings.len()), (1, 1));
    desk.say_again(saying(Some(1)));
    assert_eq!((lines(&mut desk), desk.sayings.len()), (0, 1));
}

#[test]
fn a_sweep_that_brings_nothing_new_is_not_written_down() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    let at = |since_ms| LookAt::Since {
        repo: RepoName::new("team/shop").unwrap(),
        since_ms,
    };
    let written = |desk: &mut Desk| {
        let before = desk.stream.lines();
        desk.settle().unwrap();
        desk.stream.lines() - before
    };
    written(&mut desk);
    let (one, two) = (issue("team/shop", 1, 5), issue("team/shop", 2, 5));
    desk.looked(at(0), vec![one.clone(), two.clone()], None);
    assert!(written(&mut desk) > 0);
    desk.looked(at(1), vec![one.clone(), two.clone()], None);
    desk.looked(at(2), vec![two.clone()], None);
    desk.looked(at(3), Vec::new(), None);
    desk.looked(at(4), Vec::new(), Some("it is away".to_owned()));
    assert_eq!(written(&mut desk), 0);
    desk.looked(at(5), vec![one.clone(), issue("team/shop", 2, 6)], None);
    assert!(written(&mut desk) > 0);
    // After something else was told, a sweep may correct it.
    desk.told_otherwise(std::slice::from_ref(&one));
    desk.looked(at(5), vec![one.clone()], None);
    assert!(written(&mut desk) > 0);
    // What was decided on comes back, whatever it brings.
    desk.stream.board.looks.insert(at(6));
    desk.looked(at(6), vec![one], None);
    assert!(written(&mut desk) > 0);
    assert!(!desk.stream.board.looks.contains(&at(6)));
}

#[test]
fn only_a_look_that_succeeded_counts_as_a_sweep() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    let at = |repo: &str| LookAt::Since {
        repo: RepoName::new(repo).unwrap(),
        since_ms: 0,
    };
    let health = Health::new();
    desk.looked(at("team/shop"), Vec::new(), Some("it is away".to_owned()));
    desk.tell_health(&health);
    assert_eq!(health.swept_at_ms(), None);
    desk.looked(at("team/shop"), Vec::new(), None);
    desk.tell_health(&health);
    assert!(health.swept_at_ms().is_some());
}

#[test]
fn repositories_of_an_owner_are_remembered() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    assert_eq!(desk.named, BTreeSet::new());
    let at = LookAt::Subject(ledger::forge::Subject {
        repo: RepoName::new("team/shop").unwrap(),
        number: 1,
    });
    let facts = vec![issue("team/shop", 1, 5), issue("other/shop", 1, 5)];
    desk.looked(at, facts, None);
    desk.settle().unwrap();
    drop(desk);
    let named = kit.desk().named;
    assert_eq!(named, BTreeSet::from([RepoName::new("team/shop").unwrap()]));
}

/// Asks something in a run.
fn ask(store: &Store, run: &RunId, text: &str) {
    store.create_run(run, &store::Meta::default()).unwrap();
    let stamp = Stamp {
        at_ms: 1,
        mono_ms: 1,
        task: None,
    };
    let ask = Ask::Question {
        text: text.to_owned(),
        options: Vec::new(),
    };
    let event = ledger::event::Event::Decided(Decided::Asked {
        act: ActId(12),
        call: None,
        ask,
    });
    let claim = store.claim(run).unwrap();
    let mut journal = claim.journal(run.clone());
    journal.append(vec![Draft { stamp, event }]).unwrap();
}

/// An issue that somebody assigned, and the task that was begun for it. Not carried out: there is no run.
fn begun(desk: &mut Desk) -> (TaskNo, RunId) {
    let mut assigned = issue("team/shop", 1, now_ms());
    if let What::Issue { issue, .. } = &mut assigned.what {
        issue.created_ms = now_ms();
        issue.assignees = vec![Login::new("coder").unwrap()];
    }
    desk.looked(LookAt::Subject(subject()), vec![assigned], None);
    desk.stream.commit().unwrap();
    let begun = desk.stream.board.tasks.iter().next();
    begun.map(|(no, it)| (no, it.run.clone().unwrap())).unwrap()
}

fn subject() -> ledger::forge::Subject {
    ledger::forge::Subject {
        repo: RepoName::new("team/shop").unwrap(),
        number: 1,
    }
}

#[test]
fn what_runs_wait_for_is_asked_again_with_each_start() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    let (task, run) = begun(&mut desk);
    ask(&kit.store(), &run, "Which one?");
    let end = ledger::board::AttemptEnd::Waiting {
        why: "Which one?".to_owned(),
    };
    desk.stream.see(BoardSeen::Ended {
        task,
        attempt: 1,
        end,
    });
    desk.stream.commit().unwrap();
    drop(desk);
    let mut desk = kit.desk();
    desk.ask_again();
    assert_eq!(desk.sayings.len(), 1);
    assert!(
        desk.sayings
            .values()
            .all(|it| it.body().contains("Which one?"))
    );
    desk.stream.see(BoardSeen::Answered { task });
    desk.sayings.clear();
    desk.ask_again();
    assert!(desk.sayings.is_empty(), "it is answered");
}

/// An answer that is not taken is told to whoever gave it, once, however often it is found.
#[test]
fn an_answer_that_fits_two_runs_is_told_not_to_be_taken() {
    use crate::serve::answers::{Fate, Fitting, Given, GivenWhat};
    let kit = Kit::new();
    let mut desk = kit.desk();
    let (task, run) = begun(&mut desk);
    let given = Given {
        subject: subject(),
        author: Login::new("maria").unwrap(),
        at_ms: now_ms(),
        what: GivenWhat::Approval,
    };
    let one = Fitting {
        task,
        run: run.clone(),
        question: ActId(12),
        body: ledger::message::Body::Deny {
            question: ActId(12),
            reason: String::new(),
        },
        fate: Fate::Unclear,
    };
    desk.tell_not_taken(&one, &given);
    desk.tell_not_taken(&one, &given);
    let said: Vec<&str> = desk.sayings.values().map(|it| it.body()).collect();
    let [said] = said.as_slice() else {
        panic!("{said:?}");
    };
    assert!(said.contains("@maria"), "{said}");
    assert!(
        said.contains(&format!("`interlock approve {run} a12`")),
        "{said}"
    );
}
