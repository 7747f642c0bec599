//! The verifier alone.

use harness::accepted::{self, Accept};
use harness::open_spec::specified;
use harness::repository::Site;
use harness::rules;
use harness::source::Kind;
use harness::verifier::{self, PlanFile, Request};
use ledger::report::{Report, ReportStatus};
use serde_json::json;

use super::{Outcome, note, put, put_json, site, tell};
use crate::args::{Annotations, FailOn, Global, VerifyArgs};
use crate::exit::{Exit, Failure};
use crate::render::verdict;
use crate::screen;

const HELP: &str = "write `interlock verify PLAN.md`, or `interlock verify --base main` for a change without a plan";

pub(crate) fn verify(global: &Global, args: &VerifyArgs) -> Outcome {
    if let Some(rule) = &args.explain {
        return explain(global, rule.as_deref());
    }
    let site = site(global, Vec::new())?;
    if let Some([rule, place, reason]) = args.accept.as_deref() {
        return accept(global, &site, [rule, place, reason]);
    }
    let request = Request {
        plan: plan(global, &site, args)?,
        base: args.base.clone(),
        commands: !args.no_commands,
        again: args.again,
        fresh: args.fresh,
    };
    if args.standing {
        return standing(global, &site, &request);
    }
    let verified = verifier::verify(&site, &request, |line| {
        if !global.quiet {
            note(line);
        }
    })?;
    for warning in &verified.warnings {
        note(warning);
    }
    let project = verifier::project(&site);
    let page = || verifier::markdown(&verified.report, &project, verified.at_ms);
    if args.write {
        let plan = request.plan.as_ref().ok_or_else(|| {
            Failure::usage("`--write` puts the page beside a plan, and no plan is named").help(HELP)
        })?;
        let path = verifier::write(&plan.path, &page())?;
        note(&format!("written to {}", path.display()));
    }
    if let Some(service) = args.annotations {
        note(&verdict(&verified.report, &screen::style(global.verbose)));
        put(&match service {
            Annotations::Github => verifier::workflow_commands(&verified.report),
            Annotations::Gitlab => verifier::code_quality(&verified.report),
        })?;
    } else if global.json {
        put_json(&verifier::json(&verified.report, &project, verified.at_ms))?;
    } else if screen::is_terminal() && !args.page {
        put(&verdict(&verified.report, &screen::style(global.verbose)))?;
    } else {
        put(&page())?;
    }
    Ok(exit(&verified.report, args.fail_on))
}

/// The exit status alone: the report says the same whatever it fails on.
fn exit(report: &Report, fail_on: FailOn) -> Exit {
    let notes = || report.notes().next().is_some();
    match (fail_on, report.status) {
        (FailOn::Never, _) => Exit::Done,
        (FailOn::Gap | FailOn::Note, ReportStatus::GapsFound) => Exit::Failed,
        (FailOn::Note, _) if notes() => Exit::Failed,
        (FailOn::Gap | FailOn::Note, ReportStatus::HumanNeeded) => Exit::Person,
        (FailOn::Gap | FailOn::Note, ReportStatus::Passed) => Exit::Done,
    }
}

/// Whether the last verdict still stands. One that is stale, or not there, is no success.
fn standing(global: &Global, site: &Site, request: &Request) -> Outcome {
    let found = verifier::standing(site, request)?;
    let status = found.status.map(ReportStatus::word);
    if global.json {
        put_json(&json!({
            "standing": found.word(),
            "status": status,
            "because": found.why,
            "again": found.command,
        }))?;
    } else {
        let mut text = match status {
            Some(status) if found.why.is_empty() => format!("the last verdict stands: {status}\n"),
            Some(status) => {
                let why = found.why.join(", ");
                format!("the last verdict ({status}) is stale: {why}\n")
            }
            None => "no verdict is recorded here\n".to_owned(),
        };
        if found.word() != "stands" {
            text.push_str(&format!("verify again: {}\n", found.command));
        }
        put(&text)?;
    }
    Ok(match found.status.filter(|_| found.why.is_empty()) {
        Some(ReportStatus::Passed) => Exit::Done,
        Some(ReportStatus::HumanNeeded) => Exit::Person,
        Some(ReportStatus::GapsFound) | None => Exit::Failed,
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
    if plan.kind == Kind::Api {
        let why = format!(
            "`project.open_spec_path` names `{}`, and an OpenAPI file says nothing of code",
            plan.shown
        );
        return Err(Failure::usage(why).help(HELP));
    }
    Ok(Some(PlanFile {
        path: plan.path,
        shown: plan.shown,
    }))
}

/// Says what a rule finds; without one lists all.
fn explain(global: &Global, rule: Option<&str>) -> Outcome {
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
fn accept(global: &Global, site: &Site, [rule, place, reason]: [&str; 3]) -> Outcome {
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
