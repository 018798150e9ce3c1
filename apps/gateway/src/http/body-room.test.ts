import { describe, expect, it } from 'vitest';
import { createBodyRoom, createGrowing } from './body-room.js';

describe('room for bodies', () => {
  it('is full at so many bytes of all that are not answered yet', () => {
    const room = createBodyRoom({ ofAll: 10, ofTenant: 10 });
    const [one, other] = [{}, {}];
    room.take(one, 'a', 4);
    room.take(one, 'a', 2);
    room.take(other, 'b', 4);
    expect(() => room.take(other, 'b', 1)).toThrow(expect.objectContaining({ problem: 'overloaded' }));
    room.leave(one);
    room.leave(one);
    room.take(other, 'b', 6);
    expect(() => room.take({}, 'c', 1)).toThrow(expect.objectContaining({ problem: 'overloaded' }));
  });

  it('is full for one tenant while others have room', () => {
    const room = createBodyRoom({ ofAll: 10, ofTenant: 6 });
    const one = {};
    room.take(one, 'a', 4);
    expect(() => room.take({}, 'a', 3)).toThrow(expect.objectContaining({ problem: 'overloaded' }));
    room.take({}, 'b', 6);
    room.leave(one);
    room.take({}, 'a', 4);
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
