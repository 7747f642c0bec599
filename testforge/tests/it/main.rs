//! Everything about the test forge, at its public surface, over HTTP and with real git.
