//! Tests that the plan asks for, and tests of the change that show little.

pub(super) mod untested;
pub(super) mod unwanted;
pub(super) mod weak;
