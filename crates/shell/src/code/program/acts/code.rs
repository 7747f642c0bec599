//! Calls that run text as code, or find what they call by a name that is data.

use crate::code::Deed;
use crate::code::calls::Use;
use crate::code::names::{self, Act};
use crate::code::program::{DEPTH_MAX, Report, at_depth};
use crate::effect::Origin;
use crate::value::Text;

impl Report<'_> {
    /// Text is run as code of the same language.
    pub(super) fn runs_text(&mut self, one: &Use<'_>, path: &[String]) {
        if one.block {
            return;
        }
        let last = path.last().map_or("", String::as_str);
        let text = one.arguments.first().map(|it| self.values.value(it));
        let whole = text.as_ref().and_then(Text::whole);
        match whole {
            Some(name) if loads_file(last) => self.loads_file(name),
            Some(code) if runs_code(last) => self.runs_code(&code),
            Some(_) | None => {
                self.runs = true;
                if text.is_some_and(|text| text.origins.has(Origin::Decoded)) {
                    self.decodes = true;
                }
                self.hidden("the code runs text that can't be seen here");
            }
        }
    }

    /// A file of code is taken in, or one from an address.
    fn loads_file(&mut self, name: String) {
        self.plain = false;
        let path = name.contains('/') || name.contains('.');
        if name.contains("://") {
            self.connects = true;
            self.runs = true;
        } else if path {
            self.say(Deed::Read(name));
        }
    }

    /// Code in code that is written there.
    fn runs_code(&mut self, code: &str) {
        if self.depth >= DEPTH_MAX {
            self.say(Deed::deny(
                "too-deep",
                "code in code, deeper than is followed",
            ));
            return;
        }
        let found = at_depth(self.language, code, self.depth.saturating_add(1));
        self.plain &= found.plain;
        for deed in found.deeds {
            self.say(deed);
        }
    }

    /// A function is found by a name that is data.
    pub(super) fn finds(&mut self, one: &Use<'_>, path: &[String]) {
        let last = path.last().map_or("", String::as_str);
        let inner = matches!(
            last,
            "__subclasses__"
                | "__globals__"
                | "__builtins__"
                | "mainModule"
                | "_linkedBinding"
                | "binding"
                | "_load"
        );
        if inner {
            self.plain = false;
            self.say(Deed::deny(
                "hidden-code",
                "the code reaches into its own interpreter",
            ));
            return;
        }
        let at = usize::from(matches!(last, "getattr" | "setattr" | "get"));
        let name = one.arguments.get(at).map(|it| self.values.value(it));
        let module = one
            .arguments
            .first()
            .map(|it| self.values.module_of(it))
            .unwrap_or_default();
        match name.as_ref().and_then(Text::whole) {
            Some(name) if name == "child_process" || name == "subprocess" => self.plain = false,
            Some(name) => {
                self.plain = false;
                let full: Vec<String> = module.into_iter().chain([name.clone()]).collect();
                let found = names::act(self.language, &full)
                    .or_else(|| names::act(self.language, std::slice::from_ref(&name)));
                match found {
                    Some(Act::Dynamic) | None => {}
                    Some(act @ (Act::Start | Act::Run | Act::Load | Act::Delete)) => {
                        let bare = Use {
                            arguments: Vec::new(),
                            called: true,
                            ..one.clone()
                        };
                        self.acted(act, &bare, &full);
                    }
                    Some(_) => self.hidden("the code finds a function by a name that is data"),
                }
            }
            None if one.called || one.index.is_some() => {
                self.runs = true;
                self.hidden("the code finds a function by a name that is computed");
                if name.is_some_and(|text| text.origins.has(Origin::Decoded)) {
                    self.decodes = true;
                }
            }
            None => self.plain = false,
        }
    }
}

/// Whether a call of this name runs a file.
fn loads_file(name: &str) -> bool {
    matches!(
        name,
        "require"
            | "require_relative"
            | "load"
            | "dofile"
            | "loadfile"
            | "include"
            | "include_once"
            | "require_once"
            | "source"
            | "run_path"
            | "execfile"
            | "do"
            | "autoload"
    )
}

/// Whether a call of this name runs its first argument as code of the same language.
fn runs_code(name: &str) -> bool {
    matches!(
        name,
        "eval"
            | "exec"
            | "compile"
            | "Function"
            | "loadstring"
            | "assert"
            | "instance_eval"
            | "runInThisContext"
            | "runInNewContext"
            | "eval_string"
            | "evaluate"
            | "parse"
            | "timeit"
            | "load"
    )
}
