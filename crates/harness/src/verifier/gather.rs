//! What a verification runs and measures: commands, trials of what they are worth, figures for the quality gates.

use ledger::event::Inspection;
use ledger::evidence::{Evidence, Unfit};
use ledger::ids::{GitId, RelPath};
use ledger::measure::Measured;
use ledger::observation::ChangedFile;
use ledger::options::{Options, Verification};
use ledger::plan::Plan;
use ledger::verdict::Inputs;
use verify::{Files, Tried};

use super::evidence::WorkingTree;
use super::trials::Level;
use super::{Request, commands};
use crate::measure::{self, Reports};
use crate::repository::{NoSite, Site};
use crate::session;

/// What running and measuring is asked of.
pub(super) struct Gathering<'a> {
    pub(super) site: &'a Site,
    pub(super) request: &'a Request,
    pub(super) plan: &'a Plan,
    pub(super) options: &'a Options,
    pub(super) inputs: &'a Inputs,
    pub(super) base: Option<&'a GitId>,
    pub(super) changed: &'a [ChangedFile],
    pub(super) inspections: &'a [Inspection],
}

/// What came of it.
pub(super) struct Gathered {
    pub(super) evidence: Vec<Evidence>,
    pub(super) unfit: Vec<Unfit>,
    pub(super) tried: Tried,
    pub(super) measured: Option<Measured>,
}

impl Gathering<'_> {
    /// Runs commands, tries what they are worth, and measures.
    pub(super) fn gather(
        &self,
        (working, files): (&mut WorkingTree, &Files<'_>),
        failed: &[String],
        told: &mut impl FnMut(&str),
    ) -> Result<Gathered, NoSite> {
        let (site, verification) = (self.site, &self.options.verification);
        let mut reports = Reports::before(&site.repo.root);
        let change = self.base.map(|base| (base, self.changed));
        let of = (self.plan, self.options, change);
        let given = session::given(site).map_err(|error| NoSite::Plan(error.to_string()))?;
        let by_hand =
            commands::hands(&given, site, self.plan, self.options, self.request.commands)?;
        let hands = (site, by_hand.as_ref(), &given);
        let (evidence, unfit) = commands::evidence(hands, of, working, told)?;
        let level = Level::new(
            (site, self.request),
            (self.plan, verification),
            (&evidence, files),
            (self.changed, self.inspections),
            by_hand.as_ref(),
        );
        let tried = level.tried((self.inputs, working), failed, told);
        reports.take(&site.repo.root);
        let at = (self.base, &reports);
        let paths = verify::measured_paths(self.plan, self.base.map(|_| self.changed));
        let measured = measured(site, verification, &paths, at)?;
        Ok(Gathered {
            evidence,
            unfit,
            tried,
            measured,
        })
    }
}

/// Figures for the quality gates, if any is on.
fn measured(
    site: &Site,
    options: &Verification,
    paths: &[RelPath],
    (base, reports): (Option<&GitId>, &Reports),
) -> Result<Option<Measured>, NoSite> {
    if verify::measured_gates(options).is_empty() {
        return Ok(None);
    }
    let at = (&site.repo, site.repo.root.as_path());
    let found = measure::measure(at, options, paths, base, reports)?;
    Ok(Some(found))
}
