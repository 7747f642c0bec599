//! What an agent is told of its task, section by section. Plain data in, sections out: nothing is looked up here.
//!
//! What others wrote (titles, texts, comments, reports, reasons) stands only in sections that are marked as untrusted, and
//! there is nothing of ours in these but headings: whoever builds the prompt fences them.
//!
//! Reading order: [`Briefing`], [`sections`], `outside` (what others wrote), `inside` (what we say), `words` (in which words).

mod briefing;
mod cut;
mod inside;
mod kind;
mod outside;
mod put;
mod section;
mod table;
mod words;

pub use briefing::{Briefing, Retry, Who};
pub use section::Section;

/// All sections of a task's prompt, in order. Sections with nothing in them are left out.
#[must_use]
pub fn sections(briefing: &Briefing) -> Vec<Section> {
    let all = [
        inside::context(briefing),
        outside::subject(briefing),
        outside::change(briefing),
        outside::failure(briefing),
        outside::notices(briefing),
        outside::parent(briefing),
        outside::prior(briefing),
        outside::comments(briefing),
        inside::role(briefing),
        inside::git(briefing),
        inside::means(briefing),
        inside::duty(briefing),
        inside::constraints(briefing),
        inside::conventions(briefing),
        inside::knowledge(briefing),
        inside::delivery(briefing),
    ];
    let mut sections: Vec<Section> = all.into_iter().flatten().collect();
    sections.sort_by_key(|section| section.priority);
    sections
}
