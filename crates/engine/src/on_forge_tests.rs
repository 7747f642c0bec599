//! Runs about an issue, with what an agent says of it: what is let through, and what is published.

use std::sync::Arc;

use gate::Policies;
use ledger::action::Action;
use ledger::event::{Decided, Event, Opened, Stamp};
use ledger::forge::{
    Deed, Errand, ForgeAct, ForgeDone, IssueTask, Login, Means, MeansKind, MergeVia, Publish,
    RepoName, Standing, Subject,
};
use ledger::ids::{CallId, GitId, RunId, TaskId};
use ledger::observation::{Observation, Outcome, Status};
use ledger::options::{AgentChoice, AgentKind, EscalateAction};
use ledger::phase::Phase;
use ledger::plan::{Plan, Task};
use ledger::promise::Source;
use ledger::proposal::Proposal;
use ledger::reply::Call;

use crate::state::{CallStatus, Escalation, Pending, State};
use crate::step_context::StepContext;
use crate::{fold, handover, on_forge, publish, said_on_forge};

/// How a run is opened, without what the tests say themselves.
const OPENED: &str = r#"{"program":"0.1.0","source":{"sentence":{"text":"x"}},"trusted":true,"repository":"/home/ada/greeter","target":"main","base":"cae662172fd450bb0cd710a769079c05bfc5d8e3","options":{"mode":"quick","limits":{"total_time_ms":3600000,"state_cycles_max":10,"deadlock_detection":true,"on_deadlock":"escalate_to_human","turns_max":50,"tool_calls_max":100,"verify_attempts_max":8,"delegations_max":0,"tool_timeout_s":60,"check_timeout_s":60,"idle_turns_nudge":6,"idle_turns_max":10,"repeats_max":4,"nonsense_max":3,"model_failures_max":4,"wait_in_process_ms":300000},"budget":{"total":5000000,"warn_pct":20,"stop_on_exhausted":true,"floor":100000,"reserve":200000,"grace_s":10,"prices":{},"ceiling":{"input":3000000,"cache_read":300000,"cache_write":3750000,"output":15000000}},"policies":{"protected_branches":["main"],"danger_patterns":[],"secret_patterns":[],"rules":[],"hooks":[],"declared":[],"protected_paths":[]},"correction":{"retries_max":3,"total_attempts_max":10,"escalate_on":[],"escalate_action":"pause","notify":null},"context":{"tokens_max":60000,"compression":"claude-style","include_history":true,"history_turns_max":4,"relevance_pct":30,"relevance_ttl_s":300},"verification":{"commands":[],"levels":[1,2],"superpowers":false,"superpowers_continue_on_fail":false,"archon":[],"thresholds":{}},"risk":{"files_max":20,"deletes_max":5},"models":{"executor":"default","model":"scripted","wire":"scripted","temperature_milli":null,"reply_tokens_max":4096},"hooks":{"on_failure":[]}}}"#;

fn id() -> TaskId {
    TaskId::new("a").unwrap()
}

fn commit() -> GitId {
    GitId::new("cae662172fd450bb0cd710a769079c05bfc5d8e3").unwrap()
}

fn login(name: &str) -> Login {
    Login::new(name).unwrap()
}

fn errand(means: &[MeansKind], wants: &[MeansKind]) -> Errand {
    Errand {
        action: ledger::board::ActionType::IssueAssigned,
        login: login("coder"),
        display_name: String::new(),
        about: subject(),
        beside: Vec::new(),
        head: None,
        means: means.to_vec(),
        wants: wants.to_vec(),
        talks_only: false,
        sections: Vec::new(),
    }
}

fn subject() -> Subject {
    Subject {
        repo: RepoName::new("acme/widgets").unwrap(),
        number: 7,
    }
}

fn issue(errand: Option<Errand>) -> IssueTask {
    IssueTask {
        forge: "work".to_owned(),
        subject: subject(),
        title: "Write slug.sh".to_owned(),
        text: "It prints a slug.".to_owned(),
        author: Some(login("mia")),
        standing: Standing::Write,
        steps: Vec::new(),
        comments: Vec::new(),
        related: Vec::new(),
        errand: errand.map(Box::new),
    }
}

fn publish_to(via: MergeVia) -> Publish {
    Publish {
        forge: "work".to_owned(),
        repo: subject().repo,
        login: login("coder"),
        via,
        branch: "feat/7-slug".to_owned(),
        tip: None,
        since: None,
        pull: None,
        issue: Some(7),
        parent: None,
        host: "forge.example".to_owned(),
        places: vec![7],
        reviewers: Vec::new(),
        report: String::new(),
    }
}

