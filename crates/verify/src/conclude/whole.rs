//! What is said of a change as a whole: checks that are weaker than before, and that not all of it could be looked at.

use ledger::report::{Category, ItemKind};

use super::judged::Judged;
use super::{Desk, scan};
use crate::facts::{WeakenedFact, WholeFacts};

impl Desk {
    /// What was said of the change as a whole. That nobody could look, or not at all of it, is for a person.
    pub(super) fn whole(&mut self, facts: &str, partial: bool) {
        let whole = WholeFacts::parse(facts);
        if whole.as_ref().is_none_or(|it| it.cut) {
            let reason = "not all of the change could be looked at";
            let judged = Judged::unknown(0, "not-looked-at", reason).no_level();
            let (id, text) = ("gate:change", "the whole change is looked at");
            self.judge(ItemKind::Gate, id, text, None, judged);
        }
        // At a join the tasks to come may write what is missing.
        let unwritten = whole.iter().flat_map(|it| &it.unwritten);
        for name in unwritten.filter(|_| !partial) {
            self.unwritten(name);
        }
        let left = whole.iter().flat_map(|it| &it.left_alone);
        for name in left.filter(|_| !partial) {
            self.left_alone(name);
        }
        for name in whole.iter().flat_map(|it| &it.switches) {
            self.switched(name);
        }
        let unmet = whole.iter().flat_map(|it| &it.unmet);
        for (at, reason) in unmet.enumerate().filter(|_| !partial) {
            self.unmet(at, reason);
        }
        let untested = whole.iter().filter_map(|it| it.untested.as_deref());
        for sentence in untested.filter(|_| !partial) {
            self.untested(sentence);
        }
        for weakened in whole.iter().flat_map(|it| &it.weakened) {
            self.weakened(weakened);
        }
    }

    /// A name that the plan lists beside one that was written.
    fn unwritten(&mut self, name: &str) {
        let reason = format!("the plan asks for `{name}`, and no file holds that name");
        let judged = Judged::failed("MISSING", 1, "unwritten", reason)
            .mend(format!("write `{name}`, or take it out of the plan"));
        let id = format!("gate:unwritten:{name}");
        self.judge(
            ItemKind::Gate,
            &id,
            "what the plan names is there",
            None,
            judged,
        );
    }

    /// A name that the plan wants to take part, and that the change leaves as it was.
    fn left_alone(&mut self, name: &str) {
        let reason = format!(
            "the plan wants `{name}` to take part, and no file of the change holds that name"
        );
        let judged = Judged::failed("MISSING", 3, "left-alone", reason)
            .mend(format!("let `{name}` do what the plan says of it"));
        let id = format!("gate:left-alone:{name}");
        let text = "what the plan names takes part";
        self.judge(ItemKind::Gate, &id, text, None, judged);
    }

    /// A variable that has to be set for new code to work, and that nobody is told of.
    fn switched(&mut self, name: &str) {
        let reason = format!(
            "new code hangs on the variable `{name}` of the environment, and neither the plan nor anything else of the change speaks of it"
        );
        let judged = Judged::failed("NOT_WIRED", 3, "hidden-switch", reason)
            .mend(format!("do the work without `{name}`, or tell of it"));
        let id = format!("gate:hidden-switch:{name}");
        let text = "nothing waits for what nobody is told of";
        self.judge(ItemKind::Gate, &id, text, None, judged);
    }

    /// Something that the plan says in so many words.
    fn unmet(&mut self, at: usize, reason: &str) {
        let judged = Judged::failed("MISSING", 2, "unmet", reason.to_owned())
            .mend("do it as the plan says, or take it out of the plan");
        let text = "what the plan says word for word is so";
        self.judge(
            ItemKind::Gate,
            &format!("gate:unmet:{at}"),
            text,
            None,
            judged,
        );
    }

    /// Tests that the plan asks for and that nobody wrote.
    fn untested(&mut self, sentence: &str) {
        let reason =
            format!("the plan asks for tests (\"{sentence}\"), and the change brings none");
        let judged = Judged::failed("MISSING", 1, "untested", reason)
            .mend("write the tests that the plan asks for");
        let text = "the tests that the plan asks for are there";
        self.judge(ItemKind::Gate, "gate:untested", text, None, judged);
    }

    /// A check that is weaker than before: a gap where no honest change looks like it, else something to look at.
    fn weakened(&mut self, found: &WeakenedFact) {
        let path = found.path.as_str();
        if !found.failed {
            let text = found.message.clone();
            let note = scan::note(&found.rule, Category::Quality, path, found.line, text);
            self.feedback.push(note);
            return;
        }
        let judged = Judged::failed("WEAKENED", 0, "weakened", found.message.clone())
            .no_level()
            .at(found.line)
            .mend(wish(&found.rule));
        let id = format!("gate:{}:{path}", found.rule);
        let text = match found.rule.as_str() {
            "test-vacuous" | "test-looks-away" => "tests that can fail",
            _ => "checks as strong as before",
        };
        self.judge(ItemKind::Gate, &id, text, Some(path), judged);
    }
}

/// What makes a check of it again.
fn wish(rule: &str) -> &'static str {
    match rule {
        "test-vacuous" | "assertion-vacuous" | "assertion-hidden" => {
            "let it fail where the code is wrong"
        }
        "test-looks-away" => "look at what the code gives",
        "test-skipped" | "test-never-run" | "test-focused" => "let it run, and all others with it",
        "subject-mocked" => "ask the thing itself, not what stands in for it",
        _ => "bring the check back as it was",
    }
}
