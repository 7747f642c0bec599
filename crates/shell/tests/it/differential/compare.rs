//! What bash started, held against what was said that it would.

use ledger::proposal::Shell;
use shell::effect::What;
use shell::place::Ground;

use super::grammar;
use super::jail::Jail;

/// What came of one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was understood, and everything that bash started is among its effects.
    Understood,
    /// Not all of it was understood, and it asks.
    Asks,
    /// The reader refused it, and it asks.
    Refused,
    /// It took too long: nothing is known.
    Endless,
    /// It was taken for understood, and bash started something else.
    Missed(Vec<String>),
}

/// How many scripts came to what.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) scripts: usize,
    pub(crate) starts: usize,
    pub(crate) understood: usize,
    pub(crate) asks: usize,
    pub(crate) refused: usize,
    pub(crate) endless: usize,
}

impl Count {
    /// Runs script `index` of `seed`; what was missed, with the smallest script that still misses something.
    pub(crate) fn one(&mut self, jail: &Jail, seed: u64, index: u64) -> Option<String> {
        let statements = grammar::script(seed, index);
        let (outcome, starts) = judge(jail, &statements.join("\n"));
        self.scripts += 1;
        self.starts += starts;
        match outcome {
            Outcome::Understood => self.understood += 1,
            Outcome::Asks => self.asks += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Endless => self.endless += 1,
            Outcome::Missed(_) => {
                let small = shrunk(jail, &statements);
                let text = small.join("\n");
                let missed = match judge(jail, &text).0 {
                    Outcome::Missed(missed) => missed,
                    // It does not miss each time: the clock decides.
                    Outcome::Understood | Outcome::Asks | Outcome::Refused | Outcome::Endless => {
                        vec!["(not each time)".to_owned()]
                    }
                };
                return Some(format!(
                    "# seed {seed}, script {index}\n{text}\n# {}\n",
                    missed.join("\n# ")
                ));
            }
        }
        None
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            scripts,
            starts,
            understood,
            asks,
            refused,
            endless,
        } = self;
        write!(
            f,
            "{scripts} scripts started {starts} programs: {understood} understood, {asks} ask, {refused} refused, {endless} took too long"
        )
    }
}

/// Whether a script that is written anew from its tree starts the same programs. `None`: it is not written anew, or it
/// takes too long.
pub(crate) fn rewritten(jail: &Jail, script: &str) -> Option<Result<(), String>> {
    let again = shell::as_judged(script).ok()?;
    let sorted = |text: &str| {
        let mut started = jail.run(text)?;
        started.sort();
        Some(started)
    };
    // What runs side by side does not end the same each time: some of what came of one has to come of the other.
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(sorted(script)?);
        other.push(sorted(&again)?);
        if one.iter().any(|it| other.contains(it)) {
            return Some(Ok(()));
        }
    }
    Some(Err(format!(
        "{script}\n# as it would run:\n{again}\n# started {one:?}\n# and     {other:?}\n"
    )))
}

/// How often a script is run both ways before the two are called different.
const ROUNDS: usize = 6;

/// One script in both.
pub(crate) fn judge(jail: &Jail, script: &str) -> (Outcome, usize) {
    let top = jail.top();
    let top = top.to_str().unwrap();
    let ground = Ground {
        worktree: Some(top),
        home: Some(top),
    };
    let effects = shell::effects_of_command(Shell::Bash, script, ground, "");
    let Some(started) = jail.run(script) else {
        return (Outcome::Endless, 0);
    };
    let count = started.len();
    let Ok(effects) = effects else {
        return (Outcome::Refused, count);
    };
    if effects.iter().all(|it| matches!(it.what, What::Unknown(_))) && !effects.is_empty() {
        return (Outcome::Refused, count);
    }
    if effects.iter().any(|it| is_open(&it.what)) {
        return (Outcome::Asks, count);
    }
    let said: Vec<&[String]> = effects.iter().filter_map(|it| it.what.started()).collect();
    let mut missed: Vec<String> = started
        .iter()
        .filter(|argv| !said.iter().any(|it| covers(it, argv)))
        .map(|argv| format!("starts {argv:?}"))
        .collect();
    if missed.is_empty() {
        return (Outcome::Understood, count);
    }
    missed.extend(said.iter().map(|argv| format!("said   {argv:?}")));
    (Outcome::Missed(missed), count)
}

/// Whether an effect says that not all of the script is followed.
fn is_open(what: &What) -> bool {
    matches!(
        what,
        What::Unknown(_) | What::Marked { .. } | What::Code { .. } | What::Execute { .. }
    )
}

/// Whether what was said allows for these arguments: what is not known may be anything, a pattern any name.
fn covers(said: &[String], argv: &[String]) -> bool {
    let (Some((name, said)), Some((program, argv))) = (said.split_first(), argv.split_first())
    else {
        return false;
    };
    name == program && words_cover(said, argv)
}

fn words_cover(said: &[String], argv: &[String]) -> bool {
    let Some((first, rest)) = said.split_first() else {
        return argv.is_empty();
    };
    if first.contains(['…', '*', '?', '[']) {
        // No word, or as many as you like.
        return (0..=argv.len()).any(|count| words_cover(rest, &argv[count..]));
    }
    argv.first().is_some_and(|it| same_word(first, it)) && words_cover(rest, &argv[1..])
}

/// Whether two words are the same; which number bash gives to a pipe of `<( )` depends on those that are still open.
fn same_word(one: &str, other: &str) -> bool {
    const PIPE: &str = "/dev/fd/";
    one == other || one.starts_with(PIPE) && other.starts_with(PIPE)
}

/// Fewer statements that still miss something: halves are left out as long as that works, then quarters, then single ones.
fn shrunk(jail: &Jail, statements: &[String]) -> Vec<String> {
    let mut left = statements.to_vec();
    let mut size = left.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < left.len() && left.len() > 1 {
            let mut fewer = left.clone();
            fewer.drain(at..(at + size).min(left.len()));
            if matches!(judge(jail, &fewer.join("\n")).0, Outcome::Missed(_)) {
                left = fewer;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    left
}
