import { holds, type LabelledFact, type LabelledText, overlaps, sourceTextOf } from '../reading/labelled-texts.js';
import { type Case, eachReader, mostSaid, type Said } from './cases.js';
import { judgeStatements, type Part, type ReadingModel, segment } from './readers.js';

/** Where several parts hold a fact, one part of the right tier is enough. */
export function saidOfFact(parts: readonly Part[], fact: LabelledFact): Said {
  const holding = parts.filter((part) => holds(part, fact));
  return holding.some(({ said }) => said === fact.tier) ? fact.tier : mostSaid(holding);
}

/** Parts that hold a fact are left out, since they may have noise beside it. */
export function saidOfNoise(parts: readonly Part[], noise: string, text: string, facts: readonly LabelledFact[]): Said {
  const empty = parts.filter((part) => !facts.some((fact) => holds(part, fact)));
  return mostSaid(empty.filter((part) => overlaps(part, noise, text)));
}

async function judgeText(labelled: LabelledText, model: ReadingModel): Promise<Case[]> {
  const given = sourceTextOf(labelled);
  const parts = await judgeStatements(await segment(given), given, model);
  const { facts, noise, kind } = labelled;
  const all = { part: 'whole texts' as const, source: given.source, kind, language: 'en' };
  const said = (fact: LabelledFact) => eachReader(parts, (made) => saidOfFact(made, fact));
  const saidInstead = (piece: string) => eachReader(parts, (made) => saidOfNoise(made, piece, given.text, facts));
  return [
    ...facts.map((fact): Case => ({ ...all, text: fact.quote, wanted: fact.tier, said: said(fact) })),
    ...noise.map((piece): Case => ({ ...all, text: piece, wanted: 'noise', said: saidInstead(piece) })),
  ];
}

/** A wrong cut shows here as a wrong verdict. */
export async function judgeTexts(texts: readonly LabelledText[], model: ReadingModel): Promise<Case[]> {
  const cases: Case[] = [];
  for (const labelled of texts) cases.push(...(await judgeText(labelled, model)));
  return cases;
}
