import { describe, expect, it } from 'vitest';
import { type Answered, type AskedWorld, judge } from './judge.js';

const answered = (rank: number | null, score: number | null): Answered => ({
  text: 'what?',
  right: 'this',
  rank,
  score,
  first: rank === 1 ? 'this' : 'that',
});

const school: AskedWorld = {
  world: 'school',
  answered: [answered(1, 0.9), answered(1, 0.5), answered(5, 0.4), answered(6, 0.35), answered(null, null)],
  unanswered: [
    { text: 'on topic', nonsense: false, best: 0.4 },
    { text: 'hi', nonsense: true, best: 0.3 },
  ],
};

const club: AskedWorld = {
  world: 'club',
  answered: [answered(2, 0.6)],
  unanswered: [{ text: 'asdf', nonsense: true, best: 0.7 }],
};

describe('the judgement of answers', () => {
  it('counts the right ones first and within five, and those that are not there as neither', () => {
    expect(judge([school])[0]).toMatchObject({ world: 'school', questions: 5, first: 2, withinFive: 3 });
  });

  it('takes a score for clear where it is above what stood first for every unanswerable question', () => {
    const [own, , all] = judge([school, club]);
    expect(own).toMatchObject({ aboveOwn: 2, aboveAll: 1, unanswerable: 0.4, nonsense: 0.3 });
    expect(all).toMatchObject({ aboveOwn: 2, aboveAll: 1, unanswerable: 0.7, nonsense: 0.7 });
  });

  it('counts the unanswerable ones that score below four of five right ones', () => {
    expect(judge([school])[0]).toMatchObject({ unanswered: 2, belowMost: 1 });
    expect(judge([school, club]).at(-1)).toMatchObject({ unanswered: 3, belowMost: 1 });
  });

  it('sums up the worlds', () => {
    expect(judge([school, club]).at(-1)).toMatchObject({ world: 'all', questions: 6, first: 2, withinFive: 4 });
  });

  it('takes any score above 0 for clear where nothing came back for what nothing answers', () => {
    const silent = { ...club, unanswered: [{ text: 'hi', nonsense: true, best: 0 }] };
    expect(judge([silent])[0]).toMatchObject({ aboveOwn: 1, unanswerable: 0 });
  });
});
