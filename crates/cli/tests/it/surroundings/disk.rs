//! A disk that can't be written, or takes no more.

use std::process::Command;

use crate::agent::{done, turn};
use crate::crash::story::{self, PLAN, real};
use crate::support::{Said, World};

const FRAME: u64 = 24 + 8192;

/// Runs a command of ours that may make no file longer than so many blocks of 512 bytes. What is written behind that
/// fails, after a signal that ends who does not expect it.
fn limited(world: &World, blocks: u64, args: &[&str]) -> Said {
    let inner = world.command(args);
    let mut outer = Command::new("sh");
    outer
        .arg("-c")
        .arg(format!("ulimit -f {blocks} && exec \"$0\" \"$@\""))
        .arg(inner.get_program())
        .args(inner.get_args())
        .current_dir(inner.get_current_dir().expect("the repository"))
        .env_clear()
        .stdin(std::process::Stdio::null());
    for (name, value) in inner.get_envs() {
        outer.env(name, value.expect("only set ones"));
    }
    world.finish(&mut outer)
}

fn world() -> World {
    story::world_of(&[turn(&real()), turn(&[done()])], false, "")
}

#[test]
fn a_ledger_that_can_not_be_made_is_told_so() {
    let world = world();
    for blocks in [0, 20, 100, 400, 4000] {
        let said = limited(&world, blocks, &["run", PLAN]);
        assert_eq!(said.code, 2, "{blocks}: {said:?}");
        let told = [
            "no space left for the ledger",
            "could not be read or written",
        ];
        assert!(
            told.iter().any(|it| said.err.contains(it)),
            "{blocks}: {said:?}"
        );
        assert!(
            said.err.contains("help: look at the disk"),
            "{blocks}: {said:?}"
        );
    }
    // What was begun is no obstacle.
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = story::name(&world);
    story::ledger_holds(&world, &run);
}

#[test]
fn a_run_whose_disk_is_full_ends_and_goes_on_later() {
    // Its log has its length already; after so many frames of the second run nothing more can be written.
    for more in [12, 16, 20] {
        let world = world();
        assert_eq!(world.run(&["run", PLAN]).code, 0);
        world.git(&["reset", "--quiet", "--hard", "main~1"]);
        let log = std::fs::read(world.path("state/ledger.db-wal")).expect("the log");
        let frame = usize::try_from(FRAME).expect("a small number");
        let frames = log[32..].chunks_exact(frame);
        let used = frames.take_while(|it| it[8..16] == log[16..24]).count() as u64;
        let said = limited(&world, (32 + (used + more) * FRAME) / 512, &["run", PLAN]);
        assert_eq!(said.code, 130, "{more}: {said:?}");
        assert!(
            said.err.contains("its ledger could not be written"),
            "{more}: {said:?}"
        );
        assert!(
            said.err.contains("`interlock resume` goes on"),
            "{more}: {said:?}"
        );
        let run = story::name(&world);
        assert_eq!(story::status(&world)["interrupted"], true, "{more}");
        story::ledger_holds_so_far(&world, &run);
        let said = world.run(&["resume", &run]);
        assert_eq!(said.code, 0, "{more}: {said:?}");
        assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
        story::ledger_holds(&world, &run);
        story::nobody_left(&world);
    }
}

/// Not even who may write everywhere can make a directory here.
#[test]
#[cfg(target_os = "linux")]
fn a_state_directory_that_can_not_be_made_is_named() {
    let world = world();
    for args in [&["status"][..], &["run", PLAN], &["ledger", "verify"]] {
        let said = world.finish(
            world
                .command(args)
                .env("INTERLOCK_STATE", "/proc/interlock"),
        );
        assert_eq!(said.code, 2, "{args:?}: {said:?}");
        for word in [
            "cannot use `/proc/interlock`",
            "`INTERLOCK_STATE` names another one",
        ] {
            assert!(said.err.contains(word), "{args:?}: {said:?}");
        }
    }
}
