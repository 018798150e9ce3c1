import type { Embedder } from '../../ports/embedder.js';
import { chunksOf } from '../in-parts.js';
import { type EmbeddableText, foundBy } from '../indexing/memory-vectors.js';
import type { Probe } from './probe.js';

export interface AskedLikeness {
  /** The cosine with its answer. */
  answer: number;
  /** The cosines with all other texts of its language. */
  others: readonly number[];
}

export interface Likenesses {
  asked: readonly AskedLikeness[];
  /** The cosines of two statements that say the same. */
  same: readonly number[];
}

/** Texts of one request, which a slow server embeds in a second or less. */
const TEXTS = 16;

type Measured = Pick<Embedder, 'embed' | 'likeness'>;
type Vector = Float32Array | null;

const inChunks =
  ({ embed }: Measured): Embedder['embed'] =>
  async (texts, role) => {
    const vectors: (Float32Array | null)[] = [];
    for (const chunk of chunksOf(texts, TEXTS)) vectors.push(...(await embed(chunk, role)));
    return vectors;
  };

const embeddable = (content: string, speaker: string | null = null, context: string | null = null): EmbeddableText => ({
  ...{ content, speaker, context },
});

interface Language {
  questions: Vector[];
  /** In the order of the questions. */
  answers: Vector[];
  statements: Vector[];
}

const cosine = (embedder: Measured, first: Vector, second: Vector | undefined): number[] =>
  first && second ? [embedder.likeness(first, second)] : [];

const askedIn = (embedder: Measured, { questions, answers, statements }: Language): AskedLikeness[] =>
  questions.flatMap((question, place) => {
    const [answer] = cosine(embedder, question, answers[place]);
    const others = [...answers.filter((_vector, other) => other !== place), ...statements];
    // A language without vectors says nothing about the model.
    return answer === undefined ? [] : [{ answer, others: others.flatMap((each) => cosine(embedder, question, each)) }];
  });

/** `contextShare` is the share of the previous text in an answer's vector. */
export async function likenessesOf(
  embedder: Measured,
  { languages }: Pick<Probe, 'languages'>,
  contextShare = 0,
): Promise<Likenesses> {
  const embed = inChunks(embedder);
  const asked: AskedLikeness[] = [];
  const same: number[] = [];
  for (const { asked: questions, said } of languages) {
    const answers = questions.map(({ answer, speaker, before = null }) => embeddable(answer, speaker, before));
    const statements = said.flatMap(({ statement, other }) => [embeddable(statement), embeddable(other)]);
    const vectors = await foundBy({ embed, calibration: { contextShare } }, [...answers, ...statements]);
    const language = {
      questions: await embed(
        questions.map(({ question }) => question),
        'question',
      ),
      answers: vectors.slice(0, answers.length),
      statements: vectors.slice(answers.length),
    };
    asked.push(...askedIn(embedder, language));
    const again = await embed(
      said.map((each) => each.same),
      'memory',
    );
    same.push(...again.flatMap((vector, place) => cosine(embedder, vector, language.statements[2 * place])));
  }
  return { asked, same };
}
