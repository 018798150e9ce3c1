/** Parts of patterns for times in seven languages. English months are in `calendar`, others come from `Intl`. */

const languages = ['de', 'fr', 'es', 'pt', 'it', 'nl'];

/** January to December, each with its alternatives joined by `|`, without short forms. */
export const foreignMonths: readonly string[] = Array.from({ length: 12 }, (_, month) => {
  const day = new Date(Date.UTC(2024, month, 1));
  const names = languages.map((each) => new Intl.DateTimeFormat(each, { month: 'long', timeZone: 'UTC' }).format(day));
  return [...new Set(names)].join('|');
});

export const seasons: readonly string[] = [
  'spring|frühling|frühjahr|printemps|na primavera|primavera|lente',
  'summer|sommer|été|verano|verão|estate|zomer',
  'autumn|fall|herbst|automne|otoño|outono|autunno|herfst',
];

/** "Winter 2023" may be either of two winters; "last winter" is clear. */
export const winter = 'winter|hiver|invierno|inverno';

/** Words before a month or season ("last") and after it ("dernier"). */
export const lastBefore = 'last|letzten|letzter|letztes|vorigen|voriges|pasado|passado|scorso|scorsa|afgelopen|vorige';
export const lastAfter = 'dernier|dernière|pasado|pasada|passado|passada|scorso|scorsa';

/** Words between a binding word and its time: "after the year 2023", "nach dem Jahr 2023", "avant l'été 2023". */
export const between =
  "(?:(?:the|in|year|dem|den|im|jahr|jahre|le|la|en|du|el|los|año|em|o|a|ano|il|lo|nel|anno|de|het|jaar|of) ){0,3}(?:l[’'])?";

export const afterWords = 'after|later than|nach|später als|après|después de|depois de|após|dopo|na';
export const sinceWords =
  'since|starting in|after the (?:start|beginning) of|since the (?:start|beginning) of|(?:in|on) or after|seit|ab|depuis|dès|à partir de|desde|a partir de|a partire da|dal|sinds|vanaf';
export const beforeWords =
  '(?:before|until|till) the (?:start|beginning) of|before|prior to|earlier than|vor|avant|antes de|antes del|prima di|prima del|voor';
export const untilWords =
  "(?:before|until|till|by|up to) the end of|until|till|up to|(?:in|on) or before|bis|bis ende|jusque|jusqu[’']à|jusqu[’']en|hasta|até|fino a|fino al|tot|tot en met";
export const notWords =
  "not(?: in| from| during)?|\\p{L}{2,6}n[’']t (?:in|during|from)|outside(?: of)?|except(?: for)?|excluding|other than|apart from|nicht|außer|pas|sauf|no en|salvo|não|exceto|non|tranne|niet|behalve";

export const betweenWords = 'between|zwischen|entre|tra|fra|tussen';
export const andWords = 'and|und|et|y|e|en|&';
export const fromWords = 'from|von|vom|de|du|da|dal|van';
export const toWords = 'to|until|till|through|bis|à|au|a|al|até|hasta|fino al|tot';

export const orWords = 'or|and|nor|oder|und|ou|et|o|y|e|of|en';

export const plainWords = 'in|during|en|em|nel|im|im jahr';

/** "A year after 2023" is no time after 2023, and "not before 2023" may be one in 2023. */
export const doubtfulBefore =
  '(?:night|morning|evening|hour|day|week|weekend|month|quarter|season|year)s?|(?:tage?|monate?|jahre?)n?|wochen?|jours?|semaines?|mois|ans?|années?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar|not?|nicht|pas|não|non|niet|(?:before|after|since|until) (?:or|and)';
