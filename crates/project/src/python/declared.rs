//! Files that only declare what others hold (`.pyi`): what they say is for those who check types, and nothing of it runs.

use std::sync::Arc;

use code::Body;
use code::Facts;

/// Whether a file only declares.
pub(crate) fn is_declaration(path: &str) -> bool {
    path.ends_with(".pyi")
}

/// What such a file says. Nothing in it is left undone: `...` is all that a body can be.
pub(crate) fn without_bodies(mut facts: Arc<Facts>) -> Arc<Facts> {
    let own = Arc::make_mut(&mut facts);
    own.stubs.clear();
    own.parameter_use.clear();
    for definition in &mut own.definitions {
        definition.body = Body::None;
    }
    facts
}

/// The file that would declare what a module holds, beside it.
pub(crate) fn beside(path: &str) -> Option<String> {
    path.ends_with(".py").then(|| format!("{path}i"))
}
