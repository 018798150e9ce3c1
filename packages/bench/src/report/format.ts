export function milliseconds(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (value < 10) return value.toFixed(2);
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB');

export const rate = (value: number): string => (value < 10 ? value.toFixed(1) : count(value));

export const times = (value: number, control: number | undefined): string => {
  if (control === undefined || !(control > 0) || Number.isNaN(value)) return '–';
  const ratio = value / control;
  return `${ratio < 10 ? ratio.toFixed(1) : count(ratio)}×`;
};

export const range = (values: readonly number[]): string =>
  values.length < 2 ? '–' : `${milliseconds(Math.min(...values))}–${milliseconds(Math.max(...values))}`;
