//! What commands do, at the public surface.

mod against_bash;
mod differential;
mod effects;
mod git;
mod models;
mod plain_commands;
mod programs;
mod reader;
mod recipes;
mod secret_files;
mod windows_places;
mod windows_texts;
