import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';

/** Whatever the settings say of what is kept: memories that clients stored were never looked over for secrets. */
export const withoutSecrets = async (
  tenant: TenantId,
  texts: readonly string[],
  redact: Language['redact'],
): Promise<string[]> => {
  const { removed } = await redact(tenant, texts.join('\n'));
  if (removed.length === 0) return [...texts];
  const clean: string[] = [];
  for (const text of texts) clean.push((await redact(tenant, text)).text);
  return clean;
};
