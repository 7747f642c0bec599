//! Functions of make: `$(call …)`, `$(foreach …)`, `$(subst …)`.

use super::expand::{Expansion, Local, push};
use crate::recipes::words::UNKNOWN;

impl Expansion<'_> {
    /// What a call of a function becomes; `None`: there is no such function.
    pub(super) fn function(
        &mut self,
        name: &str,
        rest: &str,
        local: &Local,
        depth: usize,
    ) -> Option<Vec<String>> {
        let deeper = depth.saturating_add(1);
        let arguments = arguments(rest);
        let argument = |at: usize| arguments.get(at).copied().unwrap_or_default();
        Some(match name {
            "shell" => self
                .text(rest, local, deeper)
                .into_iter()
                .map(|text| format!("$({text})"))
                .collect(),
            "info" | "warning" | "error" | "eval" | "file" => vec![String::new()],
            "call" => {
                let mut own = local.clone();
                for (at, text) in arguments.iter().enumerate().skip(1) {
                    own.insert(at.to_string(), self.first_reading(text, local, deeper));
                }
                self.variable(argument(0).trim(), &own, deeper)
            }
            "if" | "or" | "and" => {
                let skip = usize::from(name == "if");
                let mut out: Vec<String> = arguments
                    .iter()
                    .skip(skip)
                    .flat_map(|it| self.text(it.trim(), local, deeper))
                    .collect();
                out.push(String::new());
                out
            }
            "foreach" => {
                let list = self.first_reading(argument(1), local, deeper);
                let mut out = vec![String::new()];
                for word in list.split_whitespace() {
                    let mut own = local.clone();
                    own.insert(argument(0).trim().to_owned(), word.to_owned());
                    let each = self.text(argument(2), &own, deeper);
                    push(&mut out, " ");
                    out = self.product(&out, &each);
                }
                out
            }
            "strip" | "sort" | "wildcard" | "realpath" | "abspath" | "value" => {
                self.text(rest, local, deeper)
            }
            "filter" | "filter-out" => self.text(argument(1), local, deeper),
            _ => return self.on_words(name, &arguments, local, deeper),
        })
    }

    /// Functions that change words.
    fn on_words(
        &mut self,
        name: &str,
        arguments: &[&str],
        local: &Local,
        depth: usize,
    ) -> Option<Vec<String>> {
        let argument = |at: usize| arguments.get(at).copied().unwrap_or_default();
        Some(match name {
            "addprefix" | "addsuffix" => self.affixed(name, argument(0), argument(1), local, depth),
            "subst" => {
                let from = self.first_reading(argument(0), local, depth);
                let to = self.first_reading(argument(1), local, depth);
                let held = self.text(argument(2), local, depth);
                if from.is_empty() {
                    return Some(held);
                }
                held.into_iter()
                    .map(|text| text.replace(&from, &to))
                    .collect()
            }
            "patsubst" | "notdir" | "dir" | "basename" | "suffix" | "word" | "words"
            | "wordlist" | "firstword" | "lastword" | "join" | "findstring" | "origin"
            | "flavor" | "guile" | "load" | "let" => vec![UNKNOWN.to_owned()],
            _ => return None,
        })
    }

    fn first_reading(&mut self, text: &str, local: &Local, depth: usize) -> String {
        let mut all = self.text(text, local, depth).into_iter();
        all.next().unwrap_or_default()
    }

    fn affixed(
        &mut self,
        name: &str,
        affix: &str,
        list: &str,
        local: &Local,
        depth: usize,
    ) -> Vec<String> {
        let affixes = self.text(affix.trim(), local, depth);
        let lists = self.text(list, local, depth);
        let mut out = Vec::new();
        for affix in &affixes {
            for list in &lists {
                let put = |word: &str| {
                    if name == "addprefix" {
                        format!("{affix}{word}")
                    } else {
                        format!("{word}{affix}")
                    }
                };
                out.push(
                    list.split_whitespace()
                        .map(put)
                        .collect::<Vec<_>>()
                        .join(" "),
                );
            }
        }
        out
    }
}

/// Arguments of a function, by the commas that stand in no call.
fn arguments(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut depth = 0usize;
    let mut start = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth = depth.saturating_add(1),
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                out.extend(text.get(start..at));
                start = at.saturating_add(1);
            }
            _ => {}
        }
    }
    out.extend(text.get(start..));
    out
}
