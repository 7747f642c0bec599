//! What a run asks, as a comment: each question with all that there is to know of it, and how it is answered. Nobody is asked
//! on the forge for a yes to what does not stand there in full.

use std::collections::BTreeSet;

use engine::state::State;
use ledger::authorisation::Binding;
use ledger::event::Ask;
use ledger::gate::Finding;
use ledger::ids::{ActId, RunId};
use ledger::offered;

/// Bytes of one question that stands on the forge in full.
const QUESTION_BYTES_MAX: usize = 12_000;
/// Bytes of all of them: forges take comments of 60,000, and what does not fit would be cut there.
const PAGE_BYTES_MAX: usize = 45_000;
/// Characters of each part of a question that does not fit.
const EXCERPT_CHARS_MAX: usize = 1_000;
/// Characters of a line: what is further right has to be scrolled to, and is overlooked.
const LINE_CHARS_MAX: usize = 120;
/// Stands before what goes on from the line before.
const GOES_ON: &str = "\u{21b3} ";
/// Questions of which there is an excerpt, if they do not fit; of further ones there is the name.
const EXCERPTS_MAX: usize = 4;

/// What a run asks, as a comment.
pub(crate) fn questions(state: &State) -> String {
    page(state).text
}

/// The questions that stand in full in that comment. To others nobody can say yes on the forge.
pub(super) fn shown(state: &State) -> BTreeSet<ActId> {
    page(state).shown
}

struct Page {
    text: String,
    shown: BTreeSet<ActId>,
}

fn page(state: &State) -> Page {
    let run = &state.run;
    let mut page = Page {
        text: format!("Run `{run}` waits for somebody who may write here.\n"),
        shown: BTreeSet::new(),
    };
    let mut excerpts = 0;
    for (question, asking) in &state.questions {
        let parts = parts(&asking.ask);
        let whole = whole(*question, &asking.ask, &parts);
        let bytes = page.text.len().saturating_add(whole.len());
        if whole.len() <= QUESTION_BYTES_MAX && bytes <= PAGE_BYTES_MAX {
            page.shown.insert(*question);
            page.text.push_str(&whole);
        } else if excerpts < EXCERPTS_MAX {
            excerpts += 1;
            let excerpt = excerpt((run, *question), &asking.ask, &parts);
            page.text.push_str(&excerpt);
        } else {
            let only = on_the_machine((run, *question), &asking.ask);
            page.text.push_str(&format!("\n**{question}** {only}\n"));
        }
    }
    page
}

/// A part of a question: what it is, and what others have written there.
struct Part {
    head: &'static str,
    text: String,
}

/// The parts of a question: what speaks against it first, what it is last.
fn parts(ask: &Ask) -> Vec<Part> {
    let all = match ask {
        Ask::Permission {
            what,
            decision,
            effects,
            bound,
            ..
        } => vec![
            Part::list(
                "What stands against it:",
                decision.findings.iter().map(against),
            ),
            Part::list("What it would do:", effects.iter().cloned()),
            Part::list("What it would run:", bound.iter().flat_map(scripts)),
            Part::text("May it do this?", what),
        ],
        Ask::Question { text, options } => vec![
            Part::text("It asks:", text),
            Part::list("Answers to choose from:", options.iter().cloned()),
        ],
        Ask::Review { items } => vec![Part::list("Somebody has to look:", items.iter().cloned())],
        Ask::Plan { plan } => {
            let tasks = plan
                .tasks
                .iter()
                .map(|it| format!("{}: {}", it.id, it.title));
            vec![
                Part::text("Is this plan to be carried out?", &plan.title),
                Part::list("Its tasks:", tasks),
            ]
        }
        Ask::Tools { server, tools } => {
            let told = tools
                .iter()
                .map(|it| format!("{} ({}): {}", it.name, it.why, it.description));
            vec![
                Part::text("About its tools:", &offered::question(server, tools)),
                Part::list("What the agent would be told of them:", told),
            ]
        }
    };
    all.into_iter().filter(|it| !it.text.is_empty()).collect()
}

fn against(finding: &Finding) -> String {
    format!("{} [{}/{}]", finding.message, finding.policy, finding.id)
}

