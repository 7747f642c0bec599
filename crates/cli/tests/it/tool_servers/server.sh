#!/bin/sh
# A server of the Model Context Protocol over its pipes: one line a message. What it has and does is said by `behaviour.sh` beside it.
# It keeps what it is asked in `calls`, in its own home.

tool() { # NAME DESCRIPTION; one more tool
    tools="$tools${tools:+,}{\"name\":\"$1\",\"description\":\"$2\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}},\"annotations\":{\"readOnlyHint\":true}}"
}
answers() { # RESULT
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"
}
fails() { # CODE WORDS
    printf '{"jsonrpc":"2.0","id":%s,"error":{"code":%s,"message":"%s"}}\n' "$id" "$1" "$2"
}
says() { # TEXT
    answers "{\"content\":[{\"type\":\"text\",\"text\":\"$1\"}]}"
}
tells() { # METHOD
    printf '{"jsonrpc":"2.0","method":"%s"}\n' "$1"
}
lists() { answers "{\"tools\":[$tools]}"; }
calls() { says "called $1"; }
begins() { :; }

tools=
. "$(dirname "$0")/behaviour.sh"
begins
while IFS= read -r message; do
    id=$(printf '%s' "$message" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
    method=$(printf '%s' "$message" | sed -n 's/.*"method":"\([^"]*\)".*/\1/p')
    case $method in
        initialize) answers '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"test","version":"1"}}' ;;
        tools/list) lists ;;
        tools/call)
            printf '%s\n' "$message" >>"$HOME/calls"
            calls "$(printf '%s' "$message" | sed -n 's/.*"name":"\([^"]*\)".*/\1/p')" ;;
        notifications/*) ;;
        '') ;;
        *) fails -32601 'no such method' ;;
    esac
done
