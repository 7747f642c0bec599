//! Names that the plan asks for, as the change has written them or not.

pub(super) mod choices;
pub(super) mod class_members;
pub(super) mod flags;
pub(super) mod listed_words;
pub(super) mod parameters;
pub(super) mod planned_calls;
pub(super) mod planned_names;
pub(super) mod quoted_lists;
pub(super) mod quoted_messages;
pub(super) mod single_names;
pub(super) mod unused_imports;
pub(super) mod unwritten_names;
