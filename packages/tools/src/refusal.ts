/** A refusal of a tool itself, in words for the model: it says what was wrong, and what would be right. */
export class Refusal extends Error {}
