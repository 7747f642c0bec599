//! Commands, tests by name, trials, quality gates: what has to be shown.

use super::kinds::Looks::{Anywhere, Parsed};

super::rules! { Proof:
    COMMAND_FAILED = "command-failed", Anywhere, Gap / Gap,
        "the command passes",
        "A declared command did not end with 0 on this tree, or changed it.",
        "Green is an exit code of 0.",
        "Mend what it tells of.";
    COMMAND_NOT_RUN = "command-not-run", Anywhere, Gap / Gap,
        "the command passes",
        "A command was not run on this tree.",
        "Nothing is known of it.",
        "Run it.";
    COMMAND_UNFIT = "command-unfit", Anywhere, Gap / Gap,
        "the command says something of the work",
        "A command fails without the change too, or can't be run here.",
        "Its result says nothing of the work.",
        "Mend it first, or name another.";
    PREPARATION_FAILED = "preparation-failed", Anywhere, Gap / Gap,
        "the checkout is ready",
        "A command of `verification.prepare` failed.",
        "What needs it could not be run.",
        "Mend it.";
    TRUTH_REFUTED = "truth-refuted", Anywhere, Gap / Gap,
        "the truth is shown",
        "A command or test that a truth is bound to failed.",
        "The truth does not hold.",
        "Mend what it tells of.";
    TRUTH_WITHOUT_EVIDENCE = "truth-without-evidence", Anywhere, Gap / Gap,
        "the truth is shown",
        "Nothing is bound to a truth that could show it.",
        "A sentence proves nothing.",
        "Bind a command, a test or a level of an artifact to it.";
    TRUTH_UNBOUND = "truth-unbound", Anywhere, Gap / Gap,
        "the truth is shown",
        "A truth is bound to an artifact that the plan does not have.",
        "Nothing can be asked.",
        "Name an artifact of the plan.";
    TEST_NOT_RUN = "test-not-run", Anywhere, Gap / Gap,
        "the test runs and passes",
        "A test that the plan names was not run, or was skipped.",
        "What did not run shows nothing.",
        "Let it run.";
    TEST_UNSEEN = "test-unseen", Anywhere, Gap / Gap,
        "the test runs and passes",
        "Whether a test ran can't be told from what the runner writes.",
        "What is not seen does not count.",
        "Let the runner name each test.";
    BACKSTOP = "backstop", Anywhere, Gap / Gap,
        "a person looks",
        "A truth that no evidence turns green.",
        "The plan wants a person to look.",
        "Look.";
    PROHIBITION_UNGUARDED = "prohibition-unguarded", Anywhere, Gap / Gap,
        "what is forbidden is noticed",
        "Nothing shows that the check of a prohibition can fail.",
        "A check that can't fail guards nothing.",
        "Give a fixture that violates it, and a check that fails with it.";
    EVIDENCE_CANNOT_FAIL = "evidence-cannot-fail", Parsed, Gap / Gap,
        "evidence that can fail",
        "The commands pass although code of the change was broken, or a link was cut.",
        "Then their passing shows nothing.",
        "A test that fails when this does not work.";
    BREAK_UNNOTICED = "break-unnoticed", Parsed, Note / Note,
        "evidence that can fail",
        "One of several breaks went unnoticed.",
        "That part of the change is held by no test.",
        "Test it.";
    BREAK_UNTRIED = "break-untried", Anywhere, Gap / Gap,
        "evidence that can fail",
        "A break was not tried, or not to its end.",
        "Whether the evidence can fail is not known.",
        "Give it time, or a command that runs here.";
    ANOTHER_PLACE = "another-place", Anywhere, Gap / Gap,
        "the command tests this tree",
        "A command passes although nothing that the change touched can be read.",
        "It tests another place, or nothing of the change.",
        "Let the tests find what stands beside them.";
    NOTHING_RUN = "nothing-run", Anywhere, Gap / Gap,
        "something was run",
        "No command was run for a change of code.",
        "A look alone is no pass where there are tests.",
        "Name a command in `verification.commands`.";
    NOTHING_CHECKED = "nothing-checked", Anywhere, Gap / Gap,
        "something to check",
        "The plan has no must-haves, and no command is declared.",
        "What asks for nothing proves nothing.",
        "Say what has to hold, or declare a command.";
    COVERAGE_LOW = "coverage", Anywhere, Gap / Gap,
        "enough lines ran",
        "Fewer lines ran than `verification.archon.thresholds.coverage` asks.",
        "What did not run was not tested.",
        "Test what no test runs yet.";
    COMPLEXITY_HIGH = "complexity", Parsed, Gap / Gap,
        "functions are simple enough",
        "A function has more ways through it than `verification.archon.thresholds.complexity` allows.",
        "Nobody tests all of them.",
        "Split it.";
    SECRET_IN_CLEAR = "security", Anywhere, Gap / Gap,
        "no secret in clear",
        "A secret stands in a file in clear.",
        "Whoever reads the repository has it.",
        "Take it out, and replace it where it is valid.";
    GATE_SILENT = "gate-silent", Anywhere, Gap / Gap,
        "the gate speaks",
        "A quality gate that is on can't say anything of the changed code.",
        "What is not measured is not known.",
        "Let it be measured, or take the gate out.";
    PARTLY_MEASURED = "partly-measured", Anywhere, Gap / Gap,
        "everything is measured",
        "Nothing was found, and not everything could be looked into.",
        "The rest is not known.",
        "Look at it.";
    ACCEPTED_UNREADABLE = "accepted-unreadable", Anywhere, Gap / Gap,
        "the list of what is accepted can be read",
        "The change leaves `.interlock/accepted.yml` so that it can't be read, or names a rule that does not exist.",
        "Once merged, no change could be verified any more.",
        "Mend the entry.";
}
