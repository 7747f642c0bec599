//! Grants over the life of a run: taken in while it goes on, counted, rewound, and read from older lines.

use engine::authorise::foreseen;
use engine::state::State;
use gate::Policies;
use ledger::authorisation::{Binding, Grant, Terms};
use ledger::event::{Ask, Claimed, Decided, Event, Held, Process, Seen};
use ledger::facts::Question;
use ledger::ids::{ActId, GrantId, Hash};
use ledger::message::Body;
use ledger::proposal::{Proposal, Shell};
use serde_json::json;

use crate::runs::{hello, quick, sound};
use crate::script::{Say, calls, done, opened};
use crate::waves;
use crate::world::World;

fn one() -> Say {
    calls(&[("shell", json!({"command": "sh src/lib.rs"}))])
}

/// The only question that stands, and what it is about.
fn asked(state: &State) -> (ActId, Hash, Binding) {
    let mut all = state.questions.iter().map(|(act, it)| match &it.ask {
        Ask::Permission { digest, bound, .. } => (*act, *digest, bound.clone().unwrap_or_default()),
        Ask::Question { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. } => {
            panic!("another question")
        }
    });
    all.next().expect("a question")
}

/// How many calls were let through.
fn passed(world: &World) -> usize {
    let allowed = |it: &&ledger::wire::v1::Line| {
        matches!(
            &it.event,
            Event::Decided(Decided::Allowed { call: Some(_), .. })
        )
    };
    world.lines.iter().filter(allowed).count()
}

fn uses(world: &World) -> Vec<(GrantId, u32, bool)> {
    let grants = world.state.grants.iter();
    let mut all: Vec<_> = grants.map(|it| (it.grant, it.uses, it.revoked)).collect();
    all.dedup();
    all
}

#[test]
fn the_yes_holds_what_the_question_showed_and_is_used_once() {
    let mut world = quick([one(), one(), hello(), done()]);
    world.go();
    let (question, digest, bound) = asked(&world.state);
    assert!(bound.directory.is_some(), "{bound:?}");
    assert_eq!(bound.scripts.len(), 1, "{bound:?}");
    world
        .tell(Body::Approve {
            question,
            terms: None,
        })
        .go();
    let grant = world.state.grants.first().expect("a grant");
    assert_eq!(
        (grant.proposal, grant.bound.as_ref()),
        (digest, Some(&bound))
    );
    assert_eq!(uses(&world), [(GrantId(1), 0, false)]);
    assert_eq!(passed(&world), 1);
    assert_eq!(asked(&world.state).1, digest, "the same again asks again");
    sound(&world);
}

#[test]
fn a_rewind_brings_no_use_back() {
    let mut world = quick([one(), one(), hello(), done()]);
    world.go();
    let (question, ..) = asked(&world.state);
    world.tell(Body::Approve {
        question,
        terms: Some(Terms::RUN),
    });
    // Up to the line where the grant stands and was not used.
    while world.state.grants.is_empty() {
        assert!(world.once());
    }
    let to = world.state.seq;
    world.go_reviewed();
    assert!(passed(&world) >= 2, "{}", world.tail(20));
    assert!(!world.state.grants.is_empty());
    world.rewind(to).go();
    assert!(world.state.grants.is_empty(), "{:?}", world.state.grants);
    sound(&world);
}

#[test]
fn a_grant_settles_the_question_and_a_revocation_counts_at_once() {
    let mut world = quick([one(), one(), one(), hello(), done()]);
    world.go();
    let (_, digest, bound) = asked(&world.state);
    let grant = Grant {
        what: "shell bash: sh src/lib.rs".to_owned(),
        findings: vec!["shell-mutation/*".to_owned(), "taint/*".to_owned()],
        proposals: vec![digest],
        resource: None,
        network: Vec::new(),
        bound: bound.clone().lasting(),
        terms: Terms {
            uses: 2,
            expires_ms: Terms::NEVER,
        },
    };
    world.tell(Body::Grant(Box::new(grant.clone()))).go();
    assert_eq!(bound.loose(), None);
    assert_eq!(passed(&world), 2);
    assert_eq!(uses(&world), [(GrantId(1), 0, false)]);
    sound(&world);
    let always = Grant {
        terms: Terms::RUN,
        ..grant
    };
    world.tell(Body::Grant(Box::new(always)));
    world.tell(Body::Revoke { grant: GrantId(2) }).go();
    assert_eq!(passed(&world), 2, "taken back before it was used");
    assert!(
        uses(&world)
            .iter()
            .any(|(id, _, revoked)| *id == GrantId(2) && *revoked)
    );
    sound(&world);
}

#[test]
fn a_yes_to_a_question_from_before_there_were_bindings_still_counts() {
    let mut world = quick([one(), hello(), done()]);
    world.go();
    for line in &mut world.lines {
        if let Event::Decided(Decided::Asked {
            ask: Ask::Permission { bound, effects, .. },
            ..
        }) = &mut line.event
        {
            *bound = None;
            effects.clear();
        }
    }
    let (question, ..) = asked(&world.state);
    // A new driver folds the older lines.
    world
        .tell(Body::Approve {
            question,
            terms: None,
        })
        .go();
    let grant = world.state.grants.first().expect("a grant");
    assert_eq!(grant.bound, None);
    assert_eq!(passed(&world).min(1), 1, "{}", world.tail(20));
}

