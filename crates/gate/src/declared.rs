//! Whether a command is one of those that a project declares.

use ledger::proposal::Proposal;

use shell::argv_of;

/// Whether these words are one of the declared commands, spelled alike.
pub(crate) fn is_declared(declared: &[&str], argv: &[String]) -> bool {
    let wanted = long_form(argv);
    declared
        .iter()
        .filter_map(|line| argv_of(line))
        .any(|line| long_form(&line) == wanted)
}

/// Whether a proposal runs one of these declared command lines, and nothing else.
#[must_use]
pub fn declares(declared: &[&str], proposal: &Proposal) -> bool {
    if let Proposal::Exec { argv, .. } = proposal {
        return is_declared(declared, argv);
    }
    if let Proposal::Shell { command, .. } = proposal {
        return argv_of(command).is_some_and(|argv| is_declared(declared, &argv));
    }
    false
}

/// `npm test` and `npm run test` are one command.
fn long_form(argv: &[String]) -> Vec<String> {
    let words: Vec<&str> = argv.iter().map(String::as_str).collect();
    match words.as_slice() {
        [
            tool @ ("npm" | "pnpm" | "yarn"),
            "test" | "t" | "tst",
            rest @ ..,
        ] => [&[*tool, "run", "test"], rest].concat(),
        [tool @ ("npm" | "pnpm"), "run-script", rest @ ..] => [&[*tool, "run"], rest].concat(),
        words => words.to_vec(),
    }
    .into_iter()
    .map(str::to_owned)
    .collect()
}
