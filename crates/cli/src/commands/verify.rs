//! The verifier alone.

use harness::site::Site;
use harness::source::Kind;
use harness::specified::specified;
use harness::verifier::{self, PlanFile, Request};
use ledger::report::ReportStatus;

use super::{Outcome, note, put, put_json, site};
use crate::args::{Global, VerifyArgs};
use crate::exit::{Exit, Failure};

const HELP: &str = "write `interlock verify PLAN.md`, or `interlock verify --base main` for a change without a plan";

pub(crate) fn verify(global: &Global, args: &VerifyArgs) -> Outcome {
    let site = site(global, Vec::new())?;
    let request = Request {
        plan: plan(global, &site, args)?,
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
        let plan = request.plan.as_ref().ok_or_else(|| {
            Failure::usage("`--write` puts the page beside a plan, and no plan is named").help(HELP)
        })?;
        let path = verifier::write(&plan.path, &page)?;
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

/// The plan that is named, or configured; none where only a change is to be looked at.
fn plan(global: &Global, site: &Site, args: &VerifyArgs) -> Result<Option<PlanFile>, Failure> {
    if let Some(plan) = &args.plan {
        return Ok(Some(PlanFile {
            path: global.directory.join(plan),
            shown: plan.display().to_string(),
        }));
    }
    if args.base.is_some() {
        return Ok(None);
    }
    let plan = specified(site)?.ok_or_else(|| {
        Failure::usage("no plan is named, and `project.open_spec_path` names none").help(HELP)
    })?;
    if plan.kind != Kind::Plan {
        let why = format!(
            "`project.open_spec_path` names `{}`, and only a PLAN.md is verified by itself",
            plan.shown
        );
        return Err(Failure::usage(why).help(HELP));
    }
    Ok(Some(PlanFile {
        path: plan.path,
        shown: plan.shown,
    }))
}
