import type { ReadBeside } from '@hippocamp/shared/language/claim';
import type { Relation } from '@hippocamp/shared/language/stance';
import { type EvidenceWeights, logOdds, weighed } from '../compare/judge-pair.js';
import { type SentenceView, type Token, viewOf } from '../compare/sentence-view.js';
import { hasOtherSubject, isTold } from '../compare/vetoes.js';
import { denialsIn } from '../words/negation.js';
import { isFiniteVerb } from '../words/verbs.js';
import { objectionsTo } from './objections.js';
import { countsOtherwise } from './periods.js';

/** What is made of what a reader says of a claim beside a memory, and how sure that has to be: probabilities, 0..1. */
export interface ClaimJudge {
  supports: EvidenceWeights & { from: number };
  refutes: EvidenceWeights & { from: number };
}

export type ReadStance = keyof ClaimJudge;

const neutral: Relation = { stance: 'neutral', score: 0, reason: null };
const told: Record<ReadStance, Relation> = {
  supports: { stance: 'supports', score: 0.88, reason: 'direct_entailment' },
  refutes: { stance: 'refutes', score: 0.88, reason: 'value_mismatch' },
};

const isWeighty = ({ kind }: Token): boolean => kind === 'content' || kind === 'name' || kind === 'quantity';
const isQuantity = ({ kind }: Token): boolean => kind === 'quantity';
const isNamed = ({ kind }: Token): boolean => kind === 'name';

interface Viewed {
  claim: SentenceView;
  memory: SentenceView;
  /** What the claim says, without whoever says "I" in the memory: before its first verb, and from there on. */
  subject: readonly Token[];
  predicate: readonly Token[];
  /** The claim is about whoever says "I". */
  isOfOwner: boolean;
  /** What it says and the memory does not. */
  missing: readonly Token[];
}

/** Where no verb is known the first words stand for the subject. */
const SUBJECT = 2;

function viewedOf({ claim, memory, names }: ReadBeside): Viewed {
  const [first, second] = [viewOf(claim), viewOf(memory)];
  const owner = new Set([...names.flatMap((name) => name.split(/[\s-]/)), 'user']);
  const verb = first.tokens.findIndex((token, place) => place > 0 && !isNamed(token) && isFiniteVerb(token.word));
  const at = verb < 0 ? SUBJECT : verb;
  const saidIn = (tokens: readonly Token[]) => tokens.filter((token) => isWeighty(token) && !owner.has(token.word));
  const [subject, predicate] = [saidIn(first.tokens.slice(0, at)), saidIn(first.tokens.slice(at))];
  return {
    claim: first,
    memory: second,
    subject,
    predicate,
    isOfOwner: first.tokens.slice(0, at).some(({ word }) => owner.has(word)),
    missing: [...subject, ...predicate].filter(({ same }) => !second.all.has(same)),
  };
}

/** Whatever a claim names has to stand in what supports it, and another number where it has one; what refutes it is of the same. */
function isRuledOut(stance: ReadStance, read: ReadBeside, viewed: Viewed): boolean {
  const { claim, memory, subject, missing, isOfOwner } = viewed;
  if (objectionsTo(read.claim, read.memory, told[stance]).rulesOut) return true;
  if (stance === 'supports')
    return (
      missing.some(isNamed) ||
      (missing.some(isQuantity) && memory.tokens.some(isQuantity)) ||
      denialsIn(claim.text) % 2 !== denialsIn(memory.text) % 2 ||
      countsOtherwise(read.claim, read.memory)
    );
  const isOfOther = subject.some((token) => isNamed(token) && missing.includes(token));
  return isOfOther || (!isOfOwner && hasOtherSubject({ older: memory, newer: claim }));
}

const kindsOf = ({ quantities }: SentenceView) => new Set(quantities.map(({ kind, unit }) => `${kind} ${unit ?? ''}`));

const share = (part: readonly unknown[], whole: readonly unknown[]) =>
  whole.length === 0 ? 1 : part.length / whole.length;
const upTo = (most: number, { length }: readonly unknown[]) => Math.min(most, length);

/** What speaks for a stance, as numbers: what the reader says of it and of the other, and how the two are told. */
export function evidenceForStance(stance: ReadStance, read: ReadBeside): number[] {
  const viewed = viewedOf(read);
  const { claim, memory, subject, predicate, missing } = viewed;
  const { supported = 0, refuted = 0 } = read.relations ?? {};
  const [own, other] = stance === 'supports' ? [supported, refuted] : [refuted, supported];
  const said = [...subject, ...predicate];
  const known = (tokens: readonly Token[]) => tokens.filter(({ same }) => memory.all.has(same));
  const kinds = kindsOf(memory);
  const lacksNumber = missing.some(isQuantity);
  const hasOtherNumber = Number(lacksNumber && [...kindsOf(claim)].some((kind) => kinds.has(kind)));
  const deniesOtherwise = Number(denialsIn(claim.text) % 2 !== denialsIn(memory.text) % 2);
  return [
    logOdds(own),
    logOdds(other),
    Number(objectionsTo(read.claim, read.memory, told[stance]).makesUnlikely),
    Number(isRuledOut(stance, read, viewed)),
    Number(!isTold(memory)),
    upTo(4, missing),
    upTo(4, known(said)),
    share(known(said), said),
    hasOtherNumber,
    Number(lacksNumber && !hasOtherNumber),
    deniesOtherwise,
    upTo(2, missing.filter(isNamed)),
    upTo(3, known(predicate)),
    share(known(predicate), predicate),
    share(known(subject), subject),
    Math.min(24, memory.tokens.filter(isWeighty).length) / 8,
    deniesOtherwise * logOdds(refuted),
    hasOtherNumber * logOdds(refuted),
  ];
}

/** Below this nobody looks closer. */
const NOTICEABLE = 0.3;

/** Whether what the reader says of a stance is to be looked at: it says something, and nothing rules it out. */
export const mayBe = (stance: ReadStance, read: ReadBeside): boolean => {
  const { supported = 0, refuted = 0 } = read.relations ?? {};
  return (stance === 'supports' ? supported : refuted) >= NOTICEABLE && !isRuledOut(stance, read, viewedOf(read));
};

/** What becomes of what a reader says of a claim beside a memory. */
export function decideRead(read: ReadBeside, judge: ClaimJudge): Relation {
  const sure = (['supports', 'refutes'] as const).find(
    (stance) => mayBe(stance, read) && weighed(judge[stance], evidenceForStance(stance, read)) >= judge[stance].from,
  );
  return sure ? told[sure] : neutral;
}
