//! The text of a makefile: its rules, its variables, and the files that it includes.

use super::expand::{Automatic, Variables};
use crate::recipes::source::Source;
use crate::recipes::words::joined;

/// Files in files that are read.
const DEPTH_MAX: usize = 8;

/// A rule, before variables are put in.
#[derive(Debug, Default, Clone)]
pub(super) struct Rule {
    pub(super) targets: String,
    pub(super) needs: String,
    /// Of a static pattern rule, what targets fit.
    pub(super) pattern: Option<String>,
    pub(super) lines: Vec<String>,
}

/// What a makefile and those that it includes hold.
#[derive(Debug, Default)]
pub(super) struct Makefile {
    pub(super) rules: Vec<Rule>,
    /// Text that a shell runs while the file is read.
    pub(super) at_reading: Vec<String>,
    /// It makes rules while it is read.
    pub(super) is_dynamic: bool,
    /// `.ONESHELL`
    pub(super) in_one_shell: bool,
}

impl Makefile {
    pub(super) fn read(
        &mut self,
        text: &str,
        directory: &str,
        variables: &mut Variables,
        source: &mut Source<'_>,
    ) {
        self.read_at(text, directory, variables, source, DEPTH_MAX);
    }

    fn read_at(
        &mut self,
        text: &str,
        directory: &str,
        variables: &mut Variables,
        source: &mut Source<'_>,
        depth: usize,
    ) {
        self.is_dynamic |= text.contains("$(eval") || text.contains("${eval");
        if text.lines().any(|line| line.starts_with(".RECIPEPREFIX")) {
            source
                .unread
                .push("the makefile marks its recipes in a way of its own".to_owned());
            return;
        }
        let mut inside_rule = false;
        let mut define: Option<(String, Vec<String>)> = None;
        for line in joined_lines(text) {
            if let Some((name, held)) = &mut define {
                if line.trim_start().starts_with("endef") {
                    variables.assign(name, "=", &held.join("\n"));
                    define = None;
                } else {
                    held.push(line.trim_start_matches('\t').to_owned());
                }
                continue;
            }
            if let Some(recipe) = line.strip_prefix('\t').filter(|_| inside_rule) {
                if let Some(rule) = self.rules.last_mut() {
                    rule.lines.push(recipe.trim().to_owned());
                }
                continue;
            }
            let line = uncommented(&line);
            let line = line.trim();
            self.at_reading.extend(shell_calls(line));
            let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
            match word {
                "" | "else" | "endif" | "ifdef" | "ifndef" | "vpath" | "unexport" | "undefine" => {}
                _ if word.starts_with("ifeq") || word.starts_with("ifneq") => {}
                "include" | "-include" | "sinclude" => {
                    self.include(rest, directory, variables, source, depth);
                }
                "define" => {
                    let name = rest
                        .split(['=', ':', '?', '+'])
                        .next()
                        .unwrap_or_default()
                        .trim();
                    define = Some((name.to_owned(), Vec::new()));
                }
                _ => inside_rule = self.statement(line, inside_rule, variables),
            }
        }
    }

    /// A variable or a rule; whether recipe lines may follow.
    fn statement(&mut self, line: &str, inside_rule: bool, variables: &mut Variables) -> bool {
        let mut line = line;
        while let Some(rest) = ["export ", "override ", "private "]
            .iter()
            .find_map(|word| line.strip_prefix(word))
        {
            line = rest.trim_start();
        }
        match sign_of(line) {
            Some((name, sign, value)) if sign.ends_with('=') => {
                if sign == "!=" {
                    self.at_reading.push(value.to_owned());
                }
                variables.assign(name.trim(), sign, value.trim_start());
                inside_rule
            }
            Some((targets, _, rest)) => {
                self.rule(
                    targets.trim_end_matches('&').trim(),
                    rest.trim_start_matches(':'),
                    variables,
                );
                true
            }
            // A call that makes something, or nothing that is understood.
            None => inside_rule,
        }
    }

