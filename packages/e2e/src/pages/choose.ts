import { pages } from './all-pages.js';
import type { Block } from './blocks.js';
import { commandsOf, isCommands } from './commands.js';
import { partsOf, type Treatment, treatmentOf } from './treatments.js';

const treatmentsOf = (blocks: readonly Block[]) =>
  blocks
    .filter(isCommands)
    .flatMap((block) => commandsOf(block).flatMap(partsOf))
    .map(treatmentOf);

/** Chooses commands by their treatment. */
export type Takes = (treatment: Treatment) => boolean;
export const isQuick: Takes = (treatment) => treatment.how === 'run' && treatment.quick;
export const isOfProduction: Takes = (treatment) => treatment.how === 'run' && treatment.in === 'production';
export const isLong: Takes = (treatment) =>
  treatment.how === 'serve' || (treatment.how === 'run' && treatment.in === 'embedded' && !treatment.quick);

export const having = (takes: Takes) =>
  pages.filter(({ blocks }) => treatmentsOf(blocks).some((treatment) => treatment && takes(treatment)));
