import type { EarlierMessage, SourceText } from '@hippocamp/shared/language/statement';
import type { openReadingModel } from '../setups/reading-parts.js';
import { type Expected, type ReadText, readTexts } from './texts.js';

type Readers = Pick<Awaited<ReturnType<typeof openReadingModel>>, 'local' | 'readBy'>;
export type LanguageModel = Parameters<Readers['readBy']>[0];

/** `alone` takes the model's answer as it stands; `both` is what the service does. */
export const readerNames = ['local', 'alone', 'both'] as const;
export type ReaderName = (typeof readerNames)[number];

export interface Read {
  kept: string[];
  lost: string[];
  wrong: string[];
  memories: number;
  shortTerm: number;
}

export type ReadBy = Record<ReaderName, Read> & {
  id: string;
  calls: number;
  /** Statements of the model, and how many of them `both` keeps in its words. */
  told: number;
  used: number;
  ms: number;
};

interface Memory {
  content: string;
  tier: string;
  by?: string | undefined;
}

const [BEFORE, GAP] = [6, '\n\n'];

function sourceOf({ source }: ReadText, request: ReadText['requests'][number], before: readonly EarlierMessage[]) {
  if (typeof request === 'string') return { text: request, source };
  let start = 0;
  const turns = request.map(({ role, name, content }) => {
    const turn = { role, name, start, end: start + content.length };
    start = turn.end + GAP.length;
    return turn;
  });
  const text = request.map(({ content }) => content).join(GAP);
  return { text, source, turns, ...(before.length > 0 ? { before } : {}) } satisfies SourceText;
}

const isSaid = (memories: readonly Memory[], says: RegExp) => memories.some(({ content }) => says.test(content));
const namesOf = (expected: readonly Expected[]) => expected.map(([name]) => name);

const readOf = ({ facts, wrong }: ReadText, memories: readonly Memory[]): Read => ({
  kept: namesOf(facts.filter(([, says]) => isSaid(memories, says))),
  lost: namesOf(facts.filter(([, says]) => !isSaid(memories, says))),
  wrong: namesOf(wrong.filter(([, says]) => isSaid(memories, says))),
  memories: memories.length,
  shortTerm: memories.filter(({ tier }) => tier === 'short_term').length,
});

async function readOne(text: ReadText, { local, readBy }: Readers, model: LanguageModel): Promise<ReadBy> {
  const memories: Record<ReaderName, Memory[]> = { local: [], alone: [], both: [] };
  let calls = 0;
  const heard: LanguageModel = {
    versions: model.versions,
    async read(part) {
      calls += 1;
      const answer = await model.read(part);
      memories.alone.push(...answer.statements);
      return answer;
    },
  };
  const both = readBy(heard);
  const before: EarlierMessage[] = [];
  const began = performance.now();
  for (const request of text.requests) {
    const source = sourceOf(text, request, before.slice(-BEFORE));
    for (const [name, reader] of [['local', local] as const, ['both', both] as const])
      for (const { content, memoryType, instructs, by } of (await reader(source)).extractions)
        if (!instructs) memories[name].push({ content, tier: memoryType, by });
    if (typeof request !== 'string') before.push(...request);
  }
  const read = {
    local: readOf(text, memories.local),
    alone: readOf(text, memories.alone),
    both: readOf(text, memories.both),
  };
  const used = memories.both.filter(({ by }) => by?.startsWith(model.versions.extractor)).length;
  return { id: text.id, ...read, calls, told: memories.alone.length, used, ms: performance.now() - began };
}

export async function measureReading(
  readers: Readers,
  model: LanguageModel,
  say: (text: string) => void = () => undefined,
): Promise<ReadBy[]> {
  const all: ReadBy[] = [];
  for (const text of readTexts) {
    say(text.id);
    all.push(await readOne(text, readers, model));
  }
  return all;
}
