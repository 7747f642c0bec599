//! Line ends, encodings and filters: a merge holds what `git add` would have stored, and nothing else.

use serde_json::json;

use super::{commit, refused, run, world};
use crate::agent::{call, done, turn, write};
use crate::support::World;

fn edit(path: &str, old: &str, new: &str) -> serde_json::Value {
    call("edit", json!({"path": path, "old": old, "new": new}))
}

/// What `main` holds of a file.
fn stored(world: &World, path: &str) -> String {
    world.git(&["cat-file", "blob", &format!("main:{path}")])
}

fn clean(world: &World) {
    assert_eq!(world.git_of_person(&["status", "--porcelain"]), "");
}

#[test]
fn one_edited_line_is_one_changed_line_whatever_ends_lines() {
    for (key, value, attributes) in [
        ("core.autocrlf", "true", ""),
        ("core.autocrlf", "true", "* text=auto\n"),
        ("core.eol", "lf", "*.txt text eol=crlf\n"),
        ("core.eol", "crlf", "* text\n"),
    ] {
        let replies = [turn(&[edit("a.txt", "two", "TWO")]), turn(&[done()])];
        let files = [(".gitattributes", attributes)];
        let world = world(&files, &replies, "");
        world.set_up(key, value);
        for number in 0..50 {
            world.write(&format!("more/{number}.txt"), "x\r\ny\r\n");
        }
        world.write("a.txt", "one\r\ntwo\r\nthree\r\n");
        commit(&world, "start");
        clean(&world);
        let said = run(&world);
        assert_eq!(said.code, 0, "{said:?}");
        let diff = world.git(&["diff", "--shortstat", "HEAD~1", "HEAD"]);
        assert_eq!(
            diff, " 1 file changed, 1 insertion(+), 1 deletion(-)\n",
            "{attributes}"
        );
        assert_eq!(stored(&world, "a.txt"), "one\nTWO\nthree\n");
        let content = world.read("a.txt").expect("a file");
        assert_eq!(content, "one\r\nTWO\r\nthree\r\n", "{key} {attributes}");
        clean(&world);
    }
}

/// What stands for large files: a pointer is stored, the content is kept in the home.
const POINTER: &str = "#!/bin/sh\nd=$(mktemp)\ncat > $d\nif head -c 3 $d | grep -q '^oid'; then cat $d; else s=$(cksum < $d | cut -d' ' -f1)\n\
                       cp $d \"$HOME/large-$s\"\nprintf 'oid %s\\n' $s; fi\nrm $d\n";
const CONTENT: &str = "#!/bin/sh\nread oid s\ncat \"$HOME/large-$s\"\n";

fn large_files(world: &World) {
    let clean = world.program("clean", POINTER);
    let smudge = world.program("smudge", CONTENT);
    world.set_up("filter.large.clean", clean.to_str().expect("a path"));
    world.set_up("filter.large.smudge", smudge.to_str().expect("a path"));
    world.set_up("filter.large.required", "true");
}

/// Files that others keep: a run sees their content, and so do its checks; what is stored is what stands for it.
#[test]
fn a_filter_of_the_person_decides_what_is_stored_and_shown() {
    let replies = [
        turn(&[
            write("data.csv", "a,b\n1,2\n"),
            edit("old.csv", "three", "3"),
        ]),
        turn(&[done()]),
    ];
    let more = "verification: {commands: [\"grep -q three,4 kept.csv\", \"grep -q 3,4 old.csv\"], levels: [1, 2, 3, 4]}\n";
    let world = world(&[], &replies, more);
    large_files(&world);
    world.write("sub/.gitattributes", "nothing here\n");
    world.write(".gitattributes", "*.csv filter=large -text\n");
    world.write("old.csv", "three,4\n");
    world.write("kept.csv", "three,4\n");
    commit(&world, "start");
    assert!(stored(&world, "old.csv").starts_with("oid "));
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    for path in ["data.csv", "old.csv", "kept.csv"] {
        assert!(stored(&world, path).starts_with("oid "), "{path}: {said:?}");
    }
    assert_eq!(world.read("data.csv").as_deref(), Some("a,b\n1,2\n"));
    assert_eq!(world.read("old.csv").as_deref(), Some("3,4\n"));
    let diff = world.git(&["diff", "--name-only", "HEAD~1", "HEAD"]);
    assert_eq!(diff, "data.csv\nold.csv\n");
    clean(&world);
}

