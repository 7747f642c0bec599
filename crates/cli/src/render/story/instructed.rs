//! What the repository itself tells the agent: instructions and skills.

use ledger::observation::Instruction;
use ledger::skill::{Skill, Skills};

use super::Teller;
use crate::render::style::{Mark, Tone};
use crate::render::text::{names, one_line};

impl Teller {
    /// Which of the repository's own instructions the agent is given, and whether they may order anything.
    pub(super) fn instructed(&mut self, files: &[Instruction]) {
        for (trusted, how) in [
            (true, ""),
            (false, ", as data: the repository is not trusted"),
        ] {
            let of = files.iter().filter(|it| it.trusted == trusted);
            let paths: Vec<String> = of.map(|it| it.path.to_string()).collect();
            if !paths.is_empty() {
                let text = format!("reads {}{how}", names(&paths));
                self.more(Mark::Note, Tone::Dim, &text);
            }
        }
    }

    /// Which skills it has, and whether they may order anything.
    pub(super) fn skilled(&mut self, skills: &Skills) {
        let found = skills.found.iter();
        let all: Vec<String> = found.map(|it| it.name.clone()).collect();
        let trusted = |it: &Skill| it.trusted;
        let how = match skills.found.iter().all(trusted) {
            true => "",
            false => ", as data: the repository is not trusted",
        };
        if !all.is_empty() {
            let text = format!("has skills: {}{how}", names(&all));
            self.more(Mark::Note, Tone::Dim, &text);
        }
        for why in &skills.left_out {
            let text = format!("left out the skill {}", one_line(why));
            self.more(Mark::Warn, Tone::Plain, &text);
        }
    }
}
