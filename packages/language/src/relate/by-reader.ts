import type { Stances } from '@hippocamp/shared/language/claim';
import type { Stance } from '@hippocamp/shared/language/stance';
import { viewOf } from '../compare/sentence-view.js';
import { isTold, objectionToReplacing, objectionToSame } from '../compare/vetoes.js';

/** How sure a reader of both texts together has to be of what a text says of a claim, 0..1. */
export interface ClaimBounds {
  supported: number;
  refuted: number;
}

/** Below what rules tell: a verdict by it is as sure as `calibrated` says. */
const READ = 0.8;

const isFirstPerson = /\b(?:i|i'm|i've|my|me|we|our|us)\b/i;

/** "Mara's dog", "the user's dog" and "my dog" are one. */
function inFirstPerson(claim: string, names: readonly string[]): string {
  const called = [...names, 'the user'].map((name) => name.replace(/[^\p{L}\p{N} ]/gu, '.'));
  const pattern = new RegExp(`\\b(?:${called.join('|')})(['’]s)?\\b`, 'giu');
  return claim.replace(pattern, (_name, owns: string | undefined) => (owns ? 'my' : 'I'));
}

/**
 * What a text says of a claim where rules tell nothing of it: a learned reader proposes, and numbers, names and denial outweigh it.
 * Null where it is not sure.
 */
export function byReader(
  read: Stances,
  { claim, known, names }: { claim: string; known: string; names: readonly string[] },
  bounds: ClaimBounds,
): Stance | null {
  const told = inFirstPerson(claim, names);
  const pair = { older: viewOf(known), newer: viewOf(told) };
  if (!isTold(pair.older)) return null;
  const by = { score: READ, bySlot: false, changes: false, doubts: false };
  if (read.supported >= bounds.supported && objectionToSame(pair) === 'none')
    return { ...by, stance: 'supports', reason: 'direct_entailment' };
  // Of somebody else nothing is told by what one says of oneself.
  const isOfOne = isFirstPerson.test(told) === isFirstPerson.test(known);
  if (read.refuted >= bounds.refuted && isOfOne && objectionToReplacing(pair) === 'none') return { ...by, stance: 'refutes', reason: 'value_mismatch' };
  return null;
}
