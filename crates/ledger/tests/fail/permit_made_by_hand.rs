//! A permit is made of nothing.

use ledger::action::{Look, LookAt};
use ledger::ids::{ActId, TaskId};
use ledger::permit::Permit;

fn main() {
    let act = Look {
        task: TaskId::new("t").unwrap(),
        at: LookAt::Directory { path: None },
    };
    let _permit = Permit { id: ActId(1), act };
}
