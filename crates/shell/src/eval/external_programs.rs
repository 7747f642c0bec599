//! Programs: what their models say about these arguments.

use std::collections::BTreeSet;

use super::Eval;
use super::numbered::Words;
use crate::address::is_loopback;
use crate::effect::{Network, Origin, Way, What};
use crate::model::words::{Taken, take};
use crate::model::{Model, Role};
use crate::place::Place;
use crate::value::{Field, Origins, Text};

mod beside;
mod clauses;
mod operands;
mod output;
mod programs;
mod reaches;
mod recipes;
mod roles;
mod special;
mod suspect;
mod unsure;
mod variables;

use programs::{SYSTEM, introduces_itself, loader, normal, unversioned, wraps};

/// Files at the top of a project that start a program of that name.
const LAUNCHERS: [&str; 4] = ["gradlew", "mvnw", "manage.py", "artisan"];
/// Programs that a project keeps a copy of in `bin`.
const BINSTUBS: [&str; 7] = [
    "rails", "rake", "rspec", "rubocop", "bundle", "brakeman", "console",
];

impl Eval<'_> {
    /// Starts a program outside the shell.
    pub(super) fn outside(
        &mut self,
        first: &Field,
        name: &str,
        rest: &[Field],
        stdin: &Text,
    ) -> Text {
        let words = std::iter::once(name.to_owned()).chain(rest.iter().map(Field::shown));
        self.say(What::Start(words.collect()));
        let plain = normal(name);
        let base = match SYSTEM.iter().find_map(|folder| plain.strip_prefix(folder)) {
            Some(base) => base,
            None if name.contains('/') => return self.file(first, rest, stdin),
            None => name,
        };
        if let ("gh" | "glab", [first, second, what, ..]) = (base, rest)
            && first.shown() == "repo"
            && second.shown() == "clone"
        {
            let text = what.shown();
            let folder = text
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .trim_end_matches(".git");
            let place = self.place_of(&Field::known(folder));
            self.filled.push((place, Origins::of(Origin::Network)));
        }
        self.reaches_us(base, rest);
        self.beside_model(base, rest);
        if self.dialect == crate::bash::Dialect::Zsh
            && let Some(bare) = base.strip_prefix('=')
        {
            self.as_program(bare, rest);
        }
        if let Some(model) = Model::of(base).or_else(|| unversioned(base)) {
            self.steering_variables(model);
        }
        if let Some(out) = self.special(base, rest, stdin) {
            return out;
        }
        match Model::of(base).or_else(|| unversioned(base)) {
            // Installed on the machine, and asked for nothing but its version: nothing is done. What
            // these are, or what they load before, a project says.
            _ if introduces_itself(rest)
                && self.steered == 0
                && !matches!(base, "yarn" | "yarnpkg" | "pnpm" | "mvn") =>
            {
                Text::unknown(Origins::of(Origin::Program))
            }
            Some(model) => {
                let before = self.effects.len();
                let out = self.modelled(model, rest, stdin);
                self.behind(before, rest);
                out
            }
            None => {
                self.unknown(format!("what `{base}` does is not known"));
                self.as_deletion(rest);
                self.speaks_to_shell(stdin);
                self.suspect(rest);
                Text::unknown(Origins::of(Origin::Program))
            }
        }
    }

    /// A file of the project, or of somewhere else, is run.
    fn file(&mut self, first: &Field, rest: &[Field], stdin: &Text) -> Text {
        let place = self.place_of(first);
        if first.shown().starts_with("/etc/init.d/") && rest.iter().all(|it| it.shown() != "status")
        {
            self.say(What::Privilege(
                "it steers services of the machine".to_owned(),
            ));
        }
        if loader(&first.shown()) {
            // The loader of programs starts what it is given.
            let at = rest.iter().position(|it| !it.shown().starts_with('-'));
            let words = at.and_then(|at| rest.get(at..)).unwrap_or_default();
            let flow = Flow {
                stdin: stdin.clone(),
                ..Flow::default()
            };
            return self.inner(words, &flow);
        }
        if let Some(base) = self.wrapper(&place) {
            if let Some(out) = self.special(&base, rest, stdin) {
                return out;
            }
            if let Some(model) = Model::of(&base) {
                return self.modelled(model, rest, stdin);
            }
        }
        self.interpreted(first, rest, stdin);
        let out = self.apart(|eval| {
            eval.shell.positional = vec![Words::of(rest)];
            eval.shell.zeroth = Some(first.text.clone());
            eval.run_file(first, None, stdin)
        });
        self.suspect(rest);
        out
    }

    /// The program that a file of the project stands for by where it is: the project's own copy, or its launcher.
    pub(super) fn wrapper(&self, place: &Place) -> Option<String> {
        let Place::Inside { path, glob: false } = place else {
            return None;
        };
        let (folder, base) = path.rsplit_once('/').unwrap_or(("", path));
        let copies = ["node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"]
            .iter()
            .any(|it| folder == *it || folder.ends_with(&format!("/{it}")));
        let launches = LAUNCHERS.contains(&base) || (folder == "bin" && BINSTUBS.contains(&base));
        let known = Model::of(base).is_some() || matches!(base, "python" | "python3");
        ((copies || launches) && known && !self.written.contains_key(place))
            .then(|| base.to_owned())
    }

    /// Applies a model, or the model of the verb.
    pub(super) fn modelled(&mut self, model: &'static Model, rest: &[Field], stdin: &Text) -> Text {
        self.modelled_under(model, rest, stdin, &Before::default())
    }

    /// What a command sends goes to the hosts that it names: to this machine, where it names no other.
    fn same_host(&mut self) {
        let mut own = None;
        for effect in self.effects.iter().filter(|it| it.by == self.by) {
            if let What::Network(network) = &effect.what
                && let Some(host) = &network.host
            {
                if !is_loopback(host) {
                    return;
                }
                own = Some(network.clone());
            }
        }
        let Some(own) = own else { return };
        let by = self.by.clone();
        for effect in self.effects.iter_mut().filter(|it| it.by == by) {
            if let What::Network(network) = &mut effect.what
                && network.host.is_none()
            {
                let way = network.way;
                *network = Network { way, ..own.clone() };
            }
        }
    }

    /// The same, for a verb: what was given before it counts in its conditions.
    fn modelled_under(
        &mut self,
        model: &'static Model,
        rest: &[Field],
        stdin: &Text,
        before_verb: &Before,
    ) -> Text {
        let mut taken = take(model, rest);
        let modes = before_verb
            .modes
            .iter()
            .filter(|mode| !matches!(mode.as_str(), "operands" | "no-operands"));
        taken.modes.extend(modes.cloned());
        if stdin.origins != Origins::of(Origin::Unknown) {
            taken.modes.insert("piped".to_owned());
        }
        let verb = taken.operands.first().and_then(Field::whole);
        let verbless = model.verbs.is_empty() || taken.operands.is_empty();
        // A word that is no verb may begin a command.
        let wraps = |verb: &String| {
            let inner = model.verbs.get(verb).or_else(|| model.verbs.get("*"));
            inner.is_none() && wraps(model)
        };
        if !verbless && verb.is_none() && model.risk.any() {
            self.unsure(model, rest, stdin);
        }
        if !model.verbs.is_empty()
            && let Some(verb) = verb.filter(|verb| !wraps(verb))
        {
            let inner = model.verbs.get(&verb).or_else(|| model.verbs.get("*"));
            let Some(inner) = inner else {
                self.options(model, &taken, stdin);
                self.unknown(format!("what `{} {verb}` does is not known", model.name));
                self.suspect(rest);
                return Text::unknown(Origins::of(Origin::Program));
            };
            let before = self.shell.cwd.clone();
            let mut chosen = self.options(model, &taken, stdin);
            chosen.verb = Some(verb.clone());
            let named = model.verbs.contains_key(&verb);
            let skip = usize::from(named);
            let arguments: Vec<Field> = taken.operands.iter().skip(skip).cloned().collect();
            let before_verb = Before {
                modes: taken.modes,
                chosen,
            };
            let out = self.modelled_under(inner, &arguments, stdin, &before_verb);
            self.shell.cwd = before;
            return out;
        }
        let before = self.shell.cwd.clone();
        if self.is_unsure(model, &taken) {
            self.unsure(model, rest, stdin);
        }
        let flow = Flow {
            stdin: stdin.clone(),
            chosen: before_verb.chosen.clone(),
            ..Flow::default()
        };
        let out = self.applied(model, &taken, flow);
        self.shell.cwd = before;
        self.same_host();
        out
    }

    fn applied(&mut self, model: &Model, taken: &Taken<'_>, mut flow: Flow) -> Text {
        self.note_problems(taken);
        if !taken.problems.is_empty() {
            self.suspect(&taken.operands);
        }
        let stdin = flow.stdin.clone();
        let stdin = &stdin;
        self.options_into(taken, &mut flow);
        if let Some(places) = taken.first(&model.operands) {
            self.operands(model, taken, places, &mut flow);
        } else if !taken.operands.is_empty() {
            self.unknown(format!("operands of `{}`", model.name));
            self.suspect(&taken.operands);
        }
        if let Some(role) = taken.first(&model.stdin) {
            let field = Field {
                text: stdin.clone(),
                stream: Some(Box::new(stdin.clone())),
                ..Field::default()
            };
            if *role == Role::Read {
                // Data that goes through, not a file of its own.
                flow.read = flow.read.with(stdin.origins);
            } else if *role == Role::Walk {
                self.listed(stdin, &mut flow);
            } else {
                self.role(&role.clone(), &field, &mut flow);
            }
        }
        for clause in &model.does {
            if taken.holds(&clause.when) {
                self.clause(&clause.it, taken, &mut flow);
            }
        }
        self.output(model, taken, flow)
    }

    /// Names that come in, one a line: what they name is read.
    fn listed(&mut self, stdin: &Text, flow: &mut Flow) {
        let unknown = || vec![Text::unknown(stdin.origins)];
        for line in stdin.lines().unwrap_or_else(unknown).into_iter().take(256) {
            let field = Field {
                text: line,
                ..Field::default()
            };
            self.role(&Role::Walk, &field, flow);
        }
    }

    /// The options before a verb; what they choose counts for the verb.
    fn options(&mut self, model: &Model, taken: &Taken<'_>, stdin: &Text) -> Chosen {
        self.note_problems(taken);
        self.note_doubt(model, taken);
        let mut flow = Flow {
            stdin: stdin.clone(),
            ..Flow::default()
        };
        self.options_into(taken, &mut flow);
        flow.chosen
    }

    fn options_into(&mut self, taken: &Taken<'_>, flow: &mut Flow) {
        // Directories first: `-C dir` counts for all paths, wherever it stands.
        for directory in [true, false] {
            for (option, value) in &taken.options {
                let role = taken.first(&option.roles);
                if (role == Some(&Role::Directory)) != directory {
                    continue;
                }
                match (role, value) {
                    (Some(Role::Prefix), Some(value)) => {
                        self.in_front_of(value, &taken.operands, flow);
                    }
                    (Some(role), Some(value)) => {
                        self.steering(|eval| eval.role(&role.clone(), value, flow));
                    }
                    (_, None) | (None, _) => {}
                }
                for clause in &option.clauses {
                    self.clause(clause, taken, flow);
                }
            }
        }
    }

    pub(super) fn connect(&mut self, host: Option<String>, way: Way) {
        self.say(What::Network(Network::to(host, way)));
    }
}

/// What goes through one program.
#[derive(Default)]
pub(super) struct Flow {
    /// Directories in which it makes files.
    pub(super) filled: Vec<Place>,
    pub(super) stdin: Text,
    /// Where what it reads comes from.
    pub(super) read: Origins,
    /// It reads files, so its output is not only what came in.
    pub(super) reads_files: bool,
    /// Files that it writes: they hold what it reads.
    pub(super) wrote: Vec<Place>,
    /// Paths that it reads or looks at, as they were given.
    pub(super) named: Vec<String>,
    /// There are others, of which not even a pattern is known.
    pub(super) unnamed: bool,
    /// What an inner command printed.
    pub(super) printed: Option<Text>,
    pub(super) chosen: Chosen,
}

/// What was given before a verb.
#[derive(Default)]
struct Before {
    modes: BTreeSet<String>,
    chosen: Chosen,
}

/// Which recipes of a project are meant.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen {
    /// Files that hold them.
    pub(super) files: Vec<Field>,
    /// Packages of a workspace.
    pub(super) packages: Vec<Field>,
    pub(super) verb: Option<String>,
}
