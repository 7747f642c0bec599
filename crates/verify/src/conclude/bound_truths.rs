//! A truth that the plan binds to a test by its name, to a level of an artifact, or that forbids something.

use ledger::evidence::{Evidence, Tests};
use ledger::plan::{Guard, LevelOf, Plan, Truth};
use ledger::report::ItemStatus;

use super::files::Files;
use super::input::Input;
use super::judgement::Judged;
use super::{artifact, surviving_breaks};
use crate::rules::{
    BREAK_UNTRIED, PROHIBITION_UNGUARDED, TEST_NOT_RUN, TEST_UNSEEN, TRUTH_REFUTED, TRUTH_UNBOUND,
};
use crate::runner::tests_in;
use crate::trial::{Guarded, Outcome};

/// A test of this name ran and passed, by the output of one of these records.
pub(super) fn test(name: &str, records: &[&Evidence]) -> Judged {
    let asked = [name.to_owned()];
    let said = |it: &&Evidence| -> Tests {
        let whole = it.tests.clone();
        whole.unwrap_or_else(|| tests_in(&it.tail, &asked))
    };
    let tests: Vec<Tests> = records.iter().map(said).collect();
    let any =
        |of: fn(&Tests) -> &Vec<String>| tests.iter().any(|it| of(it).iter().any(|it| it == name));
    if any(|it| &it.failed) {
        let reason = format!("the test `{name}` failed");
        return Judged::failed("FAILED", 0, TRUTH_REFUTED, reason).no_level();
    }
    if any(|it| &it.passed) {
        let ids = records.iter().map(|it| it.id.clone()).collect();
        let reason = format!("the test `{name}` ran and passed");
        return Judged::verified("VERIFIED", 0, reason).no_level().with(ids);
    }
    if any(|it| &it.skipped) {
        let reason = format!("the test `{name}` was not run: it is skipped");
        let judged = Judged::failed("FAILED", 0, TEST_NOT_RUN, reason).no_level();
        return judged.mend(format!("let `{name}` run"));
    }
    let named: u32 = tests.iter().map(|it| it.named).fold(0, u32::saturating_add);
    let whole = records.iter().all(|it| it.tests.is_some());
    if named > 0 && whole {
        let reason = format!("no test `{name}` was run: {named} others were");
        let judged = Judged::failed("FAILED", 0, TEST_NOT_RUN, reason).no_level();
        return judged.mend(format!("a test `{name}` that shows it"));
    }
    let reason = format!(
        "whether the test `{name}` ran can't be told: the output names no test; let the runner name each (`-v`, `--verbose`, \
         `--reporter=verbose`)"
    );
    Judged::unknown(0, TEST_UNSEEN, reason).no_level()
}

/// The artifact stands up to this level.
pub(super) fn level(of: &LevelOf, files: &Files<'_>, input: &Input<'_>) -> Judged {
    let path = of.artifact.as_str();
    if let Some(off) = (1..=of.level).find(|it| !input.options.levels.contains(it)) {
        return Judged::off(off);
    }
    let Some((place, artifact)) = placed(input.plan, of) else {
        let reason = format!("the plan has no artifact `{path}`");
        let judged = Judged::failed("FAILED", 0, TRUTH_UNBOUND, reason);
        return judged.no_level().of_the_plan();
    };
    let judged = artifact::judge(artifact, place, files, input);
    let counts = judged.level.is_none_or(|level| level <= of.level);
    if judged.status != ItemStatus::Verified && counts {
        return Judged {
            word: match judged.status {
                ItemStatus::Failed => "FAILED",
                ItemStatus::Verified | ItemStatus::Unknown | ItemStatus::Human => "UNCERTAIN",
            },
            reason: format!("`{path}`: {}", judged.reason),
            ..judged
        };
    }
    if of.level < 5 {
        let reason = format!("`{path}` stands up to level {}", of.level);
        return Judged::verified("VERIFIED", of.level, reason);
    }
    let tried = surviving_breaks::judge(input.trials).into_iter();
    let tried = tried.filter(|(it, _)| *it == path).map(|(_, it)| it).next();
    tried.unwrap_or_else(|| {
        let reason = format!("whether evidence notices when `{path}` does not work was not tried");
        Judged::unknown(5, BREAK_UNTRIED, reason)
    })
}

