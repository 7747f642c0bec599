//! Making, listing and finding runs; what is refused on opening.

use std::os::unix::fs::PermissionsExt as _;

use store::{Error, Filter, Meta, Store};

use crate::kit::{Kit, raw, run};

fn meta(opened_ms: u64, repository: &str) -> Meta {
    Meta {
        opened_ms,
        repository: repository.into(),
        target: "main".into(),
        title: format!("opened at {opened_ms}"),
    }
}

#[test]
fn runs_are_listed_newest_first() {
    let kit = Kit::new();
    for (name, at, repository) in [("a", 10, "/x"), ("b", 30, "/y"), ("c", 20, "/x")] {
        kit.store
            .create_run(&run(name), &meta(at, repository))
            .unwrap();
    }
    let check = |filter: Filter, want: &[&str]| {
        let runs = kit.store.runs(&filter).unwrap();
        let names: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
        assert_eq!(names, want, "{filter:?}");
    };
    check(Filter::default(), &["b", "c", "a"]);
    check(
        Filter {
            repository: Some("/x".into()),
            ..Filter::default()
        },
        &["c", "a"],
    );
    check(
        Filter {
            since_ms: 20,
            ..Filter::default()
        },
        &["b", "c"],
    );
    check(
        Filter {
            count_max: Some(1),
            ..Filter::default()
        },
        &["b"],
    );
    assert_eq!(kit.store.run(&run("c")).unwrap().meta, meta(20, "/x"));
    let again = kit.store.create_run(&run("a"), &meta(1, "/z"));
    assert!(matches!(again, Err(Error::RunExists { .. })));
    assert_eq!(kit.store.run(&run("a")).unwrap().meta, meta(10, "/x"));
}

#[test]
fn runs_are_found_by_their_first_letters() {
    let kit = Kit::new();
    for name in ["r-2f81", "r-2f90", "r-77", "r-7", "other"] {
        kit.store.create_run(&run(name), &Meta::default()).unwrap();
    }
    let check = |prefix: &str, want: &str| {
        let got = match kit.store.find_run(prefix) {
            Ok(run) => run.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(got, want, "{prefix}");
    };
    check("r-2f8", "r-2f81");
    check("o", "other");
    check("r-7", "r-7");
    check("r-2", "several runs start with `r-2`: `r-2f90`, `r-2f81`");
    check("r-2f80", "no run `r-2f80`; there is `r-2f90`, `r-2f81`");
    check("ohter", "no run `ohter`; there is `other`");
    check("zzzzz", "no run `zzzzz`");
    check("r_2", "no run `r_2`; there is `r-2f90`, `r-2f81`");
    check("", "no run ``");
    check("%", "no run `%`");
}

#[test]
fn only_the_owner_can_read_it() {
    let dir = tempfile::tempdir().unwrap();
    let state = dir.path().join("new/state");
    let store = Store::open(&state).unwrap();
    store.create_run(&run("r1"), &Meta::default()).unwrap();
    let _claim = store.claim(&run("r1")).unwrap();
    let mode = |path: &str| {
        let meta = std::fs::metadata(state.join(path)).unwrap();
        meta.permissions().mode() & 0o777
    };
    assert_eq!(
        (mode("."), mode("locks"), mode("../../new")),
        (0o700, 0o700, 0o700)
    );
    for file in [
        "ledger.db",
        "ledger.db-wal",
        "ledger.db-shm",
        "locks/run.r1.lock",
    ] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
}

#[test]
fn what_is_not_our_ledger_is_left_alone() {
    let open = |prepare: &dyn Fn(&std::path::Path)| {
        let dir = tempfile::tempdir().unwrap();
        prepare(dir.path());
        Store::open(dir.path()).unwrap_err()
    };
    let newer = open(&|dir| {
        drop(Store::open(dir).unwrap());
        raw(dir).pragma_update(None, "user_version", 99).unwrap();
    });
    assert!(matches!(newer, Error::Newer { found: 99, .. }), "{newer:?}");
    let other = open(&|dir| raw(dir).execute_batch("CREATE TABLE t (x)").unwrap());
    assert!(matches!(other, Error::NotALedger { .. }), "{other:?}");
    let text = open(&|dir| std::fs::write(dir.join("ledger.db"), [b'x'; 5000]).unwrap());
    assert!(matches!(text, Error::Damaged(_)), "{text:?}");
    assert!(text.to_string().contains("interlock ledger verify"));
}
