//! What git converts on its way into a repository and out of it: snapshots hold the bytes that `git add` would store, and
//! what nobody touched stays as it was stored.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::git::Repo;
use crate::snapshot::{Limits, Snapshot, Snapshots};
use ledger::ids::GitId;
use tempfile::TempDir;

use super::git::{git, repository};

struct World {
    _room: TempDir,
    root: PathBuf,
    tree: Repo,
    base: GitId,
    snapshots: Snapshots,
}

/// A repository with these settings and files, and a worktree of it.
fn world(settings: &[(&str, &str)], files: &[(&str, &[u8])]) -> World {
    let (room, root) = repository();
    for (key, value) in settings {
        set(&root, key, value);
    }
    for (path, content) in files {
        put(&root, path, content);
        git(&root, &format!("add --sparse {path}"));
    }
    git(&root, "commit -q --allow-empty -m second");
    let mut repo = Repo::discover(&root).unwrap();
    repo.allow_programs(&["filter.upper".to_owned(), "filter.many".to_owned()]);
    let (_, base) = repo.branch().unwrap();
    let path = room.path().join("tree");
    let tree = repo.worktree_add(&path, "task", &base).unwrap();
    let tree = tree.wait().unwrap();
    let snapshots = Snapshots::open(&tree, "run-1/task", &base, Limits::default()).unwrap();
    World {
        _room: room,
        root,
        tree,
        base,
        snapshots,
    }
}

fn set(root: &Path, key: &str, value: &str) {
    let done = Command::new("git")
        .args(["config", key, value])
        .current_dir(root)
        .status();
    assert!(done.unwrap().success());
}

fn put(root: &Path, path: &str, content: &[u8]) {
    let file = root.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, content).unwrap();
}

const FILTER: [(&str, &str); 3] = [
    ("filter.upper.clean", "tr a-z A-Z"),
    ("filter.upper.smudge", "tr A-Z a-z"),
    ("filter.upper.required", "true"),
];

/// What the repository holds of a file.
fn stored(world: &World, tree: &GitId, path: &str) -> Vec<u8> {
    let object = format!("{tree}:{path}");
    let done = Command::new("git")
        .args(["cat-file", "blob", &object])
        .current_dir(&world.root)
        .output()
        .unwrap();
    assert!(done.status.success(), "{object}");
    done.stdout
}

/// The tree that git would make of everything in the worktree.
fn tree_by_git(world: &World) -> String {
    let root = &world.tree.root;
    git(root, "add -A");
    let tree = git(root, "write-tree");
    git(root, "reset -q");
    tree
}

fn changed(found: &Snapshot) -> Vec<&str> {
    found.changed.iter().map(|it| it.path.as_str()).collect()
}

/// Nothing is found right after the checkout; after these writes the tree is the one that git makes, and only they
/// differ.
fn check(
    settings: &[(&str, &str)],
    files: &[(&str, &[u8])],
    writes: &[(&str, &[u8])],
) -> (World, Snapshot) {
    let mut world = world(settings, files);
    assert_eq!(world.snapshots.scan("fresh").unwrap(), None, "{files:?}");
    for (path, content) in writes {
        put(&world.tree.root, path, content);
    }
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(world.snapshots.left_out(), []);
    let mut paths: Vec<&str> = writes.iter().map(|(path, _)| *path).collect();
    paths.sort_unstable();
    assert_eq!(changed(&found), paths);
    assert_eq!(found.tree.as_str(), tree_by_git(&world), "{files:?}");
    // The way back, and forth again.
    let base = world.tree.tree_of(&world.base).unwrap();
    world.snapshots.restore(&base).unwrap();
    assert_eq!(git(&world.tree.root, "status --porcelain"), "", "{files:?}");
    world.snapshots.restore(&found.tree).unwrap();
    assert_eq!(world.snapshots.scan("as it was").unwrap(), None);
    for (path, content) in writes {
        let there = fs::read(world.tree.root.join(path)).unwrap();
        assert_eq!(there, *content, "{path}");
    }
    (world, found)
}

#[test]
fn line_ends_are_stored_as_the_attributes_want() {
    for attributes in [
        "*.txt text eol=crlf\n",
        "* text=auto\n*.txt eol=crlf\n",
        "[attr]dos text eol=crlf\n*.txt dos\n",
    ] {
        let (world, found) = check(
            &[],
            &[
                (".gitattributes", attributes.as_bytes()),
                ("c.txt", b"one\ntwo\n"),
            ],
            &[("c.txt", b"one\r\nTWO\r\n"), ("new.txt", b"a\r\nb\r\n")],
        );
        assert_eq!(
            stored(&world, &found.tree, "c.txt"),
            b"one\nTWO\n",
            "{attributes}"
        );
        assert_eq!(stored(&world, &found.tree, "new.txt"), b"a\nb\n");
        let diff = git(
            &world.root,
            &format!("diff --shortstat {} {} -- c.txt", world.base, found.tree),
        );
        assert_eq!(diff, " 1 file changed, 1 insertion(+), 1 deletion(-)");
    }
}

