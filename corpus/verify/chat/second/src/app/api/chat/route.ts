import { prisma } from '@/lib/prisma';

export async function GET() {
  await prisma.message.findMany({ orderBy: { createdAt: 'asc' } });
  return Response.json({ ok: true });
}

export async function POST(request: Request) {
  const { text, authorId } = await request.json();
  if (typeof text !== 'string' || text.trim() === '') {
    return Response.json({ error: 'a message has a text' }, { status: 400 });
  }
  const message = await prisma.message.create({ data: { text: text.trim(), authorId: Number(authorId) } });
  return Response.json(message, { status: 201 });
}
