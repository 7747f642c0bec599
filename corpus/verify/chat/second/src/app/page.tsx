import { ChatComponent } from '@/components/Chat';

export default function Home() {
  return (
    <main>
      <h1>Welcome</h1>
      <ChatComponent />
    </main>
  );
}
