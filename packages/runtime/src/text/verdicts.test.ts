import { relate } from '@hippocamp/language/relate/relate';
import { describe, expect, it } from 'vitest';
import { heldOut } from './testing/held-out.js';
import { macroF1, run, verdictOf } from './testing/score.js';
import type { Triple } from './testing/triple.js';
import { triples } from './testing/triples.js';

describe('the verdict', () => {
  it.each(triples.map((triple) => [triple.kind, triple.claim, triple] as const))(
    '%s: %s',
    async (_kind, _claim, triple) => {
      expect(await verdictOf(triple)).toBe(triple.verdict);
    },
  );

  it('on what was held out is wrong only by being unsure', async () => {
    const outcomes = await run(heldOut);
    const wrong = outcomes.filter(({ triple, got }) => got !== triple.verdict);
    expect(wrong.map(({ got }) => got).filter((got) => got !== 'not_enough_info')).toEqual([]);
    expect(macroF1(outcomes)).toBeGreaterThan(0.8);
  });
});

describe('what is written nearly alike', () => {
  it.each([
    // signs
    ['The freezer is at -5 degrees.', 'The freezer is at 5 degrees.'],
    ['The balance is −200 euros.', 'The balance is 200 euros.'],
    ['The balance is minus 200 euros.', 'The balance is 200 euros.'],
    ['Growth was +3%.', 'Growth was -3%.'],
    ['We target >99% uptime.', 'We target <99% uptime.'],
    ['The limit is ≤5 requests.', 'The limit is ≥5 requests.'],
    ['The limit is ~5 requests.', 'The limit is 5 requests.'],
    ['The fee is $30.', 'The fee is €30.'],
    ['The ticket costs $30.', 'The ticket costs €30.'],
    ['Her blood type is A+.', 'Her blood type is A-.'],
    ['Her blood type is A-.', 'Her blood type is A.'],
    ['We use C.', 'We use C++.'],
    ['We use C++.', 'We use C#.'],
    ['We use C++.', 'We use C.'],
    ['x ≠ 5 in the config.', 'x = 5 in the config.'],
    ['Tom finished in ½ hour.', 'Tom finished in ¼ hour.'],
    ['The room is on floor 3½.', 'The room is on floor 3.'],
    // whose
    ['My parents live in Bonn.', 'I live in Bonn.'],
    ['Our parents live in Bonn.', 'We live in Bonn.'],
    ['Their parents live in Bonn.', 'They live in Bonn.'],
    ['His parents drank tea.', 'He drank tea.'],
    ['Her mother sailed to Bonn.', 'She sailed to Bonn.'],
    ['Your boat sailed to Bonn.', 'You sailed to Bonn.'],
    // denials of denials
    ["Rita hasn't quit.", 'Rita has quit.'],
    ['Rita hasn’t quit.', 'Rita has quit.'],
    ['Mara stopped smoking.', 'Mara has not stopped smoking.'],
    ['Ivo does not drink coffee without sugar.', 'Ivo drinks coffee without sugar.'],
    ['Ivo cannot work without music.', 'Ivo works without music.'],
    ['Nobody has quit the team.', 'The team quit.'],
    ['Ivo does not do nothing.', 'Ivo does nothing.'],
    // numbers of several parts
    ['Server db250 has the IP 10.0.0.250.', 'Server db250 has the IP 10.0.0.251.'],
    ['The DNS server is 192.168.1.1.', 'The DNS server is 192.168.11.'],
    ['The gateway is 10.2.12.5.', 'The gateway is 10.2.12.6.'],
    ['Node 20.19.1 is installed on web1.', 'Node 20.19.9 is installed on web1.'],
    ['Ship to 10 Downing St.', 'Ship to 10a Downing St.'],
    ['Ship to 100a Downing St.', 'Ship to 100b Downing St.'],
    ['Latency is 12ms at p95.', 'Latency is 12s at p95.'],
    ['The tile is 10x20 cm.', 'The tile is 10x30 cm.'],
    ['She is twenty-six.', 'She is twenty.'],
  ])('%s does not support %s', async (known, claim) => {
    expect(relate(claim, known).stance).not.toBe('supports');
    expect(relate(known, claim).stance).not.toBe('supports');
    expect(await verdictOf({ kind: 'similar', known: [known], claim, verdict: 'refuted' })).not.toBe('supported');
  });
});

describe('the first person', () => {
  const [ann, ben] = ['0195f0a0-0000-7000-8000-00000000000a', '0195f0a0-0000-7000-8000-00000000000b'];
  const verdictFor = (claim: string, known: Triple['known']) =>
    verdictOf({ kind: 'several owners', known, claim, verdict: 'supported' });
  const ghent = { content: 'I live in Ghent.', owner: ann };
  const rome = { content: 'I live in Rome.', owner: ben };

  it('may be any of several owners', async () => {
    expect(await verdictFor('I live in Ghent.', [ghent, rome])).toBe('supported');
    expect(await verdictFor('I live in Oslo.', [ghent, rome])).toBe('not_enough_info');
  });

  it('is the one owner that there is', async () => {
    expect(await verdictFor('I live in Oslo.', [ghent])).toBe('refuted');
    expect(await verdictFor('I live in Ghent.', [ghent, { ...rome, owner: ann }])).toBe('conflicting');
  });

  it('is nobody else', async () => {
    const shop = { content: 'The shop is open.', owner: ann };
    expect(await verdictFor('The shop is closed.', [shop, { ...shop, owner: ben }])).toBe('refuted');
  });
});

describe('a claim of many statements', () => {
  const boxes = Array.from(
    { length: 40 },
    (_, place) =>
      `The box of ${String.fromCharCode(97 + (place % 26))}${'xy'[place % 2]}${place < 26 ? 'q' : 'z'} is full.`,
  );

  it('is supported where all are, and refuted where one is', async () => {
    const triple = { kind: 'many', known: boxes, claim: boxes.join(' '), verdict: 'supported' as const };
    expect(await verdictOf(triple)).toBe('supported');
    expect(await verdictOf({ ...triple, known: boxes.with(30, boxes[30]?.replace('full', 'empty') ?? '') })).toBe(
      'refuted',
    );
    expect(await verdictOf({ ...triple, known: boxes.slice(1) })).toBe('not_enough_info');
  });
});
