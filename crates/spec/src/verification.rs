//! `VERIFICATION.md` of an earlier verification, read for what the next one is compared with. Anybody may have written it:
//! nothing in it is believed, and what can't be read is left out.

use ledger::ids::{GitId, Hash};
use ledger::report::ReportStatus;
use ledger::verdict::Inputs;

use crate::notes::Notes;
use crate::yaml::{self, FRONT, Node};

/// Bytes of a page.
pub const BYTES_MAX: usize = 4 << 20;
/// Items of one list.
const ITEMS_MAX: usize = 5_000;

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// How it stood.
    pub status: ReportStatus,
    /// Its score, as it is written: `3/5 must-haves verified`.
    pub score: String,
    /// What it says that it follows from.
    pub inputs: Option<Inputs>,
    /// What failed: names of items, or the words of gaps.
    pub failed: Vec<String>,
    /// Names of items that were verified.
    pub verified: Vec<String>,
    /// What it was compared with in turn.
    pub again: Option<Again>,
}

/// The comparison that stands on a page, in its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// How the page before it stood.
    pub status: ReportStatus,
    /// Its score.
    pub score: String,
    /// Gaps that were closed.
    pub closed: Vec<String>,
    /// Gaps that remained.
    pub remaining: Vec<String>,
    /// What got worse.
    pub regressions: Vec<String>,
    /// Gaps that nothing asked about any more.
    pub unasked: Vec<String>,
}

/// Reads a page; `None` for what is none.
#[must_use]
pub fn read(text: &str) -> Option<Page> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let rest = text
        .strip_prefix("---\n")
        .or(text.strip_prefix("---\r\n"))?;
    let end = rest
        .find("\n---\n")
        .or_else(|| rest.find("\n---\r\n"))
        .or_else(|| rest.strip_suffix("\n---").map(str::len))?;
    let front = rest.get(..end.saturating_add(1))?;
    let mut notes = Notes::new("", text);
    let root = yaml::read(front, 0, FRONT, &mut notes)?;
    let mut failed = texts(&root, "failed_items");
    if failed.is_empty() {
        let gaps = root.get("gaps").map_or(&[][..], Node::items).iter();
        let words = gaps.filter_map(|it| it.text("truth").or(it.value.as_text()));
        failed = words.take(ITEMS_MAX).map(str::to_owned).collect();
    }
    Some(Page {
        status: status(root.text("status")?)?,
        score: root.text("score").unwrap_or_default().to_owned(),
        inputs: root.get("inputs").and_then(inputs),
        failed,
        verified: texts(&root, "verified_items"),
        again: root.get("re_verification").and_then(again),
    })
}

fn again(node: &Node) -> Option<Again> {
    Some(Again {
        status: status(node.text("previous_status")?)?,
        score: node.text("previous_score").unwrap_or_default().to_owned(),
        closed: texts(node, "gaps_closed"),
        remaining: texts(node, "gaps_remaining"),
        regressions: texts(node, "regressions"),
        unasked: texts(node, "gaps_unasked"),
    })
}

fn inputs(node: &Node) -> Option<Inputs> {
    let id = |name: &str| node.text(name).and_then(|it| GitId::new(it).ok());
    let hash = |name: &str| node.text(name).and_then(|it| Hash::parse(it).ok());
    let tools = texts(node, "tools");
    let tools = tools.iter().filter_map(|it| it.rsplit_once(' '));
    Some(Inputs {
        tree: id("tree")?,
        base: id("base"),
        plan: hash("plan"),
        policy: hash("policy")?,
        checker: node.text("checker")?.to_owned(),
        tools: tools
            .map(|(it, is)| (it.to_owned(), is.to_owned()))
            .collect(),
    })
}

fn status(word: &str) -> Option<ReportStatus> {
    let all = [
        ReportStatus::Passed,
        ReportStatus::GapsFound,
        ReportStatus::HumanNeeded,
    ];
    all.into_iter().find(|it| it.word() == word)
}

fn texts(node: &Node, name: &str) -> Vec<String> {
    let items = node.get(name).map_or(&[][..], Node::items).iter();
    let texts = items.filter_map(|it| it.value.as_text());
    texts.take(ITEMS_MAX).map(str::to_owned).collect()
}
