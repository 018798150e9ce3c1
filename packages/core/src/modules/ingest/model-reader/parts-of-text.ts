import type { SourceText, Turn } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import type { KnownNear } from '../../../ports/extractor.js';
import type { Language } from '../../../ports/language.js';
import type { PartToRead } from '../../../ports/reading-model.js';
import { withoutSecrets } from '../../model/without-secrets.js';

/** A part of a message, or of a text without messages. */
interface Piece {
  speaker: string | null;
  /** In the whole text, UTF-16 units. */
  start: number;
  end: number;
}

/** Pieces that are read together; at least one. */
export interface Part {
  start: number;
  end: number;
  pieces: Piece[];
}

/** UTF-16 units of a part: some 1,500 tokens of English. */
export const PART_LENGTH = 6000;

/** As whom a model is told of somebody. */
const speakerOf = ({ role, name }: Turn): string => (role === 'user' && name !== null ? name : role);

const isLowSurrogate = (text: string, place: number) => (text.charCodeAt(place) & 0xfc00) === 0xdc00;

/** Where the text may be cut at best, after `start` and at most `PART_LENGTH` on: a line end, else a space, else a character. */
const cutOf = (text: string, start: number, end: number): number => {
  const latest = start + PART_LENGTH;
  if (end <= latest) return end;
  const half = start + PART_LENGTH / 2;
  const cut = ['\n', ' '].map((sign) => text.lastIndexOf(sign, latest - 1) + 1).find((place) => place > half);
  return cut ?? (isLowSurrogate(text, latest) ? latest - 1 : latest);
};

const cutPiece = (text: string, piece: Piece): Piece[] => {
  const pieces: Piece[] = [];
  for (let start = piece.start; start < piece.end; ) {
    const end = cutOf(text, start, piece.end);
    pieces.push({ ...piece, start, end });
    start = end;
  }
  return pieces.filter(({ start, end }) => text.slice(start, end).trim() !== '');
};

/** What tells an assistant what it is, is nobody's to remember. */
const saidIn = ({ text, turns }: SourceText): Piece[] =>
  turns
    ? turns
        .filter(({ role }) => role !== 'system')
        .map((turn) => ({ speaker: speakerOf(turn), start: turn.start, end: turn.end }))
    : [{ speaker: null, start: 0, end: text.length }];

/** Parts of a text for one call each, in its order. */
export function partsOfText(given: SourceText): Part[] {
  const parts: Part[] = [];
  for (const piece of saidIn(given).flatMap((said) => cutPiece(given.text, said))) {
    const last = parts.at(-1);
    if (last && piece.end - last.start <= PART_LENGTH) {
      last.pieces.push(piece);
      last.end = piece.end;
    } else parts.push({ start: piece.start, end: piece.end, pieces: [piece] });
  }
  return parts;
}

/** UTF-16 units of a memory that a model is told of. */
const KNOWN_LENGTH = 500;

/** A part as it may be sent. Without what is known near it, where that cannot be looked up. */
export async function partToSend(
  tenant: TenantId,
  { text, source }: SourceText,
  part: Part,
  { known, redact }: { known: KnownNear; redact: Language['redact'] },
): Promise<PartToRead> {
  const said = await withoutSecrets(
    tenant,
    part.pieces.map(({ start, end }) => text.slice(start, end)),
    redact,
  );
  const near = await known(said.join('\n')).catch(() => []);
  const told = await withoutSecrets(tenant, near, redact);
  return {
    source,
    pieces: part.pieces.map(({ speaker }, place) => ({ speaker, text: said[place] ?? '' })),
    known: told.map((content) => content.slice(0, KNOWN_LENGTH).toWellFormed()),
  };
}