fn scripts(bound: &Binding) -> impl Iterator<Item = String> {
    bound.scripts.iter().map(|(path, digest)| match digest {
        Some(digest) => format!("{path} as it is now ({})", digest.short()),
        None => format!("{path}, whose content nobody has seen: a yes is for once"),
    })
}

impl Part {
    fn text(head: &'static str, text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(visible).collect();
        let text = lines.join("\n");
        Self { head, text }
    }

    /// One entry a line: what an entry holds can't be taken for another one.
    fn list(head: &'static str, entries: impl Iterator<Item = String>) -> Self {
        let entries: Vec<String> = entries.map(|it| format!("- {}", visible(&it))).collect();
        let text = entries.join("\n");
        Self { head, text }
    }

    fn whole(&self) -> String {
        format!("\n{}\n\n{}\n", self.head, fenced(&self.text))
    }

    fn excerpt(&self) -> String {
        let text: String = self.text.chars().take(EXCERPT_CHARS_MAX).collect();
        let left = self.text.chars().skip(EXCERPT_CHARS_MAX).count();
        let more = match left {
            0 => String::new(),
            left => format!("\n**… and {left} characters more**\n"),
        };
        format!("\n{}\n\n{}\n{more}", self.head, fenced(&text))
    }
}

fn whole(question: ActId, ask: &Ask, parts: &[Part]) -> String {
    let parts: String = parts.iter().map(Part::whole).collect();
    let how = match ask {
        Ask::Permission { .. } | Ask::Plan { .. } | Ask::Tools { .. } => {
            format!("`/approve {question}` or `/deny {question} why`")
        }
        Ask::Question { .. } => format!("`/answer {question} the words`"),
        Ask::Review { .. } => {
            format!("`/approve {question}`, `/deny {question} why`, or an approving review")
        }
    };
    format!("\n**{question}**\n{parts}\nAnswer in a comment: {how}\n")
}

fn excerpt(asked: (&RunId, ActId), ask: &Ask, parts: &[Part]) -> String {
    let parts: String = parts.iter().map(Part::excerpt).collect();
    let only = on_the_machine(asked, ask);
    format!("\n**{}**\n{parts}\n{only}\n", asked.1)
}

/// How a question is answered that does not stand on the forge in full.
fn on_the_machine((run, question): (&RunId, ActId), ask: &Ask) -> String {
    let (verb, no) = match ask {
        Ask::Question { .. } => (
            format!("interlock answer {run} {question} \"the words\""),
            String::new(),
        ),
        Ask::Permission { .. } | Ask::Plan { .. } | Ask::Tools { .. } | Ask::Review { .. } => (
            format!("interlock approve {run} {question}"),
            format!(", or answer in a comment: `/deny {question} why`"),
        ),
    };
    format!(
        "This is too long to stand here in full. Look at it on the machine, with `interlock show {run}`, and answer there: `{verb}`{no}"
    )
}

/// What others have written, as it is: nothing in it ends the fence, nothing is far to the right.
fn fenced(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(folded).collect();
    let text = lines.join("\n");
    let (mut run, mut longest) = (0_usize, 0_usize);
    for c in text.chars() {
        run = if c == '`' { run.saturating_add(1) } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest.saturating_add(1).max(3));
    format!("{fence}text\n{text}\n{fence}")
}

fn folded(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.chars().enumerate() {
        if at > 0 && at % LINE_CHARS_MAX == 0 {
            out.push('\n');
            out.push_str(GOES_ON);
        }
        out.push(c);
    }
    out
}

/// A line without anything that a page does not show as itself.
fn visible(text: &str) -> String {
    shell::display::visible(text, usize::MAX)
}

#[cfg(test)]
pub(crate) mod tests {
    use engine::state::Asking;
    use ledger::gate::{Checkpoint, GateDecision, NextAction, Severity, Verdict};
    use ledger::ids::{Hash, TaskId};
    use ledger::plan::{Plan, Task};

    use super::*;

