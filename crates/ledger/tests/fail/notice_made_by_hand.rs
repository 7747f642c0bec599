//! Leave to tell people is made of nothing.

use ledger::ids::Seq;
use ledger::notice::NoticeKind;
use ledger::telling::Notice;

fn main() {
    let (about, kind) = (Seq(1), NoticeKind::End);
    let _notice = Notice { about, kind };
}
