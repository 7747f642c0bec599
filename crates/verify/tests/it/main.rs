//! What the room promises at its surface: plan, files and records in, report out.

mod absent;
mod answers;
mod artifacts;
mod asked;
mod build;
mod changes;
mod choices;
mod half;
mod integrity;
mod less;
mod likewise;
mod links;
mod lost;
mod manner;
mod owed;
mod page;
mod quality;
mod reports;
mod sisters;
mod still;
mod traps;
mod trial;
mod truths;
mod word;
mod world;
