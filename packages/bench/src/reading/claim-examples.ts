import { readdirSync } from 'node:fs';
import { held } from './held.js';
import { linesOf } from './labelled.js';

/** A memory and a claim; see `labelled/README.md`. */
export interface ClaimExample {
  owner: string;
  memory: string;
  claim: string;
  want: 'supported' | 'refuted' | 'unknown';
  topic: string;
  author: string;
}

const folder = new URL('../../labelled/claims/', import.meta.url);

/** Each claim beside a memory that it was not written for, of the same topic, by turns: nothing is known of most claims. */
const chancesOf = (examples: readonly ClaimExample[]): ClaimExample[] =>
  examples.flatMap((example, place): ClaimExample[] => {
    const others = examples.filter(
      ({ memory, topic, author }) =>
        memory !== example.memory && topic === example.topic && author === example.author,
    );
    const other = others[place % Math.max(1, others.length)];
    return other ? [{ ...example, memory: other.memory, want: 'unknown' }] : [];
  });

/** Those of topics that train nothing, and as many by chance. */
export function heldClaims(): ClaimExample[] {
  const examples = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => linesOf<ClaimExample>(`claims/${name}`))
    .filter(({ topic }) => held.claimTopics.includes(topic));
  return [...examples, ...chancesOf(examples)];
}
