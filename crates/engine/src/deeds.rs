//! How what was done on a forge is remembered: by what names it, and by the tool that it is the work of.

use ledger::forge::{Deed, MeansKind};

/// What names a deed among those that were done.
pub(crate) fn key(deed: &Deed) -> String {
    match deed {
        Deed::Comment { mark, .. } | Deed::OpenIssue { mark, .. } | Deed::Review { mark, .. } => {
            mark.clone()
        }
        Deed::SetOpen { .. }
        | Deed::OpenPull { .. }
        | Deed::EditPull { .. }
        | Deed::MergePull { .. }
        | Deed::Status { .. } => deed.word().to_owned(),
    }
}

/// The tool that a deed is the work of.
pub(crate) fn kind_of(deed: &Deed) -> Option<MeansKind> {
    match deed {
        Deed::Comment { .. } => Some(MeansKind::Comment),
        Deed::OpenIssue { .. } => Some(MeansKind::OpenSubIssue),
        Deed::Review { .. } => Some(MeansKind::SubmitReview),
        Deed::MergePull { .. } => Some(MeansKind::MergePullRequest),
        Deed::SetOpen { .. } => Some(MeansKind::CloseIssue),
        Deed::OpenPull { .. } | Deed::EditPull { .. } | Deed::Status { .. } => None,
    }
}
