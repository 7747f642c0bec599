//! How the words of a plan are read: its sentences, the names in them, and what they ask of errors.

mod demands;
pub(super) mod lenient;
mod names;
mod sentences;
mod words;

pub(super) use demands::{WRONG, errors_are_asked, names_an_error, telling_aside_is_asked};
pub(super) use names::{LOOKED_MAX, PROSE, is_called, is_flag, is_plain, names, own, read};
pub(super) use sentences::{in_words, sentences, speaks_otherwise, split};
pub(super) use words::{
    begins, calls_in, is_of_code, joins, places, says, squashed, without_asides, words,
};
