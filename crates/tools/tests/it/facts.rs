//! What may be asked of the disk: what stands there, and nothing from outside, whatever is put in its place meanwhile.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use ledger::facts::{Fact, PathFact, PathKind, Question};
use ledger::ids::{Hash, RelPath};
use tempfile::TempDir;
use tools::acts::{Standing, facts_of, standing};

/// Content that is never to be seen.
const OUTSIDE: &str = "outside";

fn rel(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

fn asked(root: &Path, path: &str) -> PathFact {
    let questions = [Question::Path(path.to_owned())];
    let fact = facts_of(root, &questions).remove(0);
    let Fact::Path { found, .. } = fact else {
        panic!("{fact:?}");
    };
    found
}

/// A folder with a file in a folder, and beside it another one with a file of the same name.
fn folder() -> (TempDir, PathBuf) {
    let room = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(room.path()).unwrap().join("tree");
    fs::create_dir_all(root.join("dir")).unwrap();
    fs::create_dir(room.path().join("other")).unwrap();
    fs::write(root.join("dir/file"), "inside").unwrap();
    fs::write(room.path().join("other/file"), OUTSIDE).unwrap();
    (room, root)
}

#[test]
fn what_stands_there_is_told() {
    let (room, root) = folder();
    symlink("dir", root.join("within")).unwrap();
    symlink("../other", root.join("without")).unwrap();
    symlink(root.join("dir/file"), root.join("absolute")).unwrap();
    symlink("nowhere", root.join("dangling")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    fs::hard_link(root.join("dir/file"), root.join("twice")).unwrap();
    fs::write(root.join("bytes"), b"\xff\xfe").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(root.join("pipe"))
        .status();
    assert!(made.unwrap().success());

    let inside = Some(Hash::of(b"inside"));
    for (path, kind, through_link, digest) in [
        ("dir/file", PathKind::File, false, inside),
        ("./dir/../dir/file", PathKind::File, false, inside),
        ("within/file", PathKind::File, true, inside),
        ("absolute", PathKind::File, true, inside),
        ("dir", PathKind::Directory, false, None),
        (".", PathKind::Directory, false, None),
        ("none/at/all", PathKind::Absent, false, None),
        ("dir/file/below", PathKind::Absent, false, None),
        ("dangling", PathKind::Absent, true, None),
        ("without/file", PathKind::Outside, true, None),
        ("../other/file", PathKind::Outside, false, None),
        ("/etc/passwd", PathKind::Outside, false, None),
        ("loop", PathKind::Special, true, None),
        ("pipe", PathKind::Special, false, None),
    ] {
        let fact = asked(&root, path);
        let found = (fact.kind, fact.through_link, fact.digest);
        assert_eq!(found, (kind, through_link, digest), "{path}");
    }
    assert!(asked(&root, "twice").hard_linked);
    let whole = root.join("dir/file");
    assert_eq!(asked(&root, whole.to_str().unwrap()).kind, PathKind::File);

    for (path, expected) in [
        ("dir/file", Standing::Text("inside".to_owned())),
        ("within/file", Standing::Text("inside".to_owned())),
        ("Dir/file", Standing::Absent),
        ("dir", Standing::Directory),
        ("without/file", Standing::LinkOutside),
        ("dangling", Standing::LinkOutside),
        ("bytes", Standing::NotText),
        ("pipe", Standing::Special),
    ] {
        assert_eq!(standing(&root, &rel(path), 100), expected, "{path}");
    }
    assert_eq!(standing(&root, &rel("dir/file"), 3), Standing::TooLarge(6));
    drop(room);
    assert_eq!(standing(&root, &rel("dir/file"), 100), Standing::Absent);
    for path in ["dir/file", "."] {
        assert_eq!(asked(&root, path).kind, PathKind::Absent, "{path}");
    }
    assert_eq!(asked(&root, "../x").kind, PathKind::Outside);
}

/// Somebody exchanges a folder and a link to another one, again and again, while we look.
#[test]
#[cfg(target_os = "linux")]
fn a_link_that_is_put_there_meanwhile_is_not_followed() {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use std::sync::atomic::{AtomicBool, Ordering};

    let (room, root) = folder();
    symlink(room.path().join("other"), root.join("link")).unwrap();
    let done = AtomicBool::new(false);
    let (mut inside, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let swap = RenameFlags::EXCHANGE;
                renameat_with(CWD, root.join("dir"), CWD, root.join("link"), swap).unwrap();
            }
        });
        let outside = Some(Hash::of(OUTSIDE.as_bytes()));
        for _ in 0..20_000 {
            let digest = asked(&root, "dir/file").digest;
            let stands = standing(&root, &rel("dir/file"), 100);
            if digest == outside || stands == Standing::Text(OUTSIDE.to_owned()) {
                done.store(true, Ordering::Relaxed);
                panic!("what is outside was read");
            }
            if matches!(stands, Standing::Text(_)) {
                inside += 1;
            } else {
                refused += 1;
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(
        inside > 0 && refused > 0,
        "{inside} inside, {refused} refused"
    );
}

#[test]
fn the_names_in_a_folder_are_told() {
    let (_room, root) = folder();
    let asked = |path: &str| facts_of(&root, &[Question::Names(path.to_owned())]).remove(0);
    let told = |path: &str, names: &[&str]| Fact::Names {
        asked: path.to_owned(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    };
    fs::create_dir(root.join("packages")).unwrap();
    fs::create_dir(root.join("packages/web")).unwrap();
    fs::write(root.join("packages/.x"), "").unwrap();
    assert_eq!(asked("packages"), told("packages", &[".x", "web"]));
    assert_eq!(asked("absent"), told("absent", &[]));
    assert_eq!(asked("packages/.x"), told("packages/.x", &[]));
    for number in 0..255 {
        fs::write(root.join(format!("packages/{number}")), "").unwrap();
    }
    assert!(matches!(asked("packages"), Fact::Unknown { .. }));
    assert!(matches!(asked(".."), Fact::Unknown { .. }));
}

#[test]
fn a_name_that_begins_with_a_dash_is_told() {
    let (_room, root) = folder();
    let asked = |path: &str| {
        let fact = facts_of(&root, &[Question::DashedName(path.to_owned())]).remove(0);
        if let Fact::DashedName { asked, name } = &fact {
            assert_eq!(asked, path);
            return Ok(name.clone());
        }
        Err(format!("{fact:?}"))
    };
    assert_eq!(asked(""), Ok(None));
    fs::write(root.join("dir/-rf"), "").unwrap();
    assert_eq!(asked(""), Ok(None));
    assert_eq!(asked("dir"), Ok(Some("-rf".to_owned())));
    assert_eq!(asked("absent"), Ok(None));
    assert_eq!(asked("dir/file"), Ok(None));
    // Not through a link, and not above.
    symlink("../other", root.join("without")).unwrap();
    assert!(asked("without").is_err());
    assert!(asked("../other").is_err());
    let absent = facts_of(&root.join("absent"), &[Question::DashedName(String::new())]);
    assert!(matches!(
        absent.as_slice(),
        [Fact::DashedName { name: None, .. }]
    ));
}
