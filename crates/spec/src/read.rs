//! Any source, read: what it promises, the plan that it holds if it holds one, and what is wrong with it.

use ledger::plan::Plan;
use ledger::promise::{Promise, Source};

use crate::problem::Problem;
use crate::{openapi, openspec, phase, plan_md, sentence};

/// What a source says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// What is to be so afterwards. Not trusted until a caller who knows the source says so.
    pub promise: Promise,
    /// How, where the source says it; else somebody has to plan.
    pub plan: Option<Plan>,
    /// Warnings.
    pub problems: Vec<Problem>,
}

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
                plan: Some(plan),
                problems: Vec::new(),
            })
        }
        Source::Plan { path, text } => {
            let (promise, plan, problems) = plan_md::read(path, text)?;
            Ok(Spec {
                promise,
                plan: Some(plan),
                problems,
            })
        }
        Source::Phase { path, files } => phase::read(path, files),
        Source::Api { path, text } => openapi::read(path, text),
        Source::Change { path, files, .. } => openspec::read(path, files),
    }
}
