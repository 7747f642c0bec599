'use client';

import { useEffect, useState, type FormEvent } from 'react';

type Message = {
  id: number;
  text: string;
  createdAt: string;
};

type Props = {
  authorId?: number;
};

export function ChatComponent({ authorId = 1 }: Props) {
  const [messages, setMessages] = useState<Message[]>([]);
  const [text, setText] = useState('');

  useEffect(() => {
    document.title = `Chat of ${authorId} (${messages.length})`;
  }, [authorId, messages]);

  // The messages come from fetch('/api/chat').
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
  }

  return (
    <section className="chat">
      <header>
        <h2>Chat</h2>
        <p>{messages.length === 1 ? '1 message' : `${messages.length} messages`}</p>
      </header>
      <ul>
        {messages.map((message) => (
          <li key={message.id}>
            <time dateTime={message.createdAt}>
              {new Date(message.createdAt).toLocaleTimeString()}
            </time>
            <span>{message.text}</span>
          </li>
        ))}
      </ul>
      <form onSubmit={send}>
        <label htmlFor="text">Message</label>
        <input
          id="text"
          value={text}
          maxLength={500}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" disabled={text.trim() === ''}>
          Send
        </button>
      </form>
    </section>
  );
}
