import { describe, expect, it } from 'vitest';
import { createBoundedLines } from './bounded-lines.js';

/** `pieces` is the size of the pieces in bytes. */
const passed = async (text: string, pieces: number) => {
  const refused: string[] = [];
  const lines = createBoundedLines({
    refuse: (answer) => refused.push(answer),
    admit: async (line) => !String(line).startsWith('drop'),
    longest: 100,
  });
  const read = (async () => {
    let through = '';
    for await (const piece of lines) through += String(piece);
    return through;
  })();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) lines.write(bytes.subarray(at, at + pieces));
  lines.end();
  return { through: await read, refused: refused.map((answer) => JSON.parse(answer)) };
};

const long = 'x'.repeat(500);

describe('lines with a bound', () => {
  it.each([1, 7, 64, 10_000])('pass as they are, in pieces of %i bytes', async (pieces) => {
    const text = `{"id":1}\n\n{"text":"Ähö"}\nno newline at the end`;
    expect(await passed(text, pieces)).toEqual({ through: text, refused: [] });
  });

  it('are left out where they are not admitted', async () => {
    expect((await passed('one\ndrop this\ntwo\ndrop', 5)).through).toBe('one\ntwo\n');
  });

  it.each([1, 7, 64, 10_000])(
    'are left out where they are too long, and answered, in pieces of %i bytes',
    async (pieces) => {
      const texts = [
        `{"jsonrpc":"2.0","id":7,"params":{"text":"${long}"}}`,
        `{"method":"tools/call","params":{"id":5,"text":"${long}"},"jsonrpc":"2.0","id":"a-1"}`,
        `{"method":"tools/call","params":{"text":"${long}","id":5}}`,
        long,
      ];
      const { through, refused } = await passed(`before\n${texts.join('\n')}\nafter\n`, pieces);
      expect(through).toBe('before\nafter\n');
      expect(refused.map(({ id }) => id)).toEqual([7, 'a-1', null, null]);
      for (const { error } of refused) expect(error.code).toBe(-32600);
    },
  );
});
