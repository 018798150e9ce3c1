import { withoutEnd } from '@hippocamp/shared/text/ends';
import { anyWeekday } from '../../words/calendar.js';
import { straight } from '../../words/contractions.js';

const greetings = [
  /^(?:hi|hello|hey|hiya|yo|dear|greetings|good (?:morning|afternoon|evening|day|night|luck)|hallo|hola|bonjour|salut|ciao|guten (?:morgen|tag|abend)|buenos días)\b[^.\d]{0,40}$/iu,
  /^(?:morning|evening|afternoon|welcome(?: (?:back|home|aboard|to the \p{L}+))?)(?:[ ,]+\p{L}+)?$/iu,
  /^(?:(?:it'?s )?(?:so |very )?(?:good|great|nice|lovely) to (?:see|hear|meet)|long time no see|how(?:'s| is| are)\b|what'?s up)\b.{0,80}$/i,
];
const thanks = [
  /^(?:thanks?|thank you|thx|ty|many thanks|cheers|much appreciated|i (?:really |so )?appreciate (?:it|that|you|the|your)|danke|merci|gracias|obrigad[oa])\b.{0,120}$/i,
  /^(?:no (?:problem|worries)|you'?re (?:very |so )?welcome|my pleasure|with pleasure|any ?time|don'?t (?:worry|mention it)|glad (?:to|i could|you|it)|happy to help)\b.{0,80}$/i,
];
const partings = [
  /^(?:bye|goodbye|see (?:you|ya)|cu|take care|talk (?:soon|later|to you)|sleep well|safe travels|enjoy your|speak soon|catch you later|until (?:then|next time)|i(?:'ll| will) (?:talk to|see) you|gotta (?:go|run)|ttyl|brb)\b.{0,60}$/i,
  /^have (?:fun|an? (?:\p{L}+ )?(?:good|nice|great|lovely|wonderful|safe|blessed|amazing|fantastic|fun))\b.{0,60}$/iu,
  /^i (?:have to|gotta|got to|must|should|need to) (?:go|run|get going|head out|leave)(?: now| soon| too|,.{0,30})?$/i,
];
const light =
  'thing|way|so|that|it|then|you|your|me|my|god|do|i|we|is|are|was|am|not|at|all|again|too|please|this|did|indeed|the|very|much|really|one|man|dude|mate|guys|yes|no|oh|wow|just|of|course|here|there';
const nods = [
  new RegExp(
    `^(?:ok(?:ay)?|k|sure|yes|yeah|yep|yup|no|nope|right|cool|great|nice|wow|whoa|ha(?:ha)*|lol|lmao|hm+|oh|ah|aww?|ugh|ouch|oops|yay|well|exactly|absolutely|definitely|totally|agreed|perfect|amazing|awesome|lovely|brilliant|fantastic|wonderful|excellent|of course|fair enough|deal|done|noted|sold|sorry|indeed|true|really|truly|ja|nein|oui|non|sí|genau)(?:[\\s,.!-]+(?:${light})){0,4}$`,
    'iu',
  ),
  /^(?:(?:that|it|this) )?(?:sounds?|looks?|seems?|feels?) (?:so |really |very |like (?:a |so much )?)?(?:good|great|fun|nice|lovely|perfect|amazing|awesome|wonderful|incredible|delicious|interesting|cool|a plan|beautiful|plan|exciting|right|fine)\b.{0,60}$/i,
  /^(?:got it|i see|i know|good (?:point|idea|call|one)|never mind|same(?: here)?|me (?:too|neither)|(?:that )?makes sense|i (?:totally |completely |fully )?(?:agree|understand|get it|hear you|feel you)|you'?re right|understood|(?:i have )?no idea|i don'?t know|not me|we are|i am|i do|i did|i will|i can|it is|it does|he is|she is|they are)(?:,? (?:too|that|it|now|then|you|at all|with (?:you|that)|how you feel|what you mean))*(?:, (?:it|that|they)\b.{0,60})?$/i,
  /^(?:fingers crossed|crossed fingers|wish me luck|good for you|well done|way to go|nice work|great job|good job|keep (?:it up|going|up)|you (?:got|can do) this|can'?t wait|you bet|for sure|i bet|no way|one more thing|by the way|my turn|your turn)\b.{0,60}$/i,
];
const wishes = [
  new RegExp(
    `^(?:congrat\\w*|happy (?:\\p{L}+ ){0,3}(?:birthday|easter|christmas|${anyWeekday}|new year|anniversary|holidays?|hanukkah|diwali|eid|ramadan|thanksgiving|weekend|travels)|merry christmas|happy new year|eid mubarak|get well|bon voyage|best of luck|all the best|enjoy|cheers to|here'?s to|frohe|joyeux|feliz|alles gute|herzlichen glückwunsch)\\b.{0,60}$`,
    'iu',
  ),
];
const feelings = [
  /^i(?:'m| am) (?:so |really |very |just |all |also )*(?:fine|good|great|ok|okay|well|sorry|glad|happy for you|happy|excited for you|excited|proud of you|jealous|relieved|impressed|amazed|thrilled|ready|done|sure|listening|kidding|joking|speechless|curious|not sure)(?! (?:at|with|to be|about my|since))\b[^\d]{0,25}$/i,
  /^i(?:'m| am) (?:here|back|in|listening|off)$/i,
  /^(?:that|it|this|these|those|they|what)(?:'s| is| are| was| were|'re)? (?:an? |just |all |so |really |very |such |pretty |quite |absolutely |truly |is |are )*(?:great|nice|cool|good|awesome|amazing|wonderful|lovely|perfect|funny|true|fine|fair|hilarious|terrible|awful|brilliant|beautiful|incredible|fantastic|sweet|adorable|cute|gorgeous|impressive|inspiring|interesting|exciting|sad|bad|crazy|wild|neat|stunning|right|fun|excellent|delicious|charming|tough)\b[^\d]{0,25}$/i,
  /^(?:so|very|really|too|how) (?:cool|nice|sweet|cute|funny|true|good|great|sad|bad|kind|lovely|happy|proud|exciting)\b.{0,60}$/i,
  /^(?:love (?:it|that|this|them)|i (?:just )?(?:love|like|respect) (?:it|that|this|them|your|how|the way you))\b.{0,60}$/i,
  /^(?:poor \p{L}+(?: \p{L}+)?|lucky you|my (?:goodness|god|word)|oh my|omg)$/iu,
];
const support = [
  /^(?:i'?m |i am )?(?:so |really |very )?sorry (?:to hear|for your|about)\b.{0,60}$/i,
  /^i(?:'m| am) (?:always )?(?:here|rooting|stoked|thrilled|happy|excited|glad|proud) (?:for|of|to support|to help) (?:you|ya)\b.{0,100}$/i,
  /^(?:i(?:'ll| will) )?keep (?:you|ya|me|us) (?:posted|updated|in the loop)\b.{0,30}$/i,
  /^(?:i|we) (?:haven't|have not) (?:talked|spoken|chatted|seen)\b.{0,40}$/i,
  /^stay (?:motivated|positive|strong|safe|tuned|warm|healthy)\b.{0,60}$/i,
  /^(?:it )?must(?:'ve| have) (?:been|taken|felt)\b.{0,60}$/i,
];
const turnTaking = [
  /^(?:let me (?:know|see|check|think|guess|tell you)|tell me\b|guess (?:what|who)|look|listen|you know|speaking of|show me|come on|hold on|wait|hang on|one (?:sec|second|moment)|imagine|look at)\b[^.]{0,40}$/i,
  /^(?:you|who|what) (?:did|are|have|do|know) (?:what|who|it|that|right|so)\b.{0,20}$/i,
  /^it(?:'s| is) (?:only |just |already |almost |nearly )?(?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half past \p{L}+)(?: o'?clock| am| pm| in the \p{L}+| on a \p{L}+)?(?:,.{0,20})?$/iu,
  /^(?:<?(?:media|image|video|audio|sticker|gif|document) omitted>?|this message was deleted|you deleted this message|missed (?:voice|video) call|messages and calls are end-to-end encrypted.{0,200}|(?:joined|left) the (?:group|channel|chat|server).{0,30}|.{1,60} (?:joined|left|added|pinned|created|changed) (?:the|this|a) (?:group|channel|chat|server|message|subject|icon)\b.{0,60})$/i,
];

const patterns = [greetings, thanks, partings, nods, wishes, feelings, support, turnTaking].flat();
const LONGEST_SMALL_TALK = 220;

const bareOf = (words: string): string => withoutEnd(words.replace(/^[^\p{L}\p{N}<]+/u, ''), /[^\p{L}\p{N}>]/u);

/** What people say to be polite, to nod or to take turns; nobody wants to be reminded of it. */
export function isSmallTalk(words: string): boolean {
  if (words.length > LONGEST_SMALL_TALK) return false;
  const bare = bareOf(straight(words));
  return patterns.some((pattern) => pattern.test(bare));
}
