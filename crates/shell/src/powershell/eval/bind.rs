//! Arguments bound to the parameters of a modelled cmdlet, and what these mean.

use std::collections::BTreeSet;

use super::Eval;
use super::command::Given;
use crate::effect::{Network, Origin, Way, What};
use crate::powershell::value::{Data, Value};
use crate::windows::apply::Traffic;
use crate::windows::model::{Cmdlet, Output, Role};
use crate::windows::native::origin_of;
use crate::windows::{marks, net};

/// Parameters that every cmdlet takes.
const COMMON: &[(&str, Role)] = &[
    ("verbose", Role::Flag),
    ("vb", Role::Flag),
    ("debug", Role::Flag),
    ("db", Role::Flag),
    ("whatif", Role::DryRun),
    ("wi", Role::DryRun),
    ("confirm", Role::Flag),
    ("cf", Role::Flag),
    ("erroraction", Role::Text),
    ("ea", Role::Text),
    ("warningaction", Role::Text),
    ("wa", Role::Text),
    ("informationaction", Role::Text),
    ("infa", Role::Text),
    ("progressaction", Role::Text),
    ("errorvariable", Role::Text),
    ("ev", Role::Text),
    ("warningvariable", Role::Text),
    ("outvariable", Role::Text),
    ("ov", Role::Text),
    ("outbuffer", Role::Text),
    ("ob", Role::Text),
    ("pipelinevariable", Role::Text),
    ("pv", Role::Text),
];

/// Values by their parameters.
#[derive(Debug, Default)]
pub(super) struct Bound {
    pub(super) pairs: Vec<(String, Role, Value)>,
}

impl Bound {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.pairs
            .iter()
            .find(|(it, _, _)| it.eq_ignore_ascii_case(name))
            .map(|(_, _, value)| value)
    }

    fn has(&self, role: Role) -> bool {
        self.pairs.iter().any(|(_, it, _)| *it == role)
    }
}

impl Eval<'_, '_> {
    /// What a modelled cmdlet does, and gives to the next.
    pub(super) fn cmdlet(
        &mut self,
        cmdlet: &Cmdlet,
        given: &[Given],
        input: Option<&Value>,
    ) -> Value {
        let by = self.by.clone();
        let mut bound = if cmdlet.loose {
            loose(given)
        } else {
            self.bind(cmdlet, given)
        };
        if let (Some(name), Some(value)) = (&cmdlet.input, input) {
            let role = cmdlet.parameters.get(name).copied();
            let taken = bound.get(name).is_some() && role != Some(Role::Code);
            if let Some(role) = role.filter(|role| !taken && *role != Role::Code) {
                bound.pairs.push((name.clone(), role, value.clone()));
            }
        }
        if bound.has(Role::DryRun) {
            return Value::nothing();
        }
        if cmdlet.loose && !cmdlet.effects.is_empty() {
            for (_, _, value) in &bound.pairs {
                for mark in marks::found(value.word().start()) {
                    self.s.say(mark, &by);
                }
            }
        }
        for said in &cmdlet.effects {
            self.s.said(said, &by);
        }
        let traffic = self.traffic(&bound);
        let walk = bound.has(Role::Recurse);
        let mut read = BTreeSet::new();
        let mut out = Vec::new();
        for (_, role, value) in &bound.pairs {
            if *role == Role::Code {
                out.extend(self.runs(value, input, &by).items());
            } else if *role == Role::Write {
                let content = bound.pairs.iter().find(|it| it.1 == Role::Content);
                let content = content.map(|(_, _, value)| value).or(input);
                self.writes(value, content);
            } else {
                for block in blocks(value) {
                    let _ = self.call_block(&block, Vec::new(), Some(item_of(input)));
                }
                for word in value.words() {
                    self.s.role(*role, &word, walk, &traffic, &by);
                    if matches!(role, Role::Read | Role::Move | Role::Upload) {
                        read.insert(origin_of(&self.s.place(&word)));
                    }
                }
            }
        }
        if traffic.way == Some(Way::Upload) && !bound.has(Role::Url) {
            let (host, way) = (None, Way::Upload);
            self.s.say(What::Network(Network::to(host, way)), &by);
        }
        self.gives(cmdlet, &bound, input, &read, out)
    }

