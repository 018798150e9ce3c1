import { type NamedText, SAID_BEFORE } from '@hippocamp/shared/language/secret';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import type { MemoryRecord } from '../../ports/records.js';
import { inParts, type PartBounds } from '../in-parts.js';
import { createTextMap, distinctTexts } from '../text/text-keys.js';

/** Drawn from a text that no language model may read. */
export const staysHere = ({ provenance }: Pick<MemoryRecord, 'provenance'>): boolean => provenance?.reader === 'local';

/** No model is shown what may give it orders. */
export const isMarked = ({ marks }: Pick<MemoryRecord, 'marks'>): boolean =>
  marks.includes('instructs') || marks.includes('unchecked');

/** True for a memory that no language model may be told. */
export const isWithheld = (memory: Pick<MemoryRecord, 'provenance' | 'marks'>): boolean =>
  staysHere(memory) || isMarked(memory);

/** Between texts: no name of a secret takes it for a value, or what follows it. */
const APART = '\n---\n';

/** Texts that are looked over at once. */
const TOGETHER: PartBounds<string> = { units: 64_000, unitsOf: ({ length }) => length };

/**
 * Texts that have nothing to do with each other are looked over together, and each by itself only where something is found.
 * Ignores the settings for ingests, because memories stored by clients were never screened for secrets.
 */
export async function withoutSecrets(
  tenant: TenantId,
  texts: readonly string[],
  redact: Language['redact'],
): Promise<string[]> {
  const clean: string[] = [];
  for (const part of inParts(texts, TOGETHER)) {
    const { removed } = await redact(tenant, part.join(APART));
    for (const text of part) clean.push(removed.length === 0 ? text : (await redact(tenant, text)).text);
  }
  return clean;
}

/** The texts were said one after another, and after `before`: each may ask for the secret that the next one tells. */
export async function talkWithoutSecrets(
  tenant: TenantId,
  texts: readonly string[],
  { redact, before }: { redact: Language['redact']; before: string },
): Promise<string[]> {
  const clean: string[] = [];
  let said = before;
  for (const text of texts) {
    clean.push((await redact(tenant, text, said)).text);
    said = `${said}\n${text}`.slice(-SAID_BEFORE);
  }
  return clean;
}

const withName = ({ text, name }: NamedText) => (name === '' ? text : `${name}: ${text}`);

/** Looks a value over with its name, as "password: …". Answers the text without its secrets, and whether any had one. */
export async function namedWithoutSecrets(
  tenant: TenantId,
  given: readonly NamedText[],
  redact: Language['redact'],
): Promise<{ clean(named: NamedText): string; isClean: boolean }> {
  const texts = distinctTexts([...given.map(withName), ...given.map(({ name }) => name)]).filter((text) => text !== '');
  const found = texts.length === 0 ? [] : await withoutSecrets(tenant, texts, redact);
  const shown = createTextMap(texts.map((text, place) => [text, found[place] ?? text]));
  const clean = (named: NamedText) => {
    const before = withName({ text: '', name: shown.get(named.name) ?? named.name });
    const whole = shown.get(withName(named)) ?? named.text;
    return whole.startsWith(before) ? whole.slice(before.length) : whole;
  };
  return { clean, isClean: texts.every((text, place) => (found[place] ?? text) === text) };
}
