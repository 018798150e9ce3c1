/** Words at the head of a sentence that say nothing, up to the comma or stop after them. */
const filler =
  /^(?:ok(?:ay)?|sure|yes|yeah|yep|yup|no|nope|right|cool|great|good|fine|nice|wow|oh(?: (?:no|yes|wow|yeah))?|ah|aww?|well|so|ha(?:ha)*|lol|hm+|sorry|hi|hello|hey|hiya|(?:good )?(?:morning|evening|afternoon)|thanks?(?: (?:a lot|so much|for asking))?|thank you(?: so much)?|listen|look|honestly|anyway|anyways|btw|by the way|you know|i mean|also|and|but|plus|good point|good idea|perfect|awesome|amazing|exactly|absolutely|definitely|of course|true|indeed|truth be told|to be honest|tbh|fyi|guess what|congrats|congratulations|not (?:bad|much)|my turn|speaking of which|(?:and )?wish me luck|ouch|oops|same here|me too|then)(?:,? (?:\p{Lu}\p{L}+))?(?!-\p{L})\s?[,.!:;–—-]+\s*(?=[\p{L}\p{N}])/iu;
const signs =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Join_Control}•–—…"“”*\s-]+(?=[\p{L}\p{N}])/u;
const joiner = /^(?:and|but|so|also|plus|oh|well|then) (?=(?:i|i'm|i've|my|we|our|he|she|the)\b)/i;
const reminder =
  /^(?:please )?(?:remember|note|keep in mind|don'?t forget|for the record|just so you know|i(?:'d| would) like you to (?:know|remember))(?: that)?[,:]? (?=(?:i|i'm|i've|my|we|our|he|she|the|we're|\p{Lu}\p{L}+)\b)/iu;
const vocative =
  /^(\p{Lu}[\p{L}'-]{1,20}), (?=(?:i|i'm|i've|i'll|i'd|my|we|the|it|he|she|there|please|can|could|are|do)\b)/iu;

const LONGEST_OPENING = 60;

/** Somebody asks to remember what they tell of themselves or of a thing; of who reads it or pays it is told by those who steer, too. */
const asksToKeep =
  /^(?:please |hey |ok |okay )?(?:(?:can|could|would|will) you (?:please |kindly )?(?:remember|note(?: down)?|keep in mind)|(?:(?:can|could|would|will) you (?:please |kindly )?)?(?:(?:add|save|store|put|write) (?:this|that|it) (?:to|in|into) (?:your |the |my )?(?:memory|memories|notes)|(?:save|keep|remember) this(?: for (?:later|me))?)|remember)(?: that| ?[:,–—-]) ?(?=(?:i|i'm|i've|my|we|we're|we've|our|the (?!users?|readers?|assistant|agents?|customers?|accounts?|admin\w*))\b)/iu;

/** How many units at the head of a sentence only ask to remember the rest: a plain fact, that is told and steers nobody. */
export const askingToKeep = (words: string): number =>
  asksToKeep.exec(words.slice(0, 2 * LONGEST_OPENING))?.[0].length ?? 0;

/** How many units at the head of a sentence are only an opening. `names` are those of the people who talk. */
export function openingLength(words: string, names: ReadonlySet<string>): number {
  let length = 0;
  for (let round = 0; round < 4; round += 1) {
    const rest = words.slice(length);
    const head = rest.slice(0, LONGEST_OPENING + 40);
    const called = vocative.exec(head)?.[1];
    const found =
      signs.exec(head) ??
      filler.exec(head) ??
      joiner.exec(head) ??
      reminder.exec(head) ??
      (called && names.has(called) ? vocative.exec(head) : null);
    if (!found || found[0].length >= rest.length) break;
    length += found[0].length;
  }
  return length;
}

const beginsNext = /^(?:and|but|so|also|then|oh|well),?$/i;
const twoCharacters = /[\p{L}\p{N}][^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/** Whether a line is only a sign or a letter, or what begins the next one: nothing is said in so little. */
export const saysNothing = (words: string): boolean => beginsNext.test(words) || !twoCharacters.test(words);
