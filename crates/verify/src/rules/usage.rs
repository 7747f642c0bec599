//! What uses what: new code that nobody uses, uses that are gone, imports that lead nowhere.

use super::kinds::Looks::{At, Parsed};
use code::Language::{Go, Tsx, TypeScript, Vue};

super::rules! { Usage:
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
    NAME_UNBOUND = "name-unbound", At(&[TypeScript, Tsx, Vue]), Gap / Note,
        "names mean something",
        "A name that a module uses and nothing in it binds, although another module offers it.",
        "It fails when it is reached.",
        "Import it.";
    EXPORT_WITHDRAWN = "export-withdrawn", At(&[TypeScript, Tsx]), Gap / Note,
        "what was given out stays",
        "A name that the main file of a package gave out before, and gives out no more.",
        "Whoever imports it can't any more.",
        "Give it out again.";
    RESOURCE_NOT_RETURNED = "resource-not-returned", At(&[TypeScript, Tsx, Vue]), Gap / Note,
        "what is taken is given back",
        "Code goes on taking something, such as a listener, and gives it back no more.",
        "It piles up.",
        "Give it back.";
    LOST_IN_MOVE = "lost-in-move", At(&[TypeScript, Tsx, Vue]), Gap / Note,
        "what moves arrives whole",
        "Parts of a function got lost where it was moved.",
        "What they did is not done any more.",
        "Bring them along.";
    TEST_NEVER_BUILT = "test-never-built", At(&[Go]), Gap / Note,
        "tests are built",
        "A test that is built only with a tag of its own, which nothing sets.",
        "It never runs.",
        "Build it, or set the tag where tests are run.";
    FILE_DELETED = "file-deleted", super::Looks::Anywhere, Note / Note,
        "what goes is meant to go",
        "A file was deleted.",
        "Somebody should know.",
        "Nothing, if it is meant so.";
}
