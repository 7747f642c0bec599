//! What people are told: the page of a run that was handed over, and the answers to messages that do not fit.

use ledger::action::Action;
use ledger::event::{Decided, Event};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::{ActId, GrantId};
use ledger::message::Body;
use ledger::money::Usd;
use ledger::options::EscalateAction;
use ledger::phase::{Mode, Phase};
use ledger::promise::Source;
use serde_json::json;

use crate::planned::PLAN;
use crate::runs::{handed_over, hello, quick};
use crate::script::{call, done, opened};
use crate::waves;
use crate::world::World;

/// The page that was written.
fn written(world: &World) -> String {
    let mut pages = world.acted.iter().filter_map(|it| {
        if let Action::HandOver(it) = it {
            Some(it.page.clone())
        } else {
            None
        }
    });
    pages.next().expect("a page")
}

fn noted(world: &World) -> Vec<&str> {
    let mut all = Vec::new();
    for line in &world.lines {
        if let Event::Decided(Decided::Noted { text, .. }) = &line.event {
            all.push(text.as_str());
        }
    }
    all
}

#[test]
fn the_page_says_what_was_asked_and_what_is_missing() {
    let world = handed_over();
    let page = written(&world);
    for part in [
        "# Greet the world: handed over (",
        "- why: verification still finds gaps after 3 corrections\n",
        "- project: greeter\n",
        "- run: `r1`\n",
        "- branch: `interlock/r1`\n",
        "- corrections: ",
        "## What is missing\n",
        "cargo test: exit code 1",
        "`interlock show r1`",
        "`interlock resume r1 --hint",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for part in ["## Tasks", "pull request"] {
        assert!(!page.contains(part), "{part}: {page}");
    }
}

#[test]
fn the_page_says_how_far_each_of_several_tasks_is() {
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.options.correction.retries_max = 0;
    let mut world = World::open(opened, false, [waves::four()]);
    world.writes_its_file = true;
    // The first one can't be mended.
    world.exits = [1].into();
    world.go();
    let page = written(&world);
    for part in [
        "## Tasks\n",
        "Make src/a.rs: ",
        ": handed over to people: verification finds gaps, and no correction is left (max_retries)\n",
        ": in the run branch\n",
        ": not begun\n",
        // Of the task that people take over, although the run as a whole has no report.
        "## What is missing\n",
    ] {
        assert!(page.contains(part), "{part}: {page}\n{}", world.tail(9));
    }
}

/// Where a pull request was wanted, the page and the reason say how the branch is published.
#[test]
fn instead_of_a_pull_request_a_command_is_told() {
    let push = "`git push origin interlock/r1` publishes the branch";
    for (action, told) in [
        (EscalateAction::Pause, false),
        (EscalateAction::Notify, false),
        (EscalateAction::CreatePr, true),
    ] {
        let mut opened = opened();
        opened.options.correction.escalate_action = action;
        opened.options.correction.retries_max = 0;
        let mut world = World::open(opened, false, [hello(), done()]);
        world.exits = [1].into();
        world.go();
        let park = world.state.park.as_ref().expect("parked");
        assert_eq!(park.why.contains(push), told, "{}", park.why);
        assert_eq!(written(&world).contains(push), told);
    }
}

#[test]
fn a_message_that_fits_nothing_is_answered() {
    let none = ActId(999);
    let yes = |question| Body::Approve {
        question,
        terms: None,
    };
    let text = "yes".to_owned();
    let reason = String::new();
    let unknown = "999 does not stand";
    let run = call("run", json!({"argv": ["make", "install"]}));
    let mut world = quick([run, hello(), done()]);
    world.go();
    let open = *world.state.questions.keys().next().expect("a question");
    for (body, expected) in [
        (yes(none), unknown),
        (
            Body::Deny {
                question: none,
                reason: reason.clone(),
            },
            unknown,
        ),
        (
            Body::Answer {
                question: none,
                text: text.clone(),
            },
            unknown,
        ),
        (
            Body::Answer {
                question: open,
                text,
            },
            "takes `approve` or `deny`",
        ),
        (Body::Revoke { grant: GrantId(7) }, "there is no grant "),
    ] {
        let mut world = world.clone();
        world.tell(body).go();
        let last = noted(&world).last().copied().unwrap_or_default();
        assert!(last.contains(expected), "{expected}: {last}");
        assert!(world.state.questions.contains_key(&open), "it still stands");
    }
    world
        .tell(Body::Deny {
            question: open,
            reason,
        })
        .go_reviewed();
    assert_eq!(world.state.phase, Phase::Done, "{}", world.tail(9));
    world.tell(yes(none)).go();
    assert_eq!(noted(&world).last().copied(), Some("the run has ended"));
}

/// Who lets a run go on is heard by the agent, and one that spoke last is told that it may.
#[test]
fn an_agent_hears_that_it_may_go_on() {
    let read = || call("read", json!({"path": "src/lib.rs"}));
    for (hint, expected) in [
        (Some("write the file"), "[a person says] write the file"),
        (None, "A person lets you go on."),
    ] {
        let mut script: Vec<_> = (0..4).map(|_| read()).collect();
        if hint.is_none() {
            script = vec![crate::script::words("no", ledger::reply::Ended::Refusal)];
        }
        let mut world = quick(script);
        world.go();
        assert!(world.state.park.is_some(), "{}", world.tail(9));
        let hint = hint.map(str::to_owned);
        world.tell(Body::Resume { hint }).go();
        let told = |line: &ledger::wire::v1::Line| {
            let about = &line.event;
            matches!(about, Event::Decided(Decided::Nudged { text, .. }) if text.contains(expected))
        };
        assert!(
            world.lines.iter().any(told),
            "{expected}: {}",
            world.tail(9)
        );
    }
}

/// What the gates do not take in is not begun, and the reason is told.
#[test]
fn a_task_or_a_plan_that_is_refused_is_not_begun() {
    let mut poor = opened();
    poor.options.budget.total = Usd(50_000);
    let mut protected = opened();
    protected.options.mode = Mode::Normal;
    protected.options.policies.protected_paths = vec!["src/main.rs".to_owned()];
    protected.source = Source::Plan {
        path: "PLAN.md".to_owned(),
        text: PLAN.to_owned(),
    };
    for (opened, checkpoint, expected) in [
        (poor, Checkpoint::PreInput, "the task is not taken in: "),
        (protected, Checkpoint::PrePlan, "the plan is refused: "),
    ] {
        let mut world = World::open(opened, false, [hello(), done()]);
        world.go();
        let (phase, why) = world.state.ended.clone().expect("over");
        assert_eq!(phase, Phase::Fail);
        let said = world.lines.iter().find_map(|line| {
            if let Event::Decided(Decided::Gated(it)) = &line.event
                && it.checkpoint == checkpoint
                && it.verdict != Verdict::Allow
            {
                return it.findings.first().map(|it| it.message.clone());
            }
            None
        });
        let said = said.expect("a finding");
        assert!(why.starts_with(expected) && why.contains(&said), "{why}");
        assert!(world.acted.is_empty(), "nothing was done");
    }
}
