import { expressionsIn } from './built.mjs';

const splitting =
  'the tokenizer cuts runs of letters, signs and white space at 128 characters before the library sees them; an expression ' +
  'that splits runs goes over each at most once for each of its characters';

const named = (path, expressions, proof = null) =>
  expressions.map(({ source, flags }) => ({ path, line: 0, proof, source, flags }));

/** The stemmer's expressions see words of at most 64 letters (`terms.ts`), and are not among these. */
export async function expressionsOfLibraries(operationTable) {
  const { operations } = await import(operationTable);
  const encodings = [
    await import('gpt-tokenizer/encoding/o200k_base'),
    await import('gpt-tokenizer/encoding/cl100k_base'),
  ];
  return [
    ...named('schemas of the operations', expressionsIn(operations)),
    ...encodings.flatMap(({ default: encoding }) => named('gpt-tokenizer', expressionsIn(encoding), splitting)),
  ];
}
