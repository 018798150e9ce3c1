import { CharBase, JS } from 'refa';

/** Longer repeats become loops that remember how many characters they can take. */
const WRITTEN_OUT = 4;
const MOST_PATHS = 20_000;
const LONGEST_LOOK_BEHIND = 64;

/** @param {import('refa').Element} node */
const lengthOf = (node) => {
  if (node.type === 'CharacterClass') return 1;
  if (node.type === 'Assertion' || node.type === 'Unknown') return 0;
  const longest = longestOf(node.alternatives);
  return node.type !== 'Quantifier' || longest === 0 ? longest : longest * node.max;
};

const longestOf = (alternatives) =>
  Math.max(0, ...alternatives.map(({ elements }) => elements.reduce((sum, element) => sum + lengthOf(element), 0)));

const isClass = (node) => node.type === 'CharacterClass';

/** A look at one character beside the place, such as `\b`, `^`, `$` or `(?<![a-z])`, which is followed exactly. */
const isLookAtOne = ({ alternatives }) =>
  alternatives.every(({ elements }) => elements.length === 1 && isClass(elements[0]));

const isFlatQuantifier = (node) =>
  node.type !== 'Quantifier' || (Number.isFinite(node.max) && longestOf(node.alternatives) <= 1);

/** Looking back takes a fixed number of steps where it holds no loop. */
const isShort = ({ alternatives }) =>
  longestOf(alternatives) <= LONGEST_LOOK_BEHIND &&
  alternatives.every(({ elements }) => elements.every(isFlatQuantifier));

function everySet(expression) {
  const classes = [];
  const lookedBehind = [];
  const visit = (node) => {
    if (isClass(node)) classes.push(node.characters);
    for (const { elements } of node.alternatives ?? []) elements.forEach(visit);
    if (node.type === 'Assertion' && node.kind === 'behind' && isLookAtOne(node))
      lookedBehind.push(...node.alternatives.map(({ elements }) => elements[0].characters));
  };
  visit({ type: 'Alternation', alternatives: expression.alternatives });
  return { classes, lookedBehind };
}

/** The expression as nodes that read a character, with nodes between them that read none. */
function nodesOf(expression, maskOf) {
  const end = { type: 'end' };
  const dead = { type: 'dead' };
  const characters = [];
  const fork = (...out) => ({ type: 'fork', out });

  const sequence = (elements, next, bound) =>
    elements.reduceRight((following, element) => build(element, following, bound), next);
  const choice = (alternatives, next, bound) =>
    alternatives.length === 1
      ? sequence(alternatives[0].elements, next, bound)
      : fork(...alternatives.map(({ elements }) => sequence(elements, next, bound)));

  const character = (node, next, bound) => {
    const made = { type: 'character', id: characters.length, mask: maskOf(node.characters), next, bound };
    characters.push(made);
    return made;
  };

  const loop = ({ alternatives, min, max }, next, outerBound) => {
    const longest = longestOf(alternatives);
    const bound = outerBound ?? (longest === 0 ? 0 : max * longest);
    const turn = fork();
    const body = choice(alternatives, turn, bound);
    turn.out.push(body, min > WRITTEN_OUT ? { type: 'perhaps', next } : next);
    if (min === 0) return turn;
    return Array.from({ length: Math.min(min, WRITTEN_OUT) - 1 }).reduce(
      (following) => choice(alternatives, following, bound),
      body,
    );
  };

  const writtenOut = ({ alternatives, min, max }, next, bound) => {
    let following = next;
    for (let copy = max; copy > 0; copy -= 1) {
      const once = choice(alternatives, following, bound);
      following = copy > min ? fork(once, next) : once;
    }
    return following;
  };

  /** Other looks count as "perhaps so", and the steps of looking ahead as a way that leads nowhere. */
  const look = (node, next, bound) => {
    const { kind, negate, alternatives } = node;
    if (isLookAtOne(node)) {
      const mask = alternatives.reduce((all, { elements }) => all | maskOf(elements[0].characters), 0n);
      return { type: 'look', kind, negate, mask, next };
    }
    if (!negate && alternatives.length > 1)
      return fork(...alternatives.map((alternative) => look({ ...node, alternatives: [alternative] }, next, bound)));
    const [only] = alternatives[0]?.elements ?? [];
    if (!negate && alternatives[0]?.elements.length === 1 && only.type === 'Assertion') return look(only, next, bound);
    const perhaps = { type: 'perhaps', next };
    if (kind === 'ahead') return fork(choice(alternatives, dead, bound), perhaps);
    if (!isShort(node)) throw new Error('looks back over a loop');
    return perhaps;
  };

  const build = (node, next, bound) => {
    if (isClass(node)) return character(node, next, bound);
    if (node.type === 'Alternation') return choice(node.alternatives, next, bound);
    if (node.type === 'Assertion') return look(node, next, bound);
    if (node.type !== 'Quantifier') throw new Error('refers back to a group');
    return node.max > WRITTEN_OUT ? loop(node, next, bound) : writtenOut(node, next, bound);
  };

  return { start: choice(expression.alternatives, end, undefined), characters };
}

