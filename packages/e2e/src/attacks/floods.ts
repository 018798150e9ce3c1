import { randomUUID } from 'node:crypto';
import type { Api } from '../client.js';
import type { Attack } from './attack.js';
import { longMemories, recalling } from './large-work.js';
import { deaf, get, post, send } from './shots.js';

const places = ['Oslo', 'Turku', 'Porto', 'Lisbon', 'Bergen', 'Madrid', 'Vilnius', 'Krakow', 'Ghent', 'Basel'];
const statements = places.map((place) => `I own a boat in ${place}.`).join(' ');
const patterned = (which: string) =>
  ['boat', 'tent', 'lamp', 'drum', 'kite']
    .flatMap((thing) => places.map((place) => `I own a ${thing} in ${which} ${place}.`))
    .join(' ');

const note = (content: string) => ({ content, source: 'note' });

const logbooks = async (api: Api) => {
  const told = places.map((place) => `We sold a boat in ${place}, and bought one in winter. `).join('');
  const memories = Array.from({ length: 10 }, (_, at) => ({
    tier: 'semantic',
    content: `Logbook ${at}. ${told.repeat(25)}`,
  }));
  await api.post('/memories/batch', { memories });
};

/** Each of these stopped the service for others, with the models that ship and one tenant as the attacker. */
export const floods: readonly Attack[] = [
  {
    name: 'fifty sentences of one pattern beside fifty others',
    async prepare({ api }) {
      await api.post('/ingest', note(patterned('old')));
      return [[post(api, '/ingest', note(patterned('new')))]];
    },
  },
  {
    name: 'thirty texts at once',
    prepare: ({ api }) => [
      Array.from({ length: 30 }, () => post(api, '/ingest', note(`${randomUUID()}: ${statements}`))),
    ],
  },
  {
    name: 'sixty answers that nobody reads',
    async prepare({ shared }) {
      const api = await shared('long memories', longMemories);
      const shown = post(api, '/forget', { text: 'kettle', dryRun: true });
      const asked = [get(api, '/memories?limit=100'), get(api, '/export'), recalling(api), shown].map(deaf);
      return [Array.from({ length: 15 }, () => asked).flat()];
    },
  },
  {
    name: 'fifteen hundred changes of a long memory on a hundred connections, of which no answer is read',
    async prepare({ api }) {
      const { body } = await api.post('/memories', { tier: 'semantic', content: 'A kettle.' });
      const change = (at: number) => {
        const content = `${at} ${'kettle '.repeat(7000)}`;
        return deaf(send(api, 'PATCH', `/memories/${body.data.id}`, Buffer.from(JSON.stringify({ content }))));
      };
      const changes = Array.from({ length: 15 }, (_, at) => change(at));
      const pipelined = { raw: Buffer.concat(changes.map(({ raw }) => raw)), deaf: true };
      return [Array.from({ length: 100 }, () => pipelined)];
    },
  },
  {
    name: 'ten sentences beside long memories, eight at once',
    async prepare({ shared }) {
      const api = await shared('logbooks', logbooks);
      const asked = [
        post(api, '/validate', { claim: statements }),
        post(api, '/forget', { text: statements, dryRun: true }),
      ];
      return [Array.from({ length: 4 }, () => asked).flat()];
    },
  },
  {
    name: 'corrections of a day beside long memories',
    async prepare({ api }) {
      const content = 'The dentist is on Tuesday at noon. '.repeat(1400);
      await api.post('/memories/batch', { memories: Array.from({ length: 6 }, () => ({ tier: 'semantic', content })) });
      const said = ['The dentist is on Tuesday.', 'sorry, wednesday noon'];
      const messages = Array.from({ length: 100 }, (_, at) => ({ role: 'user', content: said[at % 2] }));
      return [[post(api, '/ingest', { source: 'chat', messages })]];
    },
  },
  {
    name: 'two hundred queries at once',
    async prepare({ shared }) {
      const api = await shared('logbooks', logbooks);
      return [Array.from({ length: 200 }, (_, at) => post(api, '/memories/query', { text: `boat ${at}`, k: 100 }))];
    },
  },
  {
    name: 'a timeline of a hundred events of many members',
    async prepare({ api }) {
      const members = (event: number) =>
        Object.fromEntries(Array.from({ length: 1990 }, (_, at) => [`k${event}x${at}`, `v${event}y${at}`]));
      for (let event = 0; event < 100; event += 1)
        await api.post('/events', { eventType: 'login', payload: members(event) });
      const params = { name: 'timeline', arguments: { limit: 100 } };
      const accept = 'application/json, text/event-stream';
      return [[post(api, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { accept })]];
    },
  },
];
