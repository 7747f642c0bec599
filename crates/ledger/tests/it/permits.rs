//! Leave to act: a durable line is redeemed once, for the very act whose digest it holds, and for no other.

use ledger::action::{Action, Change, ChangeHow, Look, LookAt, Merge};
use ledger::event::{Decided, Event, Stamp};
use ledger::ids::{ActId, GitId, Hash, RelPath, RunId, Seq, TaskId};
use ledger::journal::{Broken, Disk, Draft, Entry, Head, Journal, Row};
use ledger::permit::{NotAllowed, Permit};

/// A disk that takes everything and keeps nothing.
struct Open;

impl Disk for Open {
    fn commit(&mut self, _: &RunId, _: u64, _: &[Row]) -> Result<(), Broken> {
        Ok(())
    }
}

fn run() -> RunId {
    RunId::new("r1").unwrap()
}

fn entry(decided: Decided) -> Entry {
    let mut journal = Journal::new(crate::seal(), Open, run(), 1, Head::default());
    assert_eq!(journal.run(), &run());
    let stamp = Stamp {
        at_ms: 1,
        mono_ms: 1,
        task: None,
    };
    let event = Event::Decided(decided);
    let mut entries = journal.append(vec![Draft { stamp, event }]).unwrap();
    let entry = entries.pop().expect("one line");
    assert_eq!(journal.head().hash, entry.hash());
    entry
}

fn allows(action: &Action) -> Entry {
    entry(Decided::Allowed {
        act: ActId(7),
        call: None,
        digest: action.digest(),
        action: None,
    })
}

fn change(content: &str) -> Action {
    Action::Change(Change {
        task: TaskId::new("t1").unwrap(),
        path: RelPath::new("src/a.rs").unwrap(),
        how: ChangeHow::Write {
            content: content.into(),
        },
        before: None,
    })
}

fn look() -> Action {
    Action::Look(Look {
        task: TaskId::new("t1").unwrap(),
        at: LookAt::Directory { path: None },
    })
}

#[test]
fn a_line_is_leave_for_its_very_act() {
    let permit = Permit::<Change>::redeem(allows(&change("a")), change("a")).expect("it is this");
    assert_eq!(permit.id(), ActId(7));
    let act = permit.act().clone();
    assert_eq!(Action::Change(act.clone()), change("a"));
    assert_eq!(permit.spend(), (ActId(7), act));
}

#[test]
fn a_line_is_leave_for_no_other_act() {
    let other = NotAllowed::Other(Seq(1));
    // Another content, another kind, and the right act in a hand that does another kind.
    let changed = Permit::<Change>::redeem(allows(&change("a")), change("b"));
    assert_eq!(changed.unwrap_err(), other);
    let looked = Permit::<Look>::redeem(allows(&change("a")), look());
    assert_eq!(looked.unwrap_err(), other);
    let merged = Permit::<Merge>::redeem(allows(&change("a")), change("a"));
    assert_eq!(merged.unwrap_err(), other);
}

#[test]
fn a_line_that_allows_nothing_is_no_leave() {
    let noted = entry(Decided::Noted {
        kind: "allowed".into(),
        text: change("a").digest().hex(),
    });
    let refused = Permit::<Change>::redeem(noted, change("a")).unwrap_err();
    assert_eq!(refused, NotAllowed::NoLeave(Seq(1)));
    assert_eq!(refused.to_string(), "line 1 allows nothing");
}

#[test]
fn every_piece_of_an_act_is_in_its_digest() {
    let git = |digit: &str| GitId::new(digit.repeat(40)).unwrap();
    let merge = |target: &str, from: &str, to: &str| {
        Action::Merge(Merge {
            target: target.into(),
            from: git(from),
            to: git(to),
            protected: Vec::new(),
        })
    };
    let acts = [
        change("a"),
        change("b"),
        look(),
        merge("main", "a", "b"),
        merge("main", "b", "a"),
        merge("dev", "a", "b"),
    ];
    for (at, one) in acts.iter().enumerate() {
        assert_ne!(one.digest(), Hash::default());
        for (other_at, other) in acts.iter().enumerate() {
            let same = at == other_at;
            assert_eq!(one.digest() == other.digest(), same, "{one:?} {other:?}");
        }
    }
}

#[test]
fn what_is_printed_of_a_proof_names_it_and_tells_nothing_else() {
    let entry = allows(&change("a secret"));
    assert_eq!(entry.line().seq, Seq(1));
    assert_eq!(format!("{entry:?}"), "Entry(r1#1)");
    let permit = Permit::<Change>::redeem(entry, change("a secret")).unwrap();
    assert_eq!(format!("{permit:?}"), "Permit(a7)");
    let _ = permit.spend();
}
