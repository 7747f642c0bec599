//! Tests: those that go, are switched off or demand less, and new ones that show nothing.

use super::rule::Looks::Parsed;

super::rule::rules! { Tests:
    TEST_REMOVED = "test-removed", Parsed, Gap / Note,
        "checks as strong as before",
        "A test is gone, and what it is about is not.",
        "What it held is held by nothing any more.",
        "Bring the test back as it was.";
    TEST_SKIPPED = "test-skipped", Parsed, Gap / Gap,
        "checks as strong as before",
        "A test of before the change is switched off, or may fail now.",
        "What it held is held by nothing any more.",
        "Let it run.";
    TEST_FOCUSED = "test-focused", Parsed, Gap / Gap,
        "all tests run",
        "A test is singled out, so that others do not run.",
        "The others hold nothing any more.",
        "Let it run, and all others with it.";
    TEST_RENAMED_AWAY = "test-renamed-away", Parsed, Gap / Gap,
        "checks as strong as before",
        "A test moved to a file that its runner does not look into.",
        "It does not run any more.",
        "Move it where it is found.";
    TEST_EMPTIED = "test-emptied", Parsed, Gap / Gap,
        "checks as strong as before",
        "A test that could fail before the change can't any more.",
        "What it held is held by nothing any more.",
        "Bring the assertions back as they were.";
    ASSERTION_REMOVED = "assertion-removed", Parsed, Gap / Gap,
        "checks as strong as before",
        "Something that a test asserted is not asserted any more, and the test still stands.",
        "What it held is held by nothing any more.",
        "Bring the assertion back.";
    ASSERTION_REMOVED_WITH_SETUP = "assertion-removed-with-setup", Parsed, Gap / Note,
        "checks as strong as before",
        "Something that a test asserted is not asserted any more, and the test does not make what it looked at as it did; or it asserts the same less often.",
        "The test shows less than before; it may also be about something else now.",
        "Bring the assertion back, or say in the change why less is shown.";
    ASSERTION_WEAKENED = "assertion-weakened", Parsed, Gap / Note,
        "checks as strong as before",
        "An assertion demands less than it did.",
        "What it held is held in part.",
        "Bring the check back as it was.";
    ASSERTION_VACUOUS = "assertion-vacuous", Parsed, Gap / Gap,
        "checks as strong as before",
        "An assertion of before holds now whatever the code does.",
        "It can't fail any more.",
        "Let it fail where the code is wrong.";
    ASSERTION_HIDDEN = "assertion-hidden", Parsed, Gap / Gap,
        "checks as strong as before",
        "An assertion stands where it is not reached, not waited for, or where its failure is caught.",
        "It can't fail any more.",
        "Let it fail where the code is wrong.";
    ERROR_WIDENED = "error-widened", Parsed, Gap / Note,
        "checks as strong as before",
        "A test that asked for one error takes any, or asks for less of its message.",
        "Another failure passes for the one that was meant.",
        "Bring the check back as it was.";
    TOLERANCE_LOOSENED = "tolerance-loosened", Parsed, Gap / Note,
        "checks as strong as before",
        "A tolerance of a test is wider than before.",
        "What it held is held in part.",
        "Bring the check back as it was.";
    EXPECTATION_CHANGED = "expectation-changed", Parsed, Gap / Note,
        "checks as strong as before",
        "A test expects another answer of what it asked before.",
        "Either the code was wrong before, or it is now.",
        "Say which, or bring the check back as it was.";
    ROWS_REMOVED = "rows-removed", Parsed, Gap / Note,
        "checks as strong as before",
        "A test runs for fewer inputs than it did.",
        "What they held is held by nothing any more.",
        "Bring the inputs back.";
    HELPER_WEAKENED = "helper-weakened", Parsed, Gap / Note,
        "checks as strong as before",
        "A helper of tests asserts less than it did.",
        "All tests that use it hold less.",
        "Bring the check back as it was.";
    SUBJECT_MOCKED = "subject-mocked", Parsed, Gap / Note,
        "tests that can fail",
        "A test replaces the very thing that it asserts about.",
        "It asks what stands in for it.",
        "Ask the thing itself.";
    TEST_CANNOT_FAIL = "test-cannot-fail", Parsed, Gap / Note,
        "tests that can fail",
        "A new test has no assertion whose failure would show.",
        "It passes whatever the code does.",
        "Let it fail where the code is wrong.";
    NEW_TEST_SKIPPED = "new-test-skipped", Parsed, Gap / Note,
        "new tests run",
        "A new test does not count, and nothing outside the change keeps it from running.",
        "It shows nothing.",
        "Let it run.";
    TEST_LOOKS_AWAY = "test-looks-away", Parsed, Gap / Note,
        "tests that can fail",
        "No new test looks at what the code gives: they ask that it is there, of which type, or that it runs.",
        "They pass whatever it gives.",
        "Look at what the code gives.";
    TEST_NEVER_RUN = "test-never-run", Parsed, Gap / Note,
        "new tests run",
        "A function asserts something, and is neither a test nor called by one.",
        "It never runs.",
        "Make a test of it, or call it.";
    TEST_UNREADABLE = "test-unreadable", Parsed, Note / Note,
        "tests can be read",
        "A file of tests can't be read whole any more.",
        "What its tests hold is not known.",
        "Mend the syntax.";
    ASSERTION_CONSTANT = "assertion-constant", Parsed, Gap / Note,
        "tests that can fail",
        "An assertion that holds whatever the code does.",
        "It can't fail.",
        "Let it fail where the code is wrong.";
    TEST_WITHOUT_ASSERTION = "test-without-assertion", Parsed, Gap / Note,
        "tests that can fail",
        "A test that asserts nothing.",
        "It fails only where something breaks on its way.",
        "Look at what the code gives.";
    SNAPSHOT_PENDING = "snapshot-pending", super::rule::Looks::Anywhere, Note / Note,
        "snapshots are agreed to",
        "A snapshot waits for somebody to agree to it.",
        "Nobody did.",
        "Look at it.";
    SNAPSHOT_RENEWED = "snapshot-renewed", super::rule::Looks::Anywhere, Note / Note,
        "snapshots are agreed to",
        "A recorded answer was written anew.",
        "Whether the code or the record is wrong can't be told from either.",
        "Look at it.";
    SNAPSHOTS_IN_BULK = "snapshots-in-bulk", super::rule::Looks::Anywhere, Gap / Note,
        "snapshots are agreed to",
        "Many recorded answers were written anew at once.",
        "Nobody looked at each.",
        "Look at them.";
}
