//! Branches and loops, and what is still known behind what may not have run.

use std::collections::BTreeMap;

use super::{Eval, ROUNDS_MAX};
use crate::effect::Origin;
use crate::powershell::tree::{Block, Expr, Statement};
use crate::powershell::value::{Data, Value};

/// What is known before something that may not run.
pub(super) struct Known {
    pub(super) vars: BTreeMap<String, Value>,
    cwd: String,
}

impl Eval<'_, '_> {
    pub(super) fn known(&mut self) -> Known {
        let weight: usize = self.vars.values().map(|it| it.size() >> 6).sum();
        self.s.charge(weight);
        Known {
            vars: self.vars.clone(),
            cwd: self.s.cwd.clone(),
        }
    }

    /// Blocks each of which may run.
    pub(super) fn all(&mut self, blocks: &[Block]) -> Value {
        let mut out = Vec::new();
        for block in blocks {
            let before = self.known();
            out.extend(self.statements(&block.body).items());
            self.join(&before);
        }
        Value::list(out)
    }

    pub(super) fn branches(
        &mut self,
        arms: &[(Statement, Block)],
        otherwise: Option<&Block>,
    ) -> Value {
        let mut out = Vec::new();
        for (condition, block) in arms {
            let _ = self.statement(condition);
            let before = self.known();
            out.extend(self.statements(&block.body).items());
            self.join(&before);
        }
        if let Some(block) = otherwise {
            let before = self.known();
            out.extend(self.statements(&block.body).items());
            self.join(&before);
        }
        Value::made_of(&out)
    }

    /// Variables as they are whether or not the last block ran.
    pub(super) fn join(&mut self, before: &Known) {
        self.s.perhaps(&before.cwd);
        for (name, value) in &mut self.vars {
            let old = before.vars.get(name).cloned();
            let old = old.unwrap_or_else(|| Value::opaque(Origin::Computed));
            *value = value.clone().either(&old);
        }
    }

    pub(super) fn foreach(&mut self, variable: &str, over: &Statement, body: &Block) -> Value {
        let over = self.statement(over);
        let before = self.known();
        let out = self.rounds(variable, over, body);
        // Where nothing leaves early and every round is known, so is what it leaves behind.
        if out.is_none() || leaves(&body.body) {
            self.join(&before);
        }
        out.unwrap_or_else(|| Value::opaque(Origin::Program))
    }

    /// The rounds of a loop; none: how many there are is not known.
    fn rounds(&mut self, variable: &str, over: Value, body: &Block) -> Option<Value> {
        let items = match &over.data {
            Data::Number(_) | Data::Text(_) | Data::List(_) => over.items(),
            Data::Bytes(_)
            | Data::Block(_)
            | Data::Table(_)
            | Data::Object(_)
            | Data::Below(_)
            | Data::Opaque(_) => {
                self.forget(body);
                self.vars.insert(variable.to_owned(), over);
                let _ = self.statements(&body.body);
                return None;
            }
        };
        if items.len() > ROUNDS_MAX {
            self.forget(body);
            self.vars
                .insert(variable.to_owned(), Value::made_of(&items));
            let _ = self.statements(&body.body);
            return None;
        }
        let mut out = Vec::new();
        for item in items {
            self.vars.insert(variable.to_owned(), item);
            out.extend(self.statements(&body.body).items());
        }
        Some(Value::list(out))
    }

    /// What a body assigns is no longer known when the body runs an unknown number of times.
    pub(super) fn forget(&mut self, body: &Block) {
        let mut names = Vec::new();
        assigned(&body.body, &mut names);
        for name in names {
            let old = self.vars.get(&name).cloned();
            let value = Value::made_of(old.as_ref()).also(Origin::Unknown);
            self.vars.insert(name, value);
        }
    }
}

/// Whether nothing ends a loop: no condition, or one that is always true, and nothing that leaves it.
pub(super) fn without_end(parts: &[Statement], body: &Block) -> bool {
    let always = match parts {
        [] => true,
        [only] => {
            let text = format!("{only:?}");
            text.contains("\"true\"") && text.len() < 400
        }
        _ => false,
    };
    always && !leaves(&body.body)
}

/// Whether statements may leave a loop before its end.
fn leaves(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Leave(_) => true,
        Statement::If { arms, otherwise } => {
            arms.iter().any(|(_, block)| leaves(&block.body))
                || otherwise.as_ref().is_some_and(|block| leaves(&block.body))
        }
        Statement::Foreach { body, .. } | Statement::Loop { body, .. } => leaves(&body.body),
        Statement::Switch { arms, .. } | Statement::Try(arms) => {
            arms.iter().any(|block| leaves(&block.body))
        }
        Statement::Chain(_) | Statement::Assign { .. } | Statement::Function { .. } => false,
    })
}

/// The variables that statements assign to.
fn assigned(statements: &[Statement], out: &mut Vec<String>) {
    for statement in statements {
        match statement {
            Statement::Assign { target, .. } => match target {
                Expr::Variable(name) => out.push(name.clone()),
                Expr::Text(_)
                | Expr::Number(_)
                | Expr::Expand(_)
                | Expr::List(_)
                | Expr::Sub { .. }
                | Expr::Block(_)
                | Expr::Table(_)
                | Expr::Type(_)
                | Expr::Cast(_, _)
                | Expr::Unary(_, _)
                | Expr::Binary(_, _, _)
                | Expr::Member { .. }
                | Expr::Index(_, _) => {}
            },
            Statement::If { arms, otherwise } => {
                for (_, block) in arms {
                    assigned(&block.body, out);
                }
                if let Some(block) = otherwise {
                    assigned(&block.body, out);
                }
            }
            Statement::Foreach { body, .. } | Statement::Loop { body, .. } => {
                assigned(&body.body, out);
            }
            Statement::Switch { arms, .. } => arms.iter().for_each(|it| assigned(&it.body, out)),
            Statement::Try(blocks) => blocks.iter().for_each(|it| assigned(&it.body, out)),
            Statement::Chain(_) | Statement::Function { .. } | Statement::Leave(_) => {}
        }
    }
}
