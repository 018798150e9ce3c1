import type { Secret } from '@hippocamp/shared/language/secret';
import { withoutEnd } from '@hippocamp/shared/text/cleaned';

/** Words that say something of a password, or begin a sentence about it, and are none. */
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

/** What passwords are called, in longer words too: "PGPASSWORD", "WLAN-Passwort". */
const anywhere = String.raw`pass[ -]?(?:words?|codes?|phrases?)|passwd|passwort|passwörter|kennwort|kennwörter|geheimzahl`;
const alone = [
  String.raw`mots? de passe|contraseñas?|contrasenas?|clave(?: de acceso)?|palabra de paso`,
  String.raw`senha|parola d'ordine|wachtwoord|lösenord|hasło`,
  String.raw`pin[ -]?(?:code|number|nummer)?|code pin|código pin|cvv2?|cvc2?`,
].join('|');
const called = String.raw`(?:${anywhere}|(?<![\p{L}\p{N}])(?:${alone}))`;
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
/** All words of it, to the end of the line. */
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
const told = new RegExp(
  String.raw`${called}(?<of>${between})[ \t]{1,3}(?:${verb})[ \t]{1,3}(?:(?:now|still|just|simply|jetzt|noch|maintenant|ahora|again)[ \t]{1,3})?:?[ \t]{0,2}[*_]{0,2}${value}`,
  'dgiu',
);
/** "Log in as ada with hunter2", "credentials: ada / hunter2": a name, and behind it what can be nothing but its password. */
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
/** "PIN 4711", "password hunter2": a name and what can be nothing but a value. */
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

/** Not what stands for a value: a variable, a row of dots, a type, what was removed before. */
const placeholder =
  /^(?:[*•.x_?#-]+|\$\{.*|\$\w*|<.*|\{\{.*|%\w+%|\[secret|\[removed|\[redacted|process\.env.*|null|undefined|true|false|string|text)$/i;

const isAssigned = ({ said, quoted }: Value): boolean =>
  said !== '' && !placeholder.test(said) && (quoted || !ordinary.has(said.toLowerCase()));

/** In prose a value is what no word of a sentence is, or the last word of it. */
const isTold = (text: string, value: Value): boolean => {
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

/** Passwords that are named so. */
export const passwordsIn = (text: string): Secret[] => [
  ...secretsOf(text, assigned, isAssigned),
  ...secretsOf(text, phrases, isAssigned),
  ...secretsOf(text, told, (value) => isTold(text, value)),
  ...secretsOf(text, beside, isAssigned),
  ...secretsOf(text, logins, isAssigned),
  ...secretsOf(text, below, isAssigned),
  ...secretsOf(text, addresses, ({ said }) => !placeholder.test(said)),
];
