//! Places of a Go file that keep values: fields of its structs and variables of its package, and what the file does with
//! members of any name. What the whole tree does with them is judged elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::go::items::File;
use crate::go::regions;
use crate::go::shape::{self, Call, Head};
use crate::go::uses;
use crate::go::words;
use crate::parameter_use;
use crate::parts::{Field, How, Setting};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

mod checked;
mod setting;

/// Paths of packages that read or set what others can name, by its name.
const REFLECTING: [&str; 12] = [
    "encoding/",
    "reflect",
    "template",
    "yaml",
    "toml",
    "mapstructure",
    "gorm",
    "sql",
    "validator",
    "msgpack",
    "protobuf",
    "bson",
];

/// Fields that are kept of a file.
const FIELDS_MAX: usize = 2_000;

/// Fills in the fields of a file, and what it does with members.
pub(in crate::go) fn fill<'t>(scan: &Scan<'t>, file: &File<'t>, facts: &mut Facts) {
    let paths = || facts.imports.iter().map(|it| it.path.as_str());
    if facts.generated || paths().any(|it| matches!(it, "unsafe" | "C")) {
        return;
    }
    let reflects = paths().any(|it| REFLECTING.iter().any(|part| it.contains(part)));
    let tests = regions::imports_testing(scan.tree);
    let types = uses::types(scan.tree);
    let keys = keys(scan);
    let mut kept = Kept::of(scan);
    for node in scan.live() {
        match node.kind() {
            "type_spec" if !scan.in_test(node) && !tests => {
                kept.fields(node, file, reflects, &keys);
            }
            "var_spec" if !scan.in_test(node) && !tests => kept.variable(node, file),
            "function_declaration" if !scan.in_test(node) && !tests => kept.places(node),
            _ => {}
        }
    }
    let methods = methods(scan);
    let shape = setting::Types {
        types: &types,
        methods: &methods,
        apart: &kept.apart,
    };
    let mut done: BTreeMap<String, Setting> = BTreeMap::new();
    let mut variables: BTreeMap<String, Setting> = BTreeMap::new();
    let mut shown: BTreeSet<&'t str> = BTreeSet::new();
    for node in scan.live() {
        shown.extend(setting::templated(node));
        setting::look(node, &shape, scan.in_test(node), &mut done);
        if node.is("call_expression") && !scan.in_test(node) {
            setting::given(node, &mut done);
        }
        if !scan.in_test(node) {
            setting::compared(node, &mut done);
        }
        facts
            .placed
            .extend(setting::placed(node, &shape).map(str::to_owned));
        let variable = kept.begun.contains_key(node.text());
        if variable && node.is("identifier") && !kept.names.contains(&node.id()) {
            setting::variable(node, &mut variables);
        }
    }
    // A variable that is looked at is none of anybody's business; fields may bear its name.
    let idle = |name: &str| !variables.get(name).is_some_and(|it| it.read);
    kept.found
        .retain(|it| !it.owner.is_empty() || idle(&it.name));
    for it in &kept.found {
        let how = kept.begun.get(it.name.as_str()).copied();
        let how = how.filter(|_| it.owner.is_empty());
        setting::note(&mut done, &it.name, false, how.unwrap_or(How::Never));
    }
    for name in &kept.places {
        setting::note(&mut done, name, true, How::Never);
    }
    for name in &shown {
        setting::note(&mut done, name, true, How::Never);
    }
    let declared: BTreeSet<&str> = kept.found.iter().map(|it| it.name.as_str()).collect();
    done.retain(|name, it| {
        // What a test alone looks at is written down, so that it is not taken for a use.
        let known = declared.contains(name.as_str()) || shown.contains(name.as_str());
        !it.read || it.how > How::Never || known
    });
    facts.set = done;
    facts.fields = kept.found;
}

const NOTHING: Setting = Setting {
    read: false,
    how: How::Never,
};

/// Names of types that are keys of maps: such are compared as a whole.
fn keys<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let maps = scan.live_of(&["map_type"]);
    let keys = maps.filter_map(|it| it.field("key"));
    keys.map(shape::type_name).collect()
}

/// Names of types that have methods here.
fn methods<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let methods = scan.live_of(&["method_declaration"]);
    methods
        .filter_map(|it| Some(Head::of(it).receiver?.of))
        .collect()
}

#[derive(Default)]
struct Kept<'t> {
    found: Vec<Field>,
    /// Variables of the package, with what they begin with.
    begun: BTreeMap<&'t str, How>,
    /// Where variables are declared, by node.
    names: BTreeSet<u32>,
    /// What functions that make errors are given as the place of one.
    places: BTreeSet<String>,
    /// Variables that a command line sets.
    chosen: BTreeSet<&'t str>,
    /// Fields of types that work by themselves when they are called: counters and maps for several at once.
    apart: BTreeSet<&'t str>,
}

