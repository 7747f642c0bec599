// Interlock's gate for pi (draft). Goes to ~/.pi/agent/extensions/ or .pi/extensions/.
//
// Every tool call is put to `interlock hook pi`: one JSON event on stdin, one JSON answer (or nothing) on stdout. If
// the program cannot be started, dies, takes too long or says something unreadable, the call is refused, and a result
// that could not be looked at is withheld.
//
// Answer: {"decision": "deny", "reason"}, {"tool_input": {...}} before a call, {"tool_response": "..."} after it,
// {"context": "..."} for a prompt, {"prompt": "..."} when the model has ended its turn and is to go on. Exit 2 with a text
// on stderr is a refusal as well.
import { spawnSync } from "node:child_process"
import { readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"

const BINARY = process.env.INTERLOCK_BIN || "interlock"
const LIMIT = Number(process.env.INTERLOCK_HOOK_LIMIT_MS || 30000)

function ask(event: Record<string, any>): Record<string, any> {
  const run = spawnSync(BINARY, ["hook", "pi"], {
    input: JSON.stringify(event), encoding: "utf8", timeout: LIMIT, killSignal: "SIGKILL", maxBuffer: 1 << 26, cwd: event.cwd, env: process.env,
  })
  if (run.error) throw new Error("interlock gave no answer: " + ((run.error as any).code || run.error.message))
  if (run.status === 2) return { decision: "deny", reason: run.stderr.trim() || "refused by interlock" }
  if (run.status !== 0) throw new Error("interlock gave no answer: " + (run.signal || "exit " + run.status) + " " + run.stderr.trim().slice(0, 500))
  if (run.stdout.trim() === "") return {}
  let answer: any
  try {
    answer = JSON.parse(run.stdout)
  } catch {
    throw new Error("interlock gave an unreadable answer")
  }
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) throw new Error("interlock gave an unreadable answer")
  if (answer.decision !== undefined && answer.decision !== "deny" && answer.decision !== "allow") throw new Error("interlock gave an unreadable answer")
  return answer
}

// The package that is running: its cli.js is what node was started with.
function hostVersion(): string {
  try {
    return JSON.parse(readFileSync(join(dirname(realpathSync(process.argv[1])), "..", "package.json"), "utf8")).version
  } catch {
    return ""
  }
}

export default function (pi: any) {
  const version = hostVersion()
  let rounds = 0
  const base = (name: string, ctx: any) => ({ hook_event_name: name, session_id: ctx.sessionManager?.getSessionId?.(), transcript_path: ctx.sessionManager?.getSessionFile?.(),
    cwd: ctx.cwd, version })
  // Where nothing can be refused, a failure must not break the session either.
  const tell = (event: Record<string, any>) => {
    try {
      return ask(event)
    } catch (error: any) {
      return { failed: String(error.message || error) } as Record<string, any>
    }
  }

  pi.on("session_start", (event: any, ctx: any) => {
    tell({ ...base("session_start", ctx), reason: event.reason })
  })
  pi.on("session_shutdown", (event: any, ctx: any) => {
    tell({ ...base("session_shutdown", ctx), reason: event.reason })
  })
  pi.on("before_agent_start", (event: any, ctx: any) => {
    const answer = tell({ ...base("before_agent_start", ctx), prompt: event.prompt, stop_hook_active: rounds > 0 })
    if (answer.context) return { message: { customType: "interlock", content: answer.context, display: false } }
  })
  pi.on("tool_call", (event: any, ctx: any) => {
    try {
      const answer = ask({ ...base("tool_call", ctx), call_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input })
      if (answer.decision === "deny") return { block: true, reason: answer.reason || "refused by interlock" }
      if (answer.tool_input) {
        for (const key of Object.keys(event.input)) delete event.input[key]
        Object.assign(event.input, answer.tool_input)
      }
    } catch (error: any) {
      return { block: true, reason: String(error.message || error) }
    }
  })
  pi.on("tool_result", (event: any, ctx: any) => {
    const text = event.content.filter((it: any) => it.type === "text").map((it: any) => it.text).join("\n")
    const instead = (text: string, isError: boolean) => ({ content: [{ type: "text", text }], details: undefined, isError })
    try {
      const answer = ask({ ...base("tool_result", ctx), call_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input, tool_response: text, is_error: event.isError })
      if (answer.decision === "deny") return instead(answer.reason || "The result is withheld by interlock.", true)
      if (typeof answer.tool_response === "string") return instead(answer.tool_response, event.isError)
    } catch (error: any) {
      return instead("The result is withheld: " + (error.message || error), true)
    }
  })
  pi.on("input", (event: any) => {
    if (event.source !== "extension") rounds = 0
  })
  // The turn without tool calls is the last one. What is queued here is asked before the agent ends; at agent_end it is
  // too late for `pi -p`.
  pi.on("turn_end", (event: any, ctx: any) => {
    if (event.message?.role !== "assistant" || event.message.stopReason !== "stop" || event.toolResults?.length) return
    const said = event.message.content.filter((it: any) => it.type === "text").map((it: any) => it.text).join("\n")
    const answer = tell({ ...base("turn_end", ctx), stop_hook_active: rounds > 0, rounds, last_assistant_message: said, usage: event.message.usage })
    const text = answer.prompt ?? (answer.decision === "deny" ? answer.reason : undefined)
    if (text) {
      rounds += 1
      pi.sendUserMessage(text, { deliverAs: "followUp" })
    }
  })
  pi.on("agent_end", (event: any, ctx: any) => {
    const last = [...event.messages].reverse().find((it: any) => it.role === "assistant")
    tell({ ...base("agent_end", ctx), stop_reason: last?.stopReason, error: last?.errorMessage, usage: last?.usage })
  })
}
