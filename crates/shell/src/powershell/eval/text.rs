//! Operators, and methods of texts, where all they need is known.

use crate::effect::Origin;
use crate::powershell::value::{Data, ITEMS_MAX, Value, joined, text_of};

/// Largest compiled pattern, in bytes.
const PATTERN_BYTES_MAX: usize = 65_536;

pub(super) fn unary(operator: &str, value: &Value) -> Value {
    match operator {
        "join" => join(&value.items(), "", &value.from),
        "split" | "isplit" | "csplit" => match value.as_text() {
            Ok(text) => list_of(text.split_whitespace().map(str::to_owned), value),
            Err(_) => Value::made_of([value]),
        },
        "-" => match value.as_number() {
            Some(number) => Value::number(number.saturating_neg()).with(&value.from),
            None => Value::made_of([value]),
        },
        "+" => value.clone(),
        _ => Value::made_of([value]).also(Origin::Computed),
    }
}

fn join(items: &[Value], between: &str, from: &std::collections::BTreeSet<Origin>) -> Value {
    let data = match joined(items, between) {
        Ok(text) => Data::Text(text),
        Err(start) => Data::Opaque(start),
    };
    Value {
        data,
        from: from.clone(),
    }
    .also(Origin::Computed)
}

fn list_of(items: impl Iterator<Item = String>, of: &Value) -> Value {
    let items: Vec<Value> = items
        .take(ITEMS_MAX)
        .map(|it| Value::text(&it).with(&of.from).also(Origin::Computed))
        .collect();
    Value::list(items).with(&of.from)
}

pub(super) fn add(left: &Value, right: &Value) -> Value {
    match (&left.data, right.as_number()) {
        (Data::List(items), _) => {
            let all: Vec<Value> = items.iter().cloned().chain(right.items()).collect();
            Value::list(all).with(&left.from)
        }
        (Data::Number(a), Some(b)) => Value::number(a.saturating_add(b))
            .with(&left.from)
            .with(&right.from),
        (_, _) => text_of(&[left.clone(), right.clone()]),
    }
}

pub(super) fn binary(operator: &str, left: &Value, right: &Value) -> Value {
    let opaque = || Value::made_of([left, right]).also(Origin::Computed);
    match operator {
        "+" => add(left, right),
        "*" => times(left, right).unwrap_or_else(opaque),
        "-" | "/" | "%" | "bxor" | "band" | "bor" | "shl" | "shr" => {
            calculate(operator, left, right).unwrap_or_else(opaque)
        }
        "join" => match right.as_text() {
            Ok(between) => join(&left.items(), &between, &left.from).with(&right.from),
            Err(_) => opaque(),
        },
        "f" => format(left, &right.items()).unwrap_or_else(opaque),
        ".." => range(left, right).unwrap_or_else(opaque),
        "replace" | "ireplace" | "creplace" => {
            replace(operator, left, right).unwrap_or_else(opaque)
        }
        "split" | "isplit" | "csplit" => split(left, right).unwrap_or_else(opaque),
        _ => opaque(),
    }
}

fn times(left: &Value, right: &Value) -> Option<Value> {
    let count = right.as_number()?;
    if let Data::Number(number) = left.data {
        return Some(Value::number(number.saturating_mul(count)).with(&left.from));
    }
    let text = left.as_text().ok()?;
    let count = usize::try_from(count)
        .ok()
        .filter(|it| it.saturating_mul(text.len()) <= 65_536)?;
    Some(
        Value::text(&text.repeat(count))
            .with(&left.from)
            .also(Origin::Computed),
    )
}

fn calculate(operator: &str, left: &Value, right: &Value) -> Option<Value> {
    let (a, b) = (left.as_number()?, right.as_number()?);
    let shift = || u32::try_from(b).ok();
    let out = match operator {
        "-" => a.saturating_sub(b),
        "/" if b != 0 && a.checked_rem(b) == Some(0) => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "bxor" => a ^ b,
        "band" => a & b,
        "bor" => a | b,
        "shl" => a.checked_shl(shift()?)?,
        "shr" => a.checked_shr(shift()?)?,
        _ => return None,
    };
    let value = Value::number(out).with(&left.from).with(&right.from);
    Some(if operator == "bxor" {
        value.also(Origin::Decoded)
    } else {
        value
    })
}

