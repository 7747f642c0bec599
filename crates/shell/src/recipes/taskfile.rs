//! Tasks of `Taskfile.yml`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::source::{Source, yaml};
use super::words::{UNKNOWN, directory_of, fits, joined, line, quoted, together};
use super::{Form, Line, Recipes};

/// Files in files that are read.
const DEPTH_MAX: usize = 4;
/// Tasks that are followed for one command.
const TASKS_MAX: usize = 128;

/// A task, with the file that names it.
struct Task {
    /// With the names of the files that lead to it: `docs:build`.
    name: String,
    held: Value,
    directory: String,
    variables: BTreeMap<String, String>,
}

/// What tasks of these names run; `NAME=value` among them sets a variable.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let mut read = Reading {
        source,
        tasks: Vec::new(),
        at_reading: Vec::new(),
        is_open: false,
    };
    for (path, text) in files {
        let directory = recipes
            .directory
            .clone()
            .unwrap_or_else(|| directory_of(path).to_owned());
        read.file("", path, text, &directory, &BTreeMap::new(), DEPTH_MAX);
    }
    let mut given: BTreeMap<String, String> = BTreeMap::new();
    let mut words = Vec::new();
    for name in &recipes.names {
        match name.split_once('=') {
            Some((name, value)) => drop(given.insert(name.to_owned(), value.to_owned())),
            None => words.push(name.clone()),
        }
    }
    let is_task = |name: &String| read.tasks.iter().any(|it| it.is_called(name));
    let mut goals: Vec<String> = words.iter().filter(|name| is_task(name)).cloned().collect();
    let behind: Vec<String> = words
        .iter()
        .filter(|name| !is_task(name))
        .map(|word| quoted(word))
        .collect();
    if words.is_empty() {
        goals.push("default".to_owned());
    } else if goals.is_empty() && read.is_open {
        read.source
            .unread
            .push("tasks may stand in files that are not read".to_owned());
    }
    given.insert("CLI_ARGS".to_owned(), behind.join(" "));
    let at_reading = read.at_reading.clone();
    let mut run = Run {
        tasks: &read.tasks,
        given,
        lines: at_reading,
        seen: Vec::new(),
    };
    for goal in &goals {
        run.task(goal, &BTreeMap::new());
    }
    run.lines
}

impl Task {
    fn is_called(&self, name: &str) -> bool {
        let aliases = self.held.get("aliases").and_then(Value::as_array);
        let mut aliases = aliases.into_iter().flatten().filter_map(Value::as_str);
        self.name == name
            || (self.name.contains('*') && fits(&self.name, name))
            || aliases.any(|alias| alias == name)
    }
}

struct Reading<'a, 'b> {
    source: &'a mut Source<'b>,
    tasks: Vec<Task>,
    at_reading: Vec<Line>,
    /// Tasks may stand elsewhere.
    is_open: bool,
}

impl Reading<'_, '_> {
    fn file(
        &mut self,
        prefix: &str,
        path: &str,
        text: &str,
        directory: &str,
        outer: &BTreeMap<String, String>,
        depth: usize,
    ) {
        let Some(held) = yaml(text) else {
            self.source
                .unread
                .push(format!("`{path}` is not understood"));
            return;
        };
        let mut variables = outer.clone();
        for name in ["env", "vars"] {
            let (set, commands) = variables_of(held.get(name), &variables);
            variables.extend(set);
            self.at_reading
                .extend(commands.into_iter().map(|text| line(text, directory)));
        }
        for (name, task) in held
            .get("tasks")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.tasks.push(Task {
                name: format!("{prefix}{name}"),
                held: task.clone(),
                directory: directory.to_owned(),
                variables: variables.clone(),
            });
        }
        for (name, include) in held
            .get("includes")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            self.include(
                &format!("{prefix}{name}:"),
                path,
                include,
                directory,
                &variables,
                depth,
            );
        }
    }

    fn include(
        &mut self,
        prefix: &str,
        from: &str,
        include: &Value,
        directory: &str,
        variables: &BTreeMap<String, String>,
        depth: usize,
    ) {
        let named = include
            .as_str()
            .or_else(|| include.get("taskfile").and_then(Value::as_str))
            .unwrap_or_default();
        let own = include
            .get("dir")
            .and_then(Value::as_str)
            .and_then(|it| joined(directory, it));
        let flat = include
            .get("flatten")
            .and_then(Value::as_bool)
            .unwrap_or_default();
        let prefix = if flat { "" } else { prefix };
        let Some(path) = joined(directory_of(from), named).filter(|_| depth > 0) else {
            self.is_open = true;
            return;
        };
        let last = path.rsplit('/').next().unwrap_or_default();
        let candidates: Vec<String> = if last.ends_with(".yml") || last.ends_with(".yaml") {
            vec![path]
        } else {
            Form::Task
                .files()
                .iter()
                .filter_map(|name| joined(&path, name))
                .collect()
        };
        if let Some((path, text)) = self.source.first(&[candidates]) {
            // Its tasks run where the file that includes it says, or where they would without.
            let directory = own.unwrap_or_else(|| directory.to_owned());
            self.file(
                prefix,
                &path,
                &text,
                &directory,
                variables,
                depth.saturating_sub(1),
            );
        }
    }
}

struct Run<'a> {
    tasks: &'a [Task],
    given: BTreeMap<String, String>,
    lines: Vec<Line>,
    seen: Vec<(String, BTreeMap<String, String>)>,
}

