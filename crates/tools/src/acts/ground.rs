//! Where the commands of a run are started: in the sandbox of their ground, or, where children are not held, as they are.

use std::path::{Path, PathBuf};

use super::enclosures::{Ground, Holding};
use super::{Environment, Workshop, words};
use crate::process::Starter;

impl Workshop {
    /// Children are held so from now on.
    pub fn hold_children(&mut self, holding: Holding) {
        self.enclosures.hold(holding);
    }

    /// Who starts commands on a ground, and the variables that they get. The first folder is changed, the others with it.
    pub(super) fn enter(
        &mut self,
        ground: Ground,
        folder: &Path,
        also: &[PathBuf],
    ) -> Result<(Starter, Environment), String> {
        let supervisor = self.supervisor.as_ref();
        let supervisor = supervisor.ok_or("there is no supervisor, so nothing is started")?;
        let under = (supervisor, self.repo.common_dir.as_path());
        let entered = self.enclosures.enter(under, ground, folder, also);
        let entered = entered.map_err(|error| words(&error))?;
        Ok(entered.unwrap_or_else(|| (supervisor.starter(), self.env.clone())))
    }
}
