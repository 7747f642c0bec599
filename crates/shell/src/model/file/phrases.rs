//! The phrases of a model: conditions, options, operands, roles, outputs and effects.

use std::collections::BTreeMap;

use crate::effect::Level;
use crate::model::{Clause, Condition, Count, Given, Operand, Opt, Output, Role, Takes, Which};
use crate::recipes::Form;

pub(super) fn all_options(raw: &BTreeMap<String, String>) -> Result<Vec<Opt>, String> {
    raw.iter()
        .map(|(names, phrase)| option(names, phrase))
        .collect()
}

pub(super) fn each<T>(
    phrases: &[String],
    read: fn(&str) -> Result<T, String>,
) -> Result<Vec<Given<T>>, String> {
    phrases.iter().map(|phrase| given(phrase, read)).collect()
}

/// `when a|b: rest`, `unless a: rest`, `when a and not b|c: rest`, or the rest alone.
fn given<T>(phrase: &str, read: fn(&str) -> Result<T, String>) -> Result<Given<T>, String> {
    let phrase = phrase.trim();
    for (word, none) in [("when ", false), ("unless ", true)] {
        if let Some(rest) = phrase.strip_prefix(word)
            && let Some((names, rest)) = rest.split_once(':')
        {
            return Ok(Given {
                when: condition(names, none),
                it: read(rest.trim())?,
            });
        }
    }
    Ok(Given {
        when: Condition::Always,
        it: read(phrase)?,
    })
}

fn condition(text: &str, none: bool) -> Condition {
    let mut parts = text.split(" and ").map(|part| {
        let part = part.trim();
        let (names, none) = match part.strip_prefix("not ") {
            Some(names) => (names, !none),
            None => (part, none),
        };
        let names = names.split('|').map(|name| name.trim().to_owned());
        if none {
            Condition::None(names.collect())
        } else {
            Condition::Any(names.collect())
        }
    });
    match (parts.next(), parts.next()) {
        (Some(first), None) => first,
        (first, second) => Condition::All(first.into_iter().chain(second).chain(parts).collect()),
    }
}

fn option(names: &str, phrase: &str) -> Result<Opt, String> {
    let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    let wrong = |why: String| format!("option `{}`: {why}", names.join(" "));
    let (head, rest) = phrase.split_once(',').unwrap_or((phrase, ""));
    let head = head.trim();
    let (takes, roles) = if head == "flag" {
        (Takes::Nothing, Vec::new())
    } else if let Some(second) = head.strip_prefix("pair ") {
        (Takes::Pair, alternatives(second).map_err(wrong)?)
    } else {
        let optional = head.ends_with('?');
        let roles = alternatives(head.trim_end_matches('?')).map_err(wrong)?;
        (
            if optional {
                Takes::Optional
            } else {
                Takes::Required
            },
            roles,
        )
    };
    let (modes, clauses) =
        clauses(rest).map_err(|why| format!("option `{}`: {why}", names.join(" ")))?;
    Ok(Opt {
        names,
        takes,
        roles,
        clauses,
        modes,
    })
}

fn alternatives(text: &str) -> Result<Vec<Given<Role>>, String> {
    text.split(" / ").map(|one| given(one, role)).collect()
}

/// What follows the first comma: `mode x`, and clauses; one with a reason takes the rest.
pub(super) fn clauses(text: &str) -> Result<(Vec<String>, Vec<Clause>), String> {
    let mut modes = Vec::new();
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let reasons = [
            "ask ",
            "deny ",
            "privilege ",
            "configure ",
            "secret ",
            "unknown ",
        ];
        if reasons.iter().any(|word| rest.starts_with(word)) {
            out.push(clause(rest)?);
            break;
        }
        let (one, more) = rest.split_once(',').unwrap_or((rest, ""));
        match one.trim().strip_prefix("mode ") {
            Some(mode) => modes.push(mode.trim().to_owned()),
            None => out.push(clause(one.trim())?),
        }
        rest = more.trim();
    }
    Ok((modes, out))
}

pub(super) fn roles_and_clauses(phrase: &str) -> Result<(Vec<Given<Role>>, Vec<Clause>), String> {
    let starts = ["ask ", "deny ", "configure ", "privilege "];
    if starts.iter().any(|word| phrase.trim().starts_with(word)) {
        return Ok((Vec::new(), vec![clause(phrase.trim())?]));
    }
    let (head, rest) = phrase.split_once(',').unwrap_or((phrase, ""));
    let (_, clauses) = clauses(rest)?;
    Ok((alternatives(head.trim())?, clauses))
}

pub(super) fn operands(text: &str) -> Result<Vec<Operand>, String> {
    text.split_whitespace()
        .map(|word| {
            let (name, count) = match (word.strip_suffix("..."), word.strip_suffix('?')) {
                (Some(name), _) => (name, Count::Many),
                (None, Some(name)) => (name, Count::Optional),
                (None, None) => (word, Count::One),
            };
            Ok(Operand {
                role: match name {
                    "shell" if count == Count::Many => Role::ShellWords,
                    name => role(name)?,
                },
                count,
            })
        })
        .collect()
}