#[test]
fn line_ends_are_stored_as_the_settings_want() {
    let writes: &[(&str, &[u8])] = &[
        ("a.txt", b"one\r\n2\r\nthree\r\n"),
        ("bin.dat", b"a\r\n\0b\r\n"),
    ];
    for settings in [
        [("core.autocrlf", "true"), ("core.eol", "lf")],
        [("core.autocrlf", "true"), ("core.safecrlf", "true")],
    ] {
        let (world, found) = check(&settings, &[], writes);
        assert_eq!(stored(&world, &found.tree, "a.txt"), b"one\n2\nthree\n");
        assert_eq!(stored(&world, &found.tree, "bin.dat"), b"a\r\n\0b\r\n");
    }
}

/// `input` takes carriage returns off on the way in and puts none back.
#[test]
fn carriage_returns_that_only_go_in_are_taken_off() {
    let mut world = world(&[("core.autocrlf", "input")], &[]);
    put(&world.tree.root, "a.txt", b"one\r\ntwo\r\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "a.txt"), b"one\ntwo\n");
    assert_eq!(found.tree.as_str(), tree_by_git(&world));
    // What stands there on disk is what is stored with other ends: nothing has changed by looking.
    assert_eq!(world.snapshots.scan("again").unwrap(), None);
}

/// Git leaves a text alone that is stored with carriage returns already, as long as its rules only guess what is text.
#[test]
fn a_text_that_is_stored_with_carriage_returns_keeps_them() {
    let raw = b"one\r\ntwo\r\n";
    let mut world = world(&[], &[("raw.txt", raw)]);
    put(&world.tree.root, ".gitattributes", b"* text=auto\n");
    put(&world.tree.root, "raw.txt", b"one\r\nTWO\r\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(found.tree.as_str(), tree_by_git(&world));
    assert_eq!(stored(&world, &found.tree, "raw.txt"), b"one\r\nTWO\r\n");
}

#[test]
fn ids_are_taken_back() {
    let (mut world, _) = check(
        &[],
        &[
            (".gitattributes", b"*.c ident\n"),
            ("x.c", b"/* $Id$ */\nint x;\n"),
        ],
        &[("plain.c", b"int y;\n")],
    );
    put(&world.tree.root, "new.c", b"/* $Id: 1234 $ */\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(found.tree.as_str(), tree_by_git(&world));
    assert_eq!(stored(&world, &found.tree, "new.c"), b"/* $Id$ */\n");
}

#[test]
fn encodings_are_stored_as_utf_8() {
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let (world, found) = check(
        &[],
        &[
            (
                ".gitattributes",
                b"*.reg text working-tree-encoding=UTF-16LE eol=lf\n",
            ),
            ("a.reg", &utf16("one\ntwo\n")),
        ],
        &[("a.reg", &utf16("one\nzw\u{f6}lf\n"))],
    );
    assert_eq!(
        stored(&world, &found.tree, "a.reg"),
        "one\nzwölf\n".as_bytes()
    );
}

#[test]
fn filters_decide_what_is_stored() {
    let long = "x".repeat(100_000);
    for attributes in [
        "*.up filter=upper\n",
        "sub/** filter=upper\n*.up filter=upper\n",
    ] {
        let (world, found) = check(
            &FILTER,
            &[
                (".gitattributes", attributes.as_bytes()),
                ("sub/a.up", b"secret\n"),
                ("b.up", b"more\n"),
            ],
            &[
                ("sub/a.up", b"other\n"),
                ("sub/new/c.up", long.as_bytes()),
                ("plain.txt", b"plain\n"),
            ],
        );
        assert_eq!(stored(&world, &found.tree, "sub/a.up"), b"OTHER\n");
        assert_eq!(
            stored(&world, &found.tree, "sub/new/c.up"),
            long.to_uppercase().as_bytes()
        );
        assert_eq!(stored(&world, &found.tree, "plain.txt"), b"plain\n");
    }
}

#[test]
fn attributes_of_folders_and_of_no_tree_count() {
    let (world, found) = check(
        &FILTER,
        &[
            ("sub/.gitattributes", b"*.up filter=upper\n"),
            ("a.up", b"as it is\n"),
        ],
        &[("a.up", b"still as it is\n"), ("sub/a.up", b"other\n")],
    );
    assert_eq!(stored(&world, &found.tree, "a.up"), b"still as it is\n");
    assert_eq!(stored(&world, &found.tree, "sub/a.up"), b"OTHER\n");
    let mut world = self::world(&FILTER, &[]);
    put(&world.root, ".git/info/attributes", b"*.up filter=upper\n");
    put(&world.tree.root, "a.up", b"other\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "a.up"), b"OTHER\n");
}

/// Attributes that come with the work count for all of it, whatever was looked at first.
#[test]
fn attributes_that_come_later_count_for_what_was_written_before() {
    let mut world = world(&FILTER, &[("old.up", b"old\n")]);
    put(&world.tree.root, "a.up", b"new\n");
    let found = world.snapshots.scan("before").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "a.up"), b"new\n");
    put(&world.tree.root, ".gitattributes", b"*.up filter=upper\n");
    let found = world.snapshots.scan("after").unwrap().unwrap();
    assert_eq!(changed(&found), [".gitattributes", "a.up"]);
    assert_eq!(stored(&world, &found.tree, "a.up"), b"NEW\n");
    assert_eq!(stored(&world, &found.tree, "old.up"), b"old\n");
    fs::remove_file(world.tree.root.join(".gitattributes")).unwrap();
    let found = world.snapshots.scan("without").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "a.up"), b"new\n");
}