/// What a person could be asked is what they are asked, for the worktree of the task that it is about.
#[test]
fn a_question_can_be_foreseen() {
    let mut world = quick([one(), hello(), done()]);
    world.go();
    let asking = world.state.questions.values().next().expect("a question");
    let Ask::Permission {
        what,
        digest,
        effects,
        bound,
        decision,
    } = &asking.ask
    else {
        panic!("another question");
    };
    let task = asking.task.clone().expect("a task's");
    let call = asking.call.clone().expect("a call's");
    let (_, pending) = world.state.pending(&task, &call).expect("it waits");
    let proposal = pending.proposal.clone().expect("it was read");
    let facts = world.facts(&task, &proposal);
    let script = Question::Path("src/lib.rs".to_owned());
    assert!(
        facts.iter().any(|fact| fact.question() == script),
        "{facts:?}"
    );
    let policies = Policies::compile(&opened().options.policies).0;
    let ask = foreseen(&world.state, &policies, &task, &proposal, &facts);
    let Some(Ask::Permission {
        what: would_what,
        digest: would_digest,
        effects: would_effects,
        bound: would_bound,
        decision: would,
    }) = ask
    else {
        panic!("nothing is asked");
    };
    assert_eq!(
        (&would_what, &would_digest, &would_effects, &would_bound),
        (what, digest, effects, bound)
    );
    assert_eq!(would.verdict, decision.verdict);
    assert_eq!(would.findings, decision.findings);
    // Nothing is opened yet.
    let none = State::new(world.state.run.clone());
    assert_eq!(foreseen(&none, &policies, &task, &proposal, &facts), None);
}

/// Whichever task the last thing was about: a call is judged in the worktree of its own.
#[test]
fn a_question_is_foreseen_for_its_own_task() {
    let mut world = waves::planned(waves::four());
    let (a, b) = (waves::id("a"), waves::id("b"));
    let stands = |world: &World, id| {
        let task = world.state.tasks.get(id);
        task.is_some_and(|it| it.prepared.is_some())
    };
    while !stands(&world, &a) || !stands(&world, &b) {
        assert!(world.once(), "{}", world.tail(9));
    }
    let policies = Policies::compile(&opened().options.policies).0;
    for task in [a, b] {
        let proposal = Proposal::Shell {
            shell: Shell::Bash,
            command: "sh src/lib.rs".to_owned(),
            cwd: None,
        };
        let facts = world.facts(&task, &proposal);
        let ask = foreseen(&world.state, &policies, &task, &proposal, &facts);
        let Some(Ask::Permission { bound, .. }) = ask else {
            panic!("nothing is asked");
        };
        let directory = bound.and_then(|it| it.directory);
        assert_eq!(directory, Some(format!("/worktrees/r1/{task}")));
    }
}

/// A registry that is granted for the run lets the call go on that asked for it, and those that follow.
#[test]
fn a_granted_registry_lets_commands_load_from_it() {
    let fetch = || calls(&[("shell", json!({"command": "cargo fetch"}))]);
    let mut world = quick([fetch(), fetch(), fetch(), hello(), done()]);
    // Commands are held whole, in a network of their own.
    world.held.by = Some("namespaces".to_owned());
    world.see(Seen::Claimed(Claimed {
        epoch: 1,
        driver: Process { pid: 1, start: 1 },
        supervisor: None,
        attended: false,
        held: world.held.clone(),
        notifies: Vec::new(),
    }));
    world.go();
    assert_eq!(passed(&world), 0);
    let _one = asked(&world.state);
    let network = |name: &str| {
        Body::Grant(Box::new(Grant {
            what: format!("connections from the sandbox to {name}"),
            findings: Vec::new(),
            proposals: Vec::new(),
            resource: None,
            network: vec![name.to_owned()],
            bound: Binding::default(),
            terms: Terms::RUN,
        }))
    };
    world.tell(network("npm")).go();
    assert_eq!(passed(&world), 0, "another registry");
    world.tell(network("crates"));
    while passed(&world) < 2 {
        assert!(world.once(), "{}", world.tail(20));
    }
    let now = world.state.clock.now_ms;
    assert_eq!(
        engine::network::reachable(&world.state, now),
        ["npm", "crates"]
    );
    world.tell(Body::Revoke { grant: GrantId(2) }).go();
    assert_eq!(engine::network::reachable(&world.state, now), ["npm"]);
    assert_eq!(passed(&world), 2, "taken back: {}", world.tail(20));
    let _asks_again = asked(&world.state);
    sound(&world);
    // A new driver knows what was granted; one whose commands have no proxy lets them reach nothing.
    let mut bare = world.state.clone();
    bare.held = Held::default();
    assert!(engine::network::reachable(&bare, now).is_empty());
}
