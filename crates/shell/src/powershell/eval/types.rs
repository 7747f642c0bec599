//! Static members of .NET types.

use super::casts::char_of;
use super::surroundings::{environment, file};
use super::{Eval, text};
use crate::effect::{Level, Network, Origin, Way, What};
use crate::powershell::value::{Data, Value, text_of};
use crate::windows::Word;
use crate::windows::decode;
use crate::windows::native::Called;

/// Types whose members compute and do nothing else.
const PURE: &[&str] = &[
    "math",
    "datetime",
    "datetimeoffset",
    "guid",
    "timespan",
    "version",
    "int",
    "int32",
    "int64",
    "long",
    "double",
    "decimal",
    "float",
    "byte",
    "bool",
    "string",
    "char",
    "console",
    "regex",
    "array",
    "convert",
    "diagnostics.stopwatch",
    "uri",
    "text.encoding",
    "io.path",
    "net.webutility",
    "web.httputility",
    "globalization.cultureinfo",
    "enum",
    "linq.enumerable",
    "stringcomparison",
    "environment",
    "security.cryptography.sha256",
    "security.cryptography.md5",
    "pscustomobject",
    "void",
    "bigint",
    "numerics.biginteger",
    "random",
    "dayofweek",
    "timezoneinfo",
    "ipaddress",
    "net.ipaddress",
    "xml",
    "text.stringbuilder",
    "collections.generic.list[string]",
    "collections.arraylist",
    "net.servicepointmanager",
    "net.securityprotocoltype",
    "object",
    "psobject",
    "hashtable",
    "ordered",
    "nullstring",
    "runtime.interopservices.runtimeinformation",
    "threading.thread",
    "io.fileinfo",
    "io.directoryinfo",
    "switch",
    "system.io.path",
    "stringsplitoptions",
    "io.searchoption",
    "text.regularexpressions.regex",
    "mailaddress",
    "ref",
    "int16",
    "uint32",
    "single",
    "uint64",
    "uint16",
    "type",
    "collections.generic.list[object]",
    "single[]",
];

pub(super) fn member(
    eval: &mut Eval<'_, '_>,
    kind: &str,
    name: &str,
    arguments: Option<&[Value]>,
) -> Value {
    let given = arguments.unwrap_or_default();
    let all = || Value::made_of(given).also(Origin::Computed);
    let short = kind.rsplit('.').next().unwrap_or(kind);
    if let Some(value) = computed(short, name, arguments) {
        return value;
    }
    if let Some(value) = reaching_out(eval, short, name, given) {
        return value;
    }
    if let Some(value) = acting(eval, short) {
        return value;
    }
    match (short, name) {
        ("scriptblock", "create") => script_block(eval, given),
        ("environment", _) => environment(eval, name, given),
        ("file" | "directory" | "fileinfo" | "streamreader" | "streamwriter", _) => {
            file(eval, short, name, given)
        }
        ("process", "start") => start(eval, given),
        ("process", _) => eval.not_understood(&all(), "processes are looked at"),
        ("webclient", "new") => Value::object("net.webclient"),
        ("httpclient", "new") => Value::object("net.http.httpclient"),
        (_, _) if PURE.contains(&kind) => all(),
        (_, "new") => new_object(eval, kind, given),
        (_, _) => eval.not_understood(&all(), &format!("the type `{kind}` is not understood")),
    }
}

