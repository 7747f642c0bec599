//! The command that builds all that another one would run, and runs none of it. With it a build is told apart from tests:
//! how long it takes, and whether it was the compiler that minded a break.

/// Phases of Maven's lifecycle that run tests, or come after those that do. Source: its reference of the lifecycle.
const MAVEN_PHASES: [&str; 8] = [
    "test",
    "prepare-package",
    "package",
    "pre-integration-test",
    "integration-test",
    "verify",
    "install",
    "deploy",
];
/// Tasks of Gradle's Java plugin that run tests, or depend on one that does.
const GRADLE_TASKS: [&str; 3] = ["test", "check", "build"];

/// What builds all that a command would run; nothing where its tool can't be told to, or is not known.
#[must_use]
pub fn build_command(argv: &[String]) -> Option<Vec<String>> {
    let (program, words) = argv.split_first()?;
    let name = program.rsplit('/').next().unwrap_or(program);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
    let built: Vec<String> = match name {
        "cargo" => cargo(&words).map(owned),
        "go" => go(&words).map(owned),
        "mvn" | "mvnw" => maven(&words).map(owned),
        "gradle" | "gradlew" => gradle(&words),
        _ => None,
    }?;
    Some([program.clone()].into_iter().chain(built).collect())
}

/// `cargo test ARGS -- OF THE TESTS` is built by `cargo test ARGS --no-run`; that of nextest is called the same.
fn cargo<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let own = words.split(|it| *it == "--").next()?;
    let mut verbs = own.iter().filter(|it| !it.starts_with(['-', '+'])).copied();
    let tests = match verbs.next()? {
        "test" | "t" => true,
        "nextest" => matches!(verbs.next(), Some("run" | "r")),
        _ => false,
    };
    // Documentation is compiled as it is tested.
    let apart = !own.iter().any(|it| matches!(*it, "--no-run" | "--doc"));
    (tests && apart).then(|| own.iter().copied().chain(["--no-run"]).collect())
}

/// `go test ARGS` is built by `go test -c -o /dev/null ARGS`.
fn go<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let own = words.split(|it| matches!(*it, "-args" | "--args"));
    let own = own.into_iter().next()?;
    let at = own.iter().position(|it| *it == "test")?;
    // Nothing but `-C DIR` stands before the verb.
    let alone = matches!(own.get(..at)?, [] | ["-C", _]);
    let flags = own.get(at.saturating_add(1)..)?;
    let output = flags
        .iter()
        .any(|it| *it == "-c" || *it == "-o" || it.starts_with("-o="));
    let built = || {
        let head = own.iter().take(at.saturating_add(1)).copied();
        let flags = flags.iter().copied();
        head.chain(["-c", "-o", "/dev/null"]).chain(flags).collect()
    };
    (alone && !output).then(built)
}

/// `mvn ARGS test` is built by `mvn ARGS test-compile`.
fn maven<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let tests = |it: &&&str| MAVEN_PHASES.contains(*it);
    words.iter().find(tests)?;
    let others = words.iter().filter(|it| !tests(it)).copied();
    Some(others.chain(["test-compile"]).collect())
}

/// `gradle ARGS :part:test --tests NAME` is built by `gradle ARGS :part:testClasses`.
fn gradle(words: &[&str]) -> Option<Vec<String>> {
    let mut built: Vec<String> = Vec::new();
    let mut tests = false;
    let mut all = words.iter().copied();
    while let Some(word) = all.next() {
        let task = word.rsplit(':').next().unwrap_or(word);
        if GRADLE_TASKS.contains(&task) {
            tests = true;
            let part = word.strip_suffix(task).unwrap_or_default();
            built.push(format!("{part}testClasses"));
        } else if word == "--tests" {
            // What it selects follows.
            all.next();
        } else if !word.starts_with("--tests=") {
            built.push(word.to_owned());
        }
    }
    tests.then_some(built)
}
