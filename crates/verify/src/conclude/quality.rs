//! The quality gates: what was measured, held against the thresholds. A gate that can't speak says why. Where code was
//! changed that it was to hold, a person has to look instead; else it is skipped.

use code::Language;
use ledger::measure::{Complex, Coverage, Measured, SecretAt};
use ledger::options::Verification;
use ledger::report::{Category, Feedback, FeedbackStatus, Item, ItemKind, Part};

use super::judgement::Judged;
use super::note::note;
use super::proof::Proof;
use crate::quality::{COMPLEXITY, COVERAGE, SECURITY, TYPE_CHECK, complexity_max, coverage_min};
use crate::rules::{
    COMPLEXITY_HIGH, COVERAGE_LOW, GATE_SILENT, PARTLY_MEASURED, Rule, SECRET_IN_CLEAR,
};

/// The verifier's name in reports.
const ARCHON: &str = "archon";
/// Files that are named where not all could be looked into.
const NAMED_MAX: usize = 3;

/// Findings of one gate that its item names; each has its own feedback.
const SAID_MAX: usize = 20;

/// Something that a gate finds.
struct Finding<'a> {
    path: &'a str,
    line: u32,
    what: String,
    mend: String,
}

/// What the gates say.
#[derive(Debug, Default)]
pub(super) struct Quality {
    /// Code that the change brought or touched.
    code: Vec<String>,
    pub(super) items: Vec<(Item, Option<Feedback>)>,
    pub(super) notes: Vec<Feedback>,
    pub(super) parts: Vec<Part>,
}

/// Asks every gate that is on.
pub(super) fn judge(
    options: &Verification,
    measured: Option<&Measured>,
    proof: &Proof<'_>,
    code: &[&str],
) -> Quality {
    let mut quality = Quality {
        code: code.iter().map(|it| (*it).to_owned()).collect(),
        ..Quality::default()
    };
    if options.archon.is_empty() {
        return quality;
    }
    quality.parts.push(part(ARCHON, None));
    for gate in &options.archon {
        match (gate.as_str(), measured) {
            (TYPE_CHECK, _) => quality.types(options, proof),
            (COMPLEXITY, Some(it)) => quality.complexity(it, complexity_max(options)),
            (COVERAGE, Some(it)) => {
                quality.coverage(it.coverage.as_ref(), coverage_min(options));
            }
            (SECURITY, Some(it)) => quality.security(it),
            (COMPLEXITY | COVERAGE | SECURITY, None) => {
                quality.skip(gate, "nothing was measured");
            }
            (_, _) => quality.skip(gate, "this program knows no such gate"),
        }
    }
    quality
}

impl Quality {
    fn types(&mut self, options: &Verification, proof: &Proof<'_>) {
        if options.type_check.is_empty() {
            return self.skip(
                TYPE_CHECK,
                "the project declares no command for it: a script `typecheck`, TypeScript with a `tsconfig.json`, or a `Cargo.toml`",
            );
        }
        for command in &options.type_check {
            let id = format!("gate:{TYPE_CHECK}:{command}");
            let text = format!("{TYPE_CHECK}: {command}");
            self.item(proof.command(command), id, text, None, Category::Quality);
        }
    }

    fn complexity(&mut self, measured: &Measured, max: u32) {
        let is_old = |it: &&Complex| it.before.is_some_and(|before| before > max);
        let (old, new): (Vec<&Complex>, Vec<&Complex>) = measured.complex.iter().partition(is_old);
        for it in old {
            let text = format!(
                "`{}` has {} ways through, at most {max} are wanted; it had {} before",
                it.name,
                it.complexity,
                it.before.unwrap_or(0)
            );
            let line = Some(it.line);
            self.notes.push(note(
                &COMPLEXITY_HIGH.into(),
                Category::Quality,
                &it.path,
                line,
                text,
            ));
        }
        let found = new.iter().map(|it| Finding {
            path: &it.path,
            line: it.line,
            what: format!(
                "`{}` has {} ways through, at most {max} are wanted",
                it.name, it.complexity
            ),
            mend: format!("split `{}` in {}", it.name, it.path),
        });
        if self.failed(COMPLEXITY_HIGH, Category::Quality, found.collect()) {
            return;
        }
        let functions = measured.functions;
        let why = format!("{functions} functions, none newly over {max}");
        match (functions, measured.partly.is_empty()) {
            (0, true) => self.no_function(),
            (_, true) => self.passed(COMPLEXITY, why),
            (_, false) => self.partly(COMPLEXITY, measured),
        }
    }

    fn coverage(&mut self, found: Option<&Coverage>, min: u32) {
        let Some(it) = found else {
            let why = "no command left `coverage/lcov.info` or `lcov.info`";
            return self.skip(COVERAGE, why);
        };
        if !it.fresh {
            let why = format!(
                "nobody saw the commands of this verification write `{}`",
                it.path
            );
            return self.skip(COVERAGE, &why);
        }
        if it.lines == 0 {
            let why = format!("`{}` names no line of code", it.path);
            return self.skip(COVERAGE, &why);
        }
        let enough = it.hit.saturating_mul(100) >= it.lines.saturating_mul(u64::from(min));
        let figure = format!(
            "{} of {} lines ran ({} %), at least {min} % are wanted",
            it.hit,
            it.lines,
            it.hit
                .saturating_mul(100)
                .checked_div(it.lines)
                .unwrap_or(0)
        );
        if enough {
            return self.passed(COVERAGE, figure);
        }
        let judged = Judged::failed("FAILED", 0, COVERAGE_LOW, figure)
            .no_level()
            .mend("test what no test runs yet");
        self.item(
            judged,
            format!("gate:{COVERAGE}"),
            COVERAGE.to_owned(),
            None,
            Category::Quality,
        );
    }

