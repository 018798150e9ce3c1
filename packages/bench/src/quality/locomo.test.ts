import { describe, expect, it } from 'vitest';
import { readLocomo } from './locomo.js';

const turn = (id: string, speaker: string, text: string) => ({ dia_id: id, speaker, text });

const sample = {
  sample_id: 'conv-1',
  conversation: {
    speaker_a: 'Ann',
    session_1_date_time: '1:56 pm on 8 May, 2023',
    session_10: [turn('D10:1', 'Ann', 'Later.')],
    session_2: [turn('D2:1', 'Bob', 'Again.')],
    session_1: [turn('D1:1', 'Ann', 'Hello.'), turn('D1:2', 'Bob', 'Hi.'), turn('D1:3', 'Ann', 'So?')],
  },
  qa: [
    { question: 'one?', category: 4, evidence: ['D1:2'] },
    { question: 'two?', category: 1, evidence: ['D1:1; D:2:1', 'D10:01', 'D9:9'] },
    { question: 'none?', category: 3, evidence: ['D9:9'] },
    { question: 'empty?', category: 3, evidence: [] },
    { question: 'never?', category: 5, evidence: ['D1:1'] },
  ],
};

describe('reading LoCoMo', () => {
  const [conversation] = readLocomo(JSON.stringify([sample]));

  it('makes a memory of each turn, in the order of the sessions, with the turns before it in its session', () => {
    expect(conversation?.memories).toEqual([
      {
        id: 'D1:1',
        text: 'Hello.',
        speaker: 'Ann',
        session: 'session_1',
        occurredAt: new Date('2023-05-08'),
        context: null,
      },
      {
        id: 'D1:2',
        text: 'Hi.',
        speaker: 'Bob',
        session: 'session_1',
        occurredAt: new Date('2023-05-08'),
        context: 'Hello.',
      },
      {
        id: 'D1:3',
        text: 'So?',
        speaker: 'Ann',
        session: 'session_1',
        occurredAt: new Date('2023-05-08'),
        context: 'Hello.\nHi.',
      },
      { id: 'D2:1', text: 'Again.', speaker: 'Bob', session: 'session_2', occurredAt: new Date(0), context: null },
      { id: 'D10:1', text: 'Later.', speaker: 'Ann', session: 'session_10', occurredAt: new Date(0), context: null },
    ]);
  });

  it('keeps the questions that something answers and repairs their evidence', () => {
    expect(conversation?.questions).toEqual([
      { text: 'one?', category: 4, evidence: new Set(['D1:2']) },
      { text: 'two?', category: 1, evidence: new Set(['D1:1', 'D2:1', 'D10:1']) },
    ]);
  });
});
