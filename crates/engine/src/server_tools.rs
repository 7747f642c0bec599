//! Tools of servers of the Model Context Protocol, beside our own: what a model is told of them, and how its calls become proposals.

use gate::wire::server_tool;
use ledger::action::{Action, UseTool};
use ledger::event::Ask;
use ledger::ids::TaskId;
use ledger::offered::OfferedTool;
use ledger::options::Options;
use ledger::phase::Phase;
use ledger::proposal::Proposal;
use ledger::reply::Call;

use crate::state::{CallStatus, Servers, State, TaskState};
use crate::toolbox::ARGS_BYTES_MAX;

/// Longest name of a tool that providers take, in characters.
const NAME_CHARS_MAX: usize = 64;

/// The name under which a model is told of a tool; nothing where no name of that length would do.
#[must_use]
pub fn name_for_model(server: &str, tool: &str) -> Option<String> {
    let plain = |it: char| {
        if it.is_ascii_alphanumeric() || it == '-' {
            it
        } else {
            '_'
        }
    };
    let tool: String = tool.chars().map(plain).collect();
    let name = server_tool::name(server, &tool);
    (!tool.is_empty() && name.len() <= NAME_CHARS_MAX).then_some(name)
}

/// The tools that a model is told of now, under its names for them. A planner only looks, and what these do is not known.
#[must_use]
pub fn offered(state: &State) -> Vec<(String, &OfferedTool)> {
    if state.phase == Phase::Planning {
        return Vec::new();
    }
    let all = state.servers.offered();
    all.filter_map(|(server, tool)| Some((name_for_model(server, &tool.name)?, tool)))
        .collect()
}

/// Bytes that these add to a request.
pub(crate) fn bytes(state: &State) -> usize {
    let all = offered(state);
    let sizes = all.iter().map(|(name, tool)| {
        let about = tool.description.len().saturating_add(tool.schema.len());
        name.len().saturating_add(about)
    });
    sizes.sum()
}

/// Reads a call of such a tool; nothing where it is none.
pub(crate) fn read(servers: &Servers, call: &Call) -> Option<Result<Proposal, String>> {
    // None of ours begins so: no server can name one like ours.
    let rest = call.tool.strip_prefix(server_tool::PREFIX)?;
    Some(proposal(servers, call, rest))
}

fn proposal(servers: &Servers, call: &Call, rest: &str) -> Result<Proposal, String> {
    let server = rest
        .split_once(server_tool::BETWEEN)
        .map_or(rest, |(server, _)| server);
    if servers.is_closed(server) {
        return Err(closed(server));
    }
    let is_named = |(server, tool): &(&str, &OfferedTool)| {
        name_for_model(server, &tool.name).as_deref() == Some(call.tool.as_str())
    };
    let (server, tool) = servers.offered().find(is_named).ok_or_else(|| {
        let all = servers.offered();
        let names: Vec<String> = all
            .filter_map(|(server, tool)| name_for_model(server, &tool.name))
            .collect();
        let named: String = call.tool.chars().take(NAME_CHARS_MAX).collect();
        let names = names.join(", ");
        format!("there is no tool `{named}`; servers have: {names}")
    })?;
    if call.args.len() > ARGS_BYTES_MAX {
        let why = format!("the arguments are longer than {ARGS_BYTES_MAX} bytes");
        return Err(why);
    }
    let text = match call.args.trim() {
        "" => "{}",
        text => text,
    };
    let arguments: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text)
        .map_err(|why| format!("the arguments of `{}` can't be read: {why}", call.tool))?;
    Ok(Proposal::Mcp {
        server: server.to_owned(),
        name: tool.name.clone(),
        arguments: serde_json::Value::Object(arguments).to_string(),
    })
}

/// What the agent is told of a server that does not answer: in our words alone.
fn closed(server: &str) -> String {
    format!("the server `{server}` is closed: none of its tools can be used in this run any more")
}

/// What has a server carry out a tool.
pub(crate) fn use_of(
    (state, options): (&State, &Options),
    task: &TaskId,
    (server, tool, arguments): (&str, &str, &str),
) -> Result<Action, String> {
    if state.servers.is_closed(server) {
        return Err(closed(server));
    }
    let configured = options.servers.iter().find(|it| it.name == server);
    let configured = configured.ok_or_else(|| format!("there is no server `{server}`"))?;
    Ok(Action::UseTool(UseTool {
        task: task.clone(),
        server: server.to_owned(),
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
        timeout_s: configured.timeout_s,
    }))
}

/// Whether a call waits for a server.
pub(crate) fn are_wanted(task: &TaskState) -> bool {
    task.calls.iter().any(|it| {
        let open = !matches!(it.status, CallStatus::Answered { .. });
        open && matches!(it.proposal.as_deref(), Ok(Proposal::Mcp { .. }))
    })
}

/// Whether a person is asked about tools: no request goes out meanwhile.
pub(crate) fn is_asked(state: &State) -> bool {
    let mut asks = state.questions.values();
    asks.any(|it| matches!(it.ask, Ask::Tools { .. }))
}

#[cfg(test)]
mod tests {
    use ledger::ids::{CallId, Hash};
    use ledger::offered::{Known, Offer};

    use super::*;

    fn servers(tools: &[&str]) -> Servers {
        let tool = |name: &&str| OfferedTool {
            name: (*name).to_owned(),
            description: String::new(),
            schema: "{}".to_owned(),
            digest: Hash::of(name.as_bytes()),
            known: Known::First,
            noticed: Vec::new(),
        };
        let mut servers = Servers::default();
        servers.offers(&Offer {
            server: "docs".to_owned(),
            tools: tools.iter().map(tool).collect(),
            left_out: Vec::new(),
        });
        servers
    }

    fn read(servers: &Servers, tool: &str, args: &str) -> Option<Result<Proposal, String>> {
        let call = Call {
            id: CallId("c".into()),
            tool: tool.into(),
            args: args.into(),
        };
        super::read(servers, &call)
    }

    #[test]
    fn a_call_names_server_and_tool_as_the_server_calls_it() {
        let servers = servers(&["find.page", "write"]);
        let proposal = read(&servers, "mcp__docs__find_page", r#"{ "q": "x" }"#);
        let expected = Proposal::Mcp {
            server: "docs".to_owned(),
            name: "find.page".to_owned(),
            arguments: r#"{"q":"x"}"#.to_owned(),
        };
        assert_eq!(proposal, Some(Ok(expected)));
        // `write` is ours, whatever a server has.
        assert_eq!(read(&servers, "write", "{}"), None);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let mut servers = servers(&["find"]);
        let why = |servers: &Servers, tool: &str, args: &str| {
            read(servers, tool, args).unwrap().unwrap_err()
        };
        assert!(why(&servers, "mcp__docs__other", "{}").contains("mcp__docs__find"));
        assert!(why(&servers, "mcp__docs__find", "[1]").contains("can't be read"));
        servers.closed("docs");
        assert!(why(&servers, "mcp__docs__find", "{}").contains("is closed"));
    }

    #[test]
    fn names_fit_what_providers_take() {
        assert_eq!(
            name_for_model("s", "ä/b.c"),
            Some("mcp__s___b_c".replace("___b", "____b"))
        );
        assert_eq!(name_for_model("s", ""), None);
        assert_eq!(name_for_model("s", &"x".repeat(60)), None);
    }
}
