import type { Hippocamp } from '@hippocamp/sdk';
import { waitForVectors } from '../processes/vectors.js';
import type { Progress } from '../report/progress.js';
import { ask } from './asking.js';
import type { Found, Told, Way } from './figures.js';
import { labelledText, sentencesOfSpan, turnsOfSpan } from './spans.js';
import { type Talk, turnsIn } from './talks.js';
import { type Made, tellAsTheyAre, tellThrough } from './telling.js';

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Null where the talk is not labelled. */
export function toldBy(talk: Talk, made: readonly Made[]): Told | null {
  const told: Told = { placed: 0, nothing: 0, telling: 0, kept: 0 };
  for (const session of talk.sessions) {
    const labelled = labelledText(session);
    if (labelled === null) return null;
    const own = made.filter((one) => one.session === session).map(({ span }) => sentencesOfSpan(span, labelled));
    const placed = own.filter(({ length }) => length > 0);
    const held = new Set(placed.flat());
    const telling = labelled.sentences.filter(({ tells }) => tells === true);
    told.placed += placed.length;
    told.nothing += placed.filter((sentences) => sentences.every(({ tells }) => tells === false)).length;
    told.telling += telling.length;
    told.kept += telling.filter((sentence) => held.has(sentence)).length;
  }
  return told;
}

async function askAll(
  { questions }: Talk,
  memory: Hippocamp,
  turnsOf: (id: string) => readonly string[],
): Promise<Found[]> {
  const found: Found[] = [];
  for (const asked of questions) found.push(await ask(memory, asked, turnsOf));
  return found;
}

export async function measureTalk(memory: Hippocamp, talk: Talk, progress: Progress): Promise<Way> {
  const name = talk.id.replace(/[^\w.-]/g, '-');
  const [through, asTheyAre] = [memory.forTenant(`way-${name}`), memory.forTenant(`raw-${name}`)];
  const start = performance.now();
  const { made, reviews, repeats, changes } = await tellThrough(through, talk, (sessions) =>
    progress.update(`${talk.id}: ${sessions} of ${talk.sessions.length} sessions read`),
  );
  const ingestSeconds = (performance.now() - start) / 1000;
  const turnOf = await tellAsTheyAre(asTheyAre, talk);
  await waitForVectors(memory, ({ vectors }) => progress.update(`${vectors} memories wait for their vectors`));
  const turnsOf = new Map(made.map(({ id, span, session }) => [id, turnsOfSpan(span, session)]));
  const left = new Set([...turnsOf.values()].flat());
  const evidence = talk.questions.flatMap((asked) => [...asked.evidence]);
  const turns = turnsIn(talk);
  return {
    turns: turns.length,
    turnCharacters: lengthOf(turns.map(({ text }) => text)),
    memories: made.length,
    characters: lengthOf(made.map(({ content }) => content)),
    reviews,
    repeats,
    changes,
    evidence: evidence.length,
    evidenceKept: evidence.filter((id) => left.has(id)).length,
    through: await askAll(talk, through, (id) => turnsOf.get(id) ?? []),
    asTheyAre: await askAll(talk, asTheyAre, (id) => [turnOf.get(id) ?? '']),
    told: toldBy(talk, made),
    ingestSeconds,
  };
}
