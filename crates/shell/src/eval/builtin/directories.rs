//! `cd` and its like: where the shell is afterwards.

use crate::effect::What;
use crate::eval::{Eval, Value};
use crate::place::Place;
use crate::value::Field;

impl Eval<'_> {
    pub(super) fn cd(&mut self, rest: &[Field]) {
        let target = rest.iter().find(|field| {
            !(field.shown().starts_with('-') && field.shown().len() > 1 && !field.splits)
        });
        let Some(field) = target else {
            self.shell.cwd = self.home();
            return;
        };
        if field.shown() == "-" {
            let before = self.shell.variables.get("OLDPWD").cloned();
            self.shell.cwd = before.and_then(|it| match it.values.as_slice() {
                [Value::Text(text)] => text.whole(),
                _ => None,
            });
            if let Some(cwd) = self.shell.cwd.clone() {
                let field = Field::known(cwd);
                let place = self.place_of(&field);
                self.shell.cwd = entered(&place);
                self.say(What::List(place));
            }
            return;
        }
        let field = &self.through_cdpath(field);
        let place = self.place_of(field);
        self.shell.cwd = entered(&place);
        self.say(What::List(place));
    }

    /// `CDPATH=/a; cd b` goes to `/a/b`, where that is.
    fn through_cdpath(&self, field: &Field) -> Field {
        let tops = self.shell.variables.get("CDPATH");
        let top = tops.and_then(|it| match it.values.as_slice() {
            [Value::Text(text)] => text.whole(),
            _ => None,
        });
        match (top, field.whole()) {
            (Some(top), Some(path)) if !top.is_empty() && !path.starts_with(['/', '.', '~']) => {
                let top = top.split(':').find(|it| !it.is_empty()).unwrap_or(".");
                Field::known(format!("{top}/{path}"))
            }
            (Some(_) | None, _) => field.clone(),
        }
    }
}

/// The directory in which a shell is that went to a place.
fn entered(place: &Place) -> Option<String> {
    match (place, place.is_pattern()) {
        (Place::Unknown { .. }, _) | (_, true) => None,
        (Place::Inside { path, .. }, false) => Some(path.clone()),
        (Place::Home { .. } | Place::Outside { .. }, false) => place.text(),
    }
}
