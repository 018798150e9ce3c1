export interface Finding {
  what: string;
  state: 'well' | 'doubtful' | 'wrong';
  found: string;
  /** Missing where all is well. */
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
