import type { Secret, SecretKind } from '@hippocamp/shared/language/secret';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';

const accounts =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ \u00A0-]?[A-Z0-9]{4}){2,7}(?:[ \u00A0-]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g;

const SHORTEST_ACCOUNT = 15;
const LONGEST_ACCOUNT = 34;

/** ISO 13616: with the first four characters moved to the end and letters as numbers (A is 10), it is 1 modulo 97. */
function isAccount(said: string): boolean {
  const plain = said.replace(/[ \u00A0-]/g, '');
  if (plain.length < SHORTEST_ACCOUNT || plain.length > LONGEST_ACCOUNT) return false;
  let left = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) left = (left * 10 + Number(digit)) % 97;
  }
  return left === 1;
}

/** Nine digits alone may be anything, so a label has to stand before them. */
const identities =
  /(?<![\p{L}\p{N}])(?:ssn|social[ -]security(?:[ -](?:number|no\.?|nr\.?|#))?)["'\x60*_)]{0,4}[ \t]{0,4}(?:[:=#]|\b(?:is|was|are)\b)?[ \t]{0,4}["'\x60*_]{0,4}(?<value>\d{3}[ -]?\d{2}[ -]?\d{4})(?!\d)/dgiu;

/** A header up to the end of its line, and cookies with the names of sessions. */
const cookieHeaders = /(?<![\p{L}\p{N}_-])(?:set-)?cookie:/giu;
const cookieLine = /[ \t]{0,4}[\w.%-]{1,64}=[^\s;"']{6,4000}[^\n"']{0,4000}/y;
const sessions =
  /(?<![\p{L}\p{N}_-])(?:\w{0,24}sess(?:ion)?_?(?:id|token)?|connect\.sid|sid|auth_token|access_token|refresh_token|remember_token|csrftoken|xsrf-token)=(?<value>[\w-]{16,512})/dgiu;

function cookiesIn(text: string): Secret[] {
  return [...text.matchAll(cookieHeaders)].flatMap(({ 0: name, index }): Secret[] => {
    const start = index + name.length;
    cookieLine.lastIndex = start;
    const line = cookieLine.exec(text)?.[0] ?? '';
    return line === ''
      ? []
      : [{ start: start + (line.length - line.trimStart().length), end: start + line.length, kind: 'token' }];
  });
}

/** A key of PuTTY, to the line that seals it. */
const keyFiles = /PuTTY-User-Key-File-\d:/g;
const keyFileEnds = /^Private-MAC:.*$/gm;
const LONGEST_KEY_FILE = 20_000;

/** Twelve or more words that restore a wallet, where they are called so. */
const seedNames = /(?<![\p{L}\p{N}])(?:seed|recovery|mnemonic|backup|wallet)[ -](?:phrase|words?|seed)/giu;
const seedBegins = /:|\bis\b|\bare\b|\n/;
const seedWord = /[^A-Za-z]{0,6}[a-z]{3,8}(?![A-Za-z])/y;
const FEWEST_WORDS = 12;
const MOST_BETWEEN = 60;

function seedsIn(text: string): Secret[] {
  return [...text.matchAll(seedNames)].flatMap(({ 0: name, index }): Secret[] => {
    const from = index + name.length;
    const begins = seedBegins.exec(text.slice(from, from + MOST_BETWEEN));
    const start = from + (begins ? begins.index + begins[0].length : 0);
    seedWord.lastIndex = start;
    let [end, count] = [start, 0];
    while (count < 2 * FEWEST_WORDS && seedWord.test(text)) [end, count] = [seedWord.lastIndex, count + 1];
    const first = start + (/[a-z]/.exec(text.slice(start, end))?.index ?? 0);
    return count >= FEWEST_WORDS ? [{ start: first, end, kind: 'private key' }] : [];
  });
}

const placed = (text: string, pattern: RegExp, kind: SecretKind): Secret[] =>
  [...text.matchAll(pattern)].flatMap((match) =>
    Object.values(match.indices?.groups ?? {}).flatMap((place): Secret[] =>
      place ? [{ start: place[0], end: place[1], kind }] : [],
    ),
  );

function keyFilesIn(text: string): Secret[] {
  return [...text.matchAll(keyFiles)].map(({ index }): Secret => {
    keyFileEnds.lastIndex = index;
    const end = keyFileEnds.exec(text);
    const last = end ? end.index + end[0].length : text.length;
    return { start: index, end: Math.min(last, index + LONGEST_KEY_FILE), kind: 'private key' };
  });
}

export const toldIn = (text: string): Secret[] => [
  ...[...text.matchAll(accounts)]
    .filter(([said]) => isAccount(said))
    .map(({ 0: said, index }): Secret => ({ start: index, end: index + said.length, kind: 'account number' })),
  ...placed(text, identities, 'identity number'),
  ...cookiesIn(text),
  ...placed(text, sessions, 'token'),
  ...seedsIn(text),
  ...keyFilesIn(text),
];

/** Words that are said about a password and are none. */
const ordinary = new Set(
  `a an the my your our his her their its this that these those it at in on of to for from with by as and or but not no yes none any all
  is was are be been has had have must should may can could will would shall does do did see use used using ask same too very so quite
  only also still now never always already again just more less than when where what which who how why because if then there here
  minimum min max at least required requires needed optional mandatory unknown known missing wrong right correct incorrect invalid
  valid weak strong stronger long longer short shorter simple complex complicated easy hard difficult good bad better fine ok okay
  great secure insecure safe unsafe secret private public shared protected hidden visible stored kept saved written encrypted hashed
  salted expired expiring expires old new different identical mine yours ours theirs changed reset set empty blank lost forgotten
  gone broken stolen leaked compromised exposed due important sensitive confidential temporary permanent default case-sensitive
  unique strange funny terrible horrible stupid ready working enabled disabled locked blocked rejected accepted policy manager
  hint field prompt screen page protection generator rotation strength entry chars characters digits letters words tbd n/a na todo
  changeable about per under inside near behind like guessable reused recycled rotated sent emailed mailed shown printed asked
  username user login email mail name url host port please let make enter type choose pick create remember change update
  ein eine einen der die das den dem mein dein sein ihr unser nicht zu im am auf bei mit und oder aber falsch richtig sicher unsicher
  geheim abgelaufen vergessen geändert gleich neu alt lang kurz schwach stark nötig erforderlich bekannt unbekannt leer verloren
  gespeichert wichtig sehr noch schon dasselbe immer nie
  le la les un une mon ma ton ta son sa notre votre ne pas dans sur avec et ou mais faux oublié perdu expiré incorrect trop très
  obligatoire requis nécessaire inconnu faible fort sécurisé changé nouveau ancien vide toujours jamais même
  el los las una mi tu su nuestro no en con y o pero incorrecta correcta segura secreta olvidada perdida caducada débil fuerte
  obligatoria necesaria desconocida nueva vieja vacía larga corta importante muy siempre nunca misma demasiado parte que cuestión`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export const isOrdinary = (word: string): boolean => ordinary.has(word);

/** Labels of passwords, also within longer words: "PGPASSWORD", "WLAN-Passwort". */
const anywhere = String.raw`pass[ -]?(?:words?|codes?|phrases?)|passwd|passwort|passwörter|kennwort|kennwörter|geheimzahl`;
const alone = [
  String.raw`mots? de passe|contraseñas?|contrasenas?|clave(?: de acceso)?|palabra de paso`,
  String.raw`senha|parola d'ordine|wachtwoord|lösenord|hasło`,
  String.raw`pin[ -]?(?:code|number|nummer)?|code pin|código pin|cvv2?|cvc2?`,
].join('|');
export const called = String.raw`(?:${anywhere}|(?<![\p{L}\p{N}])(?:${alone}))`;
const short = 'pwd|pass|pw|mdp';
const phrase = String.raw`(?:pass[ -]?phrase|(?:seed|recovery|mnemonic) (?:phrase|words))`;

const unquoted = String.raw`[^\s"'\x60<>]{1,128}`;
const value = String.raw`(?:"(?<double>[^"\n]{1,128})"|'(?<single>[^'\n]{1,128})'|\x60(?<tick>[^\x60\n]{1,128})\x60|(?<bare>${unquoted}))`;
const signs = String.raw`["'\x60*_)\]]{0,4}`;

/** "DB_PASSWORD=…", "password: …", "<pin>…": a sign says that the value follows. */
// linear: names and what stands between them and the value are of bounded length.
const assigned = new RegExp(
  String.raw`(?:${called}|(?<![\p{L}\p{N}])(?:${short}))${signs}[ \t]{0,4}(?:[:=]{1,2}>?|=>|>)[*_ \t]{0,6}\s{0,2}${value}`,
  'dgiu',
);
/** A pass phrase takes all words up to the end of the line. */
const phrases = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${phrase}${signs}[ \t]{0,4}[:=][*_ \t]{0,6}["'\x60]?(?<bare>[^\n"'\x60]{1,300})`,
  'dgiu',
);

const verb = [
  String.raw`(?:(?:is|was|will be|has been) )?(?:now )?(?:changed|set|reset)(?: to)?|is|was|are|will be`,
  'ist|war|lautet|heißt|est|était|es|era|fue|é|è|jest|wordt',
].join('|');
const between = String.raw`(?:[ \t]{1,3}(?!(?:${verb})\b)[\p{L}\p{N}'’.@-]{1,30}){0,6}`;
/** "The wifi password of the office is …". */
// linear: at most six words of at most thirty characters stand between the name and the verb.
const stated = new RegExp(
  String.raw`${called}(?<of>${between})[ \t]{1,3}(?:${verb})[ \t]{1,3}(?:(?:now|still|just|simply|jetzt|noch|maintenant|ahora|again)[ \t]{1,3})?:?[ \t]{0,2}[*_]{0,2}${value}`,
  'dgiu',
);
/** "Log in as ada with hunter2", "credentials: ada / hunter2": the value has letters and digits. */
// linear: at most four words of at most thirty characters stand between the name and the value.
const logins = new RegExp(
  String.raw`(?<![\p{L}\p{N}/._-])(?:log(?:ged|ging)?[ -]?in(?:s|to)?|sign(?:ed)?[ -]?in|credentials?|creds|user(?:name)?[ /&-]{1,3}pass(?:word)?|zugangsdaten|identifiants)${signs}(?:[ \t]{1,3}(?:to|for|of|on|at|is|are|the|my|our|your|a|as|with|using|user|[\p{L}\p{N}.-]{1,30})){0,5}[ \t]{0,3}[:=]?[ \t]{0,3}[\p{L}\p{N}._@+-]{2,64}(?:[ \t]{0,2}[:|,][ \t]{0,2}|\/|[ \t]{1,2}\/[ \t]{1,2}|[ \t]{1,2}(?:and|with|und|mit|et|y)[ \t]{1,2})(?:password[ \t:]{1,3})?(?<bare>(?=[^\s\d]{0,64}\d)(?=[^\s\p{L}]{0,64}\p{L})[^\s"'\x60<>]{6,128})`,
  'dgiu',
);
/** A password alone on the line below its name. */
// linear: a name and what stands between it and the value are of bounded length.
const below = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${called}${signs}[ \t]{0,4}\r?\n(?:[ \t]{0,4}\r?\n)?[ \t>*-]{0,6}["'\x60]?(?<bare>(?=[^\s\d]{0,64}\d)(?=[^\s\p{L}]{0,64}\p{L})[^\s"'\x60<>]{6,128})["'\x60]?[ \t]{0,4}(?=\r?\n|$)`,
  'dgiu',
);
/** "PIN 4711", "password hunter2": the value has digits, so it is no word. */
const beside = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?:pin(?:[ -]?code)?|cvv2?|cvc2?)[ \t]{1,3}(?<digits>\d{3,8})(?![\p{L}\p{N}.,:/-]*[\p{L}\p{N}])|${called}[ \t]{1,3}(?<bare>(?=[^\s\d]{0,64}\d)(?=[^\s\p{L}]{0,64}\p{L})[^\s"'\x60<>]{6,128}))`,
  'dgiu',
);

interface Value {
  start: number;
  end: number;
  said: string;
  quoted: boolean;
}

const loose = /[.,;:!?)\]}>'"»”’*_]/u;

const valueIn = (match: RegExpExecArray): Value | null => {
  for (const [name, place] of Object.entries(match.indices?.groups ?? {})) {
    const said = match.groups?.[name];
    if (name === 'of' || !place || said === undefined) continue;
    const quoted = name !== 'bare' && name !== 'digits';
    const kept = quoted ? said : withoutEnd(said, loose);
    return { start: place[0], end: place[0] + kept.length, said: kept, quoted };
  }
  return null;
};

/** Stand-ins for a value: a variable, a row of dots, a type, a secret that was removed before. */
const placeholder =
  /^(?:[*•.x_?#-]+|\$\{.*|\$\w*|<.*|\{\{.*|%\w+%|\[secret|\[removed|\[redacted|process\.env.*|null|undefined|true|false|string|text)$/i;

const isAssigned = ({ said, quoted }: Value): boolean =>
  said !== '' && !placeholder.test(said) && (quoted || !ordinary.has(said.toLowerCase()));

/** In prose a value has to be unlike any word, or to end its sentence. */
export const isTold = (text: string, value: Value): boolean => {
  const { said, quoted, end } = value;
  if (!isAssigned(value)) return false;
  if (quoted) return true;
  const rest = text.slice(end, end + 24);
  if (/^\d+$/.test(said)) return said.length >= 3 && !/^[ -]?(?:\p{L}|%|\/)/u.test(rest);
  if (/\d/.test(said) || /[\p{L}][^\p{L}\p{N}'’-]+[\p{L}]|[#$%&@^~+=!*]/u.test(text.slice(value.start, end + 1)))
    return !/^\d+(?:st|nd|rd|th|-.*)$/i.test(said);
  return (
    /^["')\]*_]{0,3}(?:[.,;:!?]|\s*\n|\s*$|\s(?:and|but|so|und|aber|et|mais|y|pero)\b)/u.test(rest) && said.length >= 4
  );
};

const secretsOf = (
  text: string,
  pattern: RegExp,
  isValue: (value: Value, match: RegExpExecArray) => boolean,
): Secret[] =>
  [...text.matchAll(pattern)].flatMap((match): Secret[] => {
    const value = valueIn(match);
    return value && isValue(value, match) ? [{ start: value.start, end: value.end, kind: 'password' }] : [];
  });

/** The password of an address such as `postgres://name:password@host`. */
const addresses = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,64}:(?<bare>[^\s@/]{1,128})@/dgi;

export const passwordsIn = (text: string): Secret[] => [
  ...secretsOf(text, assigned, isAssigned),
  ...secretsOf(text, phrases, isAssigned),
  ...secretsOf(text, stated, (value) => isTold(text, value)),
  ...secretsOf(text, beside, isAssigned),
  ...secretsOf(text, logins, isAssigned),
  ...secretsOf(text, below, isAssigned),
  ...secretsOf(text, addresses, ({ said }) => !placeholder.test(said)),
];
