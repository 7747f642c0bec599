//! Tests in a text: counted by their looks, for whoever compares two countings of one file ([`tests()`]), and read by syntax,
//! case by case and assertion by assertion ([`suite()`]). What two readings mean for each other is decided elsewhere.

mod as_written;
mod assertion;
mod chain;
mod command;
mod condition;
mod context;
mod count;
mod ending;
mod equality;
mod error_handlers;
mod fluent;
mod function_node;
mod functions;
mod helpers;
mod helpers_elsewhere;
mod macro_tests;
mod matcher;
mod mocks;
mod origin;
mod read_suite;
mod row_providers;
mod rows;
mod spies;
mod suite;
mod tables;
mod test_cases;
mod tests_without_assertions;
mod token;
mod uncalled;
mod unread_results;
mod unrun_functions;
mod vacuity;
mod vocabulary;

pub use count::{Tests, tests};
pub use functions::{SharedFunction, shared_functions};
pub use helpers::Helper;
pub use macro_tests::MacroTest;
pub use read_suite::suite;
pub use suite::{Assertion, Case, Hidden, Rows, Skip, Strength, Suite, Tolerance, Vacuity};
pub use unrun_functions::UnrunFunction;
