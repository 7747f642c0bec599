//! How children are held that work on a repository.

use tools::acts::Holding;
use tools::outside_run::Hold;
use tools::sandbox::Proof;

use super::Site;
use crate::{config, held};

impl Site {
    /// How children are held that work on this repository; nothing where nothing can hold them.
    pub(crate) fn holding(&self, proof: &Proof, run: &ledger::ids::RunId) -> Option<Holding> {
        let home = config::home_dir(&config::process_env())?;
        held::holding(proof, home, self.config(), run)
    }

    /// How what is run for a person outside of a run is held; nothing where nothing can hold it.
    pub(crate) fn held_by_hand(&self) -> Option<Hold> {
        let home = config::home_dir(&config::process_env())?;
        let state_dir = &self.config().state_dir;
        let copies = held::scratch(state_dir);
        // Where it can't be made no copy can be, and whoever wants one is told so.
        let _later = std::fs::create_dir_all(&copies);
        held::by_hand(
            &held::proof(state_dir),
            home,
            self.config(),
            &self.repo,
            copies,
        )
    }
}
