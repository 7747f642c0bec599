//! Work that looks done and is not.

use super::rule::Looks::{At, Parsed};
use code::Language::{Go, Rust, Tsx, TypeScript, Vue};

super::rule::rules! { Work:
    TODO_LEFT = "todo-left", Parsed, Gap / Gap,
        "the work is done",
        "A function that says it is not implemented: `todo!()`, `NotImplementedError`, `panic(\"not implemented\")`.",
        "Who calls it gets nothing but a failure.",
        "Do the work.";
    EMPTY_BODY = "empty-body", Parsed, Gap / Note,
        "the work is done",
        "A new function without anything in it.",
        "Who calls it gets nothing.",
        "Do the work, or say in the code why there is none to do.";
    ADMITTED_UNFINISHED = "admitted-unfinished", Parsed, Gap / Note,
        "the work is done",
        "Code whose comment says that its work is left for later.",
        "Who wrote it knew that it is not done.",
        "Do the work.";
    FIXED_VALUE = "fixed-value", Parsed, Gap / Note,
        "the answer hangs on what is asked",
        "A function that answers one fixed value, whatever it is given.",
        "It looks like work and works nothing out.",
        "Work the answer out of what is given.";
    DEFAULT_VALUE = "default-value", Parsed, Gap / Note,
        "the answer hangs on what is asked",
        "A function that answers the default of its type, whatever it is given.",
        "It looks like work and works nothing out.",
        "Work the answer out of what is given.";
    INPUT_RETURNED = "input-returned", Parsed, Gap / Note,
        "the work is done",
        "A function that returns what it was given.",
        "Nothing was done with it.",
        "Do the work.";
    HANDLER_WITHOUT_WORK = "handler-without-work", At(&[TypeScript, Tsx, Vue]), Gap / Note,
        "the work is done",
        "A handler that only stops its event.",
        "Whoever clicks gets nothing by it.",
        "Do the work.";
    STATE_NEVER_FILLED = "state-never-filled", Parsed, Gap / Note,
        "what is read is filled",
        "A state or field that starts empty, is read, and is never filled.",
        "What is shown stays empty.",
        "Fill it.";
    ERROR_DROPPED = "error-dropped", Parsed, Gap / Note,
        "errors are heard",
        "An error is caught, or given back, and nobody hears of it.",
        "What goes wrong looks like what went well.",
        "Hand the error on, or make up for it.";
    ERROR_NO_LONGER_TOLD = "error-no-longer-told", Parsed, Gap / Gap,
        "errors that were told are told",
        "A function told of an error before the change, and now drops it.",
        "Who relied on being told is not told any more.",
        "Tell of it again.";
    ERROR_NEVER_MADE = "error-never-made", Parsed, Gap / Note,
        "errors that are declared happen",
        "A new type or kind of an error that nothing ever makes.",
        "What it was to tell is told to nobody.",
        "Make it where it happens.";
    RESULT_UNUSED = "result-unused", Parsed, Gap / Note,
        "results are used",
        "Something is worked out, and nobody takes it.",
        "The work is for nothing, or the answer was to be used.",
        "Use what it gives.";
    PARAMETER_UNUSED = "parameter-unused", Parsed, Gap / Gap,
        "parameters are looked at",
        "A new function, or a new parameter, that does not look at what it is given.",
        "Whoever passes something gets nothing by it.",
        "Use it, or take it out.";
    PARAMETER_NO_LONGER_READ = "parameter-no-longer-read", Parsed, Gap / Gap,
        "parameters are looked at",
        "A function looked at a parameter before the change, and now does not.",
        "Whoever passes something gets nothing by it any more.",
        "Use it again, or take it out.";
    VALUE_NEVER_READ = "value-never-read", Parsed, Gap / Gap,
        "what is kept is read",
        "A new value or field that is kept, and that nothing reads.",
        "To keep it changes nothing.",
        "Use it, or take it out.";
    FEATURE_UNDECLARED = "feature-undeclared", At(&[Rust]), Gap / Note,
        "features are declared",
        "Code that hangs on a feature which no manifest declares.",
        "It is never built.",
        "Declare the feature.";
    WORK_REMOVED = "work-removed", Parsed, Gap / Gap,
        "no work taken out",
        "A function that did work before the change, and now holds none.",
        "What it did is not done any more.",
        "Do the work again, or take the function out.";
    HOOK_NEVER_CALLED = "hook-never-called", At(&[Rust, TypeScript, Tsx, Go]), Gap / Note,
        "hooks are called",
        "A new method that is there to be called as its siblings are, and that nothing calls.",
        "Whoever writes one waits for nothing.",
        "Call it where the others are called.";
    ERROR_UNLIKE_KIN = "error-unlike-kin", Parsed, Gap / Note,
        "errors are told as siblings tell them",
        "New code reads something as its siblings do, and drops the error that they tell of.",
        "The siblings say what is usual.",
        "Tell of the error as they do.";
    DEBT_UNTRACKED = "debt", Parsed, Note / Note,
        "notes of debt say where they are kept track of",
        "A note of work left (`TBD`, `FIXME`, `XXX`) without an issue.",
        "Nobody will come back to it.",
        "Name an issue, or do the work.";
}
