//! Hooks of the person's that are asked, and what they say.

use ledger::action::HookRun;
use ledger::ids::ActId;
use ledger::observation::Observation;

use super::Teller;
use crate::render::style::Mark;
use crate::render::text::first_line;

impl Teller {
    /// What is done where a hook is asked.
    pub(super) fn begins_hook(&mut self, act: ActId, run: &HookRun) -> String {
        let name = run.hook.name.clone();
        let words = format!("ask the hook {}", self.style.said(&name));
        self.hooks.insert(act, name);
        words
    }

    /// A hook says yes by ending with 0 and nothing more; what it says else is worth a line.
    pub(super) fn hook_finished(&mut self, name: &str, observation: &Observation) {
        let name = self.style.said(name);
        let said = first_line(&observation.text);
        match observation.exit_code {
            Some(0) if !said.starts_with('{') => self.aside(&format!("hook {name}: go on")),
            Some(0) => self.line(Mark::Note, &format!("hook {name}: {said}")),
            Some(2) => self.line(Mark::Bad, &format!("hook {name} says no: {said}")),
            Some(code) => {
                let text = format!("hook {name} failed with status {code}: {said}");
                self.line(Mark::Bad, &text);
            }
            None => self.line(Mark::Bad, &format!("hook {name} failed: {said}")),
        }
    }
}
