import { startStandIn, telling } from '@hippocamp/adapters/llm/testing/stand-in';
import { afterAll, expect, it } from 'vitest';
import { readSettings } from './settings.js';
import { tryLlm } from './try-llm.js';

const standIn = await startStandIn();
afterAll(() => standIn.stop());

const tried = (given: Record<string, string> = {}) => {
  const { llm, reader } = readSettings({ LLM_URL: standIn.url, LLM_MODEL: 'one', READER: 'none', ...given });
  if (!llm) throw new Error('it is set');
  return tryLlm(llm, { reader });
};

it('shows what the language model and the local reader make of one text', async () => {
  const span = 'I am allergic to hazelnuts.';
  const rest = { tier: 'semantic', importance: 0.5, confidence: 0.9, tags: [], rationale: 'x' };
  standIn.fail(telling([{ content: span, span, ...rest }, { content: '' }]));
  const { text, here, there } = await tried({ LLM_READS: 'another' });
  expect(text).toContain(span);
  expect(here.join(' ')).toContain('work there as a nurse');
  expect(there).toMatchObject({ contents: [span], unusable: 1, tokens: 120 });
  expect(standIn.requests.at(-1)?.body.model).toBe('another');
});

it('says why there is no answer', async () => {
  standIn.fail((response) => void response.writeHead(401).end('{}'));
  expect((await tried()).there).toMatchObject({ failure: 'status 401' });
  const off = { LLM_READS: 'false', LLM_JUDGES: 'false', LLM_DISTILS: 'false' };
  expect((await tried(off)).there).toHaveProperty('failure', expect.stringContaining('LLM_READS'));
});
