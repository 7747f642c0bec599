//! The verifier alone.

use harness::verifier::{self, Request};
use ledger::report::ReportStatus;

use super::{Outcome, note, put, put_json, site};
use crate::args::{Global, VerifyArgs};
use crate::exit::Exit;

pub(crate) fn verify(global: &Global, args: &VerifyArgs) -> Outcome {
    let site = site(global, Vec::new())?;
    let request = Request {
        plan: global.directory.join(&args.plan),
        shown: args.plan.display().to_string(),
        base: args.base.clone(),
        commands: !args.no_commands,
    };
    let verified = verifier::verify(&site, &request, |line| {
        if !global.quiet && !global.json {
            note(line);
        }
    })?;
    for warning in &verified.warnings {
        note(warning);
    }
    let page = verifier::markdown(&verified.report, verified.at_ms);
    if args.write {
        let path = verifier::write(&request.plan, &page)?;
        note(&format!("written to {}", path.display()));
    }
    if global.json {
        put_json(&verifier::json(&verified.report, verified.at_ms))?;
    } else {
        put(&page)?;
    }
    Ok(match verified.report.status {
        ReportStatus::Passed => Exit::Done,
        ReportStatus::GapsFound => Exit::Failed,
        ReportStatus::HumanNeeded => Exit::Person,
    })
}
