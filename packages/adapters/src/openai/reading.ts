import { boundedText } from '../http/bounded-text.js';
import { EmbeddingsFailure, type FailureKind } from './failures.js';

const member = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;

/** Requests that came too late, too early, or too often. */
const mayPass = [408, 409, 425, 429];

const kindOf = (status: number): FailureKind => {
  if (status >= 500) return 'broken';
  if (mayPass.includes(status)) return 'busy';
  if (status === 401) return 'locked out';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405) return 'missing';
  return status < 400 ? 'moved' : 'refused';
};

/** Seconds; the header holds them or a date (RFC 9110, 10.2.3). */
const secondsOf = (header: string | null): number | undefined => {
  const seconds = Number(header ?? Number.NaN);
  const until = Number.isFinite(seconds) ? seconds : (Date.parse(header ?? '') - Date.now()) / 1000;
  return Number.isFinite(until) ? Math.max(0, until) : undefined;
};

/** Servers disagree on where the message stands. */
const sentenceIn = (body: unknown): string | undefined => {
  const error = member(body, 'error');
  return [member(error, 'message'), error, member(body, 'message'), member(body, 'detail')].find(
    (each): each is string => typeof each === 'string',
  );
};

const garbled = (what: string) => new EmbeddingsFailure(what, { kind: 'garbled' });

const KIB = 1024;
/** Bytes of one vector, more than the largest take. */
const MOST_OF_VECTOR = 256 * KIB;
/** Bytes of what stands around the vectors, and of a refusal. */
const MOST_BESIDE = 64 * KIB;

/** The answer to so many texts. */
export const textOf = (response: Response, texts: number): Promise<string> =>
  boundedText(response, MOST_BESIDE + texts * MOST_OF_VECTOR, garbled);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Empty where it is too long: the status says enough. */
const refusalOf = async (response: Response): Promise<string> => {
  try {
    return await textOf(response, 0);
  } catch (error) {
    if (error instanceof EmbeddingsFailure) return '';
    throw error;
  }
};

export async function failureOf(response: Response): Promise<EmbeddingsFailure> {
  const { status, headers } = response;
  return new EmbeddingsFailure(`status ${status}`, {
    kind: kindOf(status),
    retryAfter: secondsOf(headers.get('retry-after')),
    said: sentenceIn(parsed(await refusalOf(response))),
  });
}

const numbersOf = (item: unknown): number[] => {
  const values: unknown = member(item, 'embedding');
  if (!Array.isArray(values) || values.length === 0) throw garbled('the answer has an item without a vector');
  if (!values.every(Number.isFinite)) throw garbled('a vector of the answer holds what is no finite number');
  return values as number[];
};

/** Some servers leave out `index`; the place then counts. */
const inOrder = (items: readonly unknown[]): unknown[] => {
  const ordered = new Map(items.map((item, place) => [member(item, 'index') ?? place, item]));
  return items.map((_, place) => {
    if (!ordered.has(place)) throw garbled(`the answer has no vector with the index ${place}`);
    return ordered.get(place);
  });
};

/** In the order of the texts, all of one length, at least 1. */
export function vectorsIn(text: string, count: number): number[][] {
  const body = parsed(text);
  if (body === undefined) throw garbled('the answer is no JSON');
  const items = member(body, 'data');
  if (!Array.isArray(items)) throw garbled('the answer has no list of vectors');
  if (items.length !== count) throw garbled(`the answer has ${items.length} vectors for ${count} texts`);
  const vectors = inOrder(items).map(numbersOf);
  const lengths = new Set(vectors.map(({ length }) => length));
  if (lengths.size > 1) throw garbled(`the vectors of one answer have ${[...lengths].join(' and ')} dimensions`);
  return vectors;
}
