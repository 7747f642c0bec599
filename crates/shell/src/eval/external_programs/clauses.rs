//! What a model says beside its arguments.

use super::Flow;
use crate::effect::{Origin, Way, What};
use crate::eval::Eval;
use crate::model::words::Taken;
use crate::model::{Clause, Model};
use crate::value::{Field, Origins};

impl Eval<'_> {
    pub(super) fn clause(&mut self, clause: &Clause, taken: &Taken<'_>, flow: &mut Flow) {
        match clause {
            Clause::Path { role, path } => self.role(role, &Field::known(path.clone()), flow),
            Clause::Fetch(host) => self.connect(host.clone(), Way::Fetch),
            Clause::Send => self.connect(None, Way::Send),
            Clause::Upload => self.connect(None, Way::Upload),
            Clause::Listen => self.connect(None, Way::Listen),
            Clause::Registry => self.connect(None, Way::Registry),
            Clause::Build => {
                let here = self.place_of(&Field::known("."));
                if self
                    .put_into(&here)
                    .is_some_and(|from| from.has(Origin::Network))
                {
                    self.deny(
                        "runs-foreign-text",
                        "what was just fetched would be built and run",
                    );
                }
                let by = self.by.clone();
                self.say(What::Build(by));
            }
            Clause::Script(name) => self.project_script(name.as_deref(), taken, flow),
            Clause::Recipes {
                form,
                everywhere,
                names,
            } => self.recipes(*form, *everywhere, names, taken, flow),
            Clause::Install => {
                let places =
                    std::iter::once(Field::known(".")).chain(taken.operands.iter().cloned());
                let fetched = places.into_iter().any(|field| {
                    let place = self.place_of(&field);
                    self.put_into(&place)
                        .is_some_and(|from| from.has(Origin::Network))
                });
                if fetched {
                    self.deny(
                        "runs-foreign-text",
                        "what was just fetched would be installed",
                    );
                }
                let tool = self.by.split(' ').next().unwrap_or_default().to_owned();
                let packages = taken.operands.iter().map(Field::shown).collect();
                self.say(What::Install { tool, packages });
            }
            Clause::Privilege(why) => self.say(What::Privilege(why.clone())),
            Clause::Configure(what) => self.say(What::Configure(what.clone())),
            Clause::Secret(what) => {
                flow.read = flow.read.with(Origins::of(Origin::Secret));
                self.say(What::Secret(what.clone()));
            }
            Clause::Mark { level, id, why } => self.mark(*level, id, why.clone()),
            Clause::Unknown(why) => self.unknown(why.clone()),
        }
    }

    /// A script of the manifest, by its name or the first operand.
    fn project_script(&mut self, name: Option<&str>, taken: &Taken<'_>, flow: &mut Flow) {
        let given = || taken.operands.first().and_then(Field::whole);
        let name = name.map(str::to_owned).or_else(given).unwrap_or_default();
        // `build[release]`: rake takes the arguments of a task so.
        let name = match name.split_once('[') {
            Some((name, _)) if !name.is_empty() => name.to_owned(),
            Some(_) | None => name,
        };
        let tool = self.by.split(' ').next().unwrap_or_default().to_owned();
        // These run programs of the project's packages by their names as well.
        let runs_programs = matches!(tool.as_str(), "yarn" | "pnpm" | "bun");
        if runs_programs && Model::of(&name).is_some() {
            flow.printed = Some(self.inner(&taken.operands, flow));
        }
        let arguments = taken.operands.iter().skip(1).map(Field::shown).collect();
        self.say(What::Script {
            tool,
            name,
            arguments,
        });
    }
}
