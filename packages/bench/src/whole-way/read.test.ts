import { describe, expect, it } from 'vitest';
import { readSet } from './read-set.js';
import { readShipped } from './read-shipped.js';
import { turnsIn } from './talks.js';

describe('the talks that ship', () => {
  const talks = readShipped();
  const sessions = talks.flatMap((talk) => talk.sessions);

  it('are 24 of 12 to 30 messages, by as many hands', () => {
    expect(sessions).toHaveLength(24);
    for (const { turns } of sessions) {
      expect(turns.length).toBeGreaterThanOrEqual(12);
      expect(turns.length).toBeLessThanOrEqual(30);
    }
  });

  it('are labelled whole: the sentences are the words of each message, in their order', () => {
    for (const { text, sentences = [] } of talks.flatMap(turnsIn)) {
      expect(sentences.map((sentence) => sentence.text).join(' ')).toBe(text.replaceAll('\n', ' '));
    }
  });

  it('hold what answers their questions', () => {
    const asked = talks.flatMap(({ questions }) => questions);
    expect(asked.length).toBeGreaterThanOrEqual(40);
    for (const talk of talks) {
      const turnOf = new Map(turnsIn(talk).map((turn) => [turn.id, turn]));
      for (const { question, evidence } of talk.questions) {
        const found = [...evidence].map((id) => turnOf.get(id));
        expect(found, question).not.toContain(undefined);
        const tells = found.some((turn) => turn?.sentences?.some((sentence) => sentence.tells === true));
        expect(tells, question).toBe(true);
      }
    }
  });
});

describe('a set that is given', () => {
  it('in the form of LoCoMo has sessions in their order, without questions that nothing answers', () => {
    const said = (id: string, text: string) => ({ dia_id: id, speaker: 'Ann', text });
    const sample = {
      sample_id: 'c1',
      conversation: {
        speaker_a: 'Ann',
        session_10: [said('D10:1', 'late')],
        session_2: [{ ...said('D2:1', 'look'), blip_caption: 'a boat' }, said('D2:2', 'nice')],
        session_2_date_time: '1:56 pm on 8 May, 2023',
        session_10_date_time: 'one day',
      },
      qa: [
        { question: 'what?', answer: 7, category: 4, evidence: ['D2:1; D10:1'] },
        { question: 'never said', category: 5, evidence: ['D2:1'] },
        { question: 'nowhere', answer: 'x', category: 1, evidence: ['D9:9'] },
      ],
    };
    const [talk] = readSet(JSON.stringify([sample]));
    expect(talk?.sessions.map(({ id, at }) => [id, at])).toEqual([
      ['session_2', '2023-05-08T13:56:00.000Z'],
      ['session_10', null],
    ]);
    expect(talk?.sessions[0]?.turns[0]).toMatchObject({ name: 'Ann', text: 'look (shares a photo: a boat)' });
    expect(talk?.questions).toEqual([{ question: 'what?', answer: '7', evidence: new Set(['D2:1', 'D10:1']) }]);
  });

  it('in the form of LongMemEval has the turns with the answer as evidence', () => {
    const turns = [
      { role: 'user', content: 'I keep bees.', has_answer: true },
      { role: 'assistant', content: ' ' },
    ];
    const sample = {
      ...{ question_id: 'q1', question: 'what do I keep?', question_type: 'single', answer: 'bees' },
      sessions: [{ id: 's', date: '2023/05/20 (Sat) 02:21', turns }],
    };
    const [talk] = readSet(JSON.stringify([sample]));
    expect(talk?.sessions).toMatchObject([{ id: '0-s', at: '2023-05-20T02:21:00.000Z', turns: [{ id: '0:0' }] }]);
    expect(talk?.questions[0]?.evidence).toEqual(new Set(['0:0']));
  });
});
