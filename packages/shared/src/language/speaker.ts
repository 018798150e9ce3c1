/** The speaker of what an assistant said, exactly so; it is nobody's name. */
export const ASSISTANT = 'assistant';

/** What an assistant said is kept as its words: it ages, is no fact of anybody, and takes nobody's place. */
export const isAssistants = (speaker: string | null | undefined): boolean => speaker === ASSISTANT;
