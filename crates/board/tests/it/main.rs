//! Everything about work that comes from a forge, at the room's public surface.

mod attempts;
mod capabilities;
mod checks;
mod completion;
mod facts;
mod flow;
mod kit;
mod order;
mod prompt;
mod story;
mod templates;
mod text_closing;
mod text_marks;
mod text_mentions;
mod text_names;
mod text_references;
mod wakes;