    fn runs(&mut self, value: &Value, input: Option<&Value>, by: &str) -> Value {
        let found = blocks(value);
        if found.is_empty() {
            self.s.code("powershell", &value.word(), by);
        }
        let mut out = Vec::new();
        for block in found {
            let made = self.call_block(&block, Vec::new(), Some(item_of(input)));
            out.extend(made.items());
        }
        Value::list(out)
    }

    /// What is sent by all parameters together.
    fn traffic(&self, bound: &Bound) -> Traffic {
        let mut way = None;
        for (name, role, value) in &bound.pairs {
            let sent = if *role == Role::Body {
                Some(net::carried(Way::Send, &value.from))
            } else if *role == Role::Upload {
                Some(Way::Upload)
            } else if *role == Role::Text && name.eq_ignore_ascii_case("method") {
                let text = value.as_text().unwrap_or_default().to_lowercase();
                (!matches!(text.as_str(), "get" | "head" | "options")).then_some(Way::Send)
            } else {
                None
            };
            way = way.max(sent);
        }
        Traffic { way }
    }

    fn gives(
        &self,
        cmdlet: &Cmdlet,
        bound: &Bound,
        input: Option<&Value>,
        read: &BTreeSet<Origin>,
        out: Vec<Value>,
    ) -> Value {
        let given: Vec<&Value> = bound.pairs.iter().map(|(_, _, value)| value).collect();
        match cmdlet.output {
            Output::Input => match input {
                Some(Value {
                    data: Data::Below(path),
                    from,
                }) => Value {
                    data: Data::Below(path.clone()),
                    from: from.clone(),
                },
                Some(input) => Value::made_of([input]),
                None if !out.is_empty() => Value::list(out),
                None => Value::made_of(given),
            },
            Output::File => Value {
                data: Data::Opaque(String::new()),
                from: read.clone(),
            }
            .also(Origin::File),
            Output::Names => self.names(bound),
            Output::Network => Value::opaque(Origin::Network),
            Output::Secret => Value::opaque(Origin::Secret),
            Output::Environment => Value::opaque(Origin::Environment),
            Output::Program if !out.is_empty() => Value::list(out),
            Output::Program => Value::opaque(Origin::Program),
            Output::Plain => Value::made_of(given).also(Origin::Computed),
        }
    }

    /// The names that a listing gives.
    fn names(&self, bound: &Bound) -> Value {
        let listed = bound.pairs.iter().find(|(_, role, _)| *role == Role::List);
        let words = listed
            .map(|(_, _, value)| value.words())
            .unwrap_or_default();
        let place = words.first().map(|word| self.s.place(word));
        if let Some((drive, _)) = place.as_ref().and_then(|place| place.provider()) {
            let from = if drive == "env" {
                Origin::Secret
            } else {
                Origin::Program
            };
            return Value::opaque(from);
        }
        match words.as_slice() {
            [] => match filter(bound) {
                Some(names) => Value::of(Data::Text(format!("./{names}")), Origin::Computed),
                None => Value::of(Data::Below(".".to_owned()), Origin::Computed),
            },
            [one] => match one.known() {
                // A pattern or a file stands for itself; a directory for what is in it.
                Some(text) if text.contains(['*', '?']) => {
                    Value::of(Data::Text(text.to_owned()), Origin::Computed)
                }
                Some(text) => match filter(bound) {
                    Some(names) => Value::of(
                        Data::Text(format!("{}/{names}", text.trim_end_matches(['/', '\\']))),
                        Origin::Computed,
                    ),
                    None => Value::of(Data::Below(text.to_owned()), Origin::Computed),
                },
                None => Value::opaque(Origin::Program),
            },
            _ => Value::opaque(Origin::Program),
        }
    }

