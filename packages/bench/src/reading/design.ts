import {
  type Featured,
  formFeatures,
  formNames,
  headNames,
  weighedWords,
  wordFeatures,
} from '@hippocamp/runtime/reading-parts';
import type { Fitted, Sample } from './fit.js';

/** A word that fewer sentences have is learned by heart. */
const LEAST_SENTENCES = 3;
/** How much a form and a vector count beside words of length 4. */
const [FORM, VECTOR] = [0.25, 4];

/** How sentences become samples: what is measured on the sentences that train. */
export interface Design {
  features: number;
  sample(statement: Featured, vector: Float32Array | null): Sample;
  /** The rows of `Heads`: fitted columns, one for each head, as weights of what a statement has. */
  rows(columns: readonly { model: Fitted; output: number }[]): {
    bias: number[];
    words: Record<string, number[]>;
    form: number[][];
    vector: number[][];
  };
}

const meanOf = (rows: readonly ArrayLike<number>[], width: number): number[] =>
  Array.from(
    { length: width },
    (_, place) => rows.reduce((sum, row) => sum + (row[place] ?? 0), 0) / Math.max(1, rows.length),
  );

const spreadOf = (rows: readonly ArrayLike<number>[], means: readonly number[]): number[] =>
  means.map((mean, place) => {
    const variance = rows.reduce((sum, row) => sum + ((row[place] ?? 0) - mean) ** 2, 0) / Math.max(1, rows.length);
    return Math.sqrt(variance) || 1;
  });

/** tf-idf's rarity as scikit-learn has it: 1 + ln((1 + sentences) / (1 + those with the word)). */
function rarityOf(statements: readonly Featured[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const statement of statements) {
    for (const word of wordFeatures(statement).keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const known = [...counts]
    .filter(([, count]) => count >= LEAST_SENTENCES)
    .sort(([first], [second]) => (first < second ? -1 : 1));
  return new Map(known.map(([word, count]) => [word, 1 + Math.log((1 + statements.length) / (1 + count))]));
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Without vectors the samples have words and forms only. */
export function createDesign(
  statements: readonly Featured[],
  vectors: readonly (Float32Array | null)[] | null,
): Design {
  const rarity = rarityOf(statements);
  const placeOf = new Map([...rarity.keys()].map((word, place) => [word, place]));
  const forms = statements.map(formFeatures);
  const formMean = meanOf(forms, formNames.length);
  const formSpread = spreadOf(forms, formMean);
  const known = (vectors ?? []).filter((vector) => vector !== null);
  const dimensions = known[0]?.length ?? 0;
  const vectorMean = meanOf(known, dimensions);
  const [formFrom, vectorFrom] = [rarity.size, rarity.size + formNames.length];
  const features = vectorFrom + dimensions;

  return {
    features,
    sample(statement, vector) {
      const entries: [number, number][] = weighedWords(statement, (word) => rarity.get(word)).map(([word, value]) => [
        placeOf.get(word) ?? 0,
        value,
      ]);
      for (const [place, value] of formFeatures(statement).entries()) {
        entries.push([formFrom + place, (FORM * (value - (formMean[place] ?? 0))) / (formSpread[place] ?? 1)]);
      }
      if (vector)
        for (let place = 0; place < dimensions; place += 1)
          entries.push([vectorFrom + place, VECTOR * ((vector[place] ?? 0) - (vectorMean[place] ?? 0))]);
      return {
        places: Int32Array.from(entries, ([place]) => place),
        values: Float64Array.from(entries, ([, value]) => value),
      };
    },
    rows(columns) {
      const weightsAt = (place: number) =>
        columns.map(({ model, output }) => model.weights[place * model.outputs + output] ?? 0);
      const form = formMean.map((_, place) =>
        weightsAt(formFrom + place).map((weight) => (FORM * weight) / (formSpread[place] ?? 1)),
      );
      const vector = vectorMean.map((_, place) => weightsAt(vectorFrom + place).map((weight) => VECTOR * weight));
      const bias = columns.map(({ model, output }, head) => {
        const ofForm = form.reduce((sum, row, place) => sum + (row[head] ?? 0) * (formMean[place] ?? 0), 0);
        const ofVector = vector.reduce((sum, row, place) => sum + (row[head] ?? 0) * (vectorMean[place] ?? 0), 0);
        return round((model.bias[output] ?? 0) - ofForm - ofVector);
      });
      if (bias.length !== headNames.length) throw new Error(`${headNames.length} columns are needed`);
      return {
        bias,
        words: Object.fromEntries(
          [...rarity].map(([word, rare], place) => [word, [rare, ...weightsAt(place)].map(round)]),
        ),
        form: form.map((row) => row.map(round)),
        vector: vector.map((row) => row.map(round)),
      };
    },
  };
}
