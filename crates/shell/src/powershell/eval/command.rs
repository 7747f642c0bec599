//! A command's name to what it means: alias, function, cmdlet, program.

use std::rc::Rc;

use super::{CALLS_MAX, Eval, types};
use crate::effect::Origin;
use crate::powershell::tree::{Argument, Block, Call, Expr};
use crate::powershell::value::{Data, Value};
use crate::windows::native::Called;
use crate::windows::{Word, model};

/// An argument with its value.
#[derive(Debug, Clone)]
pub(super) enum Given {
    Value(Value),
    Named {
        /// As it is spelt, for programs.
        word: Value,
        name: String,
        value: Option<Value>,
    },
    /// Not known which arguments these are.
    Unknown(Value),
}

impl Eval<'_, '_> {
    pub(super) fn command(
        &mut self,
        call: Call,
        name: &Expr,
        arguments: &[Argument],
        input: Option<&Value>,
    ) -> Value {
        let name = self.expression(name);
        let mut given = Vec::new();
        for argument in arguments {
            self.argument(argument, &mut given);
        }
        if let Some(block) = name.block() {
            return self.call_block_with(&block, given, input.cloned());
        }
        let by = self.by.clone();
        let Ok(text) = name.as_text() else {
            self.s.origins("powershell", &name.word(), &by);
            self.s.unknown("which command is called is not known", &by);
            return Value::opaque(Origin::Program);
        };
        if name.from.contains(&Origin::Decoded) {
            self.s.origins("powershell", &name.word(), &by);
        }
        let quoted_text = call == Call::Plain && text.contains(' ');
        if text.trim().is_empty() || quoted_text {
            self.s.unknown("a command without a name", &by);
            return Value::nothing();
        }
        self.named(text.trim(), given, input)
    }

    fn argument(&mut self, argument: &Argument, out: &mut Vec<Given>) {
        match argument {
            Argument::Value(value) => {
                let value = self.expression(value);
                out.push(Given::Value(value));
            }
            Argument::Dash { word, name, value } => {
                let word = self.expression(word);
                let value = value.as_ref().map(|it| self.expression(it));
                let name = name.to_lowercase();
                out.push(Given::Named { word, name, value });
            }
            Argument::Splat(name) => {
                let value = self.vars.get(name).cloned();
                match value.as_ref().map(|it| &it.data) {
                    Some(Data::Table(rows)) => {
                        for (name, value) in rows {
                            let word = Value::text(&format!("-{name}"));
                            let (name, value) = (name.clone(), Some(value.clone()));
                            out.push(Given::Named { word, name, value });
                        }
                    }
                    Some(Data::List(items)) => out.extend(items.iter().cloned().map(Given::Value)),
                    Some(_) | None => out.push(Given::Unknown(Value::opaque(Origin::Unknown))),
                }
            }
            Argument::Verbatim(text) => {
                for word in crate::cmd::split(text) {
                    let known = !word.contains('%');
                    let value = Value::text(&word);
                    out.push(if known {
                        Given::Value(value)
                    } else {
                        Given::Unknown(value)
                    });
                }
            }
        }
    }

    pub(super) fn named(&mut self, name: &str, given: Vec<Given>, input: Option<&Value>) -> Value {
        let lower = name.to_lowercase().replace('/', "\\");
        let module = lower
            .strip_prefix("microsoft.powershell.")
            .and_then(|it| it.split_once('\\'));
        let plain = module.map_or(lower.as_str(), |(_, name)| name);
        let aliased = self.aliases.get(plain).cloned();
        let plain = aliased.as_deref().unwrap_or(plain);
        self.moves(plain, &given);
        // A name that means something already may go on meaning it.
        let own = name.to_lowercase();
        if aliased.is_some() && model::cmdlet(&own).is_some() {
            let _ = self.meaning(&own, name, given.clone(), input);
        }
        if let Some(block) = self.functions.get(plain).cloned() {
            let known = model::cmdlet(plain).is_some() || model::program(plain).is_some();
            if known {
                let _ = self.meaning(plain, name, given.clone(), input);
            }
            return self.call_block_with(&block, given, input.cloned());
        }
        let name = if aliased.is_some() { plain } else { name };
        self.meaning(plain, name, given, input)
    }

    /// The directories that are remembered, and the way home.
    fn moves(&mut self, name: &str, given: &[Given]) {
        let by = self.by.clone();
        match name {
            "pushd" | "push-location" => self.s.push(),
            "popd" | "pop-location" => self.s.pop(),
            "cd" | "chdir" | "sl" | "set-location" if given.is_empty() => {
                self.s.enter(&Word::written("~"), &by);
            }
            _ => {}
        }
    }

    /// What a name means that no function and no alias of the text has taken.
    fn meaning(
        &mut self,
        plain: &str,
        name: &str,
        given: Vec<Given>,
        input: Option<&Value>,
    ) -> Value {
        if let Some(out) = self.builtin(plain, &given, input) {
            return out;
        }
        let also_program = matches!(plain, "curl" | "wget");
        if !also_program && let Some(cmdlet) = model::cmdlet(plain) {
            return self.cmdlet(cmdlet, &given, input);
        }
        self.program(name, &given, input)
    }

