import { beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, EmbeddingRole } from '../ports/embedder.js';

const roles: EmbeddingRole[] = ['memory', 'question'];

const tea = 'Maria drinks green tea every morning before work.';
const teaAgain = 'Every morning before work Maria has a cup of green tea.';
const car = 'The mechanic could not repair the engine of the old car.';
const teaQuestion = 'What does Maria drink in the morning?';

/** Nothing to know in either. */
const blanks = ['', ' \n\t '];

/** Texts that a parser stumbles over: a lone surrogate, an emoji, other scripts, a NUL, signs only. */
const oddities = ['\ud800', '🙂', 'お茶が好きです', 'a\u0000b', '… — !?', 'İstanbul ﬁnds'];

const lengthOf = (vector: Float32Array) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

const dot = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);

const embedOne = async (embedder: Embedder, text: string, role: EmbeddingRole = 'memory'): Promise<Float32Array> => {
  const [vector] = await embedder.embed([text], role);
  if (!vector) throw new Error(`no vector for "${text.slice(0, 40)}"`);
  return vector;
};

const expectUnit = (vector: Float32Array, embedder: Embedder) => {
  expect(vector).toBeInstanceOf(Float32Array);
  expect(vector).toHaveLength(embedder.dimensions);
  expect(lengthOf(vector)).toBeCloseTo(1, 3);
};

/** The same up to what a remote model's arithmetic may differ by. */
const expectSame = (first: Float32Array | null | undefined, second: Float32Array) => {
  if (!first) throw new Error('expected a vector');
  expect(dot(first, second)).toBeGreaterThan(0.9999);
};

const describesItself = (embedder: () => Embedder) => {
  it('names itself and its dimensions', () => {
    expect(embedder().id).toMatch(/^\S+$/);
    expect(Number.isInteger(embedder().dimensions)).toBe(true);
    expect(embedder().dimensions).toBeGreaterThan(0);
  });

  it('comes with constants that make sense', () => {
    const { lo, hi, same, alpha } = embedder().calibration;
    expect(lo).toBeGreaterThanOrEqual(-1);
    expect(hi).toBeGreaterThan(lo);
    expect(hi).toBeLessThanOrEqual(1);
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThanOrEqual(1);
    expect(alpha).toBeGreaterThanOrEqual(0);
    expect(alpha).toBeLessThanOrEqual(1);
  });

  it.each(['', 'Where did Maria go?', 'متى تفتح المكتبة؟', '?!', 'tea '.repeat(5000)])(
    'knows what a text is written in not at all, fully or between: %s',
    (text) => {
      const fluency = embedder().fluency?.(text) ?? 1;
      expect(fluency).toBeGreaterThanOrEqual(0);
      expect(fluency).toBeLessThanOrEqual(1);
    },
  );
};

const givesUnitVectors = (embedder: () => Embedder) => {
  it.each(roles)('gives a unit vector of its dimensions for a %s', async (role) => {
    expectUnit(await embedOne(embedder(), tea, role), embedder());
  });

  it('gives the same vector for the same text', async () => {
    expectSame(await embedOne(embedder(), tea), await embedOne(embedder(), tea));
  });

  it('gives vectors that belong to the caller', async () => {
    const first = await embedOne(embedder(), tea);
    const kept = first.slice();
    first.fill(0);
    expectSame(await embedOne(embedder(), tea), kept);
  });

  it('takes a text far longer than a sentence', async () => {
    expectUnit(await embedOne(embedder(), `${tea} ${car} `.repeat(500)), embedder());
  });

  it.each(roles)('gives a unit vector or null for odd text as a %s', async (role) => {
    const vectors = await embedder().embed(oddities, role);
    expect(vectors).toHaveLength(oddities.length);
    for (const vector of vectors) if (vector) expectUnit(vector, embedder());
  });
};

const keepsBatches = (embedder: () => Embedder) => {
  it.each(roles)('answers an empty batch with an empty one for a %s', async (role) => {
    expect(await embedder().embed([], role)).toEqual([]);
  });

  it('keeps the order of a batch, repeats and blanks included', async () => {
    const batch = await embedder().embed([car, '', tea, car], 'memory');
    expect(batch).toHaveLength(4);
    expectSame(batch[0], await embedOne(embedder(), car));
    expect(batch[1]).toBeNull();
    expectSame(batch[2], await embedOne(embedder(), tea));
    expectSame(batch[3], await embedOne(embedder(), car));
  });

  it.each(roles)('knows nothing of a blank %s', async (role) => {
    expect(await embedder().embed(blanks, role)).toEqual(blanks.map(() => null));
  });
};

const knowsMeaning = (embedder: () => Embedder) => {
  it('puts a question nearer to the memory that answers it', async () => {
    const question = await embedOne(embedder(), teaQuestion, 'question');
    const [near, far] = [await embedOne(embedder(), tea), await embedOne(embedder(), car)];
    expect(dot(question, near)).toBeGreaterThan(dot(question, far));
  });

  it('likens a memory to itself most, and to its paraphrase more than to another', async () => {
    const [first, second, other] = await Promise.all([tea, teaAgain, car].map((text) => embedOne(embedder(), text)));
    if (!first || !second || !other) throw new Error('expected three vectors');
    const { likeness } = embedder();
    expect(likeness(first, first)).toBeCloseTo(1, 3);
    expect(likeness(first, second)).toBeGreaterThan(likeness(first, other));
    expect(likeness(first, other)).toBeLessThan(embedder().calibration.same);
  });

  it('likens both ways alike and within -1..1', async () => {
    const vectors = await Promise.all([tea, teaAgain, car, 'no', 'Bob'].map((text) => embedOne(embedder(), text)));
    for (const first of vectors) {
      for (const second of vectors) {
        const likeness = embedder().likeness(first, second);
        expect(likeness).toBe(embedder().likeness(second, first));
        expect(Math.abs(likeness)).toBeLessThanOrEqual(1);
      }
    }
  });
};

/** Every `Embedder` must keep this. `make` is called once; an embedder with remote parts gets them there. */
export function embedderConformance(name: string, make: () => Promise<Embedder>): void {
  describe(`${name} keeps the contract of an embedder`, () => {
    let made: Embedder | undefined;
    const embedder = () => {
      if (!made) throw new Error('the embedder was not made');
      return made;
    };
    beforeAll(async () => {
      made = await make();
    });
    describesItself(embedder);
    givesUnitVectors(embedder);
    keepsBatches(embedder);
    knowsMeaning(embedder);
  });
}
