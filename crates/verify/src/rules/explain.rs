//! What a rule is, for people: one by its id, and all of them as the list that a page is made of. Those that are shapes have
//! their words where they are written.

use code::Language;
use code::rules::Rules;
use ledger::options::Severity;
use serde::Serialize;

use super::covers::{COVERS, Covers};
use super::list::all;
use super::rule::{Looks, Rule};

/// The heading of rules that are shapes.
pub const SHAPES: &str = "Shapes of code";
/// Why a shape is told.
const SHAPE_WHY: &str = "Most code of this shape was left behind, or does not do what it says.";

/// Everything that is said of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// Its id, which findings carry.
    pub rule: String,
    /// What it is about, as a heading.
    pub about: &'static str,
    /// What should hold.
    pub holds: String,
    /// What it finds.
    pub finds: String,
    /// Why that matters.
    pub why: String,
    /// What to do instead.
    pub instead: String,
    /// Where it looks.
    pub languages: String,
    /// What a finding leads to where a plan stands behind the change.
    pub with_plan: Severity,
    /// What it leads to where nothing but the change is known.
    pub without_plan: Severity,
    /// Rules that it speaks for: what they find at the same place is not told beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<String>,
    /// Whether `verification.rules` can change that, and `.interlock/accepted.yml` accept a finding.
    pub switchable: bool,
}

/// Every rule that comes with the program: those of this room by what they are about, then the shapes.
#[must_use]
pub fn explained() -> Vec<Explained> {
    let mut list: Vec<Explained> = all().map(known).collect();
    let shapes = Rules::built_in();
    list.extend(shapes.list().map(shape));
    list
}

fn known(rule: Rule) -> Explained {
    let about = rule.0;
    Explained {
        rule: about.id.to_owned(),
        about: about.group.title(),
        holds: about.holds.to_owned(),
        finds: about.finds.to_owned(),
        why: about.why.to_owned(),
        instead: about.instead.to_owned(),
        languages: match about.looks {
            Looks::Anywhere => "any text".to_owned(),
            Looks::Parsed => "Rust, TypeScript, Vue, Python, Go, Java".to_owned(),
            Looks::At(languages) => named(languages),
        },
        with_plan: about.planned,
        without_plan: about.alone,
        covers: covered_by(rule),
        switchable: rule.is_switchable(),
    }
}

/// The ids of all that a rule speaks for.
fn covered_by(rule: Rule) -> Vec<String> {
    let own = COVERS.iter().filter(|it| it.rule == rule);
    own.flat_map(Covers::ids).map(str::to_owned).collect()
}

/// The names of languages, each once.
fn named(languages: &[Language]) -> String {
    let name = |it: &Language| match it {
        Language::Rust => "Rust",
        Language::TypeScript | Language::Tsx => "TypeScript",
        Language::Vue => "Vue",
        Language::Python => "Python",
        Language::Go => "Go",
        Language::Java => "Java",
        Language::Other => "others",
    };
    let mut names: Vec<&str> = languages.iter().map(name).collect();
    names.dedup();
    names.join(", ")
}

fn shape(rule: &code::rules::Rule) -> Explained {
    let severity = match rule.certain {
        true => Severity::Gap,
        false => Severity::Note,
    };
    let names: Vec<&str> = rule.dialects.iter().map(|it| it.name()).collect();
    Explained {
        rule: rule.id.clone(),
        about: SHAPES,
        holds: "no rule broken".to_owned(),
        finds: rule.message.clone(),
        why: SHAPE_WHY.to_owned(),
        instead: rule.note.clone(),
        languages: names.join(", "),
        with_plan: severity,
        without_plan: severity,
        covers: Vec::new(),
        switchable: true,
    }
}
