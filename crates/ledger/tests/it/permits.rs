//! Leave to act: a durable line is redeemed once, for the very act whose digest it holds, and for no other.

use ledger::action::{Action, Change, ChangeHow, Look, LookAt, Merge};
use ledger::event::{Claimed, Decided, Event, Held, Process, Seen, Stamp};
use ledger::ids::{ActId, GitId, Hash, RelPath, RunId, Seq, TaskId};
use ledger::journal::{Broken, Disk, Draft, Entry, Head, Journal, Row};
use ledger::notice::NoticeKind;
use ledger::permit::{NotAllowed, Permit};
use ledger::phase::Phase;
use ledger::telling::Notice;

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
    after(Head::default(), Event::Decided(decided))
}

/// The entry of the line after this head.
fn after(head: Head, event: Event) -> Entry {
    let mut journal = Journal::new(crate::seal(), Open, run(), 1, head);
    assert_eq!(journal.run(), &run());
    let stamp = Stamp {
        at_ms: 1,
        mono_ms: 1,
        task: None,
    };
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

fn ended() -> Decided {
    Decided::Ended {
        phase: Phase::Done,
        why: "merged".into(),
    }
}

#[test]
fn people_are_told_of_a_durable_line_and_of_no_other() {
    let notice = Notice::of(&entry(ended())).expect("a notice");
    assert_eq!((notice.about(), notice.kind()), (Seq(1), NoticeKind::End));
    assert!(Notice::of(&allows(&look())).is_none());
}

#[test]
fn what_is_owed_is_told_with_the_line_of_the_next_driver() {
    let earlier = entry(ended());
    let claimed = || {
        Event::Seen(Seen::Claimed(Claimed {
            epoch: 2,
            driver: Process { pid: 1, start: 1 },
            supervisor: None,
            attended: false,
            held: Held::default(),
            notifies: Vec::new(),
        }))
    };
    let head = |seq| Head {
        seq: Seq(seq),
        hash: Hash::default(),
    };
    let claim = after(head(4), claimed());
    let notice = Notice::again(&claim, earlier.line()).expect("a notice");
    assert_eq!((notice.about(), notice.kind()), (Seq(1), NoticeKind::End));
    // A line that is no claim is none, and neither is one before it, or of a line that nobody is told of.
    let no_claim = after(head(4), Event::Decided(ended()));
    assert!(Notice::again(&no_claim, earlier.line()).is_none());
    let before = after(head(0), claimed());
    assert!(Notice::again(&before, after(head(4), Event::Decided(ended())).line()).is_none());
    assert!(Notice::again(&claim, allows(&look()).line()).is_none());
    let mut other = earlier.line().clone();
    other.run = RunId::new("r2").unwrap();
    assert!(Notice::again(&claim, &other).is_none());
}
