/** The words of a memory without the name of who said them before them: that many memories begin alike tells nothing of what they say. */
export const spokenWords = ({ content, speaker }: { content: string; speaker: string | null }): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content;