/** The place before the first character of a text, which is in no set. */
const OUTSIDE = { mask: 0n };

/** All ways from a node to the next characters, after a character of `before`. */
function waysFrom(node, before, everything) {
  const ways = [];
  let accepts = false;
  let count = 0;
  const onWay = new Set();
  const followAll = (fork, ahead, isSure) => {
    // A turn of a loop that reads nothing is not repeated.
    if (onWay.has(fork)) return;
    onWay.add(fork);
    for (const next of fork.out) follow(next, ahead, isSure);
    onWay.delete(fork);
  };
  const look = ({ kind, negate, mask, next }, ahead, isSure) => {
    if (kind === 'ahead') follow(next, ahead & (negate ? everything & ~mask : mask), false);
    else if (((before.mask & mask) !== 0n) !== negate) follow(next, ahead, isSure);
  };
  const character = (to, ahead) => {
    if ((to.mask & ahead) !== 0n) ways.push({ to, mask: to.mask & ahead });
  };
  const end = (isSure) => {
    accepts ||= isSure;
  };
  const steps = {
    end: (_, __, isSure) => end(isSure),
    dead: () => undefined,
    character,
    perhaps: ({ next }, ahead) => follow(next, ahead, false),
    look,
    fork: followAll,
  };
  const follow = (at, ahead, isSure) => {
    count += 1;
    if (count > MOST_PATHS) throw new Error('has too many ways');
    steps[at.type](at, ahead, isSure);
  };
  follow(node, everything, true);
  return { ways, accepts };
}

/** Groups of characters that no look behind tells apart. */
function groupsOf(sets, looked) {
  const groups = new Map();
  sets.forEach((set, index) => {
    const key = looked.map((other) => (set.isSubsetOf(other) ? '1' : '0')).join('');
    groups.set(key, (groups.get(key) ?? 0n) | (1n << BigInt(index)));
  });
  return [...groups.values()].map((mask) => ({ mask }));
}

/** `isSearch`: no match has begun; `accepts`: it can no longer fail; `bound`: the most characters of its loop. */
export function automatonOf(source, flags) {
  const literal = JS.Parser.fromLiteral({ source, flags: flags.replace(/[gdy]/g, '') });
  const { expression, maxCharacter } = literal.parse({
    backreferences: 'unknown',
    maxBackreferenceWords: 0,
    maxNodes: 100_000,
  });
  const { classes, lookedBehind } = everySet(expression);
  const all = JS.createCharSet([{ kind: 'any' }], { unicode: flags.includes('u'), dotAll: true });
  const whole = classes.reduce((union, set) => union.union(set), all);
  const base = new CharBase([...classes, whole]);
  const masks = new Map();
  const maskOf = (set) => {
    const known = masks.get(set);
    if (known !== undefined) return known;
    const mask = set.isEmpty ? 0n : base.split(set).reduce((bits, index) => bits | (1n << BigInt(index)), 0n);
    masks.set(set, mask);
    return mask;
  };
  const everything = (1n << BigInt(base.sets.length)) - 1n;
  const groups = groupsOf(base.sets, lookedBehind);
  const { start, characters } = nodesOf(expression, maskOf);
  const isSticky = flags.includes('y');

  const states = [];
  const stateOf = new Map();
  const pending = [];
  const enter = (key, node, group, more) => {
    const known = stateOf.get(key);
    if (known !== undefined) return known;
    const state = {
      id: states.length,
      out: [],
      bound: Number.POSITIVE_INFINITY,
      isSearch: false,
      accepts: false,
      ...more,
    };
    states.push(state);
    stateOf.set(key, state);
    pending.push({ state, node, group });
    return state;
  };
  const search = (group, place) => enter(`search ${place}`, start, group, { isSearch: true });

  search(OUTSIDE, -1);
  if (isSticky) groups.forEach(search);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { state, node, group } = next;
    const { ways, accepts } = waysFrom(node, group, everything);
    state.accepts = accepts && !state.isSearch;
    for (const { to, mask } of ways)
      groups.forEach((after, place) => {
        const label = mask & after.mask;
        const more = { bound: to.bound ?? Number.POSITIVE_INFINITY };
        if (label !== 0n) state.out.push({ to: enter(`${to.id} ${place}`, to.next, after, more), mask: label });
      });
    if (state.isSearch && !isSticky)
      for (const [place, after] of groups.entries()) state.out.push({ to: search(after, place), mask: after.mask });
  }
  const sample = (mask) => {
    const index = base.sets.findIndex((_, place) => (mask & (1n << BigInt(place))) !== 0n);
    return sampleOf(base.sets[index]);
  };
  return { states, sample, size: characters.length, maxCharacter };
}

function sampleOf(set) {
  const inside = set.ranges.find(({ max }) => max >= 0x20) ?? set.ranges[0];
  return String.fromCodePoint(Math.min(inside.max, Math.max(inside.min, 0x20)));
}
