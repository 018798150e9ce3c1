import { describe, expect, it } from 'vitest';
import { linesOf, piecesOf, saidIn } from './same-sentences.js';

const taken = (content: string, of: string, source: string): string[] => {
  const start = content.indexOf(of);
  const lines = linesOf(content, piecesOf(content), { start, end: start + of.length });
  return saidIn(piecesOf(source), lines).map((place) => source.slice(place.start, place.end));
};

const home = 'Ida lives in Porto.';
const since = 'She moved there in May.';

describe('what a text says in sentences of its own', () => {
  it.each([
    ['the same', `Ben sails. ${home} It rains.`, [home]],
    [
      'without a full stop, in other capitals and white space',
      'It rains. ida lives  in PORTO',
      ['ida lives  in PORTO'],
    ],
    ['in a line', 'Notes\nIda lives in Porto\nIt rains', ['Ida lives in Porto']],
    ['each time', `${home} It rains. Ida lives in Porto!`, [home, 'Ida lives in Porto!']],
    ['not within a sentence', 'Ben thinks Ida lives in Porto. Ida lives in Porto, he says. Ida lives in Porto.5', []],
    ['not as a question', 'Ida lives in Porto? No.', []],
  ])('%s', (_how, source, expected) => {
    expect(taken(`${home}\nIt rains.`, home, source)).toEqual(expected);
  });

  it('goes on with the lines that follow', () => {
    const content = `${home}\n${since}`;
    expect(taken(content, content, `It rains. ${home} ${since} Ben sails.`)).toEqual([`${home} ${since}`]);
    expect(taken(content, content, home)).toEqual([home]);
  });

  it('says nothing of another, which leans on what is told before it', () => {
    const content = `${home}\n${since}`;
    expect(taken(content, content, `Eva lives in Rome. ${since}`)).toEqual([]);
    expect(taken(content, content, `${home} Eva lives in Rome. ${since}`)).toEqual([home]);
  });

  it('is a whole line, though a full stop does not end its sentence', () => {
    const line = 'Dr. Ida lives in Porto.';
    expect(taken(line, line, 'Dr. Ben sails. Dr. Ida lives in Porto')).toEqual(['Dr. Ida lives in Porto']);
  });

  it('of a line of several is what was taken', () => {
    expect(taken(`${home} It rains. Ben sails.`, 'It rains.', `It rains.\n${home}`)).toEqual(['It rains.']);
  });

  it('is found where no white space follows', () => {
    expect(taken('艾达住在波尔图。\n下雨了。', '艾达住在波尔图。', '下雨了。艾达住在波尔图。本在航海。')).toEqual([
      '艾达住在波尔图。',
    ]);
  });
});
