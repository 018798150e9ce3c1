/**
 * Puts one kind of disguise right, in its place, and leaves the rest of a text alone. `within` does the same for a piece that is
 * decoded and still says nothing: a code may stand inside of another.
 */
export type Step = (text: string, within: (piece: string) => string) => string;
