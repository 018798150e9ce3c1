/** As https://www.w3.org/TR/trace-context/ has it in version 00; ids of zeros alone are none. */
const valid = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace that a request says it is part of; one that is not valid is as none. */
export const readTraceParent = (given: string | undefined): string | undefined =>
  given !== undefined && valid.test(given) ? given : undefined;
