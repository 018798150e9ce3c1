import { connect, createServer, type Socket } from 'node:net';
import { createFrontendReader } from '../wire-protocol.js';

/** What stands before a server as PgBouncer does with `pool_mode = transaction`. */
export interface TransactionPooler {
  url: string;
  close(): void;
}

const READY = 'Z'.charCodeAt(0);
const KEY = 'K'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** A key of the pooler's own, with which no session can be found. */
const OWN_KEY = Buffer.from([KEY, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]);
const CODE_LENGTH = 8;
/** All that a client may ask for when it connects; PgBouncer refuses others. */
const KNOWN = ['user', 'database', 'application_name', 'client_encoding'];

interface Message {
  type: number;
  bytes: Buffer;
}

/** Cuts what a server sends into messages. */
function createBackendReader() {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): Message[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      messages.push({ type: rest[0] ?? 0, bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
    }
    return messages;
  };
}

interface Session {
  socket: Socket;
  /** Who has it for the transaction under way. */
  user: ((message: Message) => void) | undefined;
}

/** Of the real one as much as matters here: `size` sessions are lent in turn, each from a statement to the end of its transaction. */
export async function startTransactionPooler(serverUrl: string, size: number): Promise<TransactionPooler> {
  const target = new URL(serverUrl);
  const sessions: Session[] = [];
  const free: Session[] = [];
  const waiting: (() => void)[] = [];
  const clients = new Set<Socket>();

  const open = (startup: Uint8Array, greet: (greeting: Buffer) => void) => {
    const session: Session = { socket: connect(Number(target.port), target.hostname), user: undefined };
    const read = createBackendReader();
    const greeting: Buffer[] = [];
    const greeted = ({ type, bytes }: Message) => {
      greeting.push(type === KEY ? OWN_KEY : bytes);
      if (type !== READY) return;
      take = (message) => session.user?.(message);
      greet(Buffer.concat(greeting));
      giveBack(session);
    };
    let take = greeted;
    session.socket.on('error', () => undefined);
    session.socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk)) take(message);
    });
    session.socket.write(startup);
    sessions.push(session);
  };

  const giveBack = (session: Session) => {
    session.user = undefined;
    free.push(session);
    waiting.shift()?.();
  };

  let greeting: Buffer | undefined;
  const greet = (client: Socket, startup: Uint8Array) => {
    const words = Buffer.from(startup).subarray(CODE_LENGTH).toString().split('\0');
    const unknown = words.find((word, at) => at % 2 === 0 && word !== '' && !KNOWN.includes(word));
    if (unknown !== undefined) return client.destroy(new Error(`unsupported startup parameter: ${unknown}`));
    if (sessions.length >= size && greeting) return client.write(greeting);
    open(startup, (said) => {
      greeting ??= said;
      client.write(said);
    });
  };

  const serve = (client: Socket) => {
    const reader = createFrontendReader();
    let lent: Session | undefined;
    let asked: Uint8Array[] = [];
    const take = () => {
      lent = free.shift();
      if (!lent) return void waiting.push(take);
      const session = lent;
      session.user = (message) => {
        client.write(message.bytes);
        if (message.type !== READY || message.bytes[5] !== IDLE) return;
        lent = undefined;
        giveBack(session);
      };
      for (const bytes of asked) session.socket.write(bytes);
      asked = [];
    };
    const send = (bytes: Uint8Array) => {
      if (lent) return void lent.socket.write(bytes);
      asked.push(bytes);
      if (asked.length === 1) take();
    };
    client.on('error', () => undefined);
    client.on('data', (chunk: Buffer) => {
      for (const part of reader(chunk)) {
        if (part.kind === 'startup') greet(client, part.bytes);
        if (part.kind === 'messages') send(Buffer.from(part.bytes));
        if (part.kind === 'terminate') client.end();
      }
    });
    client.on('close', () => clients.delete(client));
    clients.add(client);
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(serverUrl);
  url.port = String(typeof address === 'object' && address ? address.port : '');
  return {
    url: url.href,
    close() {
      server.close();
      for (const socket of [...clients, ...sessions.map((session) => session.socket)]) socket.destroy();
    },
  };
}