    fn asked(all: impl IntoIterator<Item = Ask>) -> State {
        let mut state = State::new(RunId::new("k3f9").unwrap());
        for (no, ask) in (12..).zip(all) {
            let asking = Asking {
                ask,
                task: None,
                call: None,
                asked_ms: 1,
            };
            state.questions.insert(ActId(no), asking);
        }
        state
    }

    pub(crate) fn may(what: &str) -> Ask {
        let finding = Finding {
            policy: "danger-pattern".to_owned(),
            id: "deletes".to_owned(),
            severity: Severity::SoftDeny,
            message: "it deletes data".to_owned(),
            next_action: NextAction::Stop {
                reason: String::new(),
            },
            source_refs: Vec::new(),
        };
        Ask::Permission {
            what: what.to_owned(),
            digest: Hash::of(what.as_bytes()),
            decision: GateDecision {
                checkpoint: Checkpoint::PreTool,
                verdict: Verdict::Ask,
                findings: vec![finding],
                trace_id: "t".to_owned(),
            },
            effects: vec!["delete the database".to_owned()],
            bound: None,
        }
    }

    #[test]
    fn what_speaks_against_it_comes_before_what_it_is() {
        let state = asked([may("rm -r data")]);
        let page = questions(&state);
        let at = |text: &str| page.find(text).unwrap();
        assert!(at("it deletes data [danger-pattern/deletes]") < at("delete the database"));
        assert!(at("delete the database") < at("rm -r data"));
        assert!(page.contains("`/approve a12` or `/deny a12 why`"), "{page}");
        assert_eq!(shown(&state), BTreeSet::from([ActId(12)]));
    }

    #[test]
    fn nobody_is_asked_for_a_yes_to_what_does_not_fit() {
        let padded = format!("echo {}; rm -r data", "x".repeat(QUESTION_BYTES_MAX));
        let state = asked([may(&padded), may("ls")]);
        let page = questions(&state);
        assert!(!page.contains("/approve a12"), "{page}");
        assert!(page.contains("`interlock approve k3f9 a12`"), "{page}");
        assert!(page.contains("it deletes data"), "{page}");
        assert!(page.contains("characters more"), "{page}");
        assert!(page.contains("/approve a13"), "{page}");
        assert_eq!(shown(&state), BTreeSet::from([ActId(13)]));
    }

    #[test]
    fn many_questions_are_all_named_and_never_cut() {
        let large = "x".repeat(QUESTION_BYTES_MAX - 2_000);
        let state = asked((0..40).map(|_| may(&large)));
        let page = questions(&state);
        assert!(page.len() < 60_000, "{}", page.len());
        assert!(page.contains("interlock approve k3f9 a51"));
        let shown = shown(&state);
        assert!((1..5).contains(&shown.len()), "{shown:?}");
    }

    #[test]
    fn nothing_that_is_asked_about_ends_its_fence() {
        let text = "cat <<'E'\n````\n```\n\n**a13** fine\nE";
        let page = questions(&asked([may(text)]));
        let fence = "`````";
        assert!(
            page.contains(&format!("{fence}text\ncat <<'E'\n")),
            "{page}"
        );
        assert!(page.contains(&format!("\nE\n{fence}\n")), "{page}");
        assert!(!page.contains("``````"), "{page}");
    }

    #[test]
    fn nothing_hides_to_the_right_or_by_odd_characters() {
        let text = format!("true{}&& rm -r data \u{202e}", " ".repeat(500));
        let page = questions(&asked([may(&text)]));
        let longest = page.lines().map(|it| it.chars().count()).max();
        assert!(longest.unwrap() <= LINE_CHARS_MAX + 2, "{page}");
        assert!(page.contains("rm -r data <U+202E>"), "{page}");
    }

    #[test]
    fn a_plan_shows_its_tasks() {
        let id = TaskId::new("t1").unwrap();
        let task = Task::in_words(id, "Drop the table".to_owned(), String::new());
        let plan = Plan {
            title: "Clean up".to_owned(),
            phase: None,
            tasks: vec![task],
        };
        let page = questions(&asked([Ask::Plan {
            plan: Box::new(plan),
        }]));
        assert!(
            page.contains("Clean up") && page.contains("t1: Drop the table"),
            "{page}"
        );
    }
}
