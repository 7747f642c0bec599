//! What programs do to files that a list of their options can't say: it hangs on the script they are given, or on where
//! their files stand.

use crate::effect::{Goes, What};
use crate::eval::Eval;
use crate::place::Place;
use crate::value::Field;

/// Formatters that rewrite what they are given, unless they are told only to look.
const WRITERS: [&str; 10] = [
    "black",
    "isort",
    "autopep8",
    "yapf",
    "autoflake",
    "pyupgrade",
    "docformatter",
    "rustfmt",
    "ufmt",
    "sort-package-json",
];
/// Linters and formatters that rewrite what they are given when they are told to.
const FIXERS: [&str; 14] = [
    "prettier",
    "dprint",
    "eslint",
    "stylelint",
    "standard",
    "xo",
    "oxlint",
    "golangci-lint",
    "misspell",
    "markdownlint",
    "biome",
    "shfmt",
    "rubocop",
    "dart",
];

impl Eval<'_> {
    /// What a program of this name does besides what its model says.
    pub(super) fn beside_model(&mut self, base: &str, rest: &[Field]) {
        if matches!(base, "docker" | "podman" | "nerdctl" | "kubectl") {
            self.foreign_inside(rest);
        }
        if WRITERS.contains(&base)
            || FIXERS.contains(&base)
            || matches!(base, "ruff" | "terraform" | "tofu" | "deno")
        {
            self.formats(base, rest);
        }
        if matches!(base, "sed" | "gsed") {
            self.empties_by_sed(rest);
        }
        if base == "mktemp"
            && let Some(place) = rest.last().map(|it| self.place_of(it))
            && matches!(place, Place::Home { .. })
        {
            self.say(What::Write(place));
        }
        if base == "rsync" && rest.iter().any(|it| it.shown() == "--remove-source-files") {
            self.moves_away(rest);
        }
    }

    /// Text from elsewhere that a shell runs in a container: the project's files are often there as well.
    fn foreign_inside(&mut self, rest: &[Field]) {
        let at = rest.windows(2).position(|pair| match pair {
            [shell, flag] => {
                shell.shown().ends_with("sh")
                    && flag.shown().ends_with('c')
                    && flag.shown().starts_with('-')
            }
            _ => false,
        });
        let Some(words) = at.and_then(|at| rest.get(at..)) else {
            return;
        };
        let before = self.effects.len();
        self.as_commands(words);
        let tried = self.effects.split_off(before.min(self.effects.len()));
        let foreign =
            |what: &What| matches!(what, What::Marked { id, .. } if id == "runs-foreign-text");
        self.effects
            .extend(tried.into_iter().filter(|effect| foreign(&effect.what)));
    }

    /// `sed -i d file`: a script that keeps no line.
    fn empties_by_sed(&mut self, rest: &[Field]) {
        if !rest.iter().any(|field| field.shown().starts_with("-i")) {
            return;
        }
        let mut plain = rest.iter().filter(|field| !field.shown().starts_with('-'));
        let script = plain.next().map(Field::shown).unwrap_or_default();
        if !["d", "1,$d", ",$d", "/./d", "/^/d", "s/.*//", "Q"].contains(&script.as_str()) {
            return;
        }
        let places: Vec<Place> = plain.map(|field| self.place_of(field)).collect();
        for place in &places {
            self.empties(place);
        }
    }

    /// A formatter that is given files outside the worktree rewrites them, or reads them where it only looks.
    fn formats(&mut self, base: &str, rest: &[Field]) {
        let given = |flags: &[&str]| rest.iter().any(|it| flags.contains(&it.shown().as_str()));
        let looks = given(&[
            "--check",
            "--diff",
            "--list-different",
            "-l",
            "-c",
            "--check-only",
        ]);
        // `ruff format`, `terraform fmt`.
        let verb = rest.first().map(Field::shown).unwrap_or_default();
        let formats = matches!(
            (base, verb.as_str()),
            ("ruff" | "dart", "format") | ("terraform" | "tofu" | "deno", "fmt")
        );
        let changes = (formats && !looks)
            || given(&["--fix", "--write", "-w", "-i", "--in-place", "--inplace"])
            || (WRITERS.contains(&base) && !looks);
        for field in rest {
            let shown = field.shown();
            let path = shown.starts_with(['/', '~']) || shown.split('/').any(|part| part == "..");
            let place = self.place_of(field);
            let far = match &place {
                Place::Home { .. } | Place::Outside { .. } => path,
                Place::Inside { path, .. } => crate::paths::is_ours(path),
                Place::Unknown { .. } => false,
            };
            if far && changes {
                self.say(What::Write(place));
            } else if far {
                self.say(What::Read { place, walk: true });
            }
        }
    }

    /// `rsync --remove-source-files`: what is not the project's is gone from where it was.
    fn moves_away(&mut self, rest: &[Field]) {
        let plain: Vec<&Field> = rest
            .iter()
            .filter(|field| !field.shown().starts_with('-') && !field.shown().contains(':'))
            .collect();
        for field in plain.iter().rev().skip(1) {
            let place = self.place_of(field);
            if let Place::Home { .. } | Place::Outside { .. } = place {
                self.say(What::Delete {
                    place,
                    goes: Goes::WithAllBelow,
                });
            }
        }
    }
}
