//! Names that agents have for tools of servers of the Model Context Protocol: `mcp__SERVER__TOOL`.

/// What such a name begins with.
pub const PREFIX: &str = "mcp__";
/// What stands between the server and its tool.
pub const BETWEEN: &str = "__";

/// The name of a server's tool.
#[must_use]
pub fn name(server: &str, tool: &str) -> String {
    format!("{PREFIX}{server}{BETWEEN}{tool}")
}

/// The server and its tool; nothing where it is called otherwise. A name that could be of two servers is of none: `mcp__a__b__c` is
/// `b__c` of `a`, or `c` of `a__b`.
pub(super) fn parts(name: &str) -> Option<(&str, &str)> {
    let (server, tool) = name.strip_prefix(PREFIX)?.split_once(BETWEEN)?;
    let clear = !server.is_empty() && !server.contains('/') && !tool.is_empty();
    let clear = clear && !tool.starts_with('_') && !tool.contains(BETWEEN);
    clear.then_some((server, tool))
}
