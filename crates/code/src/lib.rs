//! Syntax trees turned into facts: text in, facts out.
//!
//! It knows what one file says by itself (definitions, exports, imports, uses, hollow bodies), and how a
//! specifier of one file names another. It knows no disk, no git and no plan, and it never decides whether
//! something is good enough: it says what is there, and how sure that is.
//!
//! Reading order: [`Language`] → [`Facts`] → [`facts()`] → [`code_only`] → [`Pattern`] → [`links`].
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

mod breaks;
mod complexity;
mod constant;
mod deferral_comments;
mod delta;
mod expression;
mod facts;
mod flatten;
mod go;
mod grammar;
mod java;
mod kinds;
mod language;
mod lines;
pub mod links;
mod mask;
mod mentions;
mod name_words;
mod names;
mod no_effect_statements;
mod non_boolean_results;
mod parameter_use;
mod parameters;
mod parsed;
mod parts;
mod phrases;
mod python;
mod queries;
mod ranges;
mod read;
mod result_dependence;
mod rows;
pub mod rules;
mod rust;
mod scan;
mod script;
mod search;
pub mod syntax;
mod test_model;
mod test_paths;
mod unused_results;
mod vue;
mod words;

pub use breaks::{Break, BreakKind, MESSAGE, breaks, link_breaks};
pub use delta::{Delta, Neglect, Neglected, delta};
pub use facts::{
    ByteRange, Exporting, Facts, LineCounts, Reading, Region, RegionKind, Span, Unreadable,
};
pub use go::is_for_platform;
pub use language::Language;
pub use mask::{Keep, code_only};
pub use mentions::{Mention, Names, Within};
pub use name_words::name_words;
pub use non_boolean_results::values_given;
pub use parameters::WrittenFunction;
pub use parts::{
    Body, Certainty, Debt, Definition, DefinitionKind, Export, ExportKind, Exported, Field, Hollow,
    How, Import, ImportKind, ImportedName, ParameterUse, Reason, Setting, Stub, Use,
};
pub use phrases::{names_an_error, says_it_runs, tells_a_place};
pub use read::{Limits, facts};
pub use result_dependence::{Habit, ResultDependence, aliases, result_dependence};
pub use scan::unquoted;
pub use search::{BadPattern, Hit, PATTERN_BYTES_MAX, Pattern, Place};
pub use test_model::{
    Assertion, Case, Helper, Hidden, MacroTest, Rows, SharedFunction, Skip, Strength, Suite, Tests,
    Tolerance, UnrunFunction, Vacuity, shared_functions, suite, tests,
};
pub use test_paths::{
    PYTHON_TEST_FOLDERS, is_any_test_path, is_beside_path, is_named_python_test, is_test_path,
};
pub use vue::markup;
