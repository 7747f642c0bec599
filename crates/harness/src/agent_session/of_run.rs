//! The hook of an agent that works in a run: the driver of that run answers, and where it can't be reached the hook refuses.

use agents::answer::Printed;
use tools::git_door;

/// Whether this process belongs to an agent of a run.
#[must_use]
pub fn is_of_a_run() -> bool {
    git_door::is_of_a_run()
}

/// What the driver of the run answers. `event` is what stood on standard input; `None`: more than is read.
#[must_use]
pub fn ask_run(event: Option<Vec<u8>>) -> Printed {
    let Some(event) = event else {
        return refused("the event is longer than what is read");
    };
    match git_door::ask_run(event) {
        Ok(answer) => Printed {
            stdout: answer.stdout,
            stderr: answer.stderr,
            exit: answer.exit,
        },
        Err(error) => refused(&format!("the run can't be asked: {error}")),
    }
}

fn refused(why: &str) -> Printed {
    Printed::refusal(&format!("refused by Interlock: {why}"))
}
