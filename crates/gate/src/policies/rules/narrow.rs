//! The narrowest rule that there is: for these very proposals.

use ledger::proposal::Proposal;
use shell::display::hides;

use crate::canonical::plain;

/// A pattern that matches these proposals and no other ones of their tools, with everything in it that a terminal would
/// not show as itself written out.
#[must_use]
pub fn exactly(proposals: &[Proposal]) -> String {
    let all: Vec<String> = proposals.iter().map(|it| escaped(&plain(it))).collect();
    match all.as_slice() {
        [only] => format!("^{only}$"),
        all => format!("^(?:{})$", all.join("|")),
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hides(c) {
            out.push_str(&format!("\\x{{{:X}}}", u32::from(c)));
        } else {
            out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        }
    }
    out
}
