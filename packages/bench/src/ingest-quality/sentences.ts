import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { Labelled } from '../reading/labelled.js';
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

const sourceOf = ({ source }: Pick<Labelled, 'source'>): SourceText['source'] => sources[source] ?? 'chat';

const textOf = (labelled: Labelled): SourceText => ({
  text: labelled.heading === undefined ? labelled.text : `# ${labelled.heading}\n\n${labelled.text}`,
  source: sourceOf(labelled),
});

const kinds: Record<string, Statement['kind']> = { log: 'log', record: 'row' };

/** The statement that would come out of a text with this heading or this earlier message. */
function statementOf({ text, source, heading, role, before, language = 'en' }: Labelled): Statement {
  return {
    ...{ content: text, words: text, spoken: text, start: 0, end: text.length },
    ...{ source: sourceOf({ source }), kind: kinds[source] ?? 'prose' },
    ...{ heading: heading ?? null, role: role ?? null },
    question: before?.includes('?') ? before : null,
    language,
    ...{ speaker: null, context: null, instructs: false, disguised: [], borrowed: false, follows: null },
    ...{ after: null, earlier: null, turn: null, block: null },
  };
}

const beforeOf = ({ before }: Labelled): SourceText['before'] =>
  before === undefined ? [] : [{ role: 'assistant', name: null, content: before }];

/** Where a sentence is several statements, one stored statement counts as kept. */
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

/** Each English sentence counts as one statement; whole texts measure the cutting. */
export async function judgeSentences(sentences: readonly Labelled[], model: ReadingModel): Promise<Case[]> {
  const cases: Case[] = [];
  for (const labelled of sentences) {
    const parts = await judgeStatements(
      [statementOf(labelled)],
      { ...textOf(labelled), before: beforeOf(labelled) },
      model,
    );
    cases.push(caseOf(labelled, 'sentences', parts));
  }
  return cases;
}

/** Sentences in other languages are read as texts, so that their language has to be detected. */
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
