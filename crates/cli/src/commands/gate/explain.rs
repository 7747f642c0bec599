//! What the gates say of one action, what guards each way to a side effect, and whether rules can be used.

use std::io::Read as _;
use std::path::PathBuf;

use harness::config;
use harness::gate_service::{self, Explained, Gatehouse};

use crate::args::Global;
use crate::commands::{Outcome, call, put, put_json};
use crate::exit::{Exit, Failure};
use crate::render::visible;

/// Longest action that is read, in bytes.
const ACTION_BYTES_MAX: u64 = 4 * 1024 * 1024;

pub(super) fn explain(global: &Global, action: Option<String>) -> Outcome {
    let action = match action {
        Some(action) => action,
        None => {
            let mut text = String::new();
            std::io::stdin()
                .lock()
                .take(ACTION_BYTES_MAX)
                .read_to_string(&mut text)?;
            text
        }
    };
    let action = action.trim();
    let line = if action.starts_with('{') {
        action.to_owned()
    } else {
        serde_json::json!({"tool": "run_command", "args": {"command": action}}).to_string()
    };
    let house = Gatehouse::open(&call(global)?)?;
    let explained = house.explain(&line).map_err(Failure::usage)?;
    if global.json {
        put_json(&serde_json::to_value(&explained).unwrap_or_default())?;
    } else {
        put(&words(&explained))?;
    }
    Ok(Exit::Done)
}

fn words(it: &Explained) -> String {
    let mut out = format!("{}\n", visible(&it.canonical));
    for effect in &it.effects {
        out.push_str(&format!("  would {}\n", visible(effect)));
    }
    for decision in &it.decisions {
        let verdict = format!("{:?}", decision.verdict).to_lowercase();
        out.push_str(&format!("{}: {verdict}\n", decision.checkpoint.word()));
        for finding in &decision.findings {
            out.push_str(&format!(
                "  {}/{}: {}\n",
                finding.policy,
                finding.id,
                visible(&finding.message)
            ));
        }
    }
    for lift in &it.lifts {
        out.push_str(&format!("lifted by: {lift}\n"));
    }
    out
}

pub(super) fn coverage(global: &Global) -> Outcome {
    let mut exit = Exit::Done;
    for it in gate_service::coverage() {
        if it.gap.is_some() {
            exit = Exit::Failed;
        }
        if global.json {
            put_json(&serde_json::to_value(&it).unwrap_or_default())?;
            continue;
        }
        let guards = if it.policies.is_empty() {
            it.note
        } else {
            it.policies.join(", ")
        };
        let gap = it
            .gap
            .map(|gap| format!("  NOT GUARDED: {gap}"))
            .unwrap_or_default();
        put(&format!(
            "{:<9} {:<13} {}: {guards}{gap}\n",
            it.way,
            it.name,
            it.checkpoints.join(", ")
        ))?;
    }
    for it in &harness::held::STARTED {
        if global.json {
            put_json(
                &serde_json::json!({"way": "process", "name": it.what, "sandbox": it.held, "note": it.by}),
            )?;
            continue;
        }
        let held = if it.held { "sandbox" } else { "as it is" };
        put(&format!("process   {held:<9} {}: {}\n", it.what, it.by))?;
    }
    if let Some(lacks) = Gatehouse::lacks(&call(global)?)?.filter(|_| !global.json) {
        put(&format!("process   here {lacks}\n"))?;
    }
    Ok(exit)
}

pub(super) fn rules(global: &Global, files: &[PathBuf]) -> Outcome {
    let checked = if files.is_empty() {
        config::policy_files(&harness::repository::sources(&call(global)?)?)?
    } else {
        files
            .iter()
            .map(|path| config::check_policy_file(path))
            .collect()
    };
    let mut exit = Exit::Done;
    for file in &checked {
        let (rules, problems) = match &file.rules {
            Ok(rules) => (rules.len(), Vec::new()),
            Err(problems) => (0, problems.iter().map(ToString::to_string).collect()),
        };
        if !problems.is_empty() {
            exit = Exit::Failed;
        }
        if global.json {
            put_json(&serde_json::json!({
                "file": file.name, "counts": file.counts, "rules": rules, "problems": problems,
            }))?;
            continue;
        }
        let counts = if file.counts {
            ""
        } else {
            " (not trusted: it does not count)"
        };
        if problems.is_empty() {
            put(&format!(
                "{}: {rules} rules, right{counts}\n",
                visible(&file.name)
            ))?;
        } else {
            put(&format!(
                "{}: can't be used{counts}\n{}\n",
                visible(&file.name),
                problems.join("\n\n")
            ))?;
        }
    }
    if checked.is_empty() && !global.json {
        put("there are no policy files\n")?;
    }
    Ok(exit)
}
