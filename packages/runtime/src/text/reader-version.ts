import { rules } from './rules.js';

/** Names the reader that ships: what it has read need not be read anew. */
export const readerVersion: string = rules.versions.extractor;
