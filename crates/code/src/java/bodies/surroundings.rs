//! What stands around a Java method, and what that says about a body without work: who may have asked for it.

use crate::java::shape;
use crate::phrases;
use crate::syntax::Node;

/// Annotations that bring no one to call a method, and excuse nothing.
const INERT: [&str; 24] = [
    "SuppressWarnings",
    "SafeVarargs",
    "Nullable",
    "NotNull",
    "NonNull",
    "Nonnull",
    "CheckForNull",
    "CheckReturnValue",
    "CanIgnoreReturnValue",
    "VisibleForTesting",
    "Transactional",
    "Async",
    "PreAuthorize",
    "Secured",
    "RolesAllowed",
    "Cacheable",
    "ResponseBody",
    "ResponseStatus",
    "Operation",
    "ApiOperation",
    "ForceInline",
    "Contract",
    "Beta",
    "GwtCompatible",
];

/// Annotations of methods that answer to requests.
const ROUTES: [&str; 14] = [
    "GetMapping",
    "PostMapping",
    "PutMapping",
    "PatchMapping",
    "DeleteMapping",
    "RequestMapping",
    "QueryMapping",
    "MutationMapping",
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "Path",
];

/// First words of names of methods that subclasses or frameworks fill in.
const HOOKS: [&str; 15] = [
    "on",
    "before",
    "after",
    "pre",
    "post",
    "init",
    "initialize",
    "destroy",
    "dispose",
    "close",
    "visit",
    "handle",
    "hook",
    "configure",
    "customize",
];

/// Words in names of classes whose methods may do nothing by design.
const IDLE_CLASSES: [&str; 26] = [
    "noop",
    "nop",
    "null",
    "empty",
    "dummy",
    "adapter",
    "abstract",
    "base",
    "default",
    "stub",
    "mock",
    "fake",
    "visitor",
    "listener",
    "callback",
    "hook",
    "hooks",
    "support",
    "void",
    "silent",
    "disabled",
    "nothing",
    "blackhole",
    "skeleton",
    "test",
    "always",
];

/// Methods that the language itself asks for.
const OF_LANGUAGE: [&str; 7] = [
    "readObject",
    "writeObject",
    "readResolve",
    "writeReplace",
    "readObjectNoData",
    "finalize",
    "clone",
];

/// What is known about a function from around its body.
#[derive(Clone, Copy)]
pub(in crate::java) struct Setting<'t> {
    pub(in crate::java) name: &'t str,
    pub(in crate::java) test: bool,
    pub(in crate::java) constructor: bool,
    /// It overrides or implements what another type asks for.
    pub(in crate::java) overrides: bool,
    /// It is an interface's default.
    pub(in crate::java) default: bool,
    /// Nothing but this file can have asked for it: private or static, and marked by no framework.
    pub(in crate::java) own: bool,
    /// Subclasses are invited to fill it in.
    pub(in crate::java) hook: bool,
    /// The name of its class or its own says that nothing is the point.
    pub(in crate::java) idle: bool,
    /// It is being retired.
    pub(in crate::java) retired: bool,
    /// It answers to a request.
    pub(in crate::java) route: bool,
    /// Its class extends or implements something.
    pub(in crate::java) inherits: bool,
    /// It carries an annotation that may bring callers along.
    pub(in crate::java) marked: bool,
}

impl Setting<'_> {
    /// An ordinary method of a class that owes nothing to any other type.
    pub(in crate::java) fn plain(&self) -> bool {
        !(self.overrides
            || self.default
            || self.hook
            || self.inherits
            || self.marked
            || self.constructor)
    }
}

