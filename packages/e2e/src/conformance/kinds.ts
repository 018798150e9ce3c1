import { expect } from 'vitest';

/** Matchers for the kinds of values that the interface document names. */

export const uuid = expect.stringMatching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
export const timestamp = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/);
export const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
export const string = expect.any(String);
export const boolean = expect.any(Boolean);
export const number = expect.toSatisfy(Number.isFinite, 'a number');
export const integer = expect.toSatisfy(Number.isInteger, 'an integer');
export const array = expect.any(Array);
export const object = expect.toSatisfy(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);
export const share = expect.toSatisfy((value) => Number.isFinite(value) && value >= 0 && value <= 1, '0 to 1');

export const oneOf = (...kinds: unknown[]): unknown => expect.toBeOneOf(kinds);
export const orNull = (kind: unknown): unknown => expect.toBeOneOf([null, kind]);

export const tierNames = ['short_term', 'episodic', 'semantic'];
export const tier = oneOf(...tierNames);

const isArrayOf = (type: string) => (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === type);
export const strings = expect.toSatisfy(isArrayOf('string'), 'an array of strings');

export type Members = Record<string, unknown>;
export const rowsOf = (members: Members): [string, unknown][] => Object.entries(members);
