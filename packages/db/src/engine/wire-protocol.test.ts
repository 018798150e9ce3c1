import { expect, test } from 'vitest';
import { createFrontendReader, type FrontendPart, simpleQuery, sync } from './wire-protocol.js';

const opening = (code: number, ...rest: number[]) => {
  const bytes = new Uint8Array(8 + rest.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(4, code);
  bytes.set(rest, 8);
  return bytes;
};

const startup = opening(196608, 0);
const encryption = opening(80877103);
const terminate = Uint8Array.of('X'.charCodeAt(0), 0, 0, 0, 4);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

const told = (part: FrontendPart) =>
  part.kind === 'messages' ? `${part.bytes.length} bytes up to ${String.fromCharCode(part.last)}` : part.kind;

const read = (...chunks: Uint8Array[]) => {
  const reader = createFrontendReader();
  return chunks.map((chunk) => [...reader(chunk)].map(told));
};

test('a session opens, after an offer of encryption or without one', () => {
  expect(read(encryption, startup)).toEqual([['encryption'], ['startup']]);
  expect(read(startup)).toEqual([['startup']]);
  expect(read(opening(80877102, 0, 0, 0, 1, 0, 0, 0, 2))).toEqual([['terminate']]);
});

test('complete messages go on together', () => {
  expect(read(startup, joined(simpleQuery('a'), sync(), simpleQuery('bc')))).toEqual([
    ['startup'],
    ['20 bytes up to Q'],
  ]);
});

test('what is cut anywhere arrives whole', () => {
  const bytes = joined(startup, simpleQuery('select 1'), sync(), terminate);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const parts = read(bytes.subarray(0, cut), bytes.subarray(cut)).flat();
    const length = parts.reduce((sum, part) => sum + (Number.parseInt(part, 10) || 0), 0);
    expect({ cut, length, first: parts[0], last: parts.at(-1) }).toEqual({
      cut,
      length: 19,
      first: 'startup',
      last: 'terminate',
    });
  }
});

test('nothing is read after a terminate', () => {
  expect(read(startup, joined(sync(), terminate, sync()))).toEqual([['startup'], ['5 bytes up to S', 'terminate']]);
});

test('text beyond ASCII has its length in bytes', () => {
  expect(read(startup, simpleQuery('é€'))).toEqual([['startup'], ['11 bytes up to Q']]);
});
