import type { ReadBeside } from '@hippocamp/shared/language/claim';
import type { Relation } from '@hippocamp/shared/language/stance';
import { type SentenceView, type Token, viewOf } from '../compare/sentence-view.js';
import { hasOtherSubject, isTold, type Objection } from '../compare/vetoes.js';
import { denialsIn } from '../words/negation.js';
import { isFiniteVerb } from '../words/verbs.js';
import { objectionsTo } from './objections.js';

/** How sure a reader of a claim beside a memory has to be: probabilities, 0..1. */
export interface ClaimBounds {
  supports: number;
  /** The same where something makes it unlikely. */
  supportsInSpite: number;
  refutes: number;
  refutesInSpite: number;
}

const neutral: Relation = { stance: 'neutral', score: 0, reason: null };
const supporting: Relation = { stance: 'supports', score: 0.88, reason: 'direct_entailment' };
const refuting: Relation = { stance: 'refutes', score: 0.88, reason: 'value_mismatch' };

const weighed = (rulesOut: boolean, makesUnlikely: boolean): Objection => {
  if (rulesOut) return 'ruled out';
  return makesUnlikely ? 'unlikely' : 'none';
};

interface Viewed {
  claim: SentenceView;
  memory: SentenceView;
  /** What is said of whoever says "I" needs no name in the memory. */
  ofOwner: ReadonlySet<string>;
}

const viewedOf = ({ claim, memory, names }: ReadBeside): Viewed => ({
  claim: viewOf(claim),
  memory: viewOf(memory),
  ofOwner: new Set([...names.flatMap((name) => name.split(/[\s-]/)), 'user']),
});

const isMissing =
  ({ memory, ofOwner }: Viewed) =>
  ({ same, word }: Token): boolean =>
    !memory.all.has(same) && !ofOwner.has(word);

const isQuantity = ({ kind }: Token): boolean => kind === 'quantity';
const isNamed = ({ kind }: Token): boolean => kind === 'name';

/** Whatever a claim names or counts has to stand in what supports it. */
const againstSupport = (read: ReadBeside, viewed: Viewed): Objection => {
  const { claim, memory } = viewed;
  const missing = claim.tokens.filter(isMissing(viewed));
  const { rulesOut, makesUnlikely } = objectionsTo(read.claim, read.memory, supporting);
  const deniesAlike = denialsIn(claim.text) % 2 === denialsIn(memory.text) % 2;
  const isOtherNumber = missing.some(isQuantity) && memory.tokens.some(isQuantity);
  return weighed(
    rulesOut || missing.some(isNamed) || isOtherNumber,
    makesUnlikely || missing.some(isQuantity) || !deniesAlike || !isTold(memory),
  );
};

/** What stands before the first verb; the first words where none is known. */
const subjectOf = ({ tokens }: SentenceView): readonly Token[] => {
  const verb = tokens.findIndex(({ word, kind }, place) => place > 0 && kind !== 'name' && isFiniteVerb(word));
  return tokens.slice(0, verb < 0 ? 2 : verb);
};

/** What refutes a claim tells of the same: whom the claim is about it names too. */
const againstRefutal = (read: ReadBeside, viewed: Viewed): Objection => {
  const { claim, memory, ofOwner } = viewed;
  const subject = subjectOf(claim).filter(({ kind }) => kind === 'name' || kind === 'content');
  const isOther = isMissing(viewed);
  const { rulesOut, makesUnlikely } = objectionsTo(read.claim, read.memory, refuting);
  const both = { older: memory, newer: claim };
  const isOfOwner = subject.some(({ word }) => ofOwner.has(word));
  return weighed(
    rulesOut || subject.some((token) => isNamed(token) && isOther(token)) || (!isOfOwner && hasOtherSubject(both)),
    makesUnlikely || (!isOfOwner && subject.length > 0 && subject.every(isOther)) || !isTold(memory),
  );
};

const reaches = (objection: Objection, probability: number, from: number, inSpite: number): boolean =>
  objection !== 'ruled out' && probability >= (objection === 'unlikely' ? inSpite : from);

/** What stands against each; for finding bounds. */
export const objectionsToRead = (read: ReadBeside): { supports: Objection; refutes: Objection } => {
  const viewed = viewedOf(read);
  return { supports: againstSupport(read, viewed), refutes: againstRefutal(read, viewed) };
};

/** What becomes of what a reader says of a claim beside a memory. */
export function decideRead(read: ReadBeside, bounds: ClaimBounds): Relation {
  const { relations } = read;
  if (!relations || Math.max(relations.supported, relations.refuted) < Math.min(bounds.supports, bounds.refutes))
    return neutral;
  const against = objectionsToRead(read);
  if (reaches(against.supports, relations.supported, bounds.supports, bounds.supportsInSpite)) return supporting;
  return reaches(against.refutes, relations.refuted, bounds.refutes, bounds.refutesInSpite) ? refuting : neutral;
}
