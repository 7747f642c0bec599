//! The verifier's rules for people: what one finds, all of them, and what a repository accepts of it.

use harness::accepted::{self, Accept};
use harness::rules;
use harness::site::Site;
use serde_json::json;

use crate::args::Global;
use crate::commands::{Outcome, put, put_json, tell};
use crate::exit::Exit;

/// Says what a rule finds; without one lists all.
pub(super) fn explain(global: &Global, rule: Option<&str>) -> Outcome {
    match rule {
        Some(id) => {
            let rule = rules::of(id)?;
            match global.json {
                true => put_json(&rule)?,
                false => put(&rule.words())?,
            }
        }
        None if global.json => put_json(&json!({ "rules": rules::all() }))?,
        None => put(&rules::list())?,
    }
    Ok(Exit::Done)
}

/// Adds an entry to the list of what the repository accepts.
pub(super) fn accept(global: &Global, site: &Site, [rule, place, reason]: [&str; 3]) -> Outcome {
    let accept = Accept {
        rule,
        place,
        reason,
    };
    let path = accepted::add(site, accept)?;
    let words = format!(
        "`{rule}` of `{place}` stands in {path}: it counts for changes that come after it is merged\n"
    );
    tell(
        global,
        &words,
        &json!({ "written": path, "rule": rule, "place": place, "reason": reason }),
    )?;
    Ok(Exit::Done)
}
