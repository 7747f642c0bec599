//! Tests in a text: counted by their looks, for whoever compares two countings of one file ([`tests()`]), and read by syntax,
//! case by case and assertion by assertion ([`suite()`]). What two readings mean for each other is decided elsewhere.

mod as_written;
mod assertion;
mod cases;
mod chain;
mod command;
mod condition;
mod context;
mod count;
mod ending;
mod equality;
mod fluent;
mod foreign;
mod function_node;
mod functions;
mod handled;
mod helpers;
mod kept;
mod made;
mod matcher;
mod mocks;
mod origin;
mod provided;
mod read_suite;
mod rows;
mod silent;
mod spies;
mod stray;
mod suite;
mod tables;
mod token;
mod uncalled;
mod vacuity;
mod vocabulary;

pub use count::{Tests, tests};
pub use functions::{SharedFunction, shared_functions};
pub use helpers::Helper;
pub use made::Made;
pub use read_suite::suite;
pub use stray::Stray;
pub use suite::{Assertion, Case, Hidden, Rows, Skip, Strength, Suite, Tolerance, Vacuity};
