#!/usr/bin/env python3
"""Draws `interlock watch` over a few runs, at a terminal of so many columns, as a still SVG.

    python3 docs/img/screen.py target/release/interlock 100 docs/img/watch.svg

tmux plays the terminal; the rest is the standard library and `record.py` beside this.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

import record

ROWS = 22
# What the agents of the runs do: one is done, one asks for leave, one asks in words.
AGENTS = {
    "greet in the language of the visitor": [[("write", {"path": "greet.py", "content": "def greet(name):\n    return f'hello {name}'\n"})], [("done", {"summary": "It greets."})]],
    "clean the tree of what builds left": [[("shell", {"command": "git push origin HEAD:feature"})], [("done", {"summary": "done"})]],
    "write the change log of the release": [[("ask", {"question": "Which format shall the dates have?", "options": ["2026-11-30", "30 November 2026"]})], [("done", {"summary": "done"})]],
}


def sh(argv, **more):
    return subprocess.run(argv, check=False, capture_output=True, text=True, **more)


def runs(program, home):
    """Makes the repositories and their runs."""
    env = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "INTERLOCK_STATE": f"{home}/state"}
    os.makedirs(f"{home}/.config/interlock")
    for number, (task, turns) in enumerate(AGENTS.items()):
        at = f"{home}/{('greeter', 'parser')[number % 2]}"
        os.makedirs(at, exist_ok=True)
        if not os.path.exists(f"{at}/.git"):
            sh(["git", "init", "-q", "-b", "main", at])
            sh(["git", "-C", at, "-c", "user.name=You", "-c", "user.email=you@example.org", "commit", "-q", "--allow-empty", "-m", "start"])
        replies = [{"calls": [{"tool": tool, "args": args} for tool, args in calls]} for calls in turns]
        with open(f"{home}/agent.json", "w") as out:
            json.dump({"after": "repeat", "replies": replies}, out)
        with open(f"{home}/.config/interlock/config.yml", "w") as out:
            out.write(f"models:\n  default: written\n  written: {{provider: scripted, model: {home}/agent.json}}\nverification: {{levels: [1, 2, 3, 4]}}\n")
        sh([program, "run", "--mode", "quick", task], cwd=at, env=env)
    return env


def screen(program, columns, env):
    """What stands on the screen, with its colours."""
    socket = f"{env['HOME']}/tmux"
    tmux = ["tmux", "-S", socket, "-f", "/dev/null"]
    sh([*tmux, "new-session", "-d", "-x", str(columns), "-y", str(ROWS), f"{program} watch; sleep 60"], env={**env, "TERM": "xterm-256color"}, cwd=f"{env['HOME']}/parser")
    text = ""
    for _ in range(50):
        text = sh([*tmux, "capture-pane", "-p", "-e"]).stdout
        if "quit" in text:
            break
        sh(["sleep", "0.1"])
    sh([*tmux, "kill-server"])
    return text.rstrip("\n").replace(env["HOME"], "~")


def plain_styles(text):
    """Each change of colours and weights as all of them anew: `record` knows no `39`, nor two orders in one."""
    now = {"weight": [], "colour": []}

    def anew(order):
        for code in order.group(1).split(";"):
            if code in ("", "0"):
                now.update(weight=[], colour=[])
            elif code == "39":
                now.update(colour=[])
            elif code in ("1", "2"):
                now["weight"] = [*now["weight"], code]
            elif code in record.COLOURS:
                now.update(colour=[code])
        rest = [*now["weight"], *now["colour"]]
        return "\x1b[0m" + (f"\x1b[{';'.join(rest)}m" if rest else "")

    return re.sub(r"\x1b\[([0-9;]*)m", anew, text)


def main():
    program, columns, target = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    record.COLUMNS, record.ROWS = columns, ROWS + 2
    with tempfile.TemporaryDirectory() as home:
        text = screen(program, columns, runs(program, home))
    said = record.lines(plain_styles(text))
    said[0] = [("$ interlock watch", ())]
    drawn = record.picture(said, True).replace("A terminal: interlock demo, from a plan through a refusal, a stub found and a correction to a verified merge", "A terminal: interlock watch, with runs that wait, and the question of one of them")
    with open(target, "w") as out:
        out.write(drawn)
    print(text)


if __name__ == "__main__":
    main()
