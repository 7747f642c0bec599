//! Scripts and the effects that are found in them, on one line.

use ledger::proposal::Shell;
use shell::bash::{self, Dialect};
use shell::effect::{Effect, Goes, Level, Way, What};
use shell::effects_of_command;
use shell::place::{Ground, Place};

mod hidden;
mod limits;
mod table;
mod ways;

pub(crate) const GROUND: Ground<'static> = Ground {
    worktree: Some("/home/dev/wt/a"),
    home: Some("/home/dev"),
};

fn place(place: &Place) -> String {
    match place {
        Place::Inside { path, glob } => format!("./{path}{}", if *glob { "(glob)" } else { "" }),
        Place::Home { path, glob } => format!("~/{path}{}", if *glob { "(glob)" } else { "" }),
        Place::Outside { path, glob } => format!("{path}{}", if *glob { "(glob)" } else { "" }),
        Place::Unknown {
            known: Some(known), ..
        } => format!("{}…", self::place(known)),
        Place::Unknown { known: None, .. } => "?".to_owned(),
    }
}

/// One effect; programs that are only started are left out, and what is looked at.
pub(crate) fn effect(effect: &Effect) -> Option<String> {
    Some(match &effect.what {
        What::List(_)
        | What::Start(_)
        | What::Git { .. }
        | What::Recipes(_)
        | What::Shadowed { .. } => return None,
        What::Dashed { .. } => "dashed".to_owned(),
        What::Message(it) => format!("message({})", place(it)),
        What::Read { place: it, walk } => {
            format!("read{}({})", if *walk { "*" } else { "" }, place(it))
        }
        What::Write(it) => format!("write({})", place(it)),
        What::Delete { place: it, goes } => {
            let how = match goes {
                Goes::Alone => "delete",
                Goes::WithAllBelow => "delete*",
                Goes::Elsewhere => "move",
            };
            format!("{how}({})", place(it))
        }
        What::Execute { program, .. } => format!("run({})", place(program)),
        What::Code { language, origin } => format!("code({language},{origin:?})"),
        What::Network(network) => {
            let way = match network.way {
                Way::Page => "page",
                Way::Fetch => "fetch",
                Way::Send => "send",
                Way::Upload => "upload",
                Way::Listen => "listen",
                Way::Registry => "registry",
            };
            format!("{way}({})", network.host.as_deref().unwrap_or("?"))
        }
        What::Build(_) => "build".to_owned(),
        What::Script { tool, name, .. } => format!("script({tool} {name})"),
        What::Install { .. } => "install".to_owned(),
        What::Privilege(_) => "privilege".to_owned(),
        What::Configure(_) => "configure".to_owned(),
        What::Secret(_) => "secret".to_owned(),
        What::Marked {
            level: Level::Deny,
            id,
            ..
        } => format!("!{id}"),
        What::Marked {
            level: Level::Ask,
            id,
            ..
        } => format!("?{id}"),
        What::Unknown(_) => "unknown".to_owned(),
    })
}

pub(crate) fn shown(script: &str, shell: Shell) -> String {
    match effects_of_command(shell, script, GROUND, "") {
        Ok(all) => {
            let mut out: Vec<String> = all.iter().filter_map(effect).collect();
            out.dedup();
            out.join(" ")
        }
        Err(refused) => format!("refused: {}", refused.why),
    }
}

fn check(shell: Shell, rows: &str) {
    let dialect = if shell == Shell::Zsh {
        Dialect::Zsh
    } else {
        Dialect::Bash
    };
    let mut wrong = Vec::new();
    for row in rows.lines().filter(|row| !row.trim().is_empty()) {
        let (script, wanted) = row.split_once('¦').unwrap_or_else(|| panic!("{row}"));
        let script = script.trim().replace('⏎', "\n");
        let got = shown(&script, shell);
        let fine = match wanted.trim().strip_prefix('=') {
            Some(exact) => got == exact.trim(),
            None => wanted
                .split_whitespace()
                .all(|one| got.split_whitespace().any(|it| it == one)),
        };
        // What is written down again from the tree does the same.
        if let Ok(tree) = bash::read(&script, dialect) {
            let again = shown(&bash::emit(&tree), shell);
            if again != got {
                wrong.push(format!("{script}\n   does  {got}\n   again {again}"));
            }
        }
        if !fine {
            wrong.push(format!(
                "{script}\n   wants {}\n   got   {got}",
                wanted.trim()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
