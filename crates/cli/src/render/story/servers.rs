//! Servers of tools: what they offer, and what a person is asked about it.

use ledger::ids::ActId;
use ledger::offered::{self, DoubtfulTool, Offer, ServerSeen};

use super::Teller;
use crate::render::style::{Mark, Tone};
use crate::render::text::{names, one_line, plural};

impl Teller {
    pub(super) fn server_seen(&mut self, seen: &ServerSeen) {
        match seen {
            ServerSeen::Closed { server, why } => {
                let text = format!("the server `{server}` is closed: {}", one_line(why));
                self.line(Mark::Warn, &text);
            }
            ServerSeen::Offers(offer) => self.offered(offer, Mark::Again),
        }
    }

    /// What a server offers the agent.
    pub(super) fn offered(&mut self, offer: &Offer, mark: Mark) {
        let tools: Vec<String> = offer.tools.iter().map(|it| it.name.clone()).collect();
        let count = plural(tools.len(), "tool");
        let text = match tools.is_empty() {
            true => format!("the server `{}` has no tool that is offered", offer.server),
            false => format!(
                "the server `{}` has {count}: {}",
                offer.server,
                names(&tools)
            ),
        };
        self.line(mark, &text);
        for why in &offer.left_out {
            self.more(
                Mark::Warn,
                Tone::Plain,
                &format!("left out {}", one_line(why)),
            );
        }
    }

    /// A person is asked about tools. All of it is shown: nobody says yes to what was left out.
    pub(super) fn doubtful(&mut self, act: ActId, server: &str, tools: &[DoubtfulTool]) {
        let question = offered::question(server, tools);
        self.toned(Mark::Ask, Tone::Ask, &format!("{act} {question}"));
        for tool in tools {
            let head = format!("{}: {}", tool.name, tool.why);
            self.more(Mark::Warn, Tone::Plain, &head);
            self.whole(&tool.description);
        }
    }
}
