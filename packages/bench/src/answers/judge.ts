export interface Answered {
  text: string;
  right: string;
  rank: number | null;
  score: number | null;
  first: string | null;
}

export interface Unanswered {
  text: string;
  nonsense: boolean;
  /** The best score; 0 where nothing was found. */
  best: number;
}

export interface AskedWorld {
  world: string;
  answered: Answered[];
  unanswered: Unanswered[];
}

export interface Judgement {
  world: string;
  questions: number;
  first: number;
  withinFive: number;
  /** Right answers that score above the best of every unanswerable question: of their world, of all worlds. */
  aboveOwn: number;
  aboveAll: number;
  /** `belowMost`: unanswerable questions that score below four of five right answers, of their world or of all. */
  unanswered: number;
  belowMost: number;
  unanswerable: number;
  nonsense: number;
}

const countOf = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number => items.filter(holds).length;

const bestOf = (unanswered: readonly Unanswered[]): number => Math.max(0, ...unanswered.map(({ best }) => best));

/** Four of five right memories score at least this; one that was not found counts as 0. */
function mostAbove(answered: readonly Answered[]): number {
  const scores = answered.map(({ score }) => score ?? 0).sort((first, second) => first - second);
  return scores[Math.floor(scores.length / 5)] ?? 0;
}

function judgeWorld({ world, answered, unanswered }: AskedWorld, bestOfAll: number): Judgement {
  const unanswerable = bestOf(unanswered);
  const most = mostAbove(answered);
  return {
    world,
    questions: answered.length,
    first: countOf(answered, ({ rank }) => rank === 1),
    withinFive: countOf(answered, ({ rank }) => rank !== null && rank <= 5),
    aboveOwn: countOf(answered, ({ score }) => score !== null && score > unanswerable),
    aboveAll: countOf(answered, ({ score }) => score !== null && score > bestOfAll),
    unanswered: unanswered.length,
    belowMost: countOf(unanswered, ({ best }) => best < most),
    unanswerable,
    nonsense: bestOf(unanswered.filter(({ nonsense }) => nonsense)),
  };
}

const sumOf = (rows: readonly Judgement[], member: 'questions' | 'first' | 'withinFive' | 'aboveOwn' | 'aboveAll') =>
  rows.reduce((sum, row) => sum + row[member], 0);

export function judge(asked: readonly AskedWorld[]): Judgement[] {
  const all = asked.flatMap(({ unanswered }) => unanswered);
  const bestOfAll = bestOf(all);
  const most = mostAbove(asked.flatMap(({ answered }) => answered));
  const rows = asked.map((world) => judgeWorld(world, bestOfAll));
  const total: Judgement = {
    world: 'all',
    questions: sumOf(rows, 'questions'),
    first: sumOf(rows, 'first'),
    withinFive: sumOf(rows, 'withinFive'),
    aboveOwn: sumOf(rows, 'aboveOwn'),
    aboveAll: sumOf(rows, 'aboveAll'),
    unanswered: all.length,
    belowMost: countOf(all, ({ best }) => best < most),
    unanswerable: bestOfAll,
    nonsense: Math.max(0, ...rows.map(({ nonsense }) => nonsense)),
  };
  return [...rows, total];
}
