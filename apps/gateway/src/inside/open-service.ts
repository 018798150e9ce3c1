import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { FolderInUse, findHolder } from '@hippocamp/runtime/folder-holder';
import { createService } from '@hippocamp/runtime/service';
import { readEmbeddedSettings, type Settings } from '@hippocamp/runtime/settings';
import { fetchOver } from './fetch-over.js';
import { openInProcess } from './inside.js';

export interface OpenedService {
  /** For `createHippocamp`, with `fetch`. */
  baseUrl: string;
  fetch: typeof fetch;
  /** False where another process holds the folder. */
  isOwn(): boolean;
  close(): Promise<void>;
}

export interface OpenServiceOptions {
  /** Default: the setting HIPPOCAMP_DATA. */
  data?: string | undefined;
  /** Replaces the environment's settings, for tests. */
  settings?: Settings;
  /** ms to wait for a holder that does not answer while it starts or stops. */
  patience?: number;
}

interface Attached {
  isOwn: boolean;
  fetch: typeof fetch;
  close(): Promise<void>;
}

const LOOK_EVERY = 50;

const start = async (settings: Settings): Promise<Attached> => {
  const service = await createService(settings);
  const inside = await openInProcess(service, settings);
  return {
    isOwn: true,
    fetch: inside.fetch,
    async close() {
      service.retire();
      await inside.close(settings.stopTimeout);
      await service.close();
    },
  };
};

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket: Socket = connect(path);
    const end = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

const attachedTo = (path: string): Attached => ({
  isOwn: false,
  fetch: fetchOver(() => connect(path)),
  close: async () => undefined,
});

/** Throws `FolderInUse` where the holder is unreachable. */
async function attach(folder: string): Promise<Attached | 'held' | 'free'> {
  const holder = await findHolder(folder);
  if (!holder) return 'free';
  if (holder.socket !== undefined && (await answers(holder.socket))) return attachedTo(holder.socket);
  if (holder.socket === undefined || !holder.isRunning) throw new FolderInUse(holder.refusal);
  return 'held';
}

const startUnlessHeld = (settings: Settings) =>
  start(settings).catch((error: unknown) => {
    if (error instanceof FolderInUse) return null;
    throw error;
  });

async function attachOrStart(settings: Settings, folder: string, patience: number): Promise<Attached> {
  const deadline = Date.now() + patience;
  for (;;) {
    const found = await attach(folder);
    if (typeof found === 'object') return found;
    const own = found === 'free' ? await startUnlessHeld(settings) : null;
    if (own) return own;
    if (Date.now() > deadline) throw new FolderInUse(`${folder} is held by a process that does not answer.`);
    await setTimeout(LOOK_EVERY);
  }
}

/** True where the holder is surely gone and never saw the request. */
const isUnreached = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && ['ECONNREFUSED', 'ENOENT'].includes(String(cause.code));
};

const PATIENCE = 60_000;

/** When the holder goes away, the next request finds the new holder or takes the folder itself. */
export async function openService(options: OpenServiceOptions = {}): Promise<OpenedService> {
  const { settings = readEmbeddedSettings(options.data), patience = PATIENCE } = options;
  const { engines } = settings;
  if (engines.mode !== 'embedded') throw new TypeError('only the embedded mode has a folder');
  const open = () => attachOrStart(settings, engines.folder, patience);
  let attached = await open();
  let reopening: Promise<Attached> | undefined;
  const reopen = async (lost: Attached) => {
    if (lost !== attached) return;
    reopening ??= open().finally(() => {
      reopening = undefined;
    });
    attached = await reopening;
  };
  return {
    baseUrl: 'http://localhost',
    isOwn: () => attached.isOwn,
    async fetch(input, init) {
      const asked = attached;
      try {
        return await asked.fetch(input, init);
      } catch (error) {
        if (asked.isOwn || !isUnreached(error)) throw error;
        await reopen(asked);
        return attached.fetch(input, init);
      }
    },
    async close() {
      await reopening?.catch(() => undefined);
      await attached.close();
    },
  };
}
