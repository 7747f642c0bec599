// Interlock's gate for opencode (draft). Goes to ~/.config/opencode/plugins/ or .opencode/plugins/.
//
// Every tool call is put to `interlock hook opencode`: one JSON event on stdin, one JSON answer (or nothing) on
// stdout. If the program cannot be started, dies, takes too long or says something unreadable, the call is refused,
// and a result that could not be looked at is withheld.
//
// Answer: {"decision": "deny", "reason"}, {"tool_input": {...}} before a call, {"tool_response": "..."} after it,
// {"context": "..."} for a prompt, {"prompt": "..."} when the model has ended its turn and is to go on. Exit 2 with a
// text on stderr is a refusal as well.
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const BINARY = process.env.INTERLOCK_BIN || "interlock"
const LIMIT = Number(process.env.INTERLOCK_HOOK_LIMIT_MS || 30000)

function ask(event) {
  const run = spawnSync(BINARY, ["hook", "opencode"], {
    input: JSON.stringify(event), encoding: "utf8", timeout: LIMIT, killSignal: "SIGKILL", maxBuffer: 1 << 26,
    cwd: event.cwd, env: process.env,
  })
  if (run.error) throw new Error("interlock gave no answer: " + (run.error.code || run.error.message))
  if (run.status === 2) return { decision: "deny", reason: run.stderr.trim() || "refused by interlock" }
  if (run.status !== 0) throw new Error("interlock gave no answer: " + (run.signal || "exit " + run.status) + " " + run.stderr.trim().slice(0, 500))
  if (run.stdout.trim() === "") return {}
  let answer
  try {
    answer = JSON.parse(run.stdout)
  } catch {
    throw new Error("interlock gave an unreadable answer")
  }
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) throw new Error("interlock gave an unreadable answer")
  if (answer.decision !== undefined && answer.decision !== "deny" && answer.decision !== "allow") throw new Error("interlock gave an unreadable answer")
  return answer
}

export const Interlock = async ({ client, directory, worktree }) => {
  let version
  const parents = new Map()
  const sentBack = new Map()
  const base = (name, session) => ({ hook_event_name: name, session_id: session, cwd: directory, worktree,
    ...(parents.get(session) ? { parent_id: parents.get(session) } : {}), ...(version ? { version } : {}) })
  const learn = async () => {
    if (version !== undefined) return
    try {
      version = (await client._client.get({ url: "/global/health" })).data.version
    } catch {
      try {
        version = JSON.parse(readFileSync(join(dirname(process.execPath), "..", "package.json"), "utf8")).version
      } catch {
        version = ""
      }
    }
  }
  // Where nothing can be refused, a failure must not break the session either.
  const tell = (event) => {
    try {
      return ask(event)
    } catch (error) {
      return { failed: String(error.message || error) }
    }
  }
  return {
    "tool.execute.before": async (input, output) => {
      await learn()
      const answer = ask({ ...base("tool.execute.before", input.sessionID), call_id: input.callID, tool_name: input.tool, tool_input: output.args })
      if (answer.decision === "deny") throw new Error(answer.reason || "refused by interlock")
      if (answer.tool_input) {
        for (const key of Object.keys(output.args)) delete output.args[key]
        Object.assign(output.args, answer.tool_input)
      }
    },
    "tool.execute.after": async (input, output) => {
      const withhold = (text) => {
        // An MCP tool has `content`, the others have `output`; what is shown to the person is in `metadata`.
        if (Array.isArray(output.content)) output.content = [{ type: "text", text }]
        output.output = text
        if (output.metadata && typeof output.metadata === "object" && "output" in output.metadata) output.metadata.output = text
      }
      let answer
      try {
        answer = ask({ ...base("tool.execute.after", input.sessionID), call_id: input.callID, tool_name: input.tool, tool_input: input.args,
          tool_response: output.output ?? output.content, metadata: output.metadata, title: output.title })
      } catch (error) {
        return withhold("The result is withheld: " + error.message)
      }
      if (answer.decision === "deny") withhold(answer.reason || "The result is withheld by interlock.")
      else if (typeof answer.tool_response === "string") withhold(answer.tool_response)
    },
    "chat.message": async (input, output) => {
      const own = output.parts.filter((it) => it.type === "text" && !it.synthetic)
      if (own.length === 0 && output.parts.length > 0) return // what was sent back, see below
      await learn()
      sentBack.delete(input.sessionID)
      const text = own.map((it) => it.text).join("\n")
      const answer = tell({ ...base("chat.message", input.sessionID), prompt: text, agent: input.agent, model: input.model })
      const first = output.parts.find((it) => it.type === "text")
      if (answer.context && first) first.text = answer.context + "\n\n" + first.text
    },
    event: async ({ event }) => {
      const info = event.properties?.info
      const part = event.properties?.part
      if (event.type === "session.created") {
        version = info?.version
        if (info?.parentID) parents.set(info.id, info.parentID)
        tell({ ...base("session.created", info?.id), info })
      } else if (event.type === "message.part.updated" && part?.type === "step-finish" && part.reason === "stop") {
        // The model has ended its turn. A message that is here before opencode looks again keeps the session going;
        // at session.idle it is too late for `opencode run`.
        const rounds = sentBack.get(part.sessionID) ?? 0
        const answer = tell({ ...base("turn.end", part.sessionID), stop_hook_active: rounds > 0, rounds, tokens: part.tokens, cost: part.cost })
        const text = answer.prompt ?? (answer.decision === "deny" ? answer.reason : undefined)
        if (text) {
          sentBack.set(part.sessionID, rounds + 1)
          await client.session.prompt({ path: { id: part.sessionID }, body: { noReply: true, parts: [{ type: "text", text, synthetic: true }] } })
        }
      } else if (event.type === "session.idle" || event.type === "session.error" || event.type === "session.deleted" || event.type === "session.compacted") {
        tell({ ...base(event.type, event.properties?.sessionID ?? info?.id), error: event.properties?.error })
      }
    },
  }
}
