//! The protocol, over standard input and output.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool as Described,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt};

use super::offered::Tool;
use crate::drive;
use crate::repository::Call;

/// What a client is told of us.
const INSTRUCTIONS: &str = "Interlock verifies changes by evidence and judges tool calls by what they would do. Call `verify` before you \
                            say that a change is done, and `gate_check` where you doubt that a command may be run.";

/// Why it could not be served.
#[derive(Debug, thiserror::Error)]
pub enum NotServed {
    /// There is no runtime.
    #[error(transparent)]
    Runtime(#[from] drive::Error),
    /// The client did not speak the protocol.
    #[error("the client could not be served: {0}")]
    Protocol(String),
}

/// Serves one client until it goes away. Standard output is the protocol's alone.
///
/// # Errors
/// [`NotServed`].
pub fn serve(call: &Call) -> Result<(), NotServed> {
    let runtime = crate::session::runtime()?;
    let protocol = |why: &dyn std::error::Error| NotServed::Protocol(why.to_string());
    let served = runtime.block_on(async {
        let server = Server { call: call.clone() };
        let running = server.serve(rmcp::transport::stdio());
        let running = running.await.map_err(|why| protocol(&why))?;
        running.waiting().await.map_err(|why| protocol(&why))
    });
    // A read of standard input may still be under way; nobody waits for it.
    runtime.shutdown_background();
    served.map(drop)
}

#[derive(Clone)]
struct Server {
    call: Call,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools().build();
        let mut config = ServerConfig::new(tools).with_instructions(INSTRUCTIONS);
        config.server_info = Implementation::new("interlock", env!("CARGO_PKG_VERSION"));
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = Tool::ALL.into_iter().map(described).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Described> {
        Tool::named(name).map(described)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = Tool::named(&request.name) else {
            let why = format!("there is no tool `{}`", request.name);
            return Err(ErrorData::invalid_params(why, None));
        };
        let call = self.call.clone();
        let arguments = request.arguments.unwrap_or_default();
        let called = tokio::task::spawn_blocking(move || tool.call(&call, arguments)).await;
        let result = match called {
            Ok(Ok(value)) => CallToolResult::structured(value),
            Ok(Err(why)) => refused(why),
            Err(_) => refused("it could not be carried out: an internal error".to_owned()),
        };
        Ok(result.into())
    }
}

fn refused(why: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}

fn described(tool: Tool) -> Described {
    let schema = tool.schema().as_object().cloned().unwrap_or_default();
    Described::new(tool.name(), tool.description(), Arc::new(schema))
}