/// What a filter should encrypt is never stored in clear, not in a snapshot either.
#[test]
fn what_a_filter_encrypts_stands_in_no_object_in_clear() {
    let replies = [turn(&[edit("a.enc", "first", "second")]), turn(&[done()])];
    let world = world(&[], &replies, "");
    world.set_up("filter.crypt.clean", "tr a-z n-za-m");
    world.set_up("filter.crypt.smudge", "tr n-za-m a-z");
    world.set_up("filter.crypt.required", "true");
    world.write("deep/er/.gitattributes", "*.enc filter=crypt\n");
    std::fs::create_dir_all(world.path("home/.config/git")).expect("a folder");
    std::fs::write(
        world.path("home/.config/git/attributes"),
        "a.enc filter=crypt\n",
    )
    .expect("attributes");
    world.write("a.enc", "the first words\n");
    commit(&world, "start");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(stored(&world, "a.enc"), "gur frpbaq jbeqf\n");
    assert_eq!(world.read("a.enc").as_deref(), Some("the second words\n"));
    let all = world.git(&["cat-file", "--batch-all-objects", "--batch-check"]);
    for line in all.lines().filter(|it| it.contains(" blob ")) {
        let id = line.split(' ').next().expect("an id");
        let blob = world.git(&["cat-file", "blob", id]);
        assert!(!blob.contains("second words"), "{blob}");
    }
    clean(&world);
}

#[test]
fn a_filter_that_can_not_be_run_is_named_before_anything_is_paid_for() {
    let cases = [
        ("no-such-program clean", "filter=large", "no-such-program"),
        ("exit 3", "filter=large", "clean filter 'large' failed"),
        ("./tools/clean %f", "filter=large", "a file of the worktree"),
        ("sh tools/clean", "filter=large", "a file of the worktree"),
    ];
    for (program, attribute, why) in cases {
        let world = world(
            &[("tools/clean", "cat\n"), ("a.csv", "1\n")],
            &[turn(&[done()])],
            "",
        );
        world.write(".gitattributes", "# large\n*.csv filter=large\n");
        world.git(&["add", "--all"]);
        world.git(&["commit", "--quiet", "-m", "attributes"]);
        world.set_up("filter.large.clean", program);
        world.set_up("filter.large.required", "true");
        refused(
            &world,
            &run(&world),
            &[attribute, "*.csv", ".gitattributes:2", why],
        );
    }
}

/// A folder that somebody handed over may hold a configuration too: its programs run only where the person said so.
#[test]
fn a_filter_of_the_repositorys_own_configuration_wants_a_word() {
    let replies = [turn(&[write("new.up", "second\n")]), turn(&[done()])];
    let world = world(&[("a.up", "FIRST\n")], &replies, "");
    world.write(".gitattributes", "*.up filter=upper\n");
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "attributes"]);
    let canary = world.path("canary");
    let program = format!("touch '{}'; tr a-z A-Z", canary.display());
    world.git(&["config", "filter.upper.clean", &program]);
    let said = run(&world);
    refused(
        &world,
        &said,
        &[
            "filter=upper",
            ".gitattributes:1",
            "tools: {git: {programs: [filter.upper]}}",
        ],
    );
    assert!(!canary.exists(), "{said:?}");
    // As the message says.
    let path = world.path("home/.config/interlock/config.yml");
    let text = std::fs::read_to_string(&path).expect("a configuration");
    world.configure(&format!(
        "{text}tools: {{git: {{programs: [filter.upper]}}}}\n"
    ));
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(stored(&world, "new.up"), "SECOND\n");
}

#[test]
fn attributes_whose_filter_nobody_configured_are_named() {
    let files = [(".gitattributes", "*.psd filter=nobodys -text\n")];
    let replies = [turn(&[write("n.txt", "y\n")]), turn(&[done()])];
    let world = world(&files, &replies, "");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.words()
            .contains("*.psd filter=nobodys (.gitattributes:1)"),
        "{said:?}"
    );
}
