import { describe, expect, it } from 'vitest';
import { segment } from './segment.js';

const said = (text: string) => segment({ text, source: 'chat' }).map(({ words }) => words);

describe('what people say', () => {
  it.each([
    'met Ana,Ben,and Cleo at the lake',
    '奶奶住在成都,爷爷住在重庆,都很好',
    '나 오늘 라면 먹고 체했다;;',
    'tomorrow = gym day 💪',
    'at the dentist (2:30)',
    'public holiday on friday here',
    'static caravan sold (finally)',
    '$ 400 for the repair, ouch',
    'if (and only if) it rains we move it (to the hall)',
    'Error: my wife forgot the tickets',
    'from Lima import the beans',
    'import duty on parcels from Norway went up',
    'we won (8-2) <3 <3 <3',
    '~~~ we moved to Graz ~~~',
    '== the Oslo trip is on ==',
  ])('is no code: %s', (text) => {
    expect(said(text)).toHaveLength(1);
  });
});

describe('what nobody says', () => {
  it.each([
    'const a = 1;\nlet b = f(2);',
    'total = price * (1 + rate)',
    'LOG_LEVEL=debug PORT=8080 node main.js',
    "import { a } from './a.js';\nfrom numpy import array, zeros",
    'if (list.isEmpty()) {\n  return null;\n}',
    'public static void main(String[] args) {\nprivate final int size;',
    'TypeError: x is not a function\n    at Object.run (/app/index.js:10:5)\n    at com.shop.Cart.add(Cart.java:88)',
    'RangeError: too deep\n    at Array.map (<anonymous>)\n    at async Promise.all (index 0)\n    at new Cart (/app/cart.js:4:1)',
    '17,3.2,ok\n18,3.4,ok\n19,2.9,fail',
    '$ git status',
    '```python\nprint("we moved")\n```',
  ])('is left out: %j', (text) => {
    expect(said(text)).toEqual([]);
  });
});
