//! Scripts made from the grammar are run by the real bash, among stubs, and everything that it starts must be among the
//! effects that are found.
//!
//! `INTERLOCK_DIFFERENTIAL=SEED:COUNT cargo test -p shell --test it -- against_bash --nocapture` runs others;
//! `cargo bench -p shell --bench differential` as many as fit into ten minutes.

use crate::differential::compare::Count;
use crate::differential::jail::Jail;

use crate::differential::compare::rewritten;
use crate::differential::grammar;

/// The scripts of every test run.
const SEED: u64 = 4;
const SCRIPTS: u64 = 200;
/// Scripts that are run as they are, and written anew.
const REWRITTEN: u64 = 60;

/// Seed and number of scripts: as the environment says, else those of every test run.
fn asked(scripts: u64) -> (u64, u64) {
    let given = std::env::var("INTERLOCK_DIFFERENTIAL").unwrap_or_default();
    let parts = given.split_once(':');
    parts
        .and_then(|(seed, count)| Some((seed.parse().ok()?, count.parse().ok()?)))
        .unwrap_or((SEED, scripts))
}

#[test]
fn everything_that_bash_starts_is_among_the_effects() {
    let Some(jail) = Jail::new("it") else {
        println!("skipped: bash or timeout is not on this machine");
        return;
    };
    let (seed, scripts) = asked(SCRIPTS);
    let mut count = Count::default();
    let missed: Vec<String> = (0..scripts)
        .filter_map(|index| count.one(&jail, seed, index))
        .collect();
    println!("seed {seed}: {count}");
    assert!(
        missed.is_empty(),
        "seed {seed}: {} of {count}\n{}",
        missed.len(),
        missed.join("\n")
    );
    // Were everything asked about, nothing would be shown.
    assert!(count.understood * 5 > count.scripts, "{count}");
    assert!(count.starts > count.scripts, "{count}");
}

#[test]
fn what_runs_is_what_was_judged() {
    let Some(jail) = Jail::new("again") else {
        println!("skipped: bash or timeout is not on this machine");
        return;
    };
    let (seed, scripts) = asked(REWRITTEN);
    let mut same = 0;
    let mut wrong = Vec::new();
    for index in 0..scripts {
        let script = grammar::script(seed, index).join("\n");
        match rewritten(&jail, &script) {
            Some(Ok(())) => same += 1,
            Some(Err(told)) => wrong.push(format!("# seed {seed}, script {index}\n{told}")),
            None => {}
        }
    }
    println!("seed {seed}: {same} of {scripts} scripts start the same, written anew");
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    // Were nothing written anew, nothing would be shown.
    assert!(same * 2 > scripts, "{same} of {scripts}");
}

/// Inside of a substitution bash 5.2 loses the `;` behind a here-document.
#[test]
fn what_bash_would_lose_is_not_written() {
    let Some(jail) = Jail::new("lost") else {
        println!("skipped: bash or timeout is not on this machine");
        return;
    };
    for script in [
        "echo $( ( cat <<E\nx\nE\nuname\n)\nls\nwc )",
        "cat <( { cat <<E\nx\nE\n}\na=b\nls )",
        "echo $(for b in 1\ndo cat <<E\nx\nE\ndone\nls\nif ls\nthen wc x\nfi)",
    ] {
        let seen = rewritten(&jail, script);
        assert_eq!(seen, Some(Ok(())), "{script}");
    }
}