/// `'{1}{0}' -f 'a','b'`
pub(super) fn format(template: &Value, items: &[Value]) -> Option<Value> {
    let text = template.as_text().ok()?;
    let mut parts: Vec<Value> = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        parts.push(Value::text(before));
        if let Some(after) = after.strip_prefix('{') {
            parts.push(Value::text("{"));
            rest = after;
            continue;
        }
        let (inner, after) = after.split_once('}')?;
        let number = inner.split([':', ',']).next().unwrap_or_default();
        let item = items.get(number.trim().parse::<usize>().ok()?)?;
        let plain = inner.chars().all(|c| c.is_ascii_digit());
        parts.push(if plain {
            item.clone()
        } else {
            Value::made_of([item])
        });
        rest = after;
    }
    parts.push(Value::text(&rest.replace("}}", "}")));
    Some(text_of(&parts).with(&template.from))
}

fn range(left: &Value, right: &Value) -> Option<Value> {
    let letter = |value: &Value| match value.as_text() {
        Ok(text) if value.as_number().is_none() && text.chars().count() == 1 => {
            text.chars().next().map(|c| i64::from(u32::from(c)))
        }
        Ok(_) | Err(_) => None,
    };
    if let (Some(a), Some(b)) = (letter(left), letter(right)) {
        let items = steps(a, b)?
            .into_iter()
            .filter_map(character)
            .map(|it| Value::text(&it));
        return Some(Value::list(items.collect()));
    }
    let items = steps(left.as_number()?, right.as_number()?)?;
    Some(Value::list(items.into_iter().map(Value::number).collect()))
}

fn steps(from: i64, to: i64) -> Option<Vec<i64>> {
    let far = from.abs_diff(to);
    if far >= 4_096 {
        return None;
    }
    Some(if from <= to {
        (from..=to).collect()
    } else {
        (to..=from).rev().collect()
    })
}

pub(super) fn character(code: i64) -> Option<String> {
    let c = u32::try_from(code).ok().and_then(char::from_u32)?;
    Some(c.to_string())
}

fn pattern(text: &str, folds: bool) -> Option<regex::Regex> {
    regex::RegexBuilder::new(text)
        .case_insensitive(folds)
        .size_limit(PATTERN_BYTES_MAX)
        .build()
        .ok()
}

fn replace(operator: &str, left: &Value, right: &Value) -> Option<Value> {
    let items = right.items();
    let (find, put) = match items.as_slice() {
        [find] => (find.as_text().ok()?, String::new()),
        [find, put] => (find.as_text().ok()?, put.as_text().ok()?),
        _ => return None,
    };
    let pattern = pattern(&find, operator != "creplace")?;
    let put = braced(&put);
    let each = |value: &Value| {
        let text = value.as_text().ok()?;
        let out = pattern.replace_all(&text, put.as_str()).into_owned();
        (out.len() <= 65_536).then(|| {
            Value::text(&out)
                .with(&value.from)
                .with(&right.from)
                .also(Origin::Computed)
        })
    };
    match &left.data {
        Data::List(items) => Some(Value::list(items.iter().map(each).collect::<Option<_>>()?)),
        Data::Text(_)
        | Data::Number(_)
        | Data::Bytes(_)
        | Data::Block(_)
        | Data::Table(_)
        | Data::Object(_)
        | Data::Below(_)
        | Data::Opaque(_) => each(left),
    }
}

/// `$1x` names the first group for .NET, and the group `1x` for us.
fn braced(put: &str) -> String {
    let mut out = String::new();
    let mut chars = put.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '$' && chars.peek().is_some_and(char::is_ascii_digit) {
            out.push('{');
            while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                out.push(digit);
            }
            out.push('}');
        }
    }
    out
}

