import { describe, expect, it } from 'vitest';
import { createBodyRoom, createGrowing } from './body-room.js';

describe('room for bodies', () => {
  it('is full at so many bytes of all that are not answered yet', () => {
    const room = createBodyRoom(10);
    const [one, other] = [{}, {}];
    room.take(one, 4);
    room.take(one, 2);
    room.take(other, 4);
    expect(() => room.take(other, 1)).toThrow(expect.objectContaining({ problem: 'overloaded' }));
    room.leave(one);
    room.leave(one);
    room.take(other, 6);
    expect(() => room.take({}, 1)).toThrow(expect.objectContaining({ problem: 'overloaded' }));
  });
});

describe('parts that are put together', () => {
  it('are one after the other, and begin anew once they are taken', () => {
    const parts = createGrowing();
    const sent = Buffer.from('a body in parts of a byte, of which none is kept by itself');
    for (const byte of sent) parts.add(Buffer.of(byte));
    expect(parts.take()).toEqual(sent);
    parts.add(Buffer.from('next'));
    expect(parts.take().toString()).toBe('next');
    expect(parts.take()).toHaveLength(0);
  });
});
