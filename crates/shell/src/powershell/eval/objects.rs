//! Members of values: properties, methods and what assigning to them means.

use super::{Eval, text, types};
use crate::effect::{Network, Origin, Way, What};
use crate::powershell::tree::Expr;
use crate::powershell::value::{Data, Value};
use crate::windows::apply::Traffic;
use crate::windows::model::Role;

/// Methods that only look, whatever they are called on.
const LOOKS: &[&str] = &[
    "tostring",
    "trim",
    "trimstart",
    "trimend",
    "split",
    "replace",
    "substring",
    "tolower",
    "toupper",
    "contains",
    "startswith",
    "endswith",
    "indexof",
    "lastindexof",
    "gettype",
    "equals",
    "compareto",
    "getenumerator",
    "add",
    "addrange",
    "count",
    "foreach",
    "where",
    "padleft",
    "padright",
    "adddays",
    "addhours",
    "addminutes",
    "toshortdatestring",
    "tolocaltime",
    "touniversaltime",
    "containskey",
    "containsvalue",
    "insert",
    "join",
    "append",
    "appendline",
    "tochararray",
    "gethashcode",
    "matches",
    "match",
    "ismatch",
    "start",
    "stop",
    "reset",
    "restart",
    "writeline",
    "getbytes",
    "close",
    "dispose",
    "flush",
    "tolist",
    "toarray",
    "sort",
    "push",
    "pop",
    "peek",
    "enqueue",
    "dequeue",
    "removeat",
    "addseconds",
    "subtract",
    "tointeger",
    "normalize",
    "computehash",
];

impl Eval<'_, '_> {
    pub(super) fn member(
        &mut self,
        of: &Expr,
        name: &Expr,
        arguments: Option<&[Expr]>,
        is_static: bool,
    ) -> Value {
        let name = self.expression(name);
        if let (true, Expr::Variable(variable), Ok("reverse")) =
            (is_static, first_of(arguments), name.as_text().as_deref())
        {
            return self.reverse(variable);
        }
        let target = self.expression(of);
        let values: Option<Vec<Value>> =
            arguments.map(|all| all.iter().map(|it| self.expression(it)).collect());
        let Ok(name) = name.as_text() else {
            let by = self.by.clone();
            self.s.unknown("a member whose name is not known", &by);
            return Value::made_of([&target]);
        };
        let name = name.to_lowercase();
        if let Some(kind) = target.kind().and_then(|it| it.strip_prefix('[')) {
            let kind = kind.strip_suffix(']').unwrap_or(kind).to_owned();
            return types::member(self, &kind, &name, values.as_deref());
        }
        match values {
            Some(values) => self.method(&target, &name, &values),
            None => self.property(&target, &name),
        }
    }

    /// `[array]::Reverse($x)` changes the variable.
    fn reverse(&mut self, variable: &str) -> Value {
        if let Some(value) = self.vars.get(variable).cloned() {
            let mut items = value.items();
            items.reverse();
            self.vars.insert(
                variable.to_owned(),
                Value::list(items).also(Origin::Computed),
            );
        }
        Value::nothing()
    }

    fn property(&mut self, of: &Value, name: &str) -> Value {
        match &of.data {
            Data::Table(rows) => match rows.iter().find(|(key, _)| key == name) {
                Some((_, value)) => value.clone(),
                None => Value::made_of([of]),
            },
            Data::Below(_) if !matches!(name, "length" | "count" | "lastwritetime") => of.clone(),
            Data::Text(text) if name == "length" => {
                Value::number(i64::try_from(text.chars().count()).unwrap_or(i64::MAX))
            }
            Data::List(items) if matches!(name, "length" | "count") => {
                Value::number(i64::try_from(items.len()).unwrap_or(i64::MAX))
            }
            Data::Object(kind) => Value::object(&format!("{kind}.{name}")).with(&of.from),
            Data::Text(text) if name == "name" || text.to_lowercase().ends_with("profile.ps1") => {
                of.clone()
            }
            Data::Text(_)
            | Data::Number(_)
            | Data::Bytes(_)
            | Data::List(_)
            | Data::Block(_)
            | Data::Below(_)
            | Data::Opaque(_) => Value::made_of([of]),
        }
    }

    fn method(&mut self, of: &Value, name: &str, arguments: &[Value]) -> Value {
        let by = self.by.clone();
        for block in arguments.iter().filter_map(Value::block) {
            let _ = self.call_block(&block, Vec::new(), Some(Value::made_of([of])));
        }
        if let Some(block) = of.block() {
            return match name {
                "invoke" | "invokereturnasis" | "invokewithcontext" => {
                    self.call_block(&block, arguments.to_vec(), None)
                }
                "getnewclosure" | "tostring" => of.clone(),
                _ => self.not_understood(of, "a method of a block"),
            };
        }
        if let Some(kind) = of.kind().map(str::to_owned) {
            return self.object(&kind, of, name, arguments);
        }
        if name.starts_with("invoke") {
            self.s.origins("powershell", &of.word(), &by);
            return self.not_understood(of, "something is invoked that is not known");
        }
        let all: Vec<&Value> = std::iter::once(of).chain(arguments).collect();
        if let Ok(text) = of.as_text()
            && let Some(data) = text::method(&text, name, arguments)
        {
            return Value {
                data,
                ..Value::made_of(all)
            }
            .also(Origin::Computed);
        }
        if LOOKS.contains(&name) {
            return Value::made_of(all);
        }
        match name {
            "delete" | "moveto" => {
                self.s.delete(&of.word(), true, &by);
                Value::made_of(all)
            }
            "copyto" | "kill" | "create" | "setvalue" => {
                self.not_understood(of, "a method changes something")
            }
            _ => self.not_understood(of, "a method is not understood"),
        }
    }

