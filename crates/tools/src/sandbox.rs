//! The sandbox in which children run: what they reach is said as a [`Layout`], a plain value, and enforced by the kernel.
//!
//! Reading order: [`layout`] (what is reached), [`work`] and [`toolchains`] (what ordinary work has to reach),
//! [`way_out`] (how programs find the proxy), `linux` (how
//! it is enforced), [`proof`] and `canary` (whether it is). [`crate::process`] starts
//! children and is the only caller: the supervisor builds the sandbox around itself, once, and what it starts then costs
//! nothing more than without one.
//!
//! It is not a judge: what a child may reach was decided where the layout was made.

mod canary;
pub mod layout;
mod leftover;
#[cfg(target_os = "linux")]
mod linux;
mod private_folder;
pub mod proof;
pub(crate) mod seatbelt;
pub mod toolchains;
pub mod way_out;
pub mod work;

pub use canary::Promise;
pub(crate) use canary::broken;
pub use layout::{Layout, Limits, Means, Network, PROXY_PORT, Sandbox};
pub(crate) use leftover::{is_left, left_behind, take_away};
#[cfg(target_os = "linux")]
pub(crate) use linux::{build, enter_namespaces, give_up_rights, restrict};
pub(crate) use private_folder::PrivateFolder;
pub use proof::{Proof, broken_by, prove};
pub use work::Work;
