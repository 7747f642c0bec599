#!/usr/bin/env python3
"""What agents cost around the model: command lines driven headless against mock.py, in turn, on one machine.

  peers.py run    PEER... [--runs 7] [--turns 50] [--files 1000]   overhead: A B C A B C ..., medians in the table
  peers.py kill   PEER... [--kill-at 25] [--mode tool|model]       kill -9, look who is left, resume
  peers.py calls  PEER...                                          system calls per turn, under strace
  peers.py table  RESULTS.jsonl                                    the table again

Peers live under --base (default $PEERS or ./peers), each with a HOME of its own; README.md says how to install them.
Everything runs in a fresh network namespace with only loopback up, so nothing reaches anything but the mock. To add a
peer, add an entry to peers(). Standard library only.
"""
import argparse, atexit, json, os, shutil, signal, statistics as st, subprocess, sys, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 18080
URL = "http://127.0.0.1:%d" % PORT
PROMPT = "Run the steps one after another with your shell tool until there are none left."
AGAIN = "Continue."
LONG = "sleep 600"
# Takes the newest run up again, whatever its name is: `status --json` writes a line for each, the newest first.
RESUME = 'run=$("$1" status --json | "$2" -c "import json; print(json.loads(input())[\'run\'])") && exec "$1" resume "$run"'


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def peers(base, interlock):
    """name -> what it is, how it is prepared in its home, its command, the command that goes on after a kill"""
    npm, nothing = base + "/npm/bin/", lambda home: None
    out = {}

    out["floor"] = dict(what="floor.py: what the rig itself costs", prepare=nothing, env={},
        cmd=[sys.executable, HERE + "/floor.py", URL, PROMPT])
    out["floor-sync"] = dict(what="floor.py with one durable record per turn", prepare=nothing, env={},
        cmd=[sys.executable, HERE + "/floor.py", URL, PROMPT, "{home}/ledger"])

    config = ("models:\n  default: mock\n  mock: {provider: openai, base_url: '%s/v1', model: mock-model}\n"
              "loop: {idle_turns_nudge: 1000, idle_turns_max: 1000}\n" % URL)
    out["interlock"] = dict(what="interlock run --mode quick", env={"INTERLOCK_STATE": "{home}/state"},
        prepare=lambda home: write(home + "/.config/interlock/config.yml", config),
        # A command that takes long and is run unasked: one that the project declares.
        prepare_kill=lambda home: write(home + "/.config/interlock/config.yml", config + "verification: {commands: ['%s']}\n" % LONG),
        cmd=[interlock, "run", "--mode", "quick", PROMPT],
        resume=["sh", "-c", RESUME, "sh", interlock, sys.executable])

    out["pi"] = dict(what="pi -p", env={"PI_OFFLINE": "1", "PI_TELEMETRY": "0", "MOCK_KEY": "dummy"},
        prepare=lambda home: write(home + "/.pi/agent/models.json", json.dumps({"providers": {"mock": {
            "baseUrl": URL + "/v1", "api": "openai-completions", "apiKey": "MOCK_KEY",
            "models": [{"id": "mock-model", "name": "mock-model", "reasoning": False, "input": ["text"],
                        "contextWindow": 1000000, "maxTokens": 8192,
                        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}})),
        cmd=[npm + "pi", "-p", "--provider", "mock", "--model", "mock-model", PROMPT],
        resume=[npm + "pi", "-p", "-c", "--provider", "mock", "--model", "mock-model", AGAIN])

    codex = [npm + "codex", "exec"]
    flags = ["--skip-git-repo-check", "-c", "analytics.enabled=false", "--dangerously-bypass-approvals-and-sandbox"]
    out["codex"] = dict(what="codex exec, analytics, approvals and sandbox off", env={"MOCK_KEY": "dummy"},
        prepare=lambda home: write(home + "/.codex/config.toml", 'model = "mock-model"\nmodel_provider = "mock"\n'
            '[model_providers.mock]\nname = "mock"\nbase_url = "%s/v1"\nwire_api = "responses"\nenv_key = "MOCK_KEY"\n' % URL),
        cmd=codex + flags + [PROMPT], resume=codex + ["resume", "--last"] + flags + [AGAIN])

    out["mini"] = dict(what="mini-swe-agent, litellm", submit="echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT",
        env={"OPENAI_API_BASE": URL + "/v1", "OPENAI_BASE_URL": URL + "/v1", "OPENAI_API_KEY": "dummy",
             "MSWEA_CONFIGURED": "true", "MSWEA_COST_TRACKING": "ignore_errors", "MSWEA_SILENT_STARTUP": "1",
             "LITELLM_LOCAL_MODEL_COST_MAP": "True", "MSWEA_GLOBAL_CONFIG_DIR": "{home}/mswea"},
        prepare=lambda home: os.makedirs(home + "/mswea", exist_ok=True),
        cmd=[base + "/venv-mini/bin/mini", "-m", "openai/mock-model", "-y", "--exit-immediately", "-l", "0",
             "-t", PROMPT, "-o", "{home}/traj.json"])
    return out


# ---------- processes ----------
def tree(pid):
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                stat = open("/proc/%s/stat" % name).read()
                children.setdefault(int(stat[stat.rindex(")") + 2:].split()[1]), []).append(int(name))
            except (OSError, ValueError):
                pass
    out, todo = [], [pid]
    while todo:
        pid = todo.pop()
        out.append(pid)
        todo += children.get(pid, [])
    return out


def memory(pids):
    """-> (resident, proportional) bytes of these processes; the first counts shared pages once for each"""
    rss = pss = 0
    for pid in pids:
        try:
            for line in open("/proc/%d/smaps_rollup" % pid):
                if line.startswith("Rss:"):
                    rss += int(line.split()[1]) * 1024
                elif line.startswith("Pss:"):
                    pss += int(line.split()[1]) * 1024
        except OSError:
            pass
    return rss, pss


class Sampler(threading.Thread):
    """Looks at the memory of a process tree every few milliseconds. Such a run is not timed."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.rss, self.pss, self.processes, self.on = pid, 0, 0, 0, True

    def run(self):
        while self.on:
            pids = tree(self.pid)
            rss, pss = memory(pids)
            self.rss, self.pss, self.processes = max(self.rss, rss), max(self.pss, pss), max(self.processes, len(pids))
            time.sleep(0.005)


LIVE = set()
atexit.register(lambda: [it.kill() for it in LIVE])


def start_mock(log, extra, first=None):
    port_file = log + ".port"
    for file in (log, port_file):
        if os.path.exists(file):
            os.remove(file)
    mock = subprocess.Popen([sys.executable, HERE + "/mock.py", "--port", str(PORT), "--port-file", port_file, "--log", log] + extra,
                            stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=first)
    LIVE.add(mock)
    while not os.path.exists(port_file):
        time.sleep(0.01)
        if mock.poll() is not None:
            sys.exit("the mock did not start")
    return mock


def stop_mock(mock):
    mock.terminate()
    mock.wait()
    LIVE.discard(mock)


def rows(log):
    try:
        return [json.loads(line) for line in open(log) if line.endswith("\n")]
    except FileNotFoundError:
        return []


def git(directory, *words):
    subprocess.run(["git", "-c", "user.name=bench", "-c", "user.email=bench@example.invalid", *words], cwd=directory,
                   env=dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null"), check=True)


def template(base, files):
    """A repository of so many small source files with one commit, made once."""
    path = "%s/template-%d" % (base, files)
    if not os.path.exists(path + "/.git/refs/heads/main"):
        shutil.rmtree(path, ignore_errors=True)
        write(path + "/README.md", "# scratch\n")
        for number in range(files - 1):
            lines = ["export function f%d_%d(x: number): number {\n  return x * %d + %d;\n}\n" % (number, k, number, k) for k in range(12)]
            write("%s/src/part%02d/file%04d.ts" % (path, number % 40, number), "\n".join(lines))
        git(path, "init", "-q", "-b", "main")
        git(path, "add", "-A")
        git(path, "commit", "-q", "-m", "start")
    return path


def repository(a, name):
    """A fresh copy for one run; all of it is on disk before anything is timed."""
    path = a.base + "/trees/" + name
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(template(a.base, a.files), path, symlinks=True)
    # As in a checkout that somebody works in: git knows the files by their times and does not read each of them again.
    git(path, "update-index", "-q", "--refresh")
    os.sync()
    return path


def go_first():
    """Before everybody else's processes: for a machine that is not ours alone. Children inherit it. Needs root."""
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def spawn(peer, key, home, directory, out, first=None):
    env = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1", "USER": "bench", "SHELL": "/bin/bash"}
    env.update({name: value.replace("{home}", home) for name, value in peer["env"].items()})
    file = open(out, "wb")
    begun = time.monotonic()
    process = subprocess.Popen([word.replace("{home}", home) for word in peer[key]], cwd=directory, env=env,
                               stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
                               preexec_fn=first)
    return process, begun


def mock_args(peer, a, turns=None):
    out = ["--turns", str(turns or a.turns), "--script", a.script]
    return out + (["--submit", peer["submit"]] if peer.get("submit") else [])


def new_home(peer, base, name, prepare="prepare"):
    home = base + "/home-" + name
    shutil.rmtree(home, ignore_errors=True)
    os.makedirs(home)
    peer.get(prepare, peer["prepare"])(home)
    return home


# ---------- noise ----------
def busy():
    ticks = [int(it) for it in open("/proc/stat").readline().split()[1:9]]
    return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]) / os.sysconf("SC_CLK_TCK")


def wait_quiet(limit, share=0.15):
    """Waits at most `limit` seconds for others to use less than `share` of a core. -> the share at the end"""
    end = time.monotonic() + limit
    while True:
        before, begun = busy(), time.monotonic()
        time.sleep(0.7)
        used = (busy() - before) / (time.monotonic() - begun)
        if used < share or time.monotonic() > end:
            return used


def calibrate():
    """Milliseconds for a fixed loop: a slow machine can be told from a slow peer."""
    begun, x = time.monotonic(), 0
    for k in range(1000000):
        x += k
    return round((time.monotonic() - begun) * 1000, 1)


# ---------- run ----------
def one(name, peer, a, home, sampled):
    directory = repository(a, name)
    before = wait_quiet(a.wait_quiet)
    speed = calibrate()
    log = a.base + "/logs/%s.jsonl" % name
    mock = start_mock(log, mock_args(peer, a), a.first)
    used = busy()
    process, begun = spawn(peer, "cmd", home, directory, a.base + "/logs/%s.out" % name, a.first)
    sampler = Sampler(process.pid) if sampled else None
    if sampler:
        sampler.start()
    limit = threading.Timer(a.limit, lambda: [os.kill(pid, 9) for pid in tree(process.pid)])
    limit.start()
    _, status, usage = os.wait4(process.pid, 0)
    ended = time.monotonic()
    limit.cancel()
    cpu = usage.ru_utime + usage.ru_stime
    mine = open("/proc/%d/stat" % mock.pid).read().rsplit(")", 1)[1].split()
    foreign = busy() - used - cpu - (int(mine[11]) + int(mine[12])) / os.sysconf("SC_CLK_TCK")
    if sampler:
        sampler.on = False
        sampler.join()
    stop_mock(mock)
    requests = rows(log)
    steps = [it for it in requests if it["main"] and it.get("t_end")]
    gaps = sorted((y["t_arrive"] - x["t_end"]) * 1000 for x, y in zip(steps, steps[1:]) if y["step"] == x["step"] + 1)
    row = dict(peer=name, exit=os.waitstatus_to_exitcode(status), wall_ms=(ended - begun) * 1000, cpu_s=cpu,
               requests=len(steps), side=len(requests) - len(steps), calibration_ms=speed, before=round(before, 2),
               foreign=round(foreign / (ended - begun), 2), bytes_sent=sum(it["bytes_in"] for it in requests))
    if steps:
        row.update(start_ms=(steps[0]["t_arrive"] - begun) * 1000, exit_ms=(ended - steps[-1]["t_end"]) * 1000,
                   first_bytes=steps[0]["bytes_in"], last_bytes=steps[-1]["bytes_in"], tools=steps[0]["tools"])
    if gaps:
        row.update(turn_ms=st.median(gaps), turn_p95_ms=gaps[min(len(gaps) - 1, int(0.95 * len(gaps)))], turn_max_ms=gaps[-1])
    if sampler:
        row.update(rss_mb=sampler.rss / 2**20, pss_mb=sampler.pss / 2**20, processes=sampler.processes)
    return row


def cmd_run(a):
    known = peers(a.base, a.interlock)
    homes = {name: new_home(known[name], a.base, name) for name in a.peers}
    template(a.base, a.files)
    kinds = ["first"] + ["sampled"] * a.sampled + ["timed"] * a.runs
    for number, kind in enumerate(kinds):
        # In turn, and the other way round every second time: nobody always comes after the same one.
        for name in a.peers if number % 2 == 0 else reversed(a.peers):
            row = one(name, known[name], a, homes[name], kind == "sampled")
            row.update(kind=kind, round=number, turns=a.turns, script=a.script, files=a.files)
            record(a, row)
            if kind == "first" and row["requests"] <= a.turns:
                print("%s made %d requests instead of %d: see %s/logs/%s.out" % (name, row["requests"], a.turns + 1, a.base, name))
    table([json.loads(line) for line in open(a.out)])


def record(a, row):
    with open(a.out, "a") as file:
        file.write(json.dumps(row) + "\n")
    print(json.dumps({key: round(value, 1) if isinstance(value, float) else value for key, value in row.items()}), flush=True)


# ---------- kill ----------
def cmd_kill(a):
    known = peers(a.base, a.interlock)
    for name in a.peers:
        peer = known[name]
        home = new_home(peer, a.base, name + "-k", "prepare_kill")
        directory = repository(a, name + "-k")
        log = a.base + "/logs/%s-kill.jsonl" % name
        fault = ["--sleep-at", str(a.kill_at), "--sleep-command", LONG] if a.mode == "tool" else ["--fault", "%d:hang" % a.kill_at]
        mock = start_mock(log, mock_args(peer, a) + fault)
        process, _ = spawn(peer, "cmd", home, directory, a.base + "/logs/%s-kill.out" % name)
        end = time.monotonic() + a.limit
        while time.monotonic() < end and process.poll() is None and not any(it["main"] and it["step"] >= a.kill_at for it in rows(log)):
            time.sleep(0.05)
        time.sleep(1.0)
        pids = {pid: comm(pid) for pid in tree(process.pid)}
        early = process.poll()
        if early is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        time.sleep(1.0)
        left = [was for pid, was in pids.items() if pid != process.pid and was and comm(pid) == was]
        for pid, was in pids.items():
            if pid != process.pid and was and comm(pid) == was:
                os.kill(pid, signal.SIGKILL)
        stop_mock(mock)
        row = dict(peer=name, mode=a.mode, kill_at=a.kill_at, ended_before=early, processes=len(pids), left=left)
        if peer.get("resume"):
            row.update(resumed(name, peer, a, home, directory))
        record(a, row)


def comm(pid):
    """Name and start time of a process; None if it is gone or dead."""
    try:
        stat = open("/proc/%d/stat" % pid).read()
    except OSError:
        return None
    fields = stat[stat.rindex(")") + 2:].split()
    return None if fields[0] in "ZX" else "%s %s" % (stat[stat.index("(") + 1:stat.rindex(")")], fields[19])


def resumed(name, peer, a, home, directory):
    log = a.base + "/logs/%s-resume.jsonl" % name
    mock = start_mock(log, mock_args(peer, a))
    process, begun = spawn(peer, "resume", home, directory, a.base + "/logs/%s-resume.out" % name)
    try:
        process.wait(a.limit)
    except subprocess.TimeoutExpired:
        for pid in tree(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.wait()
    stop_mock(mock)
    steps = [it for it in rows(log) if it["main"]]
    if not steps:
        return dict(resume_exit=process.returncode, resume_requests=0)
    first = steps[0]
    return dict(resume_exit=process.returncode, resume_start_ms=(first["t_arrive"] - begun) * 1000, resume_requests=len(steps),
                results_kept=first["results"], repeated=first["repeated"], next_step=first["step"], last_result=first["last_result"])


# ---------- calls ----------
def cmd_calls(a):
    """Two lengths under strace: the difference over the turns between them."""
    known = peers(a.base, a.interlock)
    names = ["fsync", "fdatasync", "execve", "clone", "clone3", "vfork", "rename", "renameat2"]
    for name in a.peers:
        peer = known[name]
        home = new_home(peer, a.base, name + "-c")
        got = []
        for turns in (3, 10, 30):
            directory = repository(a, name + "-c")
            mock = start_mock(a.base + "/logs/%s-c.jsonl" % name, mock_args(peer, a, turns))
            trace = a.base + "/logs/%s-c.strace" % name
            traced = dict(peer, cmd=["strace", "-f", "-qq", "-o", trace, "-e", "trace=" + ",".join(names)] + peer["cmd"])
            process, _ = spawn(traced, "cmd", home, directory, a.base + "/logs/%s-c.out" % name)
            process.wait(a.limit)
            stop_mock(mock)
            calls, programs = dict.fromkeys(names, 0), {}
            for line in open(trace, errors="replace"):
                text = line.split(None, 1)[-1]
                call = text.split("(", 1)[0]
                if call in calls and "= -1" not in text:
                    calls[call] += 1
                    if call == "execve" and '"' in text:
                        program = text.split('"')[1].rsplit("/", 1)[-1]
                        programs[program] = programs.get(program, 0) + 1
            got.append((calls, programs))
        (calls10, programs10), (calls30, programs30) = got[1], got[2]
        per_turn = lambda ten, thirty: {k: round((thirty.get(k, 0) - ten.get(k, 0)) / 20, 2) for k in thirty if thirty.get(k, 0) != ten.get(k, 0)}
        record(a, dict(peer=name, per_turn=per_turn(calls10, calls30), programs_per_turn=per_turn(programs10, programs30),
                       in_10_turns={k: v for k, v in calls10.items() if v}, programs_in_10_turns=programs10))


# ---------- table ----------
def spread(values, digits=1):
    return "%.*f (%.*f-%.*f)" % (digits, st.median(values), digits, min(values), digits, max(values))


def table(all_rows):
    names = list(dict.fromkeys(row["peer"] for row in all_rows))
    timed = {name: [row for row in all_rows if row["peer"] == name and row["kind"] == "timed" and "turn_ms" in row] for name in names}
    sampled = {name: [row for row in all_rows if row["peer"] == name and row["kind"] == "sampled"] for name in names}
    print("\n| peer | start ms | turn ms | turn p95 ms | session s | exit ms | CPU s | peak tree PSS MiB | RSS MiB | first request kB | last kB | requests + side | foreign cores | runs |")
    print("|---|" + "---|" * 13)
    for name in names:
        t, s = timed[name], sampled[name]
        if not t:
            print("| %s | - |" % name)
            continue
        get = lambda key: [row[key] for row in t]
        print("| %s | %s | %s | %.1f | %s | %.0f | %.2f | %s | %s | %.1f | %.1f | %d+%d | %.2f | %d |" % (
            name, spread(get("start_ms"), 0), spread(get("turn_ms")), st.median(get("turn_p95_ms")),
            spread([it / 1000 for it in get("wall_ms")], 2), st.median(get("exit_ms")), st.median(get("cpu_s")),
            "%.0f" % max(row["pss_mb"] for row in s) if s else "-", "%.0f" % max(row["rss_mb"] for row in s) if s else "-",
            st.median(get("first_bytes")) / 1000, st.median(get("last_bytes")) / 1000, st.median(get("requests")), st.median(get("side")),
            st.median(get("foreign")), len(t)))
    base = {row["round"]: row["turn_ms"] for row in timed.get("floor-sync", [])}
    for name in names:
        ratios = [row["turn_ms"] / base[row["round"]] for row in timed[name] if row["round"] in base]
        if ratios and name != "floor-sync":
            print("%s / floor-sync, turn, round by round: %s" % (name, spread(ratios, 2)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["run", "kill", "calls", "table"])
    parser.add_argument("peers", nargs="+", metavar="PEER")
    parser.add_argument("--base", default=os.environ.get("PEERS", "peers"))
    parser.add_argument("--interlock", default=os.environ.get("INTERLOCK", os.path.join(HERE, "../target/release/interlock")))
    parser.add_argument("--runs", type=int, default=7, help="timed runs of each peer")
    parser.add_argument("--sampled", type=int, default=2, help="runs in which memory is looked at instead")
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--files", type=int, default=1000, help="files of the repository")
    parser.add_argument("--script", default="true", choices=["true", "shell", "trace"])
    parser.add_argument("--kill-at", type=int, default=25)
    parser.add_argument("--mode", choices=["tool", "model"], default="tool")
    parser.add_argument("--limit", type=float, default=180, help="seconds that one run may take")
    parser.add_argument("--out")
    parser.add_argument("--wait-quiet", type=float, default=20, help="seconds to wait before each run for other load to go away")
    parser.add_argument("--first", action="store_const", const=go_first, help="run peers and mock before all other processes (root)")
    a = parser.parse_args()
    a.base, a.interlock = os.path.abspath(a.base), os.path.abspath(a.interlock)
    if a.verb == "table":
        return table([json.loads(line) for line in open(a.peers[0])])
    os.makedirs(a.base + "/logs", exist_ok=True)
    if os.environ.get("BENCH_ALONE") != "1":
        os.environ["BENCH_ALONE"] = "1"
        os.execvp("unshare", ["unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$@"', "sh", sys.executable] + sys.argv)
    if not a.out:
        a.out = "%s/%s-%s.jsonl" % (a.base, a.verb, time.strftime("%Y%m%d-%H%M%S"))
    {"run": cmd_run, "kill": cmd_kill, "calls": cmd_calls}[a.verb](a)


if __name__ == "__main__":
    main()
