//! Variables of the environment that a program reads.

use super::Report;
use crate::code::Deed;
use crate::code::calls::Use;
use crate::code::language::Language;
use crate::code::lexer::Token;
use crate::code::names::{self, Act};
use crate::effect::Level;

impl Report<'_> {
    /// Uses of the environment; whether it was one.
    pub(super) fn environment(&mut self, one: &Use<'_>, path: &[String]) -> bool {
        let texts: Vec<&str> = path.iter().map(String::as_str).collect();
        let member = match texts.as_slice() {
            [.., "process" | "Bun" | "meta", "env", name] => Some((*name).to_owned()),
            _ => None,
        };
        if let Some(name) = member {
            self.variable(Some(&name));
            return true;
        }
        let whole = names::act(self.language, path) == Some(Act::Environment)
            || matches!(texts.as_slice(), ["os", "environ", ..] | ["environ", ..])
                && self.language == Language::Python
                && !matches!(texts.last(), Some(&"get" | &"setdefault" | &"pop"));
        if !whole {
            return false;
        }
        match one.index {
            Some(index) => {
                let name = match index {
                    [Token::Name(name)] if !name.starts_with('$') => Some(name.clone()),
                    index => self.values.value(index).whole(),
                };
                self.variable(name.as_deref());
            }
            None => {
                self.plain = false;
                self.say(Deed::Secret("the code reads the environment".to_owned()));
            }
        }
        true
    }

    pub(super) fn variable(&mut self, name: Option<&str>) {
        match name {
            Some(name) if crate::eval::is_secret_variable(name) => {
                self.plain = false;
                self.say(Deed::Secret(format!(
                    "the code reads `{name}` of the environment"
                )));
            }
            Some(_) => {}
            None => {
                self.plain = false;
                self.say(Deed::Mark {
                    level: Level::Ask,
                    id: "environment".to_owned(),
                    why: "which variable of the environment the code reads is not known".to_owned(),
                });
            }
        }
    }
}
