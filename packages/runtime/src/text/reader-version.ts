import { JUDGE } from '@hippocamp/language/judge/judge';

/** Names the reader that ships: what it has read need not be read anew. */
export const readerVersion: string = JUDGE;
