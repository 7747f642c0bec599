//! What sentences of the plan say, as far as words can tell. Where a sentence writes a name and code is held against that name,
//! it is a gap with a plan; what a sentence means beyond that is a note.

use super::rule::Looks::{Anywhere, At, Parsed};
use code::Language::{Go, Java, Python, Rust, Tsx, TypeScript, Vue};

super::rule::rules! { Sentences:
    PLAN_LIST_UNWRITTEN = "plan-list-unwritten", Parsed, Gap / Note,
        "what the plan lists is there", "The plan lists names, and not all of them were written.",
        "A part of the list was left out.", "Write it, or take it out of the plan.";
    PLAN_NAME_UNWRITTEN = "plan-name-unwritten", Parsed, Gap / Note,
        "what the plan names is there", "The plan wants something added by its name, and no file holds that name.",
        "It was not written.", "Write it, or take it out of the plan.";
    PLAN_CALL_UNWRITTEN = "plan-call-unwritten", Parsed, Gap / Note,
        "what the plan names is there", "The plan writes a function as a call, and no file defines it.",
        "It was not written.", "Write it, or take it out of the plan.";
    PLAN_WORD_MISSING = "plan-word-missing", Parsed, Note / Note,
        "what the plan lists is there", "The plan lists words, and the change knows some of them and not all.",
        "A part of the list was left out.", "Do the rest.";
    PLAN_ENTRY_MISSING = "plan-entry-missing", Parsed, Note / Note,
        "what the plan lists is there", "The plan lists what is to be registered, and not all of it was.",
        "A part of the list was left out.", "Do the rest.";
    PLAN_MEMBER_UNWRITTEN = "plan-member-unwritten", Parsed, Note / Note,
        "what the plan lists is there", "The plan lists parts of a type, and the type lacks some.",
        "A part of the list was left out.", "Write them.";
    PLAN_TEXT_MISSING = "plan-text-missing", Parsed, Note / Note,
        "what the plan lists is there", "The plan lists words in quotes or capitals, and new code holds most of them.",
        "A part of the list was left out.", "Do the rest.";
    PLAN_FLAG_MISSING = "plan-flag-missing", Parsed, Note / Note,
        "what the plan lists is there", "The plan lists options of a command, and not all of them were made.",
        "A part of the list was left out.", "Make the rest.";
    PLAN_NAME_ABSENT = "plan-name-absent", Anywhere, Note / Note,
        "what the plan writes out is there", "The plan writes a name, a status or a message out, and no code holds it.",
        "It was not written.", "Write it.";
    PLAN_MESSAGE_MISSING = "plan-message-missing", Parsed, Note / Note,
        "messages of the plan are said", "The plan writes a message out, and no code of the change says it.",
        "The plan says what is told.", "Say it.";
    PLAN_PARAMETER_UNREAD = "plan-parameter-unread", Parsed, Gap / Note,
        "parameters of the plan are read", "The plan writes a parameter out, and nothing in the function reads it.",
        "Whoever passes it gets nothing by it.", "Use it.";
    PLAN_ANSWER_IDLE = "plan-answer-idle", Parsed, Gap / Note,
        "what is asked for by name answers", "A function that the plan asks for by name answers the same whatever it is asked.",
        "It works nothing out.", "Do the work.";
    PLAN_TESTS_MISSING = "plan-tests-missing", Anywhere, Note / Note,
        "the tests that the plan asks for are there", "The plan asks for tests, and the change brings none.",
        "Nothing shows that it works.", "Write the tests.";
    PLAN_ERROR_SILENT = "plan-error-silent", Parsed, Gap / Note,
        "errors of the plan are heard", "New code drops an error, and the plan speaks of errors there.",
        "What goes wrong is not told.", "Tell of it.";
    PLAN_FAILURE_OTHERWISE = "plan-failure-otherwise", Parsed, Note / Note,
        "failures come out as the plan says", "The plan says what comes of a failure, and new code drops it.",
        "The plan says what is to happen.", "Do as the plan says.";
    PLAN_ERROR_KEPT_BACK = "plan-error-kept-back", Parsed, Note / Note,
        "errors reach the caller", "The plan wants errors to reach the caller, and new code drops one.",
        "Who called is not told.", "Hand it on.";
    PLAN_ERROR_ANSWERED = "plan-error-answered", Parsed, Note / Note,
        "errors of the plan are raised", "The plan wants an error raised by its name, and new code answers instead.",
        "What goes wrong looks like what went well.", "Raise it.";
    PLAN_PART_UNHEEDED = "plan-part-unheeded", Parsed, Gap / Note,
        "what the plan speaks of is looked at", "The plan speaks of a part or a context, and new code does not look at it.",
        "It changes nothing.", "Use it.";
    PLAN_ANSWER_SETTLED = "plan-answer-settled", Parsed, Note / Note,
        "the answer hangs on what is asked", "Something that the plan asks for has one answer for good.",
        "It works nothing out.", "Do the work.";
    PLAN_ANSWERS_ALIKE = "plan-answers-alike", Parsed, Note / Note,
        "answers that are to differ differ", "The plan tells cases apart, and new code answers them alike.",
        "The cases are none.", "Tell them apart.";
    PLAN_DOES_LESS = "plan-does-less", At(&[Java]), Note / Note,
        "a method does what is said of it", "A method does less than the plan says of it by its name.",
        "A part was left out.", "Do the rest.";
    PLAN_ERROR_PUT_ASIDE = "plan-error-put-aside", Parsed, Note / Note,
        "errors of the plan are heard", "New code puts an error aside that the plan speaks of.",
        "Nobody hears of it.", "Tell of it.";
    PLAN_CASE_UNMADE = "plan-case-unmade", Parsed, Note / Note,
        "cases of the plan are made", "The plan asks for a case that new code never makes.",
        "It does not happen.", "Make it.";
    PLAN_ANSWER_ALIKE = "plan-answer-alike", At(&[Rust, Go]), Gap / Note,
        "the answer hangs on what is asked", "A function that the plan asks for answers whatever it is given.",
        "It works nothing out.", "Do the work.";
    PLAN_BODY_EMPTY = "plan-body-empty", Parsed, Gap / Note,
        "what is asked for by name does work", "A function that the plan asks for by its name holds nothing.",
        "The plan wants work of it.", "Do the work.";
    PLAN_TEST_WEAK = "plan-test-weak", Parsed, Note / Note,
        "tests that can fail", "None of several new tests looks at a result, or the plan asks for tests and brings such alone.",
        "They pass whatever the code gives.", "Look at what the code gives.";
    PLAN_ERROR_DROPPED = "plan-error-dropped", At(&[Rust]), Note / Note,
        "errors of the plan are heard", "`let _` drops an error that the plan speaks of.",
        "Nobody hears of it.", "Hand it on.";
    PLAN_OPTION_UNHEEDED = "plan-option-unheeded", At(&[TypeScript, Tsx, Vue]), Note / Note,
        "options of the plan change something", "An option that the plan asks for is only declared, set or checked.",
        "Whoever chooses it gets nothing by it.", "Use it.";
    PLAN_HOOK_NEVER_CALLED = "plan-hook-never-called", At(&[Java, Python]), Note / Note,
        "hooks are called", "The plan says that a hook is called, and nothing calls it.",
        "Whoever writes one waits for nothing.", "Call it.";
}
