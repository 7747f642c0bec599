# Messages that are there are seen: the route reads them, and what it answers reaches the list.
route=src/app/api/chat/route.ts
chat=src/components/Chat.tsx
page=src/app/page.tsx

must() { # a pattern near the line that a function begins with; FILE, THAT LINE, PATTERN, what is wrong without it
  grep -A 6 "$2\$" "$1" | grep -q "$3" || { echo "$4"; exit 1; }
}

test -f $route || { echo "there is no $route"; exit 1; }
test -f $chat || { echo "there is no $chat"; exit 1; }
must $route '^export async function GET() {' 'await prisma\.message\.findMany' 'GET reads no messages'
must $route '^export async function GET() {' 'Response\.json(messages)' 'GET does not answer with what it read'
must $chat '^async function load(.*) {' "await fetch('/api/chat')" 'the route is not asked'
must $chat '^async function load(.*) {' 'show(await' 'what the route answers is dropped'
must $chat '^export function ChatComponent(.*) {' '^  useEffect(() => {$' 'nothing happens when the page opens'
must $chat '^  useEffect(() => {' '^    load(' 'nothing is asked for when the page opens'
grep -q 'messages\.map(' $chat || { echo 'the messages are not listed'; exit 1; }
grep -q '^ *<ChatComponent />' $page || { echo 'the page does not show the chat'; exit 1; }
