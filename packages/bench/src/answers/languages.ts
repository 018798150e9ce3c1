import { arabic } from './languages/arabic.js';
import { finnish } from './languages/finnish.js';
import { french } from './languages/french.js';
import { german } from './languages/german.js';
import { japanese } from './languages/japanese.js';
import { polish } from './languages/polish.js';
import { portuguese } from './languages/portuguese.js';
import { spanish } from './languages/spanish.js';
import { readWorld } from './read-world.js';

const sets = { german, french, spanish, polish, finnish, portuguese, japanese, arabic };

/** Worlds in other languages, since the model that ships is English. */
export const languages = Object.entries(sets).map(([language, lines]) => readWorld(language, lines));
