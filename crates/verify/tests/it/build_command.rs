//! What builds that which a command would run.

use verify::build_command;

fn check(command: &str, expected: Option<&str>) {
    let argv: Vec<String> = command.split(' ').map(str::to_owned).collect();
    let built = build_command(&argv).map(|it| it.join(" "));
    assert_eq!(built.as_deref(), expected, "{command}");
}

#[test]
fn tools_that_build_apart_are_told_to() {
    for (command, expected) in [
        ("cargo test", "cargo test --no-run"),
        (
            "cargo +nightly t --offline -p core -- --nocapture x",
            "cargo +nightly t --offline -p core --no-run",
        ),
        (
            "/opt/cargo nextest run --workspace",
            "/opt/cargo nextest run --workspace --no-run",
        ),
        ("go test ./...", "go test -c -o /dev/null ./..."),
        (
            "go -C sub test -v -run=TestX ./a -args -o",
            "go -C sub test -c -o /dev/null -v -run=TestX ./a",
        ),
        ("mvn -q test", "mvn -q test-compile"),
        (
            "./mvnw -pl core verify -Dx=y",
            "./mvnw -pl core -Dx=y test-compile",
        ),
        (
            "./gradlew --offline clean test --tests a.B",
            "./gradlew --offline clean testClasses",
        ),
        (
            "gradle :core:check :app:test --tests=a.B",
            "gradle :core:testClasses :app:testClasses",
        ),
    ] {
        check(command, Some(expected));
    }
}

#[test]
fn what_runs_no_tests_or_can_not_be_told_apart_is_left_as_it_is() {
    for command in [
        "cargo clippy --all-targets",
        "cargo test --doc",
        "cargo test --no-run",
        "cargo run -- test",
        "cargo nextest list",
        "go vet ./...",
        "go run ./cmd test",
        "go test -c ./a",
        "go test -o=x ./a",
        "mvn compile",
        "gradle assemble",
        "npm test",
        "sh check.sh",
        "test",
    ] {
        check(command, None);
    }
}