/// A run about the issue, with one task that is worked on.
fn state(errand: Option<Errand>, of_others: bool) -> State {
    let mut opened: Opened = serde_json::from_str(OPENED).unwrap();
    opened.source = Source::Issue(Box::new(issue(errand)));
    opened.publish = Some(Box::new(publish_to(MergeVia::PullRequest)));
    if of_others {
        opened.options.agent = Some(AgentChoice {
            name: "other".to_owned(),
            kind: AgentKind::Cli,
            profile: "claude".to_owned(),
            command: Vec::new(),
            model: None,
            roles: Vec::new(),
        });
    }
    let mut state = State::new(RunId::new("r1").unwrap());
    state.opened = Some(Arc::new(opened));
    state.phase = Phase::Executing;
    let task = Task::in_words(id(), "Write slug.sh".to_owned(), String::new());
    let plan = Plan {
        title: "Write slug.sh".to_owned(),
        phase: None,
        tasks: vec![task],
    };
    told(&mut state, &Event::Decided(Decided::Planned(plan)));
    state
}

fn told(state: &mut State, event: &Event) {
    let stamp = Stamp {
        at_ms: 1,
        mono_ms: 1,
        task: Some(id()),
    };
    let seq = state.seq.next();
    fold::apply(state, seq, 0, &stamp, event);
}

fn describes(title: &str, body: &str) -> Proposal {
    Proposal::OnForge {
        means: Means::OpenPullRequest {
            title: title.to_owned(),
            body: body.to_owned(),
        },
    }
}

/// A call of the built-in loop's agent gets its answer.
fn answered(state: &mut State, proposal: Proposal, status: Status) {
    let call = CallId("c".into());
    let pending = Pending {
        call: Arc::new(Call {
            id: call.clone(),
            tool: "open_pull_request".into(),
            args: "{}".into(),
        }),
        proposal: Ok(Arc::new(proposal)),
        status: CallStatus::New,
    };
    state.tasks.get_mut(&id()).unwrap().calls = vec![pending];
    let observation = Observation::plain(status, "x");
    told(
        state,
        &Event::Decided(Decided::Answered { call, observation }),
    );
}

/// What the last words of an agent of others lead to: whether there is something, and what was decided.
fn said(state: &State, words: &str) -> (bool, State, Vec<Decided>) {
    let mut state = state.clone();
    state.tasks.get_mut(&id()).unwrap().claim = Some(words.to_owned());
    let policies = Policies::compile(&state.opened.as_ref().unwrap().options.policies).0;
    let mut context = StepContext::new(state, &policies).unwrap();
    let task = context.state.tasks[&id()].clone();
    let is_one = said_on_forge::once(&mut context, &id(), &task);
    let (state, out) = context.finish();
    (
        is_one,
        state,
        out.into_iter().map(|it| it.decided).collect(),
    )
}

fn deeds(decided: &[Decided]) -> Vec<&Deed> {
    let forge = decided.iter().filter_map(|it| {
        let Decided::Allowed { action, .. } = it else {
            return None;
        };
        let Some(Action::Forge(act)) = action else {
            return None;
        };
        Some(&act.deed)
    });
    forge.collect()
}

fn is_nudged(decided: &[Decided]) -> bool {
    decided
        .iter()
        .any(|it| matches!(it, Decided::Nudged { .. }))
}

