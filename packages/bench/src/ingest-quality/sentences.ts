import { toldText } from '@hippocamp/runtime/reading-parts';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import { featuredOf, type Labelled } from '../reading/labelled.js';
import { type ByReader, type Case, eachReader, mostSaid } from './cases.js';
import { judgeStatements, type Part, type ReadingModel, segment } from './readers.js';

const sources: Record<string, SourceText['source']> = {
  note: 'note',
  log: 'event',
  document: 'document',
  minutes: 'document',
  email: 'document',
  record: 'document',
};

const sourceOf = ({ source }: Labelled): SourceText['source'] => sources[source] ?? 'chat';

/** A sentence under its heading. */
const textOf = (labelled: Labelled): SourceText => ({
  text: labelled.heading === undefined ? labelled.text : `# ${labelled.heading}\n\n${labelled.text}`,
  source: sourceOf(labelled),
});

/** As it would come out of a text that has it under its heading or after what was said before it. */
function statementOf(labelled: Labelled): Statement {
  const featured = featuredOf(labelled);
  return {
    ...featured,
    content: featured.words,
    start: 0,
    end: featured.words.length,
    source: sourceOf(labelled),
    told: toldText(featured),
    speaker: null,
    role: null,
    context: null,
    instructs: false,
    borrowed: false,
    follows: null,
    language: labelled.language ?? 'en',
    vain: false,
    after: null,
    turn: null,
    block: null,
  };
}

/** Where a sentence is several statements, one that is stored will do. */
const caseOf = (labelled: Labelled, part: Case['part'], parts: ByReader<Part[]>): Case => ({
  part,
  text: labelled.text,
  source: labelled.source,
  kind: labelled.kind,
  topic: labelled.topic,
  language: labelled.language ?? 'en',
  wanted: labelled.label === 'noise' ? 'noise' : (labelled.tier ?? 'episodic'),
  said: eachReader(parts, mostSaid),
});

/** English sentences, each judged as one statement: how a text is cut is measured on whole texts. */
export async function judgeSentences(sentences: readonly Labelled[], model: ReadingModel): Promise<Case[]> {
  const cases: Case[] = [];
  for (const labelled of sentences) {
    const parts = await judgeStatements([statementOf(labelled)], textOf(labelled), model);
    cases.push(caseOf(labelled, 'sentences', parts));
  }
  return cases;
}

/** Sentences in other languages as texts, so that what they are written in is found as it is in a text. */
export async function judgeLanguages(sentences: readonly Labelled[], model: ReadingModel): Promise<Case[]> {
  const cases: Case[] = [];
  for (const labelled of sentences) {
    const text = textOf(labelled);
    const before = text.text.length - labelled.text.length;
    const statements = (await segment(text)).filter(({ end }) => end > before);
    const parts = await judgeStatements(statements, text, model);
    cases.push(caseOf(labelled, 'other languages', parts));
  }
  return cases;
}
