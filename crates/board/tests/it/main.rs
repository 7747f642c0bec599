//! Everything about work that comes from a forge, at the room's public surface.

mod completion;
mod facts;
mod kit;
mod text_closing;
mod text_marks;
mod text_mentions;
mod text_names;
mod text_references;
