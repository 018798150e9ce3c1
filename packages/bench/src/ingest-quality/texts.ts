import { type Case, eachReader, mostSaid, type Said } from './cases.js';
import { type LabelledFact, type LabelledText, sourceTextOf } from './labelled-texts.js';
import { judgeStatements, type Part, type ReadingModel, segment } from './readers.js';

/** Share of the shorter of two places that they have to have in common. */
const SHARED = 0.5;

const lower = (text: string): string => text.toLowerCase();

/** Whether a part says a fact: all of its needles stand in its words, its heading or its speaker. */
export function holds({ content, heading, speaker }: Part, { needles }: Pick<LabelledFact, 'needles'>): boolean {
  const said = lower(`${content} ${heading ?? ''} ${speaker ?? ''}`);
  return needles.every((needle) => said.includes(lower(needle)));
}

/** Whether a part is mostly the noise, or the noise mostly the part. */
export function overlaps({ start, end, content }: Part, noise: string, text: string): boolean {
  const at = text.indexOf(noise);
  if (at < 0) return lower(content).includes(lower(noise));
  const shared = Math.min(end, at + noise.length) - Math.max(start, at);
  return shared >= SHARED * Math.min(noise.length, end - start);
}

/** Where several parts hold a fact, one of the right tier will do. */
export function saidOfFact(parts: readonly Part[], fact: LabelledFact): Said {
  const holding = parts.filter((part) => holds(part, fact));
  return holding.some(({ said }) => said === fact.tier) ? fact.tier : mostSaid(holding);
}

/** A part that says a fact may have noise beside it. */
export function saidOfNoise(parts: readonly Part[], noise: string, text: string, facts: readonly LabelledFact[]): Said {
  const empty = parts.filter((part) => !facts.some((fact) => holds(part, fact)));
  return mostSaid(empty.filter((part) => overlaps(part, noise, text)));
}

async function judgeText(labelled: LabelledText, model: ReadingModel): Promise<Case[]> {
  const given = sourceTextOf(labelled);
  const parts = await judgeStatements(await segment(given), model);
  const { facts, noise, kind } = labelled;
  const all = { part: 'whole texts' as const, source: given.source, kind, language: 'en' };
  const said = (fact: LabelledFact) => eachReader((reader) => saidOfFact(parts[reader], fact));
  const saidInstead = (piece: string) => eachReader((reader) => saidOfNoise(parts[reader], piece, given.text, facts));
  return [
    ...facts.map((fact): Case => ({ ...all, text: fact.quote, wanted: fact.tier, said: said(fact) })),
    ...noise.map((piece): Case => ({ ...all, text: piece, wanted: 'noise', said: saidInstead(piece) })),
  ];
}

/** Facts and noise of whole texts: what is cut wrongly is judged wrongly. */
export async function judgeTexts(texts: readonly LabelledText[], model: ReadingModel): Promise<Case[]> {
  const cases: Case[] = [];
  for (const labelled of texts) cases.push(...(await judgeText(labelled, model)));
  return cases;
}
