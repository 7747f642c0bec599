#!/usr/bin/env python3
"""How long an agent waits for its hook: from the start of the process to its end, the ledger durable.

  speed.py --interlock BINARY [--runs 300]

The same event again and again, of one session that grows, in a repository and a state directory of its own; in turn with hooks that
do nothing in node and in python, so that all are measured in the same minutes. Milliseconds: median, 99th percentile, least.
Standard library only.
"""
import argparse, json, os, shutil, statistics, subprocess, tempfile, time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interlock", required=True)
    parser.add_argument("--runs", type=int, default=300)
    a = parser.parse_args()
    a.interlock = os.path.abspath(a.interlock)
    base = tempfile.mkdtemp()
    repo = base + "/repo"
    os.makedirs(repo)
    git = ["git", "-C", repo, "-c", "user.name=dev", "-c", "user.email=dev@example.invalid"]
    subprocess.run(["git", "init", "-q", "-b", "main", repo], check=True)
    subprocess.run(git + ["commit", "-q", "--allow-empty", "-m", "start"], check=True)
    env = dict(os.environ, INTERLOCK_STATE=base + "/state", HOME=base, AI_AGENT="claude-code_2-1-332_harness")
    event = lambda name, **more: json.dumps({"session_id": "speed", "hook_event_name": name, "cwd": repo, **more}).encode()
    call = dict(tool_name="Bash", tool_use_id="t", tool_input={"command": "git status --short && ls src"})
    result = dict(call, tool_response={"stdout": "src/lib.rs\nsrc/main.rs\n", "stderr": "", "interrupted": False})
    hook = [a.interlock, "hook", "claude"]
    rows = {"before a command": (hook, event("PreToolUse", **call)), "after a command": (hook, event("PostToolUse", **result)),
            "before a write": (hook, event("PreToolUse", tool_name="Write", tool_use_id="w", tool_input={"file_path": repo + "/a.rs", "content": "fn a() {}\n" * 40})),
            "a prompt": (hook, event("UserPromptSubmit", prompt="Go on."))}
    for name, words in (("node, does nothing", ["node", "-e", "process.stdin.resume();process.stdin.on('end',()=>process.exit(0))"]),
                        ("python, does nothing", ["python3", "-c", "import json,sys;json.load(sys.stdin)"]), ("true", ["true"])):
        if shutil.which(words[0]):
            rows[name] = (words, event("PreToolUse", **call))
    times = {name: [] for name in rows}
    for number in range(a.runs):
        for name, (words, text) in rows.items():
            # A prompt comes once a turn, and tidies up; so does a session here.
            if (name == "a prompt" and number % 10) or (words is not hook and number >= 60):
                continue
            begun = time.perf_counter()
            subprocess.run(words, input=text, capture_output=True, env=env, cwd=repo)
            times[name].append((time.perf_counter() - begun) * 1000)
    for name, all_times in times.items():
        all_times = sorted(all_times[2:])
        print("%-22s median %6.2f  p99 %6.2f  least %6.2f  (%d)" % (name, statistics.median(all_times), all_times[int(len(all_times) * 0.99)], all_times[0], len(all_times)))
    print("lines: " + subprocess.run([a.interlock, "status", "--json"], cwd=repo, env=env, capture_output=True, text=True).stdout[:200])
    shutil.rmtree(base)


if __name__ == "__main__":
    main()
