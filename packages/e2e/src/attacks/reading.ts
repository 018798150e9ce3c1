import type { Attack } from './attack.js';
import { post } from './shots.js';
import { fill, type HostileText, hostileTexts, LONGEST } from './texts.js';

/** The texts that the short run tries too. */
const brief = new Set([
  ...['agreement', 'rules of tabs', 'many exclamations', 'joined emoji in a table', 'words in a quote'],
  ...[
    'agreement without end',
    'friends of friends',
    'a letter of eighteen',
    'combining marks',
    'quotes',
    'mixture 0 (chat)',
  ],
  ...['tables', 'open tags', 'labels alone', 'spaces and a word'],
]);

const isLong = ({ name }: HostileText) => !brief.has(name);

const ingest = (text: HostileText): Attack => ({
  name: `ingest: ${text.name}`,
  long: isLong(text),
  prepare: ({ api }) => [[post(api, '/ingest', { content: text.text, source: text.source })]],
});

const claim = (text: HostileText): Attack => ({
  name: `claim: ${text.name}`,
  long: isLong(text),
  async prepare({ api }) {
    await api.post('/memories', { tier: 'semantic', content: 'Mara lives in Lisbon.' });
    return [[post(api, '/validate', { claim: text.text })]];
  },
});

const recall = (text: HostileText): Attack => ({
  name: `memory, query and context: ${text.name}`,
  long: true,
  prepare: ({ api }) => [
    [post(api, '/memories', { tier: 'semantic', content: text.text, context: text.text.slice(0, 500).toWellFormed() })],
    [post(api, '/memories/query', { text: text.text.slice(0, 8000).toWellFormed(), k: 100 })],
    [post(api, '/context/build', { currentInput: text.text, maxTokens: 200_000 })],
    [post(api, '/validate', { claim: text.text.slice(0, 200).toWellFormed() })],
  ],
});

const stored: Attack[] = [
  {
    name: 'the sentence of a memory with 49,900 exclamations',
    prepare: ({ api }) => [
      [post(api, '/memories', { tier: 'semantic', content: `Mara lives in Lisbon${'!'.repeat(49_900)}` })],
      [post(api, '/ingest', { content: 'Mara lives in Lisbon.', source: 'note' })],
    ],
  },
  {
    name: 'a context of memories of tabs',
    async prepare({ api }) {
      const content = `kettle${'\t'.repeat(LONGEST - 20)}leaks`;
      await api.post('/memories/batch', { memories: Array.from({ length: 6 }, () => ({ tier: 'semantic', content })) });
      return [[post(api, '/context/build', { currentInput: 'Does the kettle leak?', maxTokens: 200_000 })]];
    },
  },
  {
    name: 'a context of memories of white space and lines',
    long: true,
    async prepare({ api }) {
      const content = `kettle${fill(' \n\t\u00a0', LONGEST - 20)}leaks`;
      await api.post('/memories/batch', { memories: Array.from({ length: 6 }, () => ({ tier: 'semantic', content })) });
      return [[post(api, '/context/build', { currentInput: 'Does the kettle leak?', maxTokens: 200_000 })]];
    },
  },
];

const talk: Attack[] = [
  {
    name: 'a thousand corrections beside memories of one letter',
    async prepare({ api }) {
      const content = fill('a ').trim();
      await api.post('/memories/batch', { memories: Array.from({ length: 6 }, () => ({ tier: 'semantic', content })) });
      const messages = Array.from({ length: 1000 }, () => ({ role: 'user', content: "It's 14, not a." }));
      return [[post(api, '/ingest', { source: 'chat', messages })]];
    },
  },
  {
    name: 'a message of one sentence again and again',
    prepare({ api }) {
      const messages = [{ role: 'user', content: fill('I moved to Oslo. ') }];
      return [[post(api, '/ingest', { source: 'chat', messages })]];
    },
  },
];

export const readingAttacks: Attack[] = [
  ...stored,
  ...talk,
  ...hostileTexts.map(ingest),
  ...hostileTexts.map(claim),
  ...hostileTexts.map(recall),
];
