//! Expressions to values.

use super::{Eval, text};
use crate::effect::{Origin, What};
use crate::powershell::tree::{Expr, Statement};
use crate::powershell::value::{Data, Value, text_of};
use crate::windows::names::is_secret_name;

impl Eval<'_, '_> {
    pub(super) fn expression(&mut self, expression: &Expr) -> Value {
        let by = self.by.clone();
        if !self.s.step(&by) {
            return Value::opaque(Origin::Unknown);
        }
        let value = self.evaluated(expression);
        self.s.charge(value.size() >> 6);
        value
    }

    fn evaluated(&mut self, expression: &Expr) -> Value {
        match expression {
            Expr::Text(text) => Value::text(text),
            Expr::Number(number) => Value::number(*number),
            Expr::Expand(pieces) => {
                let parts: Vec<Value> = pieces.iter().map(|it| self.expression(it)).collect();
                text_of(&parts)
            }
            Expr::Variable(name) => self.variable(name),
            Expr::List(items) => {
                let items: Vec<Value> = items.iter().map(|it| self.expression(it)).collect();
                Value::list(items)
            }
            Expr::Sub { body, list } => {
                let value = self.statements(body);
                if *list {
                    Value::list(value.items()).with(&value.from)
                } else {
                    value
                }
            }
            Expr::Block(block) => {
                Value::of(Data::Block(std::rc::Rc::clone(block)), Origin::Written)
            }
            Expr::Table(rows) => self.table(rows),
            Expr::Type(name) => Value::object(&format!("[{name}]")),
            Expr::Cast(kind, inner) => {
                let value = self.expression(inner);
                self.cast(kind, value)
            }
            Expr::Unary(operator, inner) => {
                let value = self.expression(inner);
                if let ("++", Expr::Variable(name)) = (operator.as_str(), inner.as_ref()) {
                    let next = Value::made_of([&value]);
                    self.vars.insert(name.clone(), next);
                }
                text::unary(operator, &value)
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                // `-replace` and `-split` may be given a block that is run.
                for block in right.items().iter().filter_map(Value::block) {
                    let _ = self.call_block(&block, Vec::new(), None);
                }
                text::binary(operator, &left, &right)
            }
            Expr::Index(of, index) => {
                let (of, index) = (self.expression(of), self.expression(index));
                text::index(&of, &index)
            }
            Expr::Member {
                of,
                name,
                arguments,
                is_static,
            } => self.member(of, name, arguments.as_deref(), *is_static),
        }
    }

    fn table(&mut self, rows: &[(Expr, Statement)]) -> Value {
        let mut out = Vec::new();
        for (key, value) in rows {
            let key = self.expression(key).as_text().unwrap_or_default();
            out.push((key.to_lowercase(), self.statement(value)));
        }
        let values: Vec<Value> = out.iter().map(|(_, value)| value.clone()).collect();
        let made = Value::made_of(&values);
        Value {
            data: Data::Table(out),
            from: made.from,
        }
        .also(Origin::Written)
    }

    fn variable(&mut self, name: &str) -> Value {
        if let Some(name) = name.strip_prefix("env:") {
            return self.environment(name);
        }
        if let Some((drive, _)) = name.split_once(':') {
            let by = self.by.clone();
            self.s
                .unknown(&format!("the drive `{drive}` is read as a variable"), &by);
            return Value::opaque(Origin::Unknown);
        }
        if let Some(value) = self.vars.get(name) {
            return value.clone();
        }
        match name {
            "home" => Value::text(self.home()),
            "pwd" => Value::text("."),
            "pshome" => Value::text(r"C:\Windows\System32\WindowsPowerShell\v1.0"),
            "profile" => Value::text(r"~\Documents\PowerShell\Microsoft.PowerShell_profile.ps1"),
            "true" | "false" => Value::text(name),
            "null" => Value::nothing(),
            "verbosepreference" | "debugpreference" | "informationpreference" => {
                Value::text("SilentlyContinue").also(Origin::Computed)
            }
            "erroractionpreference" | "warningpreference" => Value::text("Continue"),
            "shellid" => Value::text("Microsoft.PowerShell").also(Origin::Computed),
            "ofs" => Value::text(" "),
            "executioncontext" => Value::object("executioncontext"),
            "psversiontable" | "host" | "pid" | "lastexitcode" | "?" | "^" | "$" | "iswindows"
            | "islinux" | "ismacos" | "iscoreclr" | "psculture" | "psedition" | "psuiculture" => {
                Value::opaque(Origin::Computed)
            }
            "error" | "matches" | "foreach" | "switch" => Value::opaque(Origin::Program),
            "psscriptroot" | "pscommandpath" | "myinvocation" => Value::opaque(Origin::Environment),
            _ => Value::opaque(Origin::Unknown),
        }
    }

    pub(super) fn home(&self) -> &'static str {
        "~"
    }

    pub(super) fn environment(&mut self, name: &str) -> Value {
        let name = name.to_lowercase();
        let known = known_variable(&name);
        if let Some(text) = known {
            return Value::text(text).also(Origin::Computed);
        }
        if is_secret_name(&name) {
            let by = self.by.clone();
            let why = format!("the variable `{name}`");
            self.s.say(What::Secret(why), &by);
            return Value::opaque(Origin::Secret);
        }
        Value::opaque(Origin::Environment)
    }
}

/// What variables hold wherever Windows is installed as usual.
pub(crate) fn known_variable(name: &str) -> Option<&'static str> {
    Some(match name {
        "userprofile" | "home" | "homedrive" => "~",
        // Behind the drive of the home directory.
        "homepath" => "\\.",
        "systemdrive" => "C:",
        "appdata" => r"~\AppData\Roaming",
        "localappdata" => r"~\AppData\Local",
        "temp" | "tmp" => r"~\AppData\Local\Temp",
        "programdata" | "allusersprofile" => r"C:\ProgramData",
        "systemroot" | "windir" => r"C:\Windows",
        "programfiles" | "programw6432" => r"C:\Program Files",
        "programfiles(x86)" => r"C:\Program Files (x86)",
        "commonprogramfiles" => r"C:\Program Files\Common Files",
        "public" => r"C:\Users\Public",
        "comspec" => r"C:\WINDOWS\system32\cmd.exe",
        "onedrive" => r"~\OneDrive",
        "pathext" => ".COM;.EXE;.BAT;.CMD;.VBS;.VBE;.JS;.JSE;.WSF;.WSH;.MSC",
        "os" => "Windows_NT",
        "cd" => ".",
        _ => return None,
    })
}
