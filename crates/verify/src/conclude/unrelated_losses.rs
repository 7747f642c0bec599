//! What others changed while a task was worked on has to be there after its merge too: no file and no line of a sibling
//! is lost.

use ledger::observation::Lost;

use super::judgement::Judged;
use crate::rules::LOST_IN_MERGE;

/// How the names of such items begin.
const PREFIX: &str = "gate:kept:";

/// The item's name.
pub(super) fn id(path: &str) -> String {
    format!("{PREFIX}{path}")
}

/// Whether an item of a report is of this kind.
#[must_use]
pub fn is_kept(id: &str) -> bool {
    id.starts_with(PREFIX)
}

/// The first time it goes back. Done again although it was told, it may be meant so: then a person looks.
pub(super) fn judge(lost: &Lost, told: bool) -> Judged {
    if lost.back {
        return back(lost, told);
    }
    let reason = if lost.lines.is_empty() {
        "others had put this file there meanwhile, and the merge would take it away".to_owned()
    } else {
        let lines: Vec<String> = lost.lines.iter().map(|it| format!("`{it}`")).collect();
        format!(
            "others had put this there meanwhile, and the merge would take it away: {}",
            lines.join(", ")
        )
    };
    if told {
        return Judged::human("LOST", LOST_IN_MERGE, reason);
    }
    let mend = format!("put it back into `{}`, and keep what it is for", lost.path);
    Judged::failed("LOST", 0, LOST_IN_MERGE, reason)
        .no_level()
        .mend(mend)
}

/// What others took away is not to come back unasked: it may have leaked.
fn back(lost: &Lost, told: bool) -> Judged {
    let reason = "others took this file away meanwhile, and the merge would bring it back";
    if told {
        return Judged::human("LOST", LOST_IN_MERGE, reason);
    }
    let mend = format!(
        "delete `{}`, and bring what is needed of it elsewhere",
        lost.path
    );
    Judged::failed("LOST", 0, LOST_IN_MERGE, reason)
        .no_level()
        .mend(mend)
}
