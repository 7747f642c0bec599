//! What uses what: new code that nobody uses, uses that are gone, imports that lead nowhere.

use super::rule::Looks::{At, Parsed};
use code::Language::{Tsx, TypeScript, Vue};

super::rule::rules! { Usage:
    NEW_CODE_UNUSED = "new-code-unused", Parsed, Gap / Note,
        "new code that is used",
        "A new function, type or constant that nothing uses, or tests alone.",
        "It was written and never joined.",
        "Use it where it is needed, or take it out.";
    NEW_FILE_UNREACHED = "new-file-unreached", Parsed, Gap / Note,
        "a new file that is used",
        "A new file that nothing reaches which starts anywhere.",
        "It was written and never joined.",
        "Use it where it is needed, or take it out.";
    LAST_USE_REMOVED = "last-use-removed", Parsed, Gap / Gap,
        "nothing is cut off",
        "The change took away the last use of something that still stands.",
        "What it does is not done any more, though it looks as if it were.",
        "Use it again, or take out what nobody needs any more.";
    FILE_CUT_OFF = "file-cut-off", Parsed, Gap / Gap,
        "nothing is cut off",
        "A file was reached through this one before the change, and by nothing any more.",
        "What it does is not done any more.",
        "Use it again, or take it out.";
    OFFERED_USE_REMOVED = "offered-use-removed", Parsed, Note / Note,
        "nothing is cut off",
        "Nothing of this tree uses something any more that others may use.",
        "Somebody should know.",
        "Nothing, if it is there for others.";
    BROKEN_IMPORT = "broken-import", Parsed, Gap / Gap,
        "imports that lead somewhere",
        "An import of a file of the tree that is not there, or that the language forbids.",
        "It does not build, or fails when it is loaded.",
        "Write what it means, or import what is there.";
    IMPORT_UNUSED = "import-unused", At(&[TypeScript, Tsx, Vue]), Gap / Gap,
        "imports are used",
        "A name is brought in from another file of the tree, and never used.",
        "What came to be used is not.",
        "Use it, or take the import out.";
    FILE_DELETED = "file-deleted", super::rule::Looks::Anywhere, Note / Note,
        "what goes is meant to go",
        "A file was deleted.",
        "Somebody should know.",
        "Nothing, if it is meant so.";
}
