//! What Rust and Java check, order, wrap or ask and then make nothing of: parameters that are only checked, lists without
//! anything in them that are put in order, errors that are wrapped to be dropped, commands that nobody runs; and honest code
//! that looks like it.

use code::{Certainty, Reason};

use crate::read;

/// What is found, as `what reason`; of faint findings only those that are asked for by their reason.
fn found(path: &str, source: &str, reasons: &[Reason], faint: bool) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts
        .stubs
        .iter()
        .filter(|it| reasons.contains(&it.reason) && (it.certainty == Certainty::Faint) == faint);
    stubs.map(|it| it.what.clone()).collect()
}

#[track_caller]
fn java(source: &str, reason: Reason, expected: &[&str]) {
    let all = found("src/main/java/a/A.java", source, &[reason], false);
    assert_eq!(all, expected, "{source}");
}

#[track_caller]
fn rust(source: &str, reason: Reason, expected: &[&str]) {
    assert_eq!(
        found("src/main.rs", source, &[reason], false),
        expected,
        "{source}"
    );
}

#[test]
fn parameters_that_are_only_checked() {
    let method = |body: &str| {
        format!(
            "class A {{ private int own;\n/** Compares.\n * @param other what with */\npublic boolean above(int other) {{ {body} }} }}"
        )
    };
    let check = "if (other < 0) { throw new IllegalArgumentException(); }";
    for (body, expected) in [
        (format!("{check} return own > 3;"), &["above(other)"][..]),
        (format!("{check} return own > other;"), &[]),
        // One value gets through, so that nothing is left to be looked at.
        (
            "if (other != 1) { throw new X(); } return own > 3;".to_owned(),
            &[],
        ),
        // It is told, or held against something; there is more than a check.
        (
            "if (other < 0) { throw new X(\"no: \" + other); } return own > 3;".to_owned(),
            &[],
        ),
        (
            "if (own > other) { throw new X(); } return own > 3;".to_owned(),
            &[],
        ),
        (
            "if (other < 0) { log(other); throw new X(); } return own > 3;".to_owned(),
            &[],
        ),
        (
            "if (other < 0) { throw new X(); } else { own = 1; } return own > 3;".to_owned(),
            &[],
        ),
    ] {
        java(&method(&body), Reason::ParameterIgnored, expected);
    }
    let made =
        |body: &str| format!("class A {{ final List<String> all; A(int size) {{ {body} }} }}");
    java(
        &made("if (size <= 0) throw new X(); all = new ArrayList<>();"),
        Reason::ParameterIgnored,
        &["A(size)"],
    );
    java(
        &made("if (size <= 0) throw new X(); all = new ArrayList<>(size);"),
        Reason::ParameterIgnored,
        &[],
    );
}

#[test]
fn a_listener_that_tells_nobody() {
    let listener = |body: &str| {
        format!(
            "interface Listener {{ void step(int n);\nstatic Listener onStep(IntConsumer to) {{ {body} }} }}"
        )
    };
    java(
        &listener("return new Listener() { public void step(int n) { } };"),
        Reason::ParameterIgnored,
        &["onStep(to)"],
    );
    java(
        &listener("return n -> to.accept(n);"),
        Reason::ParameterIgnored,
        &[],
    );
}

#[test]
fn an_error_that_is_wrapped_and_dropped() {
    let method = |inner: &str, outer: &str| {
        format!(
            "class A {{ void go(Writer w) throws IOException {{ try {{ each(line -> {{ try {{ w.append(line); }} catch (IOException e) {{ {inner} }} }}); }} catch (UncheckedIOException e) {{ {outer} }} }} }}"
        )
    };
    let wraps = "throw new UncheckedIOException(e);";
    java(
        &method(wraps, "return;"),
        Reason::SwallowedError,
        &["catch"],
    );
    java(
        &method(wraps, "throw e.getCause();"),
        Reason::SwallowedError,
        &[],
    );
    java(
        "class A { void go() { try { each(it -> { if (it > 3) { throw new Stop(); } }); } catch (Stop e) { return; } } }",
        Reason::SwallowedError,
        &[],
    );
}

