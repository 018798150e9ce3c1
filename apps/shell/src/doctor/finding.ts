/** What was looked at, and what is to be done about it. */
export interface Finding {
  what: string;
  state: 'well' | 'doubtful' | 'wrong';
  found: string;
  /** Where it is not well. */
  advice?: string;
}

export const well = (what: string, found: string): Finding => ({ what, state: 'well', found });

export const doubtful = (what: string, found: string, advice: string): Finding => ({
  what,
  state: 'doubtful',
  found,
  advice,
});

export const wrong = (what: string, found: string, advice: string): Finding => ({
  what,
  state: 'wrong',
  found,
  advice,
});