/// Members that only compute; none: it is none of these.
fn computed(short: &str, name: &str, arguments: Option<&[Value]>) -> Option<Value> {
    let given = arguments.unwrap_or_default();
    let all = || Value::made_of(given).also(Origin::Computed);
    let value = match (short, name) {
        ("convert", "frombase64string") => match given.first().and_then(|it| it.as_text().ok()) {
            Some(text) => match decode::base64(&text) {
                Some(bytes) => Value {
                    data: Data::Bytes(bytes),
                    ..all()
                }
                .also(Origin::Decoded),
                None => all().also(Origin::Decoded),
            },
            None => all().also(Origin::Decoded),
        },
        ("convert", "toint32" | "toint16" | "tobyte" | "tochar" | "toint64") => {
            number(short, name, given).unwrap_or_else(all)
        }
        ("encoding", _) if arguments.is_none() => Value::object(&format!("encoding.{name}")),
        ("char", "convertfromutf32") => given.first().and_then(char_of).unwrap_or_else(all),
        ("string", "join") => match given {
            [between, items] => text::binary("join", items, between),
            [between, rest @ ..] => text::binary("join", &Value::list(rest.to_vec()), between),
            [] => all(),
        },
        ("string", "format") => given
            .split_first()
            .and_then(|(first, rest)| text::format(first, rest))
            .unwrap_or_else(all),
        ("string", "concat") => text_of(given),
        ("regex", "replace") => match given {
            [input, find, put] => text::binary(
                "replace",
                input,
                &Value::list(vec![find.clone(), put.clone()]),
            ),
            _ => all(),
        },
        ("regex", "unescape") => all().also(Origin::Decoded),
        ("path", "combine") => {
            let parts: Vec<Value> = given.to_vec();
            text::binary("join", &Value::list(parts), &Value::text("\\"))
        }
        ("path", "gettemppath") => Value::text(r"~\AppData\Local\Temp\"),
        ("path", "getfullpath") => given.first().cloned().unwrap_or_else(all),
        (_, _) => return None,
    };
    Some(value)
}

/// Types that act for the person at the machine, or make whatever a text names; none: it is none of these.
fn acting(eval: &mut Eval<'_, '_>, short: &str) -> Option<Value> {
    let (id, why) = match short {
        "sendkeys" | "sendinput" => ("gate-tamper", "it types for the person at the machine"),
        "activator" => (
            "hidden-command",
            "it makes an object by a name that is data",
        ),
        _ => return None,
    };
    let by = eval.by.clone();
    eval.s.deny(id, why, &by);
    Some(Value::opaque(Origin::Program))
}

/// Members that reach for the network, for secrets or into the machine; none: it is none of these.
fn reaching_out(
    eval: &mut Eval<'_, '_>,
    short: &str,
    name: &str,
    given: &[Value],
) -> Option<Value> {
    let by = eval.by.clone();
    let value = match (short, name) {
        ("webrequest" | "httpwebrequest" | "dns", _) => {
            if let Some(address) = given.first() {
                let network = crate::windows::net::connection(&address.word(), Way::Fetch);
                eval.s.say(What::Network(network), &by);
            }
            Value::opaque(Origin::Network)
        }
        (
            "tcpclient" | "tcplistener" | "udpclient" | "socket" | "smtpclient" | "clientwebsocket",
            _,
        ) => {
            let (host, way) = (None, Way::Send);
            eval.s.say(What::Network(Network::to(host, way)), &by);
            eval.s
                .deny("reverse-shell", "it opens a raw connection", &by);
            Value::opaque(Origin::Network)
        }
        (
            "assembly"
            | "appdomain"
            | "marshal"
            | "gchandle"
            | "methodinfo"
            | "assemblybuilder"
            | "unsafenativemethods"
            | "amsiutils",
            _,
        ) => {
            eval.s.deny("memory", "it loads code into the process", &by);
            Value::object("amsi")
        }
        ("ref", "assembly") => {
            eval.s
                .deny("defences", "it reaches into PowerShell itself", &by);
            Value::object("amsi")
        }
        ("protecteddata" | "passwordvault" | "credentialcache", _) => {
            eval.s.say(What::Secret("a key ring".to_owned()), &by);
            Value::opaque(Origin::Secret)
        }
        ("networkcredential", _) => {
            eval.s
                .mark(Level::Ask, "credential", "it uses a password", &by);
            Value::opaque(Origin::Secret)
        }
        ("clipboard", _) => {
            eval.s.mark(
                Level::Ask,
                "clipboard",
                "it reads what a person copied",
                &by,
            );
            Value::opaque(Origin::Secret)
        }
        ("registry" | "registrykey", _) => {
            eval.s.deny("registry", "it works on the registry", &by);
            Value::made_of(given).also(Origin::Computed)
        }
        (_, _) => return None,
    };
    Some(value)
}

/// An object of a kind that is made.
pub(super) fn new_object(eval: &mut Eval<'_, '_>, kind: &str, given: &[Value]) -> Value {
    let by = eval.by.clone();
    let kind = kind.strip_prefix("system.").unwrap_or(kind);
    let short = kind.rsplit('.').next().unwrap_or(kind);
    match short {
        "webclient" => Value::object("net.webclient"),
        "httpclient" => Value::object("net.http.httpclient"),
        "streamreader" | "streamwriter" | "filestream" => file(eval, short, "open", given),
        "tcpclient" | "tcplistener" | "udpclient" | "socket" | "smtpclient"
        | "networkcredential" | "passwordvault" | "webrequest" => {
            member(eval, kind, "new", Some(given))
        }
        "deflatestream" | "gzipstream" | "cryptostream" | "memorystream" => {
            Value::made_of(given).also(Origin::Decoded)
        }
        "pscredential" => Value::opaque(Origin::Secret),
        "process" | "processstartinfo" => {
            eval.s.unknown("a process is made by hand", &by);
            Value::opaque(Origin::Program)
        }
        _ if PURE.contains(&kind) || kind.starts_with("collections.") => {
            Value::made_of(given).also(Origin::Computed)
        }
        _ => eval.not_understood(
            &Value::made_of(given),
            &format!("the type `{kind}` is not understood"),
        ),
    }
}

fn number(_: &str, name: &str, given: &[Value]) -> Option<Value> {
    let base = given.get(1).and_then(Value::as_number).unwrap_or(10);
    let text = given.first()?.as_text().ok()?;
    let digits = text.strip_prefix("0x").unwrap_or(&text);
    let value = i64::from_str_radix(
        digits,
        u32::try_from(base)
            .ok()
            .filter(|it| (2..=36).contains(it))?,
    )
    .ok()?;
    let from = Value::made_of(given).from;
    Some(match name {
        "tochar" => Value::text(&text::character(value)?)
            .with(&from)
            .also(Origin::Decoded),
        _ => Value::number(value).with(&from).also(Origin::Computed),
    })
}

/// Text from bytes and bytes from text.
pub(super) fn encoding(kind: &str, name: &str, arguments: &[Value]) -> Value {
    let made = Value::made_of(arguments).also(Origin::Computed);
    let Some(value) = arguments.first().filter(|_| name == "getstring") else {
        return made;
    };
    let bytes = match &value.data {
        Data::Bytes(bytes) => Some(bytes.clone()),
        Data::List(items) => items
            .iter()
            .map(|it| it.as_number().and_then(|it| u8::try_from(it).ok()))
            .collect(),
        Data::Text(_)
        | Data::Number(_)
        | Data::Block(_)
        | Data::Table(_)
        | Data::Object(_)
        | Data::Below(_)
        | Data::Opaque(_) => None,
    };
    let text = bytes.and_then(|bytes| {
        if kind.ends_with("unicode") {
            decode::utf16(&bytes)
        } else {
            String::from_utf8(bytes).ok()
        }
    });
    match text {
        Some(text) => Value {
            data: Data::Text(text),
            ..made
        }
        .also(Origin::Decoded),
        None => made.also(Origin::Decoded),
    }
}

pub(super) fn script_block(eval: &mut Eval<'_, '_>, given: &[Value]) -> Value {
    let by = eval.by.clone();
    let Some(text) = given.first() else {
        return Value::nothing();
    };
    eval.s.origins("powershell", &text.word(), &by);
    eval.code_value(text);
    // It has been judged as if it ran at once.
    let empty = std::rc::Rc::new(crate::powershell::tree::Block::default());
    Value {
        data: Data::Block(empty),
        from: text.from.clone(),
    }
}

fn start(eval: &mut Eval<'_, '_>, given: &[Value]) -> Value {
    let by = eval.by.clone();
    let Some(name) = given.first() else {
        return Value::nothing();
    };
    let rest: Vec<Word> = given.iter().skip(1).flat_map(split_words).collect();
    let called = Called {
        name: &name.word(),
        words: &rest,
        input: None,
        by_cmd: false,
        by: &by,
    };
    let _ = eval.s.native(&called);
    Value::opaque(Origin::Program)
}

/// A text of several arguments, as programs split it.
pub(super) fn split_words(value: &Value) -> Vec<Word> {
    value
        .words()
        .iter()
        .flat_map(|word| match word.known() {
            Some(text) => crate::cmd::split(text)
                .into_iter()
                .map(|it| Word {
                    text: Ok(it),
                    ..word.clone()
                })
                .collect(),
            None => vec![word.clone()],
        })
        .collect()
}
