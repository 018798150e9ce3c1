const patterns = [
  /\b(?:unsubscribe|opt out of|manage (?:your )?(?:preferences|subscriptions?|cookies)|view (?:this (?:e-?mail|message) )?(?:in (?:your|a) )?browser)\b/i,
  /\b(?:we|this (?:site|website|page)) (?:and our partners )?uses? cookies\b|\bcookie (?:policy|settings|preferences|banner)\b|\baccept (?:all )?cookies\b/i,
  /\ball rights reserved\b|(?:©|\(c\))\s?\d{4}|^\s*(?:©|\(c\)|copyright)\s/i,
  /\bthis (?:e-?mail|message|communication)(?: and any (?:attachments|files))?.{0,60}\b(?:confidential|privileged|intended (?:only|solely))\b/i,
  /\bif you (?:are not the intended recipient|have received this (?:e-?mail|message) in error|no longer wish to receive)\b/i,
  /\b(?:privacy policy|terms (?:of (?:service|use)|and conditions)) (?:apply|applies)\b|\bby (?:clicking|continuing|using this (?:site|website|service)),? you (?:agree|accept|consent)\b/i,
  /\b(?:please )?(?:do not|don't) reply to this (?:e-?mail|message)\b|\byou (?:are receiving|received) this (?:e-?mail|message|because)\b/i,
  /\b(?:please )?consider the environment before printing\b|^sent from my \w+/i,
  /^(?:click here|read more|learn more|sign up|log ?in|sign in|subscribe|share this|follow us|skip to (?:main )?content|back to top|table of contents)\b.{0,40}$/i,
  // Words of a page's navigation are that only when they stand alone: "Next meeting: 24 Nov" is not.
  /^(?:loading|advertisement|home|menu|next|previous|accept|decline)(?: (?:page|post|article|all|cookies))*\W*$/i,
  /\b(?:registered (?:office|in england)|company (?:registration|number)|vat (?:no|number|reg)|handelsregister|ust-?id)\b/i,
  /\bwithout warranty of any kind\b|\bpermission is hereby granted, free of charge\b|\bprovided "?as is"?\b/i,
  /^page \d{1,4}(?: of \d{1,4})?$|^\d{1,2}:\d{2}(?::\d{2})?$/i,
];

/** What stands below every mail and on every page. */
export const isBoilerplate = (words: string): boolean => patterns.some((pattern) => pattern.test(words.slice(0, 600)));
