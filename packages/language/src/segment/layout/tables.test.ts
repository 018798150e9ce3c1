import { describe, expect, it } from 'vitest';
import { segment } from '../segment.js';
import { cellsOf, sheetIn } from './forms.js';

const crew = `# crew_list.csv;Albatros
id,name,role,certificate_until,remarks
1,Vaihere Teriitehau,boatswain,2028-03-31,does not go aloft
3,"Stavridou, Eleni",cook,2027-01-15,"no pork, no exceptions"
4,,,,
total,2,,,`;

describe('rows of a table', () => {
  const saidUnder = (head: string) =>
    segment({ text: `| Plant | ${head} |\n| --- | --- |\n| Rosemary | 14 litres |`, source: 'document' }).at(-1)
      ?.content;

  it('are told with the names of their columns, of which a long one stands before each with its first and last words', () => {
    expect(saidUnder('Water a month')).toBe('Plant: Rosemary; Water a month: 14 litres');
    expect(saidUnder(`Water ${'and more water '.repeat(2000)}`)).toBe(
      `Plant: Rosemary; Water${' and more water'.repeat(3)} and more … and more water and more water: 14 litres`,
    );
    expect(saidUnder(`${'long '.repeat(20)}password`)).toMatch(/ password: 14 litres$/);
    expect(saidUnder('浇水量'.repeat(8000))).toBe(
      `Plant: Rosemary; ${'浇水量'.repeat(22).slice(0, 64)} … ${'浇水量'.repeat(11).slice(-32)}: 14 litres`,
    );
  });
});

describe('rows between separators', () => {
  it('are told with the names of their columns, and empty ones are not', () => {
    const told = segment({ text: crew, source: 'document' }).map(({ content }) => content);
    expect(told.slice(-2)).toEqual([
      'name: Vaihere Teriitehau; role: boatswain; certificate until: 2028-03-31; remarks: does not go aloft',
      'name: Stavridou, Eleni; role: cook; certificate until: 2027-01-15; remarks: no pork, no exceptions',
    ]);
  });

  it('keep their places', () => {
    const last = segment({ text: crew, source: 'document' }).at(-1);
    expect(crew.slice(last?.start, last?.end)).toMatch(/^3,"Stavridou.*exceptions"$/);
  });

  it.each([
    'We met Ana, Ben, and Cleo.\nThey came by train, bus, and boat.\nIt rained, it snowed, it hailed.',
    'apples, pears, plums\n\nbread, butter, jam',
    'time;level;words\n2026-04-30 05:58:11;info;up\n2026-04-30 05:58:40;info;down',
  ])('are not seen in %j', (text) => {
    expect(sheetIn(text.split('\n')).size).toBe(0);
  });

  it('are looked for once, though each line may be the head of those below', () => {
    expect(sheetIn(Array.from({ length: 30_000 }, () => 'word,noun,easy')).size).toBe(0);
  });

  it('have cells with separators between quotation marks', () => {
    expect(cellsOf('a;"b;c";d', ';')).toEqual(['a', 'b;c', 'd']);
  });
});
