import { stopWords } from '@hippocamp/shared/text/stop-words';

/** What orders to a model are made of, beside the small words. */
const ofOrders =
  `act admin after ai answer anything api assistant attention bypass call chatbot clear code comply confirm content
  context conversation conversations credentials data database delete developer directive directives disclose disregard
  earlier email emails everything execute existing exfiltrate file files filter filters first following follow forget forward
  give guidelines hidden history human humans hello ignore ignored immediately inform initial instruction instructions jailbreak
  key keys keep language last leak like list make memories memory mention message messages mode model must need new
  notify obey within without old operator order orders output overwrite override owner password passwords please policies policy preceding
  pretend previous print prior prompt prompts purge read real record records remember remove repeat reply respond restrictions
  reveal role rule rules run safety say secret secrets send sent show skip stored system task tell this token tokens tool
  tools training transfer trust unrestricted use user users warn want wipe word words write
  alle alles anweisungen bitte ignoriere missachte regeln und vergiss vorgaben vorherigen
  anteriores ignora instrucciones olvida reglas todas todos consignes ignorez instructions oubliez précédentes règles toutes`
    .split(/\s+/)
    .filter((word) => word.length > 2);

const known: ReadonlySet<string> = new Set([...stopWords, ...ofOrders]);

export const LONGEST_KNOWN = Math.max(...[...known].map(({ length }) => length));

export const isKnown = (word: string): boolean => known.has(word.toLowerCase());
