import { tierNames } from '@hippocamp/shared/schemas/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOON } from '../../testing/builders.js';
import { defaultPolicies } from '../policies.js';
import { type AgeingFacts, createAgeingRules } from './rules.js';

const rules = createAgeingRules(defaultPolicies);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const memory = (given: Partial<AgeingFacts> = {}): AgeingFacts => ({
  speaker: null,
  tier: 'episodic',
  tierSince: NOON,
  accessCount: 0,
  lastAccessedAt: NOON,
  createdAt: NOON,
  archivedAt: null,
  invalidAt: null,
  ...given,
});

const at = (milliseconds: number) => new Date(NOON.getTime() + milliseconds);
const first = (facts: AgeingFacts, now: Date) => rules.fits(facts, now)[0]?.action ?? null;

describe('a rule of ageing', () => {
  it.each([
    ['short_term expires', memory({ tier: 'short_term' }), 24 * HOUR, 'expired', null],
    ['often used short_term is promoted at once', memory({ tier: 'short_term', accessCount: 3 }), 0, 'promoted', null],
    ['often used episodic is promoted', memory({ accessCount: 10 }), 7 * DAY, 'promoted', null],
    ['episodic is distilled', memory({ accessCount: 9 }), 7 * DAY, 'distilled', null],
    ['distilled episodic is archived', memory({ distilledAt: at(DAY) }), 30 * DAY, 'archived', null],
    [
      'what was distilled late is archived a day later',
      memory({ distilledAt: at(40 * DAY) }),
      41 * DAY,
      'archived',
      null,
    ],
    [
      'what was used late is archived late',
      memory({ distilledAt: NOON, lastAccessedAt: at(5 * DAY) }),
      35 * DAY,
      'archived',
      null,
    ],
    ['what no longer holds is not distilled', memory({ invalidAt: NOON }), 30 * DAY, 'archived', null],
    ['what came into the tier late is distilled late', memory({ tierSince: at(DAY) }), 8 * DAY, 'distilled', null],
    [
      'what the assistant said is archived',
      memory({ speaker: 'assistant', accessCount: 99 }),
      30 * DAY,
      'archived',
      null,
    ],
    ['and expires', memory({ speaker: 'assistant', tier: 'short_term', accessCount: 99 }), 24 * HOUR, 'expired', null],
    ['what another named so is distilled', memory({ speaker: 'Assistant' }), 7 * DAY, 'distilled', null],
    ['what is held is left alone', memory({ heldUntil: at(9 * DAY) }), 9 * DAY, 'distilled', null],
  ])('%s, to the millisecond', (_name, facts, boundary, action, before) => {
    expect(first(facts, at(boundary - 1))).toBe(before);
    expect(first(facts, at(boundary))).toBe(action);
    expect(rules.dueAt(facts)).toEqual(at(boundary));
  });

  it('says why, with the figures that decided', () => {
    const reason = (facts: AgeingFacts, now: Date) => rules.fits(facts, now)[0]?.reason;
    expect(reason(memory({ tier: 'short_term', accessCount: 4 }), NOON)).toBe('access count 4 meets the threshold 3');
    expect(reason(memory({ tier: 'short_term' }), at(DAY))).toBe('created 24 h ago or longer');
  });

  it('leaves semantic and archived ones alone for ever', () => {
    expect(rules.fits(memory({ tier: 'semantic', accessCount: 99 }), at(999 * DAY))).toEqual([]);
    expect(rules.dueAt(memory({ tier: 'semantic' }))).toBeNull();
    expect(rules.fits(memory({ archivedAt: NOON }), at(999 * DAY))).toEqual([]);
    expect(rules.dueAt(memory({ archivedAt: NOON }))).toBeNull();
  });

  it('are due at a time that every store can hold', () => {
    const last = new Date('9999-12-31T23:59:59.999Z');
    for (const tier of tierNames) {
      const due = rules.dueAt(memory({ tier, createdAt: last, tierSince: last, heldUntil: last }));
      expect(due).toEqual(tier === 'semantic' ? null : last);
    }
  });

  it('never fits before it is due, and something has changed at each due time', () => {
    const time = fc.integer({ min: 0, max: 60 * DAY }).map(at);
    const facts = fc.record({
      speaker: fc.constantFrom(null, 'Mara', 'assistant'),
      tier: fc.constantFrom(...tierNames),
      tierSince: time,
      accessCount: fc.nat({ max: 12 }),
      lastAccessedAt: time,
      createdAt: time,
      archivedAt: fc.constant(null),
      invalidAt: fc.option(time),
      distilledAt: fc.option(time),
      heldUntil: fc.option(time),
    });
    fc.assert(
      fc.property(facts, time, (given, now) => {
        const due = rules.dueAt(given);
        expect(rules.fits(given, now).length > 0).toBe(due !== null && due <= now);
        const next = rules.dueAt(given, now);
        if (!next) return;
        expect(next.getTime()).toBeGreaterThan(now.getTime());
        const later = rules.fits(given, next).length;
        expect(later).toBeGreaterThan(rules.fits(given, new Date(next.getTime() - 1)).length);
      }),
      { seed: 20_261_129 },
    );
  });
});
