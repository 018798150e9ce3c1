import type { SourceText } from '@hippocamp/shared/language/statement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segment } from './segment.js';

const statements = (text: string, source: SourceText['source'] = 'document') => segment({ text, source });
const said = (text: string, source?: SourceText['source']) => statements(text, source).map(({ content }) => content);

describe('settings and forms', () => {
  it('say what has which value, under their section, and nothing of what programs need', () => {
    const text =
      '[pump]\nmodel = Omnipod 5\nsite_change = every 3 days\nframe_id = 0x00A4F1\ntoken = ghx_9f0a71e2\nspare =\n# by hand';
    expect(statements(text)).toMatchObject([
      { content: 'model: Omnipod 5', heading: 'pump', kind: 'row' },
      { content: 'site change: every 3 days', heading: 'pump' },
    ]);
  });

  it('say which boxes are ticked, and leave what nobody filled in', () => {
    const text =
      'Name*: ANAHIT\nLanguages: [x] Russian  [ ] English  [x] Armenian\nNickname: ________\nPromo code: n/a';
    expect(said(text, 'chat')).toEqual(['Name: ANAHIT', 'Languages: Russian, Armenian']);
  });

  it('are no talk and no code', () => {
    expect(said('Ann: I sail.\nBen: I bake.\nAnn: I cook.', 'chat')).toEqual([
      'Ann sails.',
      'Ben bakes.',
      'Ann cooks.',
    ]);
    expect(said('const a = 1;\nlet b = f(2);\nvar c = [3];')).toEqual([]);
  });
});

describe('calendars and contacts', () => {
  const event = [
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID="Europe/Zurich":20260114T193000\nRRULE:FREQ=WEEKLY;BYDAY=WE',
    'SUMMARY:Choir rehearsal\nLOCATION:Aula\\, Zug\nDESCRIPTION:Bring the red fol\n der. Doors open at 19:15.\nUID:3kq8@x\nEND:VEVENT\nEND:VCALENDAR',
  ].join('\n');

  it('say an event in a line, and each sentence of what is told of it', () => {
    expect(said(event)).toEqual([
      'Choir rehearsal, 2026-01-14 19:30, every week on Wednesday, Aula, Zug',
      'Choir rehearsal: Bring the red folder.',
      'Choir rehearsal: Doors open at 19:15.',
    ]);
    const [line] = statements(event);
    expect(event.slice(line?.start, line?.end)).toContain('20260114T193000');
  });

  it('say a person in a line, and the notes under their name', () => {
    const card =
      'BEGIN:VCARD\nFN:Ama Boateng\nTITLE:Vet\nTEL;TYPE="voice,cell":tel:+233-20\nEMAIL:\nNOTE:Speaks Twi.\nEND:VCARD';
    expect(said(card)).toEqual(['Ama Boateng, Vet, tel +233-20', 'Ama Boateng: Speaks Twi.']);
  });
});

describe('JSON', () => {
  it('of an event says what happened, part by part', () => {
    const text = JSON.stringify({
      id: 'evt_1A',
      type: 'invoice.payment_failed',
      data: {
        object: {
          customer_name: 'Ilse van den Berg',
          amount_due: 8900,
          hosted_url: 'https://x.example/1',
          paid: false,
        },
      },
    });
    expect(said(text)).toEqual(['event: invoice payment failed', 'customer name: Ilse van den Berg, amount due: 8900']);
  });

  it('of a form says each answer with its question', () => {
    const text =
      '{"answers": [{"question": "Where do you want it?", "answer": "In the yard"}, {"question": "Promo?", "answer": "n/a"}]}';
    expect(said(text)).toContain('Where do you want it: In the yard');
    expect(said(text).join()).not.toContain('n/a');
  });

  it.each([
    [
      'an export of ChatGPT',
      '{"mapping": {"a1": {"message": {"author": {"role": "user"}, "content": {"parts": ["I live in Tbilisi."]}}}, "a2": {"message": {"author": {"role": "assistant"}, "content": {"parts": ["Nice."]}}}}}',
    ],
    [
      'an export of Claude',
      '[{"sender": "human", "text": "I live in Tbilisi."}, {"sender": "assistant", "text": "Nice."}]',
    ],
    ['lines', '{"role": "user", "content": "I live in Tbilisi."}\n{"role": "assistant", "content": "Nice."}'],
    [
      'parts',
      '{"messages": [{"role": "user", "content": [{"type": "text", "text": "I live in Tbilisi."}]}, {"role": "assistant", "content": "Nice."}]}',
    ],
  ])('of %s is a talk', (_name, text) => {
    expect(statements(text, 'chat').map(({ content, role }) => [content, role])).toEqual([
      ['I live in Tbilisi.', 'user'],
      ['assistant: Nice.', 'assistant'],
    ]);
  });

  it('is found behind the head of a request', () => {
    const text =
      'POST /hooks HTTP/1.1\nHost: x.example\nContent-Type: application/json\n\n{"note": "Leave the box with the neighbour, I work nights"}';
    expect(said(text)).toEqual(['Leave the box with the neighbour, I work nights']);
  });

  it('has statements that lie apart, in their order, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const found = statements(
          JSON.stringify({ name: 'Ines Corda', city: 'Braga', more: value, note: 'She never works on Fridays.' }),
        );
        for (const [place, { start, end, content }] of found.entries()) {
          expect(start).toBeGreaterThanOrEqual(found[place - 1]?.end ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(content.isWellFormed()).toBe(true);
        }
      }),
      { seed: 20_261_129, numRuns: 200 },
    );
  });
});

describe('logs', () => {
  it('tell a failure once, with how often', () => {
    const line = (second: number, words: string) => `2026-05-18T04:11:0${second}Z ${words}`;
    const text = [
      line(1, 'ERROR [billing] 3 invoices rejected'),
      line(2, 'DEBUG [http] GET /status 200'),
      line(3, 'ERROR [billing] 5 invoices rejected'),
    ].join('\n');
    expect(said(text, 'event')).toEqual(['2026-05-18T04:11:01Z: 3 invoices rejected (2 times)']);
  });
});
