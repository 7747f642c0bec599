//! Any source, read: what it promises, the plan that it holds if it holds one, and what is wrong with it.

use ledger::promise::Source;

use crate::problem::Problem;
use crate::said::{Spec, Work};
use crate::{issue, openapi, openspec, phase, plan_md, sentence};

/// Reads a source of any kind.
///
/// # Errors
/// Everything that is wrong with it, warnings included; at least one is an error.
pub fn read(source: &Source) -> Result<Spec, Vec<Problem>> {
    match source {
        Source::Sentence { text } => {
            let (promise, plan) = sentence(text);
            Ok(Spec {
                promise,
                work: Work::Planned(plan),
                problems: Vec::new(),
            })
        }
        Source::Plan { path, text } => {
            let (promise, plan, problems) = plan_md::read(path, text)?;
            Ok(Spec {
                promise,
                work: Work::Planned(plan),
                problems,
            })
        }
        Source::Phase { path, files } => phase::read(path, files),
        Source::Api { path, text, files } => openapi::read(path, text, files),
        Source::Change { path, files, .. } => openspec::read(path, files),
        Source::Issue(task) => issue::read(task),
    }
}
