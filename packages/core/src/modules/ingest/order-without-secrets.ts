import { createHash } from 'node:crypto';
import { fitting, type NamedText, nameOfValue, withSigns } from '@hippocamp/shared/language/secret';
import { entriesOf } from '@hippocamp/shared/members';
import {
  bytesOf,
  type JsonObject,
  METADATA_BYTES,
  SESSION_LENGTH,
  type TenantId,
} from '@hippocamp/shared/schemas/common';
import { cutText } from '@hippocamp/shared/text/cleaned';
import type { Language } from '../../ports/language.js';
import { namedWithoutSecrets } from '../model/without-secrets.js';

interface Order {
  metadata: JsonObject;
  sessionId?: string | undefined;
  actorId?: string | undefined;
}

function mapTexts(value: unknown, name: string, redactText: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return redactText(value, name);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, name, redactText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    entriesOf(value).map(([key, member]) => [redactText(key, ''), mapTexts(member, nameOfValue(key), redactText)]),
  );
}

const SIGNS = 8;

/** A hash keeps sessions and people apart without revealing the secret. */
const named = (clean: string, text: string) => {
  if (clean === text) return text;
  const hash = ` ${createHash('sha256').update(text).digest('hex').slice(0, SIGNS)}`;
  const most = SESSION_LENGTH - hash.length;
  return cutText(fitting([clean], most).join(''), most) + hash;
};

/** The request without secrets, and no longer than a request may be. */
export async function orderWithoutSecrets<Sent extends Order>(
  tenant: TenantId,
  order: Sent,
  redact: Language['redact'],
): Promise<Sent> {
  const given: NamedText[] = [];
  const note = (text: string, name: string) => {
    given.push({ text, name });
    return text;
  };
  mapTexts(order.metadata, '', note);
  const { sessionId, actorId } = order;
  for (const id of [sessionId, actorId]) if (id !== undefined) note(id, '');
  const { clean, isClean } = await namedWithoutSecrets(tenant, given, redact);
  if (isClean) return order;
  const metadata = mapTexts(order.metadata, '', (text, name) => clean({ text, name })) as JsonObject;
  const id = (text: string) => named(clean({ text, name: '' }), text);
  return {
    ...order,
    metadata: bytesOf(metadata) > METADATA_BYTES ? (mapTexts(metadata, '', withSigns) as JsonObject) : metadata,
    ...(sessionId === undefined ? {} : { sessionId: id(sessionId) }),
    ...(actorId === undefined ? {} : { actorId: id(actorId) }),
  };
}
