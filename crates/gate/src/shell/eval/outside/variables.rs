//! Variables that steer programs.

use super::Flow;
use crate::shell::bash::Dialect;
use crate::shell::eval::Eval;
use crate::shell::model::words::Taken;
use crate::shell::model::{self, Model};
use crate::shell::value::{Field, Text};

impl Eval<'_> {
    /// A variable that every program sees.
    pub(in crate::shell::eval) fn variable_for_all(&mut self, name: &str, value: &Text) {
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

    /// A variable that steers the one program that is started.
    pub(in crate::shell::eval) fn variable_for(
        &mut self,
        name: &str,
        value: &Text,
        fields: &[Field],
    ) {
        let program = fields.first().and_then(Field::whole).unwrap_or_default();
        let base = program.rsplit('/').next().unwrap_or_default();
        let Some(model) = Model::of(base) else {
            return;
        };
        let found = model
            .env
            .iter()
            .find(|(pattern, _)| model::words::fits(pattern, name));
        let Some((_, variable)) = found else {
            return;
        };
        let mut flow = Flow::default();
        if let Some(role) = Taken::default().first(&variable.roles).cloned() {
            let field = Field {
                text: value.clone(),
                ..Field::default()
            };
            self.steering(|eval| eval.role(&role, &field, &mut flow));
        }
        for clause in &variable.clauses {
            self.clause(clause, &Taken::default(), &mut flow);
        }
    }
}
