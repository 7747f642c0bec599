//! Another process at the same run, and processes that a killed driver leaves behind.

use serde_json::Value;

use super::story::{self, PLAN, real};
use crate::agent::{call, done, shell, turn};
use crate::support::World;

/// A rule that lets `sh linger.sh` through unasked.
pub(crate) const LINGER_RULE: &str = "guardrails:\n  rules:\n    - name: linger\n      pattern: 'sh linger\\.sh'\n      \
     action: allow\n      applies_to: [shell]\n";

/// A command that does not end, and leaves what is not its child any more: a session of its own, forked twice, and one
/// with an empty environment.
const LINGER: &str = r#"setsid sh -c '(sh -c "echo deep >> $HOME/trace; exec sleep 1000") & (setsid sh -c "exec sleep 1000" &)' &
env -i setsid sh -c ": $HOME; sleep 1000; exit" &
echo lingers >> "$HOME/trace"
sleep 1000
"#;

/// A world whose agent runs a command that does not end, and then does its work.
pub(crate) fn lingering() -> World {
    let replies = [
        turn(&[shell("sh linger.sh")]),
        turn(&real()),
        turn(&[done()]),
    ];
    let world = story::world_of(&replies, false, LINGER_RULE);
    world.write("linger.sh", LINGER);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a command that does not end"]);
    world
}

/// Starts the run, and waits until its command is under way.
pub(crate) fn under_way(world: &World) -> story::Started {
    let mut started = story::start(world, &["run", PLAN], None);
    story::until("the command is under way", || {
        if let Some(status) = started.child.try_wait().expect("our child") {
            panic!("it ended with {status}: {}", started.said());
        }
        let trace = story::trace(world);
        (trace.contains(&"deep".to_owned()) && trace.contains(&"lingers".to_owned())).then_some(())
    });
    started
}

/// The run of [`lingering`] ended as it should.
pub(crate) fn finished(world: &World, run: &str) {
    assert_eq!(
        story::status(world)["stop"],
        "done",
        "{:?}",
        world.run(&["log", run])
    );
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(world, run);
    story::nobody_left(world);
}

#[test]
fn no_process_outlives_a_driver_that_was_killed() {
    let world = lingering();
    let started = under_way(&world);
    assert!(cfg!(not(target_os = "linux")) || story::processes(&world).len() > 4);
    started.kill();
    story::nobody_left(&world);
    let run = story::name(&world);
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    let lingered = story::trace(&world)
        .iter()
        .filter(|it| *it == "lingers")
        .count();
    assert_eq!(lingered, 1, "the command is not run again");
    finished(&world, &run);
}

#[test]
fn a_run_whose_driver_was_killed_is_told_from_one_that_is_driven() {
    let world = lingering();
    let started = under_way(&world);
    let run = story::name(&world);
    let said = world.run(&["status"]);
    assert!(said.out.contains("executing"), "{said:?}");
    assert!(!said.out.contains("interrupted"), "{said:?}");
    assert_eq!(story::status(&world)["interrupted"], false);
    assert_eq!(story::status(&world)["next"], Value::Null);

    started.kill();
    let resume = format!("interlock resume {run}");
    for args in [&["status"][..], &["show", &run]] {
        let said = world.run(args);
        assert!(said.out.contains("interrupted"), "{said:?}");
        assert!(said.out.contains(&resume), "{said:?}");
    }
    assert_eq!(story::status(&world)["interrupted"], true);
    assert_eq!(story::status(&world)["next"], resume);
    let shown = world.json(&["--json", "show", &run]);
    assert_eq!(shown["summary"]["interrupted"], true);

    assert_eq!(world.run(&["resume", &run]).code, 0);
    assert!(!world.run(&["status"]).out.contains("interrupted"));
    assert_eq!(story::status(&world)["interrupted"], false);
    finished(&world, &run);
}

/// A world in which the run has asked, and its driver halts before it ends; the driver, and the name of the run.
fn asking() -> (World, story::Started, String) {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let asked = story::seq_of(&story::lines(&world, &run), |it| {
        !it["decided"]["asked"].is_null()
    });
    let world = story::world();
    let mut started = story::start(&world, &["run", PLAN], Some(("INTERLOCK_HALT_AT", asked)));
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    let run = story::name(&world);
    (world, started, run)
}

#[test]
fn an_answer_is_left_for_whoever_drives() {
    let (world, started, run) = asking();
    let lines = story::lines(&world, &run).len();
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("driven by another process"), "{said:?}");
    assert!(said.out.contains("it has been told"), "{said:?}");
    assert_eq!(
        story::lines(&world, &run).len(),
        lines,
        "nobody else writes"
    );
    started.kill();
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        story::trace(&world).first().map(String::as_str),
        Some("tool one")
    );
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}

#[test]
fn a_second_process_does_not_drive() {
    let (world, started, run) = asking();
    let before = story::lines(&world, &run);
    let said = world.run(&["rewind", &format!("{run}@5")]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("driven"), "{said:?}");
    let pid = started.child.id().to_string();
    assert!(said.err.contains(&pid), "it names process {pid}: {said:?}");
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    let words = "driven by another process; nothing is to be resumed";
    assert!(said.out.contains(words), "{said:?}");
    let said = world.run(&["resume", &run, "--hint", "look again"]);
    let words = "driven by another process; it has been told";
    assert!(said.out.contains(words), "{said:?}");
    assert_eq!(story::lines(&world, &run), before);
    started.kill();
    story::to_the_end(&world, &run);
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}

#[test]
fn of_two_that_resume_at_once_one_drives() {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    assert_eq!(world.run(&["approve", &run, "--no-resume"]).code, 0);
    let drivers: Vec<_> = (0..3)
        .map(|_| story::start(&world, &["resume", &run], None))
        .collect();
    let codes: Vec<i32> = drivers.into_iter().map(story::Started::wait).collect();
    assert!(
        codes.contains(&0) && codes.iter().all(|it| matches!(it, 0 | 2)),
        "{codes:?}"
    );
    story::to_the_end(&world, &run);
    assert_eq!(story::trace(&world), ["tool one", "check", "check"]);
    let claims = |line: &Value| !line["event"]["seen"]["claimed"].is_null();
    let claimed = story::lines(&world, &run)
        .into_iter()
        .filter(claims)
        .count();
    assert!(claimed >= 2, "{claimed}");
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}

#[test]
fn people_get_their_page_though_the_driver_died_over_it() {
    let looks = turn(&[call("read", serde_json::json!({ "path": "check.sh" }))]);
    let same = || story::world_of(std::slice::from_ref(&looks), true, "");
    let world = same();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let page = |world: &World, run: &str| world.path(&format!("state/runs/{run}/HAND-OVER.md"));
    assert!(page(&world, &run).exists());
    let hand_over = story::seq_of(&story::lines(&world, &run), |it| {
        !it["decided"]["allowed"]["action"]["hand_over"].is_null()
    });

    let world = same();
    let mut started = story::start(
        &world,
        &["run", PLAN],
        Some(("INTERLOCK_HALT_AT", hand_over)),
    );
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    let run = story::name(&world);
    started.kill();
    assert!(!page(&world, &run).exists());
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert!(page(&world, &run).exists());
    story::ledger_holds_so_far(&world, &run);
    story::nobody_left(&world);
}