    pub(super) fn bind(&mut self, cmdlet: &Cmdlet, given: &[Given]) -> Bound {
        let by = self.by.clone();
        let mut bound = Bound::default();
        let mut loose = Vec::new();
        let mut rest = given.iter().peekable();
        while let Some(one) = rest.next() {
            match one {
                Given::Value(value) => loose.push(value.clone()),
                Given::Unknown(_) => self.s.unknown("arguments are not known", &by),
                Given::Named { name, value, .. } => {
                    let Some((name, role)) = parameter(cmdlet, name) else {
                        self.s
                            .unknown(&format!("the parameter `-{name}` is not understood"), &by);
                        continue;
                    };
                    let mut following = || match rest.peek() {
                        Some(Given::Value(value)) => Some(value.clone()),
                        Some(Given::Named { .. } | Given::Unknown(_)) | None => None,
                    };
                    match (role.valued(), value) {
                        (false, Some(value)) => {
                            if value.as_text().ok().as_deref() != Some("false") {
                                bound.pairs.push((name, role, value.clone()));
                            }
                        }
                        (false, None) => bound.pairs.push((name, role, Value::text("true"))),
                        (true, Some(value)) => bound.pairs.push((name, role, value.clone())),
                        (true, None) => {
                            let value = following();
                            if value.is_some() {
                                let _ = rest.next();
                            }
                            bound
                                .pairs
                                .push((name, role, value.unwrap_or_else(Value::nothing)));
                        }
                    }
                }
            }
        }
        self.place_loose(cmdlet, loose, &mut bound);
        bound
    }

    fn place_loose(&mut self, cmdlet: &Cmdlet, loose: Vec<Value>, bound: &mut Bound) {
        let by = self.by.clone();
        let mut open = cmdlet
            .positions
            .iter()
            .filter(|it| bound.get(it).is_none())
            .cloned()
            .collect::<Vec<_>>()
            .into_iter();
        for value in loose {
            let name = open
                .next()
                .or_else(|| cmdlet.positions.last().filter(|_| cmdlet.rest).cloned());
            let role = name.as_ref().and_then(|name| cmdlet.parameters.get(name));
            match (name, role) {
                (Some(name), Some(role)) => bound.pairs.push((name, *role, value)),
                (_, _) => self.s.unknown("an argument is not understood", &by),
            }
        }
    }
}

/// What is in the pipe, one at a time.
fn item_of(input: Option<&Value>) -> Value {
    match input {
        Some(Value {
            data: Data::List(items),
            ..
        }) => match items.as_slice() {
            [one] => one.clone(),
            all => Value::made_of(all),
        },
        Some(value) => value.clone(),
        None => Value::opaque(Origin::Unknown),
    }
}

fn blocks(value: &Value) -> Vec<std::rc::Rc<crate::powershell::tree::Block>> {
    match &value.data {
        Data::Table(rows) => rows.iter().filter_map(|(_, value)| value.block()).collect(),
        Data::List(items) => items.iter().flat_map(blocks).collect(),
        Data::Text(_)
        | Data::Number(_)
        | Data::Bytes(_)
        | Data::Block(_)
        | Data::Object(_)
        | Data::Below(_)
        | Data::Opaque(_) => value.block().into_iter().collect(),
    }
}

fn loose(given: &[Given]) -> Bound {
    let value = |one: &Given| match one {
        Given::Value(value) | Given::Unknown(value) => {
            Some((String::new(), Role::Text, value.clone()))
        }
        Given::Named { value, .. } => value
            .clone()
            .map(|value| (String::new(), Role::Text, value)),
    };
    let mut pairs: Vec<_> = given.iter().filter_map(value).collect();
    let dry = given.iter().any(|one| match one {
        Given::Named { name, value, .. } => name == "whatif" && value.is_none(),
        Given::Value(_) | Given::Unknown(_) => false,
    });
    if dry {
        pairs.push(("whatif".to_owned(), Role::DryRun, Value::text("true")));
    }
    Bound { pairs }
}

/// A parameter by its name or an abbreviation that fits only one.
fn parameter(cmdlet: &Cmdlet, name: &str) -> Option<(String, Role)> {
    let all = || {
        let own = cmdlet
            .parameters
            .iter()
            .map(|(name, role)| (name.as_str(), *role));
        own.chain(COMMON.iter().copied())
    };
    if let Some((name, role)) = all().find(|(it, _)| it.eq_ignore_ascii_case(name)) {
        return Some((name.to_owned(), role));
    }
    let mut fitting = all().filter(|(it, _)| it.to_lowercase().starts_with(name));
    let (first, role) = fitting.next()?;
    let same = fitting.all(|(_, it)| it == role);
    (same && !name.is_empty()).then(|| (first.to_owned(), role))
}

/// The one pattern of names that a listing is limited to.
fn filter(bound: &Bound) -> Option<String> {
    let value = bound.get("Include").or_else(|| bound.get("Filter"))?;
    let words = value.words();
    let [one] = words.as_slice() else { return None };
    one.known()
        .filter(|text| !text.contains(['/', '\\', ',']))
        .map(str::to_owned)
}
