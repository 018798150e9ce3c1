import type { SourceText, Turn } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import type { PartToRead } from '../../../ports/reading-model.js';
import { speakersToTell } from '../../model/speakers.js';
import { talkWithoutSecrets, withoutSecrets } from '../../model/without-secrets.js';
import type { Steering } from '../../reading/steering.js';

interface Piece {
  speaker: string | null;
  /** Offset in the whole text, UTF-16 units. */
  start: number;
  end: number;
}

/** At least one piece. */
export interface Part {
  start: number;
  end: number;
  pieces: Piece[];
}

export interface PartSize {
  /** Tokens for the text of a part, and as many again for the known memories near it. */
  tokens: number;
  count(text: string, tenant: TenantId): Promise<number>;
}

/** The size with the tenant whose text is counted, who takes turns with others. */
interface Measure {
  tokens: number;
  count(text: string): Promise<number>;
}

const measureOf = (tenant: TenantId, { tokens, count }: PartSize): Measure => ({
  tokens,
  count: (text) => count(text, tenant),
});

const speakerOf = ({ role, name }: Turn): string => (role === 'user' && name !== null ? name : role);

const isLowSurrogate = (text: string, place: number) => (text.charCodeAt(place) & 0xfc00) === 0xdc00;

const atCharacter = (text: string, place: number) => (isLowSurrogate(text, place) ? place - 1 : place);

/** The best place to cut the text, after `start` and no later than `latest`: a line end, else a space. */
const cutOf = (text: string, start: number, latest: number): number => {
  const half = (start + latest) / 2;
  const cut = ['\n', ' '].map((sign) => text.lastIndexOf(sign, latest - 1) + 1).find((place) => place > half);
  return cut ?? latest;
};

/** UTF-16 units counted at once. Near the end of a part the step is halved, down to `FEWEST`. */
const [COUNTED, FEWEST] = [500, 8];
/** Tokens around a piece, for its speaker and punctuation. */
const AROUND = 12;

interface Counted extends Piece {
  tokens: number;
}

async function longest(text: string, piece: Piece, size: Measure): Promise<Counted> {
  let end = piece.start;
  let tokens = AROUND;
  for (let step = COUNTED; end < piece.end && step >= FEWEST; ) {
    const next = atCharacter(text, Math.min(piece.end, end + step));
    // Text that cannot be counted in time counts as one token a unit.
    const more = await size.count(text.slice(end, next)).catch(() => next - end);
    const fits = tokens + more <= size.tokens || (end === piece.start && step < 2 * FEWEST);
    if (fits) [end, tokens] = [next, tokens + more];
    else step = Math.floor(step / 2);
  }
  return { ...piece, end, tokens };
}

async function cutPiece(text: string, piece: Piece, size: Measure): Promise<Counted[]> {
  const pieces: Counted[] = [];
  for (let { start } = piece; start < piece.end; ) {
    const found = await longest(text, { ...piece, start }, size);
    const end = found.end === piece.end ? piece.end : cutOf(text, start, found.end);
    pieces.push({ ...found, end });
    start = end;
  }
  return pieces.filter(({ start, end }) => text.slice(start, end).trim() !== '');
}

/** System messages are left out: an assistant's instructions are nobody's memory. */
const saidIn = ({ text, turns }: SourceText): Piece[] =>
  turns
    ? turns
        .filter(({ role }) => role !== 'system')
        .map((turn) => ({ speaker: speakerOf(turn), start: turn.start, end: turn.end }))
    : [{ speaker: null, start: 0, end: text.length }];

export async function partsOfText(tenant: TenantId, given: SourceText, size: PartSize): Promise<Part[]> {
  const measure = measureOf(tenant, size);
  const parts: Part[] = [];
  let room = 0;
  for (const said of saidIn(given))
    for (const { tokens, ...piece } of await cutPiece(given.text, said, measure)) {
      const last = parts.at(-1);
      if (last && tokens <= room) {
        last.pieces.push(piece);
        last.end = piece.end;
      } else {
        parts.push({ start: piece.start, end: piece.end, pieces: [piece] });
        room = size.tokens;
      }
      room -= tokens;
    }
  return parts;
}

/** The most of a known memory that a model is shown, UTF-16 units. */
const KNOWN_LENGTH = 500;

/** As many as fit, the nearest first. */
async function fitting(known: readonly string[], { tokens, count }: Measure): Promise<string[]> {
  const texts: string[] = [];
  let room = tokens;
  for (const content of known) {
    const text = content.slice(0, KNOWN_LENGTH).toWellFormed();
    room -= await count(text).catch(() => text.length);
    if (room < 0) break;
    texts.push(text);
  }
  return texts;
}

/** A part without secrets, and without names that steer. The known memories are left out when they cannot be looked up. */
export async function partToSend(
  tenant: TenantId,
  { text, source, before = [] }: SourceText,
  part: Part,
  { known, size, ...screening }: { known: KnownNear; redact: Language['redact']; steers: Steering; size: PartSize },
): Promise<PartToRead> {
  const earlier = before.map(({ content }) => content).slice(-1);
  const said = await talkWithoutSecrets(
    tenant,
    part.pieces.map(({ start, end }) => text.slice(start, end)),
    { redact: screening.redact, before: [...earlier, text.slice(0, part.start)].join('\n').trimEnd() },
  );
  const speakers = await speakersToTell(
    tenant,
    part.pieces.map(({ speaker }) => speaker),
    screening,
  );
  const near = await known(said.join('\n')).catch(() => []);
  const texts = await withoutSecrets(tenant, near, screening.redact);
  return {
    source,
    pieces: said.map((words, place) => ({ speaker: speakers[place] ?? null, text: words })),
    known: await fitting(texts, measureOf(tenant, size)),
  };
}