/// A file that its own rules would store otherwise stays as it is stored, also when it is written anew as it was.
#[test]
fn what_nobody_touched_is_not_stored_anew() {
    let mut world = world(
        &[],
        &[
            ("raw.txt", b"one\r\ntwo\r\n"),
            (".gitattributes", b"*.txt text eol=crlf\n"),
        ],
    );
    // As it stood before the rules came.
    let raw = git(&world.root, "hash-object -w --no-filters raw.txt");
    git(
        &world.root,
        &format!("update-index --cacheinfo 100644,{raw},raw.txt"),
    );
    git(&world.root, "commit -q --allow-empty -m raw");
    let repo = Repo::discover(&world.root).unwrap();
    let (_, base) = repo.branch().unwrap();
    let path = world.root.parent().unwrap().join("other");
    let tree = repo
        .worktree_add(&path, "other", &base)
        .unwrap()
        .wait()
        .unwrap();
    world.snapshots = Snapshots::open(&tree, "run-1/other", &base, Limits::default()).unwrap();
    assert_eq!(world.snapshots.scan("fresh").unwrap(), None);
    let content = fs::read(tree.root.join("raw.txt")).unwrap();
    put(&tree.root, "raw.txt", &content);
    assert_eq!(world.snapshots.scan("the same").unwrap(), None);
    put(&tree.root, "raw.txt", b"one\r\nTWO\r\n");
    let found = world.snapshots.scan("another").unwrap().unwrap();
    assert_eq!(changed(&found), ["raw.txt"]);
    assert_eq!(stored(&world, &found.tree, "raw.txt"), b"one\nTWO\n");
}

/// What can't be converted is told, and does not keep the rest from being stored.
#[test]
fn a_filter_that_fails_leaves_its_file_out() {
    let settings = [
        ("filter.upper.clean", "grep -v fail"),
        ("filter.upper.required", "true"),
    ];
    let mut world = world(&settings, &[(".gitattributes", b"*.up filter=upper\n")]);
    put(&world.tree.root, "good.up", b"good\n");
    put(&world.tree.root, "bad.up", b"fail\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(changed(&found), ["good.up"]);
    let [left_out] = world.snapshots.left_out() else {
        panic!("{:?}", world.snapshots.left_out());
    };
    assert_eq!(left_out.path, "bad.up");
    let why = left_out.reason();
    assert!(why.starts_with("git can't store it: "), "{why}");
}

/// A program that the repository's own configuration names runs only where that was allowed, and none that came since.
#[test]
fn filters_that_nobody_allowed_do_not_run() {
    let mut world = world(
        &FILTER,
        &[(".gitattributes", b"*.up filter=upper\n*.x filter=late\n")],
    );
    let canary = world.root.parent().unwrap().join("canary");
    set(
        &world.root,
        "filter.late.clean",
        &format!("touch {}", canary.display()),
    );
    put(&world.tree.root, "a.x", b"other\n");
    world.snapshots.scan("late").unwrap().unwrap();
    assert!(!canary.exists());
    let strict = Repo::discover(&world.tree.root).unwrap();
    let mut snapshots =
        Snapshots::open(&strict, "run-1/task", &world.base, Limits::default()).unwrap();
    put(&world.tree.root, "b.up", b"other\n");
    let found = snapshots.scan("strict").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "b.up"), b"other\n");
}

/// A filter is started where nothing stands that an agent wrote.
#[test]
fn filters_run_nothing_out_of_the_worktree() {
    let settings = [(
        "filter.upper.clean",
        "if [ -e helper ]; then echo helped; else cat; fi",
    )];
    let mut world = world(&settings, &[(".gitattributes", b"*.up filter=upper\n")]);
    put(&world.tree.root, "helper", b"x");
    put(&world.tree.root, "a.up", b"mine\n");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(stored(&world, &found.tree, "a.up"), b"mine\n");
}

/// Where the disk tells no programs from other files, what is stored says it.
#[test]
fn modes_are_the_disks_only_where_it_has_some() {
    use std::os::unix::fs::PermissionsExt;
    let mut world = world(&[("core.fileMode", "false")], &[]);
    let mode = |path: &str| {
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(world.tree.root.join(path), mode).unwrap();
    };
    mode("a.txt");
    put(&world.tree.root, "run.sh", b"x\n");
    mode("run.sh");
    let found = world.snapshots.scan("written").unwrap().unwrap();
    assert_eq!(changed(&found), ["run.sh"]);
    assert_eq!(found.tree.as_str(), tree_by_git(&world));
}
