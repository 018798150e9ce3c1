import type { Label } from './labels.js';

/** Labels of the one whose memory it is: the first person stays the first person. */
const ownRoles = new Set(['user', 'human', 'me', 'customer', 'client', 'you', 'patient']);
const machines = new Set([
  'assistant',
  'ai',
  'bot',
  'agent',
  'chatgpt',
  'claude',
  'gpt',
  'model',
  'support',
  'operator',
]);

export const isOwnRole = (speaker: string): boolean => ownRoles.has(speaker.toLowerCase());
export const isMachine = (speaker: string): boolean => machines.has(speaker.toLowerCase());
export const isSystem = (speaker: string): boolean => speaker.toLowerCase() === 'system';

const isCapitalised = (name: string) => /^\p{Lu}/u.test(name);

/** In a chat a label speaks; elsewhere a label has to come back, or it is a heading. */
export function speakersIn(labels: readonly (Label | null)[], isChat: boolean): Set<string> {
  const counts = new Map<string, number>();
  const certain = new Set<string>();
  for (const label of labels) {
    if (label === null) continue;
    counts.set(label.speaker, (counts.get(label.speaker) ?? 0) + 1);
    if (label.certain) certain.add(label.speaker);
  }
  const speaks = (name: string, count: number) =>
    certain.has(name) || count > 1 || (isChat && isCapitalised(name)) || (isChat && counts.size === 2);
  return new Set([...counts].filter(([name, count]) => speaks(name, count)).map(([name]) => name));
}
