//! What stands at a path, and what is read of a phase.

use std::fs;
use std::path::Path;

use ledger::promise::Source;

use super::{Kind, kind, of_path, phase};

const PHASE: &str = ".planning/phases/02-parser";

/// A repository with these files; the text of each is its path.
pub(super) fn repository(files: &[&str]) -> tempfile::TempDir {
    let top = tempfile::tempdir().expect("a directory");
    for file in files {
        write(top.path(), file, file.as_bytes());
    }
    top
}

pub(super) fn write(top: &Path, file: &str, bytes: &[u8]) {
    let path = top.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

fn below(name: &str) -> String {
    format!("{PHASE}/{name}")
}

#[track_caller]
fn refused(top: &Path, folder: &str, message: &str) {
    let error = phase::read(top, &top.join(folder), folder)
        .expect_err("it is read")
        .to_string();
    assert!(error.contains(message), "`{message}` is not in: {error}");
}

#[test]
fn a_path_is_known_by_its_name_and_by_what_is_in_it() {
    let top = repository(&[
        "PLAN.md",
        "api/pets.yaml",
        "api/pets.JSON",
        "notes/readme.txt",
        "docs/guide.md",
        "one/PLAN.md",
        "nested/plans/PLAN-01.md",
        "outline/01-01-PLAN-OUTLINE.md",
        "openspec/changes/add-limit/proposal.md",
        "openspec/changes/archive/2026-01-01-old/proposal.md",
    ]);
    for (path, expected) in [
        ("PLAN.md", Some(Kind::Plan)),
        ("docs/guide.md", Some(Kind::Plan)),
        ("api/pets.yaml", Some(Kind::Api)),
        ("api/pets.JSON", Some(Kind::Api)),
        ("notes/readme.txt", None),
        ("one", Some(Kind::Phase)),
        ("nested", Some(Kind::Phase)),
        ("outline", None),
        ("docs", None),
        ("openspec", None),
        ("openspec/changes/add-limit", Some(Kind::Change)),
        ("openspec/changes/archive", None),
    ] {
        assert_eq!(kind(&top.path().join(path)), expected, "{path}");
    }
}

#[test]
fn a_phase_comes_with_its_summaries_and_the_roadmap_above_it() {
    let wanted = [
        below("02-01-PLAN.md"),
        below("02-01-SUMMARY.md"),
        below("plans/PLAN-02-more.md"),
        below("plans/SUMMARY-02-more.md"),
        ".planning/ROADMAP.md".to_owned(),
    ];
    let others = [
        below("02-01-PLAN-OUTLINE.md"),
        below("02-RESEARCH.md"),
        below("02-01-PLAN.md.bak"),
        below("old/02-01-PLAN.md"),
        ".planning/STATE.md".to_owned(),
        "ROADMAP.md".to_owned(),
    ];
    let files: Vec<&str> = wanted.iter().chain(&others).map(String::as_str).collect();
    let top = repository(&files);
    fs::create_dir_all(top.path().join(below("02-09-PLAN.md"))).expect("a folder");
    let source = phase::read(top.path(), &top.path().join(PHASE), PHASE).expect("a phase");
    let Source::Phase { path, files } = source else {
        panic!("{source:?}");
    };
    assert_eq!(path, PHASE);
    let read: Vec<&String> = files.iter().map(|it| &it.path).collect();
    assert_eq!(read, wanted.iter().collect::<Vec<_>>());
    assert!(files.iter().all(|it| it.text == it.path));
}

#[test]
fn what_can_not_be_read_of_a_phase_is_told() {
    let plan = below("02-01-PLAN.md");
    let top = repository(&[&plan, "PLAN.md"]);
    refused(top.path(), ".", "`.` is the whole repository");
    refused(top.path(), "..", "stands outside of the repository");
    write(top.path(), &plan, b"\xff\xfe");
    refused(top.path(), PHASE, &format!("`{plan}` is not UTF-8"));
    write(top.path(), &plan, &vec![b'a'; (4 << 20) + 1]);
    refused(top.path(), PHASE, "has more than 4194304 bytes");
    for number in 1..6 {
        let name = below(&format!("02-0{number}-PLAN.md"));
        write(top.path(), &name, &vec![b'a'; 1 << 20]);
    }
    refused(
        top.path(),
        PHASE,
        "the files of the specification are more than",
    );
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_repository() {
    let elsewhere = repository(&["secret.md"]);
    let top = repository(&["README.md"]);
    let phase = top.path().join(PHASE);
    fs::create_dir_all(&phase).expect("a folder");
    let link = phase.join("02-01-PLAN.md");
    std::os::unix::fs::symlink(elsewhere.path().join("secret.md"), link).expect("a link");
    let name = below("02-01-PLAN.md");
    refused(
        top.path(),
        PHASE,
        &format!("`{name}` stands outside of the repository"),
    );
}

#[test]
fn what_is_read_is_checked() {
    let top = repository(&["PLAN.md", "api.yaml"]);
    for (name, kind, message) in [
        (
            "PLAN.md",
            Kind::Plan,
            "no front matter at the start of the file",
        ),
        ("api.yaml", Kind::Api, "an OpenAPI description is a map"),
        ("nowhere.md", Kind::Plan, "`nowhere.md` can't be read"),
    ] {
        let path = top.path().join(name);
        let error = of_path(top.path(), &path, name, kind, false).expect_err("it is read");
        assert!(error.to_string().contains(message), "{error}");
    }
}
