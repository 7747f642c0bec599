#!/usr/bin/env python3
"""A hook that records what it is given and answers by a plan. Standard library only.

  hook.py LOG PLAN WORDS...      (an agent starts it; the event comes on stdin)

PLAN is a JSON list of rules; the first that fits answers, and without one the hook is silent with exit 0:
  {"event": NAME, "tool": REGEX, "has": TEXT, "lacks": TEXT,      what it fits (each may be missing)
   "stdout": TEXT or object, "stderr": TEXT, "exit": N, "signal": N, "sleep": SECONDS}
"""
import json, os, re, sys, time

KEEP = ("CLAUDE", "CODEX", "GEMINI", "OPENCODE", "PI_", "AI_AGENT", "PLUGIN")


def parents():
    out, pid = [], os.getppid()
    while pid > 1:
        try:
            stat = open("/proc/%d/stat" % pid).read()
            words = open("/proc/%d/cmdline" % pid).read().split("\0")[:-1]
            if any(it.endswith("probe.py") for it in words):
                break
            out.append({"exe": os.path.realpath("/proc/%d/exe" % pid), "cmdline": [it[:200] for it in words]})
            pid = int(stat[stat.rindex(")") + 2:].split()[1])
        except OSError:
            break
    return out


def main():
    log, plan, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    raw = sys.stdin.read()
    try:
        event = json.loads(raw)
    except ValueError:
        event = {"unreadable": raw}
    name, flat = event.get("hook_event_name"), json.dumps(event, separators=(",", ":"), ensure_ascii=False)
    fits = lambda it: ((it.get("event") in (None, name)) and re.search(it.get("tool", ""), str(event.get("tool_name", "")))
                       and it.get("has", "") in flat and not ("lacks" in it and it["lacks"] in flat))
    rule = next((it for it in json.load(open(plan)) if fits(it)), {})
    out = rule.get("stdout", "")
    out = out if isinstance(out, str) else json.dumps(out)
    record = {"argv": words, "cwd": os.getcwd(), "env": {key: value for key, value in sorted(os.environ.items()) if key.startswith(KEEP)},
              "names": sorted(os.environ), "stdin": event, "answer": {"exit": rule.get("exit", 0), "stdout": out, "stderr": rule.get("stderr", "")},
              "parents": parents(), "time": time.time()}
    transcript = event.get("transcript_path") or ""
    if event.get("hook_event_name") == "SessionStart":
        record["transcript"] = open(transcript).readline()[:500] if os.path.exists(transcript) else None
    for key in ("signal", "sleep"):
        if key in rule:
            record["answer"][key] = rule[key]
    with open(log, "a") as file:
        file.write(json.dumps(record, ensure_ascii=False) + "\n")
    if "sleep" in rule:
        time.sleep(rule["sleep"])
    if "signal" in rule:
        os.kill(os.getpid(), rule["signal"])
    sys.stdout.write(out)
    sys.stdout.flush()
    sys.stderr.write(rule.get("stderr", ""))
    sys.exit(rule.get("exit", 0))


if __name__ == "__main__":
    main()
