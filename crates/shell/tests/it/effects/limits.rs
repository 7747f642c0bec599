//! What is too much is answered soon, and never by nothing.

use std::time::{Duration, Instant};

use ledger::proposal::Shell;

use super::shown;

/// Scripts that grow when they run.
fn growing() -> Vec<String> {
    let doubled = |from: &str, line: &dyn Fn(usize) -> String, count: usize| {
        let lines: Vec<String> = (0..count).map(line).collect();
        format!("{from}\n{}", lines.join("\n"))
    };
    vec![
        vec!["rm ~/x"; 50].join(" && "),
        format!("{}rm ~/x{}", "$(".repeat(2_000), ")".repeat(2_000)),
        format!("echo {}", "{a,b}".repeat(30)),
        format!("echo {}; rm ~/x", "{1..99}".repeat(6)),
        doubled("x=aaaaaaaa", &|_| "x=$x$x".to_owned(), 60) + "\nrm ~/x",
        doubled(
            "f0(){ rm ~/x; }",
            &|at| format!("f{}(){{ f{at}; f{at}; }}", at + 1),
            30,
        ) + "\nf30",
        doubled(
            "",
            &|_| "x=${a:-1}${b:-2}${c:-3}; echo $x$x$x".to_owned(),
            200,
        ) + "\nrm ~/x",
        (0..7)
            .map(|at| format!("for a{at} in {{1..60}}; do "))
            .collect::<String>()
            + "rm ~/x"
            + &"; done".repeat(7),
        "for a in {1..60}; do for b in {1..60}; do for c in {1..60}; do rm ~/x; done; done; done"
            .to_owned(),
        format!("{}rm ~/x{}", "while :; do ".repeat(25), "; done".repeat(25)),
        format!("{}rm ~/x{}", "if a; then ".repeat(25), "; fi".repeat(25)),
        doubled(
            "",
            &|at| format!("if a; then x{at}=1; else x{at}=2; fi; echo $x{at}"),
            200,
        ) + "\nrm ~/x",
        "a=(x x x x x x x x); ".to_owned() + &"a+=(\"${a[@]}\"); ".repeat(30) + "rm ~/x",
        "x='eval \"$x\"'; eval \"$x\"; rm ~/x".to_owned(),
        "alias a='b; b'; alias b='c; c'; alias c='a; a'\na; rm ~/x".to_owned(),
    ]
}

#[test]
fn growth_is_bounded_and_never_harmless() {
    for script in growing() {
        let begun = Instant::now();
        let said = shown(&script, Shell::Bash);
        let took = begun.elapsed();
        let head: String = script.chars().take(60).collect();
        let stops = ["delete", "!", "refused", "unknown"]
            .iter()
            .any(|mark| said.contains(mark));
        assert!(stops, "{head}: {said}");
        // What grows without a bound takes longer than anybody waits; this is far above what a busy machine takes for
        // what does not, unoptimised.
        assert!(took < Duration::from_secs(30), "{head}: {took:?}");
    }
}
