//! The ledger itself: is it whole, and what is in it.

use harness::chain;
use harness::runs;

use super::{Outcome, put, put_json, site};
use crate::args::{Global, LedgerCommand};
use crate::exit::Exit;

pub(crate) fn ledger(global: &Global, command: LedgerCommand) -> Outcome {
    let site = site(global, Vec::new())?;
    let store = site.store()?;
    match command {
        LedgerCommand::Verify { run } => {
            let runs = match run {
                Some(name) => vec![runs::find(&store, &name)?],
                None => runs::list(&site, &store, true, None)?,
            };
            if runs.is_empty() && !global.json {
                put("no runs yet; there is nothing to check\n")?;
            }
            let mut whole = true;
            for run in runs {
                let checked = chain::verify(&store, &run);
                whole &= checked.faults.is_empty();
                if global.json {
                    put_json(&serde_json::to_value(&checked).unwrap_or_default())?;
                } else if checked.faults.is_empty() {
                    put(&format!(
                        "{run}: {} lines, whole; head {}\n",
                        checked.lines, checked.head
                    ))?;
                } else {
                    put(&format!("{run}: DAMAGED\n"))?;
                    for fault in &checked.faults {
                        put(&format!("  {fault}\n"))?;
                    }
                }
            }
            Ok(if whole { Exit::Done } else { Exit::Failed })
        }
        LedgerCommand::Export { run } => {
            let run = runs::find(&store, &run)?;
            chain::export(&store, &run, std::io::stdout().lock())?;
            Ok(Exit::Done)
        }
        LedgerCommand::Replay { run } => {
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
