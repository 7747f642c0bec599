//! Variables that steer programs.

use super::Flow;
use crate::bash::Dialect;
use crate::eval::{Eval, Value};
use crate::model::words::Taken;
use crate::model::{self, Model, Opt};
use crate::value::{Field, Text};

impl Eval<'_> {
    /// A variable that every program sees.
    pub(in crate::eval) fn variable_for_all(&mut self, name: &str, value: &Text) {
        // For zsh `path` is the list in `PATH`.
        let name = match (self.dialect, name) {
            (Dialect::Zsh, "path") => "PATH",
            (Dialect::Bash | Dialect::Sh | Dialect::Zsh, name) => name,
        };
        let Some(variable) = model::variable(name) else {
            return;
        };
        let none = Taken::default();
        let mut flow = Flow::default();
        for clause in &variable.clauses {
            self.clause(clause, &none, &mut flow);
        }
        if let Some(role) = none.first(&variable.roles) {
            let field = Field {
                text: value.clone(),
                ..Field::default()
            };
            self.steering(|eval| eval.role(role, &field, &mut flow));
        }
    }

    /// Variables that steer the one program that is started, as far as the command has set them.
    pub(super) fn steering_variables(&mut self, model: &'static Model) {
        if model.env.is_empty() {
            return;
        }
        let held: Vec<(String, Vec<Value>)> = self
            .shell
            .variables
            .iter()
            .filter(|(_, variable)| variable.traits.exported)
            .map(|(name, variable)| (name.clone(), variable.values.clone()))
            .collect();
        for (name, values) in held {
            let mut all = model.env.iter();
            let Some((_, variable)) = all.find(|(pattern, _)| model::words::fits(pattern, &name))
            else {
                continue;
            };
            for value in &values {
                if let Value::Text(text) = value {
                    self.steers_by(variable, text);
                }
            }
        }
    }

    fn steers_by(&mut self, variable: &'static Opt, value: &Text) {
        let mut flow = Flow::default();
        if let Some(role) = Taken::default().first(&variable.roles) {
            let field = Field {
                text: value.clone(),
                ..Field::default()
            };
            self.steering(|eval| eval.role(role, &field, &mut flow));
        }
        for clause in &variable.clauses {
            self.clause(clause, &Taken::default(), &mut flow);
        }
    }
}
