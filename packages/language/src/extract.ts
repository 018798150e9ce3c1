import type { Extraction, ExtractionInput } from '@hippocamp/shared/language/extraction';
import { classify } from './judge/classifying/classify.js';
import { contextOf } from './segment/context.js';
import { readJson } from './segment/json/json-passages.js';
import type { Passage } from './segment/layout/passages.js';
import { passagesOf } from './segment/layout/passages-of.js';
import { masked as mask } from './segment/masks/masked.js';
import { contentOf, speakerOf } from './segment/statements/content.js';
import type { Statement } from './segment/statements/statement.js';
import { StatementReader } from './segment/statements/statements-of.js';

const namesIn = (passages: readonly Passage[]): Set<string> =>
  new Set(passages.flatMap(({ speaker }) => (speaker === null ? [] : [speaker, speaker.split(' ')[0] ?? speaker])));

/** Where the words before a statement begin: in its own turn, or with the turn or line before it. */
const spokenBefore = (passages: readonly Passage[]): ((statement: Statement) => number | null) => {
  const before = new Map(passages.map((passage, position) => [passage, passages[position - 1]]));
  const openers = new Map<number, Passage>();
  for (const passage of passages) if (!openers.has(passage.turn)) openers.set(passage.turn, passage);
  return ({ passage, start }) => {
    const opener = openers.get(passage.turn);
    if (passage.speaker !== null && opener && opener.start < start) return opener.start;
    return start > passage.start ? passage.start : (before.get(passage)?.start ?? null);
  };
};

const extraction = (text: string, masked: string, from: number | null, statement: Statement): Extraction => {
  const { start, end, words, spoken, passage, evidence } = statement;
  const judged = statement.question === null ? spoken : `${statement.question} ${words}`;
  return {
    content: contentOf(masked, statement),
    ...classify(judged, evidence),
    sourceSpan: text.slice(start, end),
    start,
    end,
    context: contextOf(text, start, from, passage.heading),
    speaker: speakerOf(passage.speaker),
    instructs: statement.instructs,
  };
};

const readText = (text: string, isChat: boolean) => {
  const { text: masked, author } = mask(text);
  return { masked, passages: passagesOf(masked, { isChat, author }) };
};

export const EXTRACTION_RULES = 'rules-2';

/** Statements by rules. English cues; other languages get their sentences without them. */
export function extract({ text, source }: ExtractionInput): Extraction[] {
  const isChat = source === 'chat';
  const { masked, passages } = readJson(text) ?? readText(text, isChat);
  const reader = new StatementReader({ masked, isChat, names: namesIn(passages) });
  const from = spokenBefore(passages);
  return reader.read(passages).map((statement) => extraction(text, masked, from(statement), statement));
}
