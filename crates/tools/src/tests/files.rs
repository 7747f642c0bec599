//! Files of a worktree: windows, listings, searches, transactions, and no way out.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::files::{self, Edit, FileError, Kind, Limits, Root, Window, Within};
use ledger::ids::{Hash, RelPath};
use tempfile::TempDir;

use super::git::{rel, write};

fn worktree() -> (TempDir, Root) {
    let room = tempfile::tempdir().unwrap();
    let top = room.path().join("tree");
    fs::create_dir(&top).unwrap();
    write(&top, "a.txt", "one\ntwo\nthree\n");
    write(&top, "src/b.rs", "fn b() {}\n// two\n");
    write(&top, "target/out.txt", "two\n");
    write(&top, ".gitignore", "target\n");
    write(&top, ".git/config", "two\n");
    write(room.path(), "outside/secret.txt", "two\n");
    let root = Root::open(&top).unwrap();
    (room, root)
}

fn hash_of(root: &Root, path: &str) -> Option<Hash> {
    fs::read(root.path().join(path))
        .ok()
        .map(|bytes| Hash::of(&bytes))
}

fn text_of(root: &Root, path: &str) -> String {
    fs::read_to_string(root.path().join(path)).unwrap()
}

/// Everything below the top folder, temporary leftovers included.
fn names(root: &Root) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(root.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn reads_windows_with_the_digest_of_the_whole() {
    let (_room, root) = worktree();
    let window = Window {
        from: Some(2),
        lines: Some(1),
    };
    let text = files::read(&root, &rel("a.txt"), window, &Limits::default()).unwrap();
    assert_eq!(
        (text.text.as_str(), text.from, text.lines_total),
        ("two\n", 2, 3)
    );
    assert_eq!(Some(text.hash), hash_of(&root, "a.txt"));
    fs::write(root.path().join("binary"), b"a\0b").unwrap();
    fs::write(root.path().join("latin"), b"\xE4").unwrap();
    let read = |path: &str| {
        let limits = Limits {
            file_bytes_max: 100,
            ..Limits::default()
        };
        files::read(&root, &rel(path), Window::default(), &limits)
            .unwrap_err()
            .to_string()
    };
    fs::write(root.path().join("large"), [b'x'; 101]).unwrap();
    assert_eq!(read("binary"), "`binary` is binary (3 bytes)");
    assert_eq!(read("latin"), "`latin` is binary (1 bytes)");
    assert_eq!(read("large"), "`large` has 101 bytes, more than 100");
    assert_eq!(read("src"), "`src` is a directory");
    assert_eq!(read("src/none"), "there is no file `src/none`");
    assert_eq!(read("a.txt/b"), "a part of `a.txt/b` is not a directory");
}

#[test]
fn never_leaves_the_worktree() {
    let (room, root) = worktree();
    let outside = room.path().join("outside");
    symlink(&outside, root.path().join("way-out")).unwrap();
    symlink("../outside/secret.txt", root.path().join("file-out")).unwrap();
    symlink("a.txt", root.path().join("inside")).unwrap();
    let limits = Limits::default();
    let secret = Some(Hash::of(b"two\n"));
    for path in ["way-out/secret.txt", "file-out", "inside"].map(rel) {
        let refused = |done: Result<(), FileError>| {
            assert!(matches!(done, Err(FileError::Link(_))), "{path}: {done:?}");
        };
        refused(files::read(&root, &path, Window::default(), &limits).map(drop));
        refused(files::write(&root, &path, b"x", secret, &limits).map(drop));
        refused(files::write(&root, &path, b"x", None, &limits).map(drop));
        refused(files::delete(&root, &path, secret, &limits).map(drop));
    }
    let made = files::write(&root, &rel("way-out/new/file"), b"x", None, &limits);
    assert!(made.is_err() && !outside.join("new").exists());
    let listed = files::list(&root, Some(&rel("way-out")), 1, &limits);
    assert!(matches!(
        listed,
        Err(FileError::Link(_) | FileError::NotAFolder(_))
    ));
    assert_eq!(
        fs::read_to_string(outside.join("secret.txt")).unwrap(),
        "two\n"
    );
    // Neither git's own files, nor another name of a file, nor a pipe.
    let git = files::write(&root, &rel("src/.GIT/hooks/x"), b"x", None, &limits);
    assert!(matches!(git, Err(FileError::Git(_))));
    fs::hard_link(outside.join("secret.txt"), root.path().join("twin")).unwrap();
    let twin = files::write(&root, &rel("twin"), b"x", secret, &limits);
    assert!(matches!(twin, Err(FileError::HardLinked(_, 2))));
    let fifo = root.path().join("pipe");
    std::process::Command::new("mkfifo")
        .arg(&fifo)
        .status()
        .unwrap();
    let read = files::read(&root, &rel("pipe"), Window::default(), &limits);
    assert!(matches!(read, Err(FileError::Special(_))), "{read:?}");
}

#[test]
fn lists_and_searches_what_git_would_not_ignore() {
    let (_room, root) = worktree();
    let limits = Limits::default();
    let listing = files::list(&root, None, 2, &limits).unwrap();
    let entries: Vec<_> = listing
        .entries
        .iter()
        .map(|entry| (entry.path.as_str(), entry.kind))
        .collect();
    assert_eq!(
        entries,
        [
            (".gitignore", Kind::File),
            ("a.txt", Kind::File),
            ("src", Kind::Folder),
            ("src/b.rs", Kind::File)
        ]
    );
    let few = files::list(
        &root,
        None,
        2,
        &Limits {
            items_max: 2,
            ..limits
        },
    )
    .unwrap();
    assert!(few.truncated && few.entries.len() == 2);

    let all = Within {
        folder: None,
        glob: None,
        hidden: &|_| false,
    };
    let search = |pattern, folder: Option<&RelPath>, glob| {
        let within = Within {
            folder,
            glob,
            ..all
        };
        let found = files::search(&root, pattern, within, &limits).unwrap();
        let line = |hit: &files::Match| format!("{}:{}:{}", hit.path, hit.line, hit.text);
        found.matches.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        search("two", None, None),
        ["a.txt:2:two", "src/b.rs:2:// two"]
    );
    assert_eq!(
        search("^t[wh]", None, None),
        ["a.txt:2:two", "a.txt:3:three"]
    );
    assert_eq!(
        search("two", Some(&rel("src")), None),
        ["src/b.rs:2:// two"]
    );
    assert_eq!(search("two", None, Some("*.rs")), ["src/b.rs:2:// two"]);
    assert_eq!(search("x*$", Some(&rel("src")), None).len(), 2);
    let few = files::search(
        &root,
        "t",
        all,
        &Limits {
            items_max: 1,
            ..limits
        },
    )
    .unwrap();
    assert!(few.truncated && few.matches.len() == 1);
    assert!(matches!(
        files::search(&root, "(", all, &limits),
        Err(FileError::Pattern(_))
    ));
    let hidden: &dyn Fn(&RelPath) -> bool = &|path| path.as_str() == "a.txt";
    let found = files::search(&root, "two", Within { hidden, ..all }, &limits).unwrap();
    assert_eq!(found.hidden, 1);
    assert_eq!(
        found
            .matches
            .iter()
            .map(|it| it.path.as_str())
            .collect::<Vec<_>>(),
        ["src/b.rs"]
    );
}

#[test]
fn writes_only_over_what_was_read() {
    let (_room, root) = worktree();
    let limits = Limits::default();
    let before = hash_of(&root, "a.txt");
    let file = root.path().join("a.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let changed = files::write(&root, &rel("a.txt"), b"new\n", before, &limits).unwrap();
    assert_eq!(
        (changed.before, changed.after),
        (before, Some(Hash::of(b"new\n")))
    );
    assert_eq!(text_of(&root, "a.txt"), "new\n");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o755
    );
    for stale in [before, None] {
        let refused = files::write(&root, &rel("a.txt"), b"newer\n", stale, &limits);
        assert!(matches!(refused, Err(FileError::Stale { .. })));
    }
    let gone = files::write(&root, &rel("none.txt"), b"x", before, &limits);
    assert!(matches!(gone, Err(FileError::Stale { found: None, .. })));
    files::write(&root, &rel("deep/er/new.txt"), b"x", None, &limits).unwrap();
    assert_eq!(text_of(&root, "deep/er/new.txt"), "x");
    let wrong = files::delete(&root, &rel("a.txt"), before, &limits);
    assert!(matches!(wrong, Err(FileError::Stale { .. })));
    files::delete(&root, &rel("a.txt"), changed.after, &limits).unwrap();
    assert_eq!(
        names(&root),
        [".git", ".gitignore", "deep", "src", "target"]
    );
}

#[test]
fn data_that_would_no_longer_parse_stays_as_it_was() {
    let (_room, root) = worktree();
    let limits = Limits::default();
    let path = rel("package.json");
    let made = files::write(&root, &path, b"{\"a\": 1}\n", None, &limits).unwrap();
    let cut = Edit {
        old: "1}",
        new: "1",
        line: None,
    };
    let refused = files::edit(&root, &path, cut, made.after, &limits);
    assert!(matches!(&refused, Err(FileError::Broken { why, .. }) if why.contains("line")));
    let refused = files::write(&root, &path, b"", made.after, &limits);
    assert!(matches!(refused, Err(FileError::Broken { .. })));
    assert_eq!(text_of(&root, "package.json"), "{\"a\": 1}\n");
    files::write(&root, &path, b"[]", made.after, &limits).unwrap();
}

#[test]
fn edits_exactly_one_place() {
    let cases = [
        (
            "a\nb\nc\n",
            Edit {
                old: "b\n",
                new: "B\n",
                line: None,
            },
            Ok("a\nB\nc\n"),
        ),
        (
            "a\r\nb\r\nc\r\n",
            Edit {
                old: "a\nb",
                new: "x\ny",
                line: None,
            },
            Ok("x\r\ny\r\nc\r\n"),
        ),
        (
            "x\nx\n",
            Edit {
                old: "x",
                new: "y",
                line: Some(2),
            },
            Ok("x\ny\n"),
        ),
        (
            "x\nx\n",
            Edit {
                old: "x",
                new: "y",
                line: None,
            },
            Err("the text to replace occurs 2 times in `f`, at lines 1, 2"),
        ),
        (
            "aaa",
            Edit {
                old: "aa",
                new: "b",
                line: None,
            },
            Err("the text to replace occurs 2 times in `f`, at lines 1, 1"),
        ),
        (
            "x\n  y\n",
            Edit {
                old: "y\nz",
                new: "",
                line: None,
            },
            Err(
                "the text to replace does not occur in `f`; line 2 is like its first line, \
                 but white space or what follows differs",
            ),
        ),
        (
            "x\ny\n",
            Edit {
                old: "y",
                new: "z",
                line: Some(1),
            },
            Err("the text to replace does not occur in `f` at line 1; it occurs at line 2"),
        ),
        (
            "x",
            Edit {
                old: "",
                new: "z",
                line: None,
            },
            Err("there is nothing to replace in `f`"),
        ),
    ];
    let (_room, root) = worktree();
    for (text, edit, expected) in cases {
        write(root.path(), "f", text);
        let before = hash_of(&root, "f");
        let done = files::edit(&root, &rel("f"), edit, before, &Limits::default());
        match expected {
            Ok(expected) => {
                assert_eq!(done.unwrap().after, hash_of(&root, "f"));
                assert_eq!(text_of(&root, "f"), expected);
            }
            Err(expected) => {
                assert_eq!(done.unwrap_err().to_string(), expected);
                assert_eq!(text_of(&root, "f"), text);
            }
        }
    }
    assert!(
        !names(&root)
            .iter()
            .any(|name| name.starts_with(".interlock"))
    );
}
