import { type Bin, binsOf, isAnswered, isFalse, type JudgedClaim, verdicts } from '../ingest-quality/claims.js';
import { count } from './format.js';
import type { Section } from './section.js';

const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

const isRight = ({ verdict, want }: JudgedClaim): boolean => verdict === want;

const rowOf = (name: string, claims: readonly JudgedClaim[]): string[] => [
  name,
  count(claims.length),
  ...[...verdicts, 'conflicting'].map((said) => count(claims.filter(({ verdict }) => verdict === said).length)),
];

export function claimsSection(claims: readonly JudgedClaim[]): Section {
  const answered = claims.filter(isAnswered);
  return {
    title: 'Ingest quality, claims of the report part: the verdict on each',
    columns: ['it is', 'claims', ...verdicts.map((said) => said.replaceAll('_', ' ')), 'conflicting'],
    rows: verdicts.map((want) =>
      rowOf(
        want.replaceAll('_', ' '),
        claims.filter((claim) => claim.want === want),
      ),
    ),
    notes: [
      `Right: ${claims.filter(isRight).length} of ${claims.length} (${share(claims.filter(isRight).length, claims.length)}).`,
      `Answered: ${answered.length}. False verdicts: ${claims.filter(isFalse).length}.`,
    ],
  };
}

const binRow = ({ from, answered, right, confidence }: Bin): string[] => [
  from.toFixed(2),
  count(answered),
  count(right),
  confidence.toFixed(2),
];

/** These are the constants of `core/modules/validate/verdict.ts`. */
export const calibrationSection = (claims: readonly JudgedClaim[]): Section => ({
  title: 'Ingest quality, claims of the report part: verdicts by the strength of their evidence',
  columns: ['score from', 'verdicts', 'right', 'confidence'],
  rows: binsOf(claims).map(binRow),
  notes: [`False verdicts: ${claims.filter(isFalse).length} of ${count(claims.length)} claims.`],
});
