import { readFileSync } from 'node:fs';

export interface Conversation {
  title: string;
  speakers: string[];
  sessions: { sessionId: string; occurredAt: string; text: string }[];
  questions: { ask: string; expect: string; why: string }[];
}

const file = new URL('../conversation/harbour-cafe.json', import.meta.url);

export const readConversation = (): Conversation => JSON.parse(readFileSync(file, 'utf8')) as Conversation;
