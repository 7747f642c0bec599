//! Names of Python's own that run nothing of a program's.

/// What every file can call without bringing it in, and stand-ins that tests make.
const BUILTIN: [&str; 30] = [
    "print",
    "len",
    "str",
    "int",
    "float",
    "list",
    "dict",
    "set",
    "tuple",
    "range",
    "sorted",
    "enumerate",
    "zip",
    "map",
    "filter",
    "isinstance",
    "type",
    "bool",
    "repr",
    "sum",
    "min",
    "max",
    "any",
    "all",
    "object",
    "abs",
    "round",
    "reversed",
    "Mock",
    "MagicMock",
];

/// Whether a name is one of them.
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTIN.contains(&name)
}
