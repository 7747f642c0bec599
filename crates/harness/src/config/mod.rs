//! The configuration: read from files, environment and flags, checked, merged with where each value came from, and
//! turned into what the brain is told ([`ledger::options::Options`]) and what the harness itself needs.
//!
//! Reading order: `keys` (every key there is), [`load`] (the layers and who wins), `merge` (what an untrusted
//! repository may do), [`Config`] (what comes out). Nothing here acts on a value.

mod accepted;
mod address;
pub(crate) mod agents;
mod built_in;
mod detect;
mod dirs;
mod endpoint;
mod fault;
pub(crate) mod files;
mod forges;
mod init;
mod keys;
mod kind;
mod layer;
mod limits;
mod load;
mod lookup;
mod merge;
mod money;
pub(crate) mod nearest;
mod node;
mod notices;
mod place;
mod policy_files;
mod prices;
mod problem;
mod reached;
mod read;
mod requirement;
mod resolved;
mod rule;
mod sandbox;
mod schema;
mod secretish;
mod serve;
pub(crate) mod servers;
mod show;
#[cfg(test)]
mod tests;
mod trust;
mod user_hook;
mod value;
mod verification;

pub(crate) use accepted::{PATH as ACCEPTED_PATH, parse as parse_accepted};
pub use agents::AgentSettings;
pub use detect::{Command, Detected, Language, Purpose, declared_commands, detect};
pub(crate) use dirs::real;
pub(crate) use dirs::shown;
pub use dirs::{System, below, home_dir, process_env, state_dir, user_file};
pub use endpoint::Endpoint;
pub use fault::Fault;
pub(crate) use files::{Links, read as read_file, write as write_file};
pub use forges::{ForgeEntry, ForgeSettings, RosterEntry};
pub use init::{Written, init};
pub use keys::Stricter;
#[cfg(test)]
pub(crate) use keys::{BODY_MB_MAX, names as keys};
pub use load::{Loaded, ProjectFile, Sources, load, policy_files, project_files, trust};
pub(crate) use load::{PROJECT_FILES, severities_at};
pub use merge::{Entry, Ignored, Values};
pub(crate) use nearest::nearest;
pub use notices::NoticeSettings;
pub use place::{Place, Source};
pub use policy_files::{Checked, check_policy_file};
pub(crate) use policy_files::{FOLDER, rules_of, user_folder};
pub(crate) use prices::published;
pub use problem::{Problem, Problems};
pub(crate) use reached::registry_of;
pub use resolved::Config;
pub use sandbox::SandboxSettings;
pub use schema::schema;
pub use trust::TrustList;
pub use value::{Layer, Origin, Value};
