import { Duplex } from 'node:stream';

export interface Wire {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

export interface WireEvents {
  bytes(bytes: Uint8Array): void;
  /** The other side is gone. */
  lost(error: Error): void;
}

/** Own memory for what goes to another thread: small buffers share one with strangers. */
function ownBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** What node-postgres calls on a socket, beyond a stream. */
const createSocketManners = (connect: () => void) => ({
  connect,
  setNoDelay: () => undefined,
  setKeepAlive: () => undefined,
  ref: () => undefined,
  unref: () => undefined,
});

/** A stream for `pg.Client` that looks like a socket and carries its bytes over a wire. */
export function createWorkerStream(open: (events: WireEvents) => Wire): Duplex {
  let wire: Wire | null = null;
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write(chunk: Uint8Array, _encoding, done) {
      wire?.send(ownBytes([chunk]));
      done();
    },
    // node-postgres corks one round of messages, so that they cross to the other thread as one.
    writev(chunks, done) {
      wire?.send(ownBytes(chunks.map(({ chunk }) => chunk as Uint8Array)));
      done();
    },
    final(done) {
      wire?.end();
      stream.push(null);
      done();
    },
    destroy(error, done) {
      wire?.end();
      done(error);
    },
  });
  const connect = () => {
    wire = open({
      bytes: (bytes) => stream.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      lost: (error) => stream.destroy(error),
    });
    process.nextTick(() => stream.emit('connect'));
  };
  return Object.assign(stream, createSocketManners(connect));
}
