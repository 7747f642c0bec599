//! What a sandbox costs: until its first command has ended, and for each command after that, beside the same without one.
//!
//! `cargo bench -q -p tools --bench sandbox`

#![expect(clippy::print_stdout, reason = "a bench says what it measured")]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(tools::process::SUPERVISE_ARG) {
        return tools::process::supervise_main();
    }
    measure::all();
    ExitCode::SUCCESS
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod measure {
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    use tools::outside_run::ByHand;
    use tools::process::{Command, Exit};
    use tools::sandbox::{Limits, Means, Network, Sandbox, Work};

    const STARTS: usize = 40;
    const COMMANDS: usize = 1000;

    pub(super) fn all() {
        let exe = std::env::current_exe().expect("this program has a path");
        let kinds = [
            ("plain", None),
            ("namespaces", Some(Means::Namespaces)),
            ("landlock", Some(Means::Landlock)),
        ];
        for (name, means) in kinds {
            let starts: Vec<Duration> = (0..STARTS).map(|_| start(&exe, means)).collect();
            say(
                &format!("{name}: until the first command has ended"),
                starts,
            );
        }
        // One after the other of each kind in turn, so that what else the machine does falls on all alike.
        let standing = kinds.map(|(name, means)| (name, begun(&exe, means)));
        let mut took = [const { Vec::new() }; 3];
        for _ in 0..COMMANDS {
            for (at, (_, by_hand)) in standing.iter().enumerate() {
                took[at].push(one(by_hand));
            }
        }
        for ((name, _), took) in standing.iter().zip(took) {
            say(&format!("{name}: one `true`"), took);
        }
    }

    fn begun(exe: &Path, means: Option<Means>) -> ByHand {
        let sandbox = means.map(|means| {
            let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_else(|| "/tmp".into()));
            let work = Work {
                forwarded: Vec::new(),
                writable: vec![std::env::temp_dir()],
                readable: Vec::new(),
                protected: Vec::new(),
                hidden: Vec::new(),
                home,
                network: Network::Loopback,
                limits: Limits::default(),
            };
            let (layout, _) = work.furnish(std::env::vars_os());
            Sandbox { layout, means }
        });
        ByHand::start(exe, sandbox).expect("a supervisor")
    }

    fn one(by_hand: &ByHand) -> Duration {
        let begin = Instant::now();
        let output = by_hand.run(Command::new(["/bin/true"], std::env::temp_dir()), |env| env);
        assert_eq!(output.exit, Exit::Exited(0), "{output:?}");
        begin.elapsed()
    }

    fn start(exe: &Path, means: Option<Means>) -> Duration {
        let begin = Instant::now();
        let by_hand = begun(exe, means);
        one(&by_hand);
        begin.elapsed()
    }

    fn say(what: &str, mut took: Vec<Duration>) {
        took.sort();
        let at = |share: usize| {
            took[(took.len() * share / 100).min(took.len() - 1)].as_secs_f64() * 1000.0
        };
        println!(
            "{what}: median {:.2} ms, 99th percentile {:.2} ms",
            at(50),
            at(99)
        );
    }
}
