import type { SourceText, Turn } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import type { PartToRead } from '../../../ports/reading-model.js';
import { withoutSecrets } from '../../model/without-secrets.js';

/** A part of a message, or of a text without messages. */
interface Piece {
  speaker: string | null;
  /** Offset in the whole text, UTF-16 units. */
  start: number;
  end: number;
}

/** Pieces that are read together; at least one. */
export interface Part {
  start: number;
  end: number;
  pieces: Piece[];
}

/** The size of the text that one call takes. */
export interface PartSize {
  /** Tokens for the text of a part, and as many again for the known memories near it. */
  tokens: number;
  count(text: string): Promise<number>;
}

/** The speaker's name as the model sees it. */
const speakerOf = ({ role, name }: Turn): string => (role === 'user' && name !== null ? name : role);

const isLowSurrogate = (text: string, place: number) => (text.charCodeAt(place) & 0xfc00) === 0xdc00;

const atCharacter = (text: string, place: number) => (isLowSurrogate(text, place) ? place - 1 : place);

/**
 * The best place to cut the text, after `start` and no later than `latest`: a line end, else a space, else a character.
 */
const cutOf = (text: string, start: number, latest: number): number => {
  const half = (start + latest) / 2;
  const cut = ['\n', ' '].map((sign) => text.lastIndexOf(sign, latest - 1) + 1).find((place) => place > half);
  return cut ?? latest;
};

/** UTF-16 units that are counted at once; near the end of a part half of them, and so on down to the fewest. */
const [COUNTED, FEWEST] = [500, 8];
/** Tokens of what stands around a piece: who says it, and signs. */
const AROUND = 12;

interface Counted extends Piece {
  tokens: number;
}

/** The longest piece from its start on that a part has room for. */
async function longest(text: string, piece: Piece, size: PartSize): Promise<Counted> {
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

async function cutPiece(text: string, piece: Piece, size: PartSize): Promise<Counted[]> {
  const pieces: Counted[] = [];
  for (let { start } = piece; start < piece.end; ) {
    const found = await longest(text, { ...piece, start }, size);
    const end = found.end === piece.end ? piece.end : cutOf(text, start, found.end);
    pieces.push({ ...found, end });
    start = end;
  }
  return pieces.filter(({ start, end }) => text.slice(start, end).trim() !== '');
}

/** System messages are left out: what tells an assistant what it is, is nobody's memory. */
const saidIn = ({ text, turns }: SourceText): Piece[] =>
  turns
    ? turns
        .filter(({ role }) => role !== 'system')
        .map((turn) => ({ speaker: speakerOf(turn), start: turn.start, end: turn.end }))
    : [{ speaker: null, start: 0, end: text.length }];

/** Parts of a text for one call each, in its order. */
export async function partsOfText(given: SourceText, size: PartSize): Promise<Part[]> {
  const parts: Part[] = [];
  let room = 0;
  for (const said of saidIn(given))
    for (const { tokens, ...piece } of await cutPiece(given.text, said, size)) {
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

/** UTF-16 units of a memory that a model is told of. */
const KNOWN_LENGTH = 500;

/** The nearest, as many as there is room for. */
async function fitting(known: readonly string[], { tokens, count }: PartSize): Promise<string[]> {
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

/** A part as it may be sent. Without what is known near it, where that cannot be looked up. */
export async function partToSend(
  tenant: TenantId,
  { text, source }: SourceText,
  part: Part,
  { known, redact, size }: { known: KnownNear; redact: Language['redact']; size: PartSize },
): Promise<PartToRead> {
  const said = await withoutSecrets(
    tenant,
    part.pieces.map(({ start, end }) => text.slice(start, end)),
    redact,
  );
  const near = await known(said.join('\n')).catch(() => []);
  const texts = await withoutSecrets(tenant, near, redact);
  return {
    source,
    pieces: part.pieces.map(({ speaker }, place) => ({ speaker, text: said[place] ?? '' })),
    known: await fitting(texts, size),
  };
}
