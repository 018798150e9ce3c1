import type { JsonObject } from '@hippocamp/shared/schemas/common';
import type { Candidate, IngestAnswer } from '@hippocamp/shared/schemas/ingest';
import type { DrawnMemory, IngestResult, Span, TenantRepositories } from '../../ports/records.js';
import { breathe } from '../breathe.js';
import type { Forgotten } from './forgotten.js';
import { holdsWording, occurrences } from './occurrences.js';
import { redactAnswer } from './redact-answer.js';
import { overlap, redact } from './redaction.js';
import { removeReviews, reviewsOf, type Sought } from './review-traces.js';

/** Where else the words of some memories stand, read before anything changes. */
export interface Traces {
  /** By the ids of memories and of reviews. */
  forgotten: Map<string, Forgotten>;
  artifactIds: string[];
  traceIds: string[];
  /** Those of `forgotten` that are reviews. */
  reviewIds: string[];
  /** Memories of the same texts whose contexts hold the words. */
  contextsOf: string[];
}

/** Answers or memories looked through before others have their turn. */
const TOGETHER = 20;

const nothing: Sought = { spans: [], wordings: new Set() };

/** It was checked when it was written. */
const answerOf = ({ result }: IngestResult) => result as unknown as IngestAnswer;
const candidatesOf = ({ acceptedMemories, rejectedMemories }: IngestAnswer) => [
  ...acceptedMemories,
  ...rejectedMemories,
];

/** The forgotten memory that a candidate tells of, in words that go. */
const toldOf = ({ memoryId, duplicateOf, reviewId, content }: Candidate, forgotten: Traces['forgotten']) => {
  const found = forgotten.get(memoryId ?? duplicateOf ?? reviewId ?? '');
  return found && found.keeps !== content ? found : undefined;
};

/** The words of an ingest's candidates that tell of forgotten memories, and all that these ever said. */
const wordingsIn = (answer: IngestAnswer, forgotten: Traces['forgotten']): string[] =>
  candidatesOf(answer).flatMap((candidate) => {
    const told = toldOf(candidate, forgotten);
    const words = told ? [candidate.content, candidate.sourceSpan, ...told.wordings] : [];
    return words.filter((wording) => wording !== told?.keeps);
  });

/** By artifact: its own memories' places and words, and those of candidates that repeat a forgotten one. */
async function soughtIn(
  forgotten: Traces['forgotten'],
  results: readonly IngestResult[],
): Promise<Map<string, Sought>> {
  const sought = new Map<string, Sought>();
  const add = (artifactId: string | null, wordings: readonly string[], span: Span | null) => {
    if (artifactId === null) return;
    const found = sought.get(artifactId) ?? { spans: [], wordings: new Set() };
    for (const wording of wordings) found.wordings.add(wording);
    if (span) found.spans.push(span);
    sought.set(artifactId, found);
  };
  for (const { artifactId, span, wordings } of forgotten.values()) add(artifactId, wordings, span);
  for (const [at, row] of results.entries()) {
    add(row.artifactId, wordingsIn(answerOf(row), forgotten), null);
    if (at % TOGETHER === 0) await breathe();
  }
  return sought;
}

/** Its own words stay where it stays, unless its place in the text is what goes. */
const staysIn = ({ id }: DrawnMemory, forgotten: Traces['forgotten']) => {
  const found = forgotten.get(id);
  return found === undefined || (found.keeps !== null && found.span === null);
};

const contextHolds = ({ context }: DrawnMemory, wordings: ReadonlySet<string> | undefined) =>
  context !== null && [...(wordings ?? [])].some((wording) => holdsWording(context, wording));

