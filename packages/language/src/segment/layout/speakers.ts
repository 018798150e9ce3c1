import type { Statement } from '@hippocamp/shared/language/statement';
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

/** Who an assistant is, whatever its label. */
const ASSISTANT = 'assistant';

/** What a label says that its speaker is in the talk. */
export function roleOf(label: string | null): Statement['role'] {
  if (label === null) return null;
  const name = label.toLowerCase();
  if (ownRoles.has(name)) return 'user';
  if (machines.has(name)) return 'assistant';
  return name === 'system' ? 'system' : 'person';
}

/** The name that stands for "I"; null where the first person is the owner, or nobody is labelled. */
export function speakerOf(label: string | null): string | null {
  const role = roleOf(label);
  if (label === null || role === 'user') return null;
  return role === 'assistant' ? ASSISTANT : label;
}

const isCapitalised = (name: string) => /^\p{Lu}/u.test(name);

/** As many people hardly ever say one thing each. */
const FIELDS = 4;

/** In a chat a label speaks; elsewhere a label has to come back, or it is a heading. */
export function speakersIn(labels: readonly (Label | null)[], isChat: boolean): Set<string> {
  const counts = new Map<string, number>();
  const certain = new Set<string>();
  for (const label of labels) {
    if (label === null) continue;
    counts.set(label.speaker, (counts.get(label.speaker) ?? 0) + 1);
    if (label.certain) certain.add(label.speaker);
  }
  // Names that come once each are those of the fields of a form.
  const isForm = counts.size >= FIELDS && certain.size === 0 && [...counts.values()].every((count) => count === 1);
  if (isForm) return new Set();
  const speaks = (name: string, count: number) =>
    certain.has(name) || count > 1 || (isChat && isCapitalised(name)) || (isChat && counts.size === 2);
  return new Set([...counts].filter(([name, count]) => speaks(name, count)).map(([name]) => name));
}