impl Run<'_> {
    fn task(&mut self, name: &str, with: &BTreeMap<String, String>) {
        let call = (name.to_owned(), with.clone());
        if self.seen.contains(&call) || self.seen.len() >= TASKS_MAX {
            return;
        }
        self.seen.push(call);
        for task in self.tasks.iter().filter(|task| task.is_called(name)) {
            self.one(task, with);
        }
    }

    fn one(&mut self, task: &Task, with: &BTreeMap<String, String>) {
        let empty = Map::new();
        let held = task.held.as_object().unwrap_or(&empty);
        let mut variables = task.variables.clone();
        variables.extend(with.clone());
        variables.extend(self.given.clone());
        let mut lines: Vec<String> = Vec::new();
        for name in ["env", "vars"] {
            let (set, commands) = variables_of(held.get(name), &variables);
            for (name, value) in set {
                variables.entry(name).or_insert(value);
            }
            lines.extend(commands);
        }
        let prefix = task
            .name
            .rsplit_once(':')
            .map_or(String::new(), |(file, _)| format!("{file}:"));
        for need in list_of(held, "deps") {
            self.calls(need, &prefix, &variables);
        }
        let text = |it: &Value| {
            let held = it.as_str().or_else(|| it.get("sh").and_then(Value::as_str));
            held.map(str::to_owned)
        };
        lines.extend(list_of(held, "status").iter().filter_map(text));
        lines.extend(list_of(held, "preconditions").iter().filter_map(text));
        for command in commands_of(task) {
            self.command(command, &prefix, &variables, &mut lines);
        }
        let own = held
            .get("dir")
            .and_then(Value::as_str)
            .map(|it| put_into(it, &variables));
        let directory = match own {
            Some(own) => joined(&task.directory, &own).unwrap_or_else(|| UNKNOWN.to_owned()),
            None => task.directory.clone(),
        };
        let exported: String = variables
            .iter()
            .filter(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
            .map(|(name, value)| format!("export {name}={}\n", quoted(value)))
            .collect();
        let each: Vec<String> = lines
            .iter()
            .map(|text| put_into(text, &variables))
            .collect();
        self.lines
            .push(line(format!("{exported}{}", together(&each)), &directory));
    }

    fn command(
        &mut self,
        command: &Value,
        prefix: &str,
        variables: &BTreeMap<String, String>,
        lines: &mut Vec<String>,
    ) {
        if let Some(text) = command.as_str() {
            lines.push(text.to_owned());
            return;
        }
        for name in ["cmd", "defer"] {
            match command.get(name) {
                Some(Value::String(text)) => lines.push(text.clone()),
                Some(inner) => self.calls(inner, prefix, variables),
                None => {}
            }
        }
        self.calls(command, prefix, variables);
    }

    /// A task that is called: by its name, or with variables.
    fn calls(&mut self, call: &Value, prefix: &str, variables: &BTreeMap<String, String>) {
        let Some(name) = call
            .as_str()
            .or_else(|| call.get("task").and_then(Value::as_str))
        else {
            return;
        };
        let name = put_into(name, variables);
        let (with, _) = variables_of(call.get("vars"), variables);
        match name.strip_prefix(':') {
            Some(top) => self.task(top, &with),
            None => self.task(&format!("{prefix}{name}"), &with),
        }
    }
}

fn list_of<'a>(held: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    let list = held.get(name).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

/// The commands of a task: in its lists, or the task itself, where it is nothing else.
fn commands_of(task: &Task) -> Vec<&Value> {
    let Some(held) = task.held.as_object() else {
        return match task.held.as_array() {
            Some(lines) => lines.iter().collect(),
            None => vec![&task.held],
        };
    };
    let mut out: Vec<&Value> = list_of(held, "cmds").iter().collect();
    match held.get("cmd") {
        Some(Value::Array(lines)) => out.extend(lines),
        Some(one) => out.push(one),
        None => {}
    }
    out
}

/// Variables with their values, and the commands that make some of them.
fn variables_of(
    held: Option<&Value>,
    outer: &BTreeMap<String, String>,
) -> (BTreeMap<String, String>, Vec<String>) {
    let mut out = BTreeMap::new();
    let mut commands = Vec::new();
    for (name, value) in held.and_then(Value::as_object).into_iter().flatten() {
        let text = match value {
            Value::String(text) => put_into(text, outer),
            Value::Number(number) => number.to_string(),
            Value::Bool(yes) => yes.to_string(),
            Value::Object(map) => {
                let command = map.get("sh").and_then(Value::as_str);
                commands.extend(command.map(|text| put_into(text, outer)));
                command.map_or_else(
                    || UNKNOWN.to_owned(),
                    |text| format!("$({})", put_into(text, outer)),
                )
            }
            Value::Null | Value::Array(_) => UNKNOWN.to_owned(),
        };
        out.insert(name.clone(), text);
    }
    (out, commands)
}

/// A text, with its `{{.NAME}}` replaced.
fn put_into(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        let (expression, after) = behind.split_once("}}").unwrap_or((behind, ""));
        let expression = expression.trim_matches(['-', ' ']);
        out.push_str(before);
        let held = expression
            .strip_prefix('.')
            .and_then(|name| variables.get(name));
        out.push_str(held.map_or(UNKNOWN, String::as_str));
        rest = after;
    }
    out.push_str(rest);
    out
}