impl<'t> Kept<'t> {
    fn of(scan: &Scan<'t>) -> Kept<'t> {
        Kept {
            chosen: checked::chosen(scan),
            ..Kept::default()
        }
    }

    fn fields(
        &mut self,
        spec: Node<'t>,
        file: &File<'t>,
        reflects: bool,
        keys: &BTreeSet<&'t str>,
    ) {
        let (Some(owner), Some(of)) = (spec.field("name"), spec.field("type")) else {
            return;
        };
        let whole = keys.contains(owner.text()) || owner.text().to_lowercase().ends_with("key");
        let top = !spec.ancestors().any(|it| it.is("block"));
        if !of.is("struct_type") || whole || !top || file.notes.excuse_of_parameters(spec.line()) {
            return;
        }
        let list = of.named().flat_map(Node::named);
        let list: Vec<Node<'t>> = list.filter(|it| it.is("field_declaration")).collect();
        // What is written out by name is read by name.
        let tagged = list.iter().any(|it| it.field("tag").is_some());
        for declared in list {
            let Some(kind) = declared.field("type") else {
                continue;
            };
            let names = declared.children().filter(|it| it.field_name() == "name");
            for name in names {
                let text = name.text();
                let apart = kind.text().starts_with("atomic.") || kind.text() == "sync.Map";
                if apart {
                    self.apart.insert(text);
                }
                let public = shape::is_public(text);
                let by_name = declared.field("tag").is_some() || public && (reflects || tagged);
                if by_name || is_idle(text, kind, apart) || is_excused(declared, file) {
                    continue;
                }
                self.add(owner.text(), name, !public);
            }
        }
    }

    /// Variables of the package: errors that bear a name, and what nobody outside can read.
    fn variable(&mut self, spec: Node<'t>, file: &File<'t>) {
        let top = !spec.ancestors().any(|it| it.is("block"));
        let marked = file
            .notes
            .above(spec.line())
            .any(|it| it.text().starts_with("//go:"));
        let value = spec.field("value").map(shape::expressions);
        let names = spec.children().filter(|it| it.field_name() == "name");
        let names: Vec<Node<'t>> = names.filter(|it| it.is_named()).collect();
        let ([name], Some([value]), true) = (names.as_slice(), value.as_deref(), top && !marked)
        else {
            return;
        };
        let call = Call::of(*value).map(Call::path);
        let error = matches!(call, Some("errors.New" | "fmt.Errorf"));
        // What somebody may choose, and nothing looks at.
        let choice = call.is_some_and(|it| {
            let starts = ["flag.", "pflag.", "os.Getenv"];
            starts.iter().any(|start| it.starts_with(start))
        });
        let private = !shape::is_public(name.text());
        let choice = choice || self.chosen.contains(name.text());
        let counts = error || (private && choice);
        if !counts || name.text() == "_" || is_excused(spec, file) {
            return;
        }
        let how = match error {
            true => How::Constant,
            false => How::Computed,
        };
        self.begun.insert(name.text(), how);
        self.names.insert(name.id());
        self.add("", *name, private);
    }

    /// What a function that makes an error takes for its place: whoever calls it should know one.
    fn places(&mut self, function: Node<'t>) {
        let name = function.field("name").map_or("", Node::text);
        if !phrases::speaks_of_errors(name) {
            return;
        }
        for (at, parameter) in Head::of(function).parameters.iter().enumerate() {
            let (Some(given), true) = (parameter.name, parameter.of.text().contains("int")) else {
                continue;
            };
            if phrases::tells_a_place(given) && self.found.len() < FIELDS_MAX {
                let place = format!("{name}#{at}");
                self.places.insert(place.clone());
                self.found.push(Field {
                    owner: format!("{name}({given})"),
                    name: place,
                    line: function.line(),
                    private: true,
                });
            }
        }
    }

    fn add(&mut self, owner: &str, name: Node<'t>, private: bool) {
        if self.found.len() < FIELDS_MAX {
            self.found.push(Field {
                owner: owner.to_owned(),
                name: name.text().to_owned(),
                line: name.line(),
                private,
            });
        }
    }
}

/// Whether a field works by being there: a lock, a mark against copies, room between others.
fn is_idle(name: &str, kind: Node<'_>, apart: bool) -> bool {
    let of = kind.text();
    let lower = name.to_lowercase();
    let guards = !apart && of.starts_with("sync.");
    // What is kept so that it stays open, or so that it can be told where it came from.
    let last = shape::type_name(kind);
    let held = [
        "Reader", "Writer", "Closer", "File", "Conn", "Context", "Locker", "Request",
    ];
    let held = held.iter().any(|end| last.ends_with(end));
    let empty = of == "struct{}" || of.starts_with("[0]");
    let says = [
        "nocopy",
        "pad",
        "reserved",
        "unused",
        "dummy",
        "unimplemented",
    ];
    name.starts_with('_') || guards || held || empty || says.iter().any(|it| lower.contains(it))
}

fn is_excused(declared: Node<'_>, file: &File<'_>) -> bool {
    let line = declared.line();
    let mut near = file.notes.above(line).chain(file.notes.behind(line));
    near.any(|it| {
        let lower = it.text().to_lowercase();
        parameter_use::excuses(&lower)
            || ["padding", "alignment", "align "]
                .iter()
                .any(|it| lower.contains(it))
    })
}

/// Whether a statement only silences the compiler.
fn drops(list: Node<'_>) -> bool {
    list.parent().is_some_and(words::is_discard)
}
