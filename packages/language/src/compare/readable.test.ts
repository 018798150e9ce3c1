import { expect, it } from 'vitest';
import { readable } from './readable.js';

it.each([
  ['My locker has number 212.', 'er, my locker: 221', true],
  ['My colleague 王芳 works nights.', 'My colleague 王芳 works at night.', true],
  ['আমি ঢাকায় থাকি।', 'আমার চিনাবাদামে অ্যালার্জি আছে।', false],
  ['Ich wohne seit drei Jahren in Bonn.', 'Ich wohne jetzt in Köln.', false],
  ['Kasia: uczę geografii od jedenastu lat.', 'Kasia: śpiewam w chórze od jedenastu lat.', false],
])('%s / %s: %s', async (older, newer, can) => {
  expect(await readable([{ older, newer }])).toEqual([can ? { older, newer } : null]);
});

it('leaves out what no reader would decide', async () => {
  const [older, newer] = ['I ran a charity race for mental health in Leeds.', 'Rosa took her four children camping.'];
  expect(await readable([{ older, newer }])).toEqual([null]);
  expect(await readable([{ older, newer, isAfter: true }])).toEqual([{ older, newer }]);
});
