//! What is to be done, by kind of event and kind of work.
