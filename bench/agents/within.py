#!/usr/bin/env python3
"""How long the hook of an agent takes that Interlock drives: the run judges the call, and answers once its line is durable.

  within.py --interlock BINARY [--runs 100]

One run whose agent is a script: it speaks as Claude Code does, asks its hook before and after the same command again and again, and
tells what that took. Milliseconds, as the agent waits for them: median, 99th percentile, least. Standard library only.
"""
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile, time


def agent(runs):
    """What the agent does: started as `claude` would be."""
    own = os.environ["CLAUDE_CONFIG_DIR"]
    with open(own + "/settings.json") as file:
        settings = json.load(file)
    hook = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    say = lambda **more: print(json.dumps(dict(more, session_id="s-1")), flush=True)
    say(type="system", subtype="init", model="claude-sonnet-4-5", claude_code_version="2.1.332")
    times = {"before": [], "after": []}
    for number in range(runs):
        call = {"session_id": "s-1", "cwd": os.getcwd(), "tool_name": "Bash", "tool_use_id": "t%d" % number,
                "tool_input": {"command": "git status --short && ls src %d" % number}}
        for when, event in (("before", dict(call, hook_event_name="PreToolUse")),
                            ("after", dict(call, hook_event_name="PostToolUse", tool_response={"stdout": "src/lib.rs\n", "stderr": ""}))):
            begun = time.perf_counter()
            subprocess.run(["sh", "-c", hook], input=json.dumps(event).encode(), capture_output=True)
            times[when].append((time.perf_counter() - begun) * 1000)
    say(type="result", subtype="success", is_error=False, num_turns=1, result=json.dumps(times), total_cost_usd=0.01,
        usage={"input_tokens": 1, "output_tokens": 1})


def main():
    if os.environ.get("CLAUDE_CONFIG_DIR") and len(sys.argv) > 1 and sys.argv[1].isdigit():
        return agent(int(sys.argv[1]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interlock", required=True)
    parser.add_argument("--runs", type=int, default=100)
    a = parser.parse_args()
    base = tempfile.mkdtemp(prefix="interlock-within-")
    binary = shutil.copy(a.interlock, base + "/interlock")
    home, repo = base + "/home", base + "/repo"
    os.makedirs(home + "/.config/interlock")
    os.makedirs(home + "/agent")
    os.makedirs(repo + "/src")
    worker = shutil.copy(os.path.abspath(__file__), home + "/agent/worker.py")
    config = {"agents": {"default": "mine", "mine": {"profile": "claude", "command": ["python3", worker, str(a.runs)]}},
              "sandbox": {"read": [home + "/agent"]}, "verification": {"commands": ["true"], "levels": [1]},
              "loop": {"tool_calls_max": 100000, "repeats_max": 1000}}
    with open(home + "/.config/interlock/config.yml", "w") as file:
        json.dump(config, file)
    env = {"PATH": "/usr/bin:/bin", "HOME": home, "INTERLOCK_STATE": base + "/state", "LANG": "C.UTF-8"}
    with open(repo + "/src/lib.rs", "w") as file:
        file.write("fn a() {}\n")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@example.invalid", "commit", "-q", "-m", "s"]):
        subprocess.run(["git", *words], cwd=repo, env=env, check=True)
    ours = lambda *words: subprocess.run([binary, *words], cwd=repo, env=env, capture_output=True, text=True, timeout=300)
    said = ours("run", "--mode", "quick", "look at it")
    name = json.loads(ours("status", "--json").stdout.splitlines()[0])["run"]
    for line in map(json.loads, ours("log", "--json", name).stdout.splitlines()):
        seen = line["event"].get("seen", {})
        end = seen.get("finished", {}).get("observation", {}).get("outcome", {}) if isinstance(seen, dict) else {}
        if isinstance(end, dict) and "replied" in end.get("delegated", {}).get("end", {}):
            for when, times in json.loads(end["delegated"]["end"]["replied"]["text"]).items():
                times = sorted(times[2:])
                print("%-8s median %6.2f  p99 %6.2f  least %6.2f  (%d)" % (when, statistics.median(times), times[int(len(times) * 0.99)], times[0], len(times)))
            break
    else:
        print(said.stdout[-1500:], said.stderr[-1500:])
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
