import { describe, expect, it } from 'vitest';
import { problemTypes } from '../problems.js';
import { problem } from '../schemas/memories.js';
import { recordedExamples } from './recorded-examples.js';
import { operations } from './table.js';
import type { Operation } from './types.js';

const all = Object.entries(recordedExamples).flatMap(([id, found]) => found.map((example) => ({ id, ...example })));
const operationOf = (id: string): Operation | undefined => operations[id as keyof typeof operations];
const succeeded = all.filter(({ status }) => status < 300);
const titled = ({ id, name }: { id: string; name: string }) => `${id} ${name}`;

/** The recorded examples fit the contract; `npm run examples` writes them anew after a change. */
describe('the examples of the document', () => {
  it('are of operations that there are, with names of their own', () => {
    expect(all.filter(({ id }) => !operationOf(id))).toEqual([]);
    expect(new Set(all.map(titled)).size).toBe(all.length);
  });

  it('show the main operations at work, and refused', () => {
    const main = ['ingest', 'createMemory', 'queryMemories', 'buildContext', 'validateClaim', 'forget', 'updateMemory'];
    expect(main.filter((id) => !succeeded.some((example) => example.id === id))).toEqual([]);
    const refused = new Set(all.map(({ status }) => status).filter((status) => status >= 400));
    expect([...refused].sort()).toEqual([400, 404, 409, 412, 422]);
  });

  it.each(succeeded.map((example) => [titled(example), example] as const))('%s fits its schemas', (_, example) => {
    const { body, answers } = operationOf(example.id) ?? {};
    if (example.request !== undefined) expect(body?.safeParse(example.request).error).toBeUndefined();
    expect(answers?.[example.status]?.safeParse(example.answer).error).toBeUndefined();
  });

  it('have problems of the closed list', () => {
    for (const { answer, status } of all.filter((example) => example.status >= 400)) {
      const { type } = problem.parse(answer);
      expect(problemTypes[type.replace('/problems/', '') as keyof typeof problemTypes]).toMatchObject({ status });
    }
  });
});
