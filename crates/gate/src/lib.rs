//! The gates: at thirteen checkpoints, policies look at one thing and say what stands against it.
//!
//! Reading order: [`subject`] (what can be asked about), [`context`] (what is known when it is asked), [`mod@decide`]
//! (how findings become a decision), [`policies`] (one rule, one file), [`mod@needs`] (which facts they want). What a
//! command would do is told by the room `shell`, as effects: policies look at these, not at its text.
//!
//! This room does not know how anything is executed, and it never looks at the disk: facts are passed in. It fails
//! closed: what no policy understands asks, and so does a rule that is broken.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

mod authorise;
mod canonical;
mod command_effects;
pub mod context;
pub mod coverage;
pub mod decide;
mod declared;
mod deletion;
mod effects;
mod finding;
mod followed;
pub mod hook_event;
pub mod needs;
mod outside_workspace;
pub mod policies;
mod policy_set;
mod scripts;
pub mod secret;
pub mod subject;
mod touched_paths;
pub mod untrusted_text;
pub mod wire;

pub use authorise::{binding, spent, used};
pub use canonical::{canonical, digest_of};
pub use context::{Context, ForgeLeave, OtherRun, Platform, Purse};
pub use decide::{checkpoints_of, decide, decide_proposal, is_about, ungranted};
pub use declared::declares;
pub use effects::{effects, shown_effects, starts};
pub use finding::told;
pub use followed::Followed;
pub use needs::{gather, missing, needs, would_write};
pub use policies::{
    PolicyInfo, Probe, decides_how, exactly, is_about_registry, is_order, is_owed,
    missing_evidence, package_registries, registry, shows_red, steering_names,
};
pub use policy_set::{BadRule, Policies};
pub use secret::{Found, Redacted, redact};
pub use subject::{Delegated, Delegation, Pinned, Subject, Transition, Written};
