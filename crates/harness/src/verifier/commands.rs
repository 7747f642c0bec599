//! The commands of the verifier alone: run on the working tree as it stands, and compared where they fail.

use std::time::Duration;

use ledger::evidence::{Evidence, Unfit};
use ledger::ids::GitId;
use ledger::observation::ChangedFile;
use ledger::options::Options;
use ledger::plan::Plan;
use tools::outside_run::ByHand;

use super::baseline::{self, Work};
use super::evidence::{Ran, WorkingTree, run_all};
use crate::given_variables::GivenVariables;
use crate::repository::{NoSite, Site};
use crate::session;

/// What starts the commands; nothing where none are to be run.
pub(super) fn hands(
    given: &GivenVariables,
    site: &Site,
    plan: &Plan,
    options: &Options,
    wanted: bool,
) -> Result<Option<ByHand>, NoSite> {
    if !wanted || verify::commands(plan, &options.verification).is_empty() {
        return Ok(None);
    }
    let by_hand =
        session::by_hand(site, given).map_err(|error| NoSite::Model(error.to_string()))?;
    Ok(Some(by_hand))
}

/// Runs the commands, where they are to be run; with those among them that say nothing of the work.
pub(super) fn evidence(
    (site, by_hand, given): (&Site, Option<&ByHand>, &GivenVariables),
    (plan, options, change): (&Plan, &Options, Option<(&GitId, &[ChangedFile])>),
    working: &mut WorkingTree,
    told: &mut impl FnMut(&str),
) -> Result<(Vec<Evidence>, Vec<Unfit>), NoSite> {
    let Some(by_hand) = by_hand else {
        return Ok((Vec::new(), Vec::new()));
    };
    let commands = verify::commands(plan, &options.verification);
    let found = verify::found(plan, &options.verification);
    let limit = Duration::from_secs(u64::from(options.limits.check_timeout_s));
    let names = verify::tests(plan);
    let at = (site, &options.policies, by_hand);
    let Ran {
        evidence,
        mut failing,
    } = run_all(at, (&commands, &names), working, limit, told)?;
    let evidence = given
        .masked_in(evidence)
        .map_err(|error| NoSite::Plan(error.to_string()))?;
    for it in &mut failing {
        it.output = given.masked(&it.output);
    }
    let work = change.map(|(base, changed)| Work {
        repo: site.repo.clone(),
        base: base.clone(),
        changed: changed.to_vec(),
        timeout: limit,
    });
    let unfit = baseline::unfit((site, by_hand), (work.as_ref(), &found), &failing, told);
    Ok((evidence, unfit))
}
