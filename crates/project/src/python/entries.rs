//! Where Python programs and libraries begin: files that something asks for without an import.

use super::manifest::Manifest;
use super::modules;
use crate::world::World;
use crate::{At, Entry, EntryKind};
use code::DefinitionKind;

/// Files that a tool looks for by name.
const TOOLS: [&str; 11] = [
    "setup.py",
    "noxfile.py",
    "fabfile.py",
    "dodo.py",
    "gunicorn.conf.py",
    "gunicorn_config.py",
    "hubconf.py",
    "sitecustomize.py",
    "usercustomize.py",
    "hatch_build.py",
    "build.py",
];

/// Files that a server or a framework looks for by name.
const NAMED: [&str; 6] = [
    "manage.py",
    "wsgi.py",
    "asgi.py",
    "locustfile.py",
    "function_app.py",
    "streamlit_app.py",
];

/// Files that Django loads from every application.
const DJANGO: [&str; 6] = [
    "models.py",
    "admin.py",
    "apps.py",
    "settings.py",
    "urls.py",
    "translation.py",
];

/// Folders whose files a framework or a tool loads one by one.
const FOLDERS: [(&str, &str); 10] = [
    ("migrations/", "a migration"),
    ("management/commands/", "a command of Django's"),
    ("templatetags/", "template tags of Django's"),
    ("alembic/versions/", "a migration of Alembic's"),
    ("versions/", "a migration of Alembic's"),
    ("dags/", "a graph of Airflow's"),
    ("spiders/", "a spider of Scrapy's"),
    ("_plugins/", "a plugin"),
    ("page_objects/", "a page"),
    ("custom_components/", "a component"),
];

/// Folders beside a package whose files are run by hand.
const BESIDE: [&str; 9] = [
    "examples",
    "example",
    "docs",
    "doc",
    "scripts",
    "bin",
    "tools",
    "benchmarks",
    "samples",
];

/// Calls that make an application for a server to run.
const APPLICATIONS: [&str; 14] = [
    "FastAPI",
    "Flask",
    "Starlette",
    "Sanic",
    "Quart",
    "Litestar",
    "Celery",
    "Bottle",
    "Robyn",
    "AsyncApp",
    "get_wsgi_application",
    "get_asgi_application",
    "Chalice",
    "Dash",
];

/// Why a file begins something by itself, if it does.
pub(super) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    let (folder, name) = at.path.rsplit_once('/').unwrap_or(("", at.path));
    if name == "__main__.py" {
        return Some(program("what `python -m` runs"));
    }
    let manifest = world.python.nearest(folder);
    if let Some(found) = manifest.and_then(|(top, manifest)| named(world, at, top, manifest)) {
        return Some(found);
    }
    if at.facts.starts.is_some() {
        // A module that a package is made of can be run as well.
        let offered = manifest.and_then(|(top, manifest)| library(world, at, top, manifest));
        let whole = offered.filter(|_| manifest.is_some_and(|(_, it)| is_whole(it, name)));
        return whole.or_else(|| Some(program("a script that starts when it is run")));
    }
    if name.ends_with(".pyi") {
        return Some(Entry::new(
            EntryKind::Tool,
            "types for those who check them",
        ));
    }
    if TOOLS.contains(&name) || (name == "conf.py" && is_beside(folder)) {
        return Some(Entry::new(
            EntryKind::Tool,
            format!("`{name}`, which a tool looks for"),
        ));
    }
    if NAMED.contains(&name) {
        return Some(Entry::new(
            EntryKind::Framework,
            format!("`{name}`, which a framework looks for"),
        ));
    }
    framework(world, at, folder, name)
        .or_else(|| application(at))
        .or_else(|| manifest.and_then(|(top, manifest)| library(world, at, top, manifest)))
        .or_else(|| beside(world, folder))
}

fn program(why: &str) -> Entry {
    Entry::new(EntryKind::Program, why)
}

/// Whether a file is one of the single modules that a manifest offers.
fn is_whole(manifest: &Manifest, name: &str) -> bool {
    let stem = name.strip_suffix(".py").unwrap_or(name);
    manifest.modules.contains(stem) || manifest.name == stem.to_lowercase()
}

/// Named by a manifest, as where a command or a plugin begins.
fn named(world: &World, at: At<'_>, top: &str, manifest: &Manifest) -> Option<Entry> {
    let roots = manifest.roots.iter().map(|root| modules::join(top, root));
    let usual = super::USUAL.iter().map(|root| modules::join(top, root));
    let own = std::iter::once(modules::package_root(world, at.path).to_owned());
    for root in roots.chain(usual).chain(own) {
        let Some(dotted) = modules::dotted(&root, at.path) else {
            continue;
        };
        if manifest.scripts.contains(&dotted) {
            return Some(program("named by a manifest as where a command begins"));
        }
        if manifest.plugins.contains(&dotted) {
            let why = "named by a manifest as a plugin";
            return Some(Entry::new(EntryKind::Framework, why));
        }
    }
    None
}

