//! How lines look in the store. Only this shape is forever; a version has a folder-mate and golden files.

pub mod v1;