/** Finds them by what the records know: artifacts, and ingests that told of a repeat. */
export async function findTraces(
  { ingests, memories, reviews }: TenantRepositories,
  given: readonly Forgotten[],
): Promise<Traces> {
  const reviewed = await reviewsOf(reviews, given);
  const wanted = [...given, ...reviewed];
  const forgotten = new Map(wanted.map((one) => [one.id, one]));
  const repeating = await ingests.repeating([...forgotten.keys()]);
  const ids = [...wanted, ...repeating].flatMap(({ artifactId }) => artifactId ?? []);
  const artifactIds = [...new Set(ids)];
  const traceIds = repeating.map(({ traceId }) => traceId);
  const siblings = (await memories.drawnFrom(artifactIds)).filter(({ id }) => !forgotten.has(id));
  // Of texts that nothing is drawn from any more nothing has to be known: they go, or have no contexts to look through.
  const shared = [...new Set(siblings.map(({ sourceArtifactId }) => sourceArtifactId))];
  const sought = await soughtIn(forgotten, await ingests.results({ artifactIds: shared, traceIds: [] }));
  const contextsOf: string[] = [];
  for (const [at, sibling] of siblings.entries()) {
    if (contextHolds(sibling, sought.get(sibling.sourceArtifactId)?.wordings)) contextsOf.push(sibling.id);
    if (at % TOGETHER === 0) await breathe();
  }
  return { forgotten, artifactIds, traceIds, reviewIds: reviewed.map(({ id }) => id), contextsOf };
}

const redactText = (content: string, { spans, wordings }: Sought, walls: readonly DrawnMemory[]) => {
  const wanted = [...spans, ...[...wordings].flatMap((wording) => occurrences(content, wording))];
  const kept = walls.flatMap(({ id, span }) => (span ? [{ id, ...span }] : []));
  const keptIn = kept.filter((wall) => wanted.some((span) => overlap(span, wall))).map(({ id }) => id);
  return { redacted: redact(content, wanted, kept), keptIn };
};

/** Answers the texts as they are then, by artifact, and which memories kept words that were theirs too. */
async function redactTexts(
  { artifacts, memories }: TenantRepositories,
  texts: readonly { id: string; content: string }[],
  forgotten: Traces['forgotten'],
  sought: ReadonlyMap<string, Sought>,
) {
  // Only now: whoever removed a memory of the same text before us has done so.
  const drawn = (await memories.drawnFrom(texts.map(({ id }) => id))).filter((memory) => staysIn(memory, forgotten));
  const current = new Map<string, string>();
  const keptIn = new Set<string>();
  for (const { id, content } of texts) {
    const walls = drawn.filter(({ sourceArtifactId }) => sourceArtifactId === id);
    const { redacted, keptIn: named } = redactText(content, sought.get(id) ?? nothing, walls);
    if (redacted === content) await breathe();
    else await artifacts.rewrite(id, redacted);
    current.set(id, redacted);
    for (const memoryId of named) keptIn.add(memoryId);
  }
  return { current, keptIn: [...keptIn].filter((id) => !forgotten.has(id)) };
}

/**
 * Takes the words out of raw texts and of the answers of ingests. In the transaction that buried or changed the memories,
 * after it did. Raw texts before ingests, each in order, as whoever removes them. Answers which memories kept words that were
 * theirs too.
 */
export async function redactTraces(repositories: TenantRepositories, traces: Traces): Promise<string[]> {
  const { artifacts, ingests } = repositories;
  const { forgotten, artifactIds, traceIds, reviewIds } = traces;
  const texts = await artifacts.lock(artifactIds);
  const results = await ingests.results({ artifactIds, traceIds }, { lock: true });
  const sought = await soughtIn(forgotten, results);
  const { current, keptIn } = await redactTexts(repositories, texts, forgotten, sought);
  const memories = new Map([...forgotten].map(([id, { keeps }]) => [id, keeps]));
  for (const row of results) {
    const before = answerOf(row);
    const text = current.get(row.artifactId ?? '') ?? null;
    const wordings = [...new Set(wordingsIn(before, forgotten))];
    const after = redactAnswer(before, { memories, wordings, text });
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    await ingests.rewriteResult(row.traceId, after as unknown as JsonObject);
  }
  await removeReviews(repositories, reviewIds, sought);
  return keptIn;
}