    pub(super) fn not_understood(&mut self, of: &Value, why: &str) -> Value {
        let by = self.by.clone();
        self.s.unknown(why, &by);
        Value::made_of([of]).also(Origin::Program)
    }

    /// Methods of objects of known kinds.
    fn object(&mut self, kind: &str, of: &Value, name: &str, arguments: &[Value]) -> Value {
        let by = self.by.clone();
        if kind.starts_with("executioncontext") {
            return match (name, arguments.first()) {
                ("invokescript" | "newscriptblock" | "expandstring", Some(text)) => {
                    self.code_value(text);
                    Value::opaque(Origin::Program)
                }
                (_, _) => {
                    self.s.unknown("PowerShell's own insides are used", &by);
                    Value::opaque(Origin::Decoded)
                }
            };
        }
        if kind.starts_with("encoding") {
            return types::encoding(kind, name, arguments);
        }
        if kind == "net.webclient" || kind == "net.http.httpclient" {
            return self.client(name, arguments);
        }
        if LOOKS.contains(&name) {
            return Value::made_of(std::iter::once(of).chain(arguments)).also(Origin::Computed);
        }
        self.not_understood(of, "a method of an object is not understood")
    }

    /// Methods of the clients of .NET.
    fn client(&mut self, name: &str, arguments: &[Value]) -> Value {
        let by = self.by.clone();
        let sends =
            name.starts_with("upload") || name.starts_with("post") || name.starts_with("put");
        let traffic = Traffic {
            way: sends.then_some(Way::Upload),
        };
        if let Some(address) = arguments.first() {
            self.s
                .role(Role::Url, &address.word(), false, &traffic, &by);
        } else if name != "dispose" {
            let (host, way) = (None, Way::Send);
            self.s.say(What::Network(Network::to(host, way)), &by);
        }
        if name.starts_with("downloadfile")
            && let Some(file) = arguments.get(1)
        {
            self.s.role(Role::Save, &file.word(), false, &traffic, &by);
            self.s.mark(
                crate::effect::Level::Ask,
                "download",
                "it downloads a file",
                &by,
            );
        }
        if name.starts_with("uploadfile")
            && let Some(file) = arguments.last()
        {
            self.s.read(&file.word(), false, &by);
        }
        Value::opaque(Origin::Network)
    }

    pub(super) fn assign_member(&mut self, of: &Expr, name: &Expr, value: &Value) {
        let by = self.by.clone();
        let name = self.expression(name).as_text().unwrap_or_default();
        if name.contains("callback") {
            self.s
                .deny("trust", "it switches the checks of certificates off", &by);
            return;
        }
        let target = self.expression(of);
        let of_type = target.kind().is_some_and(|it| it.starts_with('['));
        let harmless = matches!(
            name.as_str(),
            "securityprotocol" | "outputencoding" | "inputencoding" | "title"
        );
        if of_type && !harmless {
            self.s.unknown("a setting of .NET is changed", &by);
        }
        if let Expr::Variable(variable) = of
            && !of_type
        {
            let next = match target.data {
                Data::Object(_) => target,
                Data::Text(_)
                | Data::Number(_)
                | Data::Bytes(_)
                | Data::List(_)
                | Data::Block(_)
                | Data::Table(_)
                | Data::Below(_)
                | Data::Opaque(_) => Value::made_of([&target, value]),
            };
            self.vars.insert(variable.clone(), next);
        }
    }

    /// A value that is run as text or as a block.
    pub(super) fn code_value(&mut self, value: &Value) {
        let by = self.by.clone();
        match value.block() {
            Some(block) => {
                let _ = self.call_block(&block, Vec::new(), None);
            }
            None => self.run_text(value, &by),
        }
    }

    /// A text that is run here, where the variables of here hold.
    fn run_text(&mut self, value: &Value, by: &str) {
        let word = value.word();
        let Some(text) = word.known().map(str::to_owned) else {
            self.s.code("powershell", &word, by);
            return;
        };
        self.s.origins("powershell", &word, by);
        self.s.charge(text.len() >> 5);
        match crate::powershell::reader::read(&text) {
            Ok(statements) if self.calls < super::CALLS_MAX => {
                self.calls = self.calls.saturating_add(1);
                let _ = self.statements(&statements);
                self.calls = self.calls.saturating_sub(1);
            }
            Ok(_) => self.s.unknown("texts run texts too deeply", by),
            Err(why) => {
                let found = crate::windows::Refusal::of(&text, why).effects;
                for effect in found {
                    self.s.say(effect.what, by);
                }
            }
        }
    }
}

fn first_of(arguments: Option<&[Expr]>) -> &Expr {
    const NONE: &Expr = &Expr::Number(0);
    arguments.and_then(<[Expr]>::first).unwrap_or(NONE)
}
