import { type Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawShot, Shot } from './attack.js';

export type Ending = number | 'cut' | 'no answer';

interface Firing {
  url: string;
  agent: Agent;
  /** ms until a shot without an answer is given up. */
  deadline: number;
}

const PIECE = 100;

const fireRequest = ({ method, path, headers, body }: Shot, { url, agent, deadline }: Firing): Promise<Ending> =>
  new Promise((resolve) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const outgoing = request(url + path, { agent, method, headers: { ...headers, ...length } }, (incoming) => {
      incoming.on('end', () => settle(incoming.statusCode ?? 0));
      incoming.on('error', () => settle('cut'));
      incoming.resume();
    });
    const timer = setTimeout(() => settle('no answer'), deadline);
    const settle = (ending: Ending) => {
      clearTimeout(timer);
      resolve(ending);
      if (typeof ending !== 'number') outgoing.destroy();
    };
    // A refusal may close the connection before all of the body is sent.
    outgoing.on('error', () => settle('cut'));
    outgoing.end(body);
  });

const fireRaw = ({ raw, every, deaf }: RawShot, { url, deadline }: Firing): Promise<Ending> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => settle('no answer'), deadline);
    let settled = false;
    const settle = (ending: Ending) => {
      settled = true;
      clearTimeout(timer);
      resolve(ending);
      socket.destroy();
    };
    const read = (chunk: Buffer) => settle(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 0));
    if (deaf) socket.pause();
    else socket.on('data', read);
    socket.on('close', () => settle('cut'));
    socket.on('error', () => settle('cut'));
    const drip = async (milliseconds: number) => {
      for (let sent = 0; sent < raw.length && !settled; sent += PIECE) {
        socket.write(raw.subarray(sent, sent + PIECE));
        await pause(milliseconds);
      }
    };
    if (every === undefined) socket.write(raw);
    else void drip(every);
  });

/** Never rejects. */
export const fire = (shot: Shot | RawShot, firing: Firing): Promise<Ending> =>
  'raw' in shot ? fireRaw(shot, firing) : fireRequest(shot, firing);
