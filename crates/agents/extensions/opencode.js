// Written by `interlock init --agent opencode`, and taken away by `interlock init --agent opencode --remove`.
//
// Every call of a tool is put to `interlock hook opencode`: one event as JSON on its standard input; status 0 and an answer
// as JSON, or nothing, on its standard output; or status 2 and why not on standard error. Where the program can't be
// started, dies, takes too long or says something that is no answer, the call is refused and a result is withheld.
import { spawnSync } from "node:child_process"

const PROGRAM = "INTERLOCK"
const ARGUMENTS = ["hook", "opencode"]
const MILLISECONDS = 30_000
// At the end of a turn the change is verified.
const END_MILLISECONDS = 3_600_000
const BYTES = 64 * 1024 * 1024

class Refused extends Error {}

function answered(status, stdout, stderr) {
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
function ask(event, timeout = MILLISECONDS) {
  const run = spawnSync(PROGRAM, ARGUMENTS, {
    input: JSON.stringify(event), encoding: "utf8", timeout, killSignal: "SIGKILL", maxBuffer: BYTES,
  })
  if (run.error) throw new Refused("Interlock gave no answer: " + run.error.message)
  return answered(run.status, run.stdout, run.stderr)
}

export const Interlock = async ({ client, directory }) => {
  let version
  // What the model is to be told before the first thing that somebody says.
  let opening
  // A sub-agent has a session of its own; it belongs to the one that began it.
  const parents = new Map()
  const root = (session) => {
    let at = session
    for (let depth = 0; parents.has(at) && depth < 32; depth++) at = parents.get(at)
    return at
  }
  const about = (name, session) => ({ hook_event_name: name, session_id: root(session), cwd: directory, version })
  // What is no call can't be refused, and must not break the session either.
  const tell = (event, timeout) => {
    try {
      return ask(event, timeout)
    } catch (error) {
      console.error(error.message)
      return { decision: "pass" }
    }
  }
  const replace = (output, response) => {
    const text = typeof response === "string" ? response : (response?.output ?? JSON.stringify(response))
    // A tool of another server has `content`, the others `output`; what is shown to the person is in `metadata`.
    if (Array.isArray(output.content)) output.content = [{ type: "text", text }]
    output.output = text
    if (output.metadata && typeof output.metadata === "object" && "output" in output.metadata) output.metadata.output = text
  }
  const learnVersion = async () => {
    if (version !== undefined) return
    try {
      version = (await client._client.get({ url: "/global/health" })).data.version
    } catch {
      version = undefined
    }
  }
  const began = async (info) => {
    if (info?.parentID) {
      parents.set(info.id, info.parentID)
      return
    }
    await learnVersion()
    version ??= info?.version
    const answer = tell({ ...about("session.created", info?.id), source: "startup" })
    if (answer.decision === "told") opening = answer.reason
  }
  // The model has ended its turn. A message that is there before opencode looks again keeps the session going; once the
  // session rests it is too late for `opencode run`.
  const turnEnded = async (session) => {
    if (parents.has(session)) return
    const answer = tell(about("turn.end", session), END_MILLISECONDS)
    if (answer.decision !== "sent back") return
    const parts = [{ type: "text", text: answer.reason, synthetic: true }]
    await client.session.prompt({ path: { id: session }, body: { noReply: true, parts } })
  }
  return {
    "tool.execute.before": async (input, output) => {
      await learnVersion()
      const answer = ask({
        ...about("tool.execute.before", input.sessionID), call_id: input.callID, tool_name: input.tool, tool_input: output.args,
      })
      if (answer.decision !== "pass") throw new Refused(answer.reason || "refused by Interlock")
    },
    "tool.execute.after": async (input, output) => {
      try {
        const answer = ask({
          ...about("tool.execute.after", input.sessionID), call_id: input.callID, tool_name: input.tool, tool_input: input.args,
          tool_response: output.content ?? { output: output.output },
        })
        if (answer.decision === "replaced") replace(output, answer.tool_response)
      } catch (error) {
        replace(output, "withheld: " + error.message)
      }
    },
    "chat.message": async (input, output) => {
      const own = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      // What a session is sent back with comes by here too.
      if (own.length === 0) return
      await learnVersion()
      tell({ ...about("chat.message", input.sessionID), prompt: own.map((part) => part.text).join("\n") })
      if (opening) own[0].text = opening + "\n\n" + own[0].text
      opening = undefined
    },
    event: async ({ event }) => {
      const { info, part } = event.properties ?? {}
      if (event.type === "session.created") await began(info)
      else if (event.type === "message.part.updated" && part?.type === "step-finish" && part.reason === "stop") {
        await turnEnded(part.sessionID)
      } else if (event.type === "session.deleted" && info?.id && !parents.has(info.id)) {
        tell({ ...about("session.deleted", info.id), reason: "deleted" })
      }
    },
  }
}
