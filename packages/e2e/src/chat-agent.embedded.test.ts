import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, createApi } from './client.js';
import { useOwnServices } from './own-service.js';
import { waitUntil } from './wait-until.js';

const program = fileURLToPath(new URL('../../sdk/examples/chat-agent.mjs', import.meta.url));

/** The answer shares no word with the question, as on the first page of the docs. */
const TOLD = 'I live in Turku, and I drink lapsang.';
const ASKED = 'Which city is home?';
const others = [
  'I have a cat called Miso.',
  'I work as a nurse.',
  'My sister moved to Oulu.',
  'I play the cello.',
  'I am allergic to hazelnuts.',
  'I was born in Vaasa in 1988.',
  'My boss is called Pekka.',
  'I read crime novels.',
  'My car is a red Volvo.',
  'I never eat meat.',
  'My brother collects stamps.',
];

describe('the chat agent, with what ships and no setting', () => {
  const { start, place } = useOwnServices();
  let given: string[];
  let api: Api;
  beforeEach(async () => {
    // An empty setting counts as unset; the folder is new, since that of the tests was begun with word vectors.
    const shipped = { EMBEDDER: '', READER: '', HIPPOCAMP_DATA: `${place().HIPPOCAMP_DATA}-new` };
    // On a busy machine a second is short for the vector of a question.
    const { url } = await start({ ...shipped, QUESTION_WAIT_SECONDS: '60' });
    api = createApi(url);
    given = ['--url', url, '--tenant', `t-${randomUUID()}`, '--user', 'Ann'];
  });

  const talk = (...lines: string[]) => {
    const out = execFileSync(process.execPath, [program, ...given], { input: lines.join('\n'), encoding: 'utf8' });
    return out.trim().split('\n').slice(1).join('\n').split('\n\n');
  };

  const allHaveVectors = () =>
    waitUntil('all have vectors', async () => {
      const { text } = await api.get('/metrics');
      return ['unindexed', 'unembedded'].every((lack) => text.includes(`\nhippocamp_memories_${lack} 0\n`));
    });

  it('knows which city is home after it was told, and when it is started again', () => {
    const [first, second] = talk(TOLD, ASKED);
    expect(first).toBe('I remember nothing yet.');
    expect(second).toContain('Turku');
    expect(talk(ASKED).at(-1)).toContain('Turku');
  });

  it('finds it among more than a context holds', { tags: ['long'] }, async () => {
    talk(TOLD, ...others);
    await allHaveVectors();
    expect(talk(ASKED).at(-1)).toContain('Turku');
  });
});
