import { ModelFailure } from '@hippocamp/core/ports/model-failure';
import { boundedText } from '../http/bounded-text.js';
import { StatusRefused, waitOf } from './failures.js';

/** Bytes of an answer with its envelope, some thirty times what a full part needs. */
const MOST_BYTES = 1_000_000;
/** UTF-16 units kept of a refusal. */
const MOST_TOLD = 2000;

const tooLong = (sentence: string) => new ModelFailure(sentence, 'refused');

/** The JSON of the answer. A redirect is not followed: it would take the text elsewhere. */
export async function postJson(
  address: string,
  headers: Record<string, string>,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const sent = { 'content-type': 'application/json', ...headers };
  const request = { method: 'POST', headers: sent, body: JSON.stringify(body), redirect: 'manual', signal } as const;
  const response = await fetch(address, request);
  const text = await boundedText(response, MOST_BYTES, tooLong);
  if (response.ok) return JSON.parse(text);
  throw new StatusRefused(response.status, text.slice(0, MOST_TOLD), waitOf(response.headers.get('retry-after')));
}
