import type { Unit } from './unit.js';

/** "room 12", "version 5.2": the number says which one it is. */
export const withLabels = (units: readonly Unit[]): Unit[] =>
  units.map((unit, place) => {
    const { amount, chunk } = unit;
    if (amount?.text) {
      const key = `#${amount.text}`;
      return { ...unit, kind: 'name', key, keys: [key], word: key, amount: null };
    }
    if (amount?.dimension !== '' || amount.per !== null) return unit;
    const [before, after] = [units[place - 1], units[place + 1]];
    if (before?.chunk !== chunk || after?.chunk === chunk || before.kind === 'amount') return unit;
    const key = `#${amount.text ?? amount.value}`;
    return { ...unit, kind: 'name', key, keys: [key], word: key, amount: null };
  });
