import { randomUUID } from 'node:crypto';
import { validateAnswer } from '@hippocamp/shared/schemas/validate';
import { beforeEach, describe, expect, it } from 'vitest';
import { create, createAll, ingest } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';
import { useModelReader } from './read-by-model.js';

const gatewayUrl = useModelReader();
let api: Api;
beforeEach(() => {
  api = createApi(gatewayUrl());
});

const validate = async (claim: string, more: object = {}) => {
  const answer = await api.post('/validate', { claim, ...more });
  expect(answer.status, answer.text).toBe(200);
  return validateAnswer.strict().parse(answer.body.data);
};
const semantic = (content: string, given: object = {}) => ({ tier: 'semantic', content, ...given });

describe('POST /validate', () => {
  it('knows nothing in an empty store', async () => {
    const answer = await validate('Mara lives in Lisbon.');
    expect(answer).toMatchObject({
      claim: 'Mara lives in Lisbon.',
      verdict: 'not_enough_info',
      supportScore: 0,
      contradictionScore: 0,
      reasons: ['no_evidence'],
      evidence: [],
      method: 'text',
    });
    expect(answer.subclaims).toHaveLength(1);
  });

  it('supports what is known, with its evidence', async () => {
    const memory = await create(api, 'Mara is allergic to hazelnuts.');
    await create(api, 'The kiosk opens at nine.');
    const answer = await validate('mara is allergic to hazelnuts');
    expect(answer).toMatchObject({ verdict: 'supported', reasons: ['direct_entailment'], contradictionScore: 0 });
    expect(answer.evidence[0]).toMatchObject({ stance: 'supports', status: 'active', countedInVerdict: true });
    expect(answer.evidence[0]?.memory.id).toBe(memory.id);
    expect(answer.subclaims[0]?.evidenceIds).toEqual([memory.id]);
  });

  it.each<[string, string, string, string]>([
    ['a denial', 'The kiosk sells ice cream.', 'The kiosk does not sell ice cream.', 'value_mismatch'],
    ['a number', 'The rent is 900 euros.', 'The rent is 950 euros.', 'value_mismatch'],
    ['a date', 'The deadline is 3 March.', 'The deadline is 4 March.', 'value_mismatch'],
    ['a name', 'The captain of the Aurora is Mara.', 'The captain of the Aurora is Jonas.', 'value_mismatch'],
    ['an opposite', 'The shop is open on Sundays.', 'The shop is closed on Sundays.', 'value_mismatch'],
    ['another place', 'I moved to Porto.', 'I live in Lisbon.', 'value_mismatch'],
  ])('refutes by %s', async (_by, known, claim, reason) => {
    const memory = await create(api, known);
    const answer = await validate(claim);
    expect(answer).toMatchObject({ verdict: 'refuted', reasons: [reason], supportScore: 0 });
    expect(answer.evidence[0]).toMatchObject({ stance: 'refutes', memory: { id: memory.id } });
  });

  it('does not take what is alike for support', async () => {
    await createAll(api, [
      semantic('The ledger runs in region B of the cluster.'),
      semantic('Mara wants to live in Lisbon.'),
      semantic("Mara's brother lives in Lisbon."),
    ]);
    for (const claim of ['The ledger runs in region A of the cluster.', 'Mara lives in Lisbon.']) {
      const { verdict, supportScore, evidence } = await validate(claim);
      expect([verdict, supportScore]).toEqual(['not_enough_info', 0]);
      expect(evidence.map(({ stance }) => stance)).not.toContain('supports');
    }
  });

  it('knows that a fact has changed, and what held before', async () => {
    const [lisbon] = (await ingest(api, 'I live in Lisbon.', { occurredAt: '2026-01-01T10:00:00Z' })).acceptedMemories;
    const [porto] = (await ingest(api, 'I moved to Porto.', { occurredAt: '2026-03-01T10:00:00Z' })).acceptedMemories;
    const now = await validate('I live in Lisbon.');
    expect(now.verdict).toBe('refuted');
    expect(now.reasons.toSorted()).toEqual(['superseded', 'value_mismatch']);
    const statuses = new Map(now.evidence.map(({ memory, status }) => [memory.id, status]));
    expect(statuses.get(String(lisbon?.memoryId))).toBe('superseded');
    expect(statuses.get(String(porto?.memoryId))).toBe('active');
    expect((await validate('I live in Porto.')).verdict).toBe('supported');
    const then = await validate('I live in Lisbon.', { asOf: '2026-02-01T00:00:00Z' });
    expect(then).toMatchObject({ verdict: 'supported', asOf: '2026-02-01T00:00:00.000Z' });
    expect((await validate('I live in Porto.', { asOf: '2026-02-01T00:00:00Z' })).verdict).toBe('refuted');
    const before = await validate('I live in Lisbon.', { asOf: '2025-02-01T00:00:00Z' });
    expect(before).toMatchObject({ verdict: 'not_enough_info', reasons: ['temporal_mismatch'] });
    expect(before.evidence.every(({ countedInVerdict }) => !countedInVerdict)).toBe(true);
  });

  it('tells of a conflict that time does not settle', async () => {
    const occurredAt = '2026-01-01T10:00:00Z';
    await createAll(api, [
      semantic('The door code is 4711.', { occurredAt }),
      semantic('The door code is 4712.', { occurredAt }),
    ]);
    expect(await validate('The door code is 4711.')).toMatchObject({
      verdict: 'conflicting',
      reasons: ['unresolved_conflict'],
    });
    await create(api, 'The door code is 4713.', { occurredAt: '2026-02-01T10:00:00Z' });
    expect((await validate('The door code is 4713.')).verdict).toBe('supported');
  });

  it('judges each part of a claim', async () => {
    await createAll(api, [semantic('Jonas works at Acme.'), semantic('Jonas lives in Ghent.')]);
    const wrong = await validate('Jonas works at Acme and lives in Bruges.');
    expect(wrong.verdict).toBe('refuted');
    expect(wrong.subclaims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['Jonas works at Acme', 'supported'],
      ['Jonas lives in Bruges.', 'refuted'],
    ]);
    const unknown = await validate('Jonas works at Acme. Jonas plays chess.');
    expect(unknown.subclaims.map(({ verdict }) => verdict)).toEqual(['supported', 'not_enough_info']);
    expect(unknown.verdict).toBe('not_enough_info');
  });

  it('judges every statement of a long claim, and shows first those that decide', async () => {
    const boxes = Array.from({ length: 20 }, (_, index) => `Crate ${index + 2} is full.`);
    await createAll(
      api,
      boxes.map((content) => semantic(content)),
    );
    const all = await validate(boxes.join(' '));
    expect(all.verdict).toBe('supported');
    expect(all.subclaims).toHaveLength(8);
    const wrong = await validate(boxes.with(17, 'Crate 19 is empty.').join(' '));
    expect(wrong.verdict).toBe('refuted');
    expect(wrong.subclaims[0]).toMatchObject({ text: 'Crate 19 is empty.', verdict: 'refuted' });
    expect(wrong.subclaims).toHaveLength(8);
  });

  it('looks only at the owner and tiers that are named', async () => {
    const owner = randomUUID();
    await create(api, 'The vault code is 4711.', { ownerEntityId: owner, tier: 'semantic' });
    const claim = 'The vault code is 4711.';
    expect((await validate(claim)).verdict).toBe('supported');
    expect((await validate(claim, { ownerEntityId: owner })).verdict).toBe('supported');
    expect((await validate(claim, { ownerEntityId: randomUUID() })).evidence).toEqual([]);
    expect((await validate(claim, { tiers: ['episodic'] })).verdict).toBe('not_enough_info');
  });

  it('shows at most k memories, the decisive ones first', async () => {
    const others = ['The kiosk sells tea.', 'The kiosk sells maps.', 'The kiosk of the pier sells tickets.'];
    const told = Array.from({ length: 5 }, () => 'The kiosk sells oysters.');
    await createAll(
      api,
      [...others, ...told].map((content) => semantic(content)),
    );
    const { evidence, verdict } = await validate('The kiosk sells oysters.', { k: 3 });
    expect(verdict).toBe('supported');
    expect(evidence.map(({ stance }) => stance)).toEqual(['supports', 'supports', 'supports']);
  });

  it('answers any text', async () => {
    await create(api, '東京に引っ越しました');
    expect((await validate('東京に引っ越しました')).verdict).toBe('supported');
    for (const claim of ['?!', '😀'.repeat(50_000), 'the of', 'Mara '.repeat(10_000), 'a. '.repeat(16_000)]) {
      expect((await validate(claim)).verdict).toBe('not_enough_info');
    }
  });

  it.each<[string, object, string]>([
    ['no claim', {}, '/claim'],
    ['a claim that cannot be seen', { claim: ' \u200B' }, '/claim'],
    ['50,001 code points', { claim: 'x'.repeat(50_001) }, '/claim'],
    ['NUL', { claim: 'a\0' }, '/claim'],
    ['k of 101', { claim: 'x', k: 101 }, '/k'],
    ['an owner that is no UUID', { claim: 'x', ownerEntityId: 'ann' }, '/ownerEntityId'],
    ['no tier', { claim: 'x', tiers: [] }, '/tiers'],
    ['a day that does not exist', { claim: 'x', asOf: '2025-02-30T00:00:00Z' }, '/asOf'],
  ])('refuses %s', async (_name, body, path) => expectRefused(await api.post('/validate', body), path));
});
