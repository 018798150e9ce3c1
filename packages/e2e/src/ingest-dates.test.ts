import { beforeEach, describe, expect, inject, it } from 'vitest';
import { find, ingest, read } from './actions.js';
import { type Api, createApi } from './client.js';
import { expectRefused } from './expectations.js';

let api: Api;
beforeEach(() => {
  api = createApi(inject('gatewayUrl'));
});

const zone = 'Pacific/Auckland';
/** Half past midnight in Auckland, on the day after. */
const NEAR_MIDNIGHT = '2026-01-10T11:30:00.000Z';
const flight = 'I fly to Oslo tomorrow at nine.';

const contentsOf = ({ acceptedMemories }: { acceptedMemories: { content: string }[] }) =>
  acceptedMemories.map(({ content }) => content);

describe('words such as "tomorrow"', () => {
  it('get the date that they mean where they are said, beside what was said', async () => {
    const given = { occurredAt: NEAR_MIDNIGHT, timeZone: zone };
    const { acceptedMemories } = await ingest(api, flight, given);
    expect(acceptedMemories).toMatchObject([
      { content: 'I fly to Oslo tomorrow (2026-01-12) at nine.', sourceSpan: flight },
    ]);
    const memory = await read(api, acceptedMemories[0]?.memoryId ?? '');
    expect(memory).toMatchObject({ content: acceptedMemories[0]?.content, occurredAt: NEAR_MIDNIGHT });
    const { results } = await find(api, 'When do I fly to Oslo?');
    expect(results[0]?.memory.content).toContain('2026-01-12');
  });

  it('mean days of UTC where no zone is told, and those of each message', async () => {
    expect(contentsOf(await ingest(api, flight, { occurredAt: NEAR_MIDNIGHT }))[0]).toContain('(2026-01-11)');
    const messages = [
      { role: 'user', content: 'I sold my boat yesterday.', at: '2026-01-05T11:30:00Z' },
      { role: 'user', content: 'I bought a bike yesterday.', at: '2026-01-07T10:30:00Z' },
    ];
    const answer = await api.post('/ingest', { messages, source: 'chat', timeZone: zone });
    expect(contentsOf(answer.body.data)).toEqual([
      'I sold my boat yesterday (2026-01-05).',
      'I bought a bike yesterday (2026-01-06).',
    ]);
  });

  it('tell one event where they are said twice on a day, and two where on two days', async () => {
    const given = { occurredAt: NEAR_MIDNIGHT, timeZone: zone };
    await ingest(api, flight, given);
    expect((await ingest(api, flight, given)).rejectedMemories).toMatchObject([{ dedupStatus: 'duplicate' }]);
    const later = await ingest(api, flight, { ...given, occurredAt: '2026-01-11T11:30:00.000Z' });
    expect(later.acceptedMemories).toMatchObject([{ dedupStatus: 'new' }]);
    expect(contentsOf(later)[0]).toContain('(2026-01-13)');
  });

  it.each(['Mars/Olympus', '+13:00', 'NZDT 13', ''])('are refused in no zone: "%s"', async (timeZone) => {
    const answer = await api.post('/ingest', { content: flight, source: 'note', timeZone });
    expectRefused(answer, '/timeZone');
    expect(answer.text).toContain('Europe/Berlin');
  });
});
