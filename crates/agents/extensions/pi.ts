// Written by `interlock init --agent pi`, and taken away by `interlock init --agent pi --remove`.
//
// Every call of a tool is put to `interlock hook pi`: one event as JSON on its standard input; status 0 and an answer as
// JSON, or nothing, on its standard output; or status 2 and why not on standard error. Where the program can't be started,
// dies, takes too long or says something that is no answer, the call is refused and a result is withheld.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"

const PROGRAM = "INTERLOCK"
const ARGUMENTS = ["hook", "pi"]
const MILLISECONDS = 30_000
// At the end of a turn the change is verified.
const END_MILLISECONDS = 3_600_000
const BYTES = 64 * 1024 * 1024

class Refused extends Error {}

function answered(status: number | null, stdout: string, stderr: string): any {
  if (status === 2) throw new Refused(stderr.trim() || "refused by Interlock")
  if (status !== 0) throw new Refused("Interlock gave no answer: " + (stderr.trim().slice(0, 500) || "status " + status))
  if (stdout.trim() === "") return { decision: "pass" }
  let answer
  try {
    answer = JSON.parse(stdout)
  } catch {
    throw new Refused("Interlock gave an answer that can't be read")
  }
  if (typeof answer?.decision !== "string") throw new Refused("Interlock gave an answer that can't be read")
  return answer
}

// While it is waited for, nothing else happens: what is asked about must not go on meanwhile.
function ask(event: object, timeout = MILLISECONDS): any {
  const run = spawnSync(PROGRAM, ARGUMENTS, {
    input: JSON.stringify(event), encoding: "utf8", timeout, killSignal: "SIGKILL", maxBuffer: BYTES,
  })
  if (run.error) throw new Refused("Interlock gave no answer: " + run.error.message)
  return answered(run.status, run.stdout, run.stderr)
}

// The version in the description of the package that the program stands in.
function version(): string | undefined {
  try {
    let folder = dirname(realpathSync(process.argv[1]))
    for (let depth = 0; depth < 5; depth++, folder = dirname(folder)) {
      const description = join(folder, "package.json")
      if (!existsSync(description)) continue
      const read = JSON.parse(readFileSync(description, "utf8"))
      if (typeof read.name === "string" && read.name.endsWith("/pi-coding-agent")) return read.version
    }
  } catch {
    return undefined
  }
}

export default function (pi: any) {
  const running = version()
  // What the model is to be told before the first thing that somebody says.
  let opening: string | undefined
  // A session that is kept nowhere has no name of its own.
  const unnamed = `unnamed-${process.pid}-${Date.now()}`
  const about = (name: string, ctx: any) => ({
    hook_event_name: name, session_id: ctx?.sessionManager?.getSessionId?.() || unnamed, cwd: ctx?.cwd || process.cwd(), version: running,
  })
  // What is no call can't be refused, and must not break the session either.
  const tell = (event: object, timeout?: number) => {
    try {
      return ask(event, timeout)
    } catch (error: any) {
      console.error(error.message)
      return { decision: "pass" }
    }
  }
  const words = (content: any) =>
    (Array.isArray(content) ? content : []).filter((part: any) => part.type === "text").map((part: any) => part.text).join("\n")

  pi.on("session_start", (event: any, ctx: any) => {
    const answer = tell({ ...about("session_start", ctx), source: event?.reason || "startup" })
    if (answer.decision === "told") opening = answer.reason
  })
  pi.on("before_agent_start", (event: any, ctx: any) => {
    tell({ ...about("before_agent_start", ctx), prompt: event?.prompt })
    const content = opening
    opening = undefined
    if (content) return { message: { customType: "interlock", content, display: false } }
  })
  pi.on("tool_call", (event: any, ctx: any) => {
    try {
      const answer = ask({
        ...about("tool_call", ctx), call_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input,
      })
      if (answer.decision !== "pass") return { block: true, reason: answer.reason || "refused by Interlock" }
    } catch (error: any) {
      return { block: true, reason: error.message }
    }
  })
  // A handler that throws would let the result through as it is.
  pi.on("tool_result", (event: any, ctx: any) => {
    try {
      const answer = ask({
        ...about("tool_result", ctx), call_id: event.toolCallId, tool_name: event.toolName, tool_input: event.input,
        tool_response: event.content, is_error: event.isError,
      })
      if (answer.decision === "replaced") return { content: answer.tool_response, details: undefined, isError: event.isError }
    } catch (error: any) {
      return { content: [{ type: "text", text: "withheld: " + error.message }], details: undefined, isError: true }
    }
  })
  // The turn without calls is the last one. What is said here is heard before the agent ends; once it has, it is too late for
  // `pi -p`.
  pi.on("turn_end", (event: any, ctx: any) => {
    if (event.message?.role !== "assistant" || event.message.stopReason !== "stop" || event.toolResults?.length) return
    const said = words(event.message.content)
    const answer = tell({ ...about("turn_end", ctx), last_assistant_message: said }, END_MILLISECONDS)
    if (answer.decision === "sent back") pi.sendUserMessage(answer.reason, { deliverAs: "followUp" })
  })
  pi.on("session_shutdown", (event: any, ctx: any) => {
    tell({ ...about("session_shutdown", ctx), reason: event?.reason || "shutdown" })
  })
}
