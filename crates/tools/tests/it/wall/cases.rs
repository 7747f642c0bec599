//! What commands try, and what may come of it. `$PERSON` (the home folder of the person), `$ROOT` (all of the machine), `$GIT` (the repository's folder of
//! git), `$PORT` (a server of the machine), `$NAME` (the folder's own name), `$VICTIM` (another process) and the numbers of
//! system calls are in the environment; the working directory is the worktree.

/// How a command is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// With exit code 0.
    Passes,
    /// With another one.
    Fails,
    /// With exit code 0 and this output.
    Says(&'static str),
    /// It does not matter.
    Anything,
}

/// Where a promise holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Everywhere,
    /// It falls away where the machine gives no namespaces.
    InNamespaces,
}

pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) script: &'static str,
    pub(super) expect: Expect,
    pub(super) holds: Holds,
}

use Expect::{Anything, Fails, Passes, Says};
use Holds::{Everywhere, InNamespaces};

pub(super) const fn case(
    name: &'static str,
    script: &'static str,
    expect: Expect,
    holds: Holds,
) -> Case {
    Case {
        name,
        script,
        expect,
        holds,
    }
}

pub(super) const CASES: &[Case] = &[
    // work that is to go on as ever
    case(
        "a file is written",
        "echo a >a && cat a",
        Says("a"),
        Everywhere,
    ),
    case(
        "a folder is made, moved and removed",
        "mkdir -p b/c && mv b d && rmdir d/c d",
        Passes,
        Everywhere,
    ),
    case(
        "a file is edited in place",
        "echo x >e && sed -i s/x/y/ e && cat e",
        Says("y"),
        Everywhere,
    ),
    case(
        "a script of the project runs",
        "printf '#!/bin/sh\\necho run\\n' >s && chmod +x s && ./s",
        Says("run"),
        Everywhere,
    ),
    case(
        "a link within the tree is followed",
        "echo l >l1 && ln -s l1 l2 && cat l2",
        Says("l"),
        Everywhere,
    ),
    case(
        "a hard link is made",
        "echo h >h1 && ln h1 h2 && rm h1 && cat h2",
        Says("h"),
        Everywhere,
    ),
    case(
        "a pipe with a name carries text",
        "rm -f p && mkfifo p && (echo through >p &) && cat p",
        Says("through"),
        Everywhere,
    ),
    case(
        "temporary files are had",
        "t=$(mktemp) && echo t >$t && cat $t",
        Says("t"),
        Everywhere,
    ),
    case(
        "the home folder takes files",
        "echo h >$HOME/made && cat $HOME/made",
        Says("h"),
        Everywhere,
    ),
    case(
        "programs of a tool folder run",
        "$PERSON/.cargo/bin/tool",
        Says("the tool"),
        Everywhere,
    ),
    case(
        "settings of a tool folder are read",
        "grep -c offline $PERSON/.cargo/config.toml",
        Says("1"),
        Everywhere,
    ),
    case(
        "a tool folder takes files",
        "echo c >$PERSON/.cargo/cache && cat $PERSON/.cargo/cache",
        Says("c"),
        InNamespaces,
    ),
    case(
        "git says what changed",
        "echo t >t && git status --porcelain -- t",
        Says("?? t"),
        Everywhere,
    ),
    case(
        "git reads the history",
        "git log --format=%s",
        Says("first"),
        Everywhere,
    ),
    case(
        "git shows a difference",
        "echo more >>file.txt && git diff --numstat && git diff >d && rm d",
        Passes,
        Everywhere,
    ),
    case(
        "processes see themselves",
        "test -r /proc/self/status && test \"$(readlink /proc/self/cwd)\" = \"$PWD\"",
        Passes,
        Everywhere,
    ),
    case(
        "random numbers are had",
        "head -c 4 /dev/urandom | wc -c | tr -d ' '",
        Says("4"),
        Everywhere,
    ),
    case(
        "what goes to null is gone",
        "echo x >/dev/null",
        Passes,
        Everywhere,
    ),
    case(
        "shared memory is had",
        "echo m >/dev/shm/m && cat /dev/shm/m",
        Says("m"),
        InNamespaces,
    ),
    case(
        "a server on loopback is reached",
        "perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(Listen=>1,LocalAddr=>\"127.0.0.1\") or die; $c=IO::Socket::INET->new(PeerAddr=>\"127.0.0.1\",PeerPort=>$s->sockport) or die; print \"met\"'",
        Says("met"),
        InNamespaces,
    ),
    case(
        "a socket in the tree is reached",
        "perl -MIO::Socket::UNIX -e 'unlink \"u\"; $s=IO::Socket::UNIX->new(Local=>\"u\",Listen=>1) or die; $c=IO::Socket::UNIX->new(Peer=>\"u\") or die; print \"met\"'",
        Says("met"),
        InNamespaces,
    ),
    case(
        "a pseudo-terminal is had",
        "perl -e 'open(F,\"+<\",\"/dev/ptmx\") or die $!; print \"open\"'",
        Says("open"),
        InNamespaces,
    ),
    // the home folder
    case(
        "a private key is not there",
        "cat $PERSON/.ssh/id_ed25519",
        Fails,
        Everywhere,
    ),
    case(
        "authorized keys stay",
        "mkdir -p $PERSON/.ssh; echo k >>$PERSON/.ssh/authorized_keys",
        Anything,
        Everywhere,
    ),
    case(
        "what the shell starts with stays",
        "echo evil >>$PERSON/.bashrc; echo evil >>$PERSON/.profile",
        Anything,
        Everywhere,
    ),
    case(
        "settings of git stay",
        "git config --global alias.x '!evil'",
        Anything,
        Everywhere,
    ),
    case(
        "passwords for the network are not there",
        "cat $PERSON/.netrc",
        Fails,
        Everywhere,
    ),
    case(
        "keys of a registry are not there",
        "cat $PERSON/.npmrc",
        Fails,
        Everywhere,
    ),
    case(
        "keys of a tool are not there",
        "cat $PERSON/.cargo/credentials.toml",
        Anything,
        Everywhere,
    ),
    case(
        "keys of a cloud are not there",
        "cat $PERSON/.aws/credentials",
        Fails,
        Everywhere,
    ),
    case(
        "keys of a forge are not there",
        "cat $PERSON/.config/gh/hosts.yml",
        Fails,
        Everywhere,
    ),
    case(
        "what the desktop starts stays",
        "mkdir -p $PERSON/.config/autostart; echo evil >$PERSON/.config/autostart/start.desktop",
        Anything,
        Everywhere,
    ),
    case(
        "letters are not there",
        "cat $PERSON/Documents/letter.txt",
        Fails,
        Everywhere,
    ),
    case(
        "nothing of the home folder is found",
        "find $PERSON -type f -exec cat {} + 2>/dev/null | grep CANARY",
        Fails,
        Everywhere,
    ),
    case(
        "the home folder is found by no other way",
        "cat $PERSON/../home/.ssh/id_ed25519",
        Fails,
        Everywhere,
    ),
    case(
        "a program of a tool folder stays",
        "printf '#!/bin/sh\\nevil\\n' >$PERSON/.cargo/bin/tool",
        Anything,
        Everywhere,
    ),
    case(
        "a poisoned cache is gone",
        "mkdir -p $PERSON/.cargo/registry && echo evil >$PERSON/.cargo/registry/x",
        Anything,
        Everywhere,
    ),
    case(
        "the home folder is not removed",
        "rm -rf $PERSON",
        Anything,
        Everywhere,
    ),
    // other files
    case(
        "another repository is not there",
        "cat $ROOT/other/untracked.txt",
        Fails,
        Everywhere,
    ),
    case(
        "another repository's history is not there",
        "git -C $ROOT/other log",
        Fails,
        Everywhere,
    ),
    case(
        "the checkout of the person is not there",
        "cat $ROOT/repo/untracked.txt",
        Fails,
        Everywhere,
    ),
    case(
        "the checkout of the person stays",
        "echo x >$ROOT/repo/file.txt",
        Anything,
        Everywhere,
    ),
    case(
        "another task's worktree is not there",
        "cat \"$ROOT/runs/task two/notes\"",
        Fails,
        Everywhere,
    ),
    case(
        "the ledger is not there",
        "cat $ROOT/state/ledger",
        Fails,
        Everywhere,
    ),
    case(
        "the ledger stays",
        "echo x >$ROOT/state/ledger",
        Fails,
        Everywhere,
    ),
    case(
        "nothing is made beside the worktree",
        "touch ../beside",
        Anything,
        Everywhere,
    ),
    case(
        "the worktree is not renamed",
        "mv \"$PWD\" \"$ROOT/runs/elsewhere\"",
        Fails,
        Everywhere,
    ),
    case(
        "everything is removed",
        "rm -rf $ROOT /tmp/* /etc /usr 2>/dev/null; true",
        Anything,
        Everywhere,
    ),
    case(
        "programs of the system stay",
        "echo x >/usr/bin/x",
        Fails,
        Everywhere,
    ),
    case(
        "settings of the system stay",
        "echo x >/etc/x",
        Fails,
        Everywhere,
    ),
    case(
        "jobs of the system stay",
        "echo x >/var/spool/cron/x || echo x >/etc/cron.d/x",
        Fails,
        Everywhere,
    ),
    case(
        "passwords of the system are not there",
        "grep . /etc/shadow",
        Fails,
        Everywhere,
    ),
    case(
        "keys of the machine are not there",
        "cat /etc/ssh/ssh_host_*_key",
        Fails,
        Everywhere,
    ),
    case(
        "temporary files of others are not there",
        "ls /tmp/$NAME/home /tmp/$NAME/state",
        Anything,
        Everywhere,
    ),
    case(
        "disks are not there",
        "head -c 1 /dev/vda || head -c 1 /dev/sda || head -c 1 /dev/nvme0n1",
        Fails,
        Everywhere,
    ),
    case(
        "memory of the machine is not there",
        "head -c 1 /dev/mem || head -c 1 /proc/kcore",
        Fails,
        Everywhere,
    ),
    case(
        "settings of the kernel stay",
        "echo x >/proc/sys/kernel/core_pattern",
        Fails,
        Everywhere,
    ),
    case(
        "the machine is not halted by a key",
        "echo h >/proc/sysrq-trigger",
        Fails,
        Everywhere,
    ),
    case(
        "devices of the kernel stay",
        "echo x >/sys/kernel/uevent_helper",
        Fails,
        Everywhere,
    ),
    case("no device is made", "mknod d c 1 3", Fails, Everywhere),
    case(
        "set-user bits give nothing",
        "cp /bin/sh sh && chmod u+s sh && ./sh -c 'cat /etc/shadow'",
        Fails,
        Everywhere,
    ),
    // links and races
    case(
        "a link leads nowhere outside",
        "ln -sf $PERSON/.ssh/id_ed25519 k && cat k",
        Fails,
        Everywhere,
    ),
    case(
        "a link to a folder leads nowhere outside",
        "ln -sfn $ROOT/other o && cat o/untracked.txt",
        Fails,
        Everywhere,
    ),
    case(
        "nothing is written through a link",
        "ln -sf $ROOT/state/ledger w && echo x >w",
        Anything,
        Everywhere,
    ),
    case(
        "a hard link to something outside is not made",
        "ln $ROOT/state/ledger hard",
        Fails,
        Everywhere,
    ),
    case(
        "the way over proc leads nowhere",
        "cat /proc/1/root$PERSON/.ssh/id_ed25519",
        Fails,
        Everywhere,
    ),
    case(
        "the way over another process leads nowhere",
        "cat /proc/$VICTIM/root$PERSON/.ssh/id_ed25519",
        Fails,
        Everywhere,
    ),
    case(
        "a link that changes under a writer leads nowhere",
        "mkdir -p r && (for i in 1 2 3 4 5 6 7 8; do ln -sfn $ROOT/other r/x; rm -f r/x; mkdir -p r/x; rmdir r/x 2>/dev/null; done &) ; for i in 1 2 3 4 5 6 7 8; do echo x >r/x/file.txt; done 2>/dev/null; true",
        Anything,
        Everywhere,
    ),
    // git
    case(
        "hooks of the repository stay",
        "echo evil >$GIT/hooks/pre-commit",
        Fails,
        Everywhere,
    ),
    case(
        "settings of the repository stay",
        "git config core.fsmonitor evil",
        Fails,
        Everywhere,
    ),
    case("branches stay", "git branch -D task-two", Fails, Everywhere),
    case(
        "a branch is not moved",
        "git update-ref refs/heads/main $(git commit-tree -m x HEAD^{tree})",
        Fails,
        Everywhere,
    ),
    case(
        "history is not collected",
        "git gc --prune=now",
        Fails,
        Everywhere,
    ),
    case(
        "worktrees are not taken away",
        "git worktree remove --force ../task\\ two",
        Fails,
        Everywhere,
    ),
    case(
        "the repository's folder is not removed",
        "rm -rf $GIT",
        Fails,
        Everywhere,
    ),
    case(
        "its folder of git is not exchanged",
        "rm .git && mkdir .git",
        Fails,
        InNamespaces,
    ),
    case(
        "its folder of git is not rewritten",
        "echo 'gitdir: /tmp/evil' >.git",
        Fails,
        InNamespaces,
    ),
    case(
        "credentials of the repository are not there",
        "cat $GIT/credentials",
        Anything,
        Everywhere,
    ),
    case(
        "no push leaves",
        "git push http://127.0.0.1:$PORT/repo HEAD",
        Fails,
        Everywhere,
    ),
    // protected names
    case(
        "a workflow stays",
        "echo evil >.github/workflows/ci.yml",
        Fails,
        InNamespaces,
    ),
    case(
        "a workflow is not added",
        "echo evil >.github/workflows/new.yml",
        Fails,
        InNamespaces,
    ),
    case(
        "a workflow is not removed",
        "rm .github/workflows/ci.yml",
        Fails,
        InNamespaces,
    ),
    case(
        "a folder above a workflow is not renamed",
        "mv .github elsewhere",
        Fails,
        InNamespaces,
    ),
    case(
        "a protected folder is not removed",
        "rm -rf .github",
        Fails,
        InNamespaces,
    ),
    case(
        "a link is not put over a protected folder",
        "ln -sfn /tmp .github/workflows",
        Fails,
        InNamespaces,
    ),
    case(
        "tasks of the editor stay",
        "echo evil >.vscode/tasks.json",
        Fails,
        InNamespaces,
    ),
    case(
        "variables of the project stay",
        "echo EVIL=1 >>.env",
        Fails,
        InNamespaces,
    ),
    case(
        "variables of the project are not exchanged",
        "echo EVIL=1 >new && mv new .env",
        Fails,
        InNamespaces,
    ),
    // processes
    case(
        "another process is not ended",
        "kill -9 $VICTIM",
        Fails,
        Everywhere,
    ),
    case(
        "no process of the machine is ended",
        "kill -9 -1; true",
        Anything,
        InNamespaces,
    ),
    case(
        "another process's variables are not there",
        "cat /proc/$VICTIM/environ",
        Fails,
        Everywhere,
    ),
    case(
        "another process's memory is not there",
        "perl -e 'exit(syscall($ENV{PTRACE}, 16, $ENV{VICTIM}, 0, 0) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "nobody is traced",
        "perl -e 'exit(syscall($ENV{PTRACE}, 0, 0, 0, 0) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no memory is copied from a process",
        "perl -e 'exit(syscall($ENV{PEEK}, $$, 0, 0, 0, 0, 0) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "its own memory is not written as a file",
        "perl -e 'open(F, \">\", \"/proc/self/mem\") or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "the supervisor is not ended",
        "kill -9 1",
        Anything,
        Everywhere,
    ),
    case(
        "the supervisor's descriptors are not there",
        "cat /proc/1/environ || readlink /proc/1/fd/0",
        Fails,
        Everywhere,
    ),
    case(
        "no process of the machine is seen",
        "test -d /proc/$VICTIM",
        Fails,
        InNamespaces,
    ),
    case(
        "whoever leaves its group is ended",
        "setsid setsid sleep 1000 & exit 0",
        Passes,
        Everywhere,
    ),
    // the kernel
    case(
        "nothing is mounted",
        "perl -e '$a=\"/etc\"; $b=\"/tmp\"; $c=\"\"; exit(syscall($ENV{MOUNT}, $a, $b, $c, 4096, 0) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no namespace is made",
        "perl -e 'exit(syscall($ENV{UNSHARE}, 0x10000000) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no namespace is made by a program",
        "unshare -Ur true",
        Fails,
        Everywhere,
    ),
    case(
        "no keys of the kernel are had",
        "perl -e 'exit(syscall($ENV{KEYCTL}, 0, -3, 1) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no program is put into the kernel",
        "perl -e '$a=\"\\0\" x 128; exit(syscall($ENV{BPF}, 0, $a, 128) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no ring passes by the filter",
        "perl -e '$a=\"\\0\" x 128; exit(syscall($ENV{RING}, 1, $a) == -1)'",
        Fails,
        Everywhere,
    ),
    case(
        "no capability is left",
        "grep -q 'CapEff:.0000000000000000' /proc/self/status && grep -q 'NoNewPrivs:.1' /proc/self/status",
        Passes,
        Everywhere,
    ),
    // the network
    case(
        "a server of the machine is not reached",
        "perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr=>\"127.0.0.1\",PeerPort=>$ENV{PORT},Timeout=>3) or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "no other machine is reached",
        "perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr=>\"192.0.2.1\",PeerPort=>80,Timeout=>3) or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "nothing is sent without a connection",
        "perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(Proto=>\"udp\",PeerAddr=>\"192.0.2.1\",PeerPort=>53) or exit 1; $s->send(\"x\") or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "no name is looked up",
        "getent hosts example.com",
        Fails,
        Everywhere,
    ),
    case(
        "the socket of another program is not reached",
        "perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Peer=>\"$ENV{ROOT}/docker.sock\") or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "a nameless socket of another program is not reached",
        "perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0) or exit 1; connect(S, pack(\"Sa*\", AF_UNIX, \"\\0interlock-wall-$ENV{NAME}\")) or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "the bus of the desktop is not reached",
        "test -S /run/dbus/system_bus_socket || test -S /run/user/$(id -u)/bus",
        Fails,
        InNamespaces,
    ),
    case(
        "the machine below a virtual one is not reached",
        "perl -e 'socket(S,40,1,0) or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "no packets are made by hand",
        "perl -e 'socket(S,17,3,0) or exit 1'",
        Fails,
        Everywhere,
    ),
    case(
        "no device of the network is there",
        "ls /sys/class/net",
        Fails,
        InNamespaces,
    ),
];
