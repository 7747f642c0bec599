//! The verifier's rules, for people who want to know one.

use serde::Serialize;
use verify::{Explained, explained};

use crate::config::nearest;
use crate::repository::NoSite;

/// One rule, as JSON and in words.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct RulePage(Explained);

impl RulePage {
    /// What it finds, why, what to do instead, and what it leads to.
    #[must_use]
    pub fn words(&self) -> String {
        let it = &self.0;
        let mut text = format!("{}: {}\n\n", it.rule, it.holds);
        for (name, said) in [
            ("finds", &it.finds),
            ("why", &it.why),
            ("instead", &it.instead),
            ("languages", &it.languages),
        ] {
            if !said.is_empty() {
                text.push_str(&format!("{name:<10} {said}\n"));
            }
        }
        let (with, without) = (it.with_plan.word(), it.without_plan.word());
        text.push_str(&format!(
            "leads to   {with} with a plan, {without} without one\n"
        ));
        if !it.covers.is_empty() {
            text.push_str(&format!("speaks for {}\n", it.covers.join(", ")));
        }
        text.push_str(&match it.switchable {
            true => format!(
                "switch     verification.rules: {{{}: off | note | gap}}\n\
                 accept     interlock verify --accept {} PATH \"why\"\n",
                it.rule, it.rule
            ),
            false => "switch     it holds what a plan or the configuration asks for\n".to_owned(),
        });
        text
    }
}

/// All rules that come with the program.
#[must_use]
pub fn all() -> Vec<RulePage> {
    explained().into_iter().map(RulePage).collect()
}

/// A line for each rule, below what they are about.
#[must_use]
pub fn list() -> String {
    let (mut text, mut about) = (String::new(), "");
    for it in explained() {
        if it.about != about {
            let gap = if about.is_empty() { "" } else { "\n" };
            text.push_str(&format!("{gap}{}\n", it.about));
            about = it.about;
        }
        text.push_str(&format!("  {:<28} {}\n", it.rule, it.finds));
    }
    text
}

/// The rule of that id.
///
/// # Errors
/// [`NoSite::Plan`] where there is none, with the nearest.
pub fn of(id: &str) -> Result<RulePage, NoSite> {
    let mut all = explained();
    match all.iter().position(|it| it.rule == id) {
        Some(at) => Ok(RulePage(all.swap_remove(at))),
        None => {
            let ids: Vec<&str> = all.iter().map(|it| it.rule.as_str()).collect();
            Err(NoSite::Plan(unknown(id, &ids)))
        }
    }
}

/// What to say of an id that is none.
pub(crate) fn unknown(id: &str, ids: &[&str]) -> String {
    let help = match nearest(id, ids.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`interlock verify --explain` lists all rules".to_owned(),
    };
    let id: String = id.chars().take(80).collect();
    format!("there is no rule `{}`\nhelp: {help}", id.escape_debug())
}

/// The tables of the page `docs/rules.md`, one for what rules are about; shapes have their own.
#[must_use]
pub fn tables() -> String {
    let (mut page, mut about) = (String::new(), "");
    let rules = explained().into_iter();
    for it in rules.take_while(|it| it.about != verify::SHAPES) {
        if it.about != about {
            let fixed = match it.switchable {
                true => "",
                false => {
                    "\nThese hold what somebody asked for: they can be neither switched nor accepted.\n"
                }
            };
            page.push_str(&format!(
                "\n### {}\n{fixed}\n| id | with a plan | without | languages | finds | why | instead |\n|---|---|---|---|---|---|---|\n",
                it.about
            ));
            about = it.about;
        }
        let cells = [
            format!("`{}`", it.rule),
            it.with_plan.word().to_owned(),
            it.without_plan.word().to_owned(),
            it.languages,
            it.finds,
            it.why,
            it.instead,
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        page.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    page
}
