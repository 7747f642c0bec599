//! What is read of a folder on disk, and what is not.

use std::fs;
use std::path::Path;

use ledger::promise::Source;

use super::super::tests::{repository, write};
use super::{FILE_BYTES_MAX, all, is_change, read};

const CHANGE: &str = "openspec/changes/add-limit";
const DELTA: &str = "openspec/changes/add-limit/specs/runner/spec.md";
const MAIN: &str = "openspec/specs/runner/spec.md";

/// The paths of the files of a change; each has its text.
#[track_caller]
fn paths(top: &Path, archive: bool) -> Vec<String> {
    let source = read(top, &top.join(CHANGE), archive).expect("a change");
    let Source::Change {
        path,
        files,
        archive: said,
    } = source
    else {
        panic!("{source:?}");
    };
    assert_eq!((path.as_str(), said), (CHANGE, archive));
    assert!(files.iter().all(|file| file.text == file.path));
    files.into_iter().map(|file| file.path).collect()
}

#[track_caller]
fn refused(top: &Path, folder: &str, archive: bool, message: &str) {
    let error = read(top, &top.join(folder), archive)
        .expect_err("it is read")
        .to_string();
    assert!(error.contains(message), "`{message}` is not in: {error}");
}

#[test]
fn a_change_comes_with_the_main_specs_that_it_touches() {
    let tasks = "openspec/changes/add-limit/tasks.md";
    let meta = "openspec/changes/add-limit/.openspec.yaml";
    let new = "openspec/changes/add-limit/specs/area/new/spec.md";
    let top = repository(&[
        DELTA,
        MAIN,
        tasks,
        meta,
        new,
        "openspec/specs/other/spec.md",
        "openspec/changes/other/tasks.md",
        "openspec/changes/add-limit/.DS_Store",
        "README.md",
    ]);
    assert_eq!(paths(top.path(), false), [meta, new, DELTA, tasks, MAIN]);
    let trailing = read(
        top.path(),
        &top.path().join("openspec/changes/add-limit/"),
        false,
    );
    assert!(matches!(trailing, Ok(Source::Change { path, .. }) if path == CHANGE));
}

#[test]
fn what_is_no_change_of_the_repository_is_refused() {
    let top = repository(&[
        DELTA,
        "openspec/changes/archive/2026-01-01-old/tasks.md",
        "docs/a.md",
    ]);
    refused(top.path(), "openspec/changes/none", false, "can't be read");
    refused(
        top.path(),
        "openspec/changes/archive",
        false,
        "is no change",
    );
    refused(top.path(), "docs", false, "is no change");
    refused(top.path(), DELTA, false, "is no folder");
    let other = repository(&[DELTA]);
    let error = read(top.path(), &other.path().join(CHANGE), false).expect_err("it is read");
    assert!(error.to_string().contains("is not in the repository"));
    assert!(is_change(Path::new("a/changes/b")) && !is_change(Path::new("changes")));
}

#[test]
fn what_is_no_text_is_refused_where_it_would_be_needed() {
    let top = repository(&[DELTA]);
    let image = "openspec/changes/add-limit/flow.png";
    write(top.path(), image, &[0x89, 0xff]);
    assert_eq!(paths(top.path(), false), [DELTA]);
    refused(
        top.path(),
        CHANGE,
        true,
        "`openspec/changes/add-limit/flow.png` is no text",
    );
    write(
        top.path(),
        "openspec/changes/add-limit/design.md",
        &[b'a', 0xff],
    );
    refused(
        top.path(),
        CHANGE,
        false,
        "`openspec/changes/add-limit/design.md` is no text",
    );
    let long = vec![b'a'; FILE_BYTES_MAX as usize + 1];
    write(top.path(), "openspec/changes/add-limit/design.md", &long);
    refused(top.path(), CHANGE, false, "is too long");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_repository() {
    use std::os::unix::fs::symlink;

    let elsewhere = repository(&["secret.md", "specs/spec.md"]);
    let top = repository(&[DELTA, "docs/tasks.md"]);
    let link = |to: &Path, at: &str| {
        let at = top.path().join(at);
        fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        symlink(to, at).expect("a link");
    };
    link(
        &top.path().join("docs/tasks.md"),
        "openspec/changes/add-limit/tasks.md",
    );
    link(
        &elsewhere.path().join("none.md"),
        "openspec/changes/add-limit/none.md",
    );
    link(
        &elsewhere.path().join("specs"),
        "openspec/changes/add-limit/folder",
    );
    let source = read(top.path(), &top.path().join(CHANGE), false);
    assert!(source.is_err_and(|it| it.to_string().contains("leads out")));
    fs::remove_file(top.path().join("openspec/changes/add-limit/folder")).expect("removed");
    let source = read(top.path(), &top.path().join(CHANGE), false).expect("a change");
    let texts: Vec<&str> = source.texts().collect();
    assert_eq!(texts, [DELTA, "docs/tasks.md"]);
    link(&elsewhere.path().join("specs"), "openspec/specs/runner");
    refused(
        top.path(),
        CHANGE,
        false,
        "`openspec/specs/runner/spec.md` leads out of the repository",
    );
}

#[test]
fn folders_have_an_end() {
    let deep = format!("{CHANGE}/{}a.md", "x/".repeat(20));
    let top = repository(&[DELTA, &deep]);
    refused(top.path(), CHANGE, false, "folders within folders");
    let many: Vec<String> = (0..1_001).map(|at| format!("{CHANGE}/{at}.md")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    refused(
        repository(&many).path(),
        CHANGE,
        false,
        "holds too many files",
    );
}

#[test]
fn a_whole_folder_is_read_without_its_archive() {
    let note = "openspec/changes/add-limit/specs/runner/note.txt";
    let top = repository(&[
        DELTA,
        MAIN,
        note,
        "openspec/changes/add-limit/proposal.md",
        "openspec/changes/add-limit/.openspec.yaml",
        "openspec/changes/add-limit/design.md",
        "openspec/changes/add-limit/notes/spec.md",
        "openspec/changes/archive/2026-01-01-old/tasks.md",
        "openspec/changes/.hidden/tasks.md",
        "openspec/changes/README.md",
        "openspec/config.yaml",
        "openspec/specs/.git/spec.md",
        "src/spec.md",
    ]);
    let folder = all(top.path(), &top.path().join("openspec")).expect("a folder");
    assert_eq!(folder.path, "openspec");
    let found: Vec<(&str, bool)> = folder
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.text == file.path))
        .collect();
    assert_eq!(
        found,
        [
            ("openspec/changes/add-limit/.openspec.yaml", true),
            ("openspec/changes/add-limit/proposal.md", true),
            (note, false),
            (DELTA, true),
            (MAIN, true),
        ]
    );
    let inside = all(&top.path().join("openspec"), &top.path().join("openspec")).expect("a folder");
    assert_eq!((inside.path.as_str(), inside.files.len()), ("", 5));
}
