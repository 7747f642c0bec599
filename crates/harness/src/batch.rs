//! Many tasks, one run each, a few of them side by side. It does not read tasks (that is the command line's business) and
//! does not print.
//!
//! Reading order: [`mod@file`] (what a batch says), [`record`] (which runs were begun for it), [`pool`] (the threads).

pub mod file;
pub mod pool;
pub mod record;

use crate::drive;
use crate::repository::NoSite;

/// Why a task could not be driven.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// There is nothing to drive it with.
    #[error(transparent)]
    Site(#[from] NoSite),
    /// The driver broke off.
    #[error(transparent)]
    Drive(#[from] drive::Error),
    /// It could not be remembered.
    #[error(transparent)]
    Record(#[from] record::Error),
}
