//! Every name that git can hold: changed by a command or by a tool, committed, merged, and told without harm.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use serde_json::json;

use super::{commit, run, world};
use crate::agent::{call, done, turn, write};
use crate::crash::story;
use crate::support::{Said, World};

/// Names of files, as bytes.
const NAMES: [&[u8]; 16] = [
    b"~index.txt",
    b"~",
    b"c:names.txt",
    b"-leading",
    b" blank before and behind ",
    b"back\\slash",
    b"\\first",
    b"a\nnewline",
    b"a\ttab",
    b"a\x01control",
    b"red\x1b[31mname",
    b"\"quoted\"",
    "\u{1f600} \u{e4}".as_bytes(),
    b"*?[glob]",
    b":(exclude)magic",
    b"dir~/c:sub/~x",
];

fn put(world: &World, name: &[u8], text: &str) {
    let path = world.repository().join(OsStr::from_bytes(name));
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// What the branch holds, by name.
fn stored(world: &World) -> Vec<(OsString, String)> {
    let output = std::process::Command::new("git")
        .args(["ls-tree", "-r", "-z", "main"])
        .current_dir(world.repository())
        .output()
        .expect("git starts");
    let lines = output.stdout.split(|byte| *byte == 0);
    let line = |line: &[u8]| {
        let tab = line.iter().position(|byte| *byte == b'\t')?;
        let head = String::from_utf8_lossy(&line[..tab]).into_owned();
        let id = head.rsplit(' ').next()?.to_owned();
        let text = world.git(&["cat-file", "blob", &id]);
        Some((OsString::from_vec(line[tab + 1..].to_vec()), text))
    };
    lines.filter_map(line).collect()
}

/// One that is no text.
const BYTES: &[u8] = b"caf\xe9.txt";

/// A script that gives every file of these names another content.
fn generator(names: &[&[u8]]) -> String {
    let mut script = String::new();
    for name in names {
        let octal: String = name.iter().map(|byte| format!("\\{byte:03o}")).collect();
        script.push_str(&format!(
            "f=$(printf '{octal}x'); echo changed > \"./${{f%x}}\"\n"
        ));
    }
    script
}

const RULE: &str = "guardrails: {rules: [{name: gen, pattern: 'sh gen.sh', action: allow, applies_to: [run, shell]}]}\n";

/// Changes files of these names in a run, and looks at what came of it.
fn changed(names: &[&[u8]]) -> (World, Said) {
    let replies = [
        turn(&[call("run", json!({"argv": ["sh", "gen.sh"]}))]),
        turn(&[done()]),
    ];
    let world = world(&[], &replies, RULE);
    for name in names {
        put(&world, name, "before\n");
    }
    world.write("gen.sh", &generator(names));
    commit(&world, "start");
    assert_eq!(stored(&world).len(), names.len() + 1);
    let said = run(&world);
    (world, said)
}

fn is_merged(world: &World, names: &[&[u8]]) {
    for (name, text) in stored(world) {
        let expected = if name == "gen.sh" {
            generator(names)
        } else {
            "changed\n".to_owned()
        };
        assert_eq!(text, expected, "{name:?}");
    }
    assert_eq!(world.git_of_person(&["status", "--porcelain"]), "");
}

#[test]
fn what_a_command_changes_is_merged_under_every_name() {
    let (world, said) = changed(&NAMES);
    assert_eq!(said.code, 0, "{said:?}");
    is_merged(&world, &NAMES);
    // Nothing of a name reaches the terminal as what it is not.
    let run = story::name(&world);
    for command in [
        &["log", &run][..],
        &["show", &run],
        &["show", &run, "--report"],
        &["status"],
        &["doctor"],
    ] {
        let told = world.run(command);
        for raw in ["\x1b[31m", "\x01"] {
            assert!(
                !told.out.contains(raw) && !said.err.contains(raw),
                "{command:?}: {told:?}"
            );
        }
    }
    story::ledger_holds(&world, &run);
}

#[test]
fn a_name_that_is_no_text_is_merged_and_told_byte_by_byte() {
    let (world, said) = changed(&[BYTES]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.words().contains("M \"caf\\351.txt\""), "{said:?}");
    is_merged(&world, &[BYTES]);
}

/// New ones, and ones that go.
#[test]
fn what_a_command_adds_and_deletes_is_merged_under_every_name() {
    let replies = [
        turn(&[call("run", json!({"argv": ["sh", "gen.sh"]}))]),
        turn(&[done()]),
    ];
    let world = world(&[("old.txt", "x\n")], &replies, RULE);
    world.write(
        "gen.sh",
        &format!(
            "mkdir -p 'dir~/c:sub'\n{}rm -f 'gone\\n.txt' \"$(printf 'go\\nne')\"\n",
            generator(&NAMES)
        ),
    );
    put(&world, b"go\nne", "x\n");
    commit(&world, "start");
    let said = run(&world);
    assert!(matches!(said.code, 0 | 3), "{said:?}");
    let run = story::name(&world);
    if said.code == 3 {
        let said = world.run(&["approve", &run]);
        assert_eq!(said.code, 0, "{said:?}");
    }
    let names: Vec<OsString> = stored(&world).into_iter().map(|it| it.0).collect();
    for name in NAMES {
        assert!(
            names.iter().any(|it| it.as_bytes() == name),
            "{:?}",
            String::from_utf8_lossy(name)
        );
    }
    assert!(!names.iter().any(|it| it == "go\nne"));
}

#[test]
fn the_write_tool_takes_names_that_only_look_like_other_places() {
    let replies = [
        turn(&[
            write("~x", "1\n"),
            write("c:x", "2\n"),
            write("./~y/z", "3\n"),
        ]),
        turn(&[call(
            "edit",
            json!({"path": "~x", "old": "1", "new": "one"}),
        )]),
        turn(&[call("read", json!({"path": "c:x"}))]),
        turn(&[done()]),
    ];
    let world = world(&[("a.txt", "x\n")], &replies, "");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    for (name, text) in [("~x", "one\n"), ("c:x", "2\n"), ("~y/z", "3\n")] {
        assert_eq!(world.read(name).as_deref(), Some(text), "{name}: {said:?}");
    }
    assert!(!world.path("home/x").exists());
}

/// What only looks so is let in; what leads elsewhere is not.
#[test]
fn a_home_or_a_drive_is_still_another_place() {
    for path in ["~/x.txt", "C:\\x.txt", "c:/x.txt", "~ada/x.txt"] {
        let world = world(
            &[("a.txt", "x\n")],
            &[turn(&[write(path, "1\n")]), turn(&[done()])],
            "",
        );
        let said = run(&world);
        assert_ne!(said.code, 0, "{path}: {said:?}");
        assert!(!world.path("home/x.txt").exists());
    }
}
