//! One tool, as a model is told of it.

/// One tool as a model is told of it.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// JSON Schema of its arguments.
    pub schema: &'static str,
}
