import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { MemoryFilter, Records } from '../../ports/records.js';
import type { Facts } from '../facts/facts.js';
import { ownNames } from '../facts/own-names.js';

export interface OwnQuestionDependencies {
  records: Records;
  facts: Facts;
  language: Pick<Language, 'askedOfSelf'>;
}

/** Without a capital after its first letter a question names nobody. */
const mayName = /\S\s+\p{Lu}/u;

/**
 * A question about an owner by name as their own: what they told of themselves says "I". Their names are those of their entity, and
 * the one that they gave themselves.
 */
export function createOwnQuestion({ records, facts, language }: OwnQuestionDependencies) {
  const namesOf = async (tenant: TenantId, ownerEntityId: string | null): Promise<ReadonlySet<string>> => {
    const { entities } = records.forTenant(tenant);
    const [entity] = ownerEntityId === null ? [] : await entities.getMany([ownerEntityId]);
    const given = await ownNames(tenant, ownerEntityId, { records, facts });
    const name = entity?.name.toLowerCase();
    return new Set([...(name === undefined ? [] : [name, name.split(' ')[0] ?? name]), ...given]);
  };

  return async (tenant: TenantId, question: string, { ownerEntityId }: MemoryFilter): Promise<string> => {
    if (ownerEntityId === undefined || !mayName.test(question.slice(0, 1000))) return question;
    return language.askedOfSelf(question, await namesOf(tenant, ownerEntityId));
  };
}
