//! Which act each call of an agent becomes, what it is told where there is none, and what the gates see afterwards.

use ledger::action::{Action, Change, ChangeHow, Exec, ExecWhat, Look, LookAt};
use ledger::event::{Decided, Event};
use ledger::gate::{Checkpoint, GateDecision};
use ledger::ids::{Hash, RelPath, TaskId};
use ledger::observation::Status;
use ledger::phase::Phase;
use serde_json::{Value, json};

use crate::runs::{hello, quick, sound};
use crate::script::{call, calls, done, write};
use crate::world::{World, library};

fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

/// A run whose agent makes one call, and then does its work.
fn after(tool: &str, args: &Value) -> World {
    let mut world = quick([call(tool, args.clone()), hello(), done()]);
    world.go_reviewed();
    world
}

/// What the first call was told without anything being done.
fn told(world: &World) -> Option<(Status, String)> {
    world.lines.iter().find_map(|line| match &line.event {
        Event::Decided(Decided::Answered { observation, .. }) => {
            Some((observation.status, observation.text.clone()))
        }
        Event::Decided(_) | Event::Seen(_) => None,
    })
}

/// What the gates said at one checkpoint.
fn gated<'a>(world: &'a World, checkpoint: Checkpoint) -> Vec<&'a GateDecision> {
    let lines = world.lines.iter();
    let of = |line: &'a Event| match line {
        Event::Decided(Decided::Gated(it)) if it.checkpoint == checkpoint => Some(it),
        Event::Decided(_) | Event::Seen(_) => None,
    };
    lines.map(|it| &it.event).filter_map(of).collect()
}

#[test]
fn each_call_becomes_the_act_that_it_asks_for() {
    let task = TaskId::new(spec_task()).unwrap();
    let look = |at| {
        Action::Look(Look {
            task: task.clone(),
            at,
        })
    };
    let before = Some(Hash::of(library().as_bytes()));
    let change = |file: &str, how, before| {
        Action::Change(Change {
            task: task.clone(),
            path: path(file),
            how,
            before,
        })
    };
    let exec = |argv: &[&str], cwd: Option<&str>| {
        Action::Exec(Exec {
            task: task.clone(),
            what: ExecWhat::Argv(argv.iter().map(|it| (*it).to_owned()).collect()),
            cwd: cwd.map(path),
            timeout_s: 60,
            output_bytes_max: 256 * 1024,
            hook: None,
        })
    };
    let contents = |below: Option<&str>, glob: Option<&str>| {
        look(LookAt::Contents {
            pattern: "old".to_owned(),
            path: below.map(path),
            glob: glob.map(str::to_owned),
        })
    };
    let directory = |it: Option<&str>| {
        let path = it.map(path);
        look(LookAt::Directory { path })
    };
    let file = |from, lines| {
        let path = path("src/lib.rs");
        look(LookAt::File { path, from, lines })
    };
    let content = "pub fn a() {}\n".to_owned();
    let (old, new) = ("old".to_owned(), "new".to_owned());
    let rows = [
        ("read", json!({"path": "src/lib.rs"}), file(None, None)),
        (
            "read",
            json!({"path": "src/lib.rs", "from": 2, "lines": 3}),
            file(Some(2), Some(3)),
        ),
        ("list", json!({"path": "src"}), directory(Some("src"))),
        ("list", json!({"path": "src/"}), directory(Some("src"))),
        ("list", json!({"path": "."}), directory(None)),
        ("search", json!({"pattern": "old"}), contents(None, None)),
        (
            "search",
            json!({"pattern": "old", "path": "src", "glob": "*.rs"}),
            contents(Some("src"), Some("*.rs")),
        ),
        (
            "write",
            json!({"path": "src/a.rs", "content": content}),
            change("src/a.rs", ChangeHow::Write { content }, None),
        ),
        (
            "edit",
            json!({"path": "src/lib.rs", "old": old, "new": new}),
            change("src/lib.rs", ChangeHow::Edit { old, new }, before),
        ),
        (
            "run",
            json!({"argv": ["cargo", "test"]}),
            exec(&["cargo", "test"], None),
        ),
        (
            "run",
            json!({"argv": ["ls", "-l"], "cwd": "src"}),
            exec(&["ls", "-l"], Some("src")),
        ),
        (
            "shell",
            json!({"command": "ls -l", "cwd": "src"}),
            exec(&["ls", "-l"], Some("src")),
        ),
    ];
    for (tool, args, expected) in rows {
        let world = after(tool, &args);
        // The first act makes the worktree.
        assert_eq!(
            world.acted.get(1),
            Some(&expected),
            "{tool} {args}\n{}",
            world.tail(30)
        );
        sound(&world);
    }
}

