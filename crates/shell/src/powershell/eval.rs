//! The tree followed: variables, functions and what commands do.
//!
//! Reading order: this file (statements), `flow` (branches and loops), `expression`, `text` (operators and methods), `types` (static members),
//! `command` (names to meanings), `bind` (arguments to parameters), `builtin` (cmdlets that are a language of their own).

mod bind;
mod builtin;
mod casts;
mod command;
mod expression;
mod flow;
mod objects;
mod surroundings;
mod text;
mod types;

pub(crate) use expression::known_variable;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::tree::{Block, Expr, Kind, Pipeline, Statement};
use super::value::{Data, Value};
use crate::effect::Origin;
use crate::windows::Session;

/// Most rounds of a loop that are followed one by one.
const ROUNDS_MAX: usize = 64;
/// Deepest calls of functions and blocks.
const CALLS_MAX: usize = 24;

/// Follows statements in a process of their own.
pub(super) fn run(session: &mut Session<'_>, statements: &[Statement]) {
    let mut eval = Eval {
        s: session,
        vars: BTreeMap::new(),
        functions: BTreeMap::new(),
        aliases: BTreeMap::new(),
        calls: 0,
        by: String::new(),
    };
    let _ = eval.statements(statements);
}

struct Eval<'s, 'a> {
    s: &'s mut Session<'a>,
    vars: BTreeMap<String, Value>,
    functions: BTreeMap<String, Rc<Block>>,
    aliases: BTreeMap<String, String>,
    calls: usize,
    /// The stage that is followed, for people.
    by: String,
}

impl Eval<'_, '_> {
    /// Runs all, and gives what comes out of all.
    fn statements(&mut self, statements: &[Statement]) -> Value {
        let mut out = Vec::new();
        for statement in statements {
            let value = self.statement(statement);
            out.extend(value.items());
        }
        match <[Value; 1]>::try_from(out) {
            Ok([one]) => one,
            Err(all) => Value::list(all),
        }
    }

    fn statement(&mut self, statement: &Statement) -> Value {
        let by = self.by.clone();
        if !self.s.step(&by) {
            return Value::opaque(Origin::Unknown);
        }
        match statement {
            Statement::Chain(chain) => {
                let outs: Vec<Value> = chain
                    .iter()
                    .flat_map(|it| self.pipeline(it).items())
                    .collect();
                match <[Value; 1]>::try_from(outs) {
                    Ok([one]) => one,
                    Err(all) => Value::list(all),
                }
            }
            Statement::Assign {
                target,
                operator,
                value,
            } => {
                let value = self.statement(value);
                self.assign(target, operator, value);
                Value::nothing()
            }
            Statement::If { arms, otherwise } => self.branches(arms, otherwise.as_ref()),
            Statement::Foreach {
                variable,
                over,
                body,
            } => self.foreach(variable, over, body),
            Statement::Loop { parts, body } => {
                if flow::without_end(parts, body) {
                    let by = self.by.clone();
                    self.s.mark(
                        crate::effect::Level::Ask,
                        "endless",
                        "a loop without end",
                        &by,
                    );
                }
                for part in parts {
                    let _ = self.statement(part);
                }
                let before = self.known();
                self.forget(body);
                let out = self.statements(&body.body);
                self.join(&before);
                Value::made_of([&out])
            }
            Statement::Switch { over, arms } => {
                let over = self.statement(over);
                self.vars.insert("_".to_owned(), over);
                self.all(arms)
            }
            Statement::Try(blocks) => self.all(blocks),
            Statement::Function { name, block } => {
                self.functions.insert(name.clone(), Rc::clone(block));
                Value::nothing()
            }
            Statement::Leave(value) => match value {
                Some(value) => self.statement(value),
                None => Value::nothing(),
            },
        }
    }