    fn program(&mut self, name: &str, given: &[Given], input: Option<&Value>) -> Value {
        let by = self.by.clone();
        let mut words: Vec<Word> = Vec::new();
        for one in given {
            match one {
                Given::Value(value) | Given::Unknown(value) => {
                    if let Some(block) = value.block() {
                        let _ = self.call_block(&block, Vec::new(), None);
                        if matches!(
                            name.to_lowercase().as_str(),
                            "pwsh" | "powershell" | "powershell.exe" | "pwsh.exe"
                        ) {
                            return Value::opaque(Origin::Program);
                        }
                    }
                    words.extend(value.words());
                    if matches!(one, Given::Unknown(_)) {
                        self.s.unknown("arguments are not known", &by);
                    }
                }
                Given::Named { word, .. } => words.push(word.word()),
            }
        }
        let input = input.map(Value::word);
        let called = Called {
            name: &Word::written(name),
            words: &words,
            input: input.as_ref(),
            by_cmd: false,
            by: &by,
        };
        let out = self.s.native(&called);
        Value {
            data: Data::Opaque(String::new()),
            from: out.from,
        }
    }

    /// A block with arguments by position.
    pub(super) fn call_block(
        &mut self,
        block: &Rc<Block>,
        arguments: Vec<Value>,
        item: Option<Value>,
    ) -> Value {
        let given = arguments.into_iter().map(Given::Value).collect();
        self.call_block_with(block, given, item)
    }

    fn call_block_with(
        &mut self,
        block: &Rc<Block>,
        given: Vec<Given>,
        item: Option<Value>,
    ) -> Value {
        let by = self.by.clone();
        if self.calls >= CALLS_MAX {
            self.s.unknown("functions call functions too deeply", &by);
            return Value::opaque(Origin::Unknown);
        }
        self.calls = self.calls.saturating_add(1);
        let before = self.known();
        self.parameters(block, given);
        if let Some(item) = item {
            self.vars.insert("_".to_owned(), item.clone());
            self.vars.insert("psitem".to_owned(), item.clone());
            self.vars.insert("input".to_owned(), item);
        }
        let out = self.statements(&block.body);
        for name in ["_", "psitem", "input", "args"] {
            match before.vars.get(name) {
                Some(value) => self.vars.insert(name.to_owned(), value.clone()),
                None => self.vars.remove(name),
            };
        }
        // What it assigns may be its own, or may stay.
        self.join(&before);
        self.by = by;
        self.calls = self.calls.saturating_sub(1);
        out
    }

    /// Parameters of a block or function, and `$args`.
    fn parameters(&mut self, block: &Block, given: Vec<Given>) {
        for parameter in &block.parameters {
            let value = match &parameter.default {
                Some(default) => self.expression(default),
                None => Value::opaque(Origin::Unknown),
            };
            self.vars.insert(parameter.name.clone(), value);
        }
        let mut rest = Vec::new();
        let mut bound = Vec::new();
        let mut given = given.into_iter().peekable();
        while let Some(one) = given.next() {
            match one {
                Given::Named { name, value, .. } => {
                    let found = block
                        .parameters
                        .iter()
                        .find(|it| it.name.starts_with(&name));
                    let value = value.or_else(|| match given.peek() {
                        Some(Given::Value(next)) => Some(next.clone()),
                        Some(Given::Named { .. } | Given::Unknown(_)) | None => None,
                    });
                    if let (Some(parameter), Some(value)) = (found, value) {
                        bound.push(parameter.name.clone());
                        self.vars.insert(parameter.name.clone(), value);
                        let _ = given.next();
                    }
                }
                Given::Value(value) | Given::Unknown(value) => rest.push(value),
            }
        }
        let mut rest = rest.into_iter();
        for parameter in block
            .parameters
            .iter()
            .filter(|it| !bound.contains(&it.name))
        {
            let Some(value) = rest.next() else {
                break;
            };
            self.vars.insert(parameter.name.clone(), value);
        }
        self.vars
            .insert("args".to_owned(), Value::list(rest.collect()));
    }

    /// A program with one text of arguments, as `Start-Process` takes them.
    pub(super) fn start_program(&mut self, name: &Value, arguments: Option<&Value>) -> Value {
        let by = self.by.clone();
        let words: Vec<Word> = arguments.map(types::split_words).unwrap_or_default();
        let word = name.word();
        if word.known().is_some_and(crate::windows::net::is_address) {
            self.s.mark(
                crate::effect::Level::Ask,
                "browser",
                "it opens an address",
                &by,
            );
            return Value::nothing();
        }
        let called = Called {
            name: &word,
            words: &words,
            input: None,
            by_cmd: false,
            by: &by,
        };
        let out = self.s.native(&called);
        Value {
            data: Data::Opaque(String::new()),
            from: out.from,
        }
    }
}
