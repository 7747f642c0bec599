//! Level 3 of a file: is it used, and is it reached from where anything starts?

use super::judgement::Judged;
use crate::facts::{FileFacts, ReachFact, WiringFact};
use crate::rules::{ARTIFACT_UNREACHED, BROKEN_IMPORT, REACH_UNKNOWN};

/// Files of a chain that are told.
const CHAIN_SAID_MAX: usize = 4;

/// How a file stands in its tree; nothing where it is no code that could be imported.
pub(super) fn judge(facts: &FileFacts) -> Option<Judged> {
    let wiring = facts.wiring.as_ref()?;
    broken(facts).or_else(|| reached(wiring))
}

/// An import of a file that is not there can't work.
fn broken(facts: &FileFacts) -> Option<Judged> {
    let first = facts.broken.first()?;
    let reason = format!("it {}", first.told());
    let judged = Judged::failed("STUB", 3, BROKEN_IMPORT, reason).at(Some(first.line));
    Some(judged.mend(format!(
        "make what `{}` means, or import what is there",
        first.path
    )))
}

/// Nothing where no program is known to start anywhere: then there is nothing to be reached from.
pub(super) fn reached(wiring: &WiringFact) -> Option<Judged> {
    if let Some(why) = &wiring.entry {
        return Some(Judged::verified("VERIFIED", 3, format!("it is {why}")));
    }
    // A change that did not cut it off did not promise to join it either: links are asked for by themselves.
    let old = |judged: Judged| match wiring.before {
        true => {
            let reason = match wiring.users.is_empty() {
                true => format!("{}, as before the change", judged.reason),
                false => format!(
                    "{}; nothing reached it, or what uses it, before the change",
                    judged.reason
                ),
            };
            Judged::unknown(3, ARTIFACT_UNREACHED, reason)
        }
        false => judged,
    };
    Some(match &wiring.reach {
        ReachFact::From(chain) => {
            let shown: Vec<&str> = chain
                .iter()
                .take(CHAIN_SAID_MAX)
                .map(String::as_str)
                .collect();
            let reason = format!("it is reached: {}", shown.join(" -> "));
            Judged::verified("VERIFIED", 3, reason)
        }
        ReachFact::Tests => old(orphan("tests alone use it")),
        ReachFact::Nothing if wiring.users.is_empty() => old(orphan("nothing uses it")),
        ReachFact::Nothing => {
            let users = wiring.users.join("`, `");
            old(orphan(&format!(
                "only `{users}` uses it, and nothing that starts anywhere does"
            )))
        }
        ReachFact::NoEntry => return None,
        ReachFact::Unknown(why) => Judged::unknown(
            3,
            REACH_UNKNOWN,
            format!("whether it is reached can't be told: {why}"),
        ),
    })
}

fn orphan(reason: &str) -> Judged {
    Judged::failed("ORPHANED", 3, ARTIFACT_UNREACHED, reason).mend("use it where it is needed")
}