    fn rule(&mut self, targets: &str, rest: &str, variables: &mut Variables) {
        if let Some((name, sign, value)) = sign_of(rest)
            && sign.ends_with('=')
        {
            // It holds for this target only: for all, it may be this as well.
            variables.maybe(name.trim(), value.trim_start());
            return;
        }
        let (rest, inline) = match outside_calls(rest, |c| c == ';') {
            Some(at) => rest
                .split_at_checked(at)
                .map_or((rest, None), |(needs, inline)| {
                    (needs, inline.strip_prefix(';'))
                }),
            None => (rest, None),
        };
        let (pattern, needs) = match outside_calls(rest, |c| c == ':') {
            Some(at) => rest
                .split_at_checked(at)
                .map_or((None, rest), |(pattern, needs)| {
                    (Some(pattern), needs.trim_start_matches(':'))
                }),
            None => (None, rest),
        };
        self.in_one_shell |= targets == ".ONESHELL";
        self.rules.push(Rule {
            targets: targets.to_owned(),
            needs: needs.trim().to_owned(),
            pattern: pattern.map(|it| it.trim().to_owned()),
            lines: inline.map(|it| it.trim().to_owned()).into_iter().collect(),
        });
    }

    fn include(
        &mut self,
        names: &str,
        directory: &str,
        variables: &mut Variables,
        source: &mut Source<'_>,
        depth: usize,
    ) {
        let (readings, _) = variables.readings(names, &Automatic::default(), 4);
        for name in readings
            .iter()
            .flat_map(|reading| reading.split_whitespace())
        {
            let Some(path) = joined(directory, name).filter(|_| depth > 0) else {
                // Which file that is can't be told: its rules are not known.
                self.is_dynamic = true;
                continue;
            };
            if let Some(text) = source.text(&path) {
                let text = text.to_owned();
                // Names in it are from where make runs.
                self.read_at(&text, directory, variables, source, depth.saturating_sub(1));
            }
        }
    }

    /// Whether recipes are run by a shell that is read here.
    pub(super) fn shell_is_known(&self, variables: &Variables) -> bool {
        if !variables.is_set("SHELL") {
            return true;
        }
        let (readings, all) = variables.readings("$(SHELL)", &Automatic::default(), 4);
        let known = |shell: &String| {
            let mut words = shell.split_whitespace();
            let name = words
                .next()
                .unwrap_or_default()
                .rsplit('/')
                .next()
                .unwrap_or_default();
            matches!(name, "sh" | "bash" | "dash" | "zsh" | "ksh")
                && words.all(|word| word.starts_with('-') && word != "-c")
        };
        all && readings.iter().all(known)
    }
}

/// Lines, with those that end in a backslash joined to the next.
fn joined_lines(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let goes_on = line.ends_with('\\') && !line.ends_with("\\\\");
        let held = if goes_on {
            line.trim_end_matches('\\')
        } else {
            line
        };
        match out.last_mut().filter(|_| open) {
            Some(last) => {
                last.push(' ');
                last.push_str(held.trim_start());
            }
            None => out.push(held.to_owned()),
        }
        open = goes_on;
    }
    out
}

fn uncommented(line: &str) -> String {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && before != '\\' {
            return line.get(..at).unwrap_or_default().to_owned();
        }
        before = c;
    }
    line.to_owned()
}

/// The first sign of a statement that stands in no call: an assignment or the colon of a rule, with what is before and
/// behind it.
fn sign_of(line: &str) -> Option<(&str, &str, &str)> {
    let at = outside_calls(line, |c| c == '=' || c == ':')?;
    let (before, behind) = line.split_at_checked(at)?;
    let signs = [":::=", "::=", ":=", "=", "::", ":"];
    let sign = *signs.iter().find(|sign| behind.starts_with(**sign))?;
    let rest = behind.strip_prefix(sign)?;
    if sign == "=" {
        for (end, whole) in [('?', "?="), ('+', "+="), ('!', "!=")] {
            if let Some(name) = before.strip_suffix(end) {
                return Some((name, whole, rest));
            }
        }
    }
    Some((before, sign, rest))
}

/// Where a sign stands that is in no `$(…)`.
fn outside_calls(text: &str, is: impl Fn(char) -> bool) -> Option<usize> {
    let mut depth = 0usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' if before == '$' || depth > 0 => depth = depth.saturating_add(1),
            ')' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && is(c) => return Some(at),
            _ => {}
        }
        before = c;
    }
    None
}

/// `$(shell …)`: make runs it while it reads the file, or the recipe.
fn shell_calls(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for open in ["$(shell ", "${shell "] {
        let mut rest = text;
        while let Some((_, behind)) = rest.split_once(open) {
            let mut depth = 1usize;
            let end = behind.find(|c: char| {
                match c {
                    '(' | '{' => depth = depth.saturating_add(1),
                    ')' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            });
            let (call, after) = end
                .and_then(|end| behind.split_at_checked(end))
                .unwrap_or((behind, ""));
            out.push(call.to_owned());
            rest = after;
        }
    }
    out
}
