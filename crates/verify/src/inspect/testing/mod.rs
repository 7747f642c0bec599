//! Tests that the plan asks for, and tests of the change that show little.

pub(super) mod missing_tests;
pub(super) mod removed_tests;
pub(super) mod weak_tests;
