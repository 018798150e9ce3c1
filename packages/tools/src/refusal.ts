/** What a tool refuses by itself, in words for the model: what was wrong, and what would be right. */
export class Refusal extends Error {}
