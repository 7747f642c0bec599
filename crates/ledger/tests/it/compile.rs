//! A side effect without its permit does not compile.

/// The messages are compared, and they are those of the compiler that this project is pinned to.
const PINNED: &str = env!("CARGO_PKG_RUST_VERSION");

#[test]
fn nobody_makes_proof_out_of_nothing() {
    let version = std::process::Command::new("rustc")
        .arg("-V")
        .output()
        .expect("rustc answers");
    if !String::from_utf8_lossy(&version.stdout).starts_with(&format!("rustc {PINNED}.")) {
        eprintln!(
            "not compared: this compiler is not {PINNED}, and words its errors in its own way"
        );
        return;
    }
    let tests = trybuild::TestCases::new();
    tests.pass("tests/fail/the_right_way.rs");
    tests.compile_fail("tests/fail/permit_made_by_hand.rs");
    tests.compile_fail("tests/fail/notice_made_by_hand.rs");
    tests.compile_fail("tests/fail/permit_used_twice.rs");
    tests.compile_fail("tests/fail/permit_copied.rs");
    tests.compile_fail("tests/fail/entry_made_by_hand.rs");
    tests.compile_fail("tests/fail/entry_redeemed_twice.rs");
    tests.compile_fail("tests/fail/line_is_no_entry.rs");
    tests.compile_fail("tests/fail/permit_from_json.rs");
    tests.compile_fail("tests/fail/act_of_ones_own.rs");
    tests.compile_fail("tests/fail/journal_without_a_seal.rs");
}
