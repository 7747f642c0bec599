//! What each plan of a phase depends on, and what is wrong with that.

use std::collections::BTreeSet;

use super::Reader;
use super::folder::{Planned, State};
use super::names::{Known, Meant, meant};
use crate::nearest::nearest;

impl Reader<'_> {
    /// What each plan depends on, and which plans wait for a halted one of another phase.
    pub(super) fn dependence(&mut self) -> (Vec<Vec<usize>>, BTreeSet<usize>) {
        let folder = self.folder;
        let known: Vec<Known> = folder.plans.iter().map(Planned::known).collect();
        let (mut all, mut blocked) = (Vec::new(), BTreeSet::new());
        for (at, plan) in folder.plans.iter().enumerate() {
            let mut needed = Vec::new();
            // What comes before a plan that is done no longer matters unless it can be told.
            let open = plan.state == State::Open;
            for token in plan.depends() {
                match meant(token, &known, folder.number.as_deref()) {
                    Meant::Plan(one) if needed.contains(&one) => {}
                    Meant::Plan(one) => {
                        needed.push(one);
                        self.superseded(at, one, open);
                    }
                    Meant::Elsewhere(phase, number) if open => {
                        if folder.halted_elsewhere(&phase, number.as_deref()) {
                            blocked.insert(at);
                        }
                        self.elsewhere(at, token);
                    }
                    Meant::Several(hits) if open => self.ambiguous(at, token, &hits),
                    Meant::Nobody if open => self.unknown(at, token, &known),
                    Meant::Elsewhere(..) | Meant::Several(_) | Meant::Nobody => {}
                }
            }
            all.push(needed);
        }
        (all, blocked)
    }

    fn superseded(&mut self, at: usize, needed: usize, open: bool) {
        let target = self.folder.plans.get(needed);
        let Some(target) = target.filter(|it| open && it.state == State::Superseded) else {
            return;
        };
        let message = format!(
            "plan `{}` is superseded, and this one depends on it",
            target.name
        );
        let place = self.depends_at(at);
        self.note(at, |notes| {
            notes.error(place, message, "depend on the plan that took its place");
        });
    }

    fn elsewhere(&mut self, at: usize, token: &str) {
        let message =
            format!("plan `{token}` of another phase comes first and is not part of this run");
        let place = self.depends_at(at);
        self.note(at, |notes| {
            notes.warn(place, message, "see that its work is on the target branch");
        });
    }

    fn ambiguous(&mut self, at: usize, token: &str, hits: &[usize]) {
        let names: Vec<String> = hits
            .iter()
            .map(|it| format!("`{}`", self.name(*it)))
            .collect();
        let message = format!("`{token}` can be any of {}", names.join(", "));
        let place = self.depends_at(at);
        self.note(at, |notes| {
            notes.error(place, message, "write the whole name")
        });
    }

    fn unknown(&mut self, at: usize, token: &str, known: &[Known]) {
        let names: Vec<&str> = known
            .iter()
            .flat_map(|it| it.names.iter().map(String::as_str))
            .collect();
        let help = match nearest(token, &names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let plans = self.folder.plans.iter().take(20);
                let names: Vec<String> = plans.map(|it| format!("`{}`", it.name)).collect();
                format!("its plans are {}", names.join(", "))
            }
        };
        let message = format!("it depends on `{token}`, which is no plan of this phase");
        let place = self.depends_at(at);
        self.note(at, |notes| notes.error(place, message, help));
    }

    pub(super) fn circles(&mut self, circles: &[Vec<usize>]) {
        for circle in circles {
            let Some(first) = circle.first().copied() else {
                continue;
            };
            let members = circle.iter().chain([&first]);
            let way: Vec<String> = members.map(|at| format!("`{}`", self.name(*at))).collect();
            let message = match circle.as_slice() {
                [_] => format!("the plan depends on itself, {}", way.join(" → ")),
                _ => format!(
                    "plans depend on each other in a circle, {}",
                    way.join(" → ")
                ),
            };
            let place = self.depends_at(first);
            self.note(first, |notes| {
                notes.error(place, message, "take one of these dependencies away");
            });
        }
    }
}
