//! What is said in titles, texts and comments: who is mentioned, what is referred to and closed, what is a report, what kind
//! of work labels want. Not what follows from it.
//!
//! Texts are Markdown that anybody may have written. What stands in code, in HTML comments and in addresses says nothing to
//! us; what stands in quotes somebody else said. Only [`closes`] counts quotes, because forges do.
//!
//! Reading order: `words` (a text without what says nothing), [`mentions`], [`is_report`], [`references`], [`closes`],
//! [`branch_issue`] and [`branch_name`], [`business`].

mod answers;
mod branch;
mod closing;
mod labels;
mod marks;
mod mention;
mod number;
mod reference;
mod words;

pub use answers::{GivenAnswer, Said, answers};
pub use branch::{branch_issue, branch_name};
pub use closing::closes;
pub use labels::{business, is_deploy_failure};
pub use marks::{NOTICE, is_notice, is_report, written_by};
pub use mention::mentions;
pub use reference::{References, references};
