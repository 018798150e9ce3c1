import { describe, expect, it } from 'vitest';
import { bondIn, byBonds } from './bonds.js';

const names = new Set(['callum drysdale', 'callum']);
const stanceOf = (claim: string, known: string) =>
  byBonds(bondIn(claim, names), [bondIn(known, names)])?.stance ?? 'neutral';

describe('who is whose', () => {
  it.each<[string, string, string]>([
    ['Priyanka Rao manages Jonas Lindt.', 'Jonas Lindt reports to Priyanka Rao.', 'supports'],
    ['Priyanka Rao manages Jonas Lindt.', "Jonas Lindt is Priyanka Rao's manager.", 'refutes'],
    ['My boss at Tidewater is Helena Krause.', 'Callum is the boss of Helena Krause.', 'refutes'],
    ['My boss at Tidewater is Helena Krause.', "Helena Krause is the user's boss.", 'supports'],
    ['I report to Ylva Strand.', 'Callum Drysdale is managed by Ylva.', 'supports'],
    ['My coach is Stefan Aldo.', 'Callum coaches Stefan Aldo.', 'refutes'],
    ['Karl works for Bettina, who runs the bakery.', 'Bettina works for Karl.', 'refutes'],
    ['My teacher Inês Falcão comes from Coimbra.', 'Inês Falcão teaches Callum.', 'supports'],
    ['Rosa is my student.', 'I teach Rosa.', 'supports'],
  ])('%s / %s: %s', (known, claim, stance) => {
    expect(stanceOf(claim, known)).toBe(stance);
  });

  it.each<[string, string, string]>([
    ['of somebody else', 'My boss is Helena.', 'Callum is the boss of Ines.'],
    ['of another kind', 'My coach is Stefan.', 'Callum manages Stefan.'],
    ['with more than is known', 'My teacher is Mr. Dorn.', 'Mr. Dorn teaches Callum the piano.'],
    ['of what belongs to somebody', "Ana manages Jonas Lindt's account.", 'Ana manages Jonas Lindt.'],
    ['of a relative', "My coach is Stefan Aldo's sister.", 'Stefan Aldo coaches Callum.'],
    ['of another by the title', 'Mr. Dorn teaches Callum.', 'Mrs. Dorn teaches Callum.'],
    ['of another subject', 'Ana teaches French Literature.', 'Ana teaches French.'],
    ['of another team', 'Ana coaches Leeds United Women.', 'Ana coaches Leeds United.'],
    ['of what was', 'My boss Helena Krause retired in March.', 'Helena Krause is my boss.'],
    ['of who may teach each other', 'Rosa teaches Callum.', 'Callum teaches Rosa.'],
    ['that is denied', 'My boss is not Helena.', 'Callum is the boss of Helena.'],
    ['of what belongs to one', "Ana leads Berlin's team.", 'Berlin leads Ana.'],
  ])('is open: what is said %s', (_why, known, claim) => {
    expect(stanceOf(claim, known)).toBe('neutral');
  });
});