pub(super) fn role(text: &str) -> Result<Role, String> {
    Ok(match text.trim() {
        "text" => Role::Text,
        "read" => Role::Read,
        "sample" => Role::Sample,
        "size" => Role::Size,
        "prefix" => Role::Prefix,
        "arguments" => Role::Arguments,
        "workspace" => Role::Workspace,
        "each-shell" => Role::Shell,
        "walk" => Role::Walk,
        "list" => Role::List,
        "write" => Role::Write,
        "into" => Role::Into,
        "delete" => Role::Delete,
        "delete-all" => Role::DeleteAll,
        "move" => Role::Move,
        "directory" => Role::Directory,
        "execute" => Role::Execute,
        "program" => Role::Program,
        "shell" => Role::Shell,
        "command" => Role::Command,
        "npx" => Role::Package,
        "url" => Role::Url,
        "host" => Role::Host,
        "listen" => Role::Listen,
        "send" => Role::Send,
        "upload" => Role::Upload,
        "remote-read" => Role::RemoteRead,
        "remote-write" => Role::RemoteWrite,
        "variable" => Role::Variable,
        "git-config" => Role::GitConfig,
        "secret" => Role::Secret,
        "unknown" => Role::Unknown,
        other => match other.split_once(':') {
            Some(("code", language)) => Role::Code(language.trim().to_owned()),
            Some(("options", program)) => Role::Options(program.trim().to_owned()),
            Some(("script", language)) => Role::Script(language.trim().to_owned()),
            Some(("recipes", language)) => Role::Recipes(language.trim().to_owned()),
            Some(("holds", language)) => Role::Holds(language.trim().to_owned()),
            Some(("listed", inner)) => Role::Listed(Box::new(role(inner)?)),
            Some(_) | None => return Err(format!("there is no role `{other}`")),
        },
    })
}

pub(super) fn output(text: &str) -> Result<Output, String> {
    Ok(match text {
        "passed" => Output::Passed,
        "lines" => Output::Lines,
        "words" => Output::Words,
        "numbers" => Output::Numbers,
        "decoded" => Output::Decoded,
        "network" => Output::Network,
        "secret" => Output::Secret,
        "own" => Output::Own,
        "names" => Output::Names,
        other => return Err(format!("there is no output `{other}`")),
    })
}

/// `make @all`, `package @first`, `package everywhere @verb`, `package install prepare`.
fn recipes(text: &str) -> Result<Clause, String> {
    let mut words = text.split_whitespace().peekable();
    let form = words.next().unwrap_or_default();
    let form = Form::named(form).ok_or_else(|| format!("there are no recipes of `{form}`"))?;
    let everywhere = words.next_if_eq(&"everywhere").is_some();
    let names = words.map(|word| match word.strip_prefix('@') {
        Some("all") => Ok(Which::All),
        Some("operands") => Ok(Which::Arguments),
        Some("first") => Ok(Which::Operand(0)),
        Some("second") => Ok(Which::Operand(1)),
        Some("verb") => Ok(Which::Verb),
        Some(option) if option.starts_with('-') => Ok(Which::Option(option.to_owned())),
        Some(_) => Err(format!("there are no recipes `{word}`")),
        None => Ok(Which::Named(word.to_owned())),
    });
    Ok(Clause::Recipes {
        form,
        everywhere,
        names: names.collect::<Result<_, _>>()?,
    })
}

pub(super) fn clause(text: &str) -> Result<Clause, String> {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let given = || (!rest.is_empty()).then(|| rest.to_owned());
    Ok(match head {
        "fetch" => Clause::Fetch(given()),
        "send" => Clause::Send,
        "upload" => Clause::Upload,
        "listen" => Clause::Listen,
        "registry" => Clause::Registry,
        "build" => Clause::Build,
        "script" => Clause::Script(given()),
        "recipes" => recipes(rest)?,
        "install" => Clause::Install,
        "privilege" => Clause::Privilege(rest.to_owned()),
        "configure" => Clause::Configure(rest.to_owned()),
        "secret" => Clause::Secret(rest.to_owned()),
        "unknown" => Clause::Unknown(rest.to_owned()),
        "ask" | "deny" => {
            let (id, why) = rest
                .split_once(':')
                .ok_or_else(|| format!("`{text}` lacks its reason"))?;
            Clause::Mark {
                level: if head == "deny" {
                    Level::Deny
                } else {
                    Level::Ask
                },
                id: id.trim().to_owned(),
                why: why.trim().to_owned(),
            }
        }
        "read" | "walk" | "list" | "write" | "into" | "delete" | "delete-all" | "execute" => {
            Clause::Path {
                role: role(head)?,
                path: rest.to_owned(),
            }
        }
        other => return Err(format!("there is no effect `{other}`")),
    })
}