fn split(left: &Value, right: &Value) -> Option<Value> {
    let items = right.items();
    let by = items.first()?.as_text().ok()?;
    let pattern = pattern(&by, true)?;
    let text = left.as_text().ok()?;
    Some(list_of(pattern.split(&text).map(str::to_owned), left))
}

pub(super) fn index(of: &Value, index: &Value) -> Value {
    let opaque = || Value::made_of([of, index]);
    if let Data::Table(rows) = &of.data {
        let key = index.as_text().unwrap_or_default().to_lowercase();
        let found = rows.iter().find(|(name, _)| *name == key);
        return found.map_or_else(opaque, |(_, value)| value.clone());
    }
    let items: Vec<Value> = match &of.data {
        Data::Text(text) => text
            .chars()
            .take(65_536)
            .map(|c| {
                Value::text(&c.to_string())
                    .with(&of.from)
                    .also(Origin::Computed)
            })
            .collect(),
        Data::List(_) | Data::Bytes(_) => of.items(),
        Data::Number(_)
        | Data::Block(_)
        | Data::Table(_)
        | Data::Object(_)
        | Data::Below(_)
        | Data::Opaque(_) => return opaque(),
    };
    let pick = |at: &Value| -> Option<Value> {
        let at = at.as_number()?;
        let at = if at < 0 {
            items
                .len()
                .checked_sub(usize::try_from(at.unsigned_abs()).ok()?)?
        } else {
            usize::try_from(at).ok()?
        };
        items.get(at).cloned()
    };
    let picked: Option<Vec<Value>> = index.items().iter().map(pick).collect();
    match picked.map(<[Value; 1]>::try_from) {
        Some(Ok([one])) => one,
        Some(Err(all)) => Value::list(all),
        None => opaque(),
    }
}

/// A method of a text; none: it is not known, or what it needs isn't.
pub(super) fn method(text: &str, name: &str, arguments: &[Value]) -> Option<Data> {
    let word = |at: usize| arguments.get(at).and_then(|it| it.as_text().ok());
    let number = |at: usize| {
        let value = arguments.get(at).and_then(Value::as_number);
        value.and_then(|it| usize::try_from(it).ok())
    };
    let count = text.chars().count();
    let part =
        |from: usize, length: usize| text.chars().skip(from).take(length).collect::<String>();
    Some(Data::Text(match name {
        "tostring" | "normalize" | "clone" => text.to_owned(),
        "tolower" | "tolowerinvariant" => text.to_lowercase(),
        "toupper" | "toupperinvariant" => text.to_uppercase(),
        "trim" if arguments.is_empty() => text.trim().to_owned(),
        "trimstart" if arguments.is_empty() => text.trim_start().to_owned(),
        "trimend" if arguments.is_empty() => text.trim_end().to_owned(),
        "trim" => text
            .trim_matches(|c| word(0).unwrap_or_default().contains(c))
            .to_owned(),
        "replace" => text.replace(&word(0).filter(|it| !it.is_empty())?, &word(1)?),
        "substring" => part(
            number(0)?,
            if arguments.len() > 1 {
                number(1)?
            } else {
                count
            },
        ),
        "remove" => {
            let from = number(0)?;
            let gone = if arguments.len() > 1 {
                number(1)?
            } else {
                count
            };
            let tail = part(from.saturating_add(gone), count);
            part(0, from) + &tail
        }
        "insert" => part(0, number(0)?) + &word(1)? + &part(number(0)?, count),
        "padleft" | "padright" => return None,
        "tochararray" | "getenumerator" => {
            let items = text
                .chars()
                .take(65_536)
                .map(|c| Value::text(&c.to_string()));
            return Some(Data::List(items.collect()));
        }
        "split" => {
            let by: Vec<String> = arguments
                .iter()
                .flat_map(Value::items)
                .map(|it| it.as_text().ok())
                .collect::<Option<_>>()?;
            let chars: Vec<char> = by.iter().flat_map(|it| it.chars()).collect();
            let items = text
                .split(|c| chars.contains(&c))
                .take(ITEMS_MAX)
                .map(Value::text);
            return Some(Data::List(items.collect()));
        }
        _ => return None,
    }))
}
