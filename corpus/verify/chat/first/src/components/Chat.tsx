export function ChatComponent() {
  return <div>Placeholder</div>;
}
