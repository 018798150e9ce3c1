/** Screening by rules: forms of secrets and sentences that steer; English, with a few words of other languages. */
export const SCREEN_RULES = 'screen-1';
