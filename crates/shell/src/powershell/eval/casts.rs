//! Casts.

use super::types::script_block;
use super::{Eval, text};
use crate::effect::Origin;
use crate::powershell::value::{Value, text_of};

/// Types whose cast decides nothing here.
const UNCHANGED: &[&str] = &[
    "string[]",
    "object[]",
    "array",
    "int[]",
    "byte[]",
    "void",
    "pscustomobject",
    "ordered",
    "psobject",
    "datetime",
    "xml",
    "regex",
    "version",
    "double",
    "bool",
    "guid",
    "hashtable",
    "timespan",
    "decimal",
    "switch",
    "float",
    "uri",
    "ref",
    "single",
    "object",
    "collections.arraylist",
    "uint32",
    "uint64",
    "int16",
    "math",
    "net.ipaddress",
    "ipaddress",
    "mailaddress",
    "io.fileinfo",
    "io.directoryinfo",
    "net.securityprotocoltype",
    "text.encoding",
];

pub(super) fn char_of(value: &Value) -> Option<Value> {
    let text = match value.as_number() {
        Some(code) => text::character(code)?,
        None => value.as_text().ok()?,
    };
    Some(Value::text(&text).with(&value.from).also(Origin::Computed))
}

impl Eval<'_, '_> {
    pub(super) fn cast(&mut self, kind: &str, value: Value) -> Value {
        let by = self.by.clone();
        match kind {
            "char" => char_of(&value).unwrap_or_else(|| Value::made_of([&value])),
            "char[]" => characters(&value),
            "int" | "int32" | "long" | "byte" | "int64" => whole_number(&value),
            "string" => text_of(&[value]),
            "scriptblock" => script_block(self, &[value]),
            "type" => match value.as_text() {
                Ok(name) => {
                    let name = name.to_lowercase();
                    Value::object(&format!(
                        "[{}]",
                        name.strip_prefix("system.").unwrap_or(&name)
                    ))
                }
                Err(_) => self.not_understood(&value, "a type whose name is not known"),
            },
            "adsi" | "wmi" | "wmiclass" | "wmisearcher" | "adsisearcher" => {
                self.s
                    .deny("machine", "it works on the machine's own directory", &by);
                Value::opaque(Origin::Program)
            }
            _ if UNCHANGED.contains(&kind) => value,
            _ => self.not_understood(&value, &format!("the type `{kind}` is not understood")),
        }
    }
}

/// `[char[]]`: the characters of one text, or one for every item.
fn characters(value: &Value) -> Value {
    let items = value.items();
    let one = match items.as_slice() {
        [one] => one.as_text().ok().filter(|_| one.as_number().is_none()),
        _ => None,
    };
    match one {
        Some(text) => Value::list(text.chars().map(|c| Value::text(&c.to_string())).collect())
            .with(&value.from),
        None => {
            let all: Option<Vec<Value>> = items.iter().map(char_of).collect();
            all.map_or_else(|| Value::made_of([value]), Value::list)
        }
    }
}

/// `[int]`: a number, or the code of a single character.
fn whole_number(value: &Value) -> Value {
    match value.as_number() {
        Some(number) => Value::number(number).with(&value.from),
        None => match value.as_text().map(|it| it.chars().collect::<Vec<_>>()) {
            Ok(chars) if chars.len() == 1 => {
                let code = chars
                    .first()
                    .map(|c| i64::from(u32::from(*c)))
                    .unwrap_or_default();
                Value::number(code).with(&value.from)
            }
            Ok(_) | Err(_) => Value::made_of([value]),
        },
    }
}
