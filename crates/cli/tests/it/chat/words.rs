//! What is said of each attempt, item by item.

/// How an item stands: what it is about, its word, and what is said of it.
pub(super) type Told = (&'static str, &'static str, &'static str);

pub(super) const FIRST: [Told; 9] = [
    (
        "User can see existing messages",
        "FAILED",
        "GET reads no messages",
    ),
    ("User can send a message", "FAILED", "exit code 1"),
    ("src/components/Chat.tsx", "STUB", "3 lines of code"),
    (
        "src/components/Chat.tsx",
        "STUB",
        "the text `useEffect` is not in it",
    ),
    (
        "src/app/api/chat/route.ts",
        "HOLLOW",
        "`GET`, line 1, returns a fixed value",
    ),
    (
        "prisma/schema.prisma",
        "STUB",
        "the text `model Message` is not in it",
    ),
    (
        "Chat.tsx",
        "NOT_WIRED",
        "`fetch.*api/chat` is not in `src/components/Chat.tsx`",
    ),
    (
        "src/app/api/chat/route.ts -> src/lib/prisma.ts",
        "NOT_WIRED",
        "is not in `src/app/api/chat/route.ts`",
    ),
    (
        "src/app/page.tsx",
        "NOT_WIRED",
        "does not import `src/components/Chat.tsx`",
    ),
];

pub(super) const SECOND: [Told; 9] = [
    (
        "User can see existing messages",
        "FAILED",
        "GET does not answer with what it read",
    ),
    ("User can send a message", "FAILED", "exit code 1"),
    (
        "src/components/Chat.tsx",
        "HOLLOW",
        "`messages`, line 16 in `ChatComponent`, starts empty and is never filled",
    ),
    (
        "src/components/Chat.tsx",
        "HOLLOW",
        "`send`, line 24, only stops its event",
    ),
    (
        "src/app/api/chat/route.ts",
        "VERIFIED",
        "found by Next.js at its place",
    ),
    (
        "prisma/schema.prisma",
        "VERIFIED",
        "the text `model Message` is in it",
    ),
    ("Chat.tsx", "NOT_WIRED", "only in a comment"),
    (
        "src/app/api/chat/route.ts -> src/lib/prisma.ts",
        "WIRED",
        "line 4",
    ),
    (
        "src/app/page.tsx",
        "WIRED",
        "imported, line 1, and used, line 7",
    ),
];

pub(super) const THIRD: [Told; 8] = [
    (
        "User can see existing messages",
        "VERIFIED",
        "its commands passed",
    ),
    ("User can send a message", "VERIFIED", "its commands passed"),
    (
        "src/components/Chat.tsx",
        "VERIFIED",
        "src/app/page.tsx -> src/components/Chat.tsx",
    ),
    (
        "src/app/api/chat/route.ts",
        "VERIFIED",
        "found by Next.js at its place",
    ),
    (
        "prisma/schema.prisma",
        "VERIFIED",
        "the text `model Message` is in it",
    ),
    ("Chat.tsx", "WIRED", "stands in its code"),
    (
        "src/app/api/chat/route.ts -> src/lib/prisma.ts",
        "WIRED",
        "line 4",
    ),
    (
        "src/app/page.tsx",
        "WIRED",
        "imported, line 1, and used, line 7",
    ),
];
