//! How long a decision takes, what it asks for included: every row of the corpus, its facts found beforehand, row after
//! row, under fifty rules of which a tenth have a condition. In the same run, as something to compare with: the row's line parsed as JSON.
//!
//! `cargo bench -p harness --bench decide` for the corpus, or with absolute paths of other files behind `--`.

#![expect(clippy::print_stdout, reason = "run by hand, at a terminal")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use audit::corpus::read_row;
use gate::Policies;
use harness::trial::Trial;
use ledger::options::{PolicySet, Rule, RuleAction, RuleOrigin};

/// What is judged where nothing else is named.
const CORPUS: [&str; 4] = [
    "shell_commands.jsonl",
    "paths.jsonl",
    "secrets.jsonl",
    "injections.jsonl",
];
/// Rules beside the built-in policies.
const RULES: usize = 50;
/// Times that every row is judged, after a first that reads the models.
const PASSES: usize = 40;
/// Rows that are named at the end, the slowest first.
const SLOWEST: usize = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    let given = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let mut paths: Vec<PathBuf> = given.map(PathBuf::from).collect();
    if paths.is_empty() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/security");
        paths = CORPUS.iter().map(|name| corpus.join(name)).collect();
    }
    for path in paths {
        let text = std::fs::read_to_string(&path)?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut row = read_row(line)?;
            row.setting.sandboxed = true;
            rows.push((line.to_owned(), row));
        }
    }
    let policies = policies();
    let mut trial = Trial::new(policies.clone())?;
    let mut judged = Vec::new();
    for (line, row) in &rows {
        let facts = trial.facts(row)?;
        if row.answer(&facts, &policies).is_some() {
            judged.push((line, row, facts));
        }
    }
    let mut all: Vec<u64> = Vec::new();
    let mut parses: Vec<u64> = Vec::new();
    let mut each: Vec<Vec<u64>> = vec![Vec::new(); judged.len()];
    for _ in 0..PASSES {
        for ((line, row, facts), own) in judged.iter().zip(&mut each) {
            let begun = Instant::now();
            black_box(row.needs());
            black_box(row.answer(black_box(facts), &policies));
            own.push(nanos(begun));
            let begun = Instant::now();
            black_box(serde_json::from_str::<serde_json::Value>(black_box(line)))?;
            parses.push(nanos(begun));
        }
    }
    all.extend(each.iter().flatten());
    let mut each: Vec<(u64, &str)> = each
        .iter_mut()
        .zip(&judged)
        .map(|(own, (_, row, _))| {
            own.sort_unstable();
            (own[own.len() / 2], row.id.as_str())
        })
        .collect();
    println!("rows {}, rules {RULES}, passes {PASSES}", each.len());
    told("a decision", &mut all);
    told("the line parsed as JSON", &mut parses);
    each.sort_unstable_by(|a, b| b.cmp(a));
    println!("slowest rows, by their median:");
    for (nanos, id) in each.iter().take(SLOWEST) {
        println!("  {:>9.1} µs  {id}", *nanos as f64 / 1e3);
    }
    Ok(())
}

fn nanos(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

fn told(what: &str, nanos: &mut [u64]) {
    nanos.sort_unstable();
    let at = |part: f64| nanos[((nanos.len() - 1) as f64 * part) as usize] as f64 / 1e3;
    println!(
        "{what:<24} median {:>8.1} µs   p90 {:>8.1}   p99 {:>8.1}   most {:>8.1}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
}

fn policies() -> Policies {
    let rules = (0..RULES)
        .map(|at| Rule {
            name: format!("rule-{at}"),
            pattern: format!(r"deploy-(?:alpha|beta)-{at}\b.*--force"),
            when: (at % 10 == 0)
                .then(|| format!("paths.exists(p, p.startsWith('generated-{at}/'))")),
            action: RuleAction::Ask,
            applies_to: Vec::new(),
            message: None,
            origin: RuleOrigin::User,
        })
        .collect();
    let set = PolicySet {
        protected_branches: vec!["main".to_owned()],
        danger_patterns: Vec::new(),
        secret_patterns: Vec::new(),
        rules,
        hooks: Vec::new(),
        declared: Vec::new(),
        protected_paths: vec!["ci".to_owned()],
        project_may_allow: false,
        broken: Vec::new(),
        documentation_hosts: vec!["docs.rs".to_owned()],
        allowed_tools: Vec::new(),
        required: Vec::new(),
    };
    Policies::compile(&set).0
}
