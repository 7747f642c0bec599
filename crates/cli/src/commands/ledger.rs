//! The ledger itself: is it whole, and what is in it.

use harness::chain;
use harness::repository::Site;
use harness::runs;

use super::{Outcome, put, put_json, site_of_runs, tell};
use crate::args::{Global, LedgerCommand};
use crate::exit::Exit;
use crate::render;

pub(crate) fn ledger(global: &Global, command: LedgerCommand) -> Outcome {
    let site = site_of_runs(global)?;
    match command {
        LedgerCommand::Verify { run } => verify(global, &site, run.as_deref()),
        LedgerCommand::Export { run } => {
            let store = site.store()?;
            let run = runs::find(&store, &run)?;
            match chain::export(&store, &run, std::io::stdout().lock()) {
                // Whoever read it has had enough.
                Err(error) if error.is_broken_pipe() => Ok(Exit::Done),
                Err(error) => Err(error.into()),
                Ok(_) => Ok(Exit::Done),
            }
        }
        LedgerCommand::Replay { run } => {
            let store = site.store()?;
            let run = runs::find(&store, &run)?;
            let told = runs::read(&store, &run)?;
            let replay = audit::replay(&run, &told.lines);
            if global.json {
                put_json(&serde_json::to_value(&replay).unwrap_or_default())?;
            } else {
                put(&crate::render::replay(&replay))?;
            }
            Ok(if replay.divergences.is_empty() {
                Exit::Done
            } else {
                Exit::Failed
            })
        }
    }
}

/// Checks the files, then each run. Damage to the files is told before anything that needs them, since a run that was in
/// them may not be found any more.
fn verify(global: &Global, site: &Site, run: Option<&str>) -> Outcome {
    let store = site.store()?;
    let files = chain::verify_files(&store)?;
    let runs = match run {
        Some(name) => runs::find(&store, name).map(|it| vec![it]),
        None => runs::list(site, &store, true, None),
    };
    let runs = match runs {
        Ok(runs) => runs,
        Err(_) if !files.is_empty() => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    if runs.is_empty() {
        if files.is_empty() && !global.json {
            put("no runs yet; there is nothing to check\n")?;
        }
        if !files.is_empty() {
            let value = serde_json::json!({"run": null, "faults": files});
            tell(global, &damaged("the ledger", &files), &value)?;
        }
    }
    let mut whole = files.is_empty();
    for run in runs {
        let checked = chain::verify(&store, &run, &files);
        whole &= checked.faults.is_empty();
        let words = if checked.faults.is_empty() {
            let (lines, head) = (checked.lines, &checked.head);
            format!("{run}: {lines} lines, whole; head {head}\n")
        } else {
            damaged(run.as_str(), &checked.faults)
        };
        let value = serde_json::to_value(&checked).unwrap_or_default();
        tell(global, &words, &value)?;
    }
    Ok(if whole { Exit::Done } else { Exit::Failed })
}

fn damaged(what: &str, faults: &[String]) -> String {
    let faults: Vec<String> = faults
        .iter()
        .map(|it| format!("  {}\n", render::visible(it)))
        .collect();
    format!("{what}: DAMAGED\n{}", faults.concat())
}
