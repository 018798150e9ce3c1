import { createHash } from 'node:crypto';
import type { JsonObject, TenantId } from '@hippocamp/shared/schemas/common';
import type { Language } from '../../ports/language.js';
import { withoutSecrets } from '../model/without-secrets.js';

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
    Object.entries(value).map(([key, member]) => [redactText(key, ''), mapTexts(member, key, redactText)]),
  );
}

const SIGNS = 8;

/** A hash keeps sessions and people apart without revealing the secret. */
const named = (clean: string, text: string) =>
  clean === text ? text : `${clean} ${createHash('sha256').update(text).digest('hex').slice(0, SIGNS)}`;

/** The request without secrets. A value is screened with its name, as "password: …". */
export async function orderWithoutSecrets<Sent extends Order>(
  tenant: TenantId,
  order: Sent,
  redact: Language['redact'],
): Promise<Sent> {
  const texts = new Set<string>();
  const keyOf = (text: string, name: string) => (name === '' ? text : `${name}: ${text}`);
  const note = (text: string, name: string) => {
    texts.add(keyOf(text, name));
    return text;
  };
  mapTexts(order.metadata, '', note);
  for (const id of [order.sessionId, order.actorId]) if (id !== undefined) note(id, '');
  const given = [...texts];
  if (given.length === 0) return order;
  const clean = await withoutSecrets(tenant, given, redact);
  if (given.every((text, place) => clean[place] === text)) return order;
  const found = new Map(given.map((text, place) => [text, clean[place] ?? text]));
  const shown = (text: string, name: string) => {
    const before = keyOf('', found.get(name) ?? name);
    const whole = found.get(keyOf(text, name)) ?? text;
    return whole.startsWith(before) ? whole.slice(before.length) : whole;
  };
  const { sessionId, actorId } = order;
  return {
    ...order,
    metadata: mapTexts(order.metadata, '', shown) as JsonObject,
    ...(sessionId === undefined ? {} : { sessionId: named(shown(sessionId, ''), sessionId) }),
    ...(actorId === undefined ? {} : { actorId: named(shown(actorId, ''), actorId) }),
  };
}