/// What a framework finds by its name or its place.
fn framework(world: &World, at: At<'_>, folder: &str, name: &str) -> Option<Entry> {
    let entry = |why: &str| Some(Entry::new(EntryKind::Framework, why));
    let place = format!("{folder}/");
    let placed = FOLDERS
        .iter()
        .find(|(end, _)| place == **end || place.ends_with(&format!("/{end}")));
    if let Some((end, why)) = placed {
        // `versions` is a usual word: only beside Alembic's own file it is a place.
        let alembic = world.has(&modules::join(modules::folder(folder), "env.py"));
        let package = name == "__init__.py";
        if !package && (*end != "versions/" || alembic) {
            return entry(why);
        }
    }
    if name == "env.py" && world.has(&modules::join(folder, "script.py.mako")) {
        return entry("the environment of Alembic");
    }
    let in_settings =
        name != "__init__.py" && (folder == "settings" || folder.ends_with("/settings"));
    if is_django(world, folder) && (DJANGO.contains(&name) || in_settings) {
        return entry("a file that Django loads by its name");
    }
    let queued = at.facts.definitions.iter().any(|d| {
        d.marks
            .iter()
            .any(|m| matches!(m.as_str(), "task" | "shared_task" | "periodic_task"))
    });
    if queued && name == "tasks.py" {
        return entry("a file whose tasks a queue looks for");
    }
    let mut definitions = at.facts.definitions.iter();
    let function = definitions.any(|d| d.name == "lambda_handler");
    function.then(|| Entry::new(EntryKind::Framework, "a function that a cloud calls"))
}

/// Whether Django is at work around a folder.
fn is_django(world: &World, folder: &str) -> bool {
    let depends = world
        .python
        .folders
        .values()
        .any(|manifest| manifest.dependencies.contains("django"));
    let mut around = crate::world::above(folder);
    depends
        || around.any(|at| world.has(&modules::join(at, "manage.py")))
        || world.has(&modules::join(folder, "apps.py"))
}

/// A module that makes an application, which a server is told by name.
fn application(at: At<'_>) -> Option<Entry> {
    const NAMES: [&str; 8] = [
        "app",
        "application",
        "server",
        "celery",
        "celery_app",
        "api",
        "asgi_app",
        "wsgi_app",
    ];
    const FACTORIES: [&str; 4] = ["create_app", "make_app", "get_app", "create_application"];
    let makes = APPLICATIONS.iter().any(|made| {
        let uses = at
            .facts
            .references
            .get(*made)
            .or_else(|| at.facts.members.get(*made));
        uses.is_some_and(|uses| uses.iter().any(|found| !found.test))
    });
    let given = at
        .facts
        .definitions
        .iter()
        .filter(|d| !d.nested && !d.test)
        .any(|d| {
            let variable = matches!(d.kind, DefinitionKind::Variable | DefinitionKind::Constant);
            (variable && NAMES.contains(&d.name.as_str())) || FACTORIES.contains(&d.name.as_str())
        });
    (makes && given).then(|| program("an application that a server is told to run"))
}

/// What a package offers to those who install it.
fn library(world: &World, at: At<'_>, top: &str, manifest: &Manifest) -> Option<Entry> {
    if !manifest.builds || is_application(world, top, manifest) {
        return None;
    }
    let root = modules::package_root(world, at.path);
    let dotted = modules::dotted(root, at.path)?;
    let mut words = dotted.split('.');
    let first = words.next().unwrap_or("");
    let usual = |root: &str| {
        let below = if top.is_empty() {
            Some(root)
        } else {
            root.strip_prefix(top)
        };
        let below = below.map(|below| below.trim_start_matches('/'));
        below.is_some_and(|below| super::USUAL.contains(&below) || manifest.roots.contains(below))
    };
    let single = root == modules::folder(at.path) && !modules::is_package(at.path);
    let offered = match single {
        true => manifest.modules.contains(first) || manifest.name == first.to_lowercase(),
        false => usual(root) && !is_beside(first) && !matches!(first, "tests" | "test"),
    };
    if !offered {
        return None;
    }
    let entry = |why: &str| Some(Entry::new(EntryKind::Library, why));
    if single || dotted == first {
        return entry("the root of a package that others install");
    }
    let public = !dotted.split('.').any(|word| word.starts_with('_'));
    let typed = world.has(&modules::join(&modules::join(root, first), "py.typed"));
    if public && (manifest.scripts.is_empty() || manifest.library || typed) {
        return entry("a public module of a package that others install");
    }
    None
}

/// Whether a folder with a manifest holds a program to be run, and not a library to be installed.
fn is_application(world: &World, top: &str, manifest: &Manifest) -> bool {
    const SIGNS: [&str; 9] = [
        "manage.py",
        "Dockerfile",
        "Procfile",
        "app.yaml",
        "serverless.yml",
        "main.py",
        "app.py",
        "wsgi.py",
        "asgi.py",
    ];
    let single = |sign: &str| {
        let stem = sign.strip_suffix(".py").unwrap_or("");
        manifest.modules.contains(stem) || manifest.name == stem
    };
    SIGNS
        .iter()
        .any(|sign| !single(sign) && world.has(&modules::join(top, sign)))
}

fn is_beside(folder: &str) -> bool {
    folder.split('/').any(|word| BESIDE.contains(&word))
}

/// Scripts that stand beside a package and are run by hand.
fn beside(world: &World, folder: &str) -> Option<Entry> {
    let alone = modules::package(world, folder).is_none();
    (alone && is_beside(folder)).then(|| Entry::new(EntryKind::Tool, "a script beside the package"))
}
