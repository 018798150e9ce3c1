const technicalKey =
  /^(?:_.*|.*\b(?:id|ids|uuid|guid|hash|sha\d*|etag|tokens?|signature|secret|password|checksum|nonce|cursor|urls?|uri|href|link|links|ip|user agent|useragent|fingerprint|idempotency key|request|trace|span|schema|api version|object|livemode|sequence|offset|page|per page|total count|index|position|revision|content type|encoding|locale|lang|avatar|icon|color|node|gravatar|latitude|longitude|lat|lng|sku|format|mime type|counts?|webhooks|attempts?|parent|children)|ts|type|kind|version|created|updated|modified|(?:created|updated|modified|create|update|generated|received|delivered|sent|exported|logged) (?:at|time|on|date)|timestamp|event time)$/i;

/** Values that say that there is none. */
const nothing =
  /^[(<[]?(?:null|none|n\/?a|nil|undefined|unknown|[-–—.…?]+|false|unset|not set|empty|redacted|skipped|not (?:answered|given|applicable)|no answer|lorem(?: ipsum)?|tb[dac]|to be (?:filled|announced|confirmed)|placeholder|example)?[)>\]]?$/i;
export const isNothing = (value: string): boolean => nothing.test(value);

const address = /^(?:https?:\/\/|gid:\/\/|urn:|\/)\S*$/i;
const placeholder = /^(?:<[^>]*>|\[[^\]]*\]|\{[^}]*\})$/;
const opaque = /^[\w+/=.-]{20,}$/;
const hexadecimal = /^(?:0x)?[\da-f-]{7,}$/i;
const number = /^\d{9,}(?:\.\d+)?$/;
const prefixed = /^[a-z]{2,5}_\w+$/;

function isTechnical(value: string): boolean {
  if (nothing.test(value) || address.test(value) || placeholder.test(value) || number.test(value)) return true;
  return (
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    (opaque.test(value) || hexadecimal.test(value) || prefixed.test(value))
  );
}

/** "dayTemp_c" becomes "day temp c". */
export const inWords = (key: string): string =>
  key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim()
    .toLowerCase();

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

export const valueInWords = (value: string): string =>
  value
    .trim()
    .replace(/\s+/g, ' ')
    .replace(instant, '$1 $2')
    .replace(/^true$/, 'yes')
    .replace(/^[a-z]+(?:[_.][a-z]+)+$/, (name) => name.replace(/[_.]/g, ' '));

/** True when a member says something to people. */
export const isTold = (key: string, value: string): boolean =>
  /\p{L}{2}/u.test(key) && !technicalKey.test(inWords(key)) && !isTechnical(value.trim());
