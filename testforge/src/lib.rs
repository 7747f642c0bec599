//! A forge for tests: a real server on loopback that behaves like Gitea, Forgejo or GitHub, as far as the program speaks
//! to them, with git underneath, webhooks, and faults on demand.
//!
//! It is not a forge: nothing is kept, nothing is fast, and nobody should be able to reach it. It knows no rooms, so that
//! what is tested against it shares nothing with it.
//!
//! Reading order: [`TestForge`] (`forge`, then `furnish` for what stands there, `person` for what people do and `look` for asserts), `world` for what
//! there is, `api` and `github` for what callers get, `payload` for what webhooks tell.

mod api;
mod comments;
mod events;
mod faults;
mod forge;
mod furnish;
mod git;
mod github;
mod hooks;
mod http;
mod issues;
mod keywords;
mod labels;
mod look;
mod merge;
mod options;
mod payload;
mod person;
mod post;
mod pulls;
mod refs;
mod repos;
mod runs;
mod sender;
mod shape;
mod sign;
mod world;

pub use forge::{Request, TestForge};
pub use furnish::NewHook;
pub use issues::{EditIssue, NewIssue};
pub use look::{CommentView, IssueView, PullView, ReviewView, StatusView};
pub use merge::{Merge, MergeDone};
pub use options::{Access, Fault, FaultKind, HookFaults, Kind, Options, Refused};
pub use pulls::{NewPull, NewReview};
pub use runs::WorkflowRun;
pub use sender::{Delivery, Outcome};
pub use world::Protection;