/// The artifact, and its number among those of its path.
fn placed<'p>(plan: &'p Plan, of: &LevelOf) -> Option<(usize, &'p ledger::plan::Artifact)> {
    let tasks = plan.tasks.iter();
    let mut all = tasks.flat_map(|task| &task.must_haves.artifacts);
    all.find(|it| it.path == of.artifact).map(|it| (0, it))
}

/// A prohibition: its check passes, and is known to fail on a violation. `stands`: how its commands stand.
pub(super) fn guard(
    (truth, guard): (&Truth, &Guard),
    stands: Option<Judged>,
    (files, trials): (&Files<'_>, &[Guarded]),
) -> Judged {
    let of_the_plan = |reason: &str, mend: &str| {
        let judged = Judged::failed("FAILED", 0, PROHIBITION_UNGUARDED, reason);
        judged.no_level().of_the_plan().mend(mend)
    };
    let Some(violation) = &guard.violation else {
        return of_the_plan(
            "nothing shows that its check can fail",
            "name in `check_violation_fixture` a file that does what is forbidden, in `check_target` the file in whose place \
             it is put, and in `commands` the check; or `verification: judgment` for a person",
        );
    };
    if guard.target.is_none() {
        return of_the_plan(
            "it is not said in whose place the violation is put",
            "name in `check_target` the file in whose place the fixtures are put",
        );
    }
    let Some(stands) = stands else {
        return of_the_plan("no check guards it", "name the check in `commands`");
    };
    for fixture in [Some(violation), guard.clean.as_ref()]
        .into_iter()
        .flatten()
    {
        let standing = files.get(fixture.as_str());
        if standing.is_some_and(|it| !it.kind.is_file()) {
            let reason = format!("its fixture `{fixture}` is not there");
            let judged = Judged::failed("FAILED", 1, PROHIBITION_UNGUARDED, reason);
            return judged.mend(format!("write `{fixture}`"));
        }
    }
    if stands.status != ItemStatus::Verified {
        return stands;
    }
    let tried = trials.iter().find(|it| it.truth == truth.text);
    let untried = |why: &str| {
        let reason = format!("whether its check notices a violation was not tried: {why}");
        Judged::unknown(5, BREAK_UNTRIED, reason)
    };
    let Some(tried) = tried else {
        return untried("level 5 did not take part");
    };
    match (&tried.violated, &tried.clean) {
        (Outcome::Survived, _) => {
            let reason = format!(
                "its check passes with `{violation}` in place too: it can't see what is forbidden"
            );
            Judged::failed("FAILED", 5, PROHIBITION_UNGUARDED, reason)
                .mend(format!("a check that fails with `{violation}`"))
        }
        // What is forbidden may well be what does not build.
        (_, Some(Outcome::Noticed(command) | Outcome::Unbuilt(command))) => {
            let reason = format!(
                "`{command}` fails with the clean fixture too: it says nothing about what is forbidden"
            );
            Judged::failed("FAILED", 5, PROHIBITION_UNGUARDED, reason)
                .mend("a check that passes where nothing is violated")
        }
        (Outcome::Untried(why), _) | (_, Some(Outcome::Untried(why))) => untried(why),
        (Outcome::Noticed(command) | Outcome::Unbuilt(command), Some(Outcome::Survived) | None) => {
            let reason = format!("`{command}` passes, and fails with `{violation}` in place");
            Judged::verified("VERIFIED", 5, reason).with(stands.evidence)
        }
    }
}
