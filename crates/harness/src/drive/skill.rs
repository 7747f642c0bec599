//! What is read of a skill: of a repository that nobody trusts, or other than the base commit has it, it is data from outside.

use std::path::Path;

use ledger::facts::{Fact, Question};
use ledger::ids::TaskId;
use ledger::observation::Observation;
use ledger::skill::Skill;

use super::Driver;

impl Driver<'_> {
    /// Labels what a call read at a path, if that is of a skill and has to be.
    pub(super) fn label_skill(&mut self, id: &TaskId, path: &str, observation: &mut Observation) {
        let prepared = self
            .state
            .tasks
            .get(id)
            .and_then(|it| it.prepared.as_deref());
        let Some(prepared) = prepared else { return };
        let asked = Path::new(path);
        let below = asked.strip_prefix(&prepared.directory).unwrap_or(asked);
        let below = below.strip_prefix("./").unwrap_or(below);
        let mut all = prepared.skills.found.iter();
        let Some(skill) = all.find(|it| is_of(it, below)) else {
            return;
        };
        let is_head = below == Path::new(skill.path.as_str());
        let label = format!("skill {}", skill.name);
        if !skill.trusted {
            observation.outside = Some(label);
        } else if is_head && !self.is_as_in_base(id, &skill.clone()) {
            observation.outside = Some(format!("{label}, not as the base commit has it"));
        }
    }

    fn is_as_in_base(&mut self, task: &TaskId, skill: &Skill) -> bool {
        let question = Question::Path(skill.path.to_string());
        let facts = self.workshop.facts(task, &[question]);
        facts.iter().any(|it| match it {
            Fact::Path { found, .. } => found.digest == Some(skill.digest),
            Fact::Branch(_)
            | Fact::Declared(_)
            | Fact::Text { .. }
            | Fact::DashedName { .. }
            | Fact::Names { .. }
            | Fact::InBase { .. }
            | Fact::Alike { .. }
            | Fact::Unknown { .. } => false,
        })
    }
}

/// Whether a file is one of a skill.
fn is_of(skill: &Skill, path: &Path) -> bool {
    let folder = Path::new(skill.path.as_str()).parent();
    folder.is_some_and(|it| path.starts_with(it))
}
