//! In front of agents that act by themselves: their events through the binary, as their hooks send them.

mod done;
mod hostile;
mod installed;
mod recorded;
mod refusals;
mod side_by_side;

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Said, World};

/// An agent, with how its events are called and its tools.
#[derive(Debug, Clone, Copy)]
struct Agent {
    name: &'static str,
    start: &'static str,
    before: &'static str,
    after: &'static str,
    stop: &'static str,
    shell: &'static str,
}

const CLAUDE: Agent = Agent {
    name: "claude",
    start: "SessionStart",
    before: "PreToolUse",
    after: "PostToolUse",
    stop: "Stop",
    shell: "Bash",
};

const AGENTS: [Agent; 5] = [
    CLAUDE,
    Agent {
        name: "codex",
        ..CLAUDE
    },
    Agent {
        name: "gemini",
        start: "SessionStart",
        before: "BeforeTool",
        after: "AfterTool",
        stop: "AfterAgent",
        shell: "run_shell_command",
    },
    Agent {
        name: "opencode",
        start: "session.created",
        before: "tool.execute.before",
        after: "tool.execute.after",
        stop: "turn.end",
        shell: "bash",
    },
    Agent {
        name: "pi",
        start: "session_start",
        before: "tool_call",
        after: "tool_result",
        stop: "turn_end",
        shell: "bash",
    },
];

/// A session of an agent in a world.
struct Session<'a> {
    world: &'a World,
    agent: Agent,
    id: &'static str,
    /// What its environment says of its version.
    version: Option<&'static str>,
}

/// What Claude Code's environment says.
const KNOWN: &str = "claude-code_2-1-332_harness";

impl<'a> Session<'a> {
    fn of(world: &'a World, agent: Agent) -> Self {
        Self {
            world,
            agent,
            id: "s-1",
            version: Some(KNOWN),
        }
    }

    fn command(&self) -> Command {
        let mut command = self.world.command(&["hook", self.agent.name]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(version) = self.version {
            command.env("AI_AGENT", version);
        }
        command
    }

    fn begun(&self) -> Child {
        self.command().spawn().expect("interlock starts")
    }

    /// Bytes on standard input, and what is said.
    fn sent(&self, bytes: &[u8]) -> Said {
        let mut child = self.begun();
        let mut input = child.stdin.take().expect("standard input");
        // It may end without having read all of it.
        let _gone = input.write_all(bytes);
        drop(input);
        self.world.ended(child)
    }

    fn event(&self, name: &str, more: Value) -> Said {
        let mut event = json!({
            "session_id": self.id, "hook_event_name": name, "cwd": self.world.repository(),
        });
        for (key, value) in more.as_object().expect("an object") {
            event[key] = value.clone();
        }
        self.sent(event.to_string().as_bytes())
    }

    fn starts(&self) -> Said {
        self.event(self.agent.start, json!({"source": "startup"}))
    }

    fn before(&self, tool: &str, input: Value) -> Said {
        let more = json!({"tool_name": tool, "tool_input": input, "tool_use_id": "t1"});
        self.event(self.agent.before, more)
    }

    fn runs(&self, command: &str) -> Said {
        self.before(self.agent.shell, json!({"command": command}))
    }

    fn after(&self, command: &str, response: Value) -> Said {
        let more = json!({
            "tool_name": self.agent.shell, "tool_input": {"command": command}, "tool_use_id": "t1",
            "tool_response": response,
        });
        self.event(self.agent.after, more)
    }

    fn stops(&self, again: bool) -> Said {
        let more = json!({"last_assistant_message": "All is done.", "stop_hook_active": again});
        self.event(self.agent.stop, more)
    }

    /// The session as `status --json` has it.
    fn status(&self) -> Value {
        let said = self.world.run(&["status", "--json"]);
        let lines = said.out.lines();
        let values = lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let mut sessions = values.filter(|it| it["agent"] == self.agent.name);
        sessions.next().expect("a session")
    }

    fn name(&self) -> String {
        self.status()["session"]
            .as_str()
            .expect("a name")
            .to_owned()
    }
}

fn world() -> World {
    World::new(&[
        ("README.md", "A project.\n"),
        ("src/slug.sh", "echo slug\n"),
    ])
}

/// Whether the answer refuses, with a reason and without a word that could be taken for another answer.
fn refuses(said: &Said) -> bool {
    said.code == 2 && said.out.is_empty() && !said.err.trim().is_empty()
}

/// Whether the answer says nothing against it.
fn passes(said: &Said) -> bool {
    said.code == 0 && said.err.is_empty() && !said.out.contains("permissionDecision")
}
