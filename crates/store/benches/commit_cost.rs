//! What a commit costs, beside a bare write and sync of as many bytes: medians, taken in turn on the same disk.
//!
//! `cargo bench -p store --bench commit_cost -- DIR [ROUNDS [PAUSE_MS]]`

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "run by hand, at a terminal"
)]

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ledger::event::{Decided, Event, Stamp};
use ledger::ids::RunId;
use ledger::journal::Draft;
use store::{Meta, Store};

/// Bytes of the file that the bare write goes through, from its start to its end and again.
const BARE_BYTES: u64 = 4 << 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let dir = PathBuf::from(args.next().ok_or("a directory is needed")?);
    let rounds: u64 = args.next().map_or(Ok(300), |text| text.parse())?;
    let pause = Duration::from_millis(args.next().map_or(Ok(0), |text| text.parse())?);
    let rounds = rounds.min(5_000);

    let start = Instant::now();
    let store = Store::open(&dir)?;
    println!("open            {:>9.3} ms", ms(start.elapsed()));
    let run = RunId::new(format!("cost-{}", std::process::id()))?;
    store.create_run(&run, &Meta::default())?;
    let start = Instant::now();
    let claim = store.claim(&run)?;
    println!("claim           {:>9.3} ms", ms(start.elapsed()));
    let mut journal = claim.journal(run);

    let bare = OpenOptions::new()
        .create(true)
        .truncate(true)
        .write(true)
        .open(dir.join("bare"))?;
    bare.write_all_at(&vec![0; usize::try_from(BARE_BYTES)?], 0)?;
    bare.sync_all()?;

    let (mut commits, mut writes, mut tidies) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for round in 0..rounds {
        let drafts = vec![draft(round), draft(round), draft(round)];
        let bytes = vec![u8::try_from(round % 251)?; 3 * 1500];
        let mut bare = || -> std::io::Result<()> {
            std::thread::sleep(pause);
            let start = Instant::now();
            bare.write_all_at(&bytes, at)?;
            bare.sync_data()?;
            writes.push(start.elapsed());
            Ok(())
        };
        // Who comes first pays for what was left before: take turns at that, too.
        if round % 2 == 0 {
            bare()?;
        }
        std::thread::sleep(pause);
        let start = Instant::now();
        let _ = journal.append(drafts)?;
        commits.push(start.elapsed());
        if round % 2 == 1 {
            bare()?;
        }
        at = (at + bytes.len() as u64) % (BARE_BYTES - bytes.len() as u64);

        let start = Instant::now();
        store.tidy()?;
        tidies.push(start.elapsed());
    }
    std::fs::remove_file(dir.join("bare"))?;
    let commit = report("commit", &mut commits);
    let write = report("bare write+sync", &mut writes);
    report("tidy", &mut tidies);
    println!("commit / bare   {:>9.3}", commit / write);
    Ok(())
}

fn draft(round: u64) -> Draft {
    Draft {
        stamp: Stamp {
            at_ms: round,
            mono_ms: round,
            task: None,
        },
        event: Event::Decided(Decided::Noted {
            kind: "cost".into(),
            text: "x".repeat(1400),
        }),
    }
}

fn report(name: &str, times: &mut [Duration]) -> f64 {
    times.sort();
    let at = |part: usize| ms(times[(times.len() * part / 100).min(times.len() - 1)]);
    println!(
        "{name:<15} {:>9.3} ms median, {:.3} p90, {:.3} p99",
        at(50),
        at(90),
        at(99)
    );
    at(50)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
