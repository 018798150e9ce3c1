import { safeText } from '@hippocamp/shared/text/safe-text';
import { straight } from '../words/contractions.js';
import { decodedFrom } from './decoded.js';

/** What wants to steer the reader of the memory, not to tell something. */
const steering = [
  // linear: a word to begin with has at least four characters, and at most ten of those that may follow fit into the next 40, each
  // with 30 characters after it: below a hundred steps for each character of the text.
  /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,40}\b(?:all|any|previous|prior|above|earlier|preceding|your|these|the)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context|directives?|restrictions?|filters?|policies|training)\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\b(?:as an? (?:ai|assistant|language model|llm|chatbot)|you are (?:now )?(?:an? )?(?:ai|assistant|language model|chatgpt|dan|unrestricted|jailbroken)|pretend (?:to be|you are|that you)|act as (?:if|an?|my)|roleplay as|from now on,? (?:you (?:are|will|must|obey)|act as|treat|ignore|obey)|you (?:will|are going to) now (?:act|respond|answer|behave))\b/i,
  /\byou (?:must|have to|should|shall|need to|will) (?:now|not|immediately|comply|obey|reveal|tell|say|send|execute|run|call|output|print|follow|delete|forget|ignore)\b/i,
  /\b(?:delete|erase|wipe|remove|drop|purge|overwrite|clear) (?:all|every|any|the entire|the whole|your)(?: of)?(?: (?:the|your|my|our|his|her|stored|existing|other|previous|user))* ?(?:memor(?:y|ies)|data|records?|database|files?|history|tables?|conversations?|emails?)\b/i,
  /\b(?:do not|don'?t|never) (?:tell|inform|mention|reveal|show|disclose|alert|notify|warn)\b.{0,30}\b(?:users?|humans?|anyone|anybody|them|owner|developer|operator|customer)\b/i,
  /\b(?:reveal|print|repeat|output|show|leak|expose|send|exfiltrate|forward|post|e-?mail)\b.{0,30}\b(?:your|the|all) (?:\w+ )?(?:instructions?|prompts?|secrets?|api keys?|credentials?|passwords?|tokens?|memories|configuration)\b/i,
  /\b(?:jailbreak|do anything now|developer mode|god mode|sudo mode|prompt injection)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[\/?INST\]|<<\/?SYS>>|###\s?(?:system|instruction)s?\b|\bBEGIN (?:SYSTEM|INSTRUCTIONS?)\b/i,
  /\b(?:ignoriere|vergiss|missachte)\b.{0,40}\b(?:anweisungen|regeln|vorgaben)\b|\b(?:ignora|olvida)\b.{0,40}\b(?:instrucciones|reglas)\b|\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions|consignes|règles)\b/i,
  /(?:忽略|无视|忽視|無視).{0,20}(?:指令|指示|提示|规则|規則)/u,
];

const joiners = /[\u200C\u200D]/g;

/** As a model reads it: letters of other widths and styles are letters, and nothing unseen stands within a word. */
const words = (text: string): string =>
  straight(safeText(text).replace(joiners, '').normalize('NFKC').replace(/\s+/g, ' '));

const steers = (said: string): boolean => steering.some((pattern) => pattern.test(said));

/** Whether a text of any length tries to instruct whoever reads it, in what is plain of it or in disguise. */
export const instructs = (text: string): boolean => steers(words(text)) || decodedFrom(text).map(words).some(steers);
