//! Rules of a makefile: what making a target runs, what it needs first, and what is run while the file is read.

use std::collections::BTreeSet;

use super::source::Source;
use super::words::{directory_of, line, quoted, together};
use super::{Line, Recipes};
use expand::{Automatic, Variables};
use file::{Makefile, Rule};

mod expand;
mod file;
mod functions;

/// Rules that are followed for one command.
const RULES_MAX: usize = 256;
/// Lines that one rule may become, by what its variables may hold.
const READINGS_MAX: usize = 32;

/// What making these goals runs. `NAME=value` among the names sets a variable.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let Some((path, _)) = files.first() else {
        return Vec::new();
    };
    let directory = recipes
        .directory
        .clone()
        .unwrap_or_else(|| directory_of(path).to_owned());
    let mut variables = Variables::default();
    let mut goals = Vec::new();
    for name in &recipes.names {
        match name.split_once('=') {
            Some((name, value)) => {
                variables.force(name.trim_end_matches([':', '+', '?', '!']), value)
            }
            None => goals.push(name.clone()),
        }
    }
    for (name, value) in &recipes.variables {
        variables.inherit(name, value);
    }
    let mut makefile = Makefile::default();
    for (_, text) in files {
        makefile.read(text, &directory, &mut variables, source);
    }
    let mut run = Run {
        makefile: &makefile,
        variables: &variables,
        source,
        lines: Vec::new(),
        seen: BTreeSet::new(),
    };
    for text in &makefile.at_reading {
        run.says(text, &Automatic::default());
    }
    if goals.is_empty() {
        goals.extend(run.first());
    }
    run.make(goals);
    let Run { lines, .. } = run;
    if !makefile.shell_is_known(&variables) {
        source
            .unread
            .push("the makefile has another shell".to_owned());
    }
    // What is set on the command line counts for other makes as well.
    let set: String = variables
        .forced()
        .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
        .collect();
    lines
        .into_iter()
        .map(|text| line(format!("{set}{text}"), &directory))
        .collect()
}

struct Run<'a, 'b, 'c> {
    makefile: &'a Makefile,
    variables: &'a Variables,
    source: &'b mut Source<'c>,
    lines: Vec<String>,
    seen: BTreeSet<String>,
}

impl Run<'_, '_, '_> {
    /// The goal where none is given.
    fn first(&self) -> Vec<String> {
        if self.variables.is_set(".DEFAULT_GOAL") {
            return self.words("$(.DEFAULT_GOAL)");
        }
        let targets = self
            .makefile
            .rules
            .iter()
            .flat_map(|rule| self.words(&rule.targets));
        let mut plain = targets
            .filter(|name| !name.contains('%') && (!name.starts_with('.') || name.contains('/')));
        plain.next().into_iter().collect()
    }

    fn words(&self, text: &str) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for reading in self
            .variables
            .readings(text, &Automatic::default(), READINGS_MAX)
            .0
        {
            for word in reading.split_whitespace() {
                if !out.iter().any(|it| it == word) {
                    out.push(word.to_owned());
                }
            }
        }
        out
    }

    fn make(&mut self, goals: Vec<String>) {
        let rules: Vec<(&Rule, Vec<String>)> = self
            .makefile
            .rules
            .iter()
            .map(|rule| (rule, self.words(&rule.targets)))
            .collect();
        let mut open: Vec<(String, bool)> =
            goals.into_iter().rev().map(|goal| (goal, true)).collect();
        // The recipe of a pattern is the same for all that it makes, but for names.
        let mut patterns: BTreeSet<usize> = BTreeSet::new();
        while let Some((target, is_goal)) = open.pop() {
            if !self.seen.insert(target.clone()) {
                continue;
            }
            if self.seen.len() > RULES_MAX {
                self.source
                    .unread
                    .push("making it follows more rules than are looked at".to_owned());
                return;
            }
            let named = |names: &[String]| names.contains(&target);
            let explicit: Vec<(usize, &Rule)> = rules
                .iter()
                .enumerate()
                .filter(|(_, (_, names))| named(names))
                .map(|(at, (rule, _))| (at, *rule))
                .collect();
            let has_lines = explicit.iter().any(|(_, rule)| !rule.lines.is_empty());
            let mut found = !explicit.is_empty();
            for (_, rule) in explicit {
                self.rule(rule, &target, "", &mut open);
            }
            for (at, (rule, names)) in rules.iter().enumerate().filter(|_| !has_lines) {
                let stem = names
                    .iter()
                    .chain(rule.pattern.iter())
                    .find_map(|pattern| stem_of(pattern, &target));
                let Some(stem) = stem else { continue };
                found = true;
                if patterns.insert(at) || is_goal {
                    self.rule(rule, &target, &stem, &mut open);
                }
            }
            if is_goal && !found && self.makefile.is_dynamic {
                self.source.unread.push(format!(
                    "the makefile makes its rules itself, and what `{target}` runs can't be told"
                ));
            }
        }
    }

    fn rule(&mut self, rule: &Rule, target: &str, stem: &str, open: &mut Vec<(String, bool)>) {
        let needs: Vec<String> = self
            .words(&rule.needs)
            .iter()
            .map(|word| word.replacen('%', stem, 1))
            .collect();
        let automatic = Automatic {
            target: target.to_owned(),
            needs: needs.clone(),
            stem: stem.to_owned(),
        };
        let each: Vec<String> = rule
            .lines
            .iter()
            .map(|line| {
                line.trim_start_matches(['@', '-', '+', ' ', '\t'])
                    .to_owned()
            })
            .collect();
        let text = if self.makefile.in_one_shell {
            each.join("\n")
        } else {
            together(&each)
        };
        self.says(&text, &automatic);
        open.extend(
            needs
                .into_iter()
                .rev()
                .filter(|it| it != "|")
                .map(|it| (it, false)),
        );
    }

    /// A text for the shell, in all its readings.
    fn says(&mut self, text: &str, automatic: &Automatic) {
        let (readings, all) = self.variables.readings(text, automatic, READINGS_MAX);
        if !all {
            self.source
                .unread
                .push("its lines depend on more variables than are followed".to_owned());
        }
        // Lines may be silenced by what a variable holds.
        self.lines.extend(
            readings
                .into_iter()
                .map(|text| text.replace("\n@", "\n").replace("\n-", "\n")),
        );
    }
}

/// What `%` stands for where a target fits a pattern, or the old form of one (`.c.o`).
fn stem_of(pattern: &str, target: &str) -> Option<String> {
    if let Some((before, behind)) = pattern.split_once('%') {
        let rest = target.strip_prefix(before)?;
        return rest
            .strip_suffix(behind)
            .filter(|it| !it.is_empty())
            .map(str::to_owned);
    }
    let suffixes = pattern.strip_prefix('.').filter(|it| !it.contains('/'))?;
    let (_, made) = suffixes.split_once('.')?;
    target.strip_suffix(&format!(".{made}")).map(str::to_owned)
}
