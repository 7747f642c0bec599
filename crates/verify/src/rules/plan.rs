//! What the plan names, and what the change does beyond it.

use super::kinds::Looks::{Anywhere, Parsed};

super::rules! { Plan:
    ARTIFACT_MISSING = "artifact-missing", Anywhere, Gap / Gap,
        "the file is there",
        "A file that the plan names is not there, or is no plain file.",
        "What is not there does nothing.",
        "Write the file, or take it out of the plan.";
    ARTIFACT_WRONG_CASE = "artifact-wrong-case", Anywhere, Gap / Gap,
        "the file is there",
        "A file is there whose name differs from the plan's in the case of its letters alone.",
        "On other systems it is another file.",
        "Call the file as the plan does.";
    ARTIFACT_EMPTY = "artifact-empty", Anywhere, Gap / Gap,
        "the file holds something",
        "A file that the plan names is empty.",
        "An empty file only looks as if it were there.",
        "Write what it is for.";
    ARTIFACT_WITHOUT_CODE = "artifact-without-code", Parsed, Gap / Gap,
        "the file holds code",
        "A file of code that the plan names holds comments alone.",
        "Comments do nothing.",
        "Write the code.";
    ARTIFACT_TOO_SHORT = "artifact-too-short", Anywhere, Gap / Gap,
        "the file is as long as asked",
        "A file has fewer lines of code than the plan asks.",
        "Who asked for so many lines expects work that fewer can't hold.",
        "Do the rest of the work, or correct the plan.";
    TEXT_MISSING = "text-missing", Anywhere, Gap / Gap,
        "the text is in the file",
        "A text or pattern that the plan asks for is not in the code of the file.",
        "In a comment, in a string or in code that never runs it does nothing.",
        "Write code with it.";
    EXPORT_MISSING = "export-missing", Parsed, Gap / Gap,
        "the name is exported",
        "A name that the plan wants exported is not, or not far enough.",
        "Others can't use it.",
        "Export it.";
    TYPE_ONLY = "export-type-only", Parsed, Gap / Gap,
        "the name is exported",
        "A name is exported as a type alone, and looks like that of a value.",
        "Whether a value was meant, a machine can't tell.",
        "Look at it, or export the value.";
    EXPORT_UNKNOWN = "export-unknown", Parsed, Gap / Gap,
        "the name is exported",
        "Whether a name is exported can't be told.",
        "What is not known does not count as so.",
        "Export it by its name.";
    BAD_PATTERN = "bad-pattern", Anywhere, Gap / Gap,
        "the pattern can be read",
        "A pattern of the plan is none, or one that is found anywhere.",
        "It shows nothing.",
        "Write a pattern that can be read and says something.";
    ONLY_IN_STRING = "only-in-string", Anywhere, Gap / Gap,
        "the text is in the code",
        "What the plan asks for stands in a string alone, where a name may be meant or not.",
        "Names are often looked up by strings, and often only told.",
        "Look at it.";
    BEHIND_CONSTANT = "behind-constant", Parsed, Gap / Gap,
        "the code runs",
        "What the plan asks for is behind a constant that is `false`.",
        "It does not run as it stands.",
        "Switch it on, or say that it is meant so.";
    NO_GRAMMAR = "no-grammar", Anywhere, Gap / Gap,
        "the text is in the code",
        "The text was found where code and comments can't be told apart.",
        "It may be a comment.",
        "Look at it.";
    UNREADABLE = "unreadable", Anywhere, Gap / Gap,
        "the file can be read",
        "A file, or a part of it, can't be read as its language.",
        "What can't be read can't be judged.",
        "Mend the syntax, or look at it.";
    NOT_LOOKED_AT = "not-looked-at", Anywhere, Gap / Gap,
        "everything is looked at",
        "Nobody looked at a file, or not at all of the change.",
        "What nobody looked at is not known.",
        "Verify a smaller change, or look at it.";
    LEVEL_OFF = "level-off", Anywhere, Gap / Gap,
        "its level is asked",
        "The level that would tell is switched off in `verification.levels`.",
        "What nobody asks is not verified.",
        "Switch the level on, or look at it.";
    CONFLICT_MARKER = "conflict-marker", Anywhere, Gap / Gap,
        "no merge conflicts",
        "The marks of a merge conflict stand in a file.",
        "It was never decided which side counts.",
        "Resolve the conflict.";
    ARTIFACT_UNREACHED = "artifact-unreached", Parsed, Gap / Gap,
        "the file is reached",
        "Nothing that starts anywhere reaches a file that the plan names, or tests alone do.",
        "Code that nothing reaches never runs.",
        "Use it where it is needed.";
    REACH_UNKNOWN = "reach-unknown", Parsed, Gap / Gap,
        "the file is reached",
        "Whether anything reaches a file can't be told.",
        "What is not known does not count as so.",
        "Look at it.";
    LINK_UNUSED = "link-unused", Parsed, Gap / Gap,
        "the one uses the other",
        "The target of a link is imported, and nothing is done with it.",
        "An import alone joins nothing.",
        "Use it as the plan says.";
    LINK_NOT_IMPORTED = "link-not-imported", Parsed, Gap / Gap,
        "the one uses the other",
        "The file where a link starts does not import where it leads.",
        "Without an import it can't use it.",
        "Import and use it.";
    LINK_NOT_ALLOWED = "link-not-allowed", Parsed, Gap / Gap,
        "the one uses the other",
        "A link is imported where the language forbids it.",
        "It does not build.",
        "Go a way that is open.";
    LINK_BY_ANOTHER_NAME = "link-by-another-name", Parsed, Gap / Gap,
        "the one uses the other as the plan says",
        "A link is used, and not by the name that the plan gives.",
        "The plan says how the two are joined.",
        "Use it by that name.";
    LINK_IN_TESTS_ALONE = "link-in-tests-alone", Parsed, Gap / Gap,
        "the one uses the other",
        "A link is used by tests alone.",
        "The program does not go by way of it.",
        "Use it in the code that ships.";
    PATTERN_MISSING = "pattern-missing", Anywhere, Gap / Gap,
        "the use looks as the plan says",
        "The pattern that shows a link is not in the file where the link starts.",
        "The plan says how the use looks.",
        "Let the file have it.";
    PATTERN_LOOSE = "pattern-loose", Parsed, Gap / Gap,
        "the pattern shows the link",
        "The pattern of a link matches the import of something else alone.",
        "It shows nothing of the link.",
        "Write a pattern that matches the use.";
    PATTERN_IN_COMMENT = "pattern-in-comment", Parsed, Gap / Gap,
        "the use is code",
        "The pattern of a link stands only in a comment, or in code that never runs.",
        "It joins nothing.",
        "Write the code.";
    PATTERN_IN_STRING = "pattern-in-string", Parsed, Gap / Gap,
        "the use is code",
        "The pattern of a link stands in a string alone.",
        "A string uses nothing.",
        "Write the code.";
    PATTERN_IN_TARGET = "pattern-in-target", Parsed, Gap / Gap,
        "the use looks as the plan says",
        "The pattern of a link stands in its target, and whether it is used by that is not known.",
        "What the target holds is no use of it.",
        "Look at it, or use it by that name.";
    LINK_BY_ADDRESS = "link-by-address", Parsed, Gap / Gap,
        "the one uses the other",
        "No import joins two files, and a string may be the address of the one.",
        "Whether it is, a machine can't tell.",
        "Look at it, or give a pattern.";
    LINK_UNKNOWN = "link-unknown", Anywhere, Gap / Gap,
        "the one uses the other",
        "Whether an import means the target of a link can't be told.",
        "What is not known does not count as so.",
        "Look at it.";
    LINK_WITHOUT_FILE = "link-without-file", Anywhere, Gap / Gap,
        "both ends of the link are there",
        "An end of a link is no file of the tree, and the plan says in no pattern how the use looks.",
        "Then nothing can be asked.",
        "Say in `pattern` how the use looks.";
    LINK_END_MISSING = "link-end-missing", Anywhere, Gap / Gap,
        "both ends of the link are there",
        "A file at an end of a link is not there.",
        "Nothing can use what is not there.",
        "Write the file, or correct the link.";
    FILE_UNTOUCHED = "file-untouched", Anywhere, Gap / Gap,
        "what the plan means to write",
        "A file that the plan means to write was not touched, while others of its task were.",
        "A part of the work was left out.",
        "Do what the plan asks there, or take it out of the plan.";
    OUT_OF_SCOPE = "out-of-scope", Anywhere, Gap / Gap,
        "nothing outside the plan",
        "A file was changed or came that the plan does not name.",
        "Nobody agreed to it.",
        "Put it back, or plan for it.";
    UNDECLARED_DELETION = "undeclared-deletion", Anywhere, Gap / Gap,
        "no undeclared deletion",
        "A file was deleted, and the plan does not say so.",
        "What is gone is missed by others.",
        "Bring it back, or declare it.";
    UNDECLARED_CHANGE = "undeclared-change", Anywhere, Note / Note,
        "nothing outside the plan",
        "A file came or was changed along with the work, and the plan does not name it.",
        "Somebody should know.",
        "Nothing, if it is meant so.";
    REQUIREMENT_UNCOVERED = "requirement-uncovered", Anywhere, Gap / Gap,
        "every requirement has its work",
        "No plan covers a requirement.",
        "Then nobody does it.",
        "Cover it by a plan.";
    NO_PLAN = "plan-missing", Anywhere, Gap / Gap,
        "a plan",
        "No plan says what must hold.",
        "What passed was held against nothing.",
        "Say in `must_haves` what has to hold.";
    NO_PROMISE = "promise-missing", Anywhere, Gap / Gap,
        "a promise",
        "Nobody said what the work is for.",
        "There is no promise to be kept.",
        "Say what shall be so afterwards.";
    CHECKPOINT = "checkpoint", Anywhere, Gap / Gap,
        "a person agrees",
        "A step that the plan leaves to a person.",
        "No machine can take it.",
        "Take it, and say so.";
    LEFT_OUT = "left-out", Anywhere, Gap / Gap,
        "the work is whole",
        "Something of the work stands in the worktree and in no tree that would be merged.",
        "It may be missing afterwards.",
        "Say whether the work is whole without it.";
    LOST_IN_MERGE = "lost-in-merge", Anywhere, Gap / Gap,
        "what others changed stays",
        "A merge would take away what others put there meanwhile, or bring back what they took away.",
        "Work of others would be lost.",
        "Put it back, and keep what it is for.";
}