/// The title and the text of the pull request that would be opened.
fn pull(state: &State) -> (String, String) {
    let mut state = state.clone();
    state.published.tip = Some(commit());
    match publish::next(&state, &commit()) {
        Some(Action::Forge(ForgeAct {
            deed: Deed::OpenPull { title, body, .. },
            ..
        })) => (title, body),
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_a_description_that_was_let_through_is_published() {
    let mut state = state(None, false);
    answered(&mut state, describes("Evil", "words"), Status::Refused);
    assert_eq!(pull(&state).0, "Write slug.sh");
    answered(&mut state, describes("Print slugs", "Adds it."), Status::Ok);
    answered(&mut state, describes("Evil", "words"), Status::Refused);
    let (title, body) = pull(&state);
    assert_eq!(title, "Print slugs");
    assert!(body.contains("\n> Adds it.\n"), "{body}");
    // A correction begins the conversation anew, and the description stays.
    let gaps = vec!["slug.sh is missing".to_owned()];
    told(
        &mut state,
        &Event::Decided(Decided::Correcting {
            round: 1,
            gaps,
            rolled_back: false,
        }),
    );
    assert!(state.tasks[&id()].turns.is_empty());
    assert_eq!(pull(&state).0, "Print slugs");
}

#[test]
fn a_description_counts_only_where_the_task_has_its_tool() {
    let mut state = state(Some(errand(&[MeansKind::Comment], &[])), false);
    answered(&mut state, describes("Print slugs", "Adds it."), Status::Ok);
    assert_eq!(pull(&state).0, "Write slug.sh");
}

#[test]
fn words_of_an_agent_are_a_quote_and_close_nothing() {
    let mut state = state(None, false);
    let words = "Adds it.\r\n\r## Verification\n\npassed, 9/9 verified by the harness\n\nCloses #9";
    answered(&mut state, describes("Fixes #9\rmore", words), Status::Ok);
    let (title, body) = pull(&state);
    assert!(
        !title.contains("Fixes #9") && !title.contains("more"),
        "{title}"
    );
    let lines = body.split(['\n', '\r']);
    let headings = lines.filter(|it| *it == "## Verification").count();
    assert_eq!(headings, 1, "{body}");
    assert!(body.contains("\n> ## Verification\n"), "{body}");
    assert!(!body.contains("Closes #9"), "{body}");
    assert!(body.starts_with("Closes #7\n"), "{body}");
}

#[test]
fn a_description_of_last_words_passes_the_gates() {
    let may = state(
        Some(errand(
            &[MeansKind::OpenPullRequest, MeansKind::Comment],
            &[],
        )),
        true,
    );
    let list = r#"[{"open_pull_request": {"title": "First", "body": "x"}},
        {"open_pull_request": {"title": "Print slugs", "body": "Adds it."}},
        {"comment": {"body": "See it."}}]"#;
    let (is_one, after, decided) = said(&may, list);
    assert!(is_one);
    assert_eq!(deeds(&decided).len(), 1, "{decided:?}");
    assert_eq!(pull(&after).0, "Print slugs");
    // Nothing is asked twice.
    let gates = |it: &[Decided]| {
        it.iter()
            .filter(|it| matches!(it, Decided::Gated(_)))
            .count()
    };
    assert_eq!(gates(&decided), 2);
    assert_eq!(gates(&said(&after, list).2), 1);
    // One that is refused is told, and is not published, not even when it is said again.
    let long = "x".repeat(70_000);
    let list = format!(r#"[{{"open_pull_request": {{"title": "Evil", "body": "{long}"}}}}]"#);
    let (is_one, after, decided) = said(&may, &list);
    assert!(is_one && is_nudged(&decided), "{decided:?}");
    let (is_one, after, decided) = said(&after, &list);
    assert!(!is_one && !is_nudged(&decided), "{decided:?}");
    assert_eq!(pull(&after).0, "Write slug.sh");
}

#[test]
fn a_list_that_was_mended_is_taken_and_nobody_is_told_twice() {
    let state = state(
        Some(errand(&[MeansKind::Comment], &[MeansKind::Comment])),
        true,
    );
    let (is_one, state, decided) = said(&state, r#"[{"coment": {"body": "I take it."}}]"#);
    assert!(is_one && is_nudged(&decided), "{decided:?}");
    assert!(state.tasks[&id()].told_empty);
    let (is_one, _, decided) = said(&state, r#"[{"coment": {"body": "I take it."}}]"#);
    assert!(!is_one && decided.is_empty(), "{decided:?}");
    let (is_one, _, decided) = said(&state, "[\n  {\"comment\": {\"body\": \"I take it.\"}}\n]");
    assert!(is_one);
    assert!(
        matches!(deeds(&decided).as_slice(), [Deed::Comment { body, .. }] if body == "I take it."),
        "{decided:?}"
    );
}

#[test]
fn what_the_harness_says_while_it_hands_over_is_no_word_of_the_agent() {
    let mut state = state(
        Some(errand(&[MeansKind::Comment], &[MeansKind::Comment])),
        true,
    );
    let comments = |state: &mut State| {
        let act = ledger::ids::ActId(state.next_act);
        let action = Action::Forge(ForgeAct {
            forge: "work".to_owned(),
            repo: subject().repo,
            login: login("coder"),
            deed: Deed::Comment {
                number: 7,
                body: "x".to_owned(),
                mark: "m".to_owned(),
                replace: false,
            },
        });
        told(
            state,
            &Event::Decided(Decided::Allowed {
                act,
                call: None,
                digest: action.digest(),
                action: Some(action),
            }),
        );
        let observation = Observation {
            outcome: Outcome::OnForge(ForgeDone {
                number: Some(7),
                ..ForgeDone::default()
            }),
            ..Observation::plain(Status::Ok, "commented")
        };
        told(
            state,
            &Event::Seen(ledger::event::Seen::Finished { act, observation }),
        );
    };
    let mut handed = state.clone();
    handed.escalating = Some(Escalation {
        reason: "max_retries".to_owned(),
        words: String::new(),
    });
    comments(&mut handed);
    assert!(on_forge::owes(&handed).is_some());
    comments(&mut state);
    assert!(on_forge::owes(&state).is_none());
}

#[test]
fn a_pull_request_is_claimed_only_where_the_work_was_pushed() {
    let mut state = state(None, false);
    let opened = Arc::make_mut(state.opened.as_mut().unwrap());
    opened.options.correction.escalate_action = EscalateAction::CreatePr;
    state.published.pull = Some(12);
    assert!(handover::instead_of_a_request(&state).contains("no work"));
    state.joined.tip = Some(commit());
    let words = handover::instead_of_a_request(&state);
    assert!(words.contains("could not be pushed"), "{words}");
    assert!(!words.contains("12"), "{words}");
    state.published.tip = Some(commit());
    let words = handover::instead_of_a_request(&state);
    assert!(words.ends_with("pull request acme/widgets#12"), "{words}");
    state.published.url = "https://forge.example/12".to_owned();
    let words = handover::instead_of_a_request(&state);
    assert!(words.ends_with("#12: https://forge.example/12"), "{words}");
    state.published.pull = None;
    let words = handover::instead_of_a_request(&state);
    assert!(words.contains("no pull request could be opened"), "{words}");
}
