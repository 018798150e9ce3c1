import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KnownNear } from '../../ports/extractor.js';
import type { Language } from '../../ports/language.js';
import type { IngestOrder, Records } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { rareWords } from '../facts/rare-words.js';
import type { VocabularyKeeper } from '../indexing/vocabulary-keeper.js';
import { ALIKE } from './candidates.js';

export interface KnownNearDependencies {
  records: Records;
  language: Pick<Language, 'sentencesOf'>;
  facts: Pick<Facts, 'read'>;
  vocabulary: Pick<VocabularyKeeper, 'of'>;
}

/** Sentences of a part by whose rarest words is looked. */
const SENTENCES = 60;
/** Memories that are told of. */
const MOST = 20;

/** Memories of the owner that share the rarest words of a text's sentences, the newest first. */
export function createKnownNear({ records, language, facts, vocabulary }: KnownNearDependencies) {
  return (tenant: TenantId, { ownerEntityId = null }: Pick<IngestOrder, 'ownerEntityId'>): KnownNear =>
    async (part) => {
      const [sentences = []] = await language.sentencesOf(tenant, [part]);
      const asked = sentences.slice(0, SENTENCES).map((content) => ({ content, speaker: null }));
      const [readings, counted] = await Promise.all([facts.read(tenant, asked), vocabulary.of(tenant)]);
      const rare = readings.map(({ stems }) => rareWords(tenant, ownerEntityId, stems, counted));
      const known = await records.forTenant(tenant).memories.knownBy(ownerEntityId, {
        sharing: { texts: rare, most: ALIKE },
      });
      return known
        .sort((first, second) => second.createdAt.getTime() - first.createdAt.getTime())
        .slice(0, MOST)
        .map(({ content }) => content);
    };
}
