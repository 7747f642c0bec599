#!/bin/sh
# Speaks as `claude -p --output-format stream-json --verbose` does: its hook is asked before each tool and told after it. What
# it does is said by `turns/N.sh` beside it, one file a turn.
own=$CLAUDE_CONFIG_DIR
n=$(($(cat "$own/count" 2>/dev/null || echo 0) + 1))
echo $n >"$own/count"
hook=$(sed -n 's/^ *"command": "\(.*\)",\{0,1\}$/\1/p' "$own/settings.json" | head -1)
id=0

event() { # NAME TOOL INPUT MORE
    printf '{"session_id":"s-1","cwd":"%s","hook_event_name":"%s","tool_name":"%s","tool_input":%s,"tool_use_id":"t%s-%s"%s}' \
        "$PWD" "$1" "$2" "$3" "$n" "$id" "$4" | sh -c "$hook"
}
asks() { # TOOL INPUT
    id=$((id + 1))
    event PreToolUse "$1" "$2" '' >/dev/null 2>&1
}
writes() { # FILE TEXT
    input=$(printf '{"file_path":"%s/%s","content":"%s"}' "$PWD" "$1" "$2")
    asks Write "$input" || return 0
    printf "$2" >"$1"
    event PostToolUse Write "$input" ',"tool_response":{"type":"create"}' >/dev/null
}
does() { # COMMAND
    asks Bash "{\"command\":\"$1\"}" || return 0
    out=$(sh -c "$1" 2>&1 | tr '\n"\\' "  /")
    shown=$(event PostToolUse Bash "{\"command\":\"$1\"}" ",\"tool_response\":{\"stdout\":\"$out\",\"stderr\":\"\"}")
    case $shown in *'[secret:'*) echo yes >masked.txt ;; esac
}
says() { # WORDS
    printf '{"type":"assistant","message":{"id":"m%s-%s","model":"claude-sonnet-4-5","content":[{"type":"text","text":"%s"}],"usage":{"input_tokens":1000,"output_tokens":10}},"session_id":"s-1"}\n' "$n" "$id" "$1"
}
ends() { # WORDS [DOLLARS]
    says "$1"
    printf '{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"%s","session_id":"s-1","total_cost_usd":%s,"usage":{"input_tokens":1000,"output_tokens":10}}\n' "$1" "${2:-0.01}"
}
fails() { # STATUS WORDS
    printf '{"type":"result","subtype":"success","is_error":true,"api_error_status":%s,"result":"%s","session_id":"s-1","total_cost_usd":0}\n' "$1" "$2"
    exit 1
}

printf '{"type":"system","subtype":"init","session_id":"s-1","model":"claude-sonnet-4-5","claude_code_version":"2.1.332"}\n'
. "$(dirname "$0")/turns/$n.sh"
