import type { TenantId } from '@hippocamp/shared/schemas/common';
import { roles } from '@hippocamp/shared/schemas/ingest';
import type { Language } from '../../ports/language.js';
import type { Steering } from '../reading/steering.js';
import { withoutSecrets } from './without-secrets.js';

interface Screening {
  redact: Language['redact'];
  steers: Steering;
}

const isRole = (speaker: string): boolean => roles.options.some((role) => role === speaker);

/** Those that a language model may be told, by name. */
async function tellable(tenant: TenantId, names: readonly string[], { redact, steers }: Screening) {
  const steering = await steers(tenant, names);
  const clean = await withoutSecrets(tenant, names, redact);
  // Some names come in lower case, in which a secret may not look like one.
  const capitals = names.map((name) => name.toUpperCase());
  const cleanCapitals = await withoutSecrets(tenant, capitals, redact);
  return new Set(names.filter((name, at) => !steering[at] && clean[at] === name && cleanCapitals[at] === capitals[at]));
}

/** The speakers as a language model is told: null for a name that holds a secret, or that tries to steer its reader. */
export async function speakersToTell(
  tenant: TenantId,
  speakers: readonly (string | null)[],
  screening: Screening,
): Promise<(string | null)[]> {
  const names = [...new Set(speakers.flatMap((speaker) => speaker ?? []))].filter((name) => !isRole(name));
  if (names.length === 0) return [...speakers];
  const told = await tellable(tenant, names, screening);
  return speakers.map((speaker) => (speaker !== null && (isRole(speaker) || told.has(speaker)) ? speaker : null));
}
