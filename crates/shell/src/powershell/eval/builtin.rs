//! Cmdlets that decide what later commands mean, or that pass values on so that these stay known.

use super::command::Given;
use super::{Eval, ROUNDS_MAX, types};
use crate::effect::{Level, Origin, What};
use crate::powershell::tree::Block;
use crate::powershell::value::{Data, Value};
use crate::windows::model;

impl Eval<'_, '_> {
    /// What one of these does; none: it is none of these.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        given: &[Given],
        input: Option<&Value>,
    ) -> Option<Value> {
        let canonical = canonical(name);
        let cmdlet = canonical.as_deref().unwrap_or(name);
        let value = match cmdlet {
            "invoke-expression" => self.invoke_expression(cmdlet, given, input),
            "foreach-object" => self.for_each(given, input),
            "write-output" => write_output(given, input),
            "set-alias" | "new-alias" => self.set_alias(cmdlet, given),
            "set-variable" | "new-variable" => self.set_variable(cmdlet, given, input),
            "get-variable" => self.get_variable(cmdlet, given),
            "join-path" => join_path(given),
            "get-command" => self.get_command(cmdlet, given),
            "new-object" => self.new_object(given),
            "start-process" => self.start_process(cmdlet, given),
            "add-type" => self.add_type(cmdlet, given),
            _ => return None,
        };
        Some(value)
    }

    fn invoke_expression(&mut self, cmdlet: &str, given: &[Given], input: Option<&Value>) -> Value {
        let value = self
            .parameter_of(cmdlet, given, "Command")
            .or(input.cloned());
        for one in value.map(|it| it.items()).unwrap_or_default() {
            self.code_value(&one);
        }
        Value::opaque(Origin::Program)
    }

    fn set_alias(&mut self, cmdlet: &str, given: &[Given]) -> Value {
        let name = self.text_of_parameter(cmdlet, given, "Name");
        let value = self.text_of_parameter(cmdlet, given, "Value");
        match (name, value) {
            (Some(name), Some(value)) => {
                let value = value.to_lowercase();
                self.aliases.insert(name.to_lowercase(), value);
            }
            (_, _) => {
                let by = self.by.clone();
                self.s.unknown("an alias that is not known", &by);
            }
        }
        Value::nothing()
    }

    fn set_variable(&mut self, cmdlet: &str, given: &[Given], input: Option<&Value>) -> Value {
        let name = self.text_of_parameter(cmdlet, given, "Name");
        let value = self.parameter_of(cmdlet, given, "Value").or(input.cloned());
        match name {
            Some(name) => {
                let value = value.unwrap_or_else(Value::nothing);
                self.vars.insert(name.to_lowercase(), value);
            }
            None => {
                let by = self.by.clone();
                self.s.unknown("a variable that is not known", &by);
            }
        }
        Value::nothing()
    }

    fn get_variable(&mut self, cmdlet: &str, given: &[Given]) -> Value {
        let name = self.text_of_parameter(cmdlet, given, "Name");
        let value = name.and_then(|name| self.vars.get(&name.to_lowercase()).cloned());
        value.unwrap_or_else(|| Value::opaque(Origin::Unknown))
    }

    fn get_command(&mut self, cmdlet: &str, given: &[Given]) -> Value {
        let name = self.parameter_of(cmdlet, given, "Name");
        match name.map(|it| it.as_text()) {
            Some(Ok(text)) if !text.contains(['*', '?', '[']) => Value::text(&text),
            Some(_) => Value::opaque(Origin::Decoded),
            None => Value::opaque(Origin::Program),
        }
    }

    fn start_process(&mut self, cmdlet: &str, given: &[Given]) -> Value {
        let file = self.parameter_of(cmdlet, given, "FilePath");
        let arguments = self.parameter_of(cmdlet, given, "ArgumentList");
        let _ = model::cmdlet(cmdlet).map(|it| self.cmdlet(it, given, None));
        match file {
            Some(file) => self.start_program(&file, arguments.as_ref()),
            None => Value::nothing(),
        }
    }

    fn add_type(&mut self, cmdlet: &str, given: &[Given]) -> Value {
        let by = self.by.clone();
        let language = "csharp".to_owned();
        let origin = Origin::Written;
        match self.text_of_parameter(cmdlet, given, "AssemblyName") {
            Some(name) if name.to_lowercase().starts_with("system.") => {}
            Some(_) | None => {
                self.s.say(What::Code { language, origin }, &by);
                let all: Vec<Value> = given.iter().flat_map(values).collect();
                for value in all {
                    for mark in crate::windows::marks::found(value.word().start()) {
                        self.s.say(mark, &by);
                    }
                    if value.as_text().is_err() {
                        self.s.origins("csharp", &value.word(), &by);
                    }
                }
                self.s.mark(
                    Level::Ask,
                    "memory",
                    "it compiles code into the process",
                    &by,
                );
            }
        }
        Value::nothing()
    }

    /// The value of one parameter, if it is a text that is known.
    fn text_of_parameter(&mut self, cmdlet: &str, given: &[Given], name: &str) -> Option<String> {
        self.parameter_of(cmdlet, given, name)
            .and_then(|it| it.as_text().ok())
    }

    /// The value of one parameter.
    fn parameter_of(&mut self, cmdlet: &str, given: &[Given], name: &str) -> Option<Value> {
        let cmdlet = model::cmdlet(cmdlet)?;
        self.bind(cmdlet, given).get(name).cloned()
    }

    fn for_each(&mut self, given: &[Given], input: Option<&Value>) -> Value {
        let mut out = Vec::new();
        let items = match input.map(|it| (&it.data, it.items())) {
            Some((Data::List(_), items)) if items.len() <= ROUNDS_MAX => items,
            Some((Data::List(_), items)) => vec![Value::made_of(&items)],
            Some((_, items)) => items,
            None => vec![Value::opaque(Origin::Unknown)],
        };
        let by = self.by.clone();
        let before = self.known();
        let counted = matches!(input.map(|it| &it.data), Some(Data::List(all)) if all.len() <= ROUNDS_MAX)
            || matches!(
                input.map(|it| &it.data),
                Some(Data::Text(_) | Data::Number(_))
            );
        let actions: Vec<Value> = given
            .iter()
            .flat_map(values)
            .flat_map(|it| it.items())
            .collect();
        for item in items {
            for action in &actions {
                match (action.block(), action.as_text()) {
                    (Some(block), _) => {
                        out.extend(self.run_here(&block, &item).items());
                    }
                    (None, Ok(member))
                        if matches!(
                            member.to_lowercase().as_str(),
                            "delete" | "kill" | "invoke"
                        ) =>
                    {
                        self.s.unknown("a method is called on each", &by);
                    }
                    (None, Ok(_)) => out.push(Value::made_of([&item])),
                    (None, Err(_)) => self.s.unknown("what is done with each is not known", &by),
                }
            }
        }
        if !counted {
            self.join(&before);
        }
        match <[Value; 1]>::try_from(out) {
            Ok([one]) => one,
            Err(all) => Value::list(all),
        }
    }

    /// A block that runs in the scope of its caller, once for an item that is there.
    fn run_here(&mut self, block: &Block, item: &Value) -> Value {
        let before = self.vars.insert("_".to_owned(), item.clone());
        self.vars.insert("psitem".to_owned(), item.clone());
        let out = self.statements(&block.body);
        match before {
            Some(before) => self.vars.insert("_".to_owned(), before),
            None => self.vars.remove("_"),
        };
        out
    }

    fn new_object(&mut self, given: &[Given]) -> Value {
        let by = self.by.clone();
        if let Some(class) = self.parameter_of("new-object", given, "ComObject") {
            let name = class.as_text().unwrap_or_default().to_lowercase();
            let why = format!("it controls another program (`{name}`)");
            if [
                "wscript.shell",
                "shell.application",
                "mmc20",
                "schedule.service",
                "msxml2",
                "winhttp",
                "internetexplorer",
                "excel",
                "word",
                "outlook",
                "htmlfile",
                "shellwindows",
            ]
            .iter()
            .any(|it| name.starts_with(it))
            {
                self.s.deny("com-object", &why, &by);
            } else {
                self.s.mark(Level::Ask, "com-object", &why, &by);
            }
            return Value::object("com");
        }
        let kind = self
            .parameter_of("new-object", given, "TypeName")
            .and_then(|it| it.as_text().ok());
        let arguments = self.parameter_of("new-object", given, "ArgumentList");
        let arguments = arguments.map(|it| it.items()).unwrap_or_default();
        match kind {
            Some(kind) => types::new_object(self, &kind.to_lowercase(), &arguments),
            None => self.not_understood(&Value::nothing(), "an object whose kind is not known"),
        }
    }
}

/// The name a cmdlet goes by among its others, in lower case; none: it has no model.
fn canonical(name: &str) -> Option<String> {
    let names = &model::cmdlet(name)?.names;
    let own = names.iter().find(|own| own.eq_ignore_ascii_case(name));
    own.or(names.first()).map(|it| it.to_lowercase())
}

fn write_output(given: &[Given], input: Option<&Value>) -> Value {
    let values: Vec<Value> = given.iter().flat_map(values).collect();
    let all = if values.is_empty() {
        input.cloned().into_iter().collect()
    } else {
        values
    };
    match <[Value; 1]>::try_from(all) {
        Ok([one]) => one,
        Err(all) => Value::list(all),
    }
}

fn join_path(given: &[Given]) -> Value {
    let parts: Vec<Value> = given
        .iter()
        .flat_map(values)
        .flat_map(|it| it.items())
        .collect();
    super::text::binary("join", &Value::list(parts), &Value::text("\\"))
}

/// The values of an argument; a parameter's name is none.
fn values(given: &Given) -> Vec<Value> {
    match given {
        Given::Value(value) | Given::Unknown(value) => vec![value.clone()],
        Given::Named { value, .. } => value.iter().cloned().collect(),
    }
}
