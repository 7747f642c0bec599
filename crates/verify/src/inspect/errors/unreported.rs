//! Errors that the plan wants told on the error stream, one by one, and that new code passes over: it drops one, and tells
//! there less often than the plan says.

use code::{Delta, Stub};

use crate::inspect::Subject;
use crate::inspect::errors::answered::is_dropped;
use crate::inspect::prose::{begins, sentences};

/// How a plan names that stream.
const STREAM: [&str; 3] = ["stderr", "standard error", "error stream"];
/// How code writes to it, or to what ends there.
const WRITES: [&str; 14] = [
    "stderr",
    "Stderr",
    "eprint",
    "console.error",
    "console.warn",
    "System.err",
    "err=True",
    "log.",
    "log!",
    "logger",
    "LOG",
    "warn",
    "sys.exit(\"",
    "sys.exit(f\"",
];
/// Beginnings of lines that name the stream and do not write to it.
const HANDS: [&str; 5] = ["import ", "def ", "func ", "fn ", "use "];

impl Subject<'_> {
    /// Whether an error of new code that is dropped on a line is one that the plan wants told on the error stream.
    pub(in crate::inspect) fn is_untold(&self, line: u32, delta: &Delta) -> bool {
        let fresh = delta.definitions.iter();
        let mut fresh = fresh.filter_map(|at| self.code.definitions.get(*at));
        let new = fresh
            .any(|it| it.kind.is_function() && (it.span.line..=it.span.end_line).contains(&line));
        let dropped = |it: &Stub| it.line == line && is_dropped(it);
        let asked = self.told_on_the_stream();
        new && asked > 0
            && self.code.stubs.iter().any(dropped)
            && self.writes_to_the_stream() < asked
    }

    /// How many clauses of the plan say that something that is wrong with what is given is told there.
    fn told_on_the_stream(&self) -> usize {
        let texts = sentences(self.context).iter().map(|it| it.to_lowercase());
        let most = texts.map(|text| {
            let clauses = text.split(". ").flat_map(|it| it.split(';'));
            let told = clauses.filter(|it| STREAM.iter().any(|word| begins(it, word)));
            told.count()
        });
        most.max().unwrap_or_default()
    }

    /// How many lines of the file write there.
    fn writes_to_the_stream(&self) -> usize {
        let lines = self.source.lines().map(str::trim);
        let code = lines.filter(|it| !it.starts_with(['#', '/', '*']));
        let writes = code.filter(|it| {
            let hands = HANDS.iter().any(|word| it.starts_with(word)) || it.contains("run(");
            WRITES.iter().any(|word| it.contains(word)) && !hands && it.contains('(')
        });
        writes.count()
    }
}
