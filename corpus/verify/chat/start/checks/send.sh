# A message that is sent is stored: the form posts it, and the route writes it.
route=src/app/api/chat/route.ts
chat=src/components/Chat.tsx

must() { # a pattern near the line that a function begins with; FILE, THAT LINE, PATTERN, what is wrong without it
  grep -A 6 "$2\$" "$1" | grep -q "$3" || { echo "$4"; exit 1; }
}

test -f $route || { echo "there is no $route"; exit 1; }
test -f $chat || { echo "there is no $chat"; exit 1; }
must $route '^export async function POST(.*) {' 'await prisma\.message\.create' 'POST stores nothing'
must $chat '^  async function send(.*) {' "method: 'POST'" 'what is typed is not posted'
grep -q 'onSubmit={send}' $chat || { echo 'the form sends nothing'; exit 1; }
