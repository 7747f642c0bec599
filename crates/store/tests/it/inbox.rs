//! Messages: in order, once, to their run; and the cheap question whether there is anything new.

use ledger::ids::ActId;
use ledger::message::Body;
use store::{Error, Meta, Store};

use crate::kit::{Kit, note, run};

fn hint(text: &str) -> Body {
    Body::Resume {
        hint: Some(text.into()),
    }
}

#[test]
fn messages_come_in_order_and_to_their_run() {
    let kit = Kit::with("r1");
    let other = Store::open(kit.dir.path()).unwrap();
    kit.store.create_run(&run("r2"), &Meta::default()).unwrap();
    let deny = Body::Deny {
        question: ActId(7),
        reason: "no \"rm\"\n\u{1f980}".into(),
    };
    let one = other.tell(&run("r1"), "ann", &hint("one"), 10).unwrap();
    let two = other.tell(&run("r2"), "bob", &hint("two"), 5).unwrap();
    let three = kit.store.tell(&run("r1"), "cy", &deny, 1).unwrap();
    assert!(one < two && two < three);

    let inbox = kit.store.inbox(&run("r1"), 0).unwrap();
    let got: Vec<_> = inbox
        .iter()
        .map(|m| (m.id, m.by.as_str(), &m.body))
        .collect();
    assert_eq!(got, [(one, "ann", &hint("one")), (three, "cy", &deny)]);
    assert_eq!(kit.store.inbox(&run("r1"), one).unwrap().len(), 1);
    assert_eq!(kit.store.inbox(&run("r1"), three).unwrap().len(), 0);
    assert!(matches!(
        kit.store.inbox(&run("r3"), 0),
        Err(Error::NoSuchRun { .. })
    ));
    assert!(matches!(
        other.tell(&run("r3"), "ann", &hint("x"), 0),
        Err(Error::NoSuchRun { .. })
    ));
    let long = other.tell(&run("r1"), "ann", &hint(&"x".repeat(300 << 10)), 0);
    assert!(matches!(long, Err(Error::TooLarge { .. })));
}

#[test]
fn a_look_says_whether_there_is_news() {
    let kit = Kit::with("r1");
    let other = Store::open(kit.dir.path()).unwrap();
    assert!(!other.changed().unwrap());
    kit.store.tell(&run("r1"), "ann", &hint("one"), 10).unwrap();
    assert!(other.changed().unwrap());
    assert!(!other.changed().unwrap());
    other.tell(&run("r1"), "ann", &hint("two"), 10).unwrap();
    assert!(other.changed().unwrap(), "one's own message is news, too");
    assert!(!other.changed().unwrap());
    let _ = kit.journal("r1").append(vec![note(1, "a line")]).unwrap();
    assert!(other.changed().unwrap());
    assert!(!other.changed().unwrap());
}
