//! What comes in from the network and is run by the same command.

use ledger::gate::Finding;
use shell::address::is_loopback;
use shell::effect::{Effect, Origin, What};
use shell::place::Place;

use super::NAME;
use crate::finding::{hard, stop};

/// Commands that bring files in without saying which.
fn brings_trees(by: &str) -> bool {
    const WHOLE: [&str; 11] = [
        "git pull",
        "git fetch",
        "git clone",
        "svn ",
        "hg ",
        "sftp ",
        "tftp ",
        "smbget ",
        "rsync ",
        "lftp ",
        "bzr ",
    ];
    WHOLE.iter().any(|start| by.starts_with(start))
}

/// Whether builds and tests would run or compile what stands there.
fn is_code(path: &str) -> bool {
    const BELOW: [&str; 5] = [
        "node_modules",
        "vendor",
        "site-packages",
        "third_party",
        ".venv",
    ];
    const ENDINGS: [&str; 18] = [
        "js", "mjs", "cjs", "ts", "tsx", "jsx", "py", "rs", "go", "rb", "php", "java", "kt", "cs",
        "c", "cpp", "so", "jar",
    ];
    let last = path.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending)
        || path.split('/').any(|part| BELOW.contains(&part))
        || matches!(
            last,
            "Makefile"
                | "CMakeLists.txt"
                | "justfile"
                | "pyproject.toml"
                | "setup.cfg"
                | "tox.ini"
                | "Dockerfile"
                | "package.json"
                | "Cargo.toml"
                | "build.gradle"
                | "pom.xml"
                | "Gemfile"
                | "Rakefile"
        )
}

/// A file that comes from the network is run by the same command.
pub(super) fn fetched_and_run(effects: &[Effect]) -> Option<Finding> {
    let foreign = |what: &What| what.fetches(is_loopback);
    if !effects.iter().any(|effect| foreign(&effect.what)) {
        return None;
    }
    let fetcher = |by: &str| effects.iter().any(|it| it.by == by && foreign(&it.what));
    let mut fetched: Vec<&Place> = Vec::new();
    for effect in effects {
        if let What::Write(place) = &effect.what
            && fetcher(&effect.by)
        {
            fetched.push(place);
        }
    }
    let named = |program: &str| {
        let stem = program.trim_end_matches(".exe");
        let name = |place: &&&Place| {
            place.text().is_some_and(|path| {
                let last = path.rsplit('/').next().unwrap_or_default();
                last.trim_end_matches(".exe") == stem
            })
        };
        fetched.iter().any(|place| name(&place))
    };
    let code = fetched
        .iter()
        .any(|place| place.text().is_some_and(|path| is_code(&path)));
    // Some bring in whole trees, or files whose names are not in the command.
    let brought = effects
        .iter()
        .any(|it| foreign(&it.what) && brings_trees(&it.by));
    let runs = |what: &What| {
        if let What::Build(_) | What::Script { .. } | What::Install { .. } = what {
            return code || brought;
        }
        if let What::Code {
            origin: Origin::File,
            ..
        }
        | What::Execute {
            program: Place::Inside { .. },
            ..
        } = what
            && brought
        {
            return true;
        }
        if let What::Execute { program, .. } = what {
            let far = matches!(program, Place::Home { .. } | Place::Outside { .. });
            return far || fetched.contains(&program);
        }
        if let What::Code { origin, .. } = what {
            return !matches!(
                origin,
                Origin::Written | Origin::Computed | Origin::Environment
            );
        }
        what.program().is_some_and(&named)
    };
    let run = effects.iter().find(|effect| runs(&effect.what))?;
    let text = format!("`{}`: what was just fetched would be run", run.by);
    Some(hard(
        NAME,
        "runs-foreign-text",
        text,
        stop("leave this; say what you need it for"),
    ))
}
