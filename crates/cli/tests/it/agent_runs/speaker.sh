#!/bin/sh
# Speaks the Agent Client Protocol, version 1: one line a message. What it does is said by `turns/N.sh` beside it, one file a turn.
n=$(($(cat "$HOME/count" 2>/dev/null || echo 0) + 1))
echo $n >"$HOME/count"
id=0

answers() { # REQUEST RESULT
    of=$(printf '%s' "$1" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$of" "$2"
}
asks() { # METHOD PARAMETERS; the answer is in $reply
    id=$((id + 1))
    printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":{"sessionId":"s-1",%s}}\n' $id "$1" "$2"
    IFS= read -r reply || exit 1
}
writes() { # FILE TEXT
    asks fs/write_text_file "\"path\":\"$(place "$1")\",\"content\":\"$2\""
}
reads() { # FILE
    asks fs/read_text_file "\"path\":\"$(place "$1")\""
}
place() {
    case $1 in /*) printf %s "$1" ;; *) printf %s "$cwd/$1" ;; esac
}
runs() { # COMMAND; what it showed is in $reply
    asks terminal/create "\"command\":\"$1\""
    terminal=$(printf '%s' "$reply" | sed -n 's/.*"terminalId":"\([^"]*\)".*/\1/p')
    asks terminal/wait_for_exit "\"terminalId\":\"$terminal\""
    asks terminal/output "\"terminalId\":\"$terminal\""
}
may() { # KIND INPUT; succeeds if it may. It names all of them as the run names a call of its own.
    asks session/request_permission "\"toolCall\":{\"toolCallId\":\"write-1\",\"kind\":\"$1\",\"title\":\"a tool\",\"rawInput\":$2},\"options\":[{\"optionId\":\"yes\",\"name\":\"Yes\",\"kind\":\"allow_once\"},{\"optionId\":\"no\",\"name\":\"No\",\"kind\":\"reject_once\"}]"
    case $reply in *'"optionId":"yes"'*) return 0 ;; *) return 1 ;; esac
}
update() { # MEMBERS
    printf '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s-1","update":{%s}}}\n' "$1"
}
says() { # WORDS
    update "\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"$1\"}"
}
costs() { # DOLLARS
    update "\"sessionUpdate\":\"usage_update\",\"used\":1000,\"size\":200000,\"cost\":{\"amount\":$1,\"currency\":\"USD\"}"
}
ends() { # WORDS [REASON]
    says "$1"
    answers "$prompt" "{\"stopReason\":\"${2:-end_turn}\"}"
    # It waits for the next prompt, as a real one does.
    IFS= read -r rest
}

IFS= read -r hello || exit 1
answers "$hello" '{"protocolVersion":1,"agentCapabilities":{}}'
IFS= read -r begin || exit 1
cwd=$(printf '%s' "$begin" | sed -n 's/.*"cwd":"\([^"]*\)".*/\1/p')
answers "$begin" '{"sessionId":"s-1"}'
IFS= read -r prompt || exit 1
. "$(dirname "$0")/turns/$n.sh"
