//! What stands around a function and bears on how its body is judged: the type or trait it belongs to, and what
//! attributes say.

use crate::phrases;
use crate::rust::attributes::{self, Attributes};
use crate::rust::return_values::request_handlers;
use crate::syntax::Node;

/// What stands around a function.
#[derive(Clone, Copy, Default)]
pub(in crate::rust) struct Setting {
    /// It is a trait's default or implements a trait: doing nothing may be the point.
    pub(in crate::rust) in_trait: bool,
    /// It is the default that a trait offers.
    pub(in crate::rust) is_default: bool,
    /// It is itself a test.
    pub(in crate::rust) test_function: bool,
    /// It exists for tests only: it may stand in for the real thing.
    pub(in crate::rust) for_tests: bool,
    /// Its attributes say why it may be empty: under a `cfg` a twin may do the work, `cold` is the point itself.
    pub(in crate::rust) configured: bool,
    /// The compiler does not warn of parameters that it leaves unread, or a macro may read them.
    pub(in crate::rust) quiet: bool,
    /// Its type is by name one that does nothing: `NullSink`, `NoopLogger`.
    pub(in crate::rust) idle_type: bool,
    /// Its type holds nothing.
    pub(in crate::rust) fieldless: bool,
    /// It implements a method of the standard library whose answer hangs on what it is called on, and that holds something.
    pub(in crate::rust) hangs: bool,
    /// It answers requests.
    pub(in crate::rust) handler: bool,
}

/// What an owner adds: its name, and which sort of block it is.
#[derive(Clone, Copy)]
pub(in crate::rust) struct Belongs<'t> {
    pub(in crate::rust) name: &'t str,
    pub(in crate::rust) is_trait: bool,
    /// The trait that is implemented, by its last name.
    pub(in crate::rust) implements: Option<&'t str>,
    /// Whether values of the type differ in anything, where the file says so.
    pub(in crate::rust) holds: Option<bool>,
}

/// Attributes after which a function is still the one that is written.
const INERT: [&str; 32] = [
    "inline",
    "must_use",
    "doc",
    "allow",
    "expect",
    "warn",
    "deny",
    "forbid",
    "deprecated",
    "track_caller",
    "cold",
    "no_mangle",
    "target_feature",
    "cfg",
    "rustfmt",
    "skip",
    "stable",
    "unstable",
    "get",
    "post",
    "put",
    "delete",
    "patch",
    "head",
    "options",
    "route",
    "handler",
    "main",
    "async_trait",
    "const_fn",
    "optimize",
    "diagnostic",
];

/// Words in the name of a type whose point is to do nothing.
const IDLE: [&str; 16] = [
    "null", "noop", "nop", "no", "dummy", "mock", "fake", "stub", "disabled", "discard", "void",
    "never", "empty", "sink", "silent", "inert",
];

/// Methods of the standard library's traits that say something about the very value they are called on, or given. A
/// fixed answer is right only where there is one value.
const HANGING: [(&str, &str); 8] = [
    ("Display", "fmt"),
    ("Iterator", "next"),
    ("Ord", "cmp"),
    ("PartialOrd", "partial_cmp"),
    ("PartialEq", "eq"),
    ("FromStr", "from_str"),
    ("Hasher", "finish"),
    ("ToString", "to_string"),
];

impl Belongs<'_> {
    /// Whether a method's answer hangs on what it is called on. What an error says is often the same for all of its kind.
    fn hangs(&self, method: Node<'_>) -> bool {
        let name = method.field("name").map_or("", Node::text);
        let listed = self
            .implements
            .is_some_and(|it| HANGING.contains(&(it, name)));
        let error = self.name.ends_with("Error") || self.name.ends_with("Err");
        listed && self.holds == Some(true) && !is_idle(self.name) && !error
    }
}

impl Setting {
    pub(in crate::rust) fn of<'t>(
        node: Node<'t>,
        owner: Option<Belongs<'t>>,
        attributes: &Attributes<'t>,
        test: bool,
    ) -> Setting {
        // A template lists inputs, for tests that are written elsewhere.
        let test_function = test
            && attributes.before(node).iter().any(is_test)
            && !attributes.has(node, "template");
        let mut marks = attributes.before(node).iter().copied();
        let odd = |a: Node<'t>| !INERT.contains(&attributes::name(a));
        Setting {
            in_trait: owner.is_some_and(|it| it.is_trait || it.implements.is_some()),
            is_default: owner.is_some_and(|it| it.is_trait),
            test_function,
            for_tests: test && !test_function,
            configured: attributes.has(node, "cfg")
                || attributes.has(node, "cold")
                || attributes.is_otherwise(node),
            quiet: attributes.is_quiet(node) || marks.any(odd),
            idle_type: owner.is_some_and(|it| is_idle(it.name)),
            fieldless: owner.is_some_and(|it| it.holds == Some(false)),
            hangs: owner.is_some_and(|it| it.hangs(node)),
            handler: !test && request_handlers::is_handler(node, attributes.before(node)),
        }
    }
}

/// Whether an attribute makes a function a test.
pub(in crate::rust) fn is_test(attribute: &Node<'_>) -> bool {
    matches!(
        attributes::name(*attribute),
        "test" | "rstest" | "test_case" | "quickcheck"
    )
}

/// Whether a type says by its name that doing nothing is its point.
pub(in crate::rust) fn is_idle(name: &str) -> bool {
    let words = phrases::name_words(name);
    words.iter().any(|word| IDLE.contains(&word.as_str()))
}
