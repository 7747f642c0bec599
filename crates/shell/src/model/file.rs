//! Reading the files of `programs/`: YAML whose values are short phrases, so that a line says what an option does.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::risk::{self, Risk};
use super::{Clause, Given, Model, Opt, Role, Style, Takes};

mod phrases;

use phrases::{all_options, clause, each, operands, output, role, roles_and_clauses};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    program: String,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    style: Style,
    #[serde(default)]
    bundle: bool,
    #[serde(default)]
    lenient: bool,
    /// The roles say all that it changes.
    #[serde(default)]
    contained: bool,
    #[serde(default)]
    negations: bool,
    /// Whether verbs know the options of the program.
    #[serde(default = "yes")]
    inherits: bool,
    /// Options that verbs share, by a name.
    #[serde(default)]
    sets: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    operands: Vec<String>,
    #[serde(default)]
    does: Vec<String>,
    #[serde(default)]
    stdin: Vec<String>,
    #[serde(default)]
    output: Vec<String>,
    #[serde(default)]
    verbs: BTreeMap<String, RawVerb>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

#[derive(Deserialize, Default, Clone)]
#[serde(deny_unknown_fields, default)]
struct RawVerb {
    style: Option<Style>,
    lenient: Option<bool>,
    /// Sets of options that it has besides its own.
    uses: Vec<String>,
    options: BTreeMap<String, String>,
    operands: Vec<String>,
    does: Vec<String>,
    stdin: Vec<String>,
    output: Vec<String>,
    verbs: BTreeMap<String, RawVerb>,
}

fn yes() -> bool {
    true
}

/// What all verbs of a file share.
struct Shared<'a> {
    top: &'a RawVerb,
    inherits: bool,
    negations: bool,
    sets: BTreeMap<String, Arc<Vec<Opt>>>,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Model, String> {
    let raw: Raw = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let top = RawVerb {
        style: Some(raw.style),
        lenient: Some(raw.lenient),
        uses: Vec::new(),
        options: raw.options,
        operands: raw.operands,
        does: raw.does,
        stdin: raw.stdin,
        output: raw.output,
        verbs: raw.verbs,
    };
    let mut sets = BTreeMap::new();
    for (name, options) in &raw.sets {
        sets.insert(name.clone(), Arc::new(all_options(options)?));
    }
    let shared = Shared {
        top: &top,
        inherits: raw.inherits,
        negations: raw.negations,
        sets,
    };
    let mut model = model(&raw.program, &top, &shared)?;
    model.bundle = raw.bundle;
    model.contained = raw.contained;
    for (name, phrase) in &raw.env {
        let (roles, clauses) = roles_and_clauses(phrase)?;
        let variable = Opt {
            names: vec![name.clone()],
            takes: Takes::Required,
            roles,
            clauses,
            modes: Vec::new(),
        };
        model.env.insert(name.clone(), variable);
    }
    if raw.program == "git" {
        risk::of_git(&mut model, "");
    }
    let _ = &raw.also;
    Ok(model)
}

fn model(name: &str, raw: &RawVerb, all: &Shared<'_>) -> Result<Model, String> {
    let top = all.top;
    let mut options = all_options(&raw.options)?;
    if all.inherits && !std::ptr::eq(raw, top) {
        // Options of the program stand before or behind its verbs.
        let own: Vec<String> = options.iter().flat_map(|it| it.names.clone()).collect();
        for mut inherited in all_options(&top.options)? {
            inherited.names.retain(|name| !own.contains(name));
            if !inherited.names.is_empty() {
                options.push(inherited);
            }
        }
    }
    let set = |used: &String| {
        let found = all.sets.get(used).cloned();
        found.ok_or_else(|| format!("there is no set `{used}`"))
    };
    let mut verbs = BTreeMap::new();
    for (names, verb) in &raw.verbs {
        let inner = model(&format!("{name} {names}"), verb, all)?;
        for one in names.split_whitespace() {
            verbs.insert(one.to_owned(), inner.clone());
        }
    }
    let mut model = Model {
        name: name.to_owned(),
        style: raw.style.or(top.style).unwrap_or_default(),
        bundle: false,
        lenient: raw.lenient.or(top.lenient).unwrap_or_default(),
        contained: false,
        negations: all.negations,
        options,
        shared: raw.uses.iter().map(set).collect::<Result<_, _>>()?,
        operands: each(&raw.operands, operands)?,
        does: each(&raw.does, clause)?,
        stdin: each(&raw.stdin, role)?,
        output: each(&raw.output, output)?,
        verbs,
        env: BTreeMap::new(),
        risk: Risk::default(),
    };
    model.risk = risk::of(&model);
    Ok(model)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Environment {
    variables: BTreeMap<String, String>,
}

/// A variable that steers programs.
#[derive(Debug)]
pub(crate) struct Variable {
    /// Its name; `*` stands for any text.
    pub(crate) pattern: String,
    /// What its value is.
    pub(crate) roles: Vec<Given<Role>>,
    /// What setting it does, whatever its value.
    pub(crate) clauses: Vec<Clause>,
}

/// Reads the table of such variables.
pub(super) fn variables(text: &str) -> Result<Vec<Variable>, String> {
    let raw: Environment = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    for (names, phrase) in &raw.variables {
        let (roles, clauses) =
            roles_and_clauses(phrase).map_err(|why| format!("`{names}`: {why}"))?;
        out.extend(names.split_whitespace().map(|name| Variable {
            pattern: name.to_owned(),
            roles: roles.clone(),
            clauses: clauses.clone(),
        }));
    }
    Ok(out)
}
