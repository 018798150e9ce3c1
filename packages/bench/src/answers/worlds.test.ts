import { describe, expect, it } from 'vitest';
import { languages } from './languages.js';
import { readWorld, type World } from './read-world.js';
import { worlds } from './worlds.js';

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the worlds', () => {
  it('are large enough to tell something', () => {
    expect(worlds.length).toBeGreaterThanOrEqual(7);
    expect(worlds.flatMap(({ memories }) => memories).length).toBeGreaterThanOrEqual(200);
    expect(worlds.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(90);
    expect(worlds.flatMap(({ unanswerable }) => unanswerable).length).toBeGreaterThanOrEqual(45);
  });

  it.each(languages)('in $world are large enough to tell something', (world) => {
    expect(world.memories.length).toBeGreaterThanOrEqual(30);
    expect(world.questions.length).toBeGreaterThanOrEqual(14);
    expect(world.unanswerable.length - world.nonsense.length).toBeGreaterThanOrEqual(2);
    expect(world.nonsense.length).toBeGreaterThanOrEqual(1);
  });

  it.each([...worlds, ...languages])('of $world has one right memory for each question', ({ memories, questions }) => {
    const ids = memories.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { right, text } of questions) expect(ids, text).toContain(right);
  });

  it.each<[string, readonly World[]]>([
    ['English', worlds],
    ['other languages', languages],
  ])('in %s vary in age and importance, neither of which tells what is asked for', (_, all) => {
    const asked = new Set(all.flatMap(({ world, questions }) => questions.map(({ right }) => `${world} ${right}`)));
    const rows = all.flatMap(({ world, memories }) =>
      memories.map((memory) => ({ ...memory, id: `${world} ${memory.id}` })),
    );
    const [right, other] = [true, false].map((is) => rows.filter(({ id }) => asked.has(id) === is));
    const gap = (member: 'importance' | 'daysAgo') =>
      mean(right?.map((row) => row[member]) ?? []) - mean(other?.map((row) => row[member]) ?? []);
    expect(Math.abs(gap('importance'))).toBeLessThan(0.05);
    expect(Math.abs(gap('daysAgo'))).toBeLessThan(25);
    expect(Math.max(...rows.map(({ daysAgo }) => daysAgo))).toBeGreaterThan(365);
  });
});

describe('reading a world', () => {
  const memory = { id: 'a', text: 'Words.', tier: 'semantic', importance: 0.5, daysAgo: 3 };

  it('takes a line each', () => {
    const lines = 'a | 3 | 0.5 | semantic | | | Words.\n\n? 1 + 1 = 2? = a\n! never said\n!! hi';
    expect(readWorld('small', lines)).toEqual({
      world: 'small',
      memories: [memory],
      questions: [{ text: '1 + 1 = 2?', right: 'a' }],
      unanswerable: ['never said', 'hi'],
      nonsense: ['hi'],
    });
    expect(readWorld('small', 'a | 3 | 0.5 | semantic | Ann | s1 | Words.').memories).toEqual([
      { ...memory, speaker: 'Ann', session: 's1' },
    ]);
  });

  it('refuses a line that it cannot read', () => {
    expect(() => readWorld('small', 'a | 3 | 0.5 | semantic | Words.')).toThrow('not a memory');
    expect(() => readWorld('small', 'a | 3 | 0.5 | lasting | | | Words.')).toThrow();
  });
});
