//! What was left behind: found, told, and mended where that is asked for.

use harness::doctor::{self, Finding, Weight};
use serde_json::json;

use super::{Outcome, put, put_json, site_of_runs};
use crate::args::{DoctorArgs, Global};
use crate::exit::Exit;
use crate::render;
use crate::screen;

pub(crate) fn doctor(global: &Global, args: &DoctorArgs) -> Outcome {
    let site = site_of_runs(global)?;
    let style = screen::style(global.verbose);
    let mut count = render::doctor::Count::default();
    let sandbox = harness::held::look(&site.config().state_dir);
    if !global.json && !global.quiet {
        put(&render::doctor::held(&sandbox, &style))?;
    }
    for finding in doctor::look(&site, args.all)? {
        let done = if args.mend {
            doctor::mend(&site, &finding)
        } else {
            None
        };
        count.add(finding.weight, done.as_ref());
        if global.json {
            put_json(&told(&finding, done.as_ref()))?;
        } else if !global.quiet || finding.weight != Weight::Note {
            put(&render::doctor::finding(&finding, done.as_ref(), &style))?;
        }
    }
    let exit = if count.open() == 0 {
        Exit::Done
    } else {
        Exit::Failed
    };
    if global.json {
        put_json(&json!({"summary": {
            "leftovers": count.leftovers,
            "mended": count.mended,
            "problems": count.problems,
            "notes": count.notes,
            "sandbox": sandbox,
            "exit": exit as u8,
        }}))?;
    } else if !global.quiet {
        put(&render::doctor::sum(&count, args.mend, &style))?;
    }
    Ok(exit)
}

/// A finding for programs, with what became of it.
fn told(finding: &Finding, done: Option<&Result<String, String>>) -> serde_json::Value {
    let mut value = serde_json::to_value(finding).unwrap_or_default();
    value["mended"] = matches!(done, Some(Ok(_))).into();
    value["done"] = done.and_then(|it| it.as_ref().ok()).cloned().into();
    value["error"] = done.and_then(|it| it.as_ref().err()).cloned().into();
    value
}