/// The task that a sentence becomes.
fn spec_task() -> &'static str {
    "task"
}

#[test]
fn what_is_not_there_is_said_to_be_so() {
    for (tool, args, expected) in [
        (
            "read",
            json!({"path": "src/none.rs"}),
            "there is no file `src/none.rs`",
        ),
        (
            "read",
            json!({"path": "src"}),
            "`src` is a directory; use `list`",
        ),
        (
            "list",
            json!({"path": "none"}),
            "there is no directory `none`",
        ),
        (
            "search",
            json!({"pattern": "x", "path": "none"}),
            "there is no directory `none`",
        ),
        (
            "edit",
            json!({"path": "src/none.rs", "old": "a", "new": "b"}),
            "there is no file `src/none.rs`",
        ),
    ] {
        let world = after(tool, &args);
        let said = told(&world).expect("an answer");
        assert_eq!(said, (Status::Failed, expected.to_owned()), "{tool} {args}");
    }
}

#[test]
fn who_is_refused_is_told_why_and_what_to_do_instead() {
    let world = after("read", &json!({"path": ".env"}));
    let (status, text) = told(&world).expect("an answer");
    assert_eq!(status, Status::Refused);
    for part in [
        "refused\n- ",
        "`.env` is a secret file",
        "[secrets/",
        "]; instead: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A commit of the harness takes what the task declares, and never what is named like a secret.
#[test]
fn a_commit_leaves_secrets_out() {
    let mut opened = crate::script::opened();
    opened.options.policies.secret_patterns = vec![r"\.vault$".to_owned()];
    let mut world = World::open(opened, false, [hello(), done()]);
    world.go_reviewed();
    let never = world.acted.iter().find_map(|it| {
        if let Action::Commit(it) = it {
            Some(it.never.clone())
        } else {
            None
        }
    });
    let never = never.expect("a commit");
    for pattern in [r"\.vault$", r"\.env", r"\.(pem|", "id_(rsa|", "netrc|"] {
        assert!(
            never.iter().any(|it| it.contains(pattern)),
            "{pattern}: {never:?}"
        );
    }
}

/// What was written is looked at once more as it stands, by whatever name the call had for the file.
#[test]
fn what_was_written_is_seen_by_the_gate_that_looks_afterwards() {
    let key = "pub const KEY: &str = \"AKIAIOSFODNN7EXAMPLE\";\n";
    for say in [
        write("src/greet.rs", key),
        write("./src/greet.rs", key),
        call(
            "edit",
            json!({"path": "src/lib.rs", "old": "pub fn old() {}\n", "new": key}),
        ),
        // The right one of two.
        calls(&[
            (
                "write",
                json!({"path": "src/a.rs", "content": "pub fn a() {}\n"}),
            ),
            ("write", json!({"path": "src/b.rs", "content": key})),
        ]),
    ] {
        let mut world = quick([say, done()]);
        world.go_reviewed();
        let findings = gated(&world, Checkpoint::PostWrite)
            .into_iter()
            .flat_map(|it| &it.findings);
        let found = findings.filter(|it| it.policy == "secrets").count();
        assert_eq!(found, 1, "{}", world.tail(20));
    }
}

#[test]
fn a_result_of_verification_passes_its_gate() {
    let world = after("read", &json!({"path": "src/lib.rs"}));
    let results = gated(&world, Checkpoint::PostVerifyResult);
    assert_eq!(results.len(), 1, "{}", world.tail(20));
}

/// Where something leads commands to the person's own checkout, they are asked whether they test this tree: at every level,
/// and for a sentence as well.
#[test]
fn what_leads_elsewhere_is_tried_before_it_is_believed() {
    for leads in [
        Vec::new(),
        vec!["`calc.pth` leads to `/home/me/calc`".to_owned()],
    ] {
        let mut world = quick([hello(), done()]);
        world.leads.clone_from(&leads);
        world.go_reviewed();
        let summary = sound(&world);
        assert_eq!(summary.phase, Phase::Done, "{}", world.tail(20));
        let mut tried: Vec<&[RelPath]> = Vec::new();
        for act in &world.acted {
            if let Action::Trials(it) = act {
                tried.push(&it.unreadable);
            }
        }
        match leads.is_empty() {
            true => assert_eq!(tried, Vec::<&[RelPath]>::new()),
            false => assert_eq!(tried, [&[path("src/greet.rs")][..]]),
        }
    }
}
