import { expect, it } from 'vitest';
import { failureOf, textOf } from './reading.js';

const KIB = 1024;

/** An answer without an end, and the KiB of it that were taken. */
const endless = (status = 200) => {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1;
      if (taken > 64 * KIB) controller.close();
      else controller.enqueue(Buffer.alloc(KIB, '1'));
    },
  });
  return { response: new Response(body, { status }), taken: () => taken };
};

it.each([
  [1, 320],
  [4, 1088],
  [64, 16_448],
])('of an answer to %i texts no more is read than their vectors may take', async (texts, kib) => {
  const { response, taken } = endless();
  await expect(textOf(response, texts)).rejects.toThrow(`longer than ${kib * KIB} bytes`);
  expect(taken()).toBeLessThan(kib + 10);
});

it('of a refusal no more is read than a few sentences, and its status counts', async () => {
  const { response, taken } = endless(401);
  expect(await failureOf(response)).toMatchObject({ kind: 'locked out', fact: 'status 401' });
  expect(taken()).toBeLessThan(74);
});