/// Looks around a method or constructor.
pub(in crate::java) fn of(function: Node<'_>, test: bool) -> Setting<'_> {
    let name = function.field("name").map_or("", Node::text);
    let class = shape::class_of(function);
    let has = |modifier| shape::has(function, modifier);
    let in_interface = class.is_some_and(|c| c.is("interface_declaration"));
    let anonymous =
        class.is_some_and(|c| c.is_any(&["object_creation_expression", "enum_constant"]));
    let route = shape::is_marked(function, &ROUTES);
    let marked = shape::annotations(function).any(brings_callers);
    let of_language = OF_LANGUAGE.contains(&name) && function.is("method_declaration");
    // These two ask for no method.
    let asks = |it: &&str| !matches!(*it, "Serializable" | "Cloneable");
    let inherits = anonymous
        || class.is_some_and(|c| shape::supertypes(c).iter().any(asks) && !says_what_it_owes(c));
    let constructor = !function.is("method_declaration");
    let fixed = has("private") || has("static");
    Setting {
        name,
        test,
        constructor,
        overrides: shape::is_marked(function, &["Override"]) || anonymous || of_language,
        default: in_interface && !fixed,
        own: fixed && !marked && !constructor && !of_language,
        hook: !fixed && class.is_some_and(|class| is_hook(function, class, name)),
        idle: of_language || phrases::promises_nothing(name) || class.is_some_and(is_idle_class),
        retired: shape::is_marked(function, &["Deprecated", "DoNotCall", "Disabled", "Ignore"]),
        route,
        inherits,
        marked,
    }
}

/// Whether the class around is one whose methods others may leave empty: a listener, a visitor.
pub(in crate::java) fn is_called_back(function: Node<'_>) -> bool {
    const CALLED: [&str; 6] = [
        "listener", "visitor", "callback", "hook", "hooks", "adapter",
    ];
    let class = shape::class_of(function).and_then(|it| it.field("name"));
    let words = class.map_or_else(Vec::new, |it| phrases::name_words(it.text()));
    words.iter().any(|word| CALLED.contains(&word.as_str()))
        && !words
            .iter()
            .any(|word| IDLE_CLASSES.contains(&word.as_str()) && !CALLED.contains(&word.as_str()))
}

/// Whether a class marks what its supertypes ask for: what it does not mark is then its own. `toString` says nothing of
/// this, which every class has.
fn says_what_it_owes(class: Node<'_>) -> bool {
    const OF_ALL: [&str; 5] = ["toString", "equals", "hashCode", "clone", "finalize"];
    let members = class.field("body").into_iter().flat_map(Node::named);
    let mut methods = members
        .take(shape::MEMBERS_MAX)
        .filter(|it| it.is("method_declaration") && shape::is_marked(*it, &["Override"]));
    methods.any(|it| {
        let name = it.field("name").map_or("", Node::text);
        !OF_ALL.contains(&name)
    })
}

/// Whether subclasses may be meant to fill a method in.
fn is_hook(function: Node<'_>, class: Node<'_>, name: &str) -> bool {
    let closed = shape::has(function, "final")
        || shape::has(class, "final")
        || class.is("record_declaration")
        || (class.is("enum_declaration") && !has_variants(class));
    let words = phrases::name_words(name);
    let named = words
        .first()
        .is_some_and(|word| HOOKS.contains(&word.as_str()));
    let invited = shape::has(function, "protected")
        || class.is("enum_declaration")
        || shape::has(class, "abstract")
        || named;
    !closed && invited
}

/// Whether constants of an enum bring methods of their own.
fn has_variants(class: Node<'_>) -> bool {
    let constants = class.field("body").into_iter().flat_map(Node::named);
    constants
        .take(shape::MEMBERS_MAX)
        .filter(|n| n.is("enum_constant"))
        .any(|n| n.field("body").is_some())
}

/// Whether an annotation may stand for callers that are not to be seen.
fn brings_callers(annotation: Node<'_>) -> bool {
    let name = shape::annotation_name(annotation);
    let silenced = name == "SuppressWarnings" && annotation.text().contains("unused");
    silenced || !(INERT.contains(&name) || ROUTES.contains(&name) || name == "Override")
}

fn is_idle_class(class: Node<'_>) -> bool {
    let name = match class.kind() {
        "object_creation_expression" => class.field("type").map_or("", shape::type_name),
        _ => class.field("name").map_or("", Node::text),
    };
    let words = phrases::name_words(shape::short(name));
    // One that keeps state is there to work, whatever is its default.
    let members = class.field("body").into_iter().flat_map(Node::named);
    let mut members = members.take(shape::MEMBERS_MAX);
    let keeps = words.iter().any(|it| it == "default")
        && members.any(|it| it.is("field_declaration") && !shape::has(it, "static"));
    let listed =
        |word: &String| IDLE_CLASSES.contains(&word.as_str()) && !(keeps && word == "default");
    words.iter().any(listed) || phrases::promises_nothing(shape::short(name))
}

/// Whether a comment says that nothing is what should happen here. One that puts it off says the opposite.
pub(in crate::java) fn explains(comment: &str) -> bool {
    const SAYS: [&str; 27] = [
        "not used",
        "no-op",
        "noop",
        "no op",
        "nothing",
        "intentional",
        "deliberate",
        "ignor",
        "by design",
        "on purpose",
        "overrid",
        "subclass",
        "not needed",
        "unneeded",
        "no need",
        "not required",
        "not applicable",
        "n/a",
        "hook",
        "swallow",
        "never happen",
        "can't happen",
        "cannot happen",
        "impossible",
        "expected",
        "best effort",
        "fall",
    ];
    let lower = comment.to_lowercase();
    let later = ["todo", "fixme", "later", "implement", "yet"];
    SAYS.iter().any(|word| lower.contains(word)) && !later.iter().any(|word| lower.contains(word))
}

/// Whether the words of a method's name say that its answer may be the same whatever is asked.
pub(in crate::java) fn same_for_all(words: &[String]) -> bool {
    const SAYS: [&str; 17] = [
        "supports",
        "supported",
        "allowed",
        "available",
        "always",
        "never",
        "any",
        "default",
        "constant",
        "enabled",
        "disabled",
        "feature",
        "fallback",
        "priority",
        "order",
        "version",
        "test",
    ];
    words.iter().any(|word| SAYS.contains(&word.as_str()))
}

/// Whether a comment says of a field that it only has to be there, or that it is read where no code shows it.
pub(in crate::java) fn says_it_is_kept(comment: Node<'_>) -> bool {
    const SAYS: [&str; 11] = [
        "not read",
        "never read",
        "keep",
        "reference",
        "collect",
        "unused",
        "reflect",
        "native",
        "jni",
        "gc",
        "padding",
    ];
    let text = comment.text().to_lowercase();
    comment.is_extra() && SAYS.iter().any(|word| text.contains(word))
}

/// Whether the comment before a method says that its body is only where others begin, or that nothing is the point.
pub(in crate::java) fn documented(function: Node<'_>) -> bool {
    const SAYS: [&str; 9] = [
        "overrid",
        "subclass",
        "no-op",
        "default implementation",
        "by default",
        "does nothing",
        "do nothing",
        "no effect",
        "intentional",
    ];
    let Some(comment) = function.previous().filter(|n| n.is("block_comment")) else {
        return false;
    };
    let text = comment.text().to_lowercase();
    SAYS.iter().any(|word| text.contains(word))
}

/// Whether the comment before a method says what a parameter is for.
pub(in crate::java) fn promises(function: Node<'_>, parameter: &str) -> bool {
    let comment = function.previous().filter(|n| n.is("block_comment"));
    let text = comment.map_or("", Node::text);
    let spoken = text
        .match_indices("@param")
        .take(16)
        .filter_map(|(at, _)| text.get(at.saturating_add(6)..))
        .any(|rest| rest.split_whitespace().next() == Some(parameter));
    spoken && !text.contains("gnored")
}

/// Whether a comment directly inside a block says why there is nothing else.
pub(in crate::java) fn explained(block: Node<'_>) -> bool {
    let mut comments = block.children().filter(|n| n.is_extra());
    comments.any(|comment| explains(comment.text()))
}
