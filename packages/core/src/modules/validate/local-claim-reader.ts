import type { ClaimReader, ReadMemory } from '../../ports/claim-reader.js';
import type { Language } from '../../ports/language.js';
import type { PairReader } from '../../ports/pair-reader.js';

/** As the model knows it: who says "I" stands before it. */
const saidBy = ({ text, names: [name] }: ReadMemory): string => (name === undefined ? text : `${name}: ${text}`);

/** Reads claims with the model that reads two texts together; words may stand against what it says. */
export function createLocalClaimReader({
  language,
  pairReader,
}: {
  language: Pick<Language, 'decide'>;
  pairReader: Pick<PairReader, 'weigh'>;
}): ClaimReader {
  return {
    async read(tenant, claim, memories) {
      const relations = await pairReader.weigh(
        tenant,
        memories.map((memory) => [saidBy(memory), claim]),
      );
      if (relations.every((each) => each === null)) return null;
      const read = memories.map(({ text, names }, place) => {
        return { claim, memory: text, names, relations: relations[place] ?? null };
      });
      return { by: 'rules', relations: await language.decide(tenant, read) };
    },
  };
}
