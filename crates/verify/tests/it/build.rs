//! What compilers and build tools write where they refuse a text, and what looks like it.

use verify::does_not_build;

const CARGO: &str = "\
error[E0308]: mismatched types
 --> src/lib.rs:1:18
error: could not compile `chat` (lib) due to 1 previous error
warning: build failed, waiting for other jobs to finish...
";
const GO: &str = "\
# example.com/chat
./chat.go:3:23: cannot use \"x\" (untyped string constant) as int value in return statement
FAIL\texample.com/chat [build failed]
FAIL
";
const TSC: &str =
    "src/chat.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const TSC_PRETTY: &str = "\u{1b}[96msrc/chat.ts\u{1b}[0m:\u{1b}[93m3\u{1b}[0m:\u{1b}[93m5\u{1b}[0m - \u{1b}[91merror\u{1b}[0m\u{1b}[90m TS2322: \u{1b}[0mType 'string' is not assignable.\n";
const JAVAC: &str =
    "> Task :compileJava FAILED\nsrc/main/java/Chat.java:3: error: incompatible types\n1 error\n";
const MAVEN: &str = "[ERROR] COMPILATION ERROR : \n[ERROR] /p/Chat.java:[3,5] incompatible types\n";

#[test]
fn a_build_that_fails_is_told_from_tests_that_do() {
    for (output, expected) in [
        (CARGO, true),
        (
            "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: could not compile `chat` (lib test) due to 2 previous errors\n",
            true,
        ),
        ("error: aborting due to 1 previous error\n", true),
        (GO, true),
        ("# example.com/chat\n./chat.go:3:2: undefined: x\n", true),
        (
            "# example.com/chat\nvet: ./chat.go:3:2: undefined: x\n",
            true,
        ),
        // Of several packages one is not built, and the tests of another pass.
        (
            "ok  \texample.com/other\t0.1s\nFAIL\texample.com/chat [build failed]\n",
            true,
        ),
        (TSC, true),
        (TSC_PRETTY, true),
        (JAVAC, true),
        ("    [javac] Chat.java:3: error: ';' expected\n", true),
        (MAVEN, true),
        // Tests that failed.
        ("", false),
        (
            "test a::stores ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed\n",
            false,
        ),
        (
            "--- FAIL: TestStores (0.00s)\npanic: broken on purpose\nFAIL\texample.com/chat\t0.01s\n",
            false,
        ),
        (
            "FAIL\texample.com/chat\t0.01s\nFAIL\texample.com/other [build failed]\n",
            false,
        ),
        ("✕ stores (3 ms)\n", false),
        // What tests say of compilers.
        (
            &format!("test ui::refuses ... FAILED\n---- ui::refuses stdout ----\n{CARGO}"),
            false,
        ),
        (&format!("--- FAIL: TestBuilds (0.00s)\n{GO}"), false),
        (&format!("  ● checker › refuses\n{TSC}"), false),
        (
            &format!("[ERROR] refuses  Time elapsed: 0.1 s  <<< FAILURE!\n{JAVAC}"),
            false,
        ),
        // Words that are no tool's line.
        ("the log says error: could not compile `chat`\n", false),
        ("error: could not compile the template\n", false),
        ("see chat.go:3:2: here\n", false),
        ("# a heading\nchat.txt:3:2: here\n", false),
        ("expected): error TSX: no\n", false),
        ("Error in Chat.java:3: error: no\n", false),
        ("SyntaxError: invalid syntax\n", false),
    ] {
        assert_eq!(does_not_build(output), expected, "{output}");
    }
}