    fn assign(&mut self, target: &Expr, operator: &str, value: Value) {
        match target {
            Expr::Variable(name) if name.starts_with("env:") => {
                let by = self.by.clone();
                let name = name.strip_prefix("env:").unwrap_or_default();
                let value = (operator == "=").then(|| value.as_text().ok()).flatten();
                self.s.sets(name, value.as_deref(), &by);
            }
            Expr::Variable(name) if name.contains(':') => {
                let by = self.by.clone();
                self.s.unknown("a drive is assigned to", &by);
            }
            Expr::Variable(name) => {
                let value = match (operator, self.vars.get(name)) {
                    ("=", _) => value,
                    ("+=", Some(old)) => text::add(old, &value),
                    (_, old) => Value::made_of(old.into_iter().chain([&value])),
                };
                self.sets_preference(name, &value);
                self.vars.insert(name.clone(), value);
            }
            Expr::List(targets) => {
                for (target, value) in targets.iter().zip(value.items()) {
                    self.assign(target, operator, value);
                }
            }
            Expr::Cast(_, inner) => self.assign(inner, operator, value),
            Expr::Index(of, _) => {
                if let Expr::Variable(name) = of.as_ref() {
                    let old = self.vars.get(name).cloned();
                    let value = Value::made_of(old.iter().chain([&value]));
                    self.vars.insert(name.clone(), value);
                }
            }
            Expr::Member { of, name, .. } => self.assign_member(of, name, &value),
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Expand(_)
            | Expr::Sub { .. }
            | Expr::Block(_)
            | Expr::Table(_)
            | Expr::Type(_)
            | Expr::Unary(_, _)
            | Expr::Binary(_, _, _) => {
                let by = self.by.clone();
                self.s.unknown("an assignment is not understood", &by);
            }
        }
    }

    /// Variables that PowerShell itself looks at.
    fn sets_preference(&mut self, name: &str, value: &Value) {
        let by = self.by.clone();
        if matches!(
            name,
            "psdefaultparametervalues" | "executioncontext" | "psmodulepath"
        ) {
            self.s.unknown("a variable changes what commands mean", &by);
        }
        if name == "amsiinitfailed" || value.kind().is_some_and(|it| it == "amsi") {
            self.s.deny("defences", "it switches a defence off", &by);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Value {
        let mut input: Option<Value> = None;
        for stage in &pipeline.stages {
            let before = std::mem::replace(&mut self.by, stage.shown.clone());
            let by = self.by.clone();
            let out = if self.s.step(&by) {
                match &stage.kind {
                    Kind::Expression(expression) => self.expression(expression),
                    Kind::Command {
                        call,
                        name,
                        arguments,
                    } => self.command(*call, name, arguments, input.as_ref()),
                }
            } else {
                Value::opaque(Origin::Unknown)
            };
            let out = match &out.data {
                Data::Block(_) if input.is_some() => {
                    self.s.unknown("a block stands behind a pipe", &by);
                    out
                }
                Data::Block(_)
                | Data::Text(_)
                | Data::Number(_)
                | Data::Bytes(_)
                | Data::List(_)
                | Data::Table(_)
                | Data::Object(_)
                | Data::Below(_)
                | Data::Opaque(_) => out,
            };
            for target in &stage.redirections {
                let target = self.expression(target);
                self.writes(&target, Some(&out));
            }
            self.by = before;
            input = Some(if stage.redirections.is_empty() {
                out
            } else {
                Value::nothing()
            });
        }
        input.unwrap_or_else(Value::nothing)
    }

    /// Something is written to a file; text from elsewhere makes it a file from elsewhere.
    fn writes(&mut self, target: &Value, content: Option<&Value>) {
        let by = self.by.clone();
        let foreign = content.is_some_and(|it| {
            it.from.contains(&Origin::Network) || it.from.contains(&Origin::Decoded)
        });
        for word in target.words() {
            self.s.write(&word, &by);
            if foreign {
                let place = self.s.place(&word);
                self.s.brought.push(place);
            }
        }
    }
}
