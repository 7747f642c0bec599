//! The verifier alone.

use harness::source::Kind;
use harness::specified::{Specified, specified};
use harness::verifier::{self, Request};
use ledger::report::ReportStatus;

use super::{Outcome, note, put, put_json, site};
use crate::args::{Global, VerifyArgs};
use crate::exit::{Exit, Failure};

const HELP: &str = "write `interlock verify PLAN.md`";

pub(crate) fn verify(global: &Global, args: &VerifyArgs) -> Outcome {
    let site = site(global, Vec::new())?;
    let plan = match &args.plan {
        Some(plan) => Specified {
            path: global.directory.join(plan),
            shown: plan.display().to_string(),
            kind: Kind::Plan,
        },
        None => specified(&site)?.ok_or_else(|| {
            Failure::usage("no plan is named, and `project.open_spec_path` names none").help(HELP)
        })?,
    };
    if plan.kind != Kind::Plan {
        let why = format!(
            "`project.open_spec_path` names `{}`, and only a PLAN.md is verified by itself",
            plan.shown
        );
        return Err(Failure::usage(why).help(HELP));
    }
    let request = Request {
        plan: plan.path,
        shown: plan.shown,
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
    let project = &site.config().project_name;
    let page = verifier::markdown(&verified.report, project, verified.at_ms);
    if args.write {
        let path = verifier::write(&request.plan, &page)?;
        note(&format!("written to {}", path.display()));
    }
    if global.json {
        put_json(&verifier::json(&verified.report, project, verified.at_ms))?;
    } else {
        put(&page)?;
    }
    Ok(match verified.report.status {
        ReportStatus::Passed => Exit::Done,
        ReportStatus::GapsFound => Exit::Failed,
        ReportStatus::HumanNeeded => Exit::Person,
    })
}
