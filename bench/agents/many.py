#!/usr/bin/env python3
"""Many driven agents at once, and what Interlock itself takes of the memory then.

  many.py --interlock BINARY [--agents 50] [--shape batch|tasks]

`batch`: so many runs of one agent each; `tasks`: one run whose plan has so many tasks side by side. The agent is a shell script that
speaks as Claude Code does and waits until all are there; what it takes is not counted. Told: the memory of all processes of Interlock
together (PSS: pages that several share are counted once), by what they are.
"""
import argparse, glob, os, shutil, signal, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
WORKER = os.path.join(HERE, "../../crates/cli/tests/it/agent_runs/worker.sh")


def write(path, text, mode=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    if mode:
        os.chmod(path, mode)


def plan(number):
    """One of the plans of a phase, which depend on nothing and touch a file each."""
    return ("---\nphase: 01-many\nplan: \"%02d\"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified:\n  - f%d.txt\nautonomous: true\nrequirements:\n  - M-%02d\n"
            "must_haves:\n  truths:\n    - \"The file stands\"\n---\n\n<objective>\nA file.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Write f%d</name>\n"
            "  <files>f%d.txt</files>\n  <action>Write it.</action>\n  <verify><automated>true</automated></verify>\n  <done>It stands.</done>\n</task>\n</tasks>\n"
            % (number, number, number, number, number))


def pss(pid):
    try:
        for line in open("/proc/%s/smaps_rollup" % pid):
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def ours(binary):
    """Processes of the program, by what they were started as: {word: [kilobytes]}."""
    found = {}
    for at in glob.glob("/proc/[0-9]*"):
        pid = os.path.basename(at)
        try:
            if os.path.realpath(at + "/exe") != binary:
                continue
            words = open(at + "/cmdline").read().split("\0")
        except OSError:
            continue
        word = words[1] if len(words) > 1 and words[1].startswith("__") else "driver"
        found.setdefault(" ".join([word] + words[2:3]) if word != "driver" else word, []).append(pss(pid))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interlock", required=True)
    parser.add_argument("--agents", type=int, default=50)
    parser.add_argument("--shape", choices=["batch", "tasks"], default="batch")
    a = parser.parse_args()
    base = tempfile.mkdtemp(prefix="interlock-many-")
    binary = os.path.realpath(shutil.copy(a.interlock, base + "/interlock"))
    home, repo = base + "/home", base + "/repo"
    shutil.copytree(os.path.dirname(os.path.abspath(WORKER)), home + "/agent")
    os.chmod(home + "/agent/worker.sh", 0o755)
    write(home + "/agent/turns/1.sh", "does 'ls'\nsleep 600\n")
    write(home + "/.config/interlock/config.yml", "agents: {default: mine, mine: {profile: claude, command: ['%s/agent/worker.sh']}}\n"
          "verification: {commands: ['true'], levels: [1]}\ntasks: {parallel_max: %d}\n" % (home, a.agents))
    env = {"PATH": os.environ["PATH"], "HOME": home, "INTERLOCK_STATE": base + "/state", "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
    write(repo + "/a.txt", "a\n")
    for number in range(1, a.agents + 1):
        write("%s/.planning/phases/01-many/01-%02d-PLAN.md" % (repo, number), plan(number))
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["-c", "user.name=x", "-c", "user.email=x@example.invalid", "commit", "-q", "-m", "s"]):
        subprocess.run(["git", *words], cwd=repo, env=env, check=True)
    write(base + "/tasks.txt", "".join("Write file %d\n" % n for n in range(a.agents)))
    words = {"batch": ["run", "--batch", "../tasks.txt", "--parallel", str(a.agents)], "tasks": ["run", ".planning/phases/01-many"]}[a.shape]
    out = open(base + "/out", "w")
    begun = time.time()
    driver = subprocess.Popen([binary, *words], cwd=repo, env=env, stdout=out, stderr=out, start_new_session=True)
    try:
        waiting = 0
        while waiting < a.agents and time.time() - begun < 60 and driver.poll() is None:
            time.sleep(0.5)
            waiting = len(subprocess.run(["pgrep", "-f", "-x", "sleep 600"], capture_output=True, text=True).stdout.split())
        print("%d of %d agents wait, %.1f s after the start" % (waiting, a.agents, time.time() - begun))
        found = ours(binary)
        for word, all_of in sorted(found.items()):
            print("%-24s %3d processes %8.1f MiB" % (word, len(all_of), sum(all_of) / 1024))
        print("together %.1f MiB" % (sum(map(sum, found.values())) / 1024))
        if waiting < a.agents:
            print(open(base + "/out").read()[-2000:])
    finally:
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        time.sleep(1)
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
