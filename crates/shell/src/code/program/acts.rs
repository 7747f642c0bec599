//! What each kind of call does with its arguments.

use super::Report;
use crate::code::calls::Use;
use crate::code::names::Act;
use crate::code::{Deed, Does};
use crate::effect::Level;

mod code;
mod files;
mod outside;

impl Report<'_> {
    pub(super) fn acted(&mut self, act: Act, one: &Use<'_>, path: &[String]) {
        match act {
            Act::Start => self.starts(one),
            Act::Delete => {
                for target in self.targets(one, path) {
                    self.place(Does::Delete, target);
                }
            }
            Act::Move | Act::Copy => self.moves(act, one, path),
            Act::Write => {
                if path.last().is_some_and(|name| name == "urlretrieve") {
                    self.connects_to(one, false);
                }
                let target = self.target(one, path);
                self.place(Does::Write, target);
            }
            Act::Read | Act::List => self.reads(act, one, path),
            Act::Open => self.opens(one, path),
            Act::Connect => self.connects_to(one, false),
            Act::Send => self.connects_to(one, true),
            Act::Listen => self.asks("listens", "others could connect to the code"),
            Act::Environment => {}
            Act::Variable => {
                let name = one.arguments.first().map(|it| self.values.value(it));
                match name {
                    Some(name) => self.variable(name.whole().as_deref()),
                    None => {
                        self.plain = false;
                        self.say(Deed::Secret("the code reads the environment".to_owned()));
                    }
                }
            }
            Act::Decode => {
                self.plain = false;
                self.decodes = true;
            }
            Act::Run => self.runs_text(one, path),
            Act::Dynamic => self.finds(one, path),
            Act::Load => {
                self.plain = false;
                self.say(Deed::deny("loads-code", "the code loads machine code"));
            }
            Act::Kill => {
                self.kills = true;
                self.asks("kills", "the code ends processes");
            }
            Act::Privilege => {
                self.plain = false;
                self.say(Deed::deny("privilege", "the code changes its rights"));
            }
        }
    }

    fn asks(&mut self, id: &str, why: &str) {
        self.plain = false;
        self.say(Deed::Mark {
            level: Level::Ask,
            id: id.to_owned(),
            why: why.to_owned(),
        });
    }
}
