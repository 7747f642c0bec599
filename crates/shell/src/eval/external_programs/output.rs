//! What a program prints, by what it has read and what came in.

use super::{Flow, special};
use crate::effect::{Origin, What};
use crate::eval::Eval;
use crate::model::words::Taken;
use crate::model::{Model, Output};
use crate::value::{Origins, Piece, Sort, Text};

/// Directories that are remembered for what was put into them.
const FILLED_MAX: usize = 64;

impl Eval<'_> {
    /// Whether the command is a build of the project.
    fn builds(&self) -> bool {
        let is_build = |what: &What| matches!(what, What::Build(_) | What::Script { .. });
        self.effects
            .iter()
            .any(|it| it.by == self.by && is_build(&it.what))
    }

    /// What comes out.
    pub(super) fn output(&mut self, model: &Model, taken: &Taken<'_>, flow: Flow) -> Text {
        for place in &flow.wrote {
            if let Some(held) = self.written.get_mut(place) {
                held.origins = held.origins.with(flow.read);
            }
        }
        let fetched = self
            .effects
            .iter()
            .any(|effect| effect.by == self.by && effect.what.fetches(crate::address::is_loopback));
        if fetched && self.filled.len() < FILLED_MAX {
            let network = Origins::of(Origin::Network);
            self.filled
                .extend(flow.wrote.iter().map(|place| (place.clone(), network)));
        }
        let came = flow.read.with(flow.stdin.origins);
        let foreign = [
            Origin::Network,
            Origin::Elsewhere,
            Origin::Decoded,
            Origin::Secret,
        ]
        .into_iter()
        .any(|origin| came.has(origin));
        // What is unpacked is not what the project's build made of its sources.
        let unpacked = came.has(Origin::File) && !self.compiles() && !self.builds();
        if (foreign || unpacked) && self.filled.len() < FILLED_MAX {
            self.filled
                .extend(flow.filled.iter().map(|place| (place.clone(), came)));
        }
        if let Some(printed) = flow.printed {
            return printed;
        }
        let read = if flow.reads_files {
            flow.read
        } else {
            flow.read.with(flow.stdin.origins)
        };
        let pass = || {
            if flow.reads_files {
                Text::unknown(read)
            } else {
                flow.stdin.clone()
            }
        };
        match taken.first(&model.output) {
            Some(Output::Lines) => pass(),
            Some(Output::Passed) => rewritten(pass()),
            Some(Output::Numbers) => {
                Text::some(Sort::Numbers, read.with(Origins::of(Origin::Program)))
            }
            Some(Output::Words) => Text::some(Sort::Words, read.with(Origins::of(Origin::Program))),
            Some(Output::Decoded) => {
                let decoded = special::decoded(&model.name, &pass());
                decoded.from(Origins::of(Origin::Decoded))
            }
            Some(Output::Network) => Text::unknown(read.with(Origins::of(Origin::Network))),
            Some(Output::Secret) => Text::unknown(read.with(Origins::of(Origin::Secret))),
            Some(Output::Names) if flow.unnamed => Text::unknown(Origins::of(Origin::File)),
            // Names in a directory are printed without it.
            Some(Output::Names) if matches!(model.name.as_str(), "ls" | "eza") => {
                let inside = (!taken.modes.contains("directory")).then_some("*");
                lines(flow.named.iter().map(String::as_str).chain(inside))
            }
            Some(Output::Names) => names(&flow.named),
            Some(Output::Own) => Text::unknown(Origins::of(Origin::Program)),
            None => Text::unknown(read.with(Origins::of(Origin::Program))),
        }
    }
}

/// What a filter makes of text that it rewrites: what is known of it may still be there, and names are names no more.
fn rewritten(text: Text) -> Text {
    if text
        .pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Known(_) | Piece::Perhaps(_)))
    {
        let mut out = text.perhaps();
        out.push(&Text::unknown(Origins::default()));
        return out;
    }
    Text::unknown(text.origins)
}

/// Names, one a line; those with a wildcard are patterns for some.
pub(in crate::eval) fn lines<'a>(paths: impl Iterator<Item = &'a str>) -> Text {
    let mut out = Text::default().from(Origins::of(Origin::File));
    for path in paths {
        if path.contains(['*', '?', '[']) {
            out.push(&Text::names(path));
        } else {
            out.push(&Text::known(path));
        }
        out.push(&Text::known("\n"));
    }
    out
}

/// Names of files below these paths: one pattern for each stands for all of them.
pub(in crate::eval) fn names(tops: &[String]) -> Text {
    let patterns: Vec<String> = tops
        .iter()
        .flat_map(|top| {
            let last = top.rsplit('/').next().unwrap_or_default();
            let pattern = top.contains(['*', '?', '[']);
            // What a pattern of files stands for is printed as it was found; another may stand for directories as well.
            let files = last.contains('*') && last.contains('.');
            let file = last.trim_start_matches('.').contains('.');
            let itself = (pattern || file).then(|| top.clone());
            let below = (!files).then(|| format!("{}/*", top.trim_end_matches('/')));
            itself.into_iter().chain(below)
        })
        .collect();
    if patterns.is_empty() {
        return lines(std::iter::once("*"));
    }
    lines(patterns.iter().map(String::as_str))
}
