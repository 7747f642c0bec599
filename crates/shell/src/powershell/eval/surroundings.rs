//! Files and the environment through .NET.

use super::Eval;
use crate::effect::{Origin, What};
use crate::powershell::value::Value;
use crate::windows::Word;
use crate::windows::native::origin_of;

pub(super) fn environment(eval: &mut Eval<'_, '_>, name: &str, given: &[Value]) -> Value {
    let by = eval.by.clone();
    let first = given.first().map(|it| it.as_text());
    match (name, first) {
        ("getenvironmentvariable", Some(Ok(name))) => eval.environment(&name),
        ("getenvironmentvariables" | "getenvironmentvariable", _) => {
            eval.s.say(What::Secret("the environment".to_owned()), &by);
            Value::opaque(Origin::Secret)
        }
        ("setenvironmentvariable", Some(Ok(name))) => {
            let value = given.get(1).and_then(|it| it.as_text().ok());
            eval.s.sets(&name, value.as_deref(), &by);
            if given.len() > 2 {
                eval.s.deny(
                    "persistence",
                    "the environment of later programs is changed",
                    &by,
                );
            }
            Value::nothing()
        }
        ("getfolderpath", Some(Ok(folder))) => Value::text(match folder.to_lowercase().as_str() {
            "startup" => r"~\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Startup",
            "applicationdata" => r"~\AppData\Roaming",
            "localapplicationdata" => r"~\AppData\Local",
            "system" => r"C:\Windows\System32",
            "desktop" => r"~\Desktop",
            _ => "~",
        }),
        ("setenvironmentvariable", _) => {
            eval.not_understood(&Value::nothing(), "a variable is set")
        }
        ("username" | "machinename" | "userdomainname", _) => Value::opaque(Origin::Environment),
        (_, _) => Value::made_of(given).also(Origin::Computed),
    }
}

pub(super) fn file(eval: &mut Eval<'_, '_>, kind: &str, name: &str, given: &[Value]) -> Value {
    let by = eval.by.clone();
    let words: Vec<Word> = given.iter().map(Value::word).collect();
    let Some(first) = words.first() else {
        return Value::opaque(Origin::Computed);
    };
    let recursive = words.get(1).is_some_and(|it| it.known() != Some("false"));
    match name {
        "exists" | "getlastwritetime" | "getattributes" => eval.s.list(first, &by),
        n if n.starts_with("get") || n.starts_with("enumerate") => eval.s.list(first, &by),
        n if n.starts_with("read")
            || n == "openread"
            || n == "opentext"
            || kind == "streamreader" =>
        {
            eval.s.read(first, false, &by);
            return Value::opaque(origin_of(&eval.s.place(first)));
        }
        n if n.starts_with("write")
            || n.starts_with("append")
            || n.starts_with("create")
            || n.starts_with("set")
            || n.starts_with("open")
            || kind == "streamwriter" =>
        {
            if let Some(target) = given.first() {
                eval.writes(target, given.get(1));
            }
        }
        "delete" => eval.s.delete(first, recursive, &by),
        "copy" | "move" | "replace" => {
            eval.s.read(first, false, &by);
            if name == "move" {
                eval.s.delete(first, false, &by);
            }
            if let Some(to) = words.get(1) {
                eval.s.write(to, &by);
            }
        }
        _ => eval.s.unknown("a method of files is not understood", &by),
    }
    Value::opaque(Origin::Computed)
}
