import { connect, createServer, type Socket } from 'node:net';

export type Weather =
  | { kind: 'clear' }
  | { kind: 'slow'; milliseconds: number }
  | { kind: 'down' }
  /** Connections stay open but nothing comes through until the weather changes, as when packets are lost. */
  | { kind: 'silent' }
  /** The engine does what was asked and its answer is cut off, for the next `left` answers. */
  | { kind: 'drop answers'; left: number };

export interface TcpProxy {
  /** The engine's URL with the proxy's address. */
  url: string;
  set(weather: Weather): void;
  close(): Promise<void>;
}

interface Lane {
  client: Socket;
  server: Socket;
}

type Carry = (bytes: Buffer, milliseconds: number) => void;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Writes in the order in which it is called, also where the delay changes meanwhile. */
const createCarrier = (to: Socket): Carry => {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (bytes, milliseconds) => {
    if (milliseconds === 0 && waiting === 0) {
      to.write(bytes);
      return;
    }
    waiting += 1;
    last = Promise.all([last, pause(milliseconds)]).then(() => {
      waiting -= 1;
      if (to.writable) to.write(bytes);
    });
  };
};

export async function startTcpProxy(engineUrl: string): Promise<TcpProxy> {
  const target = new URL(engineUrl);
  const lanes = new Set<Lane>();
  let weather: Weather = { kind: 'clear' };

  const cut = (lane: Lane) => {
    lanes.delete(lane);
    lane.client.destroy();
    lane.server.destroy();
  };

  const hold = ({ client, server: engine }: Lane) => {
    for (const socket of [client, engine]) socket.pause();
  };

  const delay = () => (weather.kind === 'slow' ? weather.milliseconds : 0);

  const answer = (lane: Lane, carry: Carry, bytes: Buffer) => {
    if (weather.kind !== 'drop answers' || weather.left === 0) return carry(bytes, delay());
    weather.left -= 1;
    cut(lane);
  };

  const server = createServer((client) => {
    if (weather.kind === 'down') {
      client.resetAndDestroy();
      return;
    }
    const lane: Lane = { client, server: connect(Number(target.port), target.hostname) };
    lanes.add(lane);
    const [ask, tell] = [createCarrier(lane.server), createCarrier(client)];
    client.on('data', (bytes: Buffer) => ask(bytes, delay()));
    lane.server.on('data', (bytes: Buffer) => answer(lane, tell, bytes));
    for (const socket of [client, lane.server]) {
      // The engines set it too; without it longer answers wait 40 ms for a receipt.
      socket.setNoDelay(true);
      socket.on('error', () => cut(lane));
      socket.on('close', () => cut(lane));
    }
    if (weather.kind === 'silent') hold(lane);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no port');
  const url = new URL(engineUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);

  return {
    url: url.href,
    set(next) {
      weather = next;
      for (const lane of [...lanes]) {
        if (next.kind === 'down') cut(lane);
        else if (next.kind === 'silent') hold(lane);
        else for (const socket of [lane.client, lane.server]) socket.resume();
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const lane of [...lanes]) cut(lane);
        server.close(() => resolve());
      }),
  };
}