#[test]
fn what_is_only_dismissed() {
    let one = |body: &str| format!("pub fn new(jar: &Jar) -> A {{ {body} make() }}");
    rust(
        &one("let _ = jar.iter();"),
        Reason::ParameterIgnored,
        &["jar of new"],
    );
    rust(&one("let _ = jar.lock();"), Reason::ParameterIgnored, &[]);
    rust(&one("let _ = jar.get(1);"), Reason::ParameterIgnored, &[]);
}

#[test]
fn one_answer_for_every_case() {
    for (body, expected) in [
        (
            "match self { E::At(_) => false, E::Never => false }",
            &["E::past"][..],
        ),
        (
            "match self { E::At(t) => *t < now, E::Never => false }",
            &[],
        ),
        // No case holds anything: a list that the compiler keeps whole.
        ("match self { E::A => false, E::B => false }", &[]),
        (
            "match self { E::At(_) => false, /* never */ E::Never => false }",
            &[],
        ),
        (
            "match self { #[cfg(unix)] E::At(_) => false, E::Never => false }",
            &[],
        ),
    ] {
        let source = format!("impl E {{ pub fn past(&self, now: T) -> bool {{ {body} }} }}");
        rust(&source, Reason::FixedValue, expected);
    }
    rust(
        "impl Ask for E { fn past(&self, _: T) -> bool { match self { E::At(_) => false, E::Never => false } } }",
        Reason::FixedValue,
        &[],
    );
}

#[test]
fn cases_that_a_text_never_becomes() {
    let from = |body: &str| {
        format!(
            "enum Site {{ Strict, Lax, None }}\nimpl FromStr for Site {{ type Err = E; fn from_str(s: &str) -> Result<Self, E> {{ {body} }} }}"
        )
    };
    let two = "match s { \"strict\" => Ok(Site::Strict), \"lax\" => Ok(Site::Lax), _ => Err(E) }";
    let told = |source: &str| found("src/main.rs", source, &[Reason::NotImplemented], true);
    assert_eq!(told(&from(two)), ["Site::None"]);
    let three = two.replace("_ =>", "\"none\" => Ok(Self::None), _ =>");
    assert!(told(&from(&three)).is_empty());
    // Most are left to others; or it asks all there are.
    assert!(told(&from("match s { \"lax\" => Ok(Site::Lax), _ => Err(E) }")).is_empty());
    assert!(told(&from("ALL.iter().find(|it| it.name() == s).ok_or(E)")).is_empty());
}

#[test]
fn commands_that_a_test_never_runs() {
    let test =
        |body: &str| format!("use assert_cmd::Command;\n#[test]\nfn t() {{ {body} check(); }}");
    let told = |source: &str| found("tests/cli.rs", source, &[Reason::NoAssertion], false);
    assert_eq!(
        told(&test("let _ = sd().args([\"x\"]).arg(&path);")),
        ["command"]
    );
    assert_eq!(
        told(&test("sd().arg(\"x\").env(\"A\", \"1\");")),
        ["command"]
    );
    assert!(told(&test("sd().arg(\"x\").assert().success();")).is_empty());
    assert!(told(&test("let _ = sd().arg(\"x\").output();")).is_empty());
    assert!(told(&test("let cmd = sd().arg(\"x\"); cmd.assert();")).is_empty());
    assert!(told(&test("cmd.arg(\"x\"); cmd.assert();")).is_empty());
    assert!(told(&test("let _ = sd().arg(\"x\");").replace("assert_cmd", "clap")).is_empty());
}

#[test]
fn lists_of_what_is_to_come() {
    let list = |body: &str| {
        format!("class A {{ static final E JSON = make(new String[][] {{ {body} }}); }}")
    };
    java(
        &list("\n// TODO: backslash and quote\n"),
        Reason::Admitted,
        &["list"],
    );
    java(&list("\n// nothing to escape\n"), Reason::Admitted, &[]);
    java(
        &list("\n// TODO: more\n{ \"a\", \"b\" }"),
        Reason::Admitted,
        &[],
    );
    java(
        "class A { void f(int a) { if (a > 1) {\n// TODO: more\n} go(a); } }",
        Reason::Admitted,
        &[],
    );
    rust(
        "const ALL: [u8; 0] = [\n// TODO\n];",
        Reason::Admitted,
        &["list"],
    );
}