    fn security(&mut self, measured: &Measured) {
        let (old, new): (Vec<&SecretAt>, Vec<&SecretAt>) =
            measured.secrets.iter().partition(|it| it.before);
        for it in old {
            let text = format!("a secret stands there in clear ({}), as before", it.kind);
            let line = Some(it.line);
            self.notes.push(note(
                &SECRET_IN_CLEAR.into(),
                Category::Security,
                &it.path,
                line,
                text,
            ));
        }
        let found = new.iter().map(|it| Finding {
            path: &it.path,
            line: it.line,
            what: format!("a secret stands there in clear ({})", it.kind),
            mend: format!(
                "take the secret out of {}, and replace it where it is valid",
                it.path
            ),
        });
        if self.failed(SECRET_IN_CLEAR, Category::Security, found.collect()) {
            return;
        }
        let files = measured.files;
        match (files, measured.partly.is_empty()) {
            (0, true) => self.pass_over(SECURITY, "no text was changed"),
            (_, true) => self.passed(SECURITY, format!("{files} files, no new secret in clear")),
            (_, false) => self.partly(SECURITY, measured),
        }
    }

    /// One item for all findings of a gate, so that the next report can be compared; one feedback for each. Says
    /// whether there are any.
    fn failed(&mut self, rule: Rule, category: Category, found: Vec<Finding<'_>>) -> bool {
        let Some(first) = found.first() else {
            return false;
        };
        let said: Vec<String> = found
            .iter()
            .take(SAID_MAX)
            .map(|it| format!("{}:{}: {}", it.path, it.line, it.what))
            .collect();
        let more = match found.len().saturating_sub(said.len()) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let reason = format!("{}{more}", said.join("; "));
        let mut judged = Judged::failed("FAILED", 0, rule, reason)
            .no_level()
            .at(Some(first.line));
        for it in found.iter().take(SAID_MAX) {
            judged = judged.mend(it.mend.clone());
        }
        for it in &found {
            self.notes.push(Feedback {
                status: FeedbackStatus::Fail,
                fixable: true,
                fix_suggestion: Some(it.mend.clone()),
                ..note(
                    &rule.into(),
                    category,
                    it.path,
                    Some(it.line),
                    it.what.clone(),
                )
            });
        }
        let (gate, path) = (rule.id(), Some(first.path));
        let id = format!("gate:{gate}");
        let item = judged.item(ItemKind::Gate, id, gate.to_owned(), path);
        self.items.push((item, None));
        true
    }

    fn passed(&mut self, gate: &str, why: String) {
        let judged = Judged::verified("PASSED", 0, why).no_level();
        let id = format!("gate:{gate}");
        self.item(judged, id, gate.to_owned(), None, Category::Quality);
    }

    /// Nothing was found, and not everything could be looked into.
    fn partly(&mut self, gate: &str, measured: &Measured) {
        let named: Vec<&str> = measured
            .partly
            .iter()
            .take(NAMED_MAX)
            .map(String::as_str)
            .collect();
        let more = measured.partly.len().saturating_sub(named.len());
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let reason = format!("could not be looked into whole: {}{more}", named.join(", "));
        let judged = Judged::unknown(0, PARTLY_MEASURED, reason).no_level();
        let id = format!("gate:{gate}");
        self.item(judged, id, gate.to_owned(), None, Category::Quality);
    }

    /// No function was measured: either none was changed, or those in languages that nobody reads here were not looked at.
    fn no_function(&mut self) {
        let unread = self
            .code
            .iter()
            .find(|it| !Language::of_path(it).has_syntax());
        match unread.cloned() {
            Some(path) => self.silent(
                COMPLEXITY,
                &format!("`{path}` is in a language whose functions are not measured"),
            ),
            None => self.pass_over(COMPLEXITY, "no function was changed"),
        }
    }

    /// It can't speak. Where code was changed, that is for a person.
    fn skip(&mut self, gate: &str, why: &str) {
        match self.code.is_empty() {
            true => self.pass_over(gate, why),
            false => self.silent(gate, why),
        }
    }

    /// It should speak, and can't.
    fn silent(&mut self, gate: &str, why: &str) {
        let judged = Judged::human("UNCERTAIN", GATE_SILENT, why).mend(format!(
            "let `{gate}` be measured, or take it out of `verification.archon.gates`"
        ));
        let id = format!("gate:{gate}");
        self.item(judged, id, gate.to_owned(), None, Category::Quality);
    }

    /// There is nothing for it to speak of.
    fn pass_over(&mut self, gate: &str, why: &str) {
        let name = format!("{ARCHON}: {gate}");
        self.parts.push(part(&name, Some(why.to_owned())));
    }

    fn item(
        &mut self,
        judged: Judged,
        id: String,
        text: String,
        path: Option<&str>,
        category: Category,
    ) {
        let feedback = judged
            .feedback(&text, path)
            .map(|it| Feedback { category, ..it });
        let item = judged.item(ItemKind::Gate, id, text, path);
        self.items.push((item, feedback));
    }
}

fn part(verifier: &str, skipped: Option<String>) -> Part {
    Part {
        verifier: verifier.to_owned(),
        duration_ms: 0,
        skipped,
    }
}
